"""Exact value of a situation under perfect play: expectimax over every answer and every result of chance.

The names annotated below are filled in by the world, as in `mpenv/engine/loops.py`.
"""

# ruff: noqa: F821 - these names are bound by the world

from collections.abc import Callable

import numpy as np

from mpenv.engine.jit import mul, rule

futures: Callable[..., int]  # (t, S, B, P, i, action, lo): write what an answer leads to; where it ends, or below 0
# (one whose end is certain may already have ended there); it adds what work it was to P[WORK]
outcome: Callable[..., int]
result: Callable[..., float]
legal: Callable[..., int]
ACTIONS: int
WORDS: int  # of a row, that make two situations equal

Rows = np.ndarray
ROOT = 4  # the rows before it are scratch space of the world
WORK, PATIENCE = 0, 1  # of P, whose first rows are no situations: work that was done, and how much may be
TOO_WIDE, UNCLEAR, TOO_MANY, TOO_DEEP, TOO_LONG = -1.0, -2.0, -3.0, -4.0, -5.0
UNKNOWN, OPEN, SURE = -1.0, -2.0, 1.0 - 1e-12  # OPEN: it waits for its own value
ZERO, ONE, FIRST, SECOND = np.uint64(0), np.uint64(1), np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


@rule()
def hashed(B: Rows, row: int, words: int, factor: np.uint64) -> np.uint64:
    """Hash a situation into 64 bits."""
    word = factor
    for place in range(words):
        word = mul(word ^ B[row, place], factor)
        word = word ^ (word >> np.uint64(29))
    return word


@rule()
def place_of(B: Rows, row: int, words: int, keys: Rows) -> int:
    """Find the place of a situation in the hash table, or a free place, with its key written there."""
    key, check = hashed(B, row, words, FIRST) | ONE, hashed(B, row, words, SECOND)
    place = int(np.int64(key >> ONE)) & (len(keys) - 1)
    while keys[place, 0] != ZERO and (keys[place, 0] != key or keys[place, 1] != check):
        place = (place + 1) & (len(keys) - 1)
    keys[place, 0] = key
    keys[place, 1] = check
    return place


def expect(
    T: Rows, S: Rows, B: Rows, P: Rows, keys: Rows, values: Rows, known: Rows, frames: Rows, sums: Rows, root: int,
) -> float:  # fmt: skip
    """The success probability after answering `root` in row ROOT; below 0 the reason why it is unknown.

    Depth-first, with a stack of frames. A frame holds a situation's row, the answer being tried, the next and the end
    of the rows that answer leads to, and its place in `values`; its sums are the value of the best answer, the value
    added up for this one, and the probability left. Solved situations stay in `keys` and `values`; `known[0]` counts
    them.
    """
    t, at = T[0], 0
    frames[0, 0], frames[0, 1] = ROOT, root
    sums[0, 0] = sums[0, 1] = 0.0
    sums[0, 2] = 1.0
    frames[0, 2], frames[0, 3] = ROOT + 1, futures(t, S, B, P, ROOT, root, ROOT + 1)
    if frames[0, 3] < 0:
        return float(frames[0, 3])
    while True:
        row = frames[at, 2]
        if row < frames[at, 3]:
            place, value = -1, result(S[row])
            if outcome(S[row]) == 0:
                place = place_of(B, row, WORDS, keys)
                value = values[place]
            if value >= 0.0:
                sums[at, 1] += P[row] * value
                sums[at, 2] -= P[row]
                frames[at, 2] += 1
                if at > 0 and sums[at, 1] + sums[at, 2] <= sums[at, 0]:
                    frames[at, 2] = frames[at, 3]  # no better than another answer, whatever comes
                continue
            at += 1
            known[0] += 1
            if 2 * known[0] > len(keys):
                return TOO_MANY
            if at == len(frames) or value == OPEN:
                return TOO_DEEP
            values[place] = OPEN
            frames[at, 0], frames[at, 1], frames[at, 4] = row, -1, place
            sums[at, 0] = sums[at, 1] = 0.0
            end = frames[at - 1, 3]
        else:
            if at == 0:
                return float(sums[0, 1])
            sums[at, 0] = max(sums[at, 0], sums[at, 1])
            end = frames[at - 1, 3]
        row, action = frames[at, 0], frames[at, 1] + 1
        while action < ACTIONS and legal(S[row], action) == 0:
            action += 1
        if action < ACTIONS and sums[at, 0] < SURE:
            frames[at, 1] = action
            sums[at, 1], sums[at, 2] = 0.0, 1.0
            frames[at, 2], frames[at, 3] = end, futures(t, S, B, P, row, action, end)
            if frames[at, 3] < 0:
                return float(frames[at, 3])
            if P[WORK] > P[PATIENCE]:
                return TOO_LONG
            continue
        values[frames[at, 4]] = sums[at, 0]
        at -= 1
