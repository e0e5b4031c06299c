"""Study of how the scripted players differ: how often they agree, what they do, and how often their teams succeed.

`make teammates` writes `docs/teammates.json` and its picture.
"""

import itertools
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import files
from mpenv.agents.materia_prima.compiled_matches import Arena
from mpenv.agents.materia_prima.scripted import ScriptedPlayer, scripted_players
from mpenv.agents.materia_prima.temperament import Temperament
from mpenv.bench.chart import save
from mpenv.intervals import SURE, wilson
from mpenv.play import begin_team, decisions
from mpenv.seeds import TEAMMATE_STUDY_SEED as FIRST
from mpenv.world import View
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.studies.target_ranges import MEANT

SCENARIOS = ("prologue", "alms", "licences", "hunt", "vault", "tithe", "watch", "great-work")
SEATS = 3
GAMES = 600  # games per team and scenario
WATCHED = 4  # games per team and scenario in which all players answer every decision
KINDS = ("MOVE", "MINE", "TRANSMUTE", "FIGHT", "RESEARCH", "MISSION", "EXCHANGE", "BUY", "SAIL", "END")


class Cell(NamedTuple):
    """A team of equals in a scenario: its success, and the lead of the expert's team on the same seeds."""

    success: tuple[float, float, float]  # share, and its 95 % interval
    ahead: float
    half: float  # half the width of the interval


class StudyResults(NamedTuple):
    """Results of all players, in the order of their names."""

    names: list[str]
    games: int  # per team and scenario
    agreement: list[list[float]]  # share of equal answers of two players, over decisions with a choice
    shares: list[list[float]]  # shares of their decisions, by KINDS
    cells: list[list[Cell]]  # by SCENARIOS
    beside: list[list[Cell]]  # expert teams with one seat given to another player, each seat in a third of the games


def options(scenario: str) -> dict[str, Any]:
    return {"scenario": scenario, "seats": SEATS, "difficulty": None if scenario == "prologue" else "normal"}


def measure(games: int = GAMES, watched: int = WATCHED) -> StudyResults:
    """Measure every player in a team of equals on the same seeds, and its answers to the decisions of all."""
    known = {
        name: kind for name, kind in scripted_players().items() if name != MEANT
    }  # `busy` only serves the play statistics
    agreement, shares = _watch(list(known.values()), watched)
    cells: list[list[Cell]] = [[] for _ in known]
    beside: list[list[Cell]] = [[] for _ in known]
    for scenario in SCENARIOS:
        thirds = [Arena(range(FIRST + seat, FIRST + games, SEATS), **options(scenario)) for seat in range(SEATS)]
        expert = known["expert"].temperament
        best = _met(thirds, [[expert] * SEATS] * SEATS)
        for player, kind in enumerate(known.values()):
            cells[player].append(_cell(_met(thirds, [[kind.temperament] * SEATS] * SEATS), best))
            teams = [[kind.temperament if k == seat else expert for k in range(SEATS)] for seat in range(SEATS)]
            beside[player].append(_cell(_met(thirds, teams), best))
    return StudyResults(list(known), games, agreement.tolist(), shares.tolist(), cells, beside)


def _met(arenas: Sequence[Arena], teams: Sequence[Sequence[Temperament]]) -> np.ndarray:
    """Which games met the mission, for each arena with its team."""
    return np.concatenate([arena.play(team).outcome == 1 for arena, team in zip(arenas, teams, strict=True)])


def _cell(met: np.ndarray, expert: np.ndarray) -> Cell:
    ahead = expert.astype(float) - met
    half = SURE * float(ahead.std(ddof=1)) / math.sqrt(len(met))
    return Cell(wilson(int(met.sum()), len(met)), float(ahead.mean()), half)


def _watch(kinds: Sequence[type[ScriptedPlayer]], watched: int) -> tuple[np.ndarray, np.ndarray]:
    """Agreement of every two players, and decisions by kind, over games of each."""
    same, asked = np.zeros((len(kinds), len(kinds))), 0
    counts = [Counter[str]() for _ in kinds]
    games = itertools.product(range(len(kinds)), SCENARIOS, range(FIRST, FIRST + watched))
    for player, scenario, seed in games:
        for answers in _asked(kinds, player, Game(**options(scenario), seed=seed), seed):
            same += answers[:, None] == answers
            asked += 1
            counts[player][c.block_of(int(answers[player])).name] += 1
    shares = np.array([[count[name] / count.total() for name in KINDS] for count in counts])
    return same / asked, shares


class Panel:
    """Players of every kind on one seat: all answer, and the answer of one kind is played."""

    def __init__(self, kinds: Sequence[type[ScriptedPlayer]], player: int) -> None:
        self.players, self.player = [kind() for kind in kinds], player

    def reset(self, seat: int, seed: int) -> None:
        for player in self.players:
            player.reset(seat, seed)

    def act(self, view: View) -> int:
        self.answers = np.array([player.act(view) for player in self.players])
        return int(self.answers[self.player])


