"""Branches of a campaign: what follows a scenario, by its outcome and level."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.campaign.chronicle import LETTERS, Played
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack


class Stand(NamedTuple):
    """Position in a campaign: scenarios that may be played next, the reward due, and entries that no branch allows."""

    open: list[str]
    reward: dict[str, int]
    strays: list[tuple[int, str]]


def chapters(pack: Pack, campaign: str) -> dict[str, dict[str, Any]]:
    """Chapters of a campaign by scenario; the first is its start."""
    entry = pack.entries["campaign"][pack.index("campaign", campaign)]
    return {pack.ids["scenario"][chapter["scenario"]]: chapter for chapter in entry["chapters"]}


def levels(pack: Pack, scenario: str) -> dict[str, int]:
    """Days of each level of a scenario; one without levels has `none` alone."""
    days = pack.entries["scenario"][pack.index("scenario", scenario)]["days"]
    return {level: length for level, length in zip(v.DIFFICULTIES, days, strict=True) if length}


@implements("MP-CAMPAIGN-6")
def following(pack: Pack, chapter: dict[str, Any], letter: str) -> str:
    """Scenario after a success at this level; empty at the end (MP-CAMPAIGN-6)."""
    there = chapter["next_by_difficulty"].get(_branch(letter), chapter["next"])
    return "" if there is None else pack.ids["scenario"][there]


@implements(also=("MP-CAMPAIGN-6",))
def reward(pack: Pack, chapter: dict[str, Any], letter: str) -> dict[str, int]:
    """Elements placed in each tower at the next start; empty where there are none."""
    won = chapter["reward_by_difficulty"].get(_branch(letter), {})
    return {pack.ids["element"][one]: count for one, count in won.items()} if following(pack, chapter, letter) else {}


def _branch(letter: str) -> int:
    """Number of a level's branch."""
    return LETTERS.index(letter) - 1


@implements(also=("MP-CAMPAIGN-7",))
def retries(pack: Pack, campaign: str, scenario: str) -> list[str]:
    """Scenarios allowed after a failure: the same again, or the other branch (MP-CAMPAIGN-7)."""
    other = chapters(pack, campaign)[scenario]["instead"]
    return [scenario] if other is None else [scenario, pack.ids["scenario"][other]]


@implements("MP-CAMPAIGN-1")
def walk(pack: Pack, campaign: str, played: Sequence[Played]) -> Stand:
    """Follow the scenarios played from the first chapter on."""
    known = chapters(pack, campaign)
    opened, won, strays = [next(iter(known))], dict[str, int](), []
    for number, one in enumerate(played):
        if one.scenario not in known:
            strays.append((number, f"{one.scenario} is no chapter of {campaign}"))
            continue
        if one.scenario not in opened:
            strays.append((number, f"no way leads to {one.scenario} here, open is {', '.join(opened) or 'nothing'}"))
        if one.success:
            there = following(pack, known[one.scenario], one.difficulty)
            opened, won = [there] if there else [], reward(pack, known[one.scenario], one.difficulty)
        else:
            opened = retries(pack, campaign, one.scenario)
    return Stand(opened, won, strays)
