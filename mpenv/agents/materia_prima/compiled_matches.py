"""Compiled games of scripted teams: every seat decides from its own view."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.materia_prima.memory import NO_ROWS, new_memories
from mpenv.agents.materia_prima.scorer import decide
from mpenv.agents.materia_prima.temperament import Temperament
from mpenv.engine.jit import entry
from mpenv.engine.loops import stir
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.rules import secrets, step
from mpenv.worlds.materia_prima.rules.state import new_states


class Ends(NamedTuple):
    """How each game ended, one array entry per game."""

    outcome: np.ndarray
    day: np.ndarray
    plies: np.ndarray


@entry
def play_games(
    T: np.ndarray, S: np.ndarray, P: np.ndarray, chosen: np.ndarray, none: np.ndarray, outcome: np.ndarray,
    day: np.ndarray, plies: np.ndarray,
) -> None:  # fmt: skip
    """Play the games of all setups to their ends. Row 0 of S is blank, row 1 holds the game, row 2 the view."""
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
    """Games of fixed options and seeds, replayed by one team after another."""

    def __init__(self, seeds: Sequence[int], **options: Any) -> None:
        self._tables, self._setups = WORLD.setups([{**options, "seed": seed} for seed in seeds])
        self._states, self._memories = new_states(3), new_memories(v.SEATS)

    def play(self, team: Sequence[Temperament]) -> Ends:
        """Play every game to its end, with one temperament per seat."""
        for seat, temperament in enumerate(team):
            temperament.into(self._memories, seat)
        games = len(self._setups)
        ends = Ends(np.zeros(games, np.int64), np.zeros(games, np.int64), np.zeros(games, np.int64))
        play_games(self._tables, self._states, self._memories, self._setups, NO_ROWS, *ends)
        return ends
