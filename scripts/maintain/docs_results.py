"""The reference results: what other commands measured, brought together for a page.

`python -m scripts.maintain.docs_results FOLDER FILE` reads what `make results` has measured into a folder and keeps
the figures in one file.
"""

import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mpenv import files
from mpenv.intervals import SURE
from mpenv.worlds.materia_prima.studies.calibration import report
from mpenv.worlds.materia_prima.studies.calibration.plan import EXPERT, LEVELS, SEARCH
from mpenv.worlds.materia_prima.studies.calibration.report import table

ALONE = "hermit"
MOST = 3  # reasons that are told of a team
Found = dict[str, Any]


def gathered(folder: Path) -> Found:
    """The figures of every command, without its single games and answers."""
    return {
        "regret": [_regret(one) for one in _read(folder / "regret.json")],
        "latency": [_latency(one) for one in _read(folder / "latency.json")["teams"]],
        "losses": {path.stem.removeprefix("losses-"): [_losses(one) for one in _read(path)]
                   for path in sorted(folder.glob("losses-*.json"))},
        "planner": _read(planner)["search"] if (planner := folder / "planner.json").exists() else None,
    }  # fmt: skip


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _regret(one: Found) -> Found:
    return {name: value for name, value in one.items() if name != "decisions"}


def _latency(one: Found) -> Found:
    return {"team": one["team"], "games": len(one["games"]), "median_ms": one["median_ms"],
            "mean_ms": one["mean_ms"]}  # fmt: skip


def _losses(one: Found) -> Found:
    aborts = sum(loss["outcome"] == "abort" for loss in one["losses"])
    reasons = Counter(reason for loss in one["losses"] if loss["outcome"] != "abort" for reason in {*loss["reasons"]})
    lost = len(one["losses"])
    return {"team": one["team"], "games": one["games"], "lost": lost, "aborts": aborts,
            "reasons": reasons.most_common(MOST)}  # fmt: skip


# --- as Markdown ---------------------------------------------------------------------------------------


def regret_table(found: Found, _: Found) -> str:
    """Table of the regret of each agent on the endings with exact values."""
    rows = [
        (f"`{one['agent']}`", f"{one['mean_regret']:.4f}", "{:.4f} - {:.4f}".format(*one["mean_regret_interval"]),
         f"{one['best_answers']:.1%}", f"{one['played_out']:.1%}")
        for one in sorted(found["regret"], key=lambda one: float(one["mean_regret"]))
    ]  # fmt: skip
    return table(("agent", "mean regret", "95 % interval", "best answers", "played out"), rows)


def latency_table(found: Found, _: Found) -> str:
    """How long a decision takes, and how many of those of the expert (his median: the mean of so few has the start)."""
    usual = next(float(one["median_ms"]) for one in found["latency"] if one["team"] == EXPERT)
    rows = [
        (f"`{one['team']}`", f"{one['median_ms']:.3f}", f"{one['mean_ms']:.3f}", f"{one['mean_ms'] / usual:,.0f}")
        for one in found["latency"]
    ]
    return table(("agent", "median ms", "mean ms", "decisions of the expert"), rows)


def losses_table(found: Found, _: Found) -> str:
    """Table of the reasons of lost games, by team."""
    rows = []
    for scenario, teams in found["losses"].items():
        for one in teams:
            why = "; ".join(f"{reason} {count / max(1, one['lost']):.0%}" for reason, count in one["reasons"])
            aborts = f"{one['aborts'] / max(1, one['lost']):.0%}"
            rows.append((f"`{scenario}`", f"`{one['team']}`", why, f"{one['lost']} of {one['games']}", aborts))
    return table(
        ("scenario", "team", "what was missing, of the games lost", "lost", "by the last stone"), rows, words=3
    )


def planners_table(found: Found, calibrated: Found) -> str:
    """Success of both planners and the expert, cell by cell."""
    parts = [one for one in (calibrated.get("search"), found["planner"]) if one]
    head = ["cell", "expert", *(f"`{one['code']}`" for one in parts)]
    cells = {row["cell"]: [row] for row in parts[0]["cells"]} if parts else {}
    for part in parts[1:]:
        for row in part["cells"]:
            cells.setdefault(row["cell"], []).append(row)
    rows = [
        (f"`{name}`", _told(there[0]["teams"][EXPERT]), *(_told(one["teams"][SEARCH]) for one in there))
        for name, there in cells.items()
    ]
    return table(head, rows)


def _told(one: Found) -> str:
    return f"{one['share']:.0%} ({100 * one['low']:.0f}-{100 * one['high']:.0f})"


def together_table(_: Found, calibrated: Found) -> str:
    """How many points a team of experts is ahead of a team of hermits, who do not work together."""
    rows: dict[tuple[str, int], dict[str | None, str]] = {}
    for row in calibrated["difficulty"]:
        if EXPERT in row["teams"] and ALONE in row["teams"]:
            rows.setdefault((row["scenario"], row["seats"]), {})[row["difficulty"]] = _ahead(row["teams"])
    lines = [
        (f"`{name}`", str(seats), *(said.get(level, "") for level in LEVELS))
        for (name, seats), said in rows.items()
        if None not in said
    ]
    return table(("scenario", "seats", *LEVELS), lines, words=2)


def _ahead(teams: Found) -> str:
    apart = teams[EXPERT]["share"] - teams[ALONE]["share"]
    half = SURE * math.sqrt(sum(_spread(teams[name]) for name in (EXPERT, ALONE)))
    words = f"{100 * apart:+.0f} ± {100 * half:.0f}"
    return f"**{words}**" if apart > half else words


def _spread(one: Found) -> float:
    return float(one["share"] * (1 - one["share"]) / one["games"])


def about_lines(_: Found, calibrated: Found) -> str:
    return report.about_lines(calibrated)


def teams_table(_: Found, calibrated: Found) -> str:
    return report.teams_lines(calibrated)


TABLES: dict[str, Callable[[Found, Found], str]] = {
    "about": about_lines,
    "teams": teams_table,
    "planners": planners_table,
    "regret": regret_table,
    "latency": latency_table,
    "losses": losses_table,
    "together": together_table,
}


def main(folder: str, file: str) -> None:
    """Keep the figures of a folder in a file."""
    files.write(file, files.dump_json(gathered(Path(folder))))


def arguments(given: Sequence[str]) -> tuple[str, str]:
    if len(given) != 2:
        raise SystemExit("python -m scripts.maintain.docs_results FOLDER FILE")
    return given[0], given[1]


if __name__ == "__main__":
    main(*arguments(sys.argv[1:]))
