"""What the cards of the pack `box` do, one by one: words that a printed box may need and our pack does not use."""

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from mpenv.record.replay import Recorder, resimulate
from mpenv.worlds.materia_prima import WORLD, campaign
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from tests.agents.materia_prima.moves import EXPERT, moves
from tests.places import TESTS
from tests.worlds.materia_prima import laws

BOX = str(TESTS / "packs" / "box")
ALL = {"air", "earth", "water", "fire", "iron"}
CAMPAIGN = str(TESTS / "packs" / "campaign")
SISTERS = {"alchemists": ["yellow", "alchemist.sister"], "colours": ["grey", "green"]}
HOME, AWAY = "3,0", "-3,0"  # the towers


def at(**given: Any) -> Game:
    """A situation of yellow and brown, in a turn if nothing else is said."""
    seats = given.pop("seat", [{"alchemist": "yellow"}, {"alchemist": "brown"}])
    start = {"pack": BOX, "scenario": "robbers", "alarm": {"active": "alarm.04"}, "seat": seats}
    return Game.from_position({**start, **given})


def legal(game: Game) -> set[str]:
    return {game.words(action).partition(" ")[2] for action in game.legal()}


def play(game: Game, *words: str) -> Game:
    for one in words:
        game.apply(game.read(one))
        laws.hold(game)
    return game


def table(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.to_position())


def dawn(day: int, purse: list[str], **given: Any) -> Game:
    """The morning of an event day, with cards in the purse."""
    came = {str(one): "unpaid" for one in (4, 8, 12, 16) if one < day}
    revealed = [f"alarm.{number:02}" for number in range(1, day)]
    events = {"purse": purse, "happened": came}
    return at(day=day, phase="dawn", alarm={"revealed": revealed}, events=events, **given)


# --- town missions ------------------------------------------------------------------------------------


@pytest.mark.rule("MP-EVENT-3", "MP-EVENT-4")
def test_missions_of_more_than_three_points_are_spent_by_their_value() -> None:
    game = play(dawn(4, ["fight.5", "fight.4", "fight.1"]), "yes")
    assert legal(game) == {"spend 5", "spend 4", "spend 1"}
    assert "spends a completed mission of 5 points, 1 of it for nothing: 5 of 4" in game.meaning("spend 5")
    play(game, "spend 4")
    assert table(game)["events"]["purse"] == ["fight.5", "fight.1"]
    assert table(game)["events"]["happened"] == {"4": "paid"}


@pytest.mark.rule("MP-EVENT-3")
def test_a_card_of_nine_points_is_there_for_every_encoder() -> None:
    game = dawn(4, ["bring.two air"])
    assert (game.observe("entities")["mission_faces"][:, 3] <= 9).all()
    assert (game.observe("flat") <= 1.0).all()
    card = load(BOX).index("mission", "bring.two air")
    assert load(BOX).readable.faces[0].mission_faces[card].points == 9


@pytest.mark.rule("MP-TOWNMISSION-2")
@pytest.mark.parametrize(
    ("mission", "load_", "fits", "left"),
    [
        ("bring.fire and glass", {"fire": 1, "glass": 1, "air": 1}, True, {"air": 1}),
        ("bring.fire and glass", {"fire": 2}, False, {}),
        ("bring.fire and glass", {"glass": 3}, False, {}),
        ("bring.two air", {"air": 3}, True, {"air": 1}),
        ("bring.two air", {"air": 1, "fire": 1}, False, {}),
    ],
)
def test_a_mission_for_two_elements_takes_both_from_one_figure(
    mission: str, load_: dict[str, int], fits: bool, left: dict[str, int]
) -> None:
    town = Game("robbers", 2, 1, pack=BOX)
    where = next(place for hex, place in enumerate(town.pack.places) if town._state.site[hex] == v.TOWN)
    one = {"alchemist": "yellow", "figure": [{"at": where, "load": load_}]}
    game = at(seat=[one, {"alchemist": "brown"}], towns={"missions": [mission, "-", "-"]})
    assert ("mission" in legal(game)) == fits
    if fits:
        assert "bring" in game.text()
        play(game, "mission")
        assert table(game)["seat"][0]["figure"][0]["load"] == left
        assert table(game)["events"]["purse"] == [mission]


