"""Train a team of two with TorchRL's PPO over its PettingZoo wrapper, and compare it with random play."""

import sys
import warnings

import torch
from tensordict import TensorDict
from tensordict.nn import ProbabilisticTensorDictModule, ProbabilisticTensorDictSequential, TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ExplorationType, MarlGroupMapType, PettingZooWrapper, SerialEnv, set_exploration_type
from torchrl.modules import MaskedCategorical, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import mpenv
from mpenv.evaluation import library_check

GAMES, STEPS = 16, 32  # games at once, and steps in each of them between two rounds of learning
SEEN, MASK, ACTION = ("agents", "observation", "observation"), ("agents", "action_mask"), ("agents", "action")
LOGITS, LOG_PROB = ("agents", "logits"), ("agents", "log_prob")


def game():
    """One game: a row for each agent in every step; `mask` says which row acts."""
    errand = mpenv.env("drill-errand", seats=2, reward="shaped")
    return PettingZooWrapper(errand, use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP)


def one_stream(batch):
    """The decisions of the team one after another: of every step only the row of the agent that acts.

    In the rows of waiting agents every action seems legal and none is heard; left in, they would be learned from. The
    reward is the team's, so what follows a decision is the next decision, whoever takes it. With rewards of their own,
    each seat would need a stream from one turn of its own to the next, with what was paid between them added up.
    """
    before, after = batch["agents"], batch["next", "agents"]
    acts, acts_next = before["mask"], after["mask"]  # one True in every step
    stream = batch.select("done", "terminated", ("next", "done"), ("next", "terminated"))
    stream["agents"] = before[acts].reshape(batch.shape)
    stream["next", "agents"] = after[acts_next].reshape(batch.shape)
    stream["next", "reward"] = after["reward"][acts].reshape(*batch.shape, 1)
    return stream


def layers(outputs):
    return nn.Sequential(nn.LazyLinear(64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs))


def train(clock):
    warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested")  # with PettingZoo 1.24.3; newer ones work too
    torch.set_num_threads(1)  # small networks: more threads wait for each other
    torch.manual_seed(1)
    games = SerialEnv(GAMES, game)
    games.set_seed(1)
    actor = ProbabilisticTensorDictSequential(
        TensorDictModule(layers(games.full_action_spec_unbatched[ACTION].n), [SEEN], [LOGITS]),
        ProbabilisticTensorDictModule(
            {"logits": LOGITS, "mask": MASK},
            [ACTION],
            distribution_class=MaskedCategorical,
            return_log_prob=True,
            log_prob_key=LOG_PROB,
        ),
    )
    critic = ValueOperator(layers(1), in_keys=[SEEN])
    for part in (actor, critic):
        part(games.fake_tensordict())  # gives the lazy layers their size
    advantage = GAE(gamma=0.85, lmbda=0.8, value_network=critic)  # a game is about 25 decisions
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.003, critic_coeff=0.5, normalize_advantage=True)
    loss.set_keys(action=ACTION, sample_log_prob=LOG_PROB)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    size = {"frames_per_batch": GAMES * STEPS, "total_frames": -1}
    collector = Collector(games, actor, postproc=one_stream, auto_register_policy_transforms=False, **size)
    decisions = 0
    for stream in collector:
        with torch.no_grad():
            advantage(stream)
        rows = stream.reshape(-1)
        decisions += len(rows)
        for _ in range(8):
            for part in rows[torch.randperm(len(rows))].split(128):
                parts = loss(part)
                (parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
                optimizer.zero_grad()
        if clock.over(decisions):
            break
    collector.shutdown()

    def act(seen, mask, seat):
        row = TensorDict({SEEN: torch.as_tensor(seen), MASK: torch.as_tensor(mask).bool()})
        with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
            return int(actor(row)[ACTION])

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("torchrl", train, mpenv.team_env("drill-errand", seats=2), decisions=50_000))
