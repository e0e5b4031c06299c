"""The short text of a view: everything that lies on the table, what is asked, and every answer by its number."""

import random
import re
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima.draw.brief import brief
from tests.worlds.materia_prima.examples import SMALL, position
from tests.worlds.materia_prima.rich import WHOLE

TABLES: list[dict[str, Any]] = [
    *({"scenario": one, "seats": 2 + k % 3} for k, one in enumerate(mpenv.scenarios())),
    {"scenario": "generated:17", "seats": 3, "layout": "random"},
    {"scenario": "tithe", "seats": 2, "placement": "players", "rules": {"ask_payment": True}},
    {"pack": WHOLE, "scenario": "hunt", "seats": 3},
]


def situations(options: dict[str, Any], seed: int = 5) -> list[Game]:
    game, rng, found = Game(seed=seed, **options), random.Random(seed), list[Game]()
    while game.seat is not None:
        found.append(game.clone())
        game.apply(rng.choice(game.legal()))
    return [*found, game]


@pytest.mark.parametrize("options", TABLES)
def test_every_answer_stands_there_with_its_number_and_its_notation(options: dict[str, Any]) -> None:
    for game in situations(options)[:-1]:
        assert game.seat is not None
        text = brief(game.view(game.seat))
        answers = re.findall(r"^(\d+) (.+)$", text.partition("answers, each by its number:\n")[2], re.M)
        assert [int(number) for number, _ in answers] == game.legal()
        for number, said in answers:
            assert said == game.words(int(number)) or said.startswith(f"{game.words(int(number))} to ")


@pytest.mark.parametrize("options", TABLES)
def test_moves_name_the_hex_they_lead_to(options: dict[str, Any]) -> None:
    for game in situations(options)[:40]:
        text = brief(game.view(game.seat or 0))
        for number, place in re.findall(r"^(\d+) \S+ move \w+ to (\S+)$", text, re.M):
            after = game.clone()
            after.apply(int(number))
            if after.seat == game.seat and after.day == game.day:
                assert f"at {place};" in brief(after.view(after.seat))


@pytest.mark.parametrize("options", TABLES)
def test_another_table_is_another_text_and_hidden_things_change_nothing(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(1)
    seen: dict[str, bytes] = {}
    for game in situations(options):
        view = game.view(game.seat or 0)
        text = brief(view)
        assert brief(view.determinize(rng).view(view.seat)) == text
        shown = view.encode("flat").tobytes()
        assert seen.setdefault(text, shown) == shown, "two situations that flat tells apart have one text"


def test_a_recipe_face_down_is_named_to_its_owner_alone() -> None:
    keeper = {"alchemist": "yellow", "private": "stone.1b", "figure": [{"name": "alchemist"}]}
    game = position(pack=SMALL, seat=[keeper, {"alchemist": "brown"}])
    owner = next(seat for seat in range(2) if game._state.seat[seat].private >= 0)
    assert "private recipe stone.1b" in brief(game.view(owner))
    assert "your private recipe stone.1b" in brief(game.view(owner))
    assert "a private stone recipe face down" in brief(game.view(1 - owner))
    assert "private recipe stone.1b" not in brief(game.view(1 - owner))


def test_who_waits_is_told_who_is_asked_and_gets_no_answers() -> None:
    game = Game("alms", 3, seed=4)
    assert game.seat is not None
    other = (game.seat + 1) % 3
    text = brief(game.view(other))
    asked = game.words(game.legal()[0]).split()[0]
    assert f"asked: {asked} decides" in text
    assert "answers" not in text


def test_the_end_is_told() -> None:
    game = situations({"scenario": "prologue", "seats": 2})[-1]
    assert game.outcome is not None
    assert brief(game.view(0)).endswith(f"ended: {game.outcome.result}")


def test_the_form_is_kept() -> None:
    lines = brief(Game("licences", 3, seed=4).view(0)).splitlines()
    assert lines[0] == "materia text 1"
    heads = [re.split(r"[ :]", line)[0] for line in lines if not line[0].isdecimal()]
    assert [*dict.fromkeys(heads)][:4] == ["materia", "day", "scenario", "mission"]
    assert {"land", "alarm", "loose", "town", "purse", "event", "recipe", "asked", "why"} <= set(heads)
