"""The parallel, team and seat environments keep the promises of their libraries and ours."""

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv
from pettingzoo.test import parallel_api_test, parallel_seed_test

import mpenv
from mpenv.agents import make
from mpenv.engine.checks import instead
from mpenv.envs.parallel import ParallelGame
from mpenv.envs.seat import SeatEnv
from mpenv.envs.team import TeamEnv
from mpenv.world import IllegalAction
from tests.worlds.toy import WORLD as FERRY

Make = Callable[..., Any]


def parallel(**options: Any) -> ParallelGame:
    return mpenv.parallel_env(**{"scenario": "drill-errand", **options})


def team(**options: Any) -> TeamEnv:
    return mpenv.team_env(**{"scenario": "drill-errand", **options})


def seat(**options: Any) -> SeatEnv:
    return mpenv.seat_env(**{"scenario": "drill-errand", "mates": "random", **options})


def ferryman(**options: Any) -> SeatEnv:
    return SeatEnv(FERRY, **{"seat": 1, "mates": [make("random")], **options})


every = pytest.mark.parametrize("kind", [parallel, team, seat])
single = pytest.mark.parametrize("kind", [team, seat, ferryman])


def answer(env: Any, rng: random.Random) -> Any:
    """A legal action, in parallel one of each agent."""
    masks = env.action_masks()
    each = masks if isinstance(masks, dict) else {"": masks}
    chosen = {agent: rng.choice(np.flatnonzero(mask).tolist()) for agent, mask in each.items()}
    return chosen if isinstance(masks, dict) else chosen[""]


def same(one: Any, other: Any) -> bool:
    return gymnasium.utils.env_checker.data_equivalence(one, other)


# --- what the libraries ask ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_parallel_passes_the_tests_of_pettingzoo(seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel(seats=seats), num_cycles=200)
        parallel_api_test(ParallelGame(FERRY, reward="shaped"), num_cycles=200)
    parallel_seed_test(lambda: parallel(seats=seats, on_illegal="random"), num_cycles=100)


@pytest.mark.parametrize("name", ["Team", "Seat"])
def test_gymnasium_makes_and_checks_them(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda page: True)
    options = {"seats": 3, "scenario": "drill-errand", "on_illegal": "random"}  # the checker knows no masks
    env = gymnasium.make(f"mpenv/MateriaPrima{name}-v1", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_gymnasium_checks_them_with_another_world() -> None:
    check_env(TeamEnv(FERRY, on_illegal="random"), skip_render_check=True)
    check_env(ferryman(on_illegal="pass", reward="shaped"), skip_render_check=True)


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="the registry came with PettingZoo 1.27")
def test_parallel_is_known_under_its_pettingzoo_name() -> None:
    assert pettingzoo.make("parallel", "mpenv/materia_prima_v1", seats=3).unwrapped.seats == 3


# --- seeds and ends -----------------------------------------------------------------------------


@every
def test_a_reset_without_a_seed_goes_on_from_the_seed_before(kind: Make) -> None:
    def seeds(first: int) -> list[int]:
        env = kind()
        env.reset(seed=first)
        found = [env.seed]
        for _ in range(3):
            env.reset()
            found.append(env.seed)
        return found

    assert seeds(4) == seeds(4)
    assert seeds(4)[0] == 4
    assert len(set(seeds(4))) == 4


@single
def test_stepping_before_the_reset_and_after_the_end_is_told_to_reset(kind: Make) -> None:
    env, rng = kind(), random.Random(1)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    while not env.over:
        env.step(answer(env, rng))
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    env.reset()
    env.step(answer(env, rng))


def test_parallel_before_the_reset_and_after_the_end() -> None:
    env, rng = parallel(), random.Random(1)
    with pytest.raises(AssertionError, match="reset"):
        env.step({})
    env.reset(seed=1)
    while env.agents:
        env.step(answer(env, rng))
    before = env.snapshot()
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert env.snapshot() == before


# --- illegal actions ----------------------------------------------------------------------------

NONSENSE = [2, -1, 10**6, None, "fly", 1.5, [0], {}]


@every
@pytest.mark.parametrize("action", NONSENSE, ids=str)
def test_an_illegal_action_is_refused_and_nothing_is_changed(kind: Make, action: Any) -> None:
    env = kind()
    env.reset(seed=3)
    before = env.snapshot()
    actions = action
    if kind is parallel:
        actions = answer(env, random.Random(1)) | {env.agents[env.game.seat]: action}
    with pytest.raises(IllegalAction, match="may not play"):
        env.step(actions)
    assert env.snapshot() == before


@every
@pytest.mark.parametrize("on_illegal", ["pass", "random"])
def test_another_action_is_played_instead_that_the_seed_and_the_ply_decide(kind: Make, on_illegal: str) -> None:
    env, strict = kind(on_illegal=on_illegal), kind()
    for number in range(10):
        env.reset(seed=number)
        strict.reset(seed=number)
        right = instead(on_illegal, env.game.mask(), number, env.game.plies)
        wrong: Any = -1
        if kind is parallel:
            asked = env.agents[env.game.seat]
            right, wrong = {**dict.fromkeys(env.agents, 0), asked: right}, dict.fromkeys(env.agents, -1)
        assert same(env.step(wrong), strict.step(right))
        assert env.game == strict.game


