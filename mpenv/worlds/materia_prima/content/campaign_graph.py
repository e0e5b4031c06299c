"""Checks of a campaign: every path through it starts at its first chapter, leads on, and ends."""

from collections.abc import Iterator
from typing import Any

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.content.checks import Ids
from mpenv.worlds.materia_prima.content.faults import Fault

FILE = "scenarios.toml"
Chapters = dict[int, dict[str, Any]]


@implements(also=("MP-BASE-SCEN-1",))
def campaigns(entries: dict[str, list[dict[str, Any]]], ids: Ids) -> Iterator[Fault]:
    for one in entries["campaign"]:
        yield from (Fault(FILE, one["id"], "chapters", words) for words in _chapters(one["chapters"], entries, ids))


def _chapters(given: list[dict[str, Any]], entries: dict[str, list[dict[str, Any]]], ids: Ids) -> Iterator[str]:
    chapters: Chapters = {chapter["scenario"]: chapter for chapter in given}
    if len(chapters) < len(given):
        yield "a scenario is a chapter once"
    for scenario, chapter in chapters.items():
        name, offered = ids["scenario"][scenario], entries["scenario"][scenario]["days"]
        for field in ("next_by_difficulty", "reward_by_difficulty"):
            if any(not offered[level + 1] for level in chapter[field]):
                yield f"{name}: {field} names a difficulty it is not played at"
        lost = [ids["scenario"][there] for there in leads(chapter) if there not in chapters]
        if lost:
            yield f"{name}: leads to {lost[0]}, which is no chapter"
    reached = {given[0]["scenario"], *beyond(given[0]["scenario"], chapters)}
    for scenario in chapters:
        if scenario not in reached:
            yield f"{ids['scenario'][scenario]}: no way leads there"
    if circle := [scenario for scenario in chapters if scenario in beyond(scenario, chapters)]:
        yield f"a way leads from {ids['scenario'][circle[0]]} back to it"


def leads(chapter: dict[str, Any]) -> list[int]:
    """The scenarios that may follow, or be played instead."""
    ways = (chapter["next"], chapter["instead"], *chapter["next_by_difficulty"].values())
    return [one for one in ways if one is not None]


def beyond(start: int, chapters: Chapters) -> set[int]:
    """Every scenario that some way leads to from here."""
    found, waiting = set[int](), [start]
    for scenario in waiting:
        for there in leads(chapters[scenario]) if scenario in chapters else ():
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found
