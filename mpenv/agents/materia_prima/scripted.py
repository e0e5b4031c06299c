"""The scripted players of Materia Prima: one way to plan and to choose, and a temperament for each."""

from typing import Any, ClassVar, cast

import numpy as np

from mpenv.agents.materia_prima import explain
from mpenv.agents.materia_prima.features import FEATURES
from mpenv.agents.materia_prima.memory import NO_ROWS, new_pictures
from mpenv.agents.materia_prima.scorer import UNIT, choose
from mpenv.agents.materia_prima.temperament import Temper, temper, tempers
from mpenv.world import View as AnyView
from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.view import View


class Mate:
    """A player with a temperament; the same view gets the same answer, but from those who have whims."""

    temper: ClassVar[Temper]
    sentence: ClassVar[str]
    held_out: ClassVar[bool]
    forgets: ClassVar[bool]  # the answer hangs on the view alone

    def __init_subclass__(cls) -> None:
        cls.sentence, cls.held_out = cls.temper.sentence, cls.temper.held_out
        cls.forgets = cls.temper.habits["whim"] == 0

    def __init__(self) -> None:
        self._seat = 0
        self._last: tuple[View, int] | None = None
        self._whims = np.random.default_rng(0)
        self._picture = new_pictures(1)
        self.temper.into(self._picture, 0)

    def reset(self, seat: int, seed: int) -> None:
        self._seat, self._last = seat, None
        self._whims = np.random.default_rng([seed, seat])

    def act(self, view: AnyView) -> int:
        bits = np.uint64(0) if self.forgets else self._whims.integers(1 << 64, dtype=np.uint64)
        answer = self._choose(view, bits, NO_ROWS)
        self._last = cast(View, view), answer
        return answer

    def scores(self, view: AnyView) -> dict[int, float]:
        """What every legal answer is worth to the player; whims left out."""
        worth = self.features(view) @ np.array(self.temper.weighed)
        return {action: float(worth[action]) / UNIT for action in view.legal}

    def features(self, view: AnyView) -> np.ndarray:
        """The features of every legal answer, a row for each action id; the others are zero."""
        rows = np.zeros((ACTIONS, len(FEATURES)), np.int64)
        self._choose(view, np.uint64(0), rows)
        return rows

    def explain(self) -> str:
        """One line on the last decision: what the player is at, and what spoke for the answer."""
        if self._last is None:
            return "nothing was asked yet"
        view, answer = self._last
        rows = self.features(view)
        return explain.reason(view, answer, self._picture, rows * np.array(self.temper.weighed))

    def _choose(self, view: AnyView, bits: np.uint64, rows: np.ndarray) -> int:
        seen = cast(View, view)
        record: Any = seen.record
        return int(choose(seen.pack.tables, record, 0, self._picture, self._seat, bits, rows))


def _mate(name: str) -> type[Mate]:
    return _player(name.title(), temper(name))


def _player(name: str, one: Temper) -> type[Mate]:
    return type(name, (Mate,), {"__doc__": one.sentence, "__module__": __name__, "temper": one})


Expert = _mate("expert")
FIRST = "as the expert, but shares out the longest work first, and is more careful"
Expert1 = _player("Expert1", temper("expert").but(eager=100, longest=1, nerve=50)._replace(sentence=FIRST))
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


def mates() -> dict[str, type[Mate]]:
    """Every scripted player by name."""
    return {name: globals()[name.title()] for name in tempers()}
