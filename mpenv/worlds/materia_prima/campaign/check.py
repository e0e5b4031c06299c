"""Checks of a chronicle: every fault at once."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima import campaign_start as start
from mpenv.worlds.materia_prima.campaign import branches
from mpenv.worlds.materia_prima.campaign import map as drawn
from mpenv.worlds.materia_prima.campaign.chronicle import LETTERS, LEVEL, Played
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.content.pack import Pack

Lines = dict[str, Any]
ITEMS = ("homunculi", "equipment")


@implements(also=("MP-CAMPAIGN-2",))
def possible(lines: Lines, pack: Pack | None) -> list[Fault]:
    """List faults of the fields that could be read; the others are missing and already reported."""
    faults = [*players(lines), *cards(lines)]
    if pack is not None:
        faults += [*printed(lines, pack), *figures(lines, pack), *levels(lines, pack), *board(lines, pack)]
        faults += [*ends(lines, pack), *way(lines, pack)]
    return faults


def played(line: Lines) -> Played:
    """An entry of a scenario played; by default it started at the level it was finished at."""
    return Played(**{**line, "started": line["difficulty"] if line["started"] is None else line["started"]})


def printed(lines: Lines, pack: Pack) -> Iterator[Fault]:
    given = lines["pack"]
    if {"id", "hash"} <= given.keys() and (given["id"], given["hash"]) != (pack.id, pack.hash):
        words = f"was begun with {given['id']} {given['hash']}, this pack is {pack.id} {pack.hash}"
        yield Fault("", "pack", "hash", words)


def players(lines: Lines) -> Iterator[Fault]:
    """MP-SETUP-6, MP-CAMPAIGN-3: two to four, each with an alchemist, a digit and a tower of his own."""
    given = lines["player"]
    if len(given) < 2:
        yield Fault("", "player", "", f"{len(given)} are recorded, a campaign has 2 to {v.SEATS}")
    for field in ("alchemist", "digit", "tower", "extension"):
        yield from twice([(f"player {k}", field, one.get(field)) for k, one in enumerate(given, 1) if one.get(field)])
    placed = [bool(one["tower"]) for one in given if "tower" in one]
    if any(placed) and not all(placed):
        yield from (Fault("", f"player {k}", "tower", "is missing") for k, one in enumerate(placed, 1) if not one)


@implements(also=("MP-SOUL-2",))
def cards(lines: Lines) -> Iterator[Fault]:
    """MP-STONE-1, MP-STONE-2, MP-SOUL-2: each card once, and none without a soul stone."""
    items, fragments = [], []
    for k, one in enumerate(lines["player"], 1):
        for field in ITEMS:
            items += [(f"player {k}", field, item) for item in one.get(field, {})]
            fragments += [(f"player {k}", field, fragment) for fragment in one.get(field, {}).values()]
            if one.get("stone") is False and one.get(field):
                yield Fault("", f"player {k}", field, "without a soul stone nothing is carried (MP-SOUL-2)")
    yield from twice(items)
    yield from twice(fragments)


def twice(given: list[tuple[str, str, Any]]) -> Iterator[Fault]:
    """Values that occur more than once, reported at every repetition."""
    first: dict[Any, str] = {}
    for entry, field, value in given:
        if value in first:
            yield Fault("", entry, field, f"{value!r} is recorded twice, also of {first[value]}")
        first.setdefault(value, entry)


def figures(lines: Lines, pack: Pack) -> Iterator[Fault]:
    """MP-SETUP-6: each colour is played once, as printed on the alchemist or chosen."""
    printed = {entry["id"]: v.COLOURS[entry["colour"]] for entry in pack.entries["alchemist"]}
    seen: dict[str, str] = {}
    for k, entry in enumerate(lines["player"], 1):
        alchemist = entry.get("alchemist")
        colour = entry.get("colour") or (printed[alchemist] if alchemist else "")
        if alchemist and seen.setdefault(colour, alchemist) != alchemist:
            yield Fault("", f"player {k}", "alchemist", f"{colour} is played already, each colour is once")


@implements(also=("MP-STONE-1", "MP-STONE-2", "MP-STONE-5"))
def levels(lines: Lines, pack: Pack) -> Iterator[Fault]:
    """MP-STONE-1, MP-STONE-2, MP-STONE-5: one item of a level, by a fragment of that level."""
    level = dict(zip(pack.ids["recipe"], (int(one.level) for one in pack.readable.recipe), strict=False))
    for k, one in enumerate(lines["player"], 1):
        carried = [(field, *pair) for field in ITEMS for pair in one.get(field, {}).items()]
        for field, item, fragment in carried:
            if level[item] != level[fragment]:
                words = f"{item} is of level {level[item]}, {fragment} of level {level[fragment]} (MP-STONE-5)"
                yield Fault("", f"player {k}", field, words)
        counts = Counter(level[item] for _, item, _ in carried)
        for one_level, count in sorted(counts.items()):
            if count > 1:
                words = f"{count} items of level {one_level} are carried, one of each is the most (MP-STONE-2)"
                yield Fault("", f"player {k}", ", ".join(ITEMS), words)


def board(lines: Lines, pack: Pack) -> Iterator[Fault]:
    """MP-SETUP-2, MP-BASE-BOARD-7: tiles that fill the frame, towers on plain ground, a drawing that fits."""
    tiles = lines["board"].get("tiles")
    if tiles is None:
        return
    try:
        sites = dict(zip(pack.places, start.lay(pack, start.tiles(pack, tiles)), strict=False))
    except ValueError as fault:
        yield Fault("", "board", "tiles", str(fault))
        return
    for k, line in enumerate(lines["player"], 1):
        if line.get("tower") and sites[line["tower"]] != v.PLAIN:
            words = f"{line['tower']} is no plain hex, it shows {drawn.token(pack, sites[line['tower']])}"
            yield Fault("", f"player {k}", "tower", f"{words} (MP-BASE-BOARD-7)")
    drawable = len(lines["player"]) > 1 and all({"tower", "digit"} <= line.keys() for line in lines["player"])
    if drawable and lines["board"].get("map") is not None:
        yield from drawing(lines, pack, tiles)


def drawing(lines: Lines, pack: Pack, tiles: list[str]) -> Iterator[Fault]:
    towers = {line["tower"]: line["digit"] for line in lines["player"] if line["tower"]}
    wanted, found = drawn.rows(pack, tiles, towers), lines["board"]["map"]
    if len(found) != len(wanted):
        yield Fault("", "board", "map", f"has {len(found)} rows, the board has {len(wanted)}")
    for number, (row, right) in enumerate(zip(found, wanted, strict=False), 1):
        if row.split() != right.split():
            words = f"row {number} shows {' '.join(row.split())!r}, tiles and towers make {' '.join(right.split())!r}"
            yield Fault("", "board", "map", words)


def ends(lines: Lines, pack: Pack) -> Iterator[Fault]:
    """MP-DAY-2, MP-DIFF-1, MP-DIFF-2: levels the scenario is played at, and days it can end on."""
    for k, line in enumerate(lines["played"], 1):
        if line.keys() < {"scenario", "outcome", "day", "difficulty", "started"}:
            continue
        one = played(line)
        offered = {LEVEL[level]: days for level, days in branches.levels(pack, one.scenario).items()}
        wrong = [
            (field, letter)
            for field, letter in (("difficulty", one.difficulty), ("started", one.started))
            if letter not in offered
        ]
        for field, letter in dict.fromkeys(wrong):
            letters = ", ".join(filter(None, offered)) or "no level"
            yield Fault("", f"played {k}", field, f"{one.scenario} is played at {letters}, not {letter or 'without'}")
        if not wrong:
            yield from days(f"played {k}", one, offered)


@implements(also=("MP-DIFF-2",))
def days(entry: str, entry_played: Played, offered: dict[str, int]) -> Iterator[Fault]:
    length = offered[entry_played.difficulty]
    finished, started = LETTERS.index(entry_played.difficulty), LETTERS.index(entry_played.started)
    if finished > started:
        yield Fault("", entry, "started", "a game goes on at an easier level, never at a harder one (MP-DIFF-3)")
        return
    least = offered[LETTERS[finished + 1]] + 1 if finished < started else 1
    if entry_played.outcome != "abort":
        least = length
    if not least <= entry_played.day <= length:
        wanted = str(length) if least == length else f"{least} to {length}"
        yield Fault("", entry, "day", f"{entry_played.outcome} comes on day {wanted}, not {entry_played.day}")


def way(lines: Lines, pack: Pack) -> Iterator[Fault]:
    """MP-CAMPAIGN-1, MP-CAMPAIGN-7: the scenarios played follow the campaign, and lead to the next one."""
    about, entries = lines["about"], lines["played"]
    if "campaign" not in about or any(len(line) < 5 for line in entries):
        return
    story = [played(line) for line in entries]
    stand = branches.walk(pack, about["campaign"], story)
    yield from (Fault("", f"played {number + 1}", "scenario", words) for number, words in stand.strays)
    if "next" in about and about["next"] not in (stand.open or [""]):
        words = f"{about['next'] or 'nothing'} cannot be next, open is {' or '.join(stand.open) or 'nothing'}"
        yield Fault("", "", "next", words)
    if "reward" in about and about["reward"] != stand.reward:
        words = f"is {told(about['reward'])}, what was played brings {told(stand.reward)}"
        yield Fault("", "reward", "", words)
    yield from holdings(lines, story)


def told(reward: dict[str, int]) -> str:
    return ", ".join(f"{count} {element}" for element, count in reward.items()) or "nothing"


@implements(also=("MP-SOUL-4",))
def holdings(lines: Lines, story: list[Played]) -> Iterator[Fault]:
    """Only a success changes what players have; whoever lost a soul stone never has one again (MP-SOUL-4)."""
    won = [number for number, line in enumerate(story) if line.success]
    since = story[won[-1] + 1 :] if won else story
    stones = [line.get("stone", True) for line in lines["player"]]
    if stones and not any(stones):
        for number, line in enumerate(since, len(story) - len(since) + 1):
            if line.outcome == "abort":
                yield Fault("", f"played {number}", "outcome", "no soul stone was there to be lost, so nothing aborts")
    for k, line in enumerate(lines["player"], 1):
        if won:
            if line.get("tower") == "" and not any(other.get("tower") for other in lines["player"]):
                yield Fault("", f"player {k}", "tower", "is missing, a scenario was won with it")
            continue
        if line.get("stone") is False:
            yield Fault("", f"player {k}", "stone", "no scenario was won, so nobody has lost it (MP-CAMPAIGN-7)")
        for field in (*ITEMS, "extension"):
            if line.get(field):
                yield Fault("", f"player {k}", field, "no scenario was won, so nothing is carried (MP-CAMPAIGN-7)")
