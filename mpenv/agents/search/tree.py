"""Monte Carlo tree search in compiled loops: PUCT with progressive widening over information sets.

A node is what the seat asked there knows, however it was reached; hidden information and chance differ between
simulations. The names annotated below are bound by the world, as in `mpenv/engine/loops.py`, and by the planner.
"""

# ruff: noqa: F821 - these names are bound by the world

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mpenv.engine.jit import add, mul, rule
from mpenv.engine.loops import DRAWS, GOLDEN, stir
from mpenv.engine.solver import FIRST, ONE, ZERO, hashed

answer: Callable[..., Any]
asked: Callable[..., int]
outcome: Callable[..., int]
result: Callable[..., float]
legal: Callable[..., int]
hide: Callable[..., None]  # (t, s, seat): remove what a seat may not know
play: Callable[..., int]  # (t, s, bits, notes, orders): rollout policy
prior: Callable[..., None]  # (t, s, notes, row): prior of each answer of the seat that is asked
expand_node: Callable[..., None]  # `expand`, bound to the world
ACTIONS: int
WORDS: int

Rows = np.ndarray
EDGES = 32  # answers searched at a node, those with the highest prior
ROWS = 2  # rows of a lane: the state played, and the view of its seat
DEEPEST = 128  # plies of a simulation within the tree
NODES = 4096  # size at which the tree stops growing
WIDENING_FACTOR, WIDENING_POWER = 2.0, 0.5  # answers open to search: factor * visits ** power
EXPLORATION = 0.6  # the constant of PUCT


class Nodes(NamedTuple):
    """The nodes of a tree, and the statistics of their edges."""

    keys: Rows  # open-addressing hash table of information sets
    place: Rows  # 1 + the node of each key
    nodes: Rows  # number of nodes
    edges: Rows  # number of edges of each node
    action: Rows
    edge_prior: Rows
    visits: Rows
    value: Rows  # sum of results


def empty_nodes(nodes: int = NODES) -> Nodes:
    """A tree without nodes."""
    shape = nodes, EDGES
    return Nodes(
        np.zeros(4 * nodes, np.uint64), np.zeros(4 * nodes, np.int64), np.zeros(1, np.int64), np.zeros(nodes, np.int64),
        np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape, np.int64), np.zeros(shape),
    )  # fmt: skip


@rule()
def find(B: Rows, row: int, words: int, keys: Rows) -> int:
    """Find the slot of an information set in the hash table, or a free slot for it."""
    key = hashed(B, row, words, FIRST) | ONE
    place = int(np.int64(key >> ONE)) & (len(keys) - 1)
    while keys[place] != ZERO and keys[place] != key:
        place = (place + 1) & (len(keys) - 1)
    keys[place] = key
    return place


def expand(s: Any, node: int, weight: Rows, nodes: Nodes) -> None:
    """Add a node with its legal answers, sorted by prior."""
    count, action, edge_prior = 0, nodes.action, nodes.edge_prior
    for candidate in range(ACTIONS):
        if legal(s, candidate) == 0:
            continue
        place = min(count, EDGES)
        while place > 0 and weight[candidate] > edge_prior[node, place - 1]:
            if place < EDGES:
                edge_prior[node, place], action[node, place] = edge_prior[node, place - 1], action[node, place - 1]
            place -= 1
        if place < EDGES:
            edge_prior[node, place], action[node, place] = weight[candidate], candidate
        count = min(count + 1, EDGES)
    total = 0.0
    for edge in range(count):
        total += edge_prior[node, edge]
    for edge in range(count):
        edge_prior[node, edge] /= total
        nodes.visits[node, edge] = 0
        nodes.value[node, edge] = 0.0
    nodes.edges[node] = count


