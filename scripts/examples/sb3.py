"""Train a team of two with MaskablePPO and judge it on other games: `python scripts/examples/sb3.py [DECISIONS]`."""

import sys

import torch
from sb3_contrib import MaskablePPO

import mpenv
from mpenv.evaluation.match import wilson

decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000
torch.set_num_threads(1)  # small networks: more threads wait for each other

games = mpenv.sb3_env(64, "drill-errand", seats=2, reward="shaped")
model = MaskablePPO(
    "MlpPolicy", games, n_steps=64, batch_size=512, n_epochs=4, gamma=0.99, learning_rate=1e-3, ent_coef=0.01, seed=1
)
model.learn(decisions)  # plays the games of seed 1, 2, 3, ...

env, met, seeds = mpenv.team_env("drill-errand", seats=2), 0, range(1_000_000, 1_000_200)
for seed in seeds:
    observation, info = env.reset(seed=seed)
    while "result" not in info:
        action, _ = model.predict(observation, action_masks=info["action_mask"])
        observation, _, _, _, info = env.step(action)
    met += info["result"] == 1
share, low, high = wilson(met, len(seeds))
print(f"mission met in {share:.1%} of {len(seeds)} games, 95 % interval {low:.1%} - {high:.1%}")
