"""What BenchMARL does with our environment, and with trouble; runs where it is installed: `make adapter-benchmarl`."""

import os
import signal

import pytest

import mpenv
from mpenv.evaluation.library_check import Clock
from mpenv.world import IllegalAction

torch = pytest.importorskip("torch")
algorithms = pytest.importorskip("benchmarl.algorithms")
experiments = pytest.importorskip("benchmarl.experiment")
models = pytest.importorskip("benchmarl.models")
envs = pytest.importorskip("torchrl.envs")
example = pytest.importorskip("scripts.examples.with_benchmarl")

SEEN, MASK, ACTION, HOW = example.SEEN, example.MASK, example.ACTION, example.HOW
DRILL = {"scenario": "drill-errand", "seats": 2}


def make(**options):
    """What BenchMARL makes each game with."""
    return example.MateriaPrima("test", {**DRILL, **options}).get_env_fun(2, False, 0, "cpu")


class Deadly(example.MateriaPrima):
    """A task whose games kill their process at the tenth answer."""

    def get_env_fun(self, num_envs, continuous_actions, seed, device):
        def game():
            env, answers = mpenv.parallel_env(**self.config), []
            step = env.step

            def answer(actions):
                answers.append(actions)
                if len(answers) == 10:
                    os.kill(os.getpid(), signal.SIGKILL)
                return step(actions)

            env.step = answer
            return envs.PettingZooWrapper(env, device=device)

        return game


def experiment(task, folder, **options):
    how, model = experiments.ExperimentConfig.get_from_yaml(), models.MlpConfig.get_from_yaml()
    for name, value in {**HOW, "max_n_frames": 512, "save_folder": str(folder), **options}.items():
        setattr(how, name, value)
    return experiments.Experiment(task, algorithms.IppoConfig.get_from_yaml(), model, seed=1, config=how)


def legal(tensordict):
    """Any answers that may be given."""
    masks = tensordict[MASK]
    tensordict[ACTION] = torch.multinomial(masks.flatten(0, -2).float(), 1).reshape(masks.shape[:-1])
    return tensordict


def illegal(shown):
    """Answers of which one may not be given."""
    shown[ACTION] = (~shown[MASK]).int().argmax(-1)
    return shown


def test_no_mask_is_ever_empty_and_all_but_one_can_only_wait():
    masks = envs.SerialEnv(2, make()).rollout(200, legal, break_when_any_done=False)[MASK]
    only_waits = (masks.sum(-1) == 1) & masks[..., 0]
    assert masks.any(-1).all()
    assert (only_waits.sum(-1) >= 1).all()


def test_only_after_the_end_everything_seems_legal_and_there_nobody_is_asked():
    batch = envs.SerialEnv(2, make()).rollout(200, legal, break_when_any_done=False)
    assert torch.equal(batch["next", *MASK].flatten(-2).all(-1), batch["next", "done"].squeeze(-1))


def test_each_game_has_seeds_of_its_own_and_they_follow_from_torch():
    def begun():
        torch.manual_seed(5)
        return envs.SerialEnv(2, make(layout="random")).reset()[SEEN]

    first, again = begun(), begun()
    assert torch.equal(first, again)
    assert not torch.equal(first[0], first[1])


def test_the_state_for_critics_comes_along_when_it_is_asked_for():
    game = mpenv.parallel_env(**DRILL)
    shown = envs.PettingZooWrapper(game, return_state=True).reset(seed=1)
    assert torch.equal(shown["state"], torch.as_tensor(game.state()))


def test_the_example_learns_within_its_clock_and_gives_legal_answers():
    clock = Clock(2_000, 5)
    act = example.train(clock)
    assert 2_000 <= clock.decisions < 2_000 + HOW["on_policy_collected_frames_per_batch"]
    env = mpenv.team_env(**DRILL)
    seen, info = env.reset(seed=1)
    while "result" not in info:
        seen, _, _, _, info = env.step(act(seen, info["action_mask"], info["seat"]))


def test_the_example_stops_when_its_time_is_over():
    clock = Clock(100_000, 0)
    example.train(clock)
    assert clock.decisions == HOW["on_policy_collected_frames_per_batch"]


def test_ippo_takes_the_task_too(tmp_path):
    made = experiment(example.MateriaPrima("errand", DRILL), tmp_path)
    made.run()
    assert made.total_frames == 512


def test_a_wrong_option_is_told_when_the_experiment_is_made(tmp_path):
    with pytest.raises(ValueError, match="there is no option 'colour'"):
        experiment(example.MateriaPrima("errand", {**DRILL, "colour": 1}), tmp_path)


def test_an_illegal_action_is_told():
    env = make()()
    with pytest.raises(IllegalAction):
        env.step(illegal(env.reset(seed=1)))


def test_an_action_of_a_seat_that_waits_is_told():
    env = make()()
    shown = env.reset(seed=1)
    shown[ACTION] = torch.tensor([int(shown[MASK][0].int().argmax()), 1])
    with pytest.raises(IllegalAction, match="a waiting seat plays 0"):
        env.step(shown)


def test_a_worker_that_is_killed_ends_the_experiment(tmp_path):
    made = experiment(Deadly("deadly", DRILL), tmp_path, parallel_collection=True, on_policy_n_envs_per_worker=2)
    with pytest.raises(RuntimeError, match="process failed"):
        made.run()


def test_a_game_may_be_closed_twice():
    env = make()()
    env.close()
    env.close()


def test_games_side_by_side_are_closed_once():
    games = envs.ParallelEnv(2, make(), mp_start_method="fork")
    games.reset()
    games.close()
    with pytest.raises(RuntimeError, match="close a closed environment"):
        games.close()