def _asked(kinds: Sequence[type[ScriptedPlayer]], player: int, game: Game, seed: int) -> Iterator[np.ndarray]:
    """Yield the answers of every kind to each decision of a game that one kind plays on all seats."""
    team = [Panel(kinds, player) for _ in range(game.seats)]
    begin_team(game, team, seed)
    for _, seat, _ in decisions(game, team):
        yield team[seat].answers


# --- as text and as a picture --------------------------------------------------------------------------


def read(path: Path) -> StudyResults:
    """Read results from a file."""
    said = json.loads(path.read_text(encoding="utf-8"))
    for part in ("cells", "beside"):
        said[part] = [[Cell(tuple(met), ahead, half) for met, ahead, half in row] for row in said[part]]
    return StudyResults(**said)


def success_table(results: StudyResults, beside: bool = False) -> str:
    """Success by scenario of teams of a kind or beside two experts, and the expert's lead."""
    head = "one seat for" if beside else "team of"
    lines = [f"| {head} | {' | '.join(SCENARIOS)} |", f"|---|{'---:|' * len(SCENARIOS)}"]
    for name, row in zip(results.names, results.beside if beside else results.cells, strict=True):
        told = [f"**{cell.success[0]:.0%}**" if name == "expert" else _behind(cell) for cell in row]
        lines.append(f"| `{name}` | {' | '.join(told)} |")
    return "\n".join(lines)


def _behind(cell: Cell) -> str:
    return f"{cell.success[0]:.0%} ({-100 * cell.ahead:+.1f} ± {100 * cell.half:.1f})"


def not_behind(results: StudyResults) -> list[str]:
    """Players whose teams are not significantly below the expert's."""
    return [
        f"{name} in {scenario}" for name, scenario, cell in _others(results, results.cells) if cell.ahead <= cell.half
    ]


def better_beside(results: StudyResults) -> list[str]:
    """Players that significantly improve the expert's team in one seat."""
    return [
        f"{name} in {scenario}" for name, scenario, cell in _others(results, results.beside) if cell.ahead < -cell.half
    ]


def _others(results: StudyResults, cells: Sequence[Sequence[Cell]]) -> Iterator[tuple[str, str, Cell]]:
    for name, row in zip(results.names, cells, strict=True):
        if name != "expert":
            yield from ((name, scenario, cell) for scenario, cell in zip(SCENARIOS, row, strict=True))


def shares_table(results: StudyResults) -> str:
    """Decisions of each player by kind in percent, and whom it agrees with most and least."""
    lines = [f"| player | {' | '.join(KINDS)} | most like | least like |", f"|---|{'---:|' * len(KINDS)}---|---|"]
    for player, name in enumerate(results.names):
        others = [other for other in range(len(results.names)) if other != player]
        agrees = results.agreement[player]
        near, far = max(others, key=lambda other: agrees[other]), min(others, key=lambda other: agrees[other])
        told = " | ".join(f"{share:.1%}" for share in results.shares[player])
        like = [f"{results.names[other]} ({agrees[other]:.0%})" for other in (near, far)]
        lines.append(f"| `{name}` | {told} | {' | '.join(like)} |")
    return "\n".join(lines)


def draw(results: StudyResults, path: Path) -> None:
    """Draw agreement as a heat map; similar players are neighbours."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from mpenv.bench.chart import STYLE

    order = _by_similarity(np.array(results.agreement))
    names = [results.names[k] for k in order]
    shown = np.array(results.agreement)[np.ix_(order, order)]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(6.6, 5.4), facecolor="white")
        axes = figure.add_axes((0.14, 0.03, 0.8, 0.82))
        image = axes.imshow(shown, cmap="viridis", vmin=0.4, vmax=1)
        for row in range(len(names)):
            for column in range(len(names)):
                ink = "white" if shown[row, column] < 0.68 else "black"
                axes.text(column, row, f"{shown[row, column]:.0%}", ha="center", va="center", color=ink, fontsize=7)
        axes.set_xticks(range(len(names)), names, rotation=40, ha="left")
        axes.set_yticks(range(len(names)), names)
        axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
        axes.spines[:].set_visible(False)
        figure.colorbar(image, ax=axes, fraction=0.04, pad=0.02).outline.set_visible(False)
        save(figure, path, 160)


def _by_similarity(agreement: np.ndarray) -> list[int]:
    """Greedy order: begin with the player least like the rest, continue with the most similar."""
    left = set(range(len(agreement)))
    row = [int(agreement.sum(0).argmin())]
    while left := left - {*row}:
        row.append(max(left, key=lambda other: float(agreement[row[-1], other])))
    return row


if __name__ == "__main__":
    results = measure(*map(int, sys.argv[2:]))
    print(success_table(results), success_table(results, beside=True), shares_table(results), sep="\n\n")
    print("\nnot surely behind the expert's team:", ", ".join(not_behind(results)) or "nobody")
    print("surely better in its place:", ", ".join(better_beside(results)) or "nobody")
    folder = Path(sys.argv[1])
    files.write(folder / "teammates.json", files.dump_json(results._asdict()))
    draw(results, folder / "img" / "teammates.svg")
