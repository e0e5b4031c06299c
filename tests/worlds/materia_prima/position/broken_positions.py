"""Positions with one thing impossible, and the fault that names it."""

import pytest

from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from tests.places import TESTS

SMALL = str(TESTS / "packs" / "small")
WHOLE = str(TESTS / "packs" / "whole")
SEATS = """
[[seat]]
alchemist = "yellow"
{yellow}
[[seat]]
alchemist = "brown"
{brown}
"""
YELLOW_TURN = '[[prompt]]\nkind = "turn"\nseat = "yellow"\n'


def seats(yellow: str = "", brown: str = "") -> str:
    return SEATS.format(yellow=yellow, brown=brown)


def figure(name: str, **lines: str) -> str:
    return f'[[seat.figure]]\nname = "{name}"\n' + "".join(f"{key} = {value}\n" for key, value in lines.items())


def faults(text: str) -> list[Fault]:
    with pytest.raises(BrokenPosition) as caught:
        Game.from_position(f"pack = {SMALL!r}\n{text}")
    return caught.value.faults


def slot(cards: str, figures: str) -> str:
    return f"[inquisition]\nslots = [{{ cards = [{cards}], figures = [{figures}] }}]\n"


# name of the case: position, entry and field of the fault, what its words must say
CASES: dict[str, tuple[str, str, str, str]] = {
    "not TOML": ("day = = 3", "", "", "is not TOML"),
    "unknown key": ("dya = 3", "", "dya", "known are format"),
    "unknown key in a section": ("[board]\nmarker = []", "board", "marker", "known are layout, tiles"),
    "unknown section": ("[bord]\nmarkers = []", "", "bord", "is unknown"),
    "section that is no table": ("board = 3", "board", "", "must be a table"),
    "unknown scenario": ('scenario = "epilogue"', "", "scenario", "is not one of trial, duel, prologue"),
    "unknown difficulty": ('difficulty = "hell"', "", "difficulty", "is not one of none, easy"),
    "difficulty not offered": ('scenario = "duel"\ndifficulty = "easy"', "", "difficulty", "not offered as easy"),
    "length of another difficulty": ('difficulty = "easy"\ndays = 12', "", "days", "has 20, not 12"),
    "day after the last": ("day = 17", "", "day", "after the last day, 16"),
    "day of the wrong type": ('day = "one"', "", "day", "whole number"),
    "unknown phase": ('phase = "night"', "", "phase", "is not one of placing, dawn"),
    "seed beyond 64 bits": ("seed = -1", "", "seed", "from 0 to"),
    "format of the future": ("format = 2", "", "format", "from 1 to 1"),
    "one seat": ('[[seat]]\nalchemist = "yellow"', "seat", "", "2 to 4"),
    "unknown alchemist": (
        '[[seat]]\nalchemist = "pink"\n[[seat]]\nalchemist = "brown"',
        "seat 0",
        "alchemist",
        "there are",
    ),
    "seat without an alchemist": ('[[seat]]\n[[seat]]\nalchemist = "brown"', "seat 0", "alchemist", "is missing"),
    "colour seated twice": (
        '[[seat]]\nalchemist = "brown"\n[[seat]]\nalchemist = "brown"',
        "seat",
        "alchemist",
        "twice",
    ),
    "tower missing of somebody who has placed": (
        'phase = "placing"\nturn = 1\n[[prompt]]\nkind = "place_tower"\nseat = "brown"\n',
        "seat 0",
        "tower",
        "stands nowhere",
    ),
    "hex off the board": ('[board]\nmarkers = ["99,99"]', "board", "markers", "'99,99' is not a hex"),
    "hex as a list": ("[board]\nmarkers = [[0, 1]]", "board", "markers", "write q,r"),
    "tile laid twice": (
        f"[board]\ntiles = {[f'tile.{number} A 0' for number in (1, 1, 3, 4, 5, 6, 7)]}",
        "board",
        "tiles",
        "tile.1 is laid 2 times",
    ),
    "six tiles": ('[board]\ntiles = ["tile.1 A 0"]', "board", "tiles", "wanted 7"),
    "marker on a tower": ('[board]\nmarkers = ["3,0"]', "board", "markers", "no marker can lie on 3,0"),
    "two markers on a hex": ('[board]\nmarkers = ["1,1", "1, 1"]', "board", "markers", "would be an alarm"),
    "loose elements on a tower": (
        '[board]\nloose = { "3,0" = { air = 1 } }',
        "board",
        "loose",
        "nothing lies loose on 3,0",
    ),
    "heap written twice": ('[board]\nloose = { "0,1" = { air = 1 }, "0, 1" = { air = 2 } }', "board", "loose", "twice"),
    "loose in an unknown element": ('[board]\nloose = { "0,1" = { tin = 1 } }', "board", "loose", "no element 'tin'"),
    "two towers on a hex": (seats('tower = "0,0"', 'tower = "0,0"'), "seat 0", "tower", "cannot stand on 0,0"),
    "two colours on a hex": (
        seats(figure("alchemist", at='"0,0"'), figure("alchemist", at='"0,0"')),
        "seat 0",
        "figure",
        "shares 0,0",
    ),
    "figure on the tower of another": (seats(figure("alchemist", at='"-3,0"')), "seat 0", "figure", "shares -3,0"),
    "homunculus without a card": (seats(figure("h1")), "seat 0 h1", "card", "a homunculus has a card"),
    "alchemist with a card": (
        seats(figure("alchemist", card='"homunculus.1a"')),
        "seat 0 alchemist",
        "card",
        "has none",
    ),
    "homunculus of another kind of card": (
        seats(figure("h1", card='"stone.1a"')),
        "seat 0 figure 0",
        "card",
        "no homunculus 'stone.1a'",
    ),
    "figure given twice": (seats(figure("alchemist") + figure("alchemist")), "seat 0", "figure", "twice"),
    "fourth homunculus": (seats(figure("h4", card='"homunculus.1a"')), "seat 0 figure 0", "name", "is not one of"),
    "load over capacity": (seats(figure("alchemist", load="{ air = 4 }")), "seat 0", "load", "carries 4 of 3"),
    "negative stock": (seats("stock = { air = -1 }"), "seat 0", "stock", "from 0 to"),
    "two weapons worn": (
        seats('items = ["equipment.1a worn", "equipment.1b worn"]'),
        "seat 0",
        "items",
        "2 are worn as weapon",
    ),
    "unknown item": (seats('items = ["equipment.9"]'), "seat 0", "items", "is no equipment"),
    "item worn in words of ours": (seats('items = ["equipment.1a held"]'), "seat 0", "items", "'worn' if it is"),
    "fragment of another kind": (seats('fragments = ["equipment.1a"]'), "seat 0", "fragments", "is no fragment"),
    "stone that is neither there nor not": (seats("stone = 1"), "seat 0", "stone", "true or false"),
    "recipe in two places": (
        '[recipes]\npool = ["stone.1a"]\nstone = { deck = ["stone.1a"] }',
        "recipes",
        "stone.1a",
        "lies in 2 places",
    ),
    "recipe missing": ('[recipes]\nstone = { deck = ["stone.1a"] }', "recipes", "stone.1b", "is missing"),
    "recipe twice in the pool": (
        '[recipes]\npool = ["stone.1a", "stone.1a"]',
        "recipes",
        "stone.1a",
        "lies in 2 places",
    ),
    "recipe in the deck of another kind": (
        '[recipes]\nequipment = { deck = ["stone.1a"] }',
        "recipes",
        "equipment",
        "stone.1a is of another kind",
    ),
    "pool too long": (f"[recipes]\npool = {['-'] * 13}", "recipes", "pool", "wanted 0 to 12"),
    "alarm card missing": ('[alarm]\nrevealed = ["alarm.01"]\ndeck = ["alarm.02"]', "alarm", "alarm.03", "is missing"),
    "alarm card in two places": (
        '[alarm]\nrevealed = ["alarm.01"]\ndeck = ["alarm.01", "alarm.02"]',
        "alarm",
        "alarm.01",
        "lies in 2 places",
    ),
    "too many cards revealed": (
        '[alarm]\nrevealed = ["alarm.01", "alarm.02"]',
        "alarm",
        "revealed",
        "on day 1 there are 1",
    ),
    "active and revealed": (
        '[alarm]\nactive = "alarm.01"\nrevealed = ["alarm.01"]',
        "alarm",
        "active",
        "either active or revealed",
    ),
    "unknown alarm card": ('[alarm]\nactive = "alarm.99"', "alarm", "active", "no alarm 'alarm.99'"),
    "entry on a tower": ('phase = "entry"\n[alarm]\ndue = 1\nentry = "3,0"', "alarm", "entry", "cannot enter on 3,0"),
    "inquisitor on a figure": (
        seats(figure("alchemist", at='"0,0"')) + slot('"A2"', '"0,0"'),
        "inquisition",
        "slot 1",
        "cannot stand on 0,0",
    ),
    "inquisitor on a tower": (slot('"A2"', '"3,0"'), "inquisition", "slot 1", "cannot stand on 3,0"),
    "too few figures for the cards": (
        slot('"A1", "A2"', '"0,0"'),
        "inquisition",
        "slot 1",
        "has 1 figures, its cards make 2",
    ),
    "too many figures for the cards": (
        slot('"A2"', '"0,0", "0,1"'),
        "inquisition",
        "slot 1",
        "has 2 figures, its cards make 1",
    ),
    "three figures of a type": (slot('"A1", "A2"', '"0,0", "0,1", "0,2"'), "inquisition", "slot 1", "2 figures"),
    "figure without a card": (slot("", '"0,0"'), "inquisition", "slot 1", "no figure without a card"),
    "two types in a slot": (slot('"A2", "B2"', '"0,0"'), "inquisition", "slot 1", "cards of two types"),
    "a type in two slots": (
        '[inquisition]\nslots = [{ cards = ["A2"], figures = ["0,0"] }, { cards = ["A3"], figures = ["0,0"] }]',
        "inquisition",
        "slots",
        "in two slots",
    ),
    "inquisitor card of a type not there": (
        'scenario = "duel"\n' + slot('"A2"', '"0,0"'),
        "inquisition",
        "A2",
        "does not belong",
    ),
    "inquisitor card in two places": (
        slot('"A2"', '"0,0"') + 'defeated = ["A2"]',
        "inquisition",
        "A2",
        "lies in 2 places",
    ),
    "four slots": ("[inquisition]\nslots = [{}, {}, {}, {}]", "inquisition", "slots", "wanted 0 to 3"),
    "prompt of the wrong seat": (
        '[alarm]\nactive = "alarm.02"\n[[prompt]]\nkind = "turn"\nseat = "brown"',
        "prompt",
        "seat",
        "another colour's turn",
    ),
    "prompt of nobody here": ('[[prompt]]\nkind = "turn"\nseat = "green"', "prompt 0", "seat", "nobody plays green"),
    "prompt of an unknown kind": ('[[prompt]]\nkind = "nap"\nseat = "yellow"', "prompt 0", "kind", "is not one of"),
    "prompt without a seat": ('[[prompt]]\nkind = "turn"', "prompt 0", "seat", "is missing"),
    "drop without a turn": (
        '[[prompt]]\nkind = "drop"\nseat = "yellow"',
        "prompt",
        "kind",
        "cannot be asked in the phase turns",
    ),
    "turn in the inquisition phase": (
        'phase = "inquisition"\n' + YELLOW_TURN,
        "prompt",
        "kind",
        "turn cannot be asked in the phase inquisition",
    ),
    "column of what chooses no hex": (YELLOW_TURN + "column = 2", "prompt 0", "column", "prompts that choose a hex"),
    "prompt after the end": ('outcome = "failure"\n' + YELLOW_TURN, "prompt", "kind", "nobody is asked after the end"),
    "drop of a figure that is not there": (
        YELLOW_TURN + '[[prompt]]\nkind = "drop"\nseat = "yellow"\nfigure = "h2"',
        "prompt 1",
        "figure",
        "is not a figure on the board",
    ),
    "drop with empty hands": (
        YELLOW_TURN + '[[prompt]]\nkind = "drop"\nseat = "yellow"',
        "prompt 1",
        "kind",
        "no legal answer",
    ),
    "pick where nothing lies": (
        YELLOW_TURN + '[[prompt]]\nkind = "pick"\nseat = "yellow"',
        "prompt 1",
        "kind",
        "no legal answer",
    ),
    "equip away from the tower": (
        seats(figure("alchemist", at='"0,0"')) + YELLOW_TURN + '[[prompt]]\nkind = "equip"\nseat = "yellow"',
        "prompt 1",
        "kind",
        "in his tower",
    ),
    "entry in a column without a hex to enter": (
        'phase = "entry"\n' + slot('"A2"', "") + '[[prompt]]\nkind = "entry"\nseat = "yellow"\nslot = 0\ncolumn = 0',
        "prompt 0",
        "kind",
        "no legal answer",
    ),
    "abort with a soul stone left": ('outcome = "abort"', "", "outcome", "leaves no soul stone"),
    "dice of a nobody": ('[chance]\nrolled = { "attack green" = 1 }', "chance", "rolled", "no figure 'green'"),
    "dice for nothing": ('[chance]\nrolled = { "dance yellow" = 1 }', "chance", "rolled", "must be one of attack"),
    "a die of four": ("[chance]\ndice = [4]", "chance", "dice", "from 0 to 2"),
}