# --- conversions --------------------------------------------------------------------------------------


def converter(stock: dict[str, int], **given: Any) -> Game:
    return at(seat=[{"alchemist": "yellow", "tower": HOME, "stock": stock}, {"alchemist": "brown"}], **given)


@pytest.mark.rule("MP-ACT-CONVERT-1", "MP-BASE-ELEM-2")
def test_two_elements_of_one_level_become_another_of_that_level() -> None:
    game = play(converter({"air": 1, "water": 1}), "convert air+water")
    assert table(game)["seat"][0]["stock"] == {"earth": 1}


@pytest.mark.rule("MP-ACT-CONVERT-1")
def test_elements_of_two_levels_become_one_of_the_third() -> None:
    game = play(converter({"air": 1, "glass": 1}), "convert air+glass")
    assert table(game)["seat"][0]["stock"] == {"aqua regia": 1}


@pytest.mark.rule("MP-ACT-CONVERT-1")
def test_twice_the_same_element_takes_two_of_it() -> None:
    assert "convert fire+fire" not in legal(converter({"fire": 1}))
    game = play(converter({"fire": 3}), "convert fire+fire")
    assert table(game)["seat"][0]["stock"] == {"fire": 1, "iron": 1}


@pytest.mark.rule("MP-ACT-TRANSMUTE-3")
def test_of_twice_the_same_element_the_player_names_both_stores() -> None:
    one = {"alchemist": "yellow", "tower": HOME, "stock": {"fire": 2}, "figure": [{"at": HOME, "load": {"fire": 1}}]}
    game = at(seat=[one, {"alchemist": "brown"}], rules={"ask_payment": True})
    play(game, "convert fire+fire", "from tower", "from alchemist")
    assert table(game)["seat"][0]["stock"] == {"fire": 1, "iron": 1}
    assert table(game)["seat"][0]["figure"][0]["load"] == {}


# --- events of two kinds ------------------------------------------------------------------------------


@pytest.mark.rule("MP-EVENT-6")
def test_an_event_gives_two_kinds_of_elements() -> None:
    game = play(dawn(4, ["fight.4"]), "yes")
    assert [seat["stock"] for seat in table(game)["seat"]] == [{"air": 2, "copper": 1}] * 2


@pytest.mark.rule("MP-EVENT-7")
def test_an_event_takes_two_kinds_in_turn_and_asks_for_the_stores_of_each() -> None:
    load_ = {"air": 1, "fire": 1}
    one = {"alchemist": "yellow", "tower": HOME, "stock": {"air": 2, "fire": 1}}
    one["figure"] = [{"at": "2,0", "load": load_}]
    game = dawn(4, [], seat=[one, {"alchemist": "brown", "stock": {"air": 1, "fire": 4}}])
    assert "takes 2 more air" in game.asks()
    play(game, "from tower", "from alchemist")
    assert "takes 1 more fire" in game.asks()
    play(game, "from alchemist")
    mine, theirs = table(game)["seat"]
    assert (mine["stock"], mine["figure"][0]["load"]) == ({"air": 1, "fire": 1}, {})
    assert theirs["stock"] == {"fire": 3}


# --- inquisitors --------------------------------------------------------------------------------------


def hunted(cards: list[str], where: list[str], dice: list[int], load_: dict[str, int], **given: Any) -> Game:
    """The last turn of the day ends; inquisitors stand near the yellow alchemist, who carries something."""
    one = {"alchemist": "yellow", "tower": HOME, "stock": {"gold": 1}, "figure": [{"at": "0,0", "load": load_}]}
    one |= given
    shown = {"slots": [{"cards": cards, "figures": where}]}
    seats = [one, {"alchemist": "brown", "tower": AWAY}]
    return at(phase="inquisition", turn=0, seat=seats, inquisition=shown, chance={"dice": dice})