@pytest.mark.parametrize("action", [1, -1, None, "end"])
def test_a_waiting_seat_may_only_wait(action: Any) -> None:
    env = parallel()
    env.reset(seed=3)
    before, actions = env.snapshot(), answer(env, random.Random(1))
    (idle,) = [agent for number, agent in enumerate(env.agents) if number != env.game.seat]
    with pytest.raises(IllegalAction, match=rf"{idle} may not play '{action}': another agent is asked.* plays 0"):
        env.step({**actions, idle: action})
    assert env.snapshot() == before
    for on_illegal in ("pass", "random"):
        deaf = parallel(on_illegal=on_illegal)
        deaf.reset(seed=3)
        deaf.step({**actions, idle: action})
        env.restore(before)
        env.step(actions)
        assert deaf.game == env.game


@pytest.mark.parametrize("actions", [{}, {"alchemist_0": 0}, None, 0, {"alchemist_0": 0, "alchemist_1": 0, "x": 0}])
def test_parallel_takes_an_action_of_each_agent(actions: Any) -> None:
    env = parallel()
    env.reset(seed=3)
    before = env.snapshot()
    with pytest.raises(ValueError, match="a step takes an action of each of alchemist_0, alchemist_1, not "):
        env.step(actions)
    assert env.snapshot() == before


# --- the seat that learns -----------------------------------------------------------------------


class Sleeper:
    """Never answers what it may."""

    def reset(self, seat: int, seed: int) -> None: ...
    def act(self, view: Any) -> Any:
        return -1


class Cheat(Sleeper):
    """Wants to see what nobody may."""

    def act(self, view: Any) -> Any:
        return int(view.encode("oracle").argmax())


def test_an_illegal_answer_of_a_mate_names_the_mate_whatever_on_illegal_says() -> None:
    for on_illegal in ("raise", "pass", "random"):
        env = SeatEnv(FERRY, seat=0, mates=[Sleeper()], on_illegal=on_illegal)
        env.reset(seed=1)
        with pytest.raises(ValueError, match="Sleeper on seat 1: south may not play '-1'"):
            env.step(0)
        with pytest.raises(ResetNeeded):
            env.step(0)


def test_a_mate_that_asks_for_the_oracle_is_refused_by_name() -> None:
    first = mpenv.Game("drill-errand", seed=1).seat or 0
    env = seat(seat=1 - first, mates=[Cheat()])
    with pytest.raises(ValueError, match=rf"Cheat on seat {first}: .*oracle"):
        env.reset(seed=1)


