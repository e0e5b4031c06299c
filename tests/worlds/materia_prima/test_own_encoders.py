"""Encoders of one's own, and the text: by name in every environment, checked for what they show."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

import mpenv
from mpenv.engine.batch import BatchGame
from mpenv.engine.switches import PLAIN
from mpenv.evaluation import encoder_leaks
from mpenv.worlds.materia_prima import WORLD, Game, observe
from mpenv.worlds.materia_prima.draw.brief import brief
from tests.worlds import toy

HERE = "tests.worlds.materia_prima.own_encoders"


def through(encoder: str) -> list[Any]:
    """What every environment for single games shows of the same first decision."""
    aec, parallel = (make("drill-hunt", encoder=encoder) for make in (mpenv.env, mpenv.parallel_env))
    team, seat = (make("drill-hunt", encoder=encoder) for make in (mpenv.team_env, mpenv.seat_env))
    aec.reset(seed=5)
    shown = [aec.observe(aec.agent_selection)["observation"], team.reset(seed=5)[0], seat.reset(seed=5)[0]]
    return [*shown, parallel.reset(seed=5)[0][aec.agent_selection]["observation"]]


@pytest.mark.parametrize("encoder", ["text", f"{HERE}:DAY", f"{HERE}:SMALL", f"{HERE}:TABLE"])
def test_every_environment_shows_what_the_view_encodes(encoder: str) -> None:
    game = Game("drill-hunt", 2, 5)
    for seen in (*through(encoder), game.observe(encoder)):
        assert encoder_leaks.same(seen, game.view(0).encode(encoder))


@pytest.mark.parametrize("encoder", ["text", f"{HERE}:DAY", f"{HERE}:SMALL", f"{HERE}:TABLE"])
def test_what_is_shown_lies_in_the_space_over_a_whole_game_and_in_copies(encoder: str) -> None:
    env, rng = mpenv.team_env("prologue", 3, encoder=encoder), np.random.default_rng(1)
    seen, info = env.reset(seed=2)
    over = False
    while not over:
        assert env.observation_space.contains(seen)
        legal = np.flatnonzero(info["action_mask"])
        twin = pickle.loads(pickle.dumps(env)) if rng.random() < 0.1 else copy.deepcopy(env)
        action = int(rng.choice(legal))
        seen, _, terminated, truncated, info = env.step(action)
        assert encoder_leaks.same(seen, twin.step(action)[0])
        over = terminated or truncated


def test_a_batch_writes_compiled_encoders_of_ones_own_like_single_games() -> None:
    batch = BatchGame(WORLD, 8, seed=3, encoder=f"{HERE}:DAY", scenario="drill-hunt")
    games = [Game("drill-hunt", 2, 3 + i) for i in range(8)]
    seen, rng = batch.reset().observation, np.random.default_rng(1)
    for _ in range(12):
        assert np.array_equal(seen, [game.observe(f"{HERE}:DAY") for game in games])
        actions = [int(rng.choice(game.legal())) for game in games]
        for game, action in zip(games, actions, strict=True):
            game.apply(action)
        seen = batch.step(actions).observation


@pytest.mark.parametrize("encoder", ["text", f"{HERE}:SMALL"])
def test_many_games_at_once_refuse_what_reads_one_view(encoder: str) -> None:
    for make in (mpenv.vector_env, mpenv.sb3_env):
        with pytest.raises(
            ValueError, match=f"{encoder!r} reads one view at a time; rows .* flat, full, entities, planes, deduced"
        ):
            make(2, encoder=encoder)


@pytest.mark.parametrize(
    "encoder",
    [
        "flat",
        "full",
        "deduced",
        "errands",
        "entities",
        "planes",
        "text",
        f"{HERE}:DAY",
        f"{HERE}:PEEK",
        f"{HERE}:TABLE",
    ],
)
def test_an_honest_encoder_passes(encoder: str) -> None:
    assert encoder_leaks.check(WORLD, encoder, games=1, scenario="hunt", seats=3) > 50


def test_encoders_of_another_world_are_checked_too() -> None:
    assert encoder_leaks.check(toy.WORLD, "flat") > 15


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("LEAKY", r"shows hidden information: next alarm\[0\]"),
        ("FAR", r"shows a value outside of its space: day\[0\] = [2-9]"),
        ("FICKLE", r"shows hidden information: array"),
        ("SPACELESS", "gives 7 as its space, which is not a gymnasium space"),
    ],
)
def test_one_that_is_not_is_told_by_field_seat_and_ply(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        encoder_leaks.check(WORLD, f"{HERE}:{name}")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "dots",
            "there is no encoder 'dots', there are: flat, full, entities, planes, deduced, errands, text, or module",
        ),
        ("nowhere:X", "encoder 'nowhere:X' cannot be loaded: No module named 'nowhere'"),
        (f"{HERE}:NOTHING", "cannot be loaded: module .* has no attribute 'NOTHING'"),
        (f"{HERE}:NONE", "make one with mpenv.worlds.materia_prima.observe.own, or a Reading"),
        ("oracle", "acting agents do not get the encoder 'oracle'"),
        (7, "there is no encoder 7"),
    ],
)
def test_wrong_names_are_refused_everywhere_before_anything_is_made(name: Any, words: str) -> None:
    game = Game(seed=1)
    for ask in (game.observe, game.view(0).encode, *(lambda one, make=make: make(encoder=one) for make in MAKERS)):
        with pytest.raises(ValueError, match=words):
            ask(name)


MAKERS = (mpenv.env, mpenv.parallel_env, mpenv.team_env, mpenv.seat_env, mpenv.vector_env, mpenv.sb3_env)


MINE = """
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import observe

@rule()
def write(t, s, seat, row):
    row[0] = {number}

MINE = observe.own("mine", [("number", 1, "a number")], write)
"""
SHOW = """
from mpenv.worlds.materia_prima import Game

print(Game(seed=1).observe("edited:MINE")[0])
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_an_edited_encoder_is_compiled_again_although_its_world_did_not_change(tmp_path: Path) -> None:
    for number in ("0.25", "0.5"):
        (tmp_path / "edited.py").write_text(MINE.replace("{number}", number))
        run = subprocess.run([sys.executable, "-c", SHOW], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert run.stdout.split() == [number]


def test_fields_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="'empty' needs fields"):
        observe.own("empty", [], observe.ENCODERS["flat"].rule)


def test_the_text_is_the_brief_and_fits_its_space_in_the_fullest_games() -> None:
    space = WORLD.reading("text")
    assert space is not None
    text, longest = space.space(), 0
    assert isinstance(text, spaces.Text)
    rng = np.random.default_rng(2)
    for seed, scenario in enumerate(mpenv.scenarios()):
        game = Game(scenario, 4, seed)
        while game.seat is not None:
            if rng.random() < 0.2:
                told = game.observe("text")
                assert told == brief(game.view(game.seat))
                assert text.contains(told)
                longest = max(longest, len(told))
            game.apply(int(rng.choice(game.legal())))
    assert longest < text.max_length / 2


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_the_text_of_a_pettingzoo_agent_goes_with_its_mask() -> None:
    env = mpenv.env(encoder="text")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        assert env.observation_space(agent).contains(observation)
        answers = observation["observation"].partition("answers, each by its number:\n")[2].splitlines()
        assert [int(line.split()[0]) for line in answers] == np.flatnonzero(info["action_mask"]).tolist()
        env.step(int(answers[-1].split()[0]))
