"""What a learned team does that the expert does not: `python -m scripts.maintain.learning.habits RUN... --json FILE`.

Each run folder is of a team that plays by errands. It plays the held-out games of its own cell, and so do the expert
by steps and the expert's plan by errands; the same seeds for all. `--mixed` adds teams that are half of one and half
of the other: they tell which of the habits is worth something.
"""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import files, machine
from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.intervals import SURE
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.rules import log, prompts
from mpenv.worlds.materia_prima.rules.state import PAID
from scripts.maintain.learning import records
from scripts.maintain.learning.measure import Ahead, Cell, Share
from scripts.maintain.learning.records import (
    CHOSEN,
    COUNT,
    DAY,
    EXPERT,
    GAME,
    LEARNED,
    MIXED,
    PLAN,
    PLANNED,
    PROMPT,
    WHAT,
    WHICH,
    WHO,
    Record,
)

PACK = load("inquisition")
Found = dict[str, Any]
Sums = dict[str, np.ndarray]  # by what is counted: a row of games x days


def sums(record: Record, days: int) -> Sums:
    """How often each thing happened, by game and day."""
    rows, found = record.events, {}
    what, who, which = rows[:, WHAT], rows[:, WHO], rows[:, WHICH]
    alchemist, recipe = who % v.FIGURES == 0, PACK.readable.recipe
    kind, level = (np.array([getattr(one, name) for one in recipe]) for name in ("kind", "level"))
    card = np.clip(which, 0, len(recipe) - 1)
    found["elements mined"] = what == log.MINED
    found["elements mined by homunculi"] = found["elements mined"] & ~alchemist
    for number, name in enumerate(PACK.ids["element"]):
        found[f"converted to {name}"] = (what == log.CONVERTED) & (which == number)
    for number, name in enumerate(v.KINDS):
        for stage in range(1, v.LEVELS + 1):
            found[f"{name} of level {stage}"] = (what == log.MADE) & (kind[card] == number) & (level[card] == stage)
    found["recipes drawn and kept"] = what == log.RESEARCHED
    found["tower extensions bought"] = what == log.BOUGHT
    found["exchanges with a mate"] = (what == log.EXCHANGES) & (who // v.FIGURES != which // v.FIGURES)
    found["town missions"] = what == log.MISSION
    found["events paid"] = (what == log.EVENT) & (which == PAID)
    found["alarm markers"], found["alarms"] = what == log.MARKED, what == log.ALARM
    found["inquisitors that enter"], found["inquisitors defeated"] = what == log.ENTERS, what == log.DEFEATED
    found["attacks of inquisitors"] = what == log.ATTACKS
    found["elements destroyed or robbed"] = (what == log.DESTROYED) | (what == log.ROBBED)
    found["homunculi lost in attacks"] = (what == log.FELLED) & ~alchemist
    found["soul stones lost"] = what == log.STONE_LOST
    return {name: _counted(rows[chosen], len(record.ends), days, name) for name, chosen in found.items()}


def _counted(rows: np.ndarray, games: int, days: int, name: str) -> np.ndarray:
    """How many such events there are in each game on each day; of elements mined, how many elements."""
    weighed = name.startswith("elements mined")
    place = rows[:, GAME] * days + np.minimum(rows[:, DAY], days) - 1
    weights = rows[:, COUNT] if weighed else np.ones(len(rows))
    return np.bincount(place, weights, games * days).reshape(games, days)


def compared(teams: dict[str, Sums]) -> list[Found]:
    """The mean of each count for each team, and the difference of the learned one to the expert with its interval."""
    rows = []
    for name in teams[LEARNED]:
        each = {team: counts[name].sum(1) for team, counts in teams.items()}
        if not any(one.any() for one in each.values()):
            continue
        apart = each[LEARNED] - each[EXPERT]
        half = SURE * apart.std(ddof=1) / len(apart) ** 0.5
        means = {team: round(float(one.mean()), 3) for team, one in each.items()}
        rows.append({"what": name, **means, "apart": round(float(apart.mean()), 3), "half": round(float(half), 3)})
    return rows


def by_day(counts: Sums) -> dict[str, list[float]]:
    """The mean of what was done up to each day, of all that was done at all."""
    return {name: np.round(one.cumsum(1).mean(0), 3).tolist() for name, one in counts.items() if one.any()}


def by_seat(record: Record, seats: int) -> dict[str, list[float]]:
    """How often a seat did something in a game, seat by seat."""
    made = {log.MADE: "recipes made", log.MISSION: "town missions", log.RESEARCHED: "recipes drawn and kept",
            log.CONVERTED: "conversions"}  # fmt: skip
    found = {}
    for what, name in made.items():
        whose = record.events[record.events[:, WHAT] == what, WHO]
        found[name] = np.round(np.bincount(whose, minlength=seats) / len(record.ends), 3).tolist()
    return found


def left(record: Record, days: int) -> Found:
    """Where a team leaves the errand of the expert's plan: how often, on which days, and for which."""
    turns = record.choices[record.choices[:, PROMPT] == prompts.TURN]
    off, games = turns[:, CHOSEN] != turns[:, PLANNED], len(record.ends)
    both = turns[off][:, [PLANNED, CHOSEN]].tolist()
    pairs = Counter((kind_of(planned), kind_of(chosen)) for planned, chosen in both)
    return {
        "choices": round(len(turns) / games, 2),
        "share": round(float(off.mean()), 4),
        "by_day": [round(float(off[turns[:, DAY] == day].mean()), 4) for day in range(1, days + 1)],
        "instead": [{"plan": one, "chosen": other, "a game": round(count / games, 3)}
                    for (one, other), count in pairs.most_common(12)],
        "errands": _kinds(turns[:, CHOSEN], games),
        "errands of the plan": _kinds(turns[:, PLANNED], games),
    }  # fmt: skip


def _kinds(answers: np.ndarray, games: int) -> dict[str, float]:
    found = Counter(kind_of(one) for one in answers.tolist())
    return {name: round(count / games, 3) for name, count in found.most_common()}


def kind_of(answer: int) -> str:
    """The kind of an errand, or the block of another answer."""
    return e.kind_of(answer).name if answer >= c.ACTIONS else c.block_of(answer).name


def met(record: Record) -> np.ndarray:
    """Which of the games the mission is met in."""
    return np.array([one.success for one in record.ends])


def missing(record: Record) -> dict[str, float]:
    """The share of games in which each goal of the mission is missing at the end, for a seat or the team."""
    found = Counter(goal for one in record.ends for goal in {lack["goal"] for lack in one.details.get("missing", [])})
    return {goal: round(count / len(record.ends), 4) for goal, count in found.most_common()}


def of_run(folder: Path, games: int, mixed: bool) -> Found:
    """All that is compared on the cell of a run."""
    known = files.read_json(folder / "config.json", 1 << 20)["game"]
    cell: Cell = {name: known[name] for name in ("scenario", "seats", "difficulty") if known[name] is not None}
    played = {}
    for team in (LEARNED, PLAN, EXPERT, *(MIXED if mixed else ())):
        played[team] = records.of_team(team, cell, folder, games)
        share = f"{100 * met(played[team]).mean():.1f} % of {games}"
        print(f"{cell['scenario']}/{cell['seats']}: {team}, {share}", flush=True)
    days = max(one.day for one in played[EXPERT].ends)
    counts = {team: sums(played[team], days) for team in (LEARNED, PLAN, EXPERT)}
    success = {team: met(record) for team, record in played.items()}
    return {
        "cell": cell,
        "games": games,
        "success": {team: Share.of(one)._asdict() for team, one in success.items()},
        "ahead": {team: Ahead.of(one, success[EXPERT])._asdict() for team, one in success.items() if team != EXPERT},
        "counts": compared(counts),
        "by_day": {team: by_day(one) for team, one in counts.items()},
        "by_seat": {team: by_seat(played[team], cell["seats"]) for team in counts},
        "missing": {team: missing(played[team]) for team in counts},
        "left": left(played[LEARNED], days),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folders of finished runs")
    parser.add_argument("--games", type=int, default=1000, help="held-out games of each team")
    parser.add_argument("--mixed", action="store_true", help="play the teams that are half of each, too")
    parser.add_argument("--json", type=Path, help="file for the figures, which keeps those of other cells")
    asked = parser.parse_args()
    for folder in asked.runs:
        found = of_run(folder, asked.games, asked.mixed)
        name = f"{found['cell']['scenario']}/{found['cell']['seats']}"
        if asked.json:
            there = files.read_json(asked.json, 1 << 24)["cells"] if asked.json.exists() else {}
            cells = {**there, name: found}
            files.write(asked.json, files.dump_json({"machine": machine.processor(), "cells": cells}))


if __name__ == "__main__":
    main()
