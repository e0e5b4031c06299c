"""What a newcomer meets first: a forgotten reset, an action without a mask, an option that is none, a repr."""

import copy
import pickle
import random
import re
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.utils import wrappers

import mpenv
from mpenv.engine.batch import BatchGame
from mpenv.envs.aec import AECGame
from mpenv.world import IllegalAction
from tests.worlds.toy import WORLD as FERRY

Make = Callable[..., Any]
DRILL: dict[str, Any] = {"scenario": "drill-errand"}
MAKES: dict[str, Make] = {
    "aec": mpenv.env,
    "parallel": mpenv.parallel_env,
    "team": mpenv.team_env,
    "seat": mpenv.seat_env,
    "vector": lambda **options: mpenv.vector_env(2, **options),
    "sb3": lambda **options: mpenv.sb3_env(2, **options),
}
ASKED = {  # what may be asked of each only after a reset, `step` aside
    "aec": ["last", "agent_iter", "action_masks", "state", "render"],
    "parallel": ["action_masks", "state", "render"],
    "team": ["action_masks", "render"],
    "seat": ["action_masks", "render"],
    "vector": ["action_masks", "render"],
    "sb3": ["get_images"],
}
every = pytest.mark.parametrize("kind", MAKES)


def made(kind: str, **options: Any) -> Any:
    if kind == "sb3":
        pytest.importorskip("stable_baselines3")
    return MAKES[kind](**{**DRILL, **options})


def everybody(kind: str, env: Any, action: Any) -> Any:
    """An action as this interface takes it: the same for all games; of a seat that waits it is 0."""
    if kind == "parallel":
        asked = env.game.seat
        return {agent: action if seat == asked else 0 for seat, agent in enumerate(env.possible_agents)}
    return np.array([action, action]) if kind in ("vector", "sb3") else action


# --- before the reset ---------------------------------------------------------------------------


@every
def test_whatever_is_asked_before_the_reset_is_answered_with_call_reset(kind: str) -> None:
    env = made(kind, render_mode="ansi")
    calls = {name: getattr(env, name) for name in ASKED[kind]}
    calls["step"] = lambda: env.step(everybody(kind, env, 0))
    if kind == "aec":
        calls["observe"] = lambda: env.observe("alchemist_0")
    if kind == "sb3":
        calls["masks"] = lambda: env.env_method("action_masks")
    for call in calls.values():
        with pytest.raises(ResetNeeded, match=r"no game has begun: call reset\(seed=\.\.\.\) first") as caught:
            call()
        assert isinstance(caught.value, AssertionError), "as PettingZoo's own environments say it"


def test_attributes_that_a_reset_makes_are_not_there_before_it_and_say_why() -> None:
    env = mpenv.env(**DRILL)
    for name in ("agent_selection", "rewards", "terminations", "truncations"):
        assert not hasattr(env, name)
        with pytest.raises(AttributeError, match=rf"{name}: no game has begun: call reset"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="'AECGame' object has no attribute 'nothing'"):
        _ = env.nothing
    for other in (copy.deepcopy(env), copy.copy(env), pickle.loads(pickle.dumps(env))):
        other.reset(seed=1)
        assert other.agent_selection in other.agents


def test_after_the_end_of_all_nothing_is_left_to_ask() -> None:
    env = mpenv.env(**DRILL, max_plies=1)
    env.reset(seed=1)
    for action in (0, None, None):
        env.step(action)
    assert env.agents == []
    assert not env.action_masks().any()
    with pytest.raises(ResetNeeded, match=r"no game waits for an answer: call reset\(\) for the next one"):
        env.last()


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_an_agent_that_does_not_play_is_named_with_those_who_do(kind: str) -> None:
    env = made(kind)
    env.reset(seed=1)
    asked = [env.observation_space, env.action_space] + ([env.observe] if kind == "aec" else [])
    for ask in asked:
        with pytest.raises(ValueError, match="there is no agent 'alchemist_7', there are: alchemist_0, alchemist_1"):
            ask("alchemist_7")


