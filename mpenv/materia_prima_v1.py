"""`materia_prima_v1` the way PettingZoo names its games: `materia_prima_v1.env()`."""

from mpenv import env, parallel_env

raw_env = env

__all__ = ["env", "parallel_env", "raw_env"]
