"""Judge trained teams beyond their own cell: `python -m scripts.maintain.learning.judge STUDY... --out FOLDER`.

`crossplay` seats runs of different seeds at one table, `transfer` lets the teams of one cell play others, `company`
seats them beside scripted teammates that nobody trained with, `search` lets a planner play the same games, and
`encoders` tests how well the expert can be imitated from each encoder.
"""

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import files
from mpenv.agents import registry
from mpenv.play import begin_team, play
from mpenv.worlds.materia_prima.studies import encoder_study
from scripts.maintain.learning import measure, plan
from scripts.maintain.learning.measure import Ahead, Cell, Share
from scripts.maintain.learning.one_run import expert_on

GAMES = 500
TABLES = 30  # of runs of different seeds
MAIN: Cell = {"scenario": plan.MAIN[0], "seats": plan.MAIN[1], "difficulty": "normal"}
IMITATED_FROM = ("flat", "full", "deduced")
IMITATED = (("vault", 3), ("licences", 3), ("alms", 2))
MINUTES = 10.0
SEARCH = "horizon:simulations=100"
SEARCH_GAMES = 100
COMPANY_GAMES = 500
Found = dict[str, Any]


def teams(out: Path, cell: Cell) -> list[Path]:
    """The runs of `standard` on a cell that are finished, by their seeds."""
    return finished(out, "standard", f"{cell['scenario']}/{cell['seats']}")


def finished(out: Path, group: str, name: str) -> list[Path]:
    """The runs of a name that are finished, by their seeds."""
    found = [run for run in plan.runs([group]) if run.name == name]
    folders = [out / run.folder for run in sorted(found, key=lambda run: run.seed)]
    return [folder for folder in folders if (folder / "result.json").exists()]


def crossplay(out: Path) -> Iterator[Found]:
    """Teams of a configuration at one table."""
    if len(folders := teams(out, MAIN)) >= MAIN["seats"]:
        yield {"name": "standard", **crossed(folders)}


def crossed(folders: list[Path]) -> Found:
    """Each run alone, and tables at which every seat is of another run."""
    alone = [measure.team(MAIN, [folder], GAMES) for folder in folders]
    tables = [*itertools.permutations(range(len(folders)), MAIN["seats"])]
    rng = np.random.default_rng(0)
    chosen = [tables[nth] for nth in sorted(rng.choice(len(tables), min(TABLES, len(tables)), replace=False))]
    mixed = [measure.team(MAIN, [folders[one] for one in table], GAMES) for table in chosen]
    pairs = [(game, np.mean([alone[one] for one in table], 0)) for table, game in zip(chosen, mixed, strict=True)]
    gaps = [float(own.mean() - game.mean()) for game, own in pairs]
    return {
        "runs": len(folders),
        "tables": len(chosen),
        "games": GAMES,
        "alone": [float(one.mean()) for one in alone],
        "crossed": [float(one.mean()) for one in mixed],
        "gap": float(np.mean(gaps)),
        "gap_half": float(1.96 * np.std(gaps, ddof=1) / len(gaps) ** 0.5),
    }


def transfer(out: Path) -> Iterator[Found]:
    """The first team of the main cell where it never trained."""
    folder = teams(out, MAIN)[0]
    others: list[tuple[str, Cell]] = [
        *((level, {**MAIN, "difficulty": level}) for level in ("easy", "normal", "hard")),
        ("random layout", {**MAIN, "layout": "random"}),
        *((f"{seats} seats", {**MAIN, "seats": seats}) for seats in plan.SEATS if seats != MAIN["seats"]),
        *((name, {**MAIN, "scenario": name}) for name in plan.SCENARIOS if name != MAIN["scenario"]),
        *((f"generated:{number}", {"scenario": f"generated:{number}", "seats": MAIN["seats"]}) for number in range(5)),
    ]
    for name, cell in others:
        met, expert = measure.team(cell, [folder], GAMES), measure.expert(cell, GAMES)
        yield {"name": name, "team": Share.of(met), "expert": Share.of(expert), "ahead": Ahead.of(met, expert)}