@every
@pytest.mark.parametrize("options", ["x", 7, ["position"]])
def test_options_of_a_reset_are_a_dict(kind: str, options: Any) -> None:
    if kind != "sb3":  # its reset takes none
        with pytest.raises(ValueError, match=r"options=.* must be a dict, like \{'position': \.\.\.\}, or None"):
            made(kind).reset(options=options)


def test_a_path_in_place_of_a_position_is_told_to_be_read() -> None:
    with pytest.raises(ValueError, match=r"takes the text of a file, not its path: Path\('there.toml'\).read_text\(\)"):
        mpenv.team_env(**DRILL).reset(options={"position": "there.toml"})


# --- an action that is not legal ----------------------------------------------------------------

SAMPLES = {
    "aec": r'env.action_space\(agent\).sample\(observation\["action_mask"\]\)',
    "parallel": r'env.action_space\(agent\).sample\(observations\[agent\]\["action_mask"\]\)',
    "team": r'env.action_space.sample\(info\["action_mask"\]\)',
    "seat": r'env.action_space.sample\(info\["action_mask"\]\)',
    "vector": r'env.action_space.sample\(tuple\(infos\["action_mask"\]\)\)',
    "sb3": r'env.env_method\("action_masks"\)',
}


def begun(kind: str) -> tuple[Any, Any]:
    """An environment that has begun, and the game that is asked first."""
    env = made(kind)
    env.reset() if kind == "sb3" else env.reset(seed=4)
    many = env.games if kind == "sb3" else env
    return env, many.batch.game(0) if kind in ("vector", "sb3") else env.game


@every
def test_an_illegal_action_teaches_who_what_why_and_what_would_be_right(kind: str) -> None:
    env, game = begun(kind)
    legal, actions = game.legal(), len(game.mask())
    illegal = next(action for action in range(actions - 1, 0, -1) if action not in legal)
    with pytest.raises(IllegalAction) as caught:
        env.step(everybody(kind, env, illegal))
    fault, words = caught.value, str(caught.value)
    assert (fault.action, fault.words) == (illegal, game.words(illegal))
    head, asked, few, masks, without = words.split("\n")
    assert head.endswith(fault.why)
    assert f"may not play {game.words(illegal)!r} (action {illegal}): " in head
    assert game.asks().split("\n")[0] in asked
    assert "Why: " in asked
    shown = re.fullmatch(rf"legal: {len(legal)} of {actions} actions, like (.*)", few)
    assert shown
    for example in shown[1].split(", "):
        number, _, notation = example.partition(" ")
        assert int(number) in legal
        assert notation == repr(game.words(int(number)))
    assert re.search(SAMPLES[kind], masks)
    assert 'on_illegal="random"' in without
    again = pickle.loads(pickle.dumps(fault))
    assert (str(again), str(type(again)(again)), vars(again)) == (words, words, vars(fault))


def test_what_an_error_teaches_is_of_its_moment_also_when_it_is_read_later() -> None:
    env, other = mpenv.team_env(**DRILL), mpenv.team_env(**DRILL)
    faults = []
    for one in (env, other):
        one.reset(seed=4)
        with pytest.raises(IllegalAction) as caught:
            one.step(221)
        faults.append(caught.value)
    before = str(faults[0])
    for _ in range(3):
        env.step(env.action_masks().argmax())
        other.step(other.action_masks().argmax())
    assert str(faults[1]) == before


def test_a_game_answers_an_id_with_ids_and_a_notation_with_notations() -> None:
    game = mpenv.Game(**DRILL, seed=1)
    refused = {}
    for action in (221, game.words(221)):
        with pytest.raises(IllegalAction) as caught:
            game.apply(action)
        refused[type(action)] = str(caught.value)
    first, *_ = game.legal()
    assert "(action 221)" in refused[int]
    assert f"like {first} {game.words(first)!r}" in refused[int]
    assert refused[int].endswith("game.mask() marks them with 1")
    assert "221" not in refused[str]
    assert f"like {game.words(first)!r}" in refused[str]
    assert refused[str].endswith("game.describe() says what each does")


