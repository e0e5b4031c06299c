"""The batch as a vector environment of gymnasium and of Stable-Baselines3."""

import copy
import os
import pickle
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import mpenv
from mpenv.envs.vector import VectorGame
from tests.worlds.toy import WORLD as FERRY

ERRAND = {"scenario": "drill-errand"}


def errands(games: Any = 4, **options: Any) -> VectorGame:
    return mpenv.vector_env(games, **{**ERRAND, "seed": 5, **options})


def first_legal(env: Any) -> np.ndarray:
    return np.asarray(env.action_masks().argmax(1))


def test_it_says_what_gymnasium_says_until_the_first_end_and_at_it() -> None:
    options = {**ERRAND, "reward": "shaped", "max_plies": 25}
    teams = [lambda: mpenv.team_env(**options) for _ in range(4)]
    theirs = SyncVectorEnv(teams, autoreset_mode=AutoresetMode.SAME_STEP)
    ours = mpenv.vector_env(4, **options)
    assert ours.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert ours.single_observation_space == theirs.single_observation_space
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    assert data_equivalence(ours.reset(seed=[3, 4, 5, 6]), theirs.reset(seed=[3, 4, 5, 6]))
    rng, over = np.random.default_rng(1), np.zeros(4, bool)
    while not over.all():
        actions = (ours.action_masks() * rng.random(ours.batch.mask.shape)).argmax(1)
        theirs_actions = np.where(over, [env.action_masks().argmax() for env in theirs.envs], actions)
        mine, yours = ours.step(actions), theirs.step(theirs_actions)
        assert ours.observation_space.contains(mine[0])
        for one, other in zip(mine[1:4], yours[1:4], strict=True):
            assert one.dtype == other.dtype
            assert one[~over] == pytest.approx(other[~over], abs=1e-6)
        done = mine[2] | mine[3]
        for i in np.flatnonzero(done & ~over):
            assert (mine[4]["final_obs"][i] == yours[4]["final_obs"][i]).all()
            for name in ("result", "seat", "action_mask", "outcome", "_result"):
                if name in mine[4]["final_info"]:
                    assert np.array_equal(mine[4]["final_info"][name][i], yours[4]["final_info"][name][i])
        if (done & ~over).any():
            assert set(mine[4]) == set(yours[4])
        over |= done


def test_gymnasium_makes_it_by_its_name_and_its_wrappers_count_rewards() -> None:
    env = gymnasium.make_vec(
        "mpenv/MateriaPrimaTeam-v1", 3, vectorization_mode="vector_entry_point", max_plies=6, **ERRAND
    )
    env = RecordEpisodeStatistics(env)
    env.reset(seed=1)
    lengths = []
    for _ in range(18):
        *_, infos = env.step(first_legal(env.unwrapped))
        if "episode" in infos:
            lengths.append(infos["episode"]["l"].tolist())
    assert lengths == [[6, 6, 6]] * 3


def test_seeds_say_which_games_are_played() -> None:
    env = errands(3, seed=None)
    for seed, each in ((9, [9, 10, 11]), ([4, 8, 2], [4, 8, 2])):
        seen, _ = env.reset(seed=seed)
        assert env.batch.seeds.tolist() == each
        alone = [mpenv.team_env(**ERRAND).reset(seed=one)[0] for one in each]
        assert (seen == np.stack(alone)).all()
    env.reset()
    assert env.batch.seeds.tolist() == [7, 11, 5], "each goes on with its seed plus three"
    env.reset(seed=[1, None, 3])
    assert env.batch.seeds.tolist() == [1, 14, 3]
    assert errands(3, seed=None).batch.seeds.tolist() != errands(3, seed=None).batch.seeds.tolist()
    first = errands(3, seed=6)
    first.reset()
    assert first.batch.seeds.tolist() == [6, 7, 8]


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (-1, "seed=-1 must be a whole number"),
        ([1, 2], r"seed has 2 seeds for 4 games"),
        ([1, 2, 3, "x"], r"seed='x' of game 3 must be a whole number"),
        ([1, 2, 3, 2**64], r"seed=18446744073709551616 of game 3 must be a whole number below 2\*\*64"),
    ],
)
def test_wrong_seeds_are_one_error_and_the_games_go_on(seed: Any, words: str) -> None:
    env = errands()
    env.reset()
    env.step(first_legal(env))
    before = env.snapshot()
    with pytest.raises(ValueError, match=words):
        env.reset(seed=seed)
    assert data_equivalence(env.snapshot(), before)


