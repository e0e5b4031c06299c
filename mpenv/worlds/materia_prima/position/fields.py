"""Fields of a position file: its sections, their fields, and allowed values."""

from typing import Any

from mpenv.worlds.materia_prima.campaign_start import hex_of
from mpenv.worlds.materia_prima.content import checks
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import Field, Ids, listed, one_of, ref, table, text, truth_value, whole
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.rules import chance, prompts
from mpenv.worlds.materia_prima.rules.state import DICE, OUTCOMES, PHASES, TURNS

MOST = 30000
FIGURES = ("alchemist", "h1", "h2", "h3")
SIDES = ("undecided", "paid", "unpaid")
Fields = dict[str, Field]


def or_gap(check: checks.Check) -> checks.Check:
    """Allow `-` for an empty place."""
    return lambda value, ids: -1 if value == "-" else check(value, ids)


def item(value: Any, ids: Ids) -> tuple[int, bool]:
    """Parse `equipment.1a worn`, `equipment.1a` (in the tower), or `-`."""
    if value == "-":
        return -1, False
    name = value.removesuffix(" worn") if isinstance(value, str) else ""
    if name not in ids["equipment"]:
        raise ValueError(f"{value!r} is no equipment, write its id and 'worn' if it is")
    return ids["recipe"].index(name), name != value


def roll_of(value: Any, ids: Ids) -> tuple[int, str]:
    purpose, _, who = value.partition(" ") if isinstance(value, str) else ("", "", "")
    if purpose not in chance.ROLLS or not who:
        raise ValueError(f"{value!r} must be one of {', '.join(chance.ROLLS)} and a figure")
    return chance.ROLLS.index(purpose), who


def anything(value: Any, ids: Ids) -> Any:
    """Accept any value; checked later, when more is known."""
    return value


def event_day(value: Any, ids: Ids) -> int:
    """Parse the day of a scenario event, as a key."""
    if value not in [str(day) for day in v.EVENT_DAYS]:
        raise ValueError(f"{value!r} is no event day, those are {', '.join(map(str, v.EVENT_DAYS))}")
    return int(value)


def game(ids: Ids) -> Fields:
    """Fields at the top of the file."""
    return {
        "format": Field(whole(1, 1), 1),
        "pack": Field(text, "inquisition"),
        "scenario": Field(one_of(tuple(ids["scenario"])), 0),
        "difficulty": Field(one_of(v.DIFFICULTIES), None),
        "started": Field(one_of(v.DIFFICULTIES), None),
        "campaign": Field(truth_value, False),
        "seed": Field(whole(0, 2**64 - 1), 0),
        "day": Field(whole(1, 60), 1),
        "days": Field(whole(1, 60), None),
        "phase": Field(one_of(PHASES), TURNS),
        "turn": Field(whole(0, v.SEATS), 0),
        "outcome": Field(one_of(OUTCOMES), 0),
    }


