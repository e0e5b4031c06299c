"""The learner learns: an errand from nothing, within seconds, where a frozen network does not."""

import dataclasses

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mpenv.agents.learned.config import LearnerConfig, TrainConfig  # noqa: E402
from mpenv.agents.learned.critic_state import CriticState  # noqa: E402
from mpenv.agents.learned.drawing import draw  # noqa: E402
from mpenv.agents.learned.game_config import game_config  # noqa: E402
from mpenv.agents.learned.ppo import Learner, gae  # noqa: E402
from mpenv.engine.batch import BatchGame  # noqa: E402
from mpenv.worlds.materia_prima import WORLD  # noqa: E402

ERRAND = TrainConfig(
    seed=3,
    threads=1,
    game=game_config(WORLD)(scenario="drill-errand"),
    learner=LearnerConfig(games=256, rollout=16, epochs=3, minibatch=1024, hidden=128),
)
UPDATES = 75
LEARNED = 0.8


def best_success(config: TrainConfig, updates: int, enough: float = 1.0) -> float:
    """The mean reward of errands, 1 for each one done, over five updates: the first that is enough, or the best."""
    learner = Learner(WORLD, config, updates)
    reports, best = [learner.update() for _ in range(4)], 0.0
    while len(reports) < updates and best <= enough:
        reports.append(learner.update())
        late = [one for one in reports[-5:] if one.games]
        best = max(best, sum(one.reward * one.games for one in late) / max(1, sum(one.games for one in late)))
    return best


def test_the_errand_is_learned_from_nothing() -> None:
    assert best_success(ERRAND, UPDATES, LEARNED) > LEARNED


def test_with_a_critic_that_sees_the_whole_table_it_is_learned_too() -> None:
    how = dataclasses.replace(ERRAND.learner, critic="state")
    assert best_success(dataclasses.replace(ERRAND, learner=how), UPDATES, LEARNED / 2) > LEARNED / 2


def test_only_the_critic_sees_the_whole_table() -> None:
    how = LearnerConfig(games=4, rollout=2, hidden=8, critic="state")
    learner = Learner(WORLD, dataclasses.replace(ERRAND, learner=how), 1)
    games, critic_state = learner.games, learner._critic_state
    assert critic_state is not None
    assert 0 < len(critic_state) < WORLD.state_size / 2
    seen, masks, over = torch.from_numpy(games.observation), torch.from_numpy(games.mask), critic_state.of(games)
    assert over.abs().max() <= 2
    (logs, values), (same, others) = (learner.network(seen, masks, one) for one in (over, over.flip(1)))
    assert torch.equal(logs, same)
    assert not torch.allclose(values, others)


def test_the_state_of_a_critic_holds_what_no_seat_knows_and_leaves_the_games_as_they_were() -> None:
    games = BatchGame(WORLD, 8, seed=5, scenario="prologue")
    before = games.snapshot()
    critic_state = CriticState(games, 1)
    assert all((before[name] == now).all() for name, now in games.snapshot().items())
    hidden = sum(field.size for field in WORLD.oracle.fields if field.name.startswith("hidden."))
    assert (critic_state.columns < hidden).sum() > 20  # the orders of the decks stand first


def test_a_frozen_network_does_not_learn_it() -> None:
    frozen = dataclasses.replace(ERRAND, learner=dataclasses.replace(ERRAND.learner, rate=1e-12))
    assert best_success(frozen, 10) < 0.1


def test_the_same_seed_learns_the_same() -> None:
    small = dataclasses.replace(ERRAND, learner=LearnerConfig(games=16, rollout=8, epochs=2, minibatch=64, hidden=16))
    weights = []
    for _ in range(2):
        learner = Learner(WORLD, small, 3)
        for _ in range(3):
            learner.update()
        weights.append(torch.cat([one.flatten() for one in learner.network.parameters()]))
    assert torch.equal(*weights)


def test_an_illegal_action_is_never_drawn() -> None:
    rows = 20_000
    mask = np.array([[0, 1, 0, 0, 1, 1]] * rows, np.int8)
    logits = np.array([[9.0, 1.0, 9.0, 9.0, 2.0, 0.0]] * rows, np.float32)
    actions, log_probs = np.zeros(rows, np.int64), np.zeros(rows, np.float32)
    draw(logits, mask, np.uint64(7), actions, log_probs)
    likely = np.exp([1.0, 2.0, 0.0]) / np.exp([1.0, 2.0, 0.0]).sum()
    found = [(actions == action).mean() for action in (1, 4, 5)]
    assert sum(found) == 1
    assert np.allclose(found, likely, atol=0.015)
    assert np.allclose(np.exp(log_probs), likely[np.searchsorted([1, 4, 5], actions)], atol=1e-6)


def test_advantages_stop_at_the_end_of_a_game() -> None:
    """By hand: gamma 0.5, lambda 1, two games in one row; the first ends at the second decision."""
    rewards, dones = torch.tensor([[0.0], [1.0], [0.0]]), torch.tensor([[0.0], [1.0], [0.0]])
    values = torch.tensor([[0.2], [0.4], [0.6], [0.8]])
    advantages, returns = gae(rewards, values, dones, 0.5, 1.0)
    last = 0.5 * 0.8 - 0.6
    second = 1.0 - 0.4
    first = 0.5 * 0.4 - 0.2 + 0.5 * second
    assert torch.allclose(advantages[:, 0], torch.tensor([first, second, last]))
    assert torch.allclose(returns, advantages + values[:-1])


def test_the_shaped_reward_fades_away() -> None:
    learner = Learner(WORLD, dataclasses.replace(ERRAND, learner=LearnerConfig(games=2, rollout=2, hidden=8)), 10)
    weights = []
    for learner.update_number in range(11):
        weights.append(learner.shape)
    assert weights == sorted(weights, reverse=True)
    assert weights[0] == LearnerConfig().shape
    assert weights[8:] == [0.0, 0.0, 0.0]


def test_an_update_reports_every_way_to_end_by_the_worlds_own_names() -> None:
    small = dataclasses.replace(ERRAND.learner, games=16, rollout=64, minibatch=256, epochs=1, hidden=8)
    report = Learner(WORLD, dataclasses.replace(ERRAND, learner=small), 1).update()
    assert tuple(report.outcomes) == WORLD.outcomes[1:]
    assert sum(report.outcomes.values()) == pytest.approx(1)
    assert report.reward == pytest.approx(report.outcomes["success"])
