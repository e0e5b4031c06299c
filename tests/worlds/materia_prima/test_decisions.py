"""Every decision of the game is one: two answers or more are legal, and each leads somewhere else.

The positions are those of the rule tests. K17 and K19 are left out: chance and fixed rules decide there.
"""

import tomllib
from typing import Any, NamedTuple

import pytest

from mpenv.worlds.materia_prima.game import Game
from tests.worlds.materia_prima.test_positions import HERE, PACKS, matches


class Way(NamedTuple):
    """An answer, what is played after it, and what is then true."""

    play: list[str]
    then: dict[str, Any]


class Decision(NamedTuple):
    """A decision, a position in which it comes up, what is played until it is asked, and by which prompt."""

    id: str
    position: str
    before: list[str]
    prompt: str
    ways: list[Way]


def figure(name: str = "alchemist", **fields: Any) -> dict[str, Any]:
    """A figure of the first seat."""
    return {"seat": [{"figure": [{"name": name, **fields}]}]}


def pool(*cards: str) -> dict[str, Any]:
    return {"recipes": {"pool": [*cards, *["-"] * (12 - len(cards))]}}


FIVE = ("homunculus.1a", "homunculus.1b", "equipment.1a", "equipment.1c", "stone.1a")

DECISIONS = [
    Decision("K1", "event/the-same-purse-brings-copper-when-the-leader-pays", [], "pay", [
        Way(["yes"], {"events": {"happened": {"4": "paid"}, "purse": []}}),
        Way(["no"], {"events": {"happened": {"4": "unpaid"}, "purse": ["bring.fire"]}}),
    ]),
    Decision("K2", "event/a-cost-of-two-is-paid-with-both-cards-of-one", ["yes"], "spend", [
        Way(["spend 1", "spend 1"], {"events": {"purse": ["fight.2"]}}),
        Way(["spend 1", "spend 2"], {"events": {"purse": ["bring.earth"]}}),
        Way(["spend 2"], {"events": {"purse": ["bring.fire", "bring.earth"]}}),
    ]),
    Decision("K3", "event/of-four-earth-the-owner-keeps-one-he-carries-himself", [], "lose", [
        Way(["from tower", "from h1"], figure(load={"earth": 1, "fire": 1})),
        Way(["from alchemist", "from alchemist", "from tower"], figure("h1", load={"earth": 1})),
        Way(["from h1", "from alchemist", "from alchemist"], {"seat": [{"stock": {"earth": 1, "air": 1}}]}),
    ]),
    Decision("K4", "event/of-two-homunculi-the-first-is-sacrificed-and-its-load-stays-on-its-hex", [], "sacrifice", [
        Way(["choose h1"], {"board": {"loose": {"0,0": {"fire": 1}}}}),
        Way(["choose h2"], {"board": {"loose": {"0,2": {"earth": 2}}}}),
    ]),
    Decision("K4", "event/of-two-items-the-one-worn-is-sacrificed", [], "sacrifice", [
        Way(["choose equipment.1a"], {"recipes": {"equipment": {"discard": ["equipment.1a"]}}}),
        Way(["choose equipment.1d"], {"recipes": {"equipment": {"discard": ["equipment.1d"]}}}),
    ]),
    Decision("K5", "worked/the-leader-may-send-the-inquisitors-to-the-north", [], "entry", [
        Way(["column 6", "row -3"], {"inquisition": {"slots": [{"figures": ["6,-3"]}]}}),
        Way(["column 4", "row -1"], {"inquisition": {"slots": [{"figures": ["4,-1"]}]}}),
    ]),
    Decision("K6", "turn/the-turn-may-end-before-anything-was-done", [], "turn", [
        Way(["end"], {"prompt": [{"kind": "turn", "seat": "brown"}]}),
        Way(["move E"], figure(at="1,0", actions=3, extra={})),
        Way(["h1 move W"], figure("h1", at="-1,1", actions=2)),
    ]),
    Decision("K7", "overload/by-choice-earth-is-put-down", ["drop"], "drop", [
        Way(["put earth", "done"], {"board": {"loose": {"0,0": {"earth": 1}}}}),
        Way(["put fire", "done"], {"board": {"loose": {"0,0": {"fire": 1}}}}),
        Way(["put fire", "put fire", "done"], {"board": {"loose": {"0,0": {"fire": 2}}}}),
    ]),
    Decision("K7", "overload/by-choice-fire-is-picked-up", ["pick"], "pick", [
        Way(["take fire"], figure(load={"air": 2, "fire": 1})),
        Way(["take earth"], figure(load={"air": 2, "earth": 1})),
    ]),
    Decision("K8", "worked/between-two-types-the-left-one-may-be-attacked", [], "turn", [
        Way(["fight B1"], {"inquisition": {"defeated": ["B4"]}}),
        Way(["fight A1"], {"inquisition": {"defeated": ["A4"]}}),
    ]),
    Decision("K8", "worked/of-two-figures-of-a-type-the-older-may-be-attacked", [], "turn", [
        Way(["fight B1"], {"inquisition": {"slots": [{"cards": ["B4"], "figures": ["1,0"]}]}}),
        Way(["fight B2"], {"inquisition": {"slots": [{"cards": ["B4"], "figures": ["-1,0"]}]}}),
    ]),
    Decision("K9", "loot/with-all-its-room-left-a-figure-may-forgo-the-loot", ["fight B1"], "loot", [
        Way(["yes"], {"board": {"supply": {"iron": 0}}, **figure(load={"iron": 1})}),
        Way(["no"], {"board": {"loose": {}, "supply": {"iron": 1}}, **figure(load={})}),
    ]),
    Decision("K9", "loot/at-full-load-the-loot-is-left-on-the-hex", ["fight B1"], "loot", [
        Way(["no"], {"board": {"loose": {"0,0": {"glass": 1}}}}),
        Way(["yes", "put fire"], {"board": {"loose": {"0,0": {"fire": 1}}}}),
    ]),
    Decision("K9", "loot/at-full-load-the-loot-is-left-on-the-hex", ["fight B1", "yes"], "swap", [
        Way(["put fire"], figure(load={"fire": 1, "earth": 1, "glass": 1})),
        Way(["put earth"], figure(load={"fire": 2, "glass": 1})),
    ]),
    Decision("K10", "exchange/all-figures-on-the-same-and-on-adjacent-hexes-are-offered", ["exchange"], "who", [
        Way(["with brown"], {"prompt": [{"kind": "turn"}, {"kind": "exchange", "slot": 4}]}),
        Way(["with brown.h1"], {"prompt": [{"kind": "turn"}, {"kind": "exchange", "slot": 5}]}),
    ]),
    Decision("K10", "exchange/two-full-loads-are-mixed", ["exchange"], "exchange", [
        Way(["take fire", "take earth", "take fire"], figure(load={"fire": 2, "earth": 1})),
        Way(["take earth", "take earth", "take earth"], figure(load={"earth": 3})),
    ]),
    Decision("K11", "worked/of-two-recipes-the-first-may-be-used", [], "turn", [
        Way(["transmute homunculus.1a"], figure("h1", at="3,0", card="homunculus.1a")),
        Way(["transmute equipment.map"], {"seat": [{"items": ["equipment.map worn"]}]}),
    ]),
    Decision("K11", "switch/a-conversion-paid-half-from-the-tower-leaves-the-load-the-earth",
             ["convert fire+earth"], "payment", [
        Way(["from alchemist", "from tower"], figure(load={"earth": 1})),
        Way(["from tower", "from alchemist"], figure(load={"fire": 1})),
    ]),
    Decision("K12", "worked/an-equip-may-keep-the-hatchet-and-take-the-vest", ["equip"], "equip", [
        Way(["wear equipment.1d", "done"],
            {"seat": [{"items": ["equipment.1a", "equipment.1b worn", "equipment.1d worn"]}]}),
        Way(["wear equipment.1a", "done"],
            {"seat": [{"items": ["equipment.1a worn", "equipment.1b", "equipment.1d"]}]}),
        Way(["take fire", "done"], figure(load={"fire": 1})),
    ]),
    Decision("K13", "research/the-player-names-the-deck-of-fragments", [], "turn", [
        Way(["research stone"], {"recipes": {"drawn": ["stone.1c", "stone.1d"]}}),
        Way(["research homunculus"], {"recipes": {"drawn": ["homunculus.2a", "homunculus.1c"]}}),
    ]),
    Decision("K13", "research/the-first-card-drawn-is-kept-and-the-second-discarded", ["research stone"], "keep", [
        Way(["keep stone.1c"], pool(*FIVE, "stone.1c")),
        Way(["keep stone.1d"], pool(*FIVE, "stone.1d")),
    ]),
    Decision("K13", "research/the-kept-card-goes-into-the-private-slot",
             ["research stone", "keep stone.1c"], "private", [
        Way(["yes"], {"seat": [{"private": "stone.1c"}], **pool(*FIVE)}),
        Way(["no"], pool(*FIVE, "stone.1c")),
    ]),
    Decision("K13", "research/with-the-pool-full-the-new-card-itself-is-discarded",
             ["research stone", "keep stone.1c"], "discard", [
        Way(["discard stone.1c"], pool(*FIVE, "stone.1b")),
        Way(["discard homunculus.1a"], pool("stone.1c", *FIVE[1:], "stone.1b")),
    ]),
    Decision("K14", "town/buying-pays-from-the-load-and-the-next-marker-comes-to-the-market", [], "turn", [
        Way(["buy"], {"seat": [{"extensions": ["ext.move"]}]}),
        Way(["sail G"], figure(at="-2,-3")),
    ]),
    Decision("K14", "town/from-one-port-the-alchemist-sails-to-g", [], "turn", [
        Way(["sail G"], figure(at="-2,-3")),
        Way(["sail R"], figure(at="-3,5")),
    ]),
    Decision("K15", "errand/an-element-mission-is-fulfilled-by-the-alchemist", [], "turn", [
        Way(["mission"], figure(load={"fire": 1}, actions=2)),
        Way(["h1 mission"], figure("h1", load={}, actions=2)),
    ]),
    Decision("K15", "errand/of-two-items-the-armour-is-given", ["mission"], "give", [
        Way(["choose equipment.1d"], {"seat": [{"items": ["equipment.1a worn", "-", "equipment.1b"]}]}),
        Way(["choose equipment.1a"], {"seat": [{"items": ["-", "equipment.1d worn", "equipment.1b"]}]}),
    ]),
    Decision("K15", "errand/a-homunculus-that-enters-the-town-is-kept", ["h1 move E"], "enter_town", [
        Way(["no"], {"events": {"purse": []}}),
        Way(["yes"], {"events": {"purse": ["spare.1"]}}),
    ]),
    Decision("K16", "overload/without-the-sack-earth-is-dropped", [], "overload", [
        Way(["put earth"], figure(load={"fire": 2, "earth": 1})),
        Way(["put fire"], figure(load={"fire": 1, "earth": 2})),
    ]),
    Decision("K18", "destroy/the-owner-who-gives-the-air-keeps-the-fire", [], "destroy", [
        Way(["put air"], {"seat": [{"stock": {"fire": 1}}]}),
        Way(["put fire"], {"seat": [{"stock": {"air": 1}}]}),
    ]),
    Decision("K20", "difficulty/a-normal-game-continued-runs-on-as-an-easy-one", [], "extend", [
        Way(["yes"], {"outcome": "running", "difficulty": "easy", "day": 17}),
        Way(["no"], {"outcome": "failure", "difficulty": "normal", "day": 16}),
    ]),
    Decision("K21", "carry/nothing-has-to-go-along", [], "carry", [
        Way(["done"], {"seat": [{"carried": ["-", "-", "-"]}]}),
        Way(["choose h1"], {"seat": [{"carried": ["homunculus.1a", "-", "-"]}]}),
        Way(["choose equipment.1c"], {"seat": [{"carried": ["equipment.1c", "-", "-"]}]}),
    ]),
    Decision("K21", "carry/of-two-extensions-the-first-may-go-along", [], "carry_extension", [
        Way(["carry ext.move"], {"seat": [{"carried_extension": "ext.move"}]}),
        Way(["carry ext.attack"], {"seat": [{"carried_extension": "ext.attack"}]}),
    ]),
    Decision("K22", "placing/after-its-tower-a-seat-places-its-alchemist", [], "place_tower", [
        Way(["column 0", "row 0"], {"seat": [{"tower": "0,0"}]}),
        Way(["column 1", "row 0"], {"seat": [{"tower": "1,0"}]}),
    ]),
    Decision("K22", "placing/after-its-tower-a-seat-places-its-alchemist", ["column 0", "row 0"], "place_alchemist", [
        Way(["column 0", "row 0"], figure(at="0,0")),
        Way(["column 2", "row 0"], figure(at="2,0")),
    ]),
    Decision("talk", "switch/an-open-table-asks-who-comes-first-today-what-he-intends", [], "say", [
        Way(["yellow says nothing"], {"prompt": [{"kind": "say", "seat": "brown"}], "seat": [{"said": None}]}),
        Way(["yellow says gather iron"], {"seat": [{"said": "gather iron"}]}),
        Way(["yellow says help brown"], {"seat": [{"said": "help brown"}]}),
    ]),
]  # fmt: skip


