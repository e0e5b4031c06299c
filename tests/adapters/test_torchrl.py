"""What TorchRL does with our environments, and with trouble; runs where it is installed: `make adapter-torchrl`."""

import multiprocessing
import os
import signal

import numpy as np
import pytest

import mpenv
from mpenv.evaluation.library_check import Clock
from mpenv.world import IllegalAction

torch = pytest.importorskip("torch")
envs = pytest.importorskip("torchrl.envs")
modules = pytest.importorskip("torchrl.modules")
example = pytest.importorskip("scripts.examples.with_torchrl")

SEEN, MASK, ACTION = example.SEEN, example.MASK, example.ACTION
DRILL = {"scenario": "drill-errand", "seats": 2}


def wrapped(**options):
    return envs.PettingZooWrapper(
        mpenv.env(**DRILL, **options), use_mask=True, group_map=envs.MarlGroupMapType.ALL_IN_ONE_GROUP
    )


def deadly():
    """A game whose process is killed by the first answer."""
    env = mpenv.env(**DRILL)
    env.step = lambda action: os.kill(os.getpid(), signal.SIGKILL)
    return envs.PettingZooWrapper(env, use_mask=True, group_map=envs.MarlGroupMapType.ALL_IN_ONE_GROUP)


def legal(tensordict):
    """Any answer that may be given; what TorchRL draws by itself for games side by side does not know their masks."""
    masks = tensordict[MASK]
    tensordict[ACTION] = torch.multinomial(masks.flatten(0, -2).float(), 1).reshape(masks.shape[:-1])
    return tensordict


def illegal(shown):
    """An answer that nobody may give."""
    shown[ACTION] = (~shown[MASK].all(-2)).int().argmax(-1, keepdim=True).expand(shown["agents"].shape).contiguous()
    return shown


def test_the_stream_of_the_example_is_the_game_as_one_learner_plays_it():
    env, team = example.game(), mpenv.team_env(**DRILL, reward="shaped")
    for seed in range(5):
        batch = env.rollout(500, legal, auto_reset=False, tensordict=env.reset(seed=seed))
        stream = example.one_stream(batch)
        seen, info = team.reset(seed=seed)
        for row in stream:
            np.testing.assert_array_equal(row[SEEN], seen)
            np.testing.assert_array_equal(row[MASK], info["action_mask"])
            seen, reward, terminated, truncated, info = team.step(int(row[ACTION]))
            assert row["next", "reward"].item() == pytest.approx(reward, abs=1e-6)
            assert row["next", "done"].item() == (terminated or truncated)
            if not (terminated or truncated):
                np.testing.assert_array_equal(row["next", *SEEN], seen)
        assert terminated


def test_whoever_acts_has_a_legal_action_and_whoever_waits_seems_to_have_all():
    batch = envs.SerialEnv(2, example.game).rollout(200, legal, break_when_any_done=False)
    acts, masks = batch["agents", "mask"], batch[MASK]
    assert (acts.sum(-1) == 1).all()
    assert masks[acts].any(-1).all()
    assert masks[~acts].all()


def test_only_after_the_end_a_mask_is_empty_and_there_nobody_is_asked():
    env = example.game()
    batch = env.rollout(500, legal, auto_reset=False, tensordict=env.reset(seed=1))
    nothing = ~example.one_stream(batch)["next", *MASK].any(-1)
    assert nothing.tolist() == batch["next", "done"].squeeze(-1).tolist()


def test_an_empty_mask_would_be_refused_when_an_action_is_drawn():
    with pytest.raises(RuntimeError, match="probability tensor"):
        modules.MaskedCategorical(logits=torch.zeros(3), mask=torch.zeros(3, dtype=torch.bool)).sample()


def test_the_example_learns_within_its_clock_and_gives_legal_answers():
    act = example.train(Clock(512, 5))
    env = mpenv.team_env(**DRILL)
    seen, info = env.reset(seed=1)
    while "result" not in info:
        seen, _, _, _, info = env.step(act(seen, info["action_mask"], info["seat"]))


