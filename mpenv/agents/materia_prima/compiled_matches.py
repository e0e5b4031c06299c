"""Whole games of scripted teams inside compiled code: every seat decides from its own view."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.materia_prima.memory import NO_ROWS, new_pictures
from mpenv.agents.materia_prima.scorer import decide
from mpenv.agents.materia_prima.temperament import Temper
from mpenv.engine.jit import entry
from mpenv.engine.loops import stir
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.rules import secrets, step
from mpenv.worlds.materia_prima.rules.state import new_states


class Ends(NamedTuple):
    """How games ended, one place each."""

    outcome: np.ndarray
    day: np.ndarray
    plies: np.ndarray


@entry
def play_games(
    T: np.ndarray, S: np.ndarray, P: np.ndarray, chosen: np.ndarray, none: np.ndarray, outcome: np.ndarray,
    day: np.ndarray, plies: np.ndarray,
) -> None:  # fmt: skip
    """Play the games of all setups to their ends in row 1; row 0 is blank, row 2 takes the views."""
    t = T[0]
    for i in range(len(chosen)):
        S[1] = S[0]
        s = S[1]
        step.start(t, s, chosen[i])
        plies[i] = 0
        bits = stir(chosen[i].seed)
        while step.outcome(s) == 0:
            seat = step.asked(s)
            S[2] = S[1]
            secrets.hide(t, S[2], seat)
            P[seat].seat = seat
            bits = stir(bits)
            step.answer(t, s, decide(t, S[2], P[seat], bits, none))
            plies[i] += 1
        outcome[i] = step.outcome(s)
        day[i] = s.day


class Arena:
    """Games of some options by their seeds, for one team after another."""

    def __init__(self, seeds: Sequence[int], **options: Any) -> None:
        self._tables, self._setups = WORLD.setups([{**options, "seed": seed} for seed in seeds])
        self._states, self._pictures = new_states(3), new_pictures(v.SEATS)

    def play(self, team: Sequence[Temper]) -> Ends:
        """Every game to its end, with a player for each seat."""
        for seat, one in enumerate(team):
            one.into(self._pictures, seat)
        games = len(self._setups)
        ends = Ends(np.zeros(games, np.int64), np.zeros(games, np.int64), np.zeros(games, np.int64))
        play_games(self._tables, self._states, self._pictures, self._setups, NO_ROWS, *ends)
        return ends
