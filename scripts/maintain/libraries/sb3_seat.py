"""Single environments as Stable-Baselines3 wraps them up: Monitor and DummyVecEnv around a `TeamEnv`."""

from typing import Any

from stable_baselines3.common.env_util import make_vec_env

import mpenv
from scripts.maintain.libraries.credit import Player
from scripts.maintain.libraries.sb3 import through


def player(table: dict[str, Any]) -> Player:
    return through(make_vec_env(lambda: mpenv.team_env(**table), 1), table["seats"])
