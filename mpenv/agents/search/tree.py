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
    """Where what a seat knows is remembered, or where there is room for it."""
    key = hashed(B, row, words, FIRST) | ONE
    place = int(np.int64(key >> ONE)) & (len(keys) - 1)
    while keys[place] != ZERO and keys[place] != key:
        place = (place + 1) & (len(keys) - 1)
    keys[place] = key
    return place


def begin(s: Any, node: int, wish: Rows, edges: Rows, action: Rows, liked: Rows, tried: Rows, worth: Rows) -> None:
    """A new node, with the answers that are liked most in order."""
    count = 0
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
        tried[node, edge] = 0
        worth[node, edge] = 0.0
    edges[node] = count


@rule()
def choose_edge(node: int, edges: Rows, liked: Rows, tried: Rows, worth: Rows) -> int:
    """The answer that looks best, allowing for how little it was tried."""
    visits, gained = 0, 0.0
    for edge in range(edges[node]):
        visits += tried[node, edge]
        gained += worth[node, edge]
    usual = gained / visits if visits > 0 else 0.5
    wide = min(edges[node], int(WIDEN * (1 + visits) ** POWER))
    best, chosen = -1.0, 0
    for edge in range(wide):
        met = worth[node, edge] / tried[node, edge] if tried[node, edge] > 0 else usual
        look = met + CURIOUS * liked[node, edge] * np.sqrt(1.0 + visits) / (1 + tried[node, edge])
        if look > best:
            best, chosen = look, edge
    return chosen


def simulate(
    T: Rows, S: Rows, B: Rows, worlds: int, lane: int, lanes: int, root: int, first: int, last: int, seed: np.uint64,
    own: Rows, notes: Rows, given: Rows, orders: Rows, wish: Rows, path: Rows,
    keys: Rows, place: Rows, nodes: Rows, edges: Rows, action: Rows, liked: Rows, tried: Rows, worth: Rows,
    found: Rows,
) -> None:  # fmt: skip
    """Give the first answer `root`, go down the tree, play on; what simulations `first` to `last` were worth.

    Rows 0 to `worlds` of S are situations that the view could be of; behind them each lane has the one that it plays
    and what its seat sees. B are the same rows as words. A lane takes every so many-th simulation; simulation k has
    the same chance whatever the first answer is. Seats that are not `own` do as `play` does also within the tree.
    `root` below 0: there is no first answer but the orders `given`. With `path` empty there is no tree.
    """
    t = T[0]
    here = worlds + ROWS * lane
    s, view = S[here], here + 1
    for k in range(first + (lane - first) % lanes, last, lanes):
        S[here] = S[k % worlds]
        bits = stir(seed ^ mul(add(np.uint64(k), np.uint64(1)), GOLDEN))
        s.seed = bits
        dice = stir(bits ^ DRAWS)
        orders[:] = given
        if root >= 0:
            answer(t, s, root)
        depth, inside = 0, len(path) > 0
        while outcome(s) == 0:
            seat = asked(s)
            if inside and own[seat] and depth < len(path):
                S[view] = S[here]
                hide(t, S[view], seat)
                at = find(B, view, WORDS, keys)
                if place[at] > 0:
                    node = place[at] - 1
                    edge = choose_edge(node, edges, liked, tried, worth)
                    path[depth, 0], path[depth, 1] = node, edge
                    depth += 1
                    answer(t, s, action[node, edge])
                    continue
                inside = False
                if nodes[0] < len(edges):
                    likes(t, S[view], notes, wish)
                    grow(S[view], nodes[0], wish, edges, action, liked, tried, worth)
                    nodes[0] += 1
                    place[at] = nodes[0]
                else:
                    keys[at] = ZERO
            dice = stir(dice)
            answer(t, s, play(t, s, dice, notes, orders))
        found[k - first] = result(s)
        for step in range(depth):
            tried[path[step, 0], path[step, 1]] += 1
            worth[path[step, 0], path[step, 1]] += result(s)


def wished(T: Rows, S: Rows, row: int, seat: int, notes: Rows, wish: Rows) -> None:
    """How much a seat likes each of its answers in a row, which is written over."""
    hide(T[0], S[row], seat)
    likes(T[0], S[row], notes, wish)
