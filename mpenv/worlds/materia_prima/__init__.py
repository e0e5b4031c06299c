"""The world of Materia Prima - The Inquisition."""

from pathlib import Path
from typing import Any

import numpy as np

from mpenv.encoders import Reading
from mpenv.terms import Verb
from mpenv.world import Outcome
from mpenv.worlds.materia_prima import observe
from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.content.generated import with_generated
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.draw.account import LATE, ended
from mpenv.worlds.materia_prima.draw.guide import said
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.guide_check import refuse_unplayable
from mpenv.worlds.materia_prima.observe import potential
from mpenv.worlds.materia_prima.options import Options, seed_of
from mpenv.worlds.materia_prima.rules import account, secrets, step, successors
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, new_accounts, new_setups, new_states
from mpenv.worlds.materia_prima.states import check
from mpenv.worlds.materia_prima.terms import TERMS


class MateriaPrima:
    """This world as the shared rooms see it."""

    name = "materia_prima"
    version = 1
    actions = ACTIONS
    outcomes = (*OUTCOMES, *LATE)
    home = Path(__file__).resolve().parent
    Options, terms = Options, TERMS

    @property
    def verbs(self) -> tuple[Verb, ...]:
        from mpenv.worlds.materia_prima.commands import VERBS

        return VERBS

    def agents(self, seats: int) -> list[str]:
        return [f"alchemist_{seat}" for seat in range(seats)]

    def encoder(self, name: str) -> observe.Encoder:
        return observe.encoder(name)

    def reading(self, name: str) -> Reading | None:
        found = observe.named(name)
        return found if isinstance(found, Reading) else None

    oracle = observe.ORACLE
    state_size = observe.ORACLE.size

    def everything(self, tables: np.ndarray, states: np.ndarray) -> np.ndarray:
        """Numbers for critics, int16[games, state_size]."""
        return observe.everything(tables, states.copy())

    def game(self, position: str | None = None, **options: Any) -> Game:
        """A new game, or the one that a position file describes."""
        return Game(**options) if position is None else Game.from_position(position)

    def guide(self, game: Game) -> list[str]:
        """Guide line for the seat that is asked; BrokenPack where the tutorial says what cannot be played."""
        lines = [] if game.seat is None else said(game.view(game.seat))
        if lines:
            refuse_unplayable(game.pack)
        return lines

    def rules(self, encoder: str) -> dict[str, Any]:
        """Names and rules that the shared loops are bound to."""
        return {
            "answer": step.answer,
            "start": step.start,
            "asked": step.asked,
            "outcome": step.outcome,
            "result": step.result,
            "legal": step.is_legal,
            "write": self.encoder(encoder).rule,
            "potential": potential.potential,
            "account": account.give,
            "hide": secrets.hide,
            "futures": successors.worth,
            "WORDS": successors.WORDS,
            "ACTIONS": ACTIONS,
        }

    def states(self, count: int) -> np.ndarray:
        return new_states(count)

    def check_states(
        self, tables: np.ndarray, states: np.ndarray, setups: np.ndarray, accounts: np.ndarray
    ) -> list[str]:
        """Faults of states and accounts that come from outside, a sentence each."""
        found = [check.fault(tables, states, check.template(setups)), check.account_fault(tables, accounts)]
        wrong = np.flatnonzero(states["seed"] != setups["seed"])
        seeds = [f"game {wrong[0]}: its seed is another than it was set up with"] if len(wrong) else []
        return [f"game {one[0]}: {one[1]}" for one in found if one] + seeds

    def accounts(self, count: int) -> np.ndarray:
        return new_accounts(count)

    def told(self, options: dict[str, Any], account: np.ndarray) -> Outcome:
        """Make the outcome of a game from its account record."""
        chosen = Options.named({name: value for name, value in options.items() if name != "seed"})
        pack = chosen.open_pack()
        return ended(pack, pack.index("scenario", chosen.scenario), account)

    def setups(self, games: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
        """The tables of the pack, and a setup for each game; each has a seed, all have the same pack."""
        setups, known = new_setups(len(games)), dict[str, tuple[Options, np.ndarray]]()
        scenarios = list[str]()
        for i, options in enumerate(games):
            chosen = {name: value for name, value in options.items() if name != "seed"}
            key = repr(list(chosen.items()))
            try:
                if key not in known:
                    one = Options.named(chosen)
                    known[key] = one, one.setup(0)
                setups[i] = known[key][1][0]
                scenarios.append(known[key][0].scenario)
                setups["seed"][i] = seed_of(options["seed"])
            except ValueError as fault:
                raise ValueError(f"game {i}: {fault}") from None
        packs = sorted({one.pack for one, _ in known.values()})
        if len(packs) != 1:
            raise ValueError(f"the games of a batch share one pack, not {', '.join(packs)}")
        pack = with_generated(load(packs[0]), scenarios)
        number = {name: i for i, name in enumerate(pack.ids["scenario"])}
        setups["scenario"] = [number[name] for name in scenarios]
        return pack.tables, setups


WORLD = MateriaPrima()
Game.world = WORLD


def scenarios(pack: str = Options.pack) -> list[str]:
    """The scenarios of a pack."""
    return list(load(pack).ids["scenario"])


__all__ = ["ACTIONS", "WORLD", "Game", "MateriaPrima", "scenarios"]