def test_a_word_that_is_endless_is_not_repeated_whole() -> None:
    assert len(str(IllegalAction("yellow", "x" * 10**6, "x" * 10**6, "it is no action"))) < 200


def test_another_world_teaches_the_same() -> None:
    env = AECGame(FERRY)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"(?s)may not play .*asked: .*legal: \d of 5 actions"):
        env.step(4)


# --- options ------------------------------------------------------------------------------------


@every
def test_an_unknown_option_is_a_wrong_keyword_too(kind: str) -> None:
    words = r"there is no option 'frameskip', there are: scenario.* \(unexpected keyword argument 'frameskip'\)"
    for error in (ValueError, TypeError):  # TorchRL tries keywords, and reads the words of the TypeError
        with pytest.raises(error, match=words):
            made(kind, frameskip=4)
    with pytest.raises(TypeError, match="there is no option 'frameskip'"):
        mpenv.Game(**DRILL, frameskip=4)


def test_gymnasium_passes_on_what_an_unknown_option_is_told() -> None:
    with pytest.raises(TypeError, match=r"^there is no option 'scenaro', there are: scenario, seats") as caught:
        gymnasium.make("mpenv/MateriaPrimaTeam-v1", scenaro="prologue")
    assert isinstance(caught.value, ValueError)


def test_many_games_say_how_they_begin_again() -> None:
    assert mpenv.vector_env(2, **DRILL).autoreset_mode == gymnasium.vector.AutoresetMode.SAME_STEP


# --- repr ---------------------------------------------------------------------------------------


@every
def test_repr_says_in_a_line_what_the_environment_is_and_hides_the_seed(kind: str) -> None:
    env = made(kind, seed=987654321, encoder="entities", reward="shaped", render_mode="svg")
    for said in (repr(env), str(env) if kind not in ("aec", "parallel") else repr(env)):
        assert said.startswith(f"<{type(env).__name__} materia_prima_v1 ")
        for part in (
            "scenario='drill-errand'",
            "seats=2",
            "encoder='entities'",
            "reward='shaped'",
            "render_mode='svg'",
        ):
            assert part in said
        assert "987654321" not in said
        assert "\n" not in said
    assert ("mates=['Expert']" in repr(env)) == (kind == "seat")


def test_pettingzoo_calls_an_environment_by_its_name_and_gymnasium_shows_ours_in_its_wrappers() -> None:
    assert str(mpenv.env(**DRILL)) == str(mpenv.parallel_env(**DRILL)) == "materia_prima_v1"
    assert "TeamEnv materia_prima_v1 scenario='prologue'" in str(gymnasium.make("mpenv/MateriaPrimaTeam-v1"))
    assert repr(BatchGame(FERRY, 3)).startswith("<BatchGame ferry 3 games")


# --- wrappers of PettingZoo ---------------------------------------------------------------------


def test_wrappers_of_pettingzoo_go_around_it() -> None:
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(mpenv.env(**DRILL)))
    with pytest.raises(AssertionError, match="reset"):
        env.agent_iter()
    env.reset(seed=1)
    rng = random.Random(1)
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        assert seen is not None
        mask = np.flatnonzero(seen["action_mask"]).tolist()
        env.step(None if terminated or truncated else rng.choice(mask))


def test_a_wrapper_of_pettingzoo_may_end_a_game_at_an_illegal_action() -> None:
    env = wrappers.TerminateIllegalWrapper(mpenv.env(**DRILL), illegal_reward=-1)
    env.reset(seed=1)
    env.step(221)
    assert all(env.terminations.values())
    assert min(env.rewards.values()) == -1
