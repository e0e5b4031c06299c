"""A planner over whole errands, as an agent for games of errands: which one it would set out to."""

from typing import cast

from mpenv.agents.materia_prima.by_errand import entries
from mpenv.agents.materia_prima.by_errand.game import ErrandView, in_turn
from mpenv.agents.materia_prima.errand_list import COLUMNS
from mpenv.agents.materia_prima.order_execution import NOTHING
from mpenv.agents.materia_prima.policy import EXPERT
from mpenv.agents.search.horizon import Horizon
from mpenv.world import View as AnyView
from mpenv.worlds.materia_prima import catalogue as c


class SettingOut:
    """Chooses the errand that a planner finds best; other prompts it leaves to the planner.

    Where the planner would play as without search, it is the errand of the expert's plan.
    """

    def __init__(self, planner: Horizon) -> None:
        self._planner, self._memory = planner, EXPERT.copy()

    def reset(self, seat: int, seed: int) -> None:
        self._planner.reset(seat, seed)

    def act(self, view: AnyView) -> int:
        seen = cast(ErrandView, view)
        plain = seen.by_steps()
        if not in_turn(seen.state):
            return self._planner.act(plain)
        self._memory[:] = EXPERT
        self._memory["seat"] = seen.seat
        planned = int(entries.as_planned(seen.pack.tables, seen.record.copy(), 0, self._memory))
        orders = self._planner.set_out(plain).orders[seen.seat * COLUMNS :]
        if orders[0] == NOTHING:
            return planned
        errand = int(entries.errand_of(seen.record, 0, self._memory, int(orders[0]), int(orders[1])))
        action = c.ACTIONS + errand
        return action if errand >= 0 and seen.mask[action] else planned

    def explain(self) -> str:
        return self._planner.explain()