@pytest.mark.parametrize("door", [mpenv.env, mpenv.parallel_env, mpenv.team_env, mpenv.seat_env, mpenv.vector_env])
def test_no_environment_shows_the_oracle_to_those_who_act(door: Make) -> None:
    with pytest.raises(ValueError, match="oracle"):
        door(encoder="oracle")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seat": 2}, r"there is no seat 2, there are: 0 to 1, random"),
        ({"seat": -1}, r"there is no seat -1"),
        ({"seat": True}, r"there is no seat True"),
        ({"seat": "first"}, r"there is no seat 'first', there are: 0 to 1, random"),
        ({"mates": ["expert", "expert"]}, r"2 seats, one of them learns: mates must be 1 agents, not 2"),
        ({"mates": []}, r"2 seats, one of them learns: mates must be 1 agents, not 0"),
        ({"mates": ["gredy"]}, r"there is no agent 'gredy', there are: .*expert"),
        ({"mates": "gredy"}, r"there is no agent 'gredy'"),
        ({"mates": 7}, r"mates=7 must be the code of an agent, or a list of codes and agents"),
        ({"mates": [Sleeper]}, r"Sleeper is a class: give an instance, Sleeper\(\)"),
        ({"seats": "2"}, r"seats='2': there are games of 2, 3 and 4 seats"),
        ({"mates": [7]}, r"7 is not an agent: it lacks reset and act"),
    ],
)
def test_a_wrong_seat_or_mate_is_told_what_there_is(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        seat(**options)


def test_the_seat_is_drawn_for_each_game_by_the_seed() -> None:
    def drawn(first: int) -> list[int]:
        env = seat(seats=4, seat="random", mates=["random", "expert", "random"])
        env.reset(seed=first)
        return [env.reset()[1]["seat"] for _ in range(12)]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    assert set(drawn(1)) == {0, 1, 2, 3}


def test_games_in_which_the_learner_is_not_asked_are_passed_over_and_counted() -> None:
    env, skipped = ferryman(seat="random", max_plies=1, reward="shaped"), []  # north is asked first
    for number in range(60):
        seen, info = env.reset(seed=number)
        assert (info["seat"], env.game.plies) == (0, 0)
        assert info["action_mask"].any()
        assert env.observation_space.contains(seen)
        skipped.append(info["skipped"])
    assert min(skipped) == 0 < max(skipped)
    lonely = ferryman(max_plies=1)
    with pytest.raises(ValueError, match="seat 1 had no decision in 1000 games, so it cannot learn"):
        lonely.reset(seed=1)


def test_a_position_in_which_the_game_has_ended_or_others_sit_is_refused() -> None:
    env = team()
    env.reset(seed=1)
    rng = random.Random(1)
    while not env.over:
        env.step(answer(env, rng))
    ended = env.game.to_position()
    for kind in (team, seat, parallel, mpenv.env):
        with pytest.raises(ValueError, match="in this position the game has ended"):
            kind().reset(options={"position": ended})
    three = mpenv.Game("drill-errand", seats=3, seed=1).to_position()
    with pytest.raises(ValueError, match="the position has 3 seats, this environment 2"):
        team().reset(options={"position": three})


# --- copies and processes -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", [parallel, team, seat, ferryman])
@pytest.mark.parametrize("options", [{"reward": "shaped"}, {"max_plies": 12, "on_illegal": "random"}])
def test_every_copy_is_exact_at_every_step_and_goes_on_alike(kind: Make, options: dict[str, Any]) -> None:
    env, blank, rng = kind(**options), kind(**options), random.Random(2)
    blank.restore(env.snapshot())
    assert same(env.reset(seed=5), blank.reset(seed=5))
    for _ in range(4):
        while not env.over:
            blank.restore(env.snapshot())
            others, action = [blank, copy.deepcopy(env), pickle.loads(pickle.dumps(env))], answer(env, rng)
            stepped = env.step(action)
            for one in others:
                assert same(one.step(action), stepped)
                assert one.game == env.game if kind is not ferryman else True
        assert same(others[0].reset(), env.reset())


@every
def test_restore_refuses_what_is_no_snapshot_of_its_kind_and_changes_nothing(kind: Make) -> None:
    env = kind()
    env.reset(seed=1)
    before = env.snapshot()
    others = [one() for one in (parallel, team, seat) if one is not kind]
    for bad in (b"", b"{}", b"\x00" * 9, *[one.snapshot() for one in others], before[:-1]):
        with pytest.raises(ValueError, match="snapshot"):
            env.restore(bad)
        assert env.snapshot() == before


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_they_play_in_processes_of_their_own(context: str) -> None:
    envs = AsyncVectorEnv([lambda: team(on_illegal="pass"), lambda: team(on_illegal="pass")], context=context)
    alone = [team(on_illegal="pass") for _ in range(2)]
    try:
        seen, _ = envs.reset(seed=7)
        firsts = [env.reset(seed=7 + i)[0] for i, env in enumerate(alone)]
        assert (seen == np.stack(firsts)).all()
        for _ in range(5):
            seen, rewards, *_ = envs.step(np.array([0, 0]))
            steps = [env.step(0) for env in alone]
            assert (seen == np.stack([one[0] for one in steps])).all()
            assert rewards.tolist() == [one[1] for one in steps]
    finally:
        envs.close()


@every
def test_closing_twice_is_fine_and_each_renders_as_aec_does(kind: Make) -> None:
    aec = mpenv.env("drill-errand", render_mode="ansi")
    aec.reset(seed=4)
    env = kind(render_mode="ansi", mates=["random"]) if kind is seat else kind(render_mode="ansi")
    env.reset(seed=4)
    assert kind is seat or env.render() == aec.render()
    assert env.metadata["render_modes"] == aec.metadata["render_modes"]
    assert "day" in env.render()
    env.close()
    env.close()


@every
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"colour": "red"}, r"there is no option 'colour', there are: scenario, seats, difficulty"),
        ({"seats": 5}, r"there are games of 2, 3 and 4 seats"),
        ({"reward": "bonus"}, r"there is no reward 'bonus', there are: team, shaped"),
        ({"on_illegal": "ignore"}, r"there is no on_illegal 'ignore', there are: raise, pass, random"),
        ({"render_mode": "window"}, r"there is no render_mode 'window', there are: None, ansi"),
        ({"max_plies": 0}, r"max_plies=0 must be a whole number above 0, or None"),
        ({"seed": -1}, r"seed=-1 must be a whole number"),
    ],
)
def test_a_wrong_option_is_told_what_there_is(kind: Make, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        kind(**options)


@every
@pytest.mark.parametrize("seed", [-1, "seven", 1.5, True, 2**64])
def test_a_wrong_seed_is_refused_and_the_game_goes_on(kind: Make, seed: Any) -> None:
    env = kind()
    env.reset(seed=3)
    before = env.snapshot()
    with pytest.raises(ValueError, match="must be a whole number"):
        env.reset(seed=seed)
    assert env.snapshot() == before
    env.step(answer(env, random.Random(1)))
