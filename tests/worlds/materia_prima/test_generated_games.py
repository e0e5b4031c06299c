"""Generated scenarios are played wherever a scenario name is said, and random boards have all that a game needs."""

import copy
import io
import pickle
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.cli import main
from mpenv.engine import jit
from mpenv.engine.batch import BatchGame
from mpenv.engine.switches import PLAIN
from mpenv.record import replay
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.options import Options
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from mpenv.worlds.materia_prima.rules import entries
from mpenv.worlds.materia_prima.rules.state import new_states
from tests.worlds.materia_prima import rich

MANY, FEW = (3, 2) if PLAIN else (500, 20)
BOARDS = 20 if PLAIN else 10_000


def each(first: int, count: int, pack: str) -> list[dict[str, Any]]:
    """Different scenarios, teams and boards."""
    return [
        {
            "scenario": f"generated:{first + i}",
            "seats": 2 + i % 3,
            "seed": 1000 + i,
            "layout": ("standard", "random")[i % 2],
            "placement": ("standard", "random", "players")[i % 3],
            "pack": pack,
        }
        for i in range(count)
    ]


def randomly(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Any legal action in each game."""
    actions: np.ndarray = (rng.random(mask.shape) * mask).argmax(1)
    return actions


def all_end(first: int, pack: str) -> None:
    batch = BatchGame(WORLD, each(first, MANY, pack))
    step, rng, ended = batch.reset(), np.random.default_rng(first), np.zeros(MANY, bool)
    for _ in range(4000):
        step = batch.step(randomly(step.mask, rng))
        ended |= step.done
        if ended.all():
            break
    assert ended.all()


@pytest.mark.parametrize("pack", ["inquisition", rich.WHOLE])
def test_hundreds_of_different_scenarios_in_one_batch_all_end_under_random_play(pack: str) -> None:
    all_end(0, pack)
    assert jit.copies() == {}


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(1, 5))
def test_every_one_of_four_thousand_scenarios_loads_and_ends(chunk: int) -> None:
    for first in range(chunk * 2 - 2, chunk * 2):
        all_end(first * MANY, "inquisition")


def test_a_generated_game_is_the_same_alone_and_in_a_batch() -> None:
    games = [{"scenario": "drill-errand", "seats": 3, "seed": 3, "pack": "inquisition"}, *each(40, FEW, "inquisition")]
    singles, batch = [Game(**one) for one in games], BatchGame(WORLD, games)
    step, rng = batch.reset(), np.random.default_rng(1)
    running = [True] * len(games)
    for _ in range(400):
        for i, game in enumerate(singles):
            if running[i]:
                assert np.array_equal(step.observation[i], game.observe())
                assert step.mask[i].nonzero()[0].tolist() == game.legal()
                assert step.potential[i] == np.float32(game.potential())
        actions = randomly(step.mask, rng)
        step = batch.step(actions)
        for i, game in enumerate(singles):
            if running[i]:
                game.apply(int(actions[i]))
                running[i] = game.outcome is None
                assert step.done[i] == (not running[i])
                if game.outcome:
                    assert WORLD.outcomes[step.info.outcome[i]] == game.outcome.result
        if not any(running):
            break
    assert not any(running)


def played(game: Game, plies: int) -> Game:
    rng = np.random.default_rng(plies)
    for _ in range(plies):
        if game.seat is not None:
            game.apply(int(rng.choice(game.legal())))
    return game


def test_a_position_names_the_scenario_by_its_words_and_is_read_back() -> None:
    for number in range(FEW):
        game = played(Game(f"generated:{number}", 2 + number % 3, number), 30)
        words = game.to_position()
        assert f'scenario = "generated:{number}"' in words
        again = Game.from_position(words)
        assert again == game
        assert again.fingerprint() == game.fingerprint()
        assert again.to_position() == words


def test_a_replay_plays_itself_again(tmp_path: Path) -> None:
    game = Game("generated:17", seed=4)
    assert game.identity == Game(seed=4).identity
    with replay.Recorder(tmp_path / "game.jsonl", WORLD, game) as record:
        while game.seat is not None:
            record.apply(game.legal()[0])
    assert replay.resimulate(tmp_path / "game.jsonl", WORLD) == game


def test_copies_snapshots_pickles_and_options_lead_to_the_same_game() -> None:
    game = played(Game("generated:17", seed=4), 20)
    for again in (game.clone(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game
        assert again.legal() == game.legal()
    fresh = WORLD.game(**game.options)
    fresh.restore(game.snapshot())
    assert fresh.fingerprint() == game.fingerprint()
    guess = game.view(0).determinize(np.random.default_rng(0))
    assert played(guess.clone(), 30) == played(guess, 30)


def test_two_generated_games_are_never_the_same_and_do_not_take_each_others_snapshots() -> None:
    one, other = Game("generated:1", seed=4), Game("generated:17", seed=4)
    assert one != other
    assert one.fingerprint() != other.fingerprint()
    with pytest.raises(ValueError, match="no snapshot"):
        one.restore(other.snapshot())
    with pytest.raises(ValueError, match="no snapshot"):
        Game(seed=4).restore(one.snapshot())


def test_an_environment_plays_it() -> None:
    env = mpenv.env(scenario="generated:17", seats=3)
    env.reset(seed=1)
    for agent in env.agent_iter(60):
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))


def test_the_terminal_tells_its_mission() -> None:
    said = io.StringIO()
    with redirect_stdout(said):
        assert main(["play", "--seats", "random,random", "--scenario", "generated:17", "--seed", "1"]) == 0
    assert re.search(r"generated:17, day 1 of \d+.*Mission, (each alchemist|the team): ", said.getvalue())


def test_only_the_scenarios_of_the_pack_are_listed_and_an_unknown_one_is_told_of_the_others() -> None:
    Game("generated:17", seed=1)
    assert not any(name.startswith("generated") for name in mpenv.scenarios())
    with pytest.raises(
        ValueError,
        match=r"scenario 'epilogue', there are: .* or generated:NUMBER; did you mean 'prologue'",
    ):
        Game("epilogue")


@pytest.mark.parametrize("words", ["", "x", "-1", str(1 << 32)])
def test_a_wrong_number_is_told_wherever_it_is_said(words: str) -> None:
    name = f"generated:{words}"
    said = re.escape(f"scenario {name!r}: behind 'generated:' stands a whole number from 0 to 4294967295")
    with pytest.raises(ValueError, match=f"^{said}"):
        Game(name)
    with pytest.raises(ValueError, match=f"^game 1: {said}"):
        BatchGame(WORLD, [{}, {"scenario": name}])
    with pytest.raises(BrokenPosition, match=said):
        Game.from_position({"scenario": name})


def test_a_batch_says_how_many_different_ones_it_takes() -> None:
    games = [{"scenario": f"generated:{number}"} for number in range(v.MAX_GENERATED + 1)]
    with pytest.raises(ValueError, match="there are 513 generated scenarios, there is room for 512 at once"):
        BatchGame(WORLD, games)
    assert BatchGame(WORLD, games[:-1] * 2).games == 2 * v.MAX_GENERATED


@pytest.mark.parametrize("pack", ["inquisition", rich.WHOLE])
def test_every_random_board_has_all_towns_room_for_towers_and_a_way_between_them(pack: str) -> None:
    known = load(pack)
    states, blank = new_states(1), new_states(1)
    setup = Options(known.ids["scenario"][0], v.SEATS, layout="random", pack=pack).setup(0)
    near = known.readable.neighbour[: known.readable.hexes].astype(int)
    for seed in range(BOARDS):
        setup["seed"] = seed
        entries.begin(known.tables, states, 0, blank, setup, 0)
        sites = states["site"][0][: known.readable.hexes]
        assert [int((sites == v.TOWN + town).sum()) for town in range(len(v.TOWNS))] == [1] * len(v.TOWNS)
        towers = states["seat"]["tower"][0].tolist()
        assert len({*towers}) == v.SEATS
        assert (sites[towers] == v.PLAIN).all()
        assert reached(sites != v.BLOCKED, near, towers[0]).all(), f"board {seed}"


def reached(is_open: np.ndarray, near: np.ndarray, start: int) -> np.ndarray:
    """Which hexes can be walked to; closed ones count as reached."""
    seen = ~is_open
    front = [start]
    seen[start] = True
    for hex in front:
        for there in near[hex].tolist():
            if there >= 0 and not seen[there]:
                seen[there] = True
                front.append(there)
    return seen
