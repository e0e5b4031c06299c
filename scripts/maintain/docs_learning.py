"""The results of learning as tables: what runs and judgements left in a folder, brought together for a page.

`python -m scripts.maintain.docs_learning FOLDER FILE` keeps the figures of `make learning` in one file.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

from mpenv import files, machine
from mpenv.worlds.materia_prima.studies.calibration.report import table
from scripts.maintain.learning import plan

Found = dict[str, Any]
STUDIES = ("encoders", "crossplay", "transfer", "company", "search")
IN_THE_SEAT = ("expert", "standard", "adhoc", "best")
NONE_YET = "(not measured yet)"


def gathered(folder: Path) -> Found:
    """The results of all runs that are finished, and of all judgements that were made."""
    there = [*(folder / run.folder for run in plan.runs(list(plan.GROUPS))), folder / plan.LIBRARY]
    runs = [_of_run(one) for one in there if (one / "result.json").exists()]
    judged = {name: _read(path) for name in STUDIES if (path := folder / f"{name}.json").exists()}
    return {"machine": machine.processor(), "runs": runs, **judged}


def _of_run(folder: Path) -> Found:
    """The result of a run, with its curve if it has one: decisions and the share of held-out games that succeed."""
    path = folder / "evaluations.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    points = [one for one in map(json.loads, lines) if one["team"] == "trained"]
    return {**_read(folder / "result.json"), "curve": [[one["decisions"], round(one["success"], 4)] for one in points]}


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


# --- as Markdown ---------------------------------------------------------------------------------------


def _share(found: Found) -> str:
    return f"{100 * found['share']:.1f}"


def _points(found: Found) -> str:
    """A difference with the half of its interval."""
    return f"{100 * found['mean']:+.1f} ± {50 * (found['high'] - found['low']):.1f}"


def _of_group(found: Found, group: str) -> dict[str, list[Found]]:
    """The runs of a group by their name, in the order of the plan."""
    names: dict[str, list[Found]] = {}
    for one in found["runs"]:
        if one["group"] == group:
            names.setdefault(one["name"], []).append(one)
    return names


def _spread(runs: list[Found], what: str = "beside_expert") -> str:
    """Mean and range over the seeds of a cell."""
    ahead = [100 * one[what]["mean"] for one in runs]
    return f"{fmean(ahead):+.1f}" + (f" ({min(ahead):+.1f} to {max(ahead):+.1f})" if len(ahead) > 1 else "")


def front_table(found: Found) -> str:
    """Every scenario in a row: the learned team and the expert with each number of seats."""
    cells = _of_group(found, "standard")
    rows = []
    for scenario in plan.SCENARIOS:
        told = []
        for seats in plan.SEATS:
            runs = cells.get(f"{scenario}/{seats}")
            learned = runs and round(100 * fmean(one["likeliest"]["share"] for one in runs))
            told.append(f"**{learned}** / {100 * runs[0]['expert']['share']:.0f}" if runs else "")
        rows.append((f"`{scenario}`", *told))
    return table(("scenario", *(f"{seats} seats" for seats in plan.SEATS)), rows) if cells else NONE_YET


def cells_table(found: Found) -> str:
    """Every cell: the expert, the learned team, and how far it is ahead."""
    rows = []
    for name, runs in _of_group(found, "standard").items():
        sure = sum(one["beside_expert"]["low"] > 0 for one in runs)
        likeliest = 100 * fmean(one["likeliest"]["share"] for one in runs)
        half = 50 * fmean(one["beside_expert"]["high"] - one["beside_expert"]["low"] for one in runs)
        rows.append((f"`{name}`", f"{len(runs)}", _share(runs[0]["expert"]), f"{likeliest:.1f}", _spread(runs),
                     f"± {half:.1f}", f"{sure} of {len(runs)}"))  # fmt: skip
    heads = ("cell", "runs", "expert %", "learned %", "points ahead", "each", "surely ahead")
    return table(heads, rows) if rows else NONE_YET


def seeds_table(found: Found) -> str:
    """The runs of the main cell, one a seed."""
    rows = [
        (f"{one['seed']}", _share(one["likeliest"]), _points(one["beside_expert"]), _share(one["drawn"]),
         f"{one['minutes']:.1f}", _reached(one))
        for one in _of_group(found, "standard").get("/".join(map(str, plan.MAIN)), [])
    ]  # fmt: skip
    heads = (
        "seed",
        "likeliest answers %",
        "ahead of the expert",
        "answers drawn %",
        "minutes",
        "as good as the expert",
    )
    return table(heads, rows) if rows else NONE_YET


def _reached(run: Found) -> str:
    """From how many decisions on the curve stays at or above the expert."""
    stays = ""
    for decisions, success in reversed(run["curve"]):
        if success < run["expert"]["share"]:
            break
        stays = f"from {decisions / 1e6:.1f} M"
    return stays or "never"


def parts_table(found: Found) -> str:
    """What each part of the recipe is worth."""
    rows = []
    for name, runs in _of_group(found, "parts").items():
        drawn = _spread(runs, "drawn_beside_expert")
        decisions = f"{fmean(one['decisions'] for one in runs) / 1e6:.1f} M"
        rows.append((name, f"{len(runs)}", decisions, _spread(runs), drawn))
    heads = ("recipe", "runs", "decisions", "ahead, likeliest answers", "ahead, answers drawn")
    return table(heads, rows) if rows else NONE_YET


def others_table(found: Found) -> str:
    """Single runs of the other configurations."""
    rows = [
        (f"`{name}`", f"{runs[0]['decisions'] / 1e6:.1f} M", f"{runs[0]['minutes']:.0f}", _share(runs[0]["expert"]),
         _share(runs[0]["likeliest"]), _points(runs[0]["beside_expert"]))
        for name in (*plan.GROUPS, plan.LIBRARY) if name not in ("standard", "parts")
        for runs in _of_group(found, name).values()
    ]  # fmt: skip
    heads = ("configuration", "decisions", "minutes", "expert %", "learned %", "points ahead")
    return table(heads, rows) if rows else NONE_YET


def crossplay_table(found: Found) -> str:
    """Runs of different seeds at one table."""
    rows = []
    for one in found.get("crossplay", []):
        alone, crossed = 100 * fmean(one["alone"]), 100 * fmean(one["crossed"])
        gap = f"{100 * one['gap']:.1f} ± {100 * one['gap_half']:.1f}"
        counts = (f"{one[name]}" for name in ("runs", "tables", "games"))
        rows.append((f"`{one['name']}`", *counts, f"{alone:.1f}", f"{crossed:.1f}", gap))
    heads = ("teams", "runs", "tables", "games of each", "each alone %", "mixed %", "gap in points")
    return table(heads, rows) if rows else NONE_YET


def transfer_table(found: Found) -> str:
    """A team where it never trained."""
    rows = [(f"`{one['name']}`" if ":" in one["name"] or "-" in one["name"] else one["name"], _share(one["expert"]),
             _share(one["team"]), _points(one["ahead"])) for one in found.get("transfer", [])]  # fmt: skip
    return table(("played", "expert %", "learned %", "points ahead"), rows) if rows else NONE_YET


def company_table(found: Found) -> str:
    """One seat beside held-out teammates."""
    rows = []
    for one in found.get("company", []):
        told = [_share(one["seats"][name]) if name in one["seats"] else "" for name in IN_THE_SEAT]
        ratio = one["seats"]["adhoc"]["share"] / one["seats"]["best"]["share"] if all(told) else None
        rows.append((f"`{one['mate']}`", *told, "" if ratio is None else f"{ratio:.2f}"))
    heads = ("beside", *(f"{name} %" for name in IN_THE_SEAT), "adhoc of the best")
    return table(heads, rows) if rows else NONE_YET


def search_table(found: Found) -> str:
    """The planner on the same games, and how much of its lead the learned team has."""
    rows = []
    for one in found.get("search", []):
        share = one["learned_ahead"]["mean"] / one["search_ahead"]["mean"] if one["search_ahead"]["mean"] else 0.0
        rows.append((f"`{one['cell']}`", f"{one['search']['games']}", _share(one["expert"]), _share(one["learned"]),
                     _share(one["search"]), _points(one["learned_ahead"]), f"{share:.0%}"))  # fmt: skip
    heads = ("cell", "games", "expert %", "learned %", "search %", "learned ahead", "of the way to search")
    return table(heads, rows) if rows else NONE_YET


def encoders_table(found: Found) -> str:
    """How well the expert can be imitated from each encoder."""
    rows = []
    for one in found.get("encoders", []):
        part, millions = one["team"]["share"] / one["expert"]["share"], one["decisions"] / 1e6
        rows.append((f"`{one['encoder']}`", f"{one['numbers']:,}", f"`{one['cell']}`", f"{millions:.1f} M",
                     f"{one['agreement']:.0%}", _share(one["team"]), _share(one["expert"]), f"{part:.2f}"))  # fmt: skip
    heads = ("encoder", "numbers", "cell", "decisions", "agrees", "succeeds %", "expert %", "of the expert")
    return table(heads, rows) if rows else NONE_YET


TABLES: dict[str, Callable[[Found], str]] = {
    "front": front_table,
    "cells": cells_table,
    "seeds": seeds_table,
    "parts": parts_table,
    "others": others_table,
    "crossplay": crossplay_table,
    "transfer": transfer_table,
    "company": company_table,
    "search": search_table,
    "encoders": encoders_table,
}


def parts(path: Path) -> Iterator[tuple[str, Callable[[], str]]]:
    """The tables by the names that pages have for them."""
    for name, made in TABLES.items():
        yield f"learning_{name}", lambda made=made: made(_read(path))  # type: ignore[misc]


def main() -> int:
    folder, path = Path(sys.argv[1]), Path(sys.argv[2])
    files.write(path, files.dump_json(gathered(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
