"""What a seat may know, and how it is told in numbers."""

import random
from typing import Any

import numpy as np
import pytest

from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.observe import ENCODERS, summary
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.test_legality import situations

SECRET = ("seed", "alarms", "pile", "recipes", "errands", "extensions", "dice", "dice_left")


def stirred(game: Game) -> Game:
    """The same table with other hidden orders, another seed and other dice to come."""
    other, rng = game.clone(), random.Random(5)
    s = other._state
    s.seed = np.uint64(99)
    s.dice_left, s.dice[0] = 1, 2
    for pile in (s.alarms, s.pile, s.errands, s.extensions, *(s.recipes[k] for k in range(3))):
        cards = pile.card[: pile.cards].tolist()
        rng.shuffle(cards)
        pile.card[: pile.cards] = cards
    return other


def open_to_all(game: Game) -> bool:
    """Does this table hide nothing but private recipes and what nobody knows?"""
    return not game._state.candour.private_research and all(game.view(0).sight)


def test_a_view_holds_nothing_that_no_seat_may_know() -> None:
    for number, game in enumerate(situations()):
        if number % 20 == 0:
            mine, other = game.view(0), stirred(game).view(0)
            assert mine.record.tobytes() == other.record.tobytes()
            assert mine.encode().tobytes() == other.encode().tobytes()


def test_a_view_shows_everything_else_as_it_lies() -> None:
    for number, game in enumerate(situations()):
        if number % 20 == 0 and game.seat is not None and open_to_all(game):
            view = game.view(game.seat)
            game._states["event"] = view.record["event"]  # which recipe others kept is not told
            game._states["seat"]["private"] = view.record["seat"]["private"]  # others' lie face down
            for name in view.record.dtype.names:
                if name not in SECRET:
                    assert view.record[name].tobytes() == game._states[name].tobytes(), name


def test_a_view_keeps_no_way_back_to_the_game() -> None:
    game = rich.game(3)
    view = game.view(0)
    held = [view.__dict__, *(one.__dict__ for one in view.__dict__.values() if hasattr(one, "__dict__"))]
    assert all(game._bytes is not one and game is not one for room in held for one in room.values())
    assert not np.shares_memory(view.record, game._bytes)
    assert not isinstance(getattr(view._encode, "__self__", None), Game)


def test_a_view_does_not_follow_the_game_and_changing_it_changes_nothing() -> None:
    game = rich.game(6)
    view, before = game.view(0), game.fingerprint()
    legal = view.legal
    view.record.view(np.uint8)[:] = 7
    assert game.fingerprint() == before
    other = game.view(0)
    game.apply(game.legal()[0])
    assert other.legal == legal


def test_only_the_seat_that_is_asked_sees_legal_actions() -> None:
    for game in situations():
        for seat in range(game.seats):
            view = game.view(seat)
            assert view.asked == game.seat
            assert view.legal == (game.legal() if seat == game.seat else [])
            assert view.mask.dtype == np.int8


def test_the_view_is_encoded_just_as_the_game_is() -> None:
    for number, game in enumerate(situations()):
        if number % 20 == 0:
            for seat in range(game.seats):
                assert (game.view(seat).encode("flat") == game.observe("flat", seat)).all()


def test_the_flat_encoder_is_small_and_fills_each_of_its_fields_within_bounds() -> None:
    assert summary.SIZE == sum(size for _, size, _ in summary.FIELDS) <= 640
    assert ENCODERS["flat"].omits, "a summary lists what it leaves out"
    most = np.zeros(summary.SIZE)
    for game in situations():
        row = game.observe("flat")
        assert row.dtype == np.float32
        assert row.min() >= -1
        assert row.max() <= 1
        most = np.maximum(most, abs(row))
    at = 0
    for name, size, _ in summary.FIELDS:
        assert most[at : at + size].any(), f"the field {name} never says anything"
        at += size


def asked(s: Any) -> list[int]:
    """What a seat may know of the open prompt."""
    return [getattr(s.prompt[s.prompts - 1], name) for name in ("kind", "seat", "done", "column")]


def test_the_flat_encoder_tells_every_change_of_the_prompt() -> None:
    """Two prompts of one table differ in the fields `prompt` and `asked`."""
    start = sum(size for name, size, _ in summary.FIELDS[:1])
    end = start + sum(size for name, size, _ in summary.FIELDS[1:3])
    seen = 0
    for game in situations():
        before = game.observe("flat", 0)[start:end]
        state = asked(game.view(0).state)
        after = game.clone()
        after.apply(game.legal()[-1])
        if after.seat is None:
            continue
        if state != asked(after.view(0).state):
            seen += 1
            assert (after.observe("flat", 0)[start:end] != before).any()
    assert seen


def test_a_seat_that_does_not_exist_has_no_view() -> None:
    with pytest.raises(ValueError, match="seats go from 0 to 1"):
        Game(seed=1).view(2)


def test_the_table_tells_the_special_rules_of_those_who_play() -> None:
    head = Game("licences", seed=1).text().partition("Alarm card")[0].replace("\n ", "")
    assert "yellow may mine air, fire, iron; brown may mine earth, water, iron" in head
    assert "grey may mine" not in head
    assert "destroy +1 from day 6" in Game("vault", seed=1).text()
    assert "Special rules" not in Game(seed=1).text()
    for scenario in ("alms", "watch-in-fog", "hunt", "great-work"):
        assert "Special rules: " in Game(scenario, seed=1).text()