def test_a_wrong_option_is_told():
    with pytest.raises(ValueError, match="there is no option 'colour'"):
        wrapped(colour=1)


def test_a_wrong_option_is_told_before_workers_start():
    with pytest.raises(ValueError, match="there is no option 'colour'"):
        envs.ParallelEnv(2, lambda: wrapped(colour=1)).reset()


def test_turns_need_the_mask_of_who_acts():
    with pytest.raises(ValueError, match="use_mask=True"):
        envs.PettingZooWrapper(mpenv.env(**DRILL))


def test_an_illegal_action_is_told():
    env = wrapped()
    with pytest.raises(IllegalAction):
        env.step(illegal(env.reset(seed=1)))


def test_an_illegal_action_ends_its_worker_and_the_rest():
    games = envs.ParallelEnv(2, wrapped, mp_start_method="fork")
    with pytest.raises(RuntimeError, match="worker"):
        games.step(illegal(games.reset()))
    ended(games)


def test_a_worker_that_is_killed_while_it_is_asked_is_noticed():
    games = envs.ParallelEnv(2, [example.game, deadly], mp_start_method="fork")
    with pytest.raises(RuntimeError, match="worker 1"):
        games.step(legal(games.reset()))
    ended(games)


def test_a_worker_that_was_killed_is_noticed_at_the_next_step():
    games = envs.ParallelEnv(2, wrapped, mp_start_method="fork")
    shown = legal(games.reset())
    os.kill(games._workers[0].pid, signal.SIGKILL)
    with pytest.raises(RuntimeError, match="worker 0"):
        games.step(shown)
    ended(games)


def ended(games):
    """Closing tells of the worker once more; then no process is left."""
    with pytest.raises(RuntimeError, match="worker"):
        games.close()
    for process in multiprocessing.active_children():
        process.join(20)
    assert not multiprocessing.active_children()


def test_a_game_may_be_closed_twice():
    env = wrapped()
    env.close()
    env.close()


def test_games_side_by_side_are_closed_once():
    games = envs.SerialEnv(2, example.game)
    games.reset()
    games.close()
    with pytest.raises(RuntimeError, match="close a closed environment"):
        games.close()


def drawn_alike():
    """Three games at once, in which a seed and a ply draw what is played in place of an illegal answer."""
    return mpenv.vector_env(3, **DRILL, seed=1, on_illegal="random", max_plies=5)


def test_many_games_at_once_are_wrapped_and_their_last_observations_are_those_of_the_games_that_ended():
    env = envs.GymWrapper(drawn_alike())
    batch = env.rollout(12, break_when_any_done=False, auto_reset=False, tensordict=env.reset(seed=1))
    assert batch.shape == (3, 12)
    assert batch["next", "done"].squeeze(-1).sum(1).tolist() == [2, 2, 2]
    assert batch["next", "truncated"].squeeze(-1)[:, [4, 9]].all()
    ours = drawn_alike()
    seen, _ = ours.reset(seed=1)
    for ply in range(12):
        np.testing.assert_array_equal(batch["observation"][:, ply], seen)
        answers = batch["action"][:, ply]
        seen, *_, infos = ours.step((answers.argmax(-1) if answers.ndim > 1 else answers).numpy())
        after = np.stack(infos["final_obs"]) if "final_obs" in infos else seen
        np.testing.assert_array_equal(batch["next", "observation"][:, ply], after)
        if "final_obs" in infos:  # TorchRL resets where all games have ended at once
            seen, _ = ours.reset()


def test_a_game_is_made_by_its_name_also_with_keywords_that_only_torchrl_knows():
    for skip in (1, 2):
        env = envs.GymEnv("mpenv/MateriaPrimaTeam-v1", **DRILL, on_illegal="random", frame_skip=skip)
        assert env.wrapper_frame_skip == skip
        assert env.rollout(5).shape[0] > 0
    with pytest.raises(TypeError, match="there is no option 'scenaro', there are: scenario"):
        envs.GymEnv("mpenv/MateriaPrimaTeam-v1", scenaro="prologue")
