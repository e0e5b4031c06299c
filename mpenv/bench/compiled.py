"""Compiled helpers of measuring: a fast random legal choice, and a fixed workload to compare with."""

import numpy as np

from mpenv.engine.jit import entry
from mpenv.engine.loops import drawn_of, stir

ROWS, CELLS, MARKS = 128, 512, 256


def _pick(mask: np.ndarray, bits: np.ndarray, answers: np.ndarray) -> None:
    """Draw one legal action for each row of a mask, uniformly."""
    for i in range(len(mask)):
        bits[0] = stir(bits[0])
        answers[i] = drawn_of(mask, i, bits[0])


def _toil(cells: np.ndarray, marks: np.ndarray, bits: np.ndarray) -> None:
    """Do the fixed work of the gate: hashing, branches and small integers, as in a game.

    Changing this function changes the ratio in configs/bench/gate.toml.
    """
    for row in range(ROWS):
        for _ in range(24):
            bits[0] = stir(bits[0])
            word = int(np.int64(bits[0] >> np.uint64(34)))
            at, kind = word % CELLS, (word >> 12) % 5
            if kind == 0:
                cells[row, at] += 1
            elif kind == 1:
                cells[row, at] = cells[row, (at * 7 + 1) % CELLS]
            elif kind == 2 and cells[row, at] > 9:
                cells[row, at] = 0
            elif kind == 3:
                nearest = at
                while nearest > 0 and cells[row, nearest] < 3:
                    nearest -= 1
                cells[row, nearest] += 2
            else:
                cells[row, at] ^= 1
        for mark in range(MARKS):
            here, there = cells[row, mark], cells[row, CELLS - 1 - mark]
            marks[row, mark] = 1 if here > there and (here + mark) % 3 != 0 else 0


pick = entry(_pick)
toil = entry(_toil)