@pytest.mark.rule("MP-INQ-34", "MP-INQ-35")
def test_a_destroyer_takes_from_the_load_of_a_figure_it_hunts() -> None:
    game = hunted(["D5"], ["1,0"], [1, 0, 0], {"fire": 2, "glass": 1})
    assert "an inquisitor assails yellow's load and the roll was 2" in game.asks() or table(game)["day"] > 1
    mine = table(game)["seat"][0]
    assert mine["stock"] == {"gold": 1}
    assert mine["lost"]["stock"] == 0
    assert sum(mine["figure"][0]["load"].values()) < 3


@pytest.mark.rule("MP-INQ-35", "MP-INQ-36")
def test_the_owner_chooses_what_of_a_load_is_destroyed() -> None:
    game = hunted(["D5"], ["1,0"], [0, 0, 0], {"fire": 1, "air": 1, "glass": 1})
    assert legal(game) == {"put fire", "put air"}
    assert "1 fire is destroyed; " in game.meaning("put fire")
    assert table(play(game, "put fire"))["seat"][0]["figure"][0]["load"] == {"glass": 1}


@pytest.mark.rule("MP-INQ-25", "MP-INQ-24")
def test_a_tower_shelters_a_load_from_destroyers_of_figures() -> None:
    game = hunted(["D5"], ["4,0"], [0, 0, 0], {}, figure=[{"at": HOME, "load": {"fire": 2}}])
    assert table(game)["seat"][0]["figure"][0]["load"] == {"fire": 2}
    assert table(game)["seat"][0]["stock"] == {"gold": 1}


@pytest.mark.rule("MP-INQ-10", "MP-INQ-33")
def test_a_destroyer_of_towers_and_alchemists_takes_what_is_nearer() -> None:
    load_ = {"fire": 1}
    near_him = hunted(["C4"], ["1,0"], [0, 0], load_)
    assert table(near_him)["seat"][0]["figure"][0]["load"] == {}
    near_it = hunted(["C4"], ["4,0"], [2, 2], load_)
    assert table(near_it)["seat"][0]["stock"] == {}
    assert table(near_it)["seat"][0]["figure"][0]["load"] == load_


def duel(cards: list[str]) -> Game:
    """Two figures of type A beside green, who is sure to win."""
    one = {"alchemist": "green", "tower": HOME, "figure": [{"at": "0,0"}]}
    shown = {"slots": [{"cards": cards, "figures": ["1,0", "1,0"]}]}
    seats = [one, {"alchemist": "brown", "tower": AWAY}]
    return play(at(seat=seats, inquisition=shown, chance={"dice": [2, 2, 2, 0]}), "end")


@pytest.mark.rule("MP-ACT-FIGHT-6", "MP-ALARM-6.9")
@pytest.mark.parametrize(
    ("cards", "stay"), [(["A1", "A3"], ["A1"]), (["A3", "A1", "A2"], ["A2"]), (["A2", "A3"], ["A2"])]
)
def test_with_one_of_two_figures_the_extra_figure_cards_go_but_a_card_stays(cards: list[str], stay: list[str]) -> None:
    game = play(duel(cards), "fight A1")
    shown = table(game)["inquisition"]
    assert shown["slots"][0] == {"cards": stay, "figures": ["1,0"]}
    assert shown["defeated"] == [card for card in cards if card not in stay]


@pytest.mark.rule("MP-ALARM-6.8", "MP-ALARM-6.9", "MP-ALARM-6.15")
def test_two_extra_figure_cards_bring_two_figures_and_never_a_third() -> None:
    deck = ["A1", "A3", "A2", "A4", "A5", "A6", *(f"{letter}{k}" for letter in "CD" for k in range(1, 7))]
    game = at(
        phase="entry",
        alarm={"active": "alarm.04", "due": 2},
        inquisition={"deck": deck},
    )
    assert len(table(game)["inquisition"]["slots"][0]["figures"]) == 2
    assert table(game)["inquisition"]["slots"][0]["cards"] == ["A1", "A3"]
    with pytest.raises(BrokenPosition, match="figures"):
        at(inquisition={"slots": [{"cards": ["A1", "A3"], "figures": ["1,0"]}]})


# --- alarm cards --------------------------------------------------------------------------------------


