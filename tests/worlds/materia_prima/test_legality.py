"""Legality has one source: the mask, the legal list, the notation and `apply` say the same."""

import random
import time
from collections.abc import Iterator

import pytest

from mpenv.engine.switches import PLAIN
from mpenv.world import IllegalAction
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules import entries, reasons
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.test_games import SMALL

GAMES = 2 if PLAIN else 20


def situations() -> Iterator[Game]:
    """Every situation of some games, fresh and from the middle."""
    for seed in range(GAMES):
        small = rich.game(seed, SMALL, "trial")
        for game in (Game(seats=2 + seed % 3, seed=seed), rich.game(seed), small, rich.any_game(seed)):
            rng = random.Random(seed)
            while game.seat is not None:
                yield game
                game.apply(rng.choice(game.legal()))


def test_the_mask_holds_exactly_the_actions_without_a_reason_against_them() -> None:
    for game in situations():
        free = [a for a in range(c.ACTIONS) if entries.why_not(game.pack.tables, game._states, 0, a) == reasons.FINE]
        assert free == game.legal() == [a for a in range(c.ACTIONS) if game.mask()[a]]


def test_what_is_legal_is_accepted_and_changes_something_and_all_else_is_refused_and_changes_nothing() -> None:
    rng = random.Random(0)
    for number, game in enumerate(situations()):
        if number % 10:
            continue
        before, legal = game.snapshot(), game.legal()
        for action in range(c.ACTIONS):
            if action in legal:
                other = game.clone()
                other.apply(action)
                assert other != game
            else:
                with pytest.raises(IllegalAction) as refused:
                    game.apply(action)
                assert game.snapshot() == before
                assert refused.value.why
                assert game.words(action) == refused.value.words
        beyond = rng.choice([-1, c.ACTIONS, 10**9, -(10**9)])
        with pytest.raises(IllegalAction, match="ids go from 0 to 233"):
            game.apply(beyond)
        assert game.snapshot() == before


def test_every_notation_is_read_back_to_its_action() -> None:
    for number, game in enumerate(situations()):
        if number % 900:
            continue
        words = [game.words(action) for action in range(c.ACTIONS)]
        assert len({word.casefold() for word in words}) == c.ACTIONS
        for action, word in enumerate(words):
            assert game.read(word) == action
            assert game.read(f"  {word.upper()} ") == action
            without_colour = word.partition(" ")[2]
            if "." not in word.split()[0]:
                assert game.read(without_colour) == action


def test_a_position_file_brings_back_every_situation_exactly() -> None:
    for number, game in enumerate(situations()):
        if number % (23 if game._state.prompts < 2 else 3):
            continue
        again = Game.from_position(game.to_position())
        assert again == game
        assert again.legal() == game.legal()
        assert again.to_position() == game.to_position()


def test_the_same_ids_mean_the_same_for_every_pack_seat_and_team_size() -> None:
    sizes = {block.name: block.size for block in c.BLOCKS}
    assert c.ACTIONS == sum(sizes.values()) == 234
    assert sizes == {
        "END": 1, "NO": 1, "YES": 1, "MOVE": 24, "MINE": 4, "DROP": 4, "PICK": 4, "MISSION": 4, "EXCHANGE": 4,
        "FIGHT": 24, "CONVERT": 16, "TRANSMUTE": 13, "EQUIP": 1, "RESEARCH": 3, "BUY": 1, "SAIL": 3, "WHO": 16,
        "PUT": 16, "TAKE": 16, "STORE": 5, "COMPONENT": 21, "CARD": 17, "POINTS": 3, "COLUMN": 16, "ROW": 16,
    }  # fmt: skip
    moves = {
        Game(seats=seats, seed=1, pack=pack).words(c.MOVE).split(" ", 1)[1]
        for seats in (2, 4)
        for pack in ("inquisition", SMALL)
    }
    assert moves == {"move NE"}


def test_an_unknown_notation_is_answered_with_what_comes_close() -> None:
    game = Game(seed=1)
    with pytest.raises(ValueError, match=f"'mve NE' is no action; did you mean '{game.words(c.MOVE)}'"):
        game.read("mve NE")


def test_very_many_letters_are_refused_at_once_and_not_repeated() -> None:
    start = time.process_time()
    with pytest.raises(IllegalAction, match="it has 14,000,008 characters, no action has more than 200") as fault:
        Game(seed=1).apply("green move " * 1_272_728)
    assert time.process_time() - start < 0.5
    assert len(str(fault.value)) < 1000


IN_REACH = """
[alarm]
active = "alarm.02"
[[seat]]
alchemist = "yellow"
[[seat.figure]]
name = "alchemist"
at = "0,0"
load = { air = 1 }
[[seat]]
alchemist = "brown"
[[seat.figure]]
name = "alchemist"
at = "0,1"
[[prompt]]
kind = "turn"
seat = "yellow"
"""


def test_end_and_done_said_in_each_others_place_are_answered_with_the_right_word() -> None:
    game = Game.from_position(IN_REACH)
    closed = "finishes a sequence, and none is open: one closes by itself .* yellow's turn, 'yellow end' ends it"
    for words in ("done", "yellow done"):
        with pytest.raises(IllegalAction, match=f"it {closed}"):
            game.apply(words)
    game.apply("yellow exchange")
    for words in ("end", "yellow end", "YELLOW  END"):
        with pytest.raises(IllegalAction, match=r"it ends a turn; exchange is asked .* 'yellow done' finishes that"):
            game.apply(words)
    game.apply("take air")  # the last piece: the exchange has closed by itself
    with pytest.raises(IllegalAction, match=closed):
        game.apply("yellow done")
    game.apply("drop")
    game.apply("end")


def test_a_turn_cannot_end_before_a_question_that_wants_an_answer() -> None:
    game = Game.from_position(IN_REACH.replace("air = 1", "air = 1, fire = 1"))
    game.apply("drop")
    with pytest.raises(IllegalAction, match="it ends a turn; drop is asked before it goes on, and wants an answer"):
        game.apply("end")


def test_an_action_that_is_no_number_is_refused_as_such() -> None:
    with pytest.raises(IllegalAction, match="a whole number"):
        Game(seed=1).apply(1.5)  # type: ignore[arg-type]


def test_after_the_end_every_action_is_refused() -> None:
    game = Game("duel", seed=2, pack=SMALL)
    while game.seat is not None:
        game.apply("end")
    with pytest.raises(IllegalAction, match="the game has ended"):
        game.apply(0)


def test_seats_are_counted_from_oneself_and_then_in_todays_order() -> None:
    for game in situations():
        order = notation.turn_order(game._state)
        for seat in range(game.seats):
            assert notation.around(game._state, seat) == [seat, *(other for other in order if other != seat)]
