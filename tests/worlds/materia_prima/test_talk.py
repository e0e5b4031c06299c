"""Table talk: before the turns of a day each seat says what it intends, everybody hears it, nobody is bound."""

import random
from typing import Any

import numpy as np
import pytest

from mpenv.agents import registry
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.observe import ENCODERS
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from mpenv.worlds.materia_prima.rules import prompts, talk
from mpenv.worlds.materia_prima.rules.state import SAYING, TURNS

OPEN: dict[str, Any] = {"rules": {"table_talk": "open"}}


def kind(game: Game) -> int:
    return int(game._state.prompt[game._state.prompts - 1].kind) if game.seat is not None else 0


def silence(game: Game) -> None:
    """Nobody says anything until the turns begin."""
    while kind(game) == prompts.SAY:
        game.apply(c.END)


@pytest.mark.rule("MP-ALCH-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_speaks_once_a_day_in_todays_order_before_the_first_turn(seats: int) -> None:
    game, rng = Game("drill-hunt", seats, 3, **OPEN), random.Random(3)
    spoken = dict[int, list[int]]()
    while game.seat is not None:
        if kind(game) == prompts.SAY:
            assert game._state.phase == SAYING
            assert not any(seat in spoken.get(game.day, []) for seat in [game.seat])
            spoken.setdefault(game.day, []).append(game.seat)
            if len(spoken[game.day]) == seats:
                assert spoken[game.day] == game._state.order.tolist()[:seats]
        elif game._state.phase == TURNS:
            assert len(spoken[game.day]) == seats
        game.apply(rng.choice(game.legal()))
    assert len(spoken) == game.day


def test_a_silent_table_is_asked_nothing_and_plays_the_game_as_it_was() -> None:
    talking, silent = Game("prologue", 3, 5, **OPEN), Game("prologue", 3, 5)
    rng = random.Random(5)
    while silent.seat is not None:
        silence(talking)
        assert kind(silent) != prompts.SAY
        assert talking.legal() == silent.legal()
        assert talking.text().replace("Special rules: each seat says what it intends.\n", "") == silent.text()
        action = rng.choice(silent.legal())
        silent.apply(action)
        talking.apply(action)
    silence(talking)
    assert talking.outcome == silent.outcome


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_reads_well_is_read_back_and_heard_by_all_until_the_next_day(seed: int) -> None:
    game, rng, heard = Game("alms", 4, seed, **OPEN), random.Random(seed), 0
    while game.seat is not None and game.day < 6:
        if kind(game) != prompts.SAY:
            game.apply(rng.choice(game.legal()))
            continue
        seat, words = game.seat, [game.words(action) for action in range(c.ACTIONS)]
        assert len(set(words)) == c.ACTIONS
        for action in game.legal():
            assert game.read(words[action]) == action
            assert " says " in words[action]
            assert game.meaning(action)
        action = rng.choice(game.legal())
        said = words[action].partition(" says ")[2]
        game.apply(action)
        assert game.happened()[0] == f"{words[action].partition(' ')[0]} says: {said}"
        if action == c.END:
            assert not game._state.candour.said[seat]
            continue
        heard += 1
        for other in range(4):
            view = game.view(other)
            assert view.state.candour.said[seat] == game._state.candour.said[seat]
            assert f"says it will {said}" in game.text()
        assert Game.from_position(game.to_position()) == game
    assert heard > 5


def test_every_encoder_tells_what_was_said() -> None:
    game = Game("drill-hunt", 3, 1, **OPEN)
    silent, speaker = game.clone(), game.seat
    silent.apply("says nothing")
    game.apply("says gather iron")
    assert speaker is not None
    for seat in range(3):
        for name in ENCODERS:
            one, other = game.observe(name, seat), silent.observe(name, seat)
            differ = (one != other).any() if isinstance(one, np.ndarray) else (one["seats"] != other["seats"]).any()
            assert differ, (name, seat)


def test_a_type_that_was_named_is_meant_also_when_another_takes_its_slot() -> None:
    game = Game("drill-hunt", 2, 1, **OPEN)
    said = next(action for action in game.legal() if " fight " in game.words(action))
    words = game.words(said).partition(" says ")[2]
    speaker = game.seat
    game.apply(said)
    game._state.slot[0].type += 1
    assert f"says it will {words}" in game.text()
    assert talk.intention(game._state.candour.said[speaker]) == talk.FIGHT


@pytest.mark.parametrize(
    ("rules", "said", "fault"),
    [
        ('table_talk = "open"', '"gather gold-dust"', "cannot be said, there are: gather "),
        ('table_talk = "open"', "3", "3 cannot be said"),
        ("", '"make stone"', "nothing is said at this table"),
    ],
)
def test_words_that_cannot_be_said_are_refused_in_a_position(rules: str, said: str, fault: str) -> None:
    text = f'[rules]\n{rules}\n[[seat]]\nalchemist = "yellow"\nsaid = {said}\n[[seat]]\nalchemist = "brown"\n'
    with pytest.raises(BrokenPosition, match=fault):
        Game.from_position(text)


def test_nobody_is_asked_what_he_intends_at_a_silent_table() -> None:
    text = 'phase = "saying"\n[[prompt]]\nkind = "say"\nseat = "yellow"\n'
    with pytest.raises(BrokenPosition, match="nobody is asked what he intends"):
        Game.from_position(text)


@pytest.mark.parametrize("code", ["expert", "busy", "hermit", "random"])
@pytest.mark.parametrize("scenario", ["watch", "great-work"])
def test_scripted_teams_play_in_the_dark_and_talk(code: str, scenario: str) -> None:
    rules, said = {"sight": 1, "private_research": True, "table_talk": "open"}, 0
    game = Game(scenario, 4, 2, rules=rules)
    team = [registry.make(code) for _ in range(4)]
    for seat, agent in enumerate(team):
        agent.reset(seat, 2)
    while game.seat is not None:
        game.apply(team[game.seat].act(game.view(game.seat)))
        said += any(game._state.candour.said)
    assert said
