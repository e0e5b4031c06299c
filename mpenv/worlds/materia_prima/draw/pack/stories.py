"""Scenarios and campaigns of a pack in words."""

from collections.abc import Iterator
from typing import Any

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.pack.table import Story


def scenarios(pack: Pack) -> list[Story]:
    return [
        _story(pack, "Scenario", one["id"], _scenario(pack, number, one))
        for number, one in enumerate(pack.entries["scenario"])
    ]


def _story(pack: Pack, kind: str, entry: str, said: Iterator[str]) -> Story:
    name = f" - {pack.name(entry)}" if entry in pack.names else ""
    return Story(entry, f"{kind} {entry}{name}", list(said), pack.introduction(entry))


def _scenario(pack: Pack, number: int, one: dict[str, Any]) -> Iterator[str]:
    yield f"days: {_days(one['days'])}; types: {' '.join(one['types']) or 'none'}{_decks(pack, one)}"
    yield f"mission: {words.mission(pack, number)}"
    if rules := list(words.special(pack, one["special"])):
        yield f"special: {'; '.join(rules)}"
    yield from _setup(pack, one)
    for row in one["events"]:
        price = "/".join(map(str, row["cost"]))
        yield f"event of day {row['day']}: {price} points for 2/3/4 alchemists"
        yield f"  paid: {words.effect(pack, row['paid'])}; unpaid: {words.effect(pack, row['unpaid'])}"
    if one["cooperation"]:
        yield f"cooperation: {', '.join(v.COOPERATION[tag] for tag in one['cooperation'])}"
    yield f"provenance: {v.PROVENANCES[one['provenance']]}"


def _setup(pack: Pack, one: dict[str, Any]) -> Iterator[str]:
    """The set-up that a scenario brings, and whether it has a guide."""
    if (own := one["setup"]) is not None:
        yield f"set-up of its own: {', '.join(own['tiles'])}"
        for colour, place in own["places"].items():
            start = place["alchemist"] or place["tower"]
            stands = "" if start == place["tower"] else f", alchemist at {start[0]},{start[1]}"
            yield f"  {v.COLOURS[colour]}: tower at {place['tower'][0]},{place['tower'][1]}{stands}"
        if own["pool"]:
            yield f"  pool: {', '.join(pack.ids['recipe'][card] for card in own['pool'])}"
    if one["guide"]:
        yield f"a guide of {len(one['guide'])} lines (mpenv play --tutorial)"


def _days(days: list[int]) -> str:
    return ", ".join(
        f"{level} {length}" if level != "none" else str(length)
        for level, length in zip(v.DIFFICULTIES, days, strict=True)
        if length
    )


def _decks(pack: Pack, one: dict[str, Any]) -> str:
    said = "" if one["inquisitor_deck"] else "; no deck of inquisitors"
    if one["alarm_order"]:
        return f"{said}; alarm cards in the order {', '.join(pack.ids['alarm'][card] for card in one['alarm_order'])}"
    if one["alarms"]:
        return f"{said}; only the alarm cards {', '.join(pack.ids['alarm'][card] for card in one['alarms'])}"
    return said


def campaigns(pack: Pack) -> list[Story]:
    return [_story(pack, "Campaign", one["id"], _campaign(pack, one["chapters"])) for one in pack.entries["campaign"]]


def _campaign(pack: Pack, chapters: list[dict[str, Any]]) -> Iterator[str]:
    """Paths through a campaign as a tree; a chapter already described is only named."""
    known = {chapter["scenario"]: chapter for chapter in chapters}
    waiting: list[tuple[int, str, int]] = [(0, "", chapters[0]["scenario"])]
    told: set[int] = set()
    while waiting:
        depth, way, scenario = waiting.pop()
        seen = scenario in told
        end = " (see above)" if seen else _rewards(pack, known[scenario])
        yield f"{'  ' * depth}{way}{pack.ids['scenario'][scenario]}{end}"
        if not seen:
            told.add(scenario)
            waiting += [(depth + 1, way, there) for way, there in reversed(list(_ways(known[scenario])))]


def _ways(chapter: dict[str, Any]) -> Iterator[tuple[str, int]]:
    if chapter["next"] is not None:
        yield "then ", chapter["next"]
    for level, there in chapter["next_by_difficulty"].items():
        yield f"won at {v.DIFFICULTIES[level + 1]}: ", there
    if chapter["instead"] is not None:
        yield "or instead: ", chapter["instead"]


def _rewards(pack: Pack, chapter: dict[str, Any]) -> str:
    won = [
        f"{v.DIFFICULTIES[level + 1]} {words.elements(pack, [gain.get(one, 0) for one in range(v.MAX_ELEMENTS)])}"
        for level, gain in sorted(chapter["reward_by_difficulty"].items())
        if gain
    ]
    return f"   [won: {'; '.join(won)}]" if won else ""
