"""The same seed is the same game, whatever else happens around it; and a copy is the same game, at every moment."""

import copy
import os
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.envs.aec import AECGame
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules.state import GAME_BYTES, STATE
from tests.places import ROOT
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.digest import digest

GAMES = 2


def elsewhere(*words: str, **environment: str) -> str:
    """The digest of another process, in which every warning is an error."""
    command = [sys.executable, "-W", "error", "-m", "tests.worlds.materia_prima.digest", str(GAMES), *words]
    run = subprocess.run(
        command, env={**os.environ, **environment}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.strip()


def test_compiled_and_plain_rules_play_the_same_games_to_the_last_bit() -> None:
    assert elsewhere(NUMBA_DISABLE_JIT="1", NUMBA_BOUNDSCHECK="0") == digest(GAMES)


def test_the_hash_seed_of_python_changes_nothing() -> None:
    assert elsewhere(PYTHONHASHSEED="1") == elsewhere(PYTHONHASHSEED="2") == digest(GAMES)


def test_global_randomness_is_neither_used_nor_disturbed() -> None:
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002 - it is global randomness that is tested
    plain = digest(GAMES)
    after = random.random(), np.random.random()  # noqa: NPY002
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002
    assert (random.random(), np.random.random()) == after  # noqa: NPY002
    assert digest(GAMES, noise=7) == plain


def test_another_seed_is_another_game() -> None:
    assert len({Game(seed=seed).fingerprint() for seed in range(50)}) == 50


def same_env(one: AECGame, other: AECGame) -> bool:
    """Everything that a user of the environment can see."""
    if one.agents != other.agents or one.agent_selection != other.agent_selection:
        return False
    fields = ("rewards", "_cumulative_rewards", "terminations", "truncations")
    if any(getattr(one, name) != getattr(other, name) for name in fields):
        return False
    for agent in one.possible_agents:
        mine, yours = one.observe(agent), other.observe(agent)
        if any((mine[key] != yours[key]).any() for key in mine):
            return False
    return one.game == other.game and one.snapshot() == other.snapshot()


def step(env: AECGame, rng: random.Random) -> None:
    _, _, terminated, truncated, info = env.last()
    dead = terminated or truncated
    env.step(None if dead else rng.choice(np.flatnonzero(info["action_mask"]).tolist()))


@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 4, "max_plies": 40}, {"seats": 3, "on_illegal": "random"}])
def test_every_copy_of_an_environment_is_exact_at_every_step_and_goes_on_alike(options: dict[str, Any]) -> None:
    env = mpenv.env(**options)
    env.reset(seed=11)
    rng, past = random.Random(4), []
    blank = mpenv.env(**options)
    while env.agents:
        copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        blank.restore(env.snapshot())
        assert all(same_env(env, one) for one in [*copies, blank])
        past.append((copies[0], env.snapshot(), rng.getstate()))
        step(env, rng)
        for one in copies[1:]:
            again = random.Random()
            again.setstate(past[-1][2])
            step(one, again)
            assert same_env(env, one)
    for kept, snapshot, _ in past:
        assert kept.snapshot() == snapshot, "a copy changed after it was made"
    blank.restore(past[len(past) // 2][1])
    again = random.Random()
    again.setstate(past[len(past) // 2][2])
    while blank.agents:
        step(blank, again)
    assert blank.game == env.game


@pytest.mark.parametrize("seed", range(6))
def test_every_copy_of_a_game_is_exact_at_every_step(seed: int) -> None:
    game, rng, past = rich.game(seed), random.Random(seed), []
    start = game.clone()
    while game.seat is not None:
        clone = game.clone()
        restored = start.clone()
        restored.restore(game.snapshot())
        copies = [clone, copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), restored]
        assert all(one == game and one.fingerprint() == game.fingerprint() for one in copies)
        assert all((one.mask() == game.mask()).all() and one.plies == game.plies for one in copies)
        past.append((clone, clone.fingerprint()))
        game.apply(rng.choice(game.legal()))
        assert clone != game
    assert all(clone.fingerprint() == before for clone, before in past), "a past copy changed"


def test_the_fingerprint_sees_every_field_of_the_game_and_nothing_behind_it() -> None:
    game = Game(seed=3, seats=4)
    before = game.fingerprint()
    for name in STATE.names or ():
        _, offset = STATE.fields[name][:2]  # type: ignore[index]
        other = game.clone()
        other._bytes[offset] ^= 1
        assert (other.fingerprint() != before) == (offset < GAME_BYTES), name
        assert (other != game) == (offset < GAME_BYTES), name


def test_a_snapshot_of_another_version_or_pack_is_refused() -> None:
    game = Game(seed=1)
    with pytest.raises(ValueError, match="no snapshot"):
        game.restore(b"mpenv-snapshot-0" + game.snapshot()[16:])
    with pytest.raises(ValueError, match="no snapshot"):
        game.restore(game.snapshot()[:-1])


def test_looking_changes_no_snapshot() -> None:
    for seed in range(5):
        game = rich.game(seed)
        before = game.snapshot()
        game.observe("flat")
        game.view(0).encode()
        game.potential()
        game.text()
        assert game.snapshot() == before
