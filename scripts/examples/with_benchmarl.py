"""Train a team of two with BenchMARL's MAPPO over our Parallel environment, and compare it with random play."""

import contextlib
import logging
import sys
import tempfile
import warnings

import torch
from benchmarl.algorithms import MappoConfig
from benchmarl.environments.pettingzoo.common import PettingZooClass
from benchmarl.experiment import Callback, Experiment, ExperimentConfig
from benchmarl.models import MlpConfig
from tensordict import TensorDict
from torchrl.envs import ExplorationType, PettingZooWrapper, set_exploration_type

import mpenv
from mpenv.evaluation import library_check

SEEN, MASK, ACTION = ("alchemist", "observation", "observation"), ("alchemist", "action_mask"), ("alchemist", "action")
HOW = {
    "gamma": 0.85,
    "lr": 1e-3,
    "on_policy_collected_frames_per_batch": 512,
    "on_policy_n_envs_per_worker": 16,
    "on_policy_n_minibatch_iters": 8,
    "on_policy_minibatch_size": 128,
    "evaluation": False,
    "loggers": [],
    "create_json": False,
}


class MateriaPrima(PettingZooClass):
    """A BenchMARL task; its config are the options of `mpenv.parallel_env`.

    A seat that waits has one legal action, so its row gives the actor no gradient and needs no filter; for the critic
    it is a moment of the game like any other. The critic sees what all seats see: `return_state=True` would give it
    `state()`, but most of that never changes in this drill, and its first layer would be thirteen times as wide.
    """

    def get_env_fun(self, num_envs, continuous_actions, seed, device):
        def game():
            # BenchMARL gives the same seed to all games; its seed is torch's too, so each draws one of its own.
            own = int(torch.randint(1 << 62, ()))
            return PettingZooWrapper(mpenv.parallel_env(**self.config), seed=own, device=device)

        return game

    def supports_continuous_actions(self):
        return False

    def supports_discrete_actions(self):
        return True

    def has_render(self, env):
        return False

    def max_steps(self, env):
        return 1_000  # of an evaluation

    @staticmethod
    def env_name():
        return "mpenv"


class Enough(Exception):
    """Ends an experiment before its last batch; BenchMARL has no other way."""


class Until(Callback):
    def __init__(self, clock):
        super().__init__()
        self.clock = clock

    def on_train_end(self, training_td, group):
        if self.clock.over(self.experiment.total_frames):
            raise Enough


def train(clock):
    warnings.simplefilter("ignore")  # how BenchMARL itself uses an older TorchRL
    logging.getLogger("torchrl").setLevel(logging.WARNING)
    torch.set_num_threads(1)  # small networks: more threads wait for each other
    table = {"scenario": "drill-errand", "seats": 2, "reward": "shaped"}
    how, algorithm, model = ExperimentConfig.get_from_yaml(), MappoConfig.get_from_yaml(), MlpConfig.get_from_yaml()
    for name, value in HOW.items():
        setattr(how, name, value)
    algorithm.entropy_coef, algorithm.lmbda, model.num_cells = 0.0003, 0.8, [64, 64]
    how.max_n_frames = clock.most
    with tempfile.TemporaryDirectory() as how.save_folder, contextlib.redirect_stdout(sys.stderr):
        experiment = Experiment(
            MateriaPrima("errand", table), algorithm, model, seed=1, config=how, callbacks=[Until(clock)]
        )
        with contextlib.suppress(Enough):
            experiment.run()

    def act(seen, mask, seat):
        """The actor takes rows of all seats; those of the others are left empty and not asked."""
        rows = torch.zeros(table["seats"], len(seen))
        masks = torch.ones(table["seats"], len(mask), dtype=torch.bool)
        rows[seat], masks[seat] = torch.as_tensor(seen), torch.as_tensor(mask).bool()
        with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
            return int(experiment.policy(TensorDict({SEEN: rows, MASK: masks}))[ACTION][seat])

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("benchmarl", train, mpenv.team_env("drill-errand", seats=2), decisions=50_000))
