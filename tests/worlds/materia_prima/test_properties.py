"""Properties that hold in any situation of any game: every scenario, event, town and rule switch is drawn."""

import random
from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.position import writing
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.secrets import FACE_DOWN
from tests.worlds.materia_prima import laws, rich
from tests.worlds.materia_prima.test_games import fresh

anywhere = settings(max_examples=5 if PLAIN else 150, deadline=None, derandomize=True)
LONGEST = 64  # answers that a micro-sequence can take


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game some answers after its start, or after a random situation in its middle."""
    seed = draw(st.integers(0, 10**6))
    game = fresh(seed) if draw(st.booleans()) else rich.any_game(seed)
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        if game.seat is None:
            break
        legal = game.legal()
        game.apply(legal[choice % len(legal)])
    return game


@anywhere
@given(games())
def test_positions_and_notations_say_the_same_situation_again(game: Game) -> None:
    again = Game.from_position(game.to_position())
    assert again == game
    assert again.legal() == game.legal()
    assert [game.read(game.words(action)) for action in game.legal()] == game.legal()


@anywhere
@given(games(), st.randoms(use_true_random=False))
def test_a_clone_never_changes_whatever_happens_to_the_game(game: Game, rng: random.Random) -> None:
    past = [(game.clone(), game.fingerprint(), game.snapshot())]
    for _ in range(5):
        if game.seat is None:
            break
        game.apply(rng.choice(game.legal()))
        past.append((game.clone(), game.fingerprint(), game.snapshot()))
    for clone, fingerprint, snapshot in past:
        assert clone.fingerprint() == fingerprint
        assert clone.snapshot() == snapshot
        game.restore(snapshot)
        assert game == clone


@anywhere
@given(games(), st.randoms(use_true_random=False))
def test_every_micro_sequence_comes_to_an_end(game: Game, rng: random.Random) -> None:
    answers = 0
    while game.seat is not None and game._state.prompt[game._state.prompts - 1].kind != prompts.TURN:
        game.apply(rng.choice(game.legal()))
        answers += 1
    assert answers <= LONGEST


@anywhere
@given(games(), st.integers(0, 2**32))
def test_a_determinized_view_is_the_same_view_and_a_playable_game(game: Game, seed: int) -> None:
    for seat in range(game.seats):
        view = game.view(seat)
        other = view.determinize(np.random.default_rng(seed))
        assert other.view(seat).record.tobytes() == view.record.tobytes()
        assert other.view(seat).encode().tobytes() == view.encode().tobytes()
        if seat == game.seat:
            assert other.legal() == game.legal()
    if game.seat is not None:
        laws.hold(other)
        rng = random.Random(seed)
        while other.seat is not None:
            legal = other.legal()
            other.apply(rng.choice(legal) if legal else 0)
        laws.hold(other)


@anywhere
@given(games())
def test_determinizing_leads_back_to_nobody_and_draws_another_future(game: Game) -> None:
    before = game.snapshot()
    rng = np.random.default_rng(1)
    worlds = [game.view(0).determinize(rng) for _ in range(3)]
    assert game.snapshot() == before
    assert len({world.seed for world in worlds} | {game.seed}) == 4
    assert all(world._state.dice_left == 0 for world in worlds)


def elements(game: Game) -> Counter[str]:
    """Every element in play, loot that may be taken, and what is left in a limited supply."""
    now = writing.table(game.pack, game._state, game._options)
    found: Counter[str] = Counter(now["board"].get("supply", {}))
    for seat in now["seat"]:
        found.update(seat["stock"])
        for figure in seat["figure"]:
            found.update(figure["load"])
    found.update(one["element"] for one in now.get("prompt", []) if one["kind"] == "loot")
    for heap in now["board"]["loose"].values():
        found.update(heap)
    return found


@anywhere
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_with_a_limited_supply_elements_only_leave_for_town_missions(seed: int, rng: random.Random) -> None:
    game = Game("printed", 2 + seed % 3, seed, pack=rich.WHOLE, rules={"supply": 1 + seed % 9})
    have = elements(game)
    assert set(have.values()) == {1 + seed % 9}
    for _ in range(80):
        if game.seat is None:
            break
        game.apply(rng.choice(game.legal()))
        now = elements(game)
        gone = sum((have - now).values())
        given_away = [words for words in game.happened() if "completes the mission" in words and "bring" in words]
        assert not now - have
        assert gone == len(given_away)
        have = now


def with_a_private_recipe() -> Game:
    """Yellow is asked and brown holds a recipe face down."""
    return Game.from_position(
        {
            "pack": rich.WHOLE,
            "scenario": "printed",
            "alarm": {"active": "alarm.02"},
            "seat": [{"alchemist": "yellow"}, {"alchemist": "brown", "private": "stone.1b", "stock": {"water": 4}}],
        }
    )


def test_a_private_recipe_is_its_owner_s_alone() -> None:
    game = with_a_private_recipe()
    yellow, brown = (game.view(seat) for seat in range(2))
    card = game.pack.ids["recipe"].index("stone.1b")
    assert brown.state.seat[1].private == card
    assert yellow.state.seat[1].private == FACE_DOWN - v.KINDS.index("stone")
    other = with_a_private_recipe()
    deck = other._state.recipes[2]
    top = deck.card[deck.cards - 1]
    deck.card[deck.cards - 1], other._state.seat[1].private = card, top
    assert other.view(0).record.tobytes() == yellow.record.tobytes()
    assert other.view(1).record.tobytes() != brown.record.tobytes()


def test_determinizing_varies_what_lies_face_down_but_never_one_s_own() -> None:
    game, rng = with_a_private_recipe(), np.random.default_rng(0)
    mine = {game.view(1).determinize(rng)._state.seat[1].private for _ in range(20)}
    theirs = {game.view(0).determinize(rng)._state.seat[1].private for _ in range(60)}
    stones = {game.pack.ids["recipe"].index(one) for one in game.pack.ids["stone"]}
    assert mine == {game._state.seat[1].private}
    assert len(theirs) > 3
    assert theirs <= stones


def answers(game: Game) -> int:
    """How many different ways there are to answer until the next player's or figure's turn goes on: a node count."""
    here = (game.seat, game._state.turn, game._state.phase)
    if game.seat is None or (game._state.prompts == 1 and game._state.prompt[0].kind == prompts.TURN):
        return 1
    found = 0
    for action in game.legal():
        other = game.clone()
        other.apply(action)
        moved_on = (other.seat, other._state.turn, other._state.phase) != here and other._state.prompts <= 1
        found += 1 if moved_on and other._state.prompt[0].kind == prompts.TURN else answers(other)
    return found


def turns(game: Game) -> int:
    """How many different turns the player has who is asked."""
    seat, found = game.seat, 0
    for action in game.legal():
        other = game.clone()
        other.apply(action)
        found += turns(other) if other.seat == seat and other._state.phase == game._state.phase else 1
    return found


def test_a_purse_of_one_one_and_two_pays_a_cost_of_two_in_three_ways() -> None:
    """No; yes with 2; yes with 1 and 1; yes with 1 and 2."""
    position = {
        "pack": rich.WHOLE,
        "scenario": "printed",
        "day": 12,
        "phase": "dawn",
        "events": {"purse": ["fight.1", "bring.fire", "fight.2"]},
        "seat": [{"alchemist": "yellow"}, {"alchemist": "brown"}],
    }
    assert answers(Game.from_position(position)) == 4


def test_three_of_four_earth_in_three_places_are_lost_in_twelve_ways() -> None:
    """Both of the board and one of the others: 2 x 3 orders; one of each place: 6 orders."""
    position = {
        "pack": rich.WHOLE,
        "scenario": "printed",
        "day": 8,
        "phase": "dawn",
        "seat": [
            {
                "alchemist": "yellow",
                "stock": {"earth": 1},
                "figure": [
                    {"name": "alchemist", "load": {"earth": 2}},
                    {"name": "h1", "card": "homunculus.1a", "load": {"earth": 1}},
                ],
            },
            {"alchemist": "brown"},
        ],
    }
    assert answers(Game.from_position(position)) == 12


def test_fire_and_earth_of_two_are_split_in_five_ways() -> None:
    """Take nothing; fire; earth; fire, then earth; earth, then fire."""
    position = {
        "pack": rich.WHOLE,
        "scenario": "printed",
        "alarm": {"active": "alarm.02"},
        "seat": [
            {"alchemist": "yellow", "figure": [{"name": "alchemist", "at": "0,0", "load": {"fire": 1}}]},
            {"alchemist": "brown", "figure": [{"name": "alchemist", "at": "1,0", "load": {"earth": 1}}]},
        ],
    }
    game = Game.from_position(position)
    game.apply(f"{game.words(0).split()[0]} exchange")
    assert answers(game) == 5