def sections(pack: Pack) -> dict[str, Fields]:
    """Tables of the file, except seats and prompts."""
    hex = hex_of(pack)
    hexes, cards = listed(hex), listed(ref("card"))
    pile = {"deck": Field(listed(ref("recipe")), None), "discard": Field(listed(ref("recipe")), [])}
    counted = table(ref("element"), whole(0, 127))
    each_town = len(v.TOWNS)
    return {
        "board": {
            "layout": Field(ref("layout"), None),
            "tiles": Field(listed(text, v.TILES, v.TILES), None),
            "markers": Field(hexes, []),
            "loose": Field(table(hex, counted), {}),
            "dug": Field(table(ref("element"), whole(0, 999)), {}),
            "supply": Field(table(ref("element"), whole(0, 999)), None),
        },
        "alarm": {
            "revealed": Field(listed(ref("alarm")), None),
            "active": Field(ref("alarm"), None),
            "deck": Field(listed(ref("alarm")), None),
            "due": Field(whole(0, v.SEATS), 0),
            "entry": Field(hex, -1),
        },
        "inquisition": {
            "slots": Field(listed(checks.record(cards=Field(cards, []), figures=Field(hexes, [])), 0, v.SLOTS), []),
            "deck": Field(cards, None),
            "defeated": Field(cards, []),
            "hunter": Field(whole(0, v.SLOTS * v.STANDEES), 0),
            "hunter_actions": Field(whole(-1, 60), -1),
        },
        "recipes": {
            "pool": Field(listed(or_gap(ref("recipe")), 0, v.POOL), []),
            "drawn": Field(listed(or_gap(ref("recipe")), 0, 4), []),
            "gone": Field(listed(ref("recipe")), []),
            **{kind: Field(checks.record(**pile), {"deck": None, "discard": []}) for kind in v.KINDS},
        },
        "towns": {
            "missions": Field(listed(or_gap(ref("mission")), each_town, each_town), [-1] * each_town),
            "market": Field(listed(or_gap(ref("extension")), each_town, each_town), [-1] * each_town),
            "mission_deck": Field(listed(ref("mission")), None),
            "extension_deck": Field(listed(ref("extension")), None),
            "temple": Field(ref("temple"), None),
        },
        "events": {
            "happened": Field(table(event_day, one_of(SIDES)), {}),
            "purse": Field(listed(ref("mission")), []),
            "spent": Field(listed(ref("mission")), []),
        },
        "chance": {
            "shuffled": Field(table(one_of(chance.DECKS), whole(0, MOST)), {}),
            "rolled": Field(table(roll_of, whole(0, MOST)), {}),
            "dice": Field(listed(whole(0, v.DIE_FACES - 1), 0, DICE), []),
        },
    }


def seat(alchemist: checks.Check, hex: checks.Check) -> Fields:
    deeds = listed(whole(0, 99), v.LEVELS, v.LEVELS)
    return {
        "alchemist": Field(alchemist),
        "colour": Field(one_of(v.COLOURS), None),
        "tower": Field(hex, None),
        "stone": Field(truth_value, True),
        "stock": Field(table(ref("element"), whole(0, 9999)), {}),
        "items": Field(listed(item, 0, v.ITEMS), []),
        "fragments": Field(listed(or_gap(ref("recipe")), 0, v.FRAGMENTS), []),
        "private": Field(ref("recipe"), -1),
        "extensions": Field(listed(ref("extension")), []),
        "missions": Field(whole(0, 99), 0),
        "defeated": Field(whole(0, MOST), 0),
        "lost": Field(table(one_of(v.KEPT), whole(0, MOST)), {}),
        "latched": Field(listed(whole(0, v.MAX_GOALS - 1)), []),
        "carried": Field(listed(or_gap(ref("recipe")), v.LEVELS, v.LEVELS), [-1] * v.LEVELS),
        "carried_extension": Field(ref("extension"), -1),
        "said": Field(anything, None),
        "made": Field(table(one_of(v.KINDS), deeds), {}),
        "figure": Field(anything, []),
    }


def figure(hex: checks.Check) -> Fields:
    return {
        "name": Field(one_of(FIGURES), 0),
        "card": Field(ref("homunculus"), None),
        "at": Field(hex, None),
        "load": Field(table(ref("element"), whole(0, 127)), {}),
        "actions": Field(whole(0, 60), None),
        "extra": Field(table(one_of(v.VERBS), whole(0, 60)), None),
    }


PROMPT: Fields = {
    "kind": Field(one_of(prompts.KINDS)),
    "seat": Field(one_of(v.COLOURS)),
    "figure": Field(one_of(FIGURES), 0),
    "cause": Field(one_of(prompts.CAUSES), 0),
    "done": Field(whole(0, MOST), 0),
    "slot": Field(whole(-1, 2 * v.MAX_CONVERSIONS - 1), -1),
    "column": Field(whole(-1, v.MAX_SPAN - 1), -1),
    "touched": Field(whole(0, (1 << v.ITEMS) - 1), 0),
    "element": Field(ref("element"), -1),
    "amount": Field(whole(0, 99), 0),
}
