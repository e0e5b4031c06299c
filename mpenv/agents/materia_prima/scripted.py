"""The scripted players of Materia Prima: a shared planner and scorer, and a temperament for each player."""

from typing import Any, ClassVar, cast

import numpy as np

from mpenv.agents.materia_prima import explain as explanations
from mpenv.agents.materia_prima.features import FEATURES
from mpenv.agents.materia_prima.labels import answer_all
from mpenv.agents.materia_prima.memory import NO_ROWS, new_memories
from mpenv.agents.materia_prima.scorer import UNIT, choose
from mpenv.agents.materia_prima.temperament import Temperament, temperament_of, temperaments
from mpenv.engine.batch import BatchGame
from mpenv.world import View as AnyView
from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.rules.state import new_states
from mpenv.worlds.materia_prima.view import View


class ScriptedPlayer:
    """A player with a temperament; deterministic for a view, unless it has whims."""

    temperament: ClassVar[Temperament]
    sentence: ClassVar[str]
    held_out: ClassVar[bool]
    forgets: ClassVar[bool]  # the answer depends on the view alone

    def __init_subclass__(cls) -> None:
        cls.sentence, cls.held_out = cls.temperament.sentence, cls.temperament.held_out
        cls.forgets = cls.temperament.habits["whim"] == 0

    def __init__(self) -> None:
        self._seat = 0
        self._last: tuple[View, int] | None = None
        self._whims = np.random.default_rng(0)
        self._memory = new_memories(1)
        self.temperament.into(self._memory, 0)

    def reset(self, seat: int, seed: int) -> None:
        self._seat, self._last = seat, None
        self._whims = np.random.default_rng([seed, seat])

    def act(self, view: AnyView) -> int:
        bits = np.uint64(0) if self.forgets else self._whims.integers(1 << 64, dtype=np.uint64)
        answer = self._choose(view, bits, NO_ROWS)
        self._last = cast(View, view), answer
        return answer

    def answer_batch(self, games: BatchGame, rows: np.ndarray | None = None, whim: int = 0) -> np.ndarray:
        """Answer in every game of a batch, or in these rows, for the seat that is asked there.

        `whim` seeds the whims of players that have some.
        """
        rows = np.arange(games.games) if rows is None else rows
        answers = np.zeros(len(rows), np.int64)
        answer_all(*games.situations(), rows, new_states(1), self._memory.copy(), np.uint64(whim), answers)
        return answers

    def scores(self, view: AnyView) -> dict[int, float]:
        """Worth of every legal answer to the player, without whims."""
        worth = self.features(view) @ np.array(self.temperament.weighed)
        return {action: float(worth[action]) / UNIT for action in view.legal}

    def features(self, view: AnyView) -> np.ndarray:
        """Features of every legal answer, a row for each action id; other rows are zero."""
        rows = np.zeros((ACTIONS, len(FEATURES)), np.int64)
        self._choose(view, np.uint64(0), rows)
        return rows

    def explain(self) -> str:
        """One line on the last decision: the player's job, and what spoke for the answer."""
        if self._last is None:
            return "no decision yet"
        view, answer = self._last
        rows = self.features(view)
        return explanations.reason(view, answer, self._memory, rows * np.array(self.temperament.weighed))

    def _choose(self, view: AnyView, bits: np.uint64, rows: np.ndarray) -> int:
        seen = cast(View, view)
        record: Any = seen.record
        return int(choose(seen.pack.tables, record, 0, self._memory, self._seat, bits, rows))


def _mate(name: str) -> type[ScriptedPlayer]:
    return _player(name.title(), temperament_of(name))


def _player(name: str, mind: Temperament) -> type[ScriptedPlayer]:
    return type(name, (ScriptedPlayer,), {"__doc__": mind.sentence, "__module__": __name__, "temperament": mind})


Expert = _mate("expert")
SECOND = "as the expert, but keeps no recipe for himself, and does without what some abilities are good for"
NO_GIFTS = {"private": 0, "abroad": 0, "market": 0, "gifts": 10, "sturdy": 15, "leisure": 200, "points": 3}
Expert2 = _player("Expert2", temperament_of("expert").but(**NO_GIFTS)._replace(sentence=SECOND))
FIRST = "as the second expert, but shares out the longest work first, and is more careful"
Expert1 = _player("Expert1", Expert2.temperament.but(eager=100, longest=1, nerve=50)._replace(sentence=FIRST))
Busy = _mate("busy")
Courier = _mate("courier")
Crafter = _mate("crafter")
Guard = _mate("guard")
Hunter = _mate("hunter")
Hermit = _mate("hermit")
Hothead = _mate("hothead")
Miser = _mate("miser")
Loafer = _mate("loafer")
Helper = _mate("helper")
Scholar = _mate("scholar")
Coward = _mate("coward")
Erratic = _mate("erratic")


def scripted_players() -> dict[str, type[ScriptedPlayer]]:
    """All scripted players by name."""
    return {name: globals()[name.title()] for name in temperaments()}