# The same at the table that has towns, events and switches.
OF_THE_WHOLE: dict[str, tuple[str, str, str, str]] = {
    "unknown switch": ("[rules]\nsolo = true", "rules", "", "there is no rule switch 'solo'"),
    "switch with another word": ('[rules]\npick_up = "often"', "rules", "", "pick_up must be 'action' or"),
    "dice with seven sides": ("[rules]\ndie_faces = [0, 0, 1, 1, 2, 2, 2]", "rules", "", "six results"),
    "extension now and then": ('[rules]\nextend = "often"', "rules", "extend", "never, ask"),
    "something said that is no text": (
        '[rules]\ntable_talk = "open"\n' + seats('said = ["gather air"]'),
        "seat 0",
        "said",
        "['gather air'] cannot be said, there are: ",
    ),
    "supply without a limit": ("[board]\nsupply = { fire = 3 }", "board", "supply", "is unlimited"),
    "started at an easier level": ('difficulty = "hard"\nstarted = "easy"', "", "started", "is no easier level"),
    "event on no event day": ('[events]\nhappened = { "5" = "paid" }', "events", "happened", "is no event day"),
    "event of tomorrow": ('day = 3\n[events]\nhappened = { "4" = "paid" }', "events", "happened", "by day 3"),
    "mission in two places": (
        '[towns]\nmissions = ["fight.1", "-", "-"]\n[events]\npurse = ["fight.1"]',
        "towns",
        "fight.1",
        "lies in 2 places",
    ),
    "mission missing": ('[towns]\nmission_deck = ["fight.2"]', "towns", "fight.1", "is missing"),
    "marker on sale and owned": (
        '[towns]\nmarket = ["ext.move", "-", "-"]\n' + seats('extensions = ["ext.move"]'),
        "towns",
        "ext.move",
        "lies in 2 places",
    ),
    "marker of two owners": (
        seats('extensions = ["ext.move"]', 'extensions = ["ext.move"]'),
        "seat 1",
        "extensions",
        "is owned twice",
    ),
    "marker from the scenario before, but not owned": (
        seats('carried_extension = "ext.move"'),
        "seat 0",
        "carried_extension",
        "is not among its extensions",
    ),
    "recipe gone and there": (
        '[recipes]\npool = ["stone.1a"]\ngone = ["stone.1a"]',
        "recipes",
        "stone.1a",
        "said to be gone",
    ),
    "private recipe in the pool": (
        '[recipes]\npool = ["stone.1a"]\n' + seats('private = "stone.1a"'),
        "recipes",
        "stone.1a",
        "lies in 2 places",
    ),
    "paying on a day without event": (
        'day = 4\nphase = "event"\n[[prompt]]\nkind = "pay"\nseat = "yellow"\nslot = 1',
        "prompt 0",
        "slot",
        "nothing that can be asked about",
    ),
    "destroying in a turn": (
        '[[prompt]]\nkind = "destroy"\nseat = "yellow"\nslot = 1\namount = 1',
        "prompt",
        "kind",
        "destroy cannot be asked in the phase turns",
    ),
    "losing nothing": (
        'day = 4\nphase = "event"\n[events]\nhappened = { "4" = "unpaid" }\n'
        '[[prompt]]\nkind = "lose"\nseat = "yellow"\nelement = "air"',
        "prompt 0",
        "amount",
        "how many are still to come",
    ),
    "loot of nothing": (
        YELLOW_TURN + '[[prompt]]\nkind = "loot"\nseat = "yellow"',
        "prompt 1",
        "element",
        "must be named",
    ),
    "exchange with oneself": (
        YELLOW_TURN + '[[prompt]]\nkind = "exchange"\nseat = "yellow"\nslot = 0',
        "prompt 1",
        "slot",
        "nothing that can be asked about",
    ),
    "discard without a card": (
        YELLOW_TURN
        + '[[prompt]]\nkind = "keep"\nseat = "yellow"\n[[prompt]]\nkind = "discard"\nseat = "yellow"\nslot = 0',
        "prompt 2",
        "slot",
        "nothing that can be asked about",
    ),
}