def test_what_one_game_takes_and_many_do_not_is_refused() -> None:
    for name in ("position", "reset_mask"):
        with pytest.raises(ValueError, match=f"'{name}' is not supported for many games"):
            errands().reset(options={name: ""})
    errands().reset(options={"else": 1})
    with pytest.raises(ResetNeeded):
        errands().step(np.zeros(4, int))


def test_wrong_actions_are_one_error_before_any_game_moves() -> None:
    env = errands()
    env.reset()
    before = env.snapshot()
    for actions in ([0], np.zeros((4, 1), int), [0.5] * 4, [-1] * 4, [0, 0, 0, 999]):
        with pytest.raises(ValueError, match=r"actions of|may not play"):
            env.step(actions)
        assert data_equivalence(env.snapshot(), before)


@pytest.mark.parametrize("on_illegal", ["pass", "random"])
def test_an_illegal_row_is_played_as_a_single_game_would(on_illegal: str) -> None:
    env, singles = errands(on_illegal=on_illegal), [mpenv.team_env(**ERRAND, on_illegal=on_illegal) for _ in range(4)]
    env.reset(seed=1)
    for i, one in enumerate(singles):
        one.reset(seed=1 + i)
    for _ in range(6):
        actions = [-1, 999, int(env.batch.mask[2].argmin()), int(env.batch.mask[3].argmax())]
        seen, *_ = env.step(np.array(actions))
        assert (seen == np.stack([one.step(actions[i])[0] for i, one in enumerate(singles)])).all()


def test_what_is_returned_stays_as_it_was() -> None:
    env = errands(max_plies=3)
    seen, infos = env.reset()
    kept = [copy.deepcopy((seen, infos))]
    shown = [(seen, infos)]
    for _ in range(7):
        stepped = env.step(first_legal(env))
        shown.append(stepped)  # type: ignore[arg-type]
        kept.append(copy.deepcopy(stepped))  # type: ignore[arg-type]
    assert all(data_equivalence(one, other) for one, other in zip(shown, kept, strict=True))


