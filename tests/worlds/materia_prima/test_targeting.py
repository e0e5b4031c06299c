"""The search of the Inquisition closes hexes all at once: the same that its rule closes one by one."""

import numpy as np
import pytest

from mpenv.engine.jit import entry
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.rules import targeting
from tests.worlds.materia_prima import rich


@entry
def flood(T: np.ndarray, S: np.ndarray, start: int, ways: np.ndarray) -> None:
    targeting.flood(T[0], S[0], start)
    for hex in range(len(ways)):
        ways[hex] = S[0].distance[hex]


@pytest.mark.rule("MP-INQ-22")
def test_inquisitors_reach_every_open_hex_that_hangs_together_and_no_closed_one() -> None:
    closed = 0
    for seed in range(60):
        game = rich.any_game(seed)
        t, s = game.pack.readable, game.overview().state
        seats = [s.seat[seat] for seat in range(s.seats)]
        taken = {one.tower for one in seats} | {figure.hex for one in seats for figure in one.figure}
        there = [hex for hex in range(t.hexes) if s.site[hex] != v.BLOCKED and hex not in taken]
        start, ways = there[seed % len(there)], np.zeros(t.hexes, np.int64)
        states = game.clone()._states
        flood(game.pack.tables, states, start, ways)
        reached = {hex for hex in range(t.hexes) if ways[hex] >= 0}
        assert reached <= set(there)
        for hex in reached:
            beside = {int(one) for one in t.neighbour[hex] if one >= 0}
            assert beside & set(there) <= reached
        closed += t.hexes - len(reached)
    assert closed > 0