@rule()
def choose_edge(node: int, nodes: Nodes) -> int:
    """PUCT with progressive widening; unvisited edges get the mean value of their node."""
    node_visits, node_value = 0, 0.0
    for edge in range(nodes.edges[node]):
        node_visits += nodes.visits[node, edge]
        node_value += nodes.value[node, edge]
    mean = node_value / node_visits if node_visits > 0 else 0.5
    open_edges = min(nodes.edges[node], int(WIDENING_FACTOR * (1 + node_visits) ** WIDENING_POWER))
    best_score, chosen = -1.0, 0
    for edge in range(open_edges):
        visits = nodes.visits[node, edge]
        edge_value = nodes.value[node, edge] / visits if visits > 0 else mean
        score = edge_value + EXPLORATION * nodes.edge_prior[node, edge] * np.sqrt(1.0 + node_visits) / (1 + visits)
        if score > best_score:
            best_score, chosen = score, edge
    return chosen


class Batch(NamedTuple):
    """Simulations `first` to `last` that begin with the answer `root`, shared out among lanes."""

    worlds: int  # rows of sampled worlds
    lanes: int
    root: int  # below 0: no first answer, but the orders `given`
    first: int
    last: int
    seed: np.uint64
    own: Rows  # seats that choose by the tree; the others follow the rollout policy within it, too
    given: Rows  # orders at the start of each simulation


class Scratch(NamedTuple):
    """Rows that one lane writes to while it simulates."""

    lane: int
    notes: Rows
    orders: Rows
    weight: Rows
    path: Rows  # empty: there is no tree


def simulate(T: Rows, S: Rows, B: Rows, batch: Batch, scratch: Scratch, nodes: Nodes, found: Rows) -> None:
    """Play the first answer, descend the tree, roll out; results of the simulations go to `found`.

    The first rows of S are sampled worlds; behind them each lane has the state it plays and the view of its seat. B
    are the same rows as words. A lane takes every `lanes`-th simulation; simulation k has the same chance for every
    candidate (common random numbers).
    """
    t, path, lanes = T[0], scratch.path, batch.lanes
    row = batch.worlds + ROWS * scratch.lane
    s, seen = S[row], row + 1
    for k in range(batch.first + (scratch.lane - batch.first) % lanes, batch.last, lanes):
        S[row] = S[k % batch.worlds]
        bits = stir(batch.seed ^ mul(add(np.uint64(k), np.uint64(1)), GOLDEN))
        s.seed = bits
        dice = stir(bits ^ DRAWS)
        scratch.orders[:] = batch.given
        if batch.root >= 0:
            answer(t, s, batch.root)
        depth, inside = 0, len(path) > 0
        while outcome(s) == 0:
            seat = asked(s)
            if inside and batch.own[seat] and depth < len(path):
                S[seen] = S[row]
                hide(t, S[seen], seat)
                slot = find(B, seen, WORDS, nodes.keys)
                if nodes.place[slot] > 0:
                    node = nodes.place[slot] - 1
                    edge = choose_edge(node, nodes)
                    path[depth, 0], path[depth, 1] = node, edge
                    depth += 1
                    answer(t, s, nodes.action[node, edge])
                    continue
                inside = False
                if nodes.nodes[0] < len(nodes.edges):
                    prior(t, S[seen], scratch.notes, scratch.weight)
                    expand_node(S[seen], nodes.nodes[0], scratch.weight, nodes)
                    nodes.nodes[0] += 1
                    nodes.place[slot] = nodes.nodes[0]
                else:
                    nodes.keys[slot] = ZERO
            dice = stir(dice)
            answer(t, s, play(t, s, dice, scratch.notes, scratch.orders))
        found[k - batch.first] = result(s)
        for step in range(depth):
            nodes.visits[path[step, 0], path[step, 1]] += 1
            nodes.value[path[step, 0], path[step, 1]] += result(s)


def root_prior(T: Rows, S: Rows, row: int, seat: int, notes: Rows, weight: Rows) -> None:
    """Write the priors of a seat's answers in a row, which is overwritten."""
    hide(T[0], S[row], seat)
    prior(T[0], S[row], notes, weight)
