"""The picture of the table: all that lies there, nothing that is hidden, and every text in its box."""

import html
import itertools
import json
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import svg, text, words
from mpenv.worlds.materia_prima.draw.svg.scene import Scene
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.state import GAME_BYTES, STATE
from mpenv.worlds.materia_prima.view import View
from tests.worlds.materia_prima.draw.drawn import crowded, from_files, home, played, texts

PICTURE = 90_000  # bytes, the most
GAME = 250_000
PUBLIC = [name for name in STATE.names or () if STATE.fields[name][1] < GAME_BYTES]  # type: ignore[index]


def ends() -> list[Any]:
    return [(scenario, seats) for scenario in mpenv.scenarios() for seats in (2, 3, 4)]


# --- the form ---------------------------------------------------------------------------------------


def test_every_situation_of_the_tests_is_drawn_well_formed_and_small() -> None:
    for name, game in from_files():
        drawn = game.svg("auto")
        assert ET.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
        assert len(drawn) < PICTURE, name


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seats"), ends())
def test_a_whole_game_has_the_same_keys_and_one_frame_and_little_changes(scenario: str, seats: int) -> None:
    """What a page keeps of a game: each piece that ever appears once, and which piece is shown when."""
    keys, shown, frame, changes, seen = None, dict[str, str](), None, 0, set[str]()
    for game in played(scenario, seats, 11):
        view = game.watched()
        pieces = svg.pieces(view)
        assert pieces == game.pieces()
        now = dict(pieces)
        assert len(now) == len(pieces), "two pieces have the same key"
        assert not any("\n" in markup for markup in now.values())
        assert keys in (None, list(now))
        keys = list(now)
        fresh = {key: markup for key, markup in now.items() if shown.get(key) != markup}
        changes += sum(len(json.dumps(key)) + len(json.dumps(markup)) + 2 for key, markup in fresh.items())
        seen |= {*fresh.values()}
        shown = now
        if game.plies % 30 == 0 or game.outcome:
            ET.fromstring(svg.svg(view))
            assert frame in (None, svg.frame("light", view))
            frame = svg.frame("light", view)
    assert len(frame or "") + sum(map(len, seen)) < GAME
    assert len(frame or "") + changes < 1.6 * GAME


def test_a_picture_stands_for_itself() -> None:
    for theme in ("light", "dark", "auto"):
        drawn = mpenv.Game(seed=1).svg(theme)
        assert "<script" not in drawn
        assert drawn.count("http") == 1, "only the name of the format"
        assert "@import" not in drawn
        assert "url(" not in drawn
        assert "var(" not in drawn
        assert ("@media" in drawn) == (theme == "auto")
    with pytest.raises(ValueError, match="there is no theme 'pink', there are: light, dark, auto"):
        mpenv.Game(seed=1).svg("pink")


def test_the_board_alone_is_a_picture_too() -> None:
    view = mpenv.Game(seed=1).view(0)
    whole, board = svg.svg(view), svg.svg(view, only_board=True)
    assert len(board) < len(whole)
    assert "Recipe pool" not in board
    assert ET.fromstring(board).get("viewBox") == " ".join(f"{one:g}" for one in Scene(view).places.board)


# --- what lies there --------------------------------------------------------------------------------


def test_who_stands_on_the_board_is_drawn_and_nobody_else() -> None:
    for game in crowded():
        view = game.view(0)
        drawn, s = dict(svg.pieces(view)), view.state
        for seat, number in itertools.product(range(s.seats), range(v.FIGURES)):
            name, one = notation.figure(view.pack, s, seat, number), s.seat[seat].figure[number]
            assert bool(drawn[f"figure {name}"]) == (one.hex >= 0)
            for key in (f"who {name}", f"load {name}"):
                assert bool(drawn[key]) == (one.hex != -1), key
            assert ("out of sight" in drawn[f"load {name}"]) == (one.hex == UNSEEN)
            if one.hex >= 0:
                assert f"<title>{name}: {words.elements(view.pack, one.load)}</title>" in drawn[f"figure {name}"]
                where = "tower" if one.hex == s.seat[seat].tower else words.place(view.pack, one.hex)
                assert f">{where}</text>" in drawn[f"load {name}"]


