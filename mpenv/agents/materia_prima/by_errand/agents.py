"""Agents that play ordinary games by errands: they choose one at their turn, and carry it out step by step."""

from typing import Any, cast

from mpenv.agents.materia_prima.by_errand import entries, progress
from mpenv.agents.materia_prima.by_errand.game import ErrandView
from mpenv.agents.materia_prima.memory import new_memories
from mpenv.agents.materia_prima.policy import EXPERT
from mpenv.agents.protocol import Agent, why
from mpenv.world import View as AnyView
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.view import View


class ByErrands:
    """Plays an ordinary game as another agent chooses errands.

    The same choices are the same game as in an environment of errands.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.held_out = bool(getattr(agent, "held_out", False))
        self.choices = 0  # decisions since it was made
        self._way, self._memory = progress.nothing(), new_memories(1)

    def reset(self, seat: int, seed: int) -> None:
        self._way = progress.nothing()
        self.agent.reset(seat, seed)

    def act(self, view: AnyView) -> int:
        seen = cast(View, view)
        if (step := self._go_on(seen)) >= 0:
            return step
        self.choices += 1
        chosen = self.agent.act(ErrandView.of(seen))
        if chosen < c.ACTIONS:
            return chosen
        self._memory[:] = EXPERT
        self._memory["seat"] = seen.seat
        entries.set_out(seen.record, 0, self._memory, self._way, chosen - c.ACTIONS)
        return self._go_on(seen)

    def _go_on(self, view: View) -> int:
        """The next step of the errand under way, below 0 when there is none."""
        if not self._way[progress.ERRAND]:
            return -1
        step = int(entries.go_on(view.pack.tables, view.record.copy(), 0, self._memory, self._way))
        if step < 0:
            self._way[progress.ERRAND] = 0
        return step

    def explain(self) -> str:
        """Say why the other agent chose the errand."""
        return why(self.agent)


class Planned:
    """Chooses the errand that the expert's plan would carry out; other prompts it answers as the expert."""

    sentence = "plays as the expert as far as errands allow"

    def __init__(self) -> None:
        self._memory = EXPERT.copy()

    def reset(self, seat: int, seed: int) -> None:
        self._memory = EXPERT.copy()

    def act(self, view: AnyView) -> int:
        seen: Any = view
        self._memory["seat"] = seen.seat
        return int(entries.as_planned(seen.pack.tables, seen.record.copy(), 0, self._memory))


class ExpertByErrands(ByErrands):
    """The expert in ordinary games, as far as errands allow: what playing by errands costs in strength."""

    sentence = "chooses the errand of the expert's plan at its turn, and carries it out"

    def __init__(self) -> None:
        super().__init__(Planned())
