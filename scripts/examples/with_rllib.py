"""Train a team of two with PPO of RLlib, one policy for all seats, and compare it with random play."""

import sys

import ray
import torch

import mpenv
from mpenv.evaluation import library_check


def train(clock):
    torch.set_num_threads(1)  # small networks: more threads wait for each other
    ray.init(num_cpus=1, include_dashboard=False, logging_level="error")
    config = mpenv.rllib_config("drill-errand", seats=2, reward="shaped").debugging(seed=1, log_level="ERROR")
    config.env_runners(num_env_runners=0, num_envs_per_env_runner=64)  # 64 games in this process, none in others
    config.rl_module(model_config={"fcnet_hiddens": [64, 64], "fcnet_activation": "tanh"})
    config.training(train_batch_size_per_learner=2048, minibatch_size=256, num_epochs=6, lr=1e-3)
    config.training(gamma=0.95, lambda_=0.95, entropy_coeff=0.01, use_kl_loss=False)
    algo, played = config.build_algo(), 0
    clock.begin()
    while not clock.over(played):
        played = algo.train()["num_env_steps_sampled_lifetime"]
    team = algo.get_module("team")

    def act(seen, mask, seat):
        batch = {"observations": torch.as_tensor(seen)[None], "action_mask": torch.as_tensor(mask)[None]}
        return int(team.forward_inference({"obs": batch})["action_dist_inputs"].argmax())

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("ray", train, mpenv.team_env("drill-errand", seats=2), decisions=150_000))
