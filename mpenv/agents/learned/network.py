"""The network of a learned team: an actor, and a critic on the same trunk or on one of its own."""

import itertools
import math

import torch
from torch import Tensor, nn

MASKED_LOGIT = -1e9


class Network(nn.Module):
    """Logits of all actions and a value for each observation.

    `prior` is added to the logit of the answer that the observation itself names, in the columns `answer`: the network
    then learns where to leave that answer, and begins as the player who gives it (a residual policy). Of longer
    observations it sees the first `inputs` columns.
    """

    def __init__(
        self,
        inputs: int,
        actions: int,
        hidden: int,
        layers: int,
        *,
        own_critic: bool = False,
        critic_inputs: int = 0,
        prior: float = 0.0,
        answer: slice | None = None,
    ) -> None:
        super().__init__()
        self.inputs, self.prior, self.answer = inputs, prior, answer
        self.trunk = _trunk(inputs, hidden, layers)
        self.policy = _linear(hidden, actions, 0.01)
        self.critic = _trunk(inputs + critic_inputs, hidden, layers) if own_critic else None
        self.value = _linear(hidden, 1, 1.0)

    def features(self, observation: Tensor) -> Tensor:
        """Return what the actor's trunk makes of each observation, or of its first columns that the network sees."""
        found: Tensor = self.trunk(observation[..., : self.inputs])
        return found

    def logits(self, features: Tensor, observation: Tensor, mask: Tensor) -> Tensor:
        """Return the logits of all actions, those of illegal ones far below all others."""
        found: Tensor = self.policy(features).float()
        if self.prior and self.answer is not None:
            found = found + self.prior * observation[..., self.answer].float()
        return found.masked_fill(mask == 0, MASKED_LOGIT)

    def evaluate(self, features: Tensor, observation: Tensor, critic_state: Tensor | None = None) -> Tensor:
        """Return the value of each observation, by the critic's own trunk if it has one."""
        if self.critic is not None:
            seen = observation[..., : self.inputs]
            if critic_state is not None and critic_state.shape[-1]:
                seen = torch.cat([seen, critic_state], -1)
            features = self.critic(seen)
        found: Tensor = self.value(features)
        return found.squeeze(-1).float()

    def forward(self, observation: Tensor, mask: Tensor, critic_state: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return the logits of all actions and the value, a row for each observation."""
        features = self.features(observation)
        return self.logits(features, observation, mask), self.evaluate(features, observation, critic_state)


def _trunk(inputs: int, hidden: int, layers: int) -> nn.Sequential:
    modules: list[nn.Module] = []
    for width_in, width_out in itertools.pairwise([inputs, *[hidden] * layers]):
        modules += [_linear(width_in, width_out, math.sqrt(2)), nn.Tanh()]
    return nn.Sequential(*modules)


def _linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def log_prob_of(log_probs: Tensor, actions: Tensor) -> Tensor:
    """Pick the log probability of the action taken in each row."""
    return log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)