def alarmed(card: str) -> Game:
    """The second morning with that alarm card, and two alchemists outside of their towers."""
    one = {"alchemist": "yellow", "tower": HOME, "figure": [{"at": "0,0"}]}
    two = {"alchemist": "brown", "tower": AWAY, "figure": [{"at": "0,2"}]}
    rest = [one for one in load(BOX).ids["alarm"] if one not in ("alarm.04", card)]
    return at(day=2, phase="dawn", alarm={"revealed": ["alarm.04"], "deck": [card, *rest]}, seat=[one, two])


@pytest.mark.rule("MP-ALARM-4.1", "MP-ALARM-4.2")
def test_a_marker_in_the_centre_lies_on_the_figures_own_hex() -> None:
    assert table(alarmed("alarm.08"))["board"]["markers"] == ["0,0", "0,2"]


@pytest.mark.rule("MP-ALARM-4.1", "MP-ALARM-5.1")
def test_two_markers_of_one_card_on_one_hex_are_an_alarm_each() -> None:
    game = alarmed("alarm.10")
    assert table(game)["board"]["markers"] == []
    happened = "\n".join(game.happened())
    assert "ALARM on -1,1" in happened
    assert "ALARM on -1,3" in happened


def test_the_picture_of_an_alarm_card_says_how_many_markers_lie_on_a_hex() -> None:
    double, single = alarmed("alarm.10").svg(), alarmed("alarm.01").svg()
    assert ">2</text>" in double[double.index("alarm.10") :][:2500]
    assert "SW, SW" in alarmed("alarm.10").text()
    assert "alarm.01" in single


# --- layouts, temples, colours ------------------------------------------------------------------------


@pytest.mark.rule("MP-SETUP-2", "MP-BASE-BOARD-4", "MP-BASE-BOARD-7")
def test_a_layout_is_chosen_by_name_with_its_own_towers() -> None:
    winter, usual = (Game("robbers", 3, 1, pack=BOX, layout=name) for name in ("winter", "standard"))
    assert table(winter)["board"]["tiles"] == list(winter.pack.entries["layout"][1]["slots"])
    assert [seat["tower"] for seat in table(winter)["seat"]] == ["0,0", "1,-3", "0,4"]
    assert table(usual)["board"]["tiles"] != table(winter)["board"]["tiles"]
    assert Game(**winter.options).fingerprint() == winter.fingerprint()
    placed = table(at(board={"layout": "winter"}))
    assert placed["board"]["tiles"] == table(winter)["board"]["tiles"]
    assert [seat["tower"] for seat in placed["seat"]] == ["0,0", "1,-3"]
    with pytest.raises(BrokenPosition, match="there is no layout 'summer'"):
        at(board={"layout": "summer"})
    with pytest.raises(ValueError, match="there is no layout 'summer', there are: standard, winter, random"):
        Game("robbers", 3, 1, pack=BOX, layout="summer")


@pytest.mark.rule("MP-SETUP-4", "MP-BASE-TOWN-3")
def test_a_temple_card_is_named_or_drawn_and_shown() -> None:
    named = Game("robbers", 2, 1, pack=BOX, temple="temple.moon")
    assert "temple card: Temple of the Moon" in named.text()
    assert "temple card: Temple of the Moon" in named.svg()
    assert "temple card: Temple of the Moon" in named.observe("text")
    drawn = {table(Game("robbers", 2, seed, pack=BOX))["towns"]["temple"] for seed in range(30)}
    assert drawn == {"temple.1", "temple.2", "temple.moon"}
    assert "temple" not in Game(seats=2, seed=1).text()  # our pack has one, which is no choice


@pytest.mark.rule("MP-SETUP-6", "MP-ALCH-1")
def test_two_alchemists_of_one_printed_colour_play_with_stands_of_two() -> None:
    game = Game("robbers", 2, 3, pack=BOX, **SISTERS)
    ids = [seat["alchemist"] for seat in table(game)["seat"]]
    assert ids == ["alchemist.yellow", "alchemist.sister"]
    assert [seat["colour"] for seat in table(game)["seat"]] == ["grey", "green"]
    card = game.pack.entries["alarm"][game._state.revealed.card[0]]
    assert list(game._state.order[:2]) == ([1, 0] if card["order"].index(0) < card["order"].index(3) else [0, 1])
    assert game.words(game.legal()[0]).split()[0] in ("grey", "green")
    with pytest.raises(ValueError, match="each colour is played once"):
        Game("robbers", 2, 3, pack=BOX, alchemists=SISTERS["alchemists"])