def test_inquisitors_are_drawn_with_their_letter_number_and_values() -> None:
    for game in crowded():
        view = game.view(0)
        drawn, s = dict(svg.pieces(view)), view.state
        for slot, which in itertools.product(range(v.SLOTS), range(v.STANDEES)):
            one, there = s.slot[slot], which < s.slot[slot].figures and s.slot[slot].hex[which] != UNSEEN
            assert bool(drawn[f"inquisitor {slot + 1}.{which + 1}"]) == there
            if one.cards:
                values = [str(view.value(slot, name)) for name in text.shown_values(view.pack, one.type)]
                assert [one.said for one in texts("", drawn[f"values {slot + 1}"])] == values
            if there:
                letter = view.pack.entries["type"][one.type]["letter"]
                assert f">{letter}{which + 1}</text>" in drawn[f"inquisitor {slot + 1}.{which + 1}"]


def test_every_hex_says_what_lies_on_it() -> None:
    for game in crowded():
        view = game.view(0)
        drawn, s, pack = dict(svg.pieces(view)), view.state, view.pack
        loose = Scene(view).loose
        for hex, place in enumerate(pack.places):
            one, lies = drawn[f"hex {place}"], drawn[f"on {place}"]
            assert one.count(f"<title>{place}") == 1
            assert ("alarm marker" in lies) == ("#mp-alarm" in lies) == bool(s.marker[hex])
            told = f"loose {words.elements(pack, loose[hex])}" if hex in loose else ""
            assert told in lies
            assert ("loose" in lies) == bool(told)
            if v.MINE <= s.site[hex] < v.TOWN and hex not in Scene(view).towers:
                assert f"mine of {pack.ids['element'][s.site[hex] - v.MINE]}" in one


def test_towers_cards_goods_and_points_are_told_as_the_text_tells_them() -> None:
    for game in crowded():
        view = game.view(0)
        drawn, s, pack = dict(svg.pieces(view)), view.state, view.pack
        for seat, colour in enumerate(Scene(view).colours):
            seen = view.in_sight(s.seat[seat].tower)
            stock = words.elements(pack, s.seat[seat].stock) if seen else "out of sight"
            assert f": {stock}</title>" in drawn[f"stock {colour}"]
            assert ("NO soul stone" in drawn[f"values {colour}"]) == (not s.seat[seat].stone)
        for k in range(len(v.KINDS) * s.seats):
            said = words.recipe(pack, s.pool[k]) if s.pool[k] >= 0 else ""
            assert said.replace(">", "&gt;") in drawn[f"recipe {k + 1}"]
        worth = sum(pack.entries["mission"][s.purse.card[k]]["points"] for k in range(s.purse.cards))
        assert f">purse: {worth} pt" in drawn["purse"]
        for town, letter in enumerate(v.TOWNS):
            if s.mission[town] >= 0:
                assert words.errand(pack, s.mission[town])[:12] in drawn[f"town {letter}"]
        for k, row in enumerate(Scene(view).scenario["events"]):
            assert f"day {row['day']}" in drawn["events"]
            assert drawn["came"].count("class='m-now'") == sum(came > 0 for came in s.happened.tolist()), k


def differ(one: View, other: View) -> list[str]:
    """What the game itself says differs between two views."""
    return [name for name in PUBLIC if one.record[name].tobytes() != other.record[name].tobytes()]


def test_an_end_is_told_with_its_account_and_a_running_game_has_none() -> None:
    ended = 0
    for name, game in from_files(6):
        drawn = dict(svg.pieces(game.view(0)))["outcome"]
        assert bool(drawn) == (game.outcome is not None), name
        if game.outcome:
            ended += 1
            told = html.unescape(drawn)
            assert f"{game.outcome.result.capitalize()} on day {game.outcome.day}" in told
            details = game.outcome.details
            said = [one["goal"] for one in details["missing"]] + [one["effect"] for one in details["events"]]
            assert all(words in told for words in said), name
            assert told.partition("</title>")[0].count("'s fell ") == len(details["stones"])
    assert ended > 15


