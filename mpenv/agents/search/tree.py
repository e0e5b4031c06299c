"""A tree of what seats know: compiled loops from a first answer down the tree, then played on to the end.

A node is what the seat knows that is asked there, whatever way led to it; what is hidden from that seat and all chance
differ from one simulation to the next. The names annotated below are filled in by the world, as in
`mpenv/engine/loops.py`, and by the planner.
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
hide: Callable[..., None]  # (t, s, seat): take out of a state what a seat may not know
play: Callable[..., int]  # (t, s, bits, notes, orders): what is played outside the tree
likes: Callable[..., None]  # (t, s, notes, row): how much each answer is worth trying for the seat that is asked
grow: Callable[..., None]  # `begin`, bound to the world
ACTIONS: int
WORDS: int

Rows = np.ndarray
EDGES = 32  # answers of a node that are tried, the likeliest first
ROWS = 2  # of a lane: the situation that is played, and what its seat sees
DEEPEST = 128  # answers of a simulation within the tree
NODES = 4096  # of which no more are added
WIDEN, POWER = 2.0, 0.5  # so many answers are tried after so many visits
CURIOUS = 0.6  # how much an answer gains that was tried little


class Memory(NamedTuple):
    """The nodes of a tree, and what each answer of each node was worth."""

    keys: Rows  # names of nodes, at places that hang on the name
    place: Rows  # the node at each of them
    nodes: Rows  # how many there are
    edges: Rows  # how many answers a node has
    action: Rows
    liked: Rows
    tried: Rows
    worth: Rows


def memory(nodes: int = NODES) -> Memory:
    """A tree without nodes."""
    shape = nodes, EDGES
    return Memory(
        np.zeros(4 * nodes, np.uint64), np.zeros(4 * nodes, np.int64), np.zeros(1, np.int64), np.zeros(nodes, np.int64),
        np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape, np.int64), np.zeros(shape),
    )  # fmt: skip


@rule()
def find(B: Rows, row: int, words: int, keys: Rows) -> int:
    """Find the place of a node in the hash table, or a free place, with its key written there."""
    key = hashed(B, row, words, FIRST) | ONE
    place = int(np.int64(key >> ONE)) & (len(keys) - 1)
    while keys[place] != ZERO and keys[place] != key:
        place = (place + 1) & (len(keys) - 1)
    keys[place] = key
    return place


def begin(s: Any, node: int, wish: Rows, known: Memory) -> None:
    """Fill a new node with its legal answers, the most liked first."""
    count, action, liked = 0, known.action, known.liked
    for one in range(ACTIONS):
        if legal(s, one) == 0:
            continue
        place = min(count, EDGES)
        while place > 0 and wish[one] > liked[node, place - 1]:
            if place < EDGES:
                liked[node, place], action[node, place] = liked[node, place - 1], action[node, place - 1]
            place -= 1
        if place < EDGES:
            liked[node, place], action[node, place] = wish[one], one
        count = min(count + 1, EDGES)
    total = 0.0
    for edge in range(count):
        total += liked[node, edge]
    for edge in range(count):
        liked[node, edge] /= total
        known.tried[node, edge] = 0
        known.worth[node, edge] = 0.0
    known.edges[node] = count


@rule()
def choose_edge(node: int, known: Memory) -> int:
    """Choose an answer by PUCT with progressive widening: what it was worth, plus a bonus where it was tried little."""
    visits, gained = 0, 0.0
    for edge in range(known.edges[node]):
        visits += known.tried[node, edge]
        gained += known.worth[node, edge]
    usual = gained / visits if visits > 0 else 0.5
    wide = min(known.edges[node], int(WIDEN * (1 + visits) ** POWER))
    best, chosen = -1.0, 0
    for edge in range(wide):
        tries = known.tried[node, edge]
        met = known.worth[node, edge] / tries if tries > 0 else usual
        look = met + CURIOUS * known.liked[node, edge] * np.sqrt(1.0 + visits) / (1 + tries)
        if look > best:
            best, chosen = look, edge
    return chosen


class Batch(NamedTuple):
    """Simulations `first` to `last` that begin with the answer `root`, shared out among lanes."""

    worlds: int  # rows of the states that the view could be of
    lanes: int
    root: int  # below 0: there is no first answer but the orders `given`
    first: int
    last: int
    seed: np.uint64
    own: Rows  # seats that choose by the tree; others do as `play` does
    given: Rows  # orders at the start of each simulation


class Scratch(NamedTuple):
    """What one lane writes to while it simulates."""

    lane: int
    notes: Rows
    orders: Rows
    wish: Rows
    path: Rows  # empty: there is no tree


def simulate(T: Rows, S: Rows, B: Rows, batch: Batch, own: Scratch, known: Memory, found: Rows) -> None:
    """Give the first answer, go down the tree, play on; write what each simulation was worth.

    The first rows of S are situations that the view could be of; behind them each lane has the one that it plays
    and what its seat sees. B are the same rows as words. A lane takes every so many-th simulation; simulation k has
    the same chance whatever the first answer is.
    """
    t, path, lanes = T[0], own.path, batch.lanes
    here = batch.worlds + ROWS * own.lane
    s, view = S[here], here + 1
    for k in range(batch.first + (own.lane - batch.first) % lanes, batch.last, lanes):
        S[here] = S[k % batch.worlds]
        bits = stir(batch.seed ^ mul(add(np.uint64(k), np.uint64(1)), GOLDEN))
        s.seed = bits
        dice = stir(bits ^ DRAWS)
        own.orders[:] = batch.given
        if batch.root >= 0:
            answer(t, s, batch.root)
        depth, inside = 0, len(path) > 0
        while outcome(s) == 0:
            seat = asked(s)
            if inside and batch.own[seat] and depth < len(path):
                S[view] = S[here]
                hide(t, S[view], seat)
                at = find(B, view, WORDS, known.keys)
                if known.place[at] > 0:
                    node = known.place[at] - 1
                    edge = choose_edge(node, known)
                    path[depth, 0], path[depth, 1] = node, edge
                    depth += 1
                    answer(t, s, known.action[node, edge])
                    continue
                inside = False
                if known.nodes[0] < len(known.edges):
                    likes(t, S[view], own.notes, own.wish)
                    grow(S[view], known.nodes[0], own.wish, known)
                    known.nodes[0] += 1
                    known.place[at] = known.nodes[0]
                else:
                    known.keys[at] = ZERO
            dice = stir(dice)
            answer(t, s, play(t, s, dice, own.notes, own.orders))
        found[k - batch.first] = result(s)
        for step in range(depth):
            known.tried[path[step, 0], path[step, 1]] += 1
            known.worth[path[step, 0], path[step, 1]] += result(s)


def wished(T: Rows, S: Rows, row: int, seat: int, notes: Rows, wish: Rows) -> None:
    """How much a seat likes each of its answers in a row, which is written over."""
    hide(T[0], S[row], seat)
    likes(T[0], S[row], notes, wish)
