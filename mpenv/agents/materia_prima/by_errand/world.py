"""The world of errands: Materia Prima with other actions, for all that knows a world through `mpenv.world`."""

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand import entries, observed, rules
from mpenv.agents.materia_prima.by_errand.agents import ByErrands
from mpenv.agents.materia_prima.by_errand.game import ErrandGame
from mpenv.agents.materia_prima.by_errand.setting_out import SettingOut
from mpenv.agents.protocol import Agent
from mpenv.agents.search.horizon import Horizon
from mpenv.terms import Verb
from mpenv.worlds.materia_prima import WORLD, MateriaPrima

NAME = "errands"
ENCODER = observed.ERRANDS.name


class ErrandWorld(MateriaPrima):
    """Materia Prima in which a seat chooses an errand at its turn; states, tables, options and encoders are the same.

    `steps` is the ordinary world underneath.
    """

    name = f"{WORLD.name}_{NAME}"
    actions = e.ACTIONS
    home = Path(__file__).resolve().parents[1]  # all that is compiled into its rules
    terms = dataclasses.replace(WORLD.terms, actions={}, teammate="random", variants={})
    steps = WORLD

    @property
    def verbs(self) -> tuple[Verb, ...]:
        return ()

    def game(self, position: str | None = None, **options: Any) -> ErrandGame:
        """A new game, or the one that a position file describes."""
        return ErrandGame(**options) if position is None else ErrandGame.from_position(position)

    def rules(self, encoder: str) -> dict[str, Any]:
        """Names and rules that the shared loops are bound to."""
        found = super().rules(encoder)
        del found["futures"]  # an errand rolls dice on the way
        if encoder == ENCODER:
            found |= {"proceed": rules.proceed, "present": observed.present}
        return {
            **found,
            "start": rules.start,
            "answer": rules.answer,
            "legal": rules.legal,
            "accepts": rules.accepts,
            "ACTIONS": e.ACTIONS,
        }

    def check_states(
        self, tables: np.ndarray, states: np.ndarray, setups: np.ndarray, accounts: np.ndarray
    ) -> list[str]:
        """What is wrong with states and accounts that come from outside, and with the errands marked in them."""
        fresh = states.copy()
        for row in range(len(states)):
            prompt = fresh["prompts"][row]
            if 0 < prompt <= len(fresh["prompt"][row]):
                entries.forget(fresh, row)
        if found := super().check_states(tables, fresh, setups, accounts):
            return found
        for row in range(len(states)):
            entries.offer(tables, fresh, row)
            if (fresh["legal"][row] != states["legal"][row]).any():
                return [f"game {row}: other errands are open than it marks"]
        return []

    def agent(self, agent: Agent) -> ByErrands:
        """An agent for ordinary games, which carries out the errands that another chooses."""
        return ByErrands(agent)

    def setting_out(self, agent: Agent) -> SettingOut:
        """A planner of ordinary games as one that chooses errands; a ValueError when it plans none."""
        if not isinstance(agent, Horizon):
            raise ValueError("it answers step by step; `horizon` plans whole errands")
        return SettingOut(agent)


ERRANDS = ErrandWorld()
ErrandGame.world = ERRANDS
