"""Train a team that begins as the scripted player: MaskablePPO with the answer of its plan as a prior on the logits."""

import sys

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import FlattenExtractor

import mpenv
from mpenv.evaluation import library_check

TABLE = {"scenario": "vault", "seats": 3, "difficulty": "normal", "actions": "errands", "encoder": "errands"}
PRIOR = 5.0  # added to the logit of the answer that an observation names in its last columns


class Seen(FlattenExtractor):
    def forward(self, observations):
        self.last = observations
        return super().forward(observations)


class FromAnswer(MaskableActorCriticPolicy):
    def _get_action_dist_from_latent(self, latent_pi):
        answer = self.pi_features_extractor.last[..., -int(self.action_space.n) :]
        return self.action_dist.proba_distribution(self.action_net(latent_pi) + PRIOR * answer)


def learn(clock):
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)  # its checks cost time in every step
    games = mpenv.sb3_env(512, **TABLE, seed=1)
    how = {"n_steps": 32, "batch_size": 4096, "n_epochs": 2, "gamma": 1.0, "gae_lambda": 0.97, "seed": 1}
    layers = {"net_arch": [128, 128], "features_extractor_class": Seen}
    model = MaskablePPO(FromAnswer, games, **how, learning_rate=lambda left: 3e-3 * left, policy_kwargs=layers)

    def before_a_step(*_):
        done = model.num_timesteps / clock.most
        model.ent_coef = 0.003 * (1 - done)
        for part in (model.policy.mlp_extractor.policy_net, model.policy.action_net):
            part.requires_grad_(done >= 0.07)  # at first only the critic learns
        return not clock.over(model.num_timesteps)

    return model.learn(clock.most, callback=before_a_step)


def train(clock):
    model = learn(clock)
    return lambda seen, mask, seat: int(model.predict(seen, action_masks=mask, deterministic=True)[0])


if __name__ == "__main__":
    sys.exit(library_check.run("sb3_contrib", train, mpenv.team_env(**TABLE), decisions=500_000))
