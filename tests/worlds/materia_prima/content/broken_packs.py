"""Packs with one thing broken, and the fault that names it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mpenv.worlds.materia_prima.content.faults import BrokenPack, Fault
from mpenv.worlds.materia_prima.content.pack import load
from tests.places import TESTS

SMALL = TESTS / "packs" / "small"
WHOLE = TESTS / "packs" / "whole"
Edit = Callable[[str], str]


def edit(pack: Path, file: str, change: Edit) -> None:
    path = pack / file
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before, "the edit did not find its place"
    path.write_text(after, encoding="utf-8")


def faults(pack: Path) -> list[Fault]:
    with pytest.raises(BrokenPack) as caught:
        load(str(pack))
    return caught.value.faults


def swap(old: str, new: str, nth: int = 0) -> Edit:
    """The nth occurrence of a text, replaced."""

    def change(text: str) -> str:
        parts = text.split(old)
        assert len(parts) > nth + 1, f"{old!r} is not there"
        return old.join(parts[: nth + 1]) + new + old.join(parts[nth + 1 :])

    return change


def within(entry: str, old: str, new: str) -> Edit:
    """A text replaced behind the id of an entry."""

    def change(text: str) -> str:
        head, mark, tail = text.partition(f'id = "{entry}"')
        assert mark, f"there is no {entry}"
        assert old in tail, f"{old!r} is not behind {entry}"
        return head + mark + tail.replace(old, new, 1)

    return change


def add(lines: str) -> Edit:
    return lambda text: text + "\n" + lines


def without(entry: str) -> Edit:
    """All of an entry gone."""
    return lambda text: re.sub(rf'\[\[\w+\]\]\nid = "{re.escape(entry)}"\n(?:(?!\[\[)[^\n]*\n?)*', "", text)


def many(kind: str, count: int, body: str) -> Edit:
    return add("\n".join(f'[[{kind}]]\nid = "extra.{i}"\n{body.format(i=i)}' for i in range(count)))


def walled(text: str) -> str:
    """Every plain hex blocked."""
    return re.sub(r'(?<=[ "])\.(?=[ "])', "#", text)


CARDS = "\n  ".join(f'{{ id = "A{i}", modifier = "{what}" }},' for i, what in enumerate(
    ("extra figure", "attack +1", "attack +2", "defence +1", "defence +2", "actions +1"), 1
))  # fmt: skip
PROVENANCE = 'provenance = "inferred"\n'
ELEMENT = 'symbol = "x{i}"\nlevel = 1\n' + PROVENANCE
CONVERSION = 'from = ["fire", "earth"]\nto = "glass"\n' + PROVENANCE
STONE = "level = 1\ncost = {{ air = 1 }}\n" + PROVENANCE
TOWERS = "2 = [[3, 0], [-3, 0]]"
SLOTS = '"tile.1 A 0", "tile.2 A 0"'
DAYS = "days = { easy = 20, normal = 16, hard = 12 }"

# name of the case: file, edit, entry and field of the fault, what its words must say
CASES: dict[str, tuple[str, Edit, str, str, str]] = {
    "not TOML": ("elements.toml", add("= 3"), "", "", "is not TOML"),
    "unknown key": ("elements.toml", within("air", "level = 1", "level = 1\nlevl = 2"), "air", "levl", "known are"),
    "unknown kind of entry": ("elements.toml", add('[[metal]]\nid = "tin"'), "metal", "", "known are element"),
    "entry written as a table": ("recipes.toml", add("[golem]\nlevel = 1"), "golem", "", "is unknown"),
    "missing field": ("elements.toml", within("air", "level = 1\n", ""), "air", "level", "is missing"),
    "missing id": ("elements.toml", swap('id = "air"\n', ""), "element 0", "id", "is missing"),
    "wrong type": ("elements.toml", within("air", "level = 1", 'level = "one"'), "air", "level", "whole number from 1"),
    "true is no number": ("elements.toml", within("air", "level = 1", "level = true"), "air", "level", "whole number"),
    "number out of range": ("elements.toml", within("air", "level = 1", "level = 4"), "air", "level", "from 1 to 3"),
    "unknown provenance": (
        "elements.toml",
        within("air", '"attested"', '"rumour"'),
        "air",
        "provenance",
        "is not one of rulebook",
    ),
    "duplicate id": ("elements.toml", swap('id = "earth"', 'id = "air"'), "air", "id", "used twice"),
    "duplicate id in two files": ("recipes.toml", swap('"stone.1a"', '"tower.1"'), "tower.1", "id", "alchemists.toml"),
    "id that notation cannot say": ("elements.toml", swap('id = "air"', 'id = "a+r"'), "a+r", "id", "letters"),
    "symbol used twice": ("elements.toml", swap('"gl"', '"co"'), "copper", "symbol", "of its own"),
    "symbol in upper case": ("elements.toml", swap('"gl"', '"Gl"'), "glass", "symbol", "lower case"),
    "seventeen elements": ("elements.toml", many("element", 8, ELEMENT), "extra.7", "", "there are 17 entries"),
    "seventeen conversions": ("elements.toml", many("conversion", 14, CONVERSION), "extra.13", "", "engine takes 16"),
    "thirty-three stones": ("recipes.toml", many("stone", 27, STONE), "extra.26", "", "engine takes 32"),
    "conversion of unknown element": (
        "elements.toml",
        swap('["fire", "earth"]', '["fire", "tin"]'),
        "conversion.glass",
        "from",
        "no element 'tin'",
    ),
    "conversion into what it is made from": (
        "elements.toml",
        swap('to = "glass"', 'to = "fire"'),
        "conversion.glass",
        "to",
        "another element than those",
    ),
    "conversion of three elements": (
        "elements.toml",
        swap('["fire", "earth"]', '["fire", "earth", "air"]'),
        "conversion.glass",
        "from",
        "has 3 entries, wanted 2",
    ),
    "conversion of a pair again": (
        "elements.toml",
        swap('["earth", "iron"]', '["earth", "fire"]'),
        "conversion.copper",
        "from",
        "a pair of its own",
    ),
    "tile row too short": ("board.toml", swap('". . e"', '". ."'), "tile.1", "A", "must have rows of [3, 4, 5, 4, 3]"),
    "unknown token": ("board.toml", swap('". . e"', '". . ?"'), "tile.1", "A", "'?' is neither"),
    "two tokens in one": ("board.toml", swap('". . e"', '". .# e"'), "tile.1", "A", "'.#' is neither"),
    "town missing on one side": ("board.toml", swap(". . T . .", ". . . . .", 1), "tile", "B", "town T stands 0 times"),
    "town on two tiles": (
        "board.toml",
        within("tile.7", '". . . ."', '". T . ."'),
        "tile",
        "A",
        "town T stands 2 times",
    ),
    "town on another tile on side B": (
        "board.toml",
        lambda text: swap('". . . . ."', '". . T . ."', 1)(swap(". . T . .", ". . . . .", 1)(text)),
        "tile",
        "B",
        "where it stands on side A",
    ),
    "two towns of a letter": ("board.toml", swap('letter = "R"', 'letter = "T"'), "town", "letter", "each once"),
    "six tiles": ("board.toml", without("tile.3"), "tile", "", "there are 6, wanted 7"),
    "tile without rows": (
        "board.toml",
        lambda text: re.sub(r"\nB = \[[^]]*\]", "", text, count=1),
        "tile.1",
        "B",
        "missing",
    ),
    "shape out of order": ("board.toml", swap("[0, -2], [1, -2]", "[1, -2], [0, -2]"), "", "shape", "row by row"),
    "shape that is too big": (
        "board.toml",
        lambda text: re.sub(r"shape = \[.*?\n\]", f"shape = {[[q, 0] for q in range(28)]}", text, flags=re.DOTALL),
        "",
        "shape",
        "has 28 entries, wanted 1 to 27",
    ),
    "tiles that overlap": ("board.toml", swap("[5, -2], [2, 3]", "[5, -2], [5, -2]"), "", "frame", "overlap"),
    "board that is too wide": ("board.toml", swap("[5, -2]", "[50, -2]"), "", "frame", "the engine takes 16"),
    "layout with a tile twice": (
        "board.toml",
        swap(SLOTS, '"tile.1 A 0", "tile.1 A 0"'),
        "standard",
        "slots",
        "each tile once",
    ),
    "layout with an unknown tile": (
        "board.toml",
        swap('"tile.2 A 0"', '"tile.9 A 0"'),
        "standard",
        "slots",
        "'tile.9 A 0'",
    ),
    "layout turned too often": ("board.toml", swap('"tile.2 A 0"', '"tile.2 A 12"'), "standard", "slots", "0 to 5"),
    "no layout called standard": ("board.toml", swap('"standard"', '"usual"'), "layout", "id", "called standard"),
    "layout called random": (
        "board.toml",
        lambda text: text + text[text.index("[[layout]]") :].replace('"standard"', '"random"'),
        "random",
        "id",
        "give it another name",
    ),
    "tower on a mine": ("board.toml", swap(TOWERS, "2 = [[2, -2], [-3, 0]]"), "standard", "towers", "not [2, -2]"),
    "tower off the board": ("board.toml", swap(TOWERS, "2 = [[90, 0], [-3, 0]]"), "standard", "towers", "plain hexes"),
    "two towers on a hex": ("board.toml", swap(TOWERS, "2 = [[3, 0], [3, 0]]"), "standard", "towers", "2 different"),
    "no towers for a team": ("board.toml", swap(TOWERS + ", ", ""), "standard", "towers", "2, 3 and 4"),
    "nobody is green": ("alchemists.toml", without("alchemist.green"), "alchemist", "colour", "nobody is green"),
    "unknown colour": ("alchemists.toml", swap('"grey"', '"pink"'), "alchemist.grey", "colour", "is not one of green"),
    "row without stone incomplete": (
        "alchemists.toml",
        swap("{ attack = 1, defence = 1,", "{ attack = 1,"),
        "alchemist.yellow",
        "without_stone",
        "defence: is missing",
    ),
    "unknown ability": (
        "alchemists.toml",
        swap('"mining earth"', '"mining tin"'),
        "alchemist.brown",
        "abilities",
        "'mining tin' is neither",
    ),
    "tower digit twice": ("alchemists.toml", swap("digit = 2", "digit = 1"), "tower", "digit", "1, 2, 3, 4"),
    "nowhere to go": ("board.toml", walled, "tile", "", "open hexes on some sides, wanted 40"),
    "too few recipes of level 1": ("recipes.toml", without("stone.1d"), "stone", "level", "there are 3 of level 1"),
    "cost in an unknown element": (
        "recipes.toml",
        swap("{ air = 2 }", "{ tin = 2 }"),
        "homunculus.1a",
        "cost",
        "'tin'",
    ),
    "cost of nothing": ("recipes.toml", swap("{ air = 2 }", "{ air = 0 }"), "homunculus.1a", "cost", "from 1 to 9"),
    "unknown slot": ("recipes.toml", swap('"weapon"', '"hat"'), "equipment.1a", "slot", "is not one of weapon"),
    "five cards": (
        "inquisitors.toml",
        swap(CARDS.splitlines()[5] + "\n", ""),
        "type.a",
        "cards",
        "has 5 entries, wanted 6",
    ),
    "two equal modifiers": ("inquisitors.toml", swap('"attack +2"', '"attack +1"'), "type.a", "cards", "must differ"),
    "three extra figures": (
        "inquisitors.toml",
        lambda text: swap('"attack +1"', '"extra figure"')(swap('"attack +2"', '"extra figure"')(text)),
        "type.a",
        "cards",
        "at most 2 cards",
    ),
    "card id of another card": ("inquisitors.toml", swap('"B1"', '"A1"'), "type.b", "cards", "'A1' is used twice"),
    "modifier beyond the bound": (
        "inquisitors.toml",
        swap('"attack +2"', '"attack +99999"'),
        "type.a",
        "cards",
        "+1 to +9",
    ),
    "modifier in strange digits": (
        "inquisitors.toml",
        swap('"attack +2"', '"attack +²"'),
        "type.a",
        "cards",
        "+1 to +9",
    ),
    "attack and destroy both": (
        "inquisitors.toml",
        swap("attack = 2", "attack = 2\ndestroy = 1"),
        "type.a",
        "attack",
        "either attack or destroy",
    ),
    "neither attack nor destroy": ("inquisitors.toml", swap("attack = 2\n", ""), "type.a", "attack", "either attack"),
    "attacker that hunts towers": (
        "inquisitors.toml",
        swap('"homunculus"', '"tower"'),
        "type.a",
        "secondary",
        "hunts figures only",
    ),
    "letter used twice": ("inquisitors.toml", swap('letter = "B"', 'letter = "A"'), "type.b", "letter", "of its own"),
    "alarm order with a colour twice": (
        "alarms.toml",
        swap('["green", "yellow", "brown", "grey"]', '["green", "green", "brown", "grey"]'),
        "alarm.01",
        "order",
        "every colour once",
    ),
    "alarm order of three colours": (
        "alarms.toml",
        swap('["green", "yellow", "brown", "grey"]', '["green", "yellow", "brown"]'),
        "alarm.01",
        "order",
        "has 3 entries, wanted 4",
    ),
    "nineteen alarm cards": (
        "alarms.toml",
        lambda text: text[: text.index('[[alarm]]\nid = "alarm.20"')],
        "alarm",
        "",
        "there are 19 for all decks, wanted at least 20",
    ),
    "alarm in an unknown town": ("alarms.toml", swap('"town.g"', '"town.x"'), "alarm.01", "town", "no town 'town.x'"),
    "alarm with an extra figure": (
        "alarms.toml",
        swap('["attack +1"]', '["extra figure"]'),
        "alarm.01",
        "modifiers",
        "lists values only",
    ),
    "alarm with more marks than hexes": (
        "alarms.toml",
        swap('["SW"]', str(["SW"] * 8).replace("'", '"')),
        "alarm.01",
        "alchemists",
        "wanted 0 to 7",
    ),
    "loot of two elements": (
        "alarms.toml",
        swap('["fire", "glass", "aqua regia"]', '["fire", "glass"]'),
        "alarm.01",
        "loot",
        "wanted 3",
    ),
    "scenario with unknown type": ("scenarios.toml", swap('["B"]', '["X"]'), "duel", "types", "known are A, B, C"),
    "scenario with a type twice": ("scenarios.toml", swap('["B"]', '["B", "B"]'), "duel", "types", "different types"),
    "scenario with four types": (
        "scenarios.toml",
        swap('["B"]', '["A", "B", "C", "D"]'),
        "duel",
        "types",
        "wanted 0 to 3",
    ),
    "goal with neither make nor hold": (
        "scenarios.toml",
        swap('{ make = "equipment",', "{"),
        "trial",
        "mission",
        "a goal says one of make, hold",
    ),
    "goal with make and hold": (
        "scenarios.toml",
        swap('{ make = "equipment",', '{ make = "equipment", hold = "stone",'),
        "trial",
        "mission",
        "a goal says one of make, hold",
    ),
    "goal with an unknown key": (
        "scenarios.toml",
        swap('{ make = "equipment",', '{ meke = "equipment",'),
        "trial",
        "mission",
        "meke: is unknown",
    ),
    "mission without a goal": (
        "scenarios.toml",
        lambda text: re.sub(r"mission = \[\n.*?\n\]", "mission = []", text, count=1, flags=re.DOTALL),
        "trial",
        "mission",
        "has 0 entries",
    ),
    "difficulty without hard": (
        "scenarios.toml",
        swap(DAYS, "days = { easy = 20, normal = 16 }"),
        "trial",
        "days",
        "hard",
    ),
    "too many days": ("scenarios.toml", swap("days = 4", "days = 41"), "duel", "days", "from 1 to 40"),
    "alarm order shorter than the game": (
        "scenarios.toml",
        swap("alarm_order = []", 'alarm_order = ["alarm.01"]', 1),
        "duel",
        "alarm_order",
        "each of 4 days",
    ),
    "no scenario": ("scenarios.toml", lambda text: "\n", "scenario", "", "there is none"),
    "format of the future": ("pack.toml", swap("format = 1", "format = 2"), "", "format", "a newer mpenv is needed"),
    "pack without an id": ("pack.toml", swap('id = "small"\n', ""), "", "id", "is missing"),
    "name of an unknown entry": ("names.toml", add('"tin" = "Tin"'), "en", "tin", "does not exist"),
    "name that is no text": ("names.toml", swap('"Air"', "3"), "en", "air", "must be a text"),
    "names in an unknown language": (
        "names.toml",
        swap("[en]", "[xx]"),
        "xx",
        "",
        "is unknown, texts stand in a table",
    ),
    "name that one language lacks": ("names.toml", add('[de]\n"earth" = "Erde"'), "de", "air", "[en] has it"),
    "name that only another language has": (
        "names.toml",
        add('[de]\n"tower.1" = "Turm"'),
        "en",
        "tower.1",
        "[de] has it",
    ),
}


# The same of the pack that has towns, events and special rules.
OF_THE_WHOLE: dict[str, tuple[str, Edit, str, str, str]] = {
    "mission of an unknown kind": ("towns.toml", swap('"fight"', '"duel"'), "fight.1", "kind", "is not one of fight"),
    "mission without its defence": ("towns.toml", swap("defence = 1\n", ""), "fight.1", "defence", "gives its defence"),
    "mission with a level too many": (
        "towns.toml",
        swap("defence = 1\n", "defence = 1\nlevel = 1\n"),
        "fight.1",
        "level",
        "gives its defence",
    ),
    "mission worth too much": ("towns.toml", swap("points = 1", "points = 10"), "fight.1", "points", "from 1 to 9"),
    "extension that gives nothing": (
        "towns.toml",
        swap("actions = 1", "actions = 0"),
        "ext.actions",
        "abilities",
        "an ability or a status point",
    ),
    "price in something unknown": ("towns.toml", swap("{ fire = 1 }", "{ tin = 1 }"), "ext.move", "price", "'tin'"),
    "event on another day": ("scenarios.toml", swap("day = 4", "day = 5"), "printed", "events", "4, 8, 12, 16"),
    "event without a side": ("scenarios.toml", swap(', unpaid = "lose 2 air"', ""), "printed", "events", "unpaid"),
    "event with an unknown effect": (
        "scenarios.toml",
        swap('"lose 2 air"', '"lose 2 tin"'),
        "printed",
        "events",
        "is none of 'gain 1 gold'",
    ),
    "event that takes three kinds": (
        "scenarios.toml",
        swap('"lose 2 air"', '"lose 2 air and 1 fire and 1 iron"'),
        "printed",
        "events",
        "may be of two kinds",
    ),
    "event that takes one kind twice": (
        "scenarios.toml",
        swap('"lose 2 air"', '"lose 2 air and 1 air"'),
        "printed",
        "events",
        "names the same element twice",
    ),
    "event that gives a second kind nobody knows": (
        "scenarios.toml",
        swap('"gain 1 copper"', '"gain 1 copper and 1 tin"'),
        "printed",
        "events",
        "is none of 'gain 1 gold'",
    ),
    "mission for three elements": (
        "towns.toml",
        swap('element = "fire"', 'element = ["fire", "air", "iron"]'),
        "bring.fire",
        "element",
        "has 3 entries, wanted 2",
    ),
    "mission for an element that nobody knows": (
        "towns.toml",
        swap('element = "fire"', 'element = ["fire", "tin"]'),
        "bring.fire",
        "element",
        "no element 'tin'",
    ),
    "event for two team sizes": ("scenarios.toml", swap("[1, 2, 2]", "[1, 2]"), "printed", "events", "wanted 3"),
    "unknown special rule": ("scenarios.toml", swap("no_sailing", "no_rowing"), "hunt", "special", "no_rowing"),
    "start with a card of another type": (
        "scenarios.toml",
        swap('card = "A2"', 'card = "C2"'),
        "hunt",
        "special",
        "C2",
    ),
    "start with two cards of a type": (
        "scenarios.toml",
        swap('card = "A2"', 'card = "B2"'),
        "hunt",
        "special",
        "at most one card of a type",
    ),
    "town closed on day 1": ("scenarios.toml", swap("T = 4", "T = 1"), "watch", "special", "from 2 to 40"),
    "licence for an unknown colour": ("scenarios.toml", swap("yellow =", "pink ="), "vault", "special", "'pink'"),
    "events paid by each": (
        "scenarios.toml",
        swap('{ events = 1, who = "team" }', '{ events = 1, who = "each" }'),
        "printed",
        "mission",
        "paid by the team",
    ),
    "keeping by the team": (
        "scenarios.toml",
        swap('{ keep = "stone", who = "each" }', '{ keep = "stone", who = "team" }'),
        "hunt",
        "mission",
        "said of each",
    ),
    "count beside a number": (
        "scenarios.toml",
        swap("{ defeat = 2,", "{ defeat = 2, count = 3,"),
        "hunt",
        "mission",
        "gives the count itself",
    ),
    "level of a town": (
        "scenarios.toml",
        swap('{ stand = "T",', '{ stand = "T", level = 1,'),
        "watch",
        "mission",
        "level",
    ),
    "one alarm card": (
        "scenarios.toml",
        swap('alarms = ["alarm.01", "alarm.02", "alarm.03"]', 'alarms = ["alarm.01"]'),
        "drill",
        "alarms",
        "two or more",
    ),
    "homunculus that researches": (
        "recipes.toml",
        swap('["mining air", "extra drop"]', '["research more"]'),
        "homunculus.2b",
        "abilities",
        "of alchemists",
    ),
    "unknown ability": (
        "recipes.toml",
        swap('["research more"]', '["research less"]'),
        "equipment.lens",
        "abilities",
        "research more",
    ),
    "ship to nowhere": ("board.toml", lambda text: 'connections = [["T", "X"]]\n' + text, "", "connections", "'X'"),
}
