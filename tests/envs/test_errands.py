"""Errands in every environment: the same games, masks, rewards and ends as by hand."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv import worlds
from mpenv.engine.batch import BatchGame
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima import catalogue as c

ERRANDS = worlds.by_actions(WORLD, "errands")
TABLE: dict[str, Any] = {"scenario": "drill-hunt", "seats": 2}
SEEDS = range(3)

Decision = tuple[int, list[int], int, float]


def random_game(seed: int) -> list[Decision]:
    """A game by random errands in AEC: who was asked, the mask, the answer, and what it paid."""
    env = mpenv.env(**TABLE, actions="errands", reward="shaped")
    env.reset(seed=seed)
    rng, found = np.random.default_rng(seed), list[Decision]()
    while not env.over:
        mask = env.action_masks()
        action = int(rng.choice(np.flatnonzero(mask)))
        seat = env.possible_agents.index(env.agent_selection)
        env.step(action)
        found.append((seat, np.flatnonzero(mask).tolist(), action, env.rewards[env.possible_agents[0]]))
    return found


def test_the_spaces_are_those_of_steps_but_for_the_errands_behind() -> None:
    plain, env = mpenv.env(**TABLE), mpenv.env(**TABLE, actions="errands")
    agent = env.possible_agents[0]
    assert env.action_space(agent).n == ERRANDS.actions > plain.action_space(agent).n == WORLD.actions
    assert env.observation_space(agent)["observation"] == plain.observation_space(agent)["observation"]
    assert env.metadata["name"] == "materia_prima_errands_v1"
    assert mpenv.env(**TABLE, actions="steps").world is WORLD


def test_unknown_actions_are_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there are no actions 'leaps', there are: steps, errands"):
        mpenv.env(**TABLE, actions="leaps")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_other_interfaces_play_the_games_of_aec(seed: int) -> None:
    game = random_game(seed)
    assert sum(paid for *_, paid in game) in (pytest.approx(0, abs=1e-6), pytest.approx(1, abs=1e-6))
    parallel = mpenv.parallel_env(**TABLE, actions="errands", reward="shaped")
    team = mpenv.team_env(**TABLE, actions="errands", reward="shaped")
    _, infos = parallel.reset(seed=seed)
    _, info = team.reset(seed=seed)
    for seat, legal, action, paid in game:
        asked = parallel.possible_agents[seat]
        assert np.flatnonzero(infos[asked]["action_mask"]).tolist() == legal
        assert np.flatnonzero(info["action_mask"]).tolist() == legal
        assert info["seat"] == seat
        _, rewards, _, _, infos = parallel.step({one: action if one == asked else 0 for one in parallel.agents})
        _, reward, over, _, info = team.step(action)
        assert rewards[asked] == reward == paid
    assert over
    assert not parallel.agents


def test_a_batch_plays_the_games_of_aec() -> None:
    games = [random_game(seed) for seed in SEEDS]
    batch = mpenv.vector_env(len(games), **TABLE, actions="errands", reward="shaped")
    _, infos = batch.reset(seed=SEEDS[0])
    for k in range(max(map(len, games))):
        actions = infos["action_mask"].argmax(1)
        for row, game in enumerate(games):
            if k < len(game):
                assert infos["seat"][row] == game[k][0]
                assert np.flatnonzero(infos["action_mask"][row]).tolist() == game[k][1]
                actions[row] = game[k][2]
        _, rewards, over, _, infos = batch.step(actions)
        for row, game in enumerate(games):
            if k < len(game):
                assert rewards[row] == pytest.approx(game[k][3], abs=1e-6)
                assert over[row] == (k == len(game) - 1)


def test_snapshots_of_a_batch_go_on_exactly_and_forged_marks_are_refused() -> None:
    batch = BatchGame(ERRANDS, 6, **TABLE)
    for _ in range(15):
        batch.step(batch.mask.argmax(1))
    kept, again = batch.snapshot(), pickle.loads(pickle.dumps(batch))
    ends = []
    for one in (batch, again):
        for _ in range(20):
            one.step(one.mask.shape[1] - 1 - one.mask[:, ::-1].argmax(1))
        ends.append(one.snapshot())
    assert all((ends[0][name] == ends[1][name]).all() for name in ends[0])
    batch.restore(kept)
    assert all((one == kept[name]).all() for name, one in batch.snapshot().items())
    row = next(row for row in range(6) if batch.mask[row, -1])
    forged = copy.deepcopy(kept)
    states = forged["_states"].view(batch._states.dtype)
    shut = int(np.flatnonzero(states["legal"][row][c.WHO : c.WHO + 116] == 0)[0])
    states["legal"][row, c.WHO + shut] = 1
    forged["mask"][row, c.ACTIONS + shut] = 1
    with pytest.raises(ValueError, match=f"game {row}: other errands are open than it marks"):
        batch.restore(forged)


def test_copies_of_environments_go_on_as_they_do() -> None:
    env = mpenv.team_env(**TABLE, actions="errands")
    env.reset(seed=2)
    for _ in range(9):
        env.step(int(env.action_masks().nonzero()[0][-1]))
    kept, ends = env.snapshot(), []
    for one in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env):
        if one is env:
            env.restore(kept)
        while not one.over:
            one.step(int(one.action_masks().nonzero()[0][-1]))
        ends.append(one.snapshot())
    assert len(set(ends)) == 1
    with pytest.raises(ValueError, match="world is 'materia_prima_errands_v1'"):
        mpenv.team_env(**TABLE).restore(kept)


def test_mates_play_by_steps_beside_a_seat_that_chooses_errands() -> None:
    env = mpenv.seat_env("vault", 3, actions="errands", mates=["expert", "random"], max_plies=400)
    rng, results = np.random.default_rng(0), set()
    for seed in range(2):
        _, info = env.reset(seed=seed)
        asked = 0
        while not env.over:
            assert info["seat"] == 0
            assert info["action_mask"].tolist() == env.game.mask().tolist()
            _, _, over, cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            asked += 1
        assert over or cut
        assert asked < env.game.plies, "what mates play counts, too"
        results.add(info["result"])
    assert results <= {0.0, 1.0}


def test_mates_without_a_learner_beside_them_play_as_among_steps() -> None:
    """A learner that rests plays the same game as one of steps that plays what resting plays."""
    errands = mpenv.seat_env(**TABLE, actions="errands", mates="expert", seat=1)
    steps = mpenv.seat_env(**TABLE, mates="expert", seat=1)
    errands.reset(seed=6)
    steps.reset(seed=6)
    while not errands.over:
        legal = np.flatnonzero(errands.action_masks())
        game: Any = errands.game
        for step in game.unfold(int(legal[-1])):
            steps.step(step)
        errands.step(int(legal[-1]))
        assert errands.game.fingerprint() == steps.game.fingerprint()
    assert steps.over