@pytest.mark.parametrize("options", [{"reward": "shaped"}, {"max_plies": 5, "on_illegal": "random"}])
def test_every_copy_is_exact_at_every_step_and_goes_on_alike(options: dict[str, Any]) -> None:
    env, blank = errands(**options), errands(**options)
    blank.restore(env.snapshot())
    assert data_equivalence(blank.reset(), env.reset())
    rng = np.random.default_rng(3)
    for _ in range(60):
        blank.restore(env.snapshot())
        others = [blank, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        masks = env.action_masks()
        actions = (masks * rng.random(masks.shape)).argmax(1)
        stepped = env.step(actions)
        assert all(data_equivalence(one.step(actions), stepped) for one in others)
    assert all(data_equivalence(one.reset(), env.reset()) for one in [others[2]])
    with pytest.raises(ValueError, match="no snapshot"):
        env.restore(errands(3).snapshot())
    with pytest.raises(ValueError, match="no snapshot"):
        env.restore({})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_a_fork_plays_on_with_threads_of_its_own_and_closing_is_harmless() -> None:
    env = VectorGame(FERRY, 600, threads=2, seed=1)
    env.reset()
    env.step(first_legal(env))
    child = os.fork()
    if child == 0:
        env.step(first_legal(env))
        env.close()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    env.close()
    env.close()
    env.step(first_legal(env))


def test_each_game_is_drawn() -> None:
    env = errands(2, render_mode="ansi", seed=1)
    env.reset()
    env.step(first_legal(env))
    frames = env.render()
    assert frames is not None
    assert len(frames) == 2
    assert frames[1] == env.batch.game(1).text() != frames[0]
    assert (env.batch.game(0).seat, env.batch.game(0).plies) == (env.batch.seat[0], 1)


def test_the_page_of_human_follows_the_first_game_and_without_a_mode_nothing_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda page: True)
    env = errands(2, render_mode="human")
    env.reset()
    before = (tmp_path / "table.html").read_text(encoding="utf-8")
    env.step(first_legal(env))
    assert (tmp_path / "table.html").read_text(encoding="utf-8") != before
    assert env.render() is None
    with pytest.warns(UserWarning, match=r"render\(\) needs a render_mode: ansi, svg, rgb_array, human"):
        assert errands(2).render() is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "a batch has at least one game"),
        ({"games": "drill-errand"}, "num_envs='drill-errand' must be the number of games, or a list"),
        ({"max_plies": 2**70}, r"max_plies=1180591620717411303424 must be at most 2,147,483,647, or None for no limit"),
        ({"colour": "red"}, r"there is no option 'colour', there are: scenario"),
        ({"threads": 0}, r"threads=0 must be"),
        ({"reward": "bonus"}, r"there is no reward 'bonus'"),
        ({"on_illegal": "ignore"}, r"there is no on_illegal 'ignore', there are: raise, pass, random"),
        ({"render_mode": "window"}, r"there is no render_mode 'window'"),
        ({"seed": -1}, r"seed=-1 must be"),
    ],
)
def test_a_wrong_option_is_told_what_there_is(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        errands(**options)


# --- Stable-Baselines3 --------------------------------------------------------------------------


def sb3(games: Any = 4, **options: Any) -> Any:
    pytest.importorskip("stable_baselines3")
    return mpenv.sb3_env(games, **{**ERRAND, "seed": 5, **options})


@pytest.mark.filterwarnings("ignore:The environment is already wrapped with a `Monitor`")
def test_maskable_ppo_learns_on_it_and_plays_only_what_is_legal() -> None:
    env = sb3(8, reward="shaped")
    maskable = pytest.importorskip("sb3_contrib").MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.vec_env import VecMonitor

    assert is_masking_supported(env)
    watched = VecMonitor(env)
    model = maskable("MlpPolicy", watched, n_steps=64, batch_size=128, n_epochs=1, device="cpu", seed=1)
    model.learn(1024)  # an illegal action would raise
    seen = watched.reset()
    for _ in range(30):
        actions, _ = model.predict(seen, action_masks=get_action_masks(watched))
        seen, *_ = watched.step(actions)


@pytest.mark.parametrize("reward", ["team", "shaped"])
def test_episodes_have_the_statistics_that_monitor_of_sb3_would_give(reward: str) -> None:
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    monitor = pytest.importorskip("stable_baselines3.common.monitor").Monitor
    plain = sb3(6, reward=reward)
    assert plain.env_is_wrapped(monitor) == [True] * 6
    with pytest.warns(UserWarning, match="will be *overwritten by the `VecMonitor`"):
        watched = vec_env.VecMonitor(sb3(6, reward=reward))
    plain.reset()
    watched.reset()
    rng, ended = np.random.default_rng(1), 0
    for _ in range(150):
        masks = np.stack(plain.env_method("action_masks"))
        actions = (masks * rng.random(masks.shape)).argmax(1)
        *_, dones, infos = plain.step(actions)
        *_, said = watched.step(actions)
        for i in range(6):
            assert ("episode" in infos[i]) == dones[i]
            if dones[i]:
                ended += 1
                ours, theirs = infos[i]["episode"], said[i]["episode"]
                assert ours["l"] == theirs["l"]
                assert ours["r"] == pytest.approx(theirs["r"], abs=1e-5)
                assert ours["t"] > 0
    assert ended > 6


def test_the_log_of_sb3_has_the_returns_and_lengths_of_episodes_without_a_wrapper() -> None:
    maskable = pytest.importorskip("sb3_contrib").MaskablePPO
    evaluate = pytest.importorskip("sb3_contrib.common.maskable.evaluation").evaluate_policy
    model = maskable("MlpPolicy", sb3(4, max_plies=10), n_steps=32, batch_size=64, n_epochs=1, device="cpu")
    model.learn(128)
    assert [one["l"] for one in model.ep_info_buffer] == [10] * 12
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate(model, sb3(2, max_plies=10), n_eval_episodes=2)


def test_without_sb3_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mpenv.envs.sb3", raising=False)
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", None)
    with pytest.raises(ImportError, match=r"sb3_env needs pip install 'mpenv\[adapters\]'"):
        mpenv.sb3_env(2)


def test_sb3_gets_pictures() -> None:
    env = sb3(2, render_mode="rgb_array")
    env.reset()
    assert [image.shape[2] for image in env.get_images()] == [3, 3]
    assert env.render().ndim == 3
    assert env.env_method("render", indices=1)[0].shape == env.get_images()[1].shape


def test_it_follows_the_rules_of_sb3() -> None:
    env = sb3(3, max_plies=4)
    assert env.seed(11) == [11, 12, 13]
    env.reset()
    assert env.games.batch.seeds.tolist() == [11, 12, 13]
    assert [info["seat"] for info in env.reset_infos] == env.games.batch.seat.tolist()
    assert env.has_attr("action_masks")
    assert not env.has_attr("nonsense")
    assert env.get_attr("render_mode") == [None] * 3
    masks = env.games.batch.mask > 0
    for rows in (None, 1, [0, 2], [2, 0]):
        found = np.stack(env.env_method("action_masks", indices=rows))
        assert (found == masks[[0, 1, 2] if rows is None else np.atleast_1d(rows)]).all(), rows
    assert env.env_is_wrapped(object) == [False] * 3
    with pytest.raises(ValueError, match="'reward' cannot be set"):
        env.set_attr("reward", "team")
    with pytest.raises(AttributeError):
        env.env_method("nonsense")
    env.set_options({"position": "x"})
    with pytest.raises(ValueError, match="'position' is not supported for many games"):
        env.reset()
    env.close()
    env.close()


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_sb3_plays_single_environments_in_processes_of_their_own(context: str) -> None:
    pytest.importorskip("stable_baselines3")
    from sb3_contrib.common.maskable.utils import get_action_masks
    from stable_baselines3.common.vec_env import SubprocVecEnv

    envs = SubprocVecEnv([lambda: mpenv.seat_env(**ERRAND, mates="expert")] * 2, start_method=context)  # type: ignore[arg-type]
    try:
        envs.seed(3)
        seen = envs.reset()
        alone = [mpenv.seat_env(**ERRAND, mates="expert") for _ in range(2)]
        assert (seen == np.stack([env.reset(seed=3 + i)[0] for i, env in enumerate(alone)])).all()
        actions = get_action_masks(envs).argmax(1)
        seen, *_ = envs.step(actions)
        assert (seen == np.stack([env.step(action)[0] for env, action in zip(alone, actions, strict=True)])).all()
    finally:
        envs.close()


def timeless(stepped: Any) -> Any:
    """A step of SB3 without the seconds that its episodes took."""
    for info in stepped[3]:
        info.get("episode", {}).pop("t", None)
    return stepped


def test_copies_of_it_are_exact() -> None:
    env, blank = sb3(max_plies=7), sb3(max_plies=7)
    env.reset()
    for _ in range(20):
        blank.restore(env.snapshot())
        others = [blank, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        actions = np.stack(env.env_method("action_masks")).argmax(1)
        stepped = timeless(env.step(actions))
        assert all(data_equivalence(timeless(one.step(actions)), stepped) for one in others)