@pytest.mark.parametrize(("scenario", "seats", "agent"), [("great-work", 4, "random"), ("tithe", 2, "expert")])
def test_two_tables_that_differ_for_all_to_see_never_look_the_same(scenario: str, seats: int, agent: str) -> None:
    views = (game.view(0) for game in played(scenario, seats, 3, agent, 150))
    for one, other in itertools.pairwise(views):
        assert bool(differ(one, other)) == (svg.pieces(one) != svg.pieces(other)), differ(one, other)


def test_random_answers_to_random_situations_always_change_the_picture() -> None:
    rng = np.random.default_rng(2)
    for game in itertools.islice(crowded(), 40):
        for _ in range(6):
            if game.seat is not None:
                before = game.view(0)
                game.apply(int(rng.choice(game.legal())))
                after = game.view(0)
                assert bool(differ(before, after)) == (svg.pieces(before) != svg.pieces(after)), differ(before, after)


def test_a_column_that_was_chosen_is_told_and_marked() -> None:
    game = mpenv.Game("prologue", 2, 5, placement="players")
    assert dict(svg.pieces(game.view(0)))["column"] == ""
    for action in game.legal()[::3]:
        after = game.clone()
        said = after.words(action)
        after.apply(action)
        drawn = dict(svg.pieces(after.view(after.seat or 0)))
        asked = " ".join(one.said for one in texts("question", drawn["question"]))
        assert f"({said.partition(' ')[2]} is chosen)" in asked
        q = said.rpartition(" ")[2]
        assert drawn["column"].count("<use") == sum(place.partition(",")[0] == q for place in game.pack.places)


# --- what is hidden ---------------------------------------------------------------------------------


def test_all_games_that_a_view_could_be_of_look_the_same() -> None:
    rng = np.random.default_rng(1)
    for game in itertools.islice(crowded(), 0, None, 4):
        for seat in range(game.seats):
            shown = game.svg(seat=seat)
            for _ in range(2):
                assert game.view(seat).determinize(rng).svg(seat=seat) == shown


def test_a_private_recipe_is_named_to_its_owner_only() -> None:
    found = 0
    for game in crowded():
        s = game._state
        for seat in range(game.seats):
            if s.seat[seat].private >= 0:
                name = words.recipe(game.pack, s.seat[seat].private).replace(">", "&gt;")
                assert name in game.svg(seat=seat)
                things = f"things {notation.colour(game.pack, s, seat)}"
                for other in range(game.seats):
                    if other != seat:
                        assert name not in game.svg(seat=other)
                        assert "private" in dict(svg.pieces(game.view(other)))[things]
                found += 1
    assert found > 5


# --- texts ------------------------------------------------------------------------------------------


def test_every_text_stays_in_its_box_and_off_the_others() -> None:
    games = [
        *itertools.islice(crowded(), 0, None, 3),
        *(game for _, game in from_files(9)),
    ]
    for scenario, seats in [*ends(), ("generated:17", 3), ("generated:5", 4)]:
        *_, last = played(scenario, seats, 7, "expert", 90)
        games.append(last)
    for game in games:
        view = game.view(game.seat or 0)
        stays(view)


def stays(view: View) -> None:
    covered = []
    drawn = dict(svg.pieces(view))
    over = [key for key in ("hand", "outcome") if drawn[key]]
    for key, markup in drawn.items():
        if key.split()[0] in ("hex", "on", "figure") or (key.startswith("inquisitor ") and key != "inquisition cards"):
            continue
        if over and key in ("conversions", "hand") and key != over[-1]:
            continue
        box = home(view, key)
        for one in texts(key, markup):
            inside = box.x <= one.box.x and one.box.right <= box.right and box.y <= one.box.y
            assert inside, f"{one} leaves {box}"
            assert one.box.bottom <= box.bottom + (3 if key == "track" else 0), f"{one} leaves {box}"
            covered.append(one)
    for one, other in itertools.combinations(covered, 2):
        if one.key != "board" and other.key != "board":
            apart = one.box.right <= other.box.x + 0.5 or other.box.right <= one.box.x + 0.5
            apart = apart or one.box.bottom <= other.box.y or other.box.bottom <= one.box.y
            assert apart or {one.key, other.key} == {"track", "now"}, f"{one} lies on {other}"