def company(out: Path) -> Iterator[Found]:
    """One seat beside teammates that are held out: of the expert, of teams that never met them, and of one that did."""
    for mate in plan.HELD_OUT:
        folders = {
            "standard": teams(out, MAIN),
            "adhoc": finished(out, "adhoc", "adhoc"),
            "best": finished(out, plan.MEASURE, mate),
        }
        codes = {"expert": "expert", **{name: f"policy:{found[0]}" for name, found in folders.items() if found}}
        met = {name: _beside(code, mate, COMPANY_GAMES) for name, code in codes.items()}
        ahead = {name: Ahead.of(one, met["expert"])._asdict() for name, one in met.items() if name != "expert"}
        yield {"mate": mate, "seats": {name: Share.of(one)._asdict() for name, one in met.items()}, "ahead": ahead}


def _beside(code: str, mate: str, games: int) -> np.ndarray:
    """Which games a team meets the mission in whose seat in turns is that of `code`, the others that of `mate`."""
    met = np.zeros(games, bool)
    for number in range(games):
        asked = [code if seat == number % MAIN["seats"] else mate for seat in range(MAIN["seats"])]
        met[number] = _played(asked, MAIN, measure.LEARNING_SEED + number)
    return met


def _played(asked: list[str], cell: Cell, seed: int) -> bool:
    game: Any = measure.WORLD.game(**cell, seed=seed)
    team = [_agent(code, seat) for seat, code in enumerate(asked)]
    begin_team(game, team, seed)
    play(game, team)
    return game.outcome is not None and game.outcome.success


_AGENTS: dict[tuple[str, int], Any] = {}


def _agent(code: str, seat: int) -> Any:
    if (code, seat) not in _AGENTS:
        _AGENTS[code, seat] = registry.make(code, world=measure.WORLD)
    return _AGENTS[code, seat]


def search(out: Path) -> Iterator[Found]:
    """A planner on three cells, beside the learned team and the expert on the same seeds."""
    for scenario, seats in plan.SEARCHED:
        cell = {"scenario": scenario, "seats": seats, "difficulty": "normal"}
        if not (folders := teams(out, cell)):
            continue
        seeds = range(measure.LEARNING_SEED, measure.LEARNING_SEED + SEARCH_GAMES)
        searched = np.array([_played([SEARCH] * seats, cell, seed) for seed in seeds])
        learned, expert = np.load(folders[0] / "met.npy")[:SEARCH_GAMES], expert_on(cell, out)[:SEARCH_GAMES]
        yield {
            "cell": f"{scenario}/{seats}",
            "search": Share.of(searched),
            "learned": Share.of(learned),
            "expert": Share.of(expert),
            "search_ahead": Ahead.of(searched, expert),
            "learned_ahead": Ahead.of(learned, expert),
        }


def encoders(out: Path) -> Iterator[Found]:
    """How well a small network imitates the expert from each encoder in ten minutes of one core; kept one by one."""
    for encoder, (scenario, seats) in itertools.product(IMITATED_FROM, IMITATED):
        path = out / f"encoder-{encoder}-{scenario}-{seats}.json"
        if not path.exists():
            cell = {"scenario": scenario, "seats": seats, "difficulty": "normal"}
            network, decisions = encoder_study.learn(encoder, cell, MINUTES, 1)
            ends = {how: encoder_study.play(network, encoder, cell, GAMES, how) for how in encoder_study.WAYS}
            best = max(("drawn", "greedy"), key=lambda how: ends[how].success.mean())
            found = {
                "encoder": encoder,
                "cell": f"{scenario}/{seats}",
                "numbers": encoder_study.told(encoder),
                "decisions": decisions,
                "agreement": ends["expert"].agreement,
                "answers": best,
                "team": Share.of(ends[best].success)._asdict(),
                "expert": Share.of(ends["expert"].success)._asdict(),
            }
            files.write(path, files.dump_json(found))
        yield files.read_json(path, 1 << 20)


STUDIES = {"encoders": encoders, "crossplay": crossplay, "transfer": transfer, "company": company, "search": search}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("studies", nargs="*", default=list(STUDIES), metavar="STUDY", help=", ".join(STUDIES))
    parser.add_argument("--out", type=Path, default=Path("build/learning"), help="folder of the runs")
    asked = parser.parse_args()
    for name in asked.studies:
        found = STUDIES[name](asked.out)
        told = found if isinstance(found, dict) else [_plain(one) for one in found]
        files.write(asked.out / f"{name}.json", files.dump_json(told))
        print(f"{name}: {asked.out / name}.json", flush=True)


def _plain(found: Found) -> Found:
    return {name: one._asdict() if hasattr(one, "_asdict") else one for name, one in found.items()}


if __name__ == "__main__":
    main()
