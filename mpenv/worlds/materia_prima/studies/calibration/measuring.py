"""Calibration: play the games not played yet, and count all of them."""

import functools
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import workers
from mpenv.workers import OnProgress
from mpenv.world import World
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.studies.calibration import bands, counting, playing
from mpenv.worlds.materia_prima.studies.calibration.checkpoint import Checkpoint, left, searcher, version
from mpenv.worlds.materia_prima.studies.calibration.plan import CLIMBERS, EXPERT, RUNGS, SEARCH, Cell, Chunk, Plan
from mpenv.worlds.materia_prima.switches import WITHOUT

Found = dict[str, Any]
Ended = dict[Chunk, str]


class Stage(NamedTuple):
    """Chunks played together, and their checkpoint."""

    name: str
    chunks: list[Chunk]
    kept: Checkpoint


Begin = Callable[[str, Sequence[Chunk], int], OnProgress]  # (stage, chunks to play, games played before) -> progress


def stages(plan: Plan, folder: Path) -> list[Stage]:
    """Scripted teams, then the search team."""
    mark = version(plan)
    found = [Stage("scripted teams", list(dict.fromkeys([*plan.compiled(), *plan.paired()])), Checkpoint(folder, mark))]
    if plan.search is not None and plan.slow():
        kept = Checkpoint(folder, f"{mark}-{searcher(plan.search)}")
        found.append(Stage(f"search team {plan.search}", plan.slow(), kept))
    return found


def calibrate(
    world: World,
    plan: Plan,
    folder: Path,
    processes: int,
    begin: Begin,
    say: Callable[[str], None] = lambda words: None,
) -> Found:
    """Results as plain data: the same for any number of processes and interruptions."""
    plan.check()
    if processes < 1:
        raise ValueError(f"{processes} processes: at least one plays")
    prepared = stages(plan, folder)
    if aside := {path.name for stage in prepared for path in stage.kept.open()}:
        say(f"{folder}: what other versions played stays aside: {', '.join(sorted(aside))}")
    ended: Ended = {}
    for stage in prepared:
        ended |= _play(world, plan, stage, processes, begin)
    return count(plan, ended)


def _play(world: World, plan: Plan, stage: Stage, processes: int, begin: Begin) -> Ended:
    there = stage.kept.read(playing.LETTERS)
    if missing := left(stage.chunks, there):
        before = sum(one.games for one in stage.chunks) - sum(one.games for one in missing)
        work = functools.partial(playing.work, world, stage.kept, plan.pack, missing)
        workers.run(work, range(len(missing)), processes, begin(stage.name, missing, before))
        there = stage.kept.read(playing.LETTERS)
    return {chunk: there[chunk] for chunk in stage.chunks}


# --- counting --- ----------------------------------------------------------------------------------------


def count(plan: Plan, ended: Ended) -> Found:
    """All parts with their numbers, and their targets."""
    met = {verdict: np.array([letter == playing.MET for letter in letters]) for verdict, letters in ended.items()}
    pack = load(plan.pack)
    found: Found = {
        "about": {
            "pack": pack.id,
            "hash": pack.hash,
            "version": version(plan),
            "seed": plan.seed,
            "games": plan.games,
            "parts": [*plan.parts],
            "only": [*plan.only],
        }
    }
    if "difficulty" in plan.parts:
        found["difficulty"] = _cells(plan, met)
        if plan.search is not None and plan.searched():
            found["search"] = _searched(plan, met, ended)
    if "ablations" in plan.parts:
        found["ablations"] = [_ablation(plan, met, cell) for cell in plan.studied()]
    if "ladder" in plan.parts:
        found["ladder"] = [_ladder(plan, met, cell) for cell in plan.climbed()]
    found["verdicts"] = [verdict._asdict() for verdict in bands.verdicts(found)]
    return found


Met = dict[Chunk, np.ndarray]


