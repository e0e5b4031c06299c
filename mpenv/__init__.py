"""Cooperative board games as worlds in which AI teammates are trained, benchmarked and judged."""

from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import gymnasium
import pettingzoo

if TYPE_CHECKING:
    from ray.rllib.algorithms.ppo import PPOConfig

    from mpenv.agents import Agent
    from mpenv.envs.aec import AECGame
    from mpenv.envs.parallel import ParallelGame
    from mpenv.envs.rllib import RLlibGame
    from mpenv.envs.sb3 import SB3Game
    from mpenv.envs.seat import SeatEnv
    from mpenv.envs.team import TeamEnv
    from mpenv.envs.vector import VectorGame
    from mpenv.world_check import check_world
    from mpenv.worlds.materia_prima import Game

__version__ = metadata.version("mpenv")
__all__ = [
    "Game", "__version__", "check_world", "env", "parallel_env", "rllib_config", "rllib_env", "sb3_env", "scenarios",
    "seat_env", "team_env", "vector_env",
]  # fmt: skip


class Table(TypedDict, total=False):
    """What may be said besides `scenario` and `seats` of any environment of Materia Prima; docs/environments.md."""

    difficulty: str | None
    alchemists: list[str] | tuple[str, ...] | None
    layout: str
    placement: str
    rules: dict[str, Any] | None
    pack: str
    seed: int | None
    extend: str
    encoder: str
    reward: str
    on_illegal: str
    max_plies: int | None
    render_mode: str | None


def env(scenario: str = "prologue", seats: int = 2, **options: Unpack[Table]) -> "AECGame":
    """A PettingZoo AEC environment of Materia Prima; every option is a keyword, a wrong one is told what there is."""
    from mpenv.envs.aec import AECGame
    from mpenv.worlds.materia_prima import WORLD

    return AECGame(WORLD, **_table(scenario, seats, options))


def parallel_env(scenario: str = "prologue", seats: int = 2, **options: Unpack[Table]) -> "ParallelGame":
    """The same as a PettingZoo Parallel environment: everybody steps, the answer of the seat that is asked counts."""
    from mpenv.envs.parallel import ParallelGame
    from mpenv.worlds.materia_prima import WORLD

    return ParallelGame(WORLD, **_table(scenario, seats, options))


def team_env(scenario: str = "prologue", seats: int = 2, **options: Unpack[Table]) -> "TeamEnv":
    """A gymnasium environment in which one learner answers for all seats."""
    from mpenv.envs.team import TeamEnv
    from mpenv.worlds.materia_prima import WORLD

    return TeamEnv(WORLD, **_table(scenario, seats, options))


def seat_env(
    scenario: str = "prologue",
    seats: int = 2,
    *,
    seat: int | str = 0,
    mates: "str | Sequence[str | Agent]" = "expert",
    **options: Unpack[Table],
) -> "SeatEnv":
    """A gymnasium environment in which one seat learns, a number or `random`, and the others are agents.

    `mates`: the code of an agent for all of them, or a list of codes and agents, in the order of their seats.
    """
    from mpenv.agents import make
    from mpenv.envs.seat import SeatEnv
    from mpenv.worlds.materia_prima import WORLD

    table = _table(scenario, seats, options)
    others = seats - 1 if isinstance(seats, int) else 0  # what is no number of seats is refused with the other options
    codes = [mates] * others if isinstance(mates, str) else mates
    if not isinstance(codes, Sequence):
        raise ValueError(f"mates={mates!r} must be the code of an agent, or a list of codes and agents")
    return SeatEnv(WORLD, seat=seat, mates=[make(one) if isinstance(one, str) else one for one in codes], **table)


def vector_env(
    num_envs: int | Sequence[dict[str, Any]] = 8,
    scenario: str = "prologue",
    seats: int = 2,
    *,
    threads: int = 1,
    **options: Unpack[Table],
) -> "VectorGame":
    """Many team environments as one gymnasium vector environment; `num_envs`: how many, or the options of each."""
    from mpenv.envs.vector import VectorGame
    from mpenv.worlds.materia_prima import WORLD

    return VectorGame(WORLD, num_envs, threads=threads, **_table(scenario, seats, options))


def sb3_env(
    num_envs: int | Sequence[dict[str, Any]] = 8,
    scenario: str = "prologue",
    seats: int = 2,
    *,
    threads: int = 1,
    **options: Unpack[Table],
) -> "SB3Game":
    """The same as a vector environment of Stable-Baselines3; needs `pip install 'mpenv[adapters]'`."""
    try:
        from mpenv.envs.sb3 import SB3Game
    except ImportError as fault:
        raise ImportError(f"sb3_env needs pip install 'mpenv[adapters]': {fault}") from fault
    from mpenv.worlds.materia_prima import WORLD

    return SB3Game(WORLD, num_envs, threads=threads, **_table(scenario, seats, options))


def rllib_env(env_config: Mapping[str, Any]) -> "RLlibGame":
    """What RLlib makes of an `env_config`, a dict of options: a `MultiAgentEnv`; needs `pip install 'mpenv[rllib]'`."""
    try:
        from mpenv.envs.rllib import RLlibGame
    except ImportError as fault:
        raise ImportError(f"rllib_env needs pip install 'mpenv[rllib]': {fault}") from fault
    from mpenv.worlds.materia_prima import WORLD

    options = {"scenario": "prologue", "seats": 2, **env_config}
    table = _table(options.pop("scenario"), options.pop("seats"), options)
    return RLlibGame(WORLD, worker_index=getattr(env_config, "worker_index", 0), **table)


def rllib_config(scenario: str = "prologue", seats: int = 2, **options: Unpack[Table]) -> "PPOConfig":
    """PPO of RLlib for such environments, one masked policy for all seats; change what you like before `build_algo`."""
    try:
        from mpenv.envs.rllib import ppo
    except ImportError as fault:
        raise ImportError(f"rllib_config needs pip install 'mpenv[rllib]': {fault}") from fault

    table = _table(scenario, seats, options)
    rllib_env(table)  # a wrong option is told here; from a process of RLlib only a riddle would come back
    return ppo("materia_prima_v0", rllib_env, table)


def _table(scenario: str, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of an environment, all known by name."""
    from mpenv.world import UnknownOption

    there = ("scenario", "seats", *Table.__annotations__)
    for name in options:
        if name not in there:
            raise UnknownOption.of(name, there)
    return {"scenario": scenario, "seats": seats, **options}


def scenarios(pack: str = "inquisition") -> list[str]:
    """The scenarios of a pack."""
    from mpenv.worlds.materia_prima.content.pack import load

    return list(load(pack).ids["scenario"])


def __getattr__(name: str) -> Any:
    if name == "Game":
        from mpenv.worlds.materia_prima import Game

        return Game
    if name == "check_world":
        from mpenv.world_check import check_world

        return check_world
    raise AttributeError(f"module 'mpenv' has no attribute {name!r}, it has {', '.join(__all__)}")


gymnasium.register("mpenv/MateriaPrimaTeam-v0", "mpenv:team_env", vector_entry_point="mpenv:vector_env")
gymnasium.register("mpenv/MateriaPrimaSeat-v0", "mpenv:seat_env")
if hasattr(pettingzoo, "register"):  # the registry came with PettingZoo 1.27
    pettingzoo.register("aec", "mpenv/materia_prima_v0", "mpenv:env")
    pettingzoo.register("parallel", "mpenv/materia_prima_v0", "mpenv:parallel_env")