@pytest.mark.rule("MP-SETUP-6", "MP-BASE-SCEN-7")
@pytest.mark.parametrize(("colour", "mined"), [(None, {"fire", "air"}), ("grey", {"earth", "iron"}), ("green", ALL)])
def test_a_licence_binds_the_colour_of_the_stands(colour: str | None, mined: set[str]) -> None:
    assert {element for element in ALL if "mine" in legal(miner(element, colour))} == mined


def miner(element: str, colour: str | None) -> Game:
    """The alchemist that is printed yellow on a mine, with stands of a colour."""
    start = Game("two thieves", 2, 1, pack=BOX)
    site = v.MINE + start.pack.index("element", element)
    where = next(place for hex, place in enumerate(start.pack.places) if start._state.site[hex] == site)
    one = {"alchemist": "yellow", "figure": [{"at": where}], **({"colour": colour} if colour else {})}
    game = at(scenario="two thieves", seat=[one, {"alchemist": "brown"}])
    return play(game, "end") if game.seat == 1 else game


def test_colours_and_temple_stand_in_positions_replays_and_snapshots(tmp_path: Path) -> None:
    game = Game("robbers", 2, 3, pack=BOX, layout="winter", temple="temple.2", **SISTERS)
    rng = random.Random(1)
    path = tmp_path / "game.jsonl"
    with Recorder(path, WORLD, game) as recorder:
        while game.outcome is None and game.plies < 60:
            recorder.apply(rng.choice(game.legal()))
    assert resimulate(path, WORLD).fingerprint() == game.fingerprint()
    again = Game.from_position(game.to_position())
    assert again.fingerprint() == game.fingerprint()
    assert again.words(again.legal()[0]) == game.words(game.legal()[0])
    twin = Game(**game.options)
    twin.restore(game.snapshot())
    assert twin.fingerprint() == game.fingerprint()
    other = Game(**{**game.options, "colours": ["green", "grey"]})
    with pytest.raises(ValueError, match="colours"):
        other.restore(game.snapshot())


def test_a_game_as_printed_says_nothing_of_colours() -> None:
    printed = Game("robbers", 2, 3, pack=BOX)
    told = Game("robbers", 2, 3, pack=BOX, colours=["yellow", "brown"])
    assert told.fingerprint() == printed.fingerprint()
    assert "colour" not in printed.to_position()
    assert "colours" not in printed.options


@pytest.mark.rule("MP-SETUP-6", "MP-CAMPAIGN-3")
def test_a_chronicle_keeps_the_colours_of_stands() -> None:
    begun = campaign.begin(CAMPAIGN, names=["Ada", "Bo"], colours=["green", "grey"], seed=3)
    assert [one.colour for one in begun.players] == ["green", "grey"]
    assert campaign.parse(campaign.write(begun)) == begun
    game = Game(**campaign.options(begun))
    assert [seat["colour"] for seat in table(game)["seat"]] == ["green", "grey"]
    assert campaign.begin(CAMPAIGN, seed=3).players[0].colour == ""
    text = campaign.write(begun).replace('colour = "grey"', 'colour = "green"')
    with pytest.raises(ValueError, match="green is played already"):
        campaign.parse(text)


def test_the_spaces_of_all_encoders_are_those_of_our_pack() -> None:
    ours, theirs = Game(seats=2, seed=1), Game("robbers", 2, 1, pack=BOX)
    for name in ("entities", "planes"):
        mine, other = ours.observe(name), theirs.observe(name)
        assert {key: value.shape for key, value in mine.items()} == {key: value.shape for key, value in other.items()}
    assert ours.observe("flat").shape == theirs.observe("flat").shape


@pytest.mark.parametrize("scenario", ["robbers", "two thieves"])
def test_the_expert_plays_the_pack_to_its_end(scenario: str) -> None:
    game = Game(scenario, 3, 4, pack=BOX, difficulty="easy" if scenario == "robbers" else None)
    assert moves(game, EXPERT)
    assert game.outcome is not None