def _named(cell: Cell) -> Found:
    return {"cell": cell.name, "scenario": cell.scenario, "seats": cell.seats, "difficulty": cell.difficulty}


def _cells(plan: Plan, met: Met) -> list[Found]:
    """Success of each team, and the effect of the next harder level on the same seeds."""

    def of(cell: Cell, team: str) -> np.ndarray:
        return met[Chunk(cell, team, plan.seed, plan.games)]

    rows: dict[Cell, Found] = {}
    for cell in plan.cells():
        teams = {team: counting.share(of(cell, team)) for team in plan.teams}
        rows[cell] = {**_named(cell), "teams": teams, "outside": {}}
        far = {team: bands.outside(rows[cell], team) for team in plan.teams}
        rows[cell]["outside"] = {team: one for team, one in far.items() if one is not None}
    for easier, harder in _steps(list(rows)):
        apart = {team: counting.difference(of(harder, team), of(easier, team)) for team in plan.teams}
        rows[harder]["harder"] = apart
    return list(rows.values())


def _steps(cells: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """Neighbouring levels of a scenario and number of seats."""
    return [(one, two) for one, two in pairwise(cells) if one[:2] == two[:2]]


def _searched(plan: Plan, met: Met, ended: Ended) -> Found:
    """Search and expert on the same seeds."""
    pairs, broke = dict[Cell, tuple[np.ndarray, np.ndarray]](), dict[Cell, int]()
    for cell in plan.searched():
        blocks = [one for one in plan.slow() if one.cell == cell]
        broke[cell] = sum(ended[block].count("B") for block in blocks)
        expert = met[Chunk(cell, EXPERT, plan.seed, plan.search_games)]
        pairs[cell] = np.concatenate([met[one] for one in blocks]), expert
    rows: dict[Cell, Found] = {
        cell: {
            **_named(cell),
            "teams": {SEARCH: counting.share(own), EXPERT: counting.share(other)},
            **counting.difference(own, other),
            "correlation": counting.correlation(own, other),
            "broke": broke[cell],
        }
        for cell, (own, other) in pairs.items()
    }
    for easier, harder in _steps(list(rows)):
        rows[harder]["harder"] = {SEARCH: counting.difference(pairs[harder][0], pairs[easier][0])}
    means = [counting.rounded(np.mean([pair[k].mean() for pair in pairs.values()])) for k in range(2)]
    over = {SEARCH: means[0], EXPERT: means[1], **counting.pooled(list(pairs.values()))}
    return {"code": plan.search, "games": plan.search_games, "cells": list(rows.values()), "over_all": over}


def _ablation(plan: Plan, met: Met, cell: Cell) -> Found:
    """The expert's loss or gain without each part, on the same seeds."""
    full = met[Chunk(cell, EXPERT, plan.seed, plan.games)]
    without = {}
    for word in WITHOUT:
        less = met[Chunk(cell._replace(without=word), EXPERT, plan.seed, plan.games)]
        without[word] = {"share": counting.rounded(less.mean()), **counting.difference(less, full)}
    return {**_named(cell), "full": counting.share(full), "without": without}


def _ladder(plan: Plan, met: Met, cell: Cell) -> Found:
    """Success by days, and the days at which half succeed."""
    teams = {}
    for team in CLIMBERS:
        games = np.column_stack(
            [met[Chunk(cell._replace(days=days), team, plan.seed, plan.games)] for days in RUNGS]
        ).astype(float)
        rungs = [{"days": days, **counting.share(games[:, k])} for k, days in enumerate(RUNGS)]
        fit = counting.rising(games.mean(0))
        falls = [one["days"] for one, risen in zip(rungs, fit, strict=True) if not one["low"] <= risen <= one["high"]]
        half = [counting.day_told(day, RUNGS) for day in counting.half_days(games, RUNGS)]
        teams[team] = {"rungs": rungs, "falls": falls, "half": half}
    return {**_named(cell), "teams": teams}