def asked(decision: Decision) -> Game:
    """The game in which the decision is to be made."""
    given = tomllib.loads((HERE / "positions" / f"{decision.position}.toml").read_text(encoding="utf-8"))
    del given["test"]
    game = Game.from_position({**given, "pack": str(PACKS / given.get("pack", "small"))})
    for words in decision.before:
        game.apply(words)
    return game


def table(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.to_position())


def test_every_decision_of_the_game_is_here() -> None:
    assert {one.id for one in DECISIONS} == {
        "talk",
        *(f"K{number}" for number in range(1, 23) if number not in (17, 19)),
    }


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda one: f"{one.id}-{one.prompt}")
def test_each_answer_leads_somewhere_else(decision: Decision) -> None:
    game = asked(decision)
    assert table(game)["prompt"][-1]["kind"] == decision.prompt
    assert len(game.legal()) >= 2
    prints = {"": game.fingerprint()}
    ends = []
    for way in decision.ways:
        copy = game.clone()
        assert copy.read(way.play[0]) in copy.legal()
        copy.apply(way.play[0])
        prints[way.play[0]] = copy.fingerprint()
        for words in way.play[1:]:
            copy.apply(words)
        ends.append(table(copy))
        assert not matches(way.then, ends[-1])
    assert len(prints) > 2
    assert len(set(prints.values())) == len(prints)
    for way, end in zip(decision.ways, ends, strict=True):
        assert all(matches(way.then, other) for other in ends if other is not end), "another way leads there as well"
