"""The cost of playing by errands: the expert, and the same with the errands of its plan, on the same seeds.

    python -m scripts.maintain.errand_cost --games 500

prints for each cell how often both meet the mission, the difference with its 95 % interval, and how many decisions a
game has by steps and by errands.
"""

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mpenv import text_table
from mpenv.agents.materia_prima.by_errand.agents import Planned
from mpenv.agents.materia_prima.by_errand.world import ERRANDS
from mpenv.agents.materia_prima.compiled_matches import Arena
from mpenv.agents.materia_prima.temperament import temperament_of
from mpenv.play import begin_team, play
from mpenv.worlds.materia_prima.rules.state import SUCCESS

CELLS = ("vault/3", "licences/3", "alms/2")
FIRST_SEED = 1
SURE = 1.96


class Cost(NamedTuple):
    """Results of one cell: successes by steps and by errands, and decisions a game, for each seed."""

    cell: str
    by_steps: np.ndarray
    by_errands: np.ndarray
    steps: np.ndarray
    choices: np.ndarray

    @property
    def difference(self) -> tuple[float, float]:
        """The mean difference in success, and half the width of its interval."""
        apart = self.by_errands.astype(float) - self.by_steps
        return float(apart.mean()), float(SURE * apart.std(ddof=1) / np.sqrt(len(apart)))


def measured(cell: str, games: int) -> Cost:
    """Play a cell both ways."""
    scenario, _, seats = cell.partition("/")
    options: dict[str, Any] = {"scenario": scenario, "seats": int(seats)}
    seeds = range(FIRST_SEED, FIRST_SEED + games)
    ends = Arena(seeds, **options).play([temperament_of("expert")] * int(seats))
    team, found, choices = [Planned() for _ in range(int(seats))], np.zeros(games, bool), np.zeros(games, np.int64)
    for nth, seed in enumerate(seeds):
        game = ERRANDS.game(**options, seed=seed)
        begin_team(game, team, seed)
        play(game, team)
        found[nth], choices[nth] = game.outcome is not None and game.outcome.success, game.plies
    return Cost(cell, ends.outcome == SUCCESS, found, ends.plies, choices)


def table(costs: Sequence[Cost]) -> str:
    """The results as text."""
    columns = [
        text_table.words("cell"),
        *text_table.figures("expert %", "by errands %", "difference", "decisions by steps", "by errands"),
    ]
    rows = []
    for one in costs:
        apart, half = one.difference
        shares = [f"{100 * share.mean():.1f}" for share in (one.by_steps, one.by_errands)]
        plies = [f"{count.mean():.0f}" for count in (one.steps, one.choices)]
        rows.append([one.cell, *shares, f"{100 * apart:+.1f} +- {100 * half:.1f}", *plies])
    return text_table.table(columns, rows, "  ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500, help="games of each cell; 500 when left out")
    parser.add_argument("cells", nargs="*", default=[*CELLS], help=f"like vault/3; {', '.join(CELLS)} when left out")
    asked = parser.parse_args()
    print(table([measured(cell, asked.games) for cell in asked.cells]))


if __name__ == "__main__":
    main()
