"""Cooperative board games as worlds in which AI teammates are trained, benchmarked and judged."""

import importlib
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
    from mpenv.world import World
    from mpenv.world_check import check_world
    from mpenv.worlds.materia_prima import Game, scenarios

__version__ = metadata.version("mpenv")
__all__ = [
    "Game", "__version__", "check_world", "env", "parallel_env", "register", "rllib_config", "rllib_env", "sb3_env",
    "scenarios", "seat_env", "team_env", "vector_env", "worlds",
]  # fmt: skip
DEFAULT = ("Game", "scenarios")  # from the world that is played where none is named


class Table(TypedDict, total=False):
    """Keywords of every environment of the usual world besides `scenario` and `seats`; docs/environments.md.

    Another world, `world="NAME"`, has other options; a wrong one is refused with those there are.
    """

    world: str
    difficulty: str | None
    alchemists: list[str] | tuple[str, ...] | None
    colours: list[str] | tuple[str, ...] | None
    layout: str
    placement: str
    rules: dict[str, Any] | None
    pack: str
    temple: str | None
    seed: int | None
    extend: str
    actions: str
    encoder: str
    reward: str
    on_illegal: str
    max_plies: int | None
    render_mode: str | None


ANY_WORLD = (
    "seed",
    "actions",
    "encoder",
    "reward",
    "on_illegal",
    "max_plies",
    "render_mode",
)  # of the environments themselves


def env(scenario: str | None = None, seats: int | None = None, **options: Unpack[Table]) -> "AECGame":
    """A PettingZoo AEC environment; every option is a keyword, a wrong one is refused with those there are."""
    from mpenv.envs.aec import AECGame

    world, table = _chosen(scenario, seats, options)
    return AECGame(world, **table)


def parallel_env(scenario: str | None = None, seats: int | None = None, **options: Unpack[Table]) -> "ParallelGame":
    """The same as a PettingZoo Parallel environment: all agents step, the answer of the seat that is asked counts."""
    from mpenv.envs.parallel import ParallelGame

    world, table = _chosen(scenario, seats, options)
    return ParallelGame(world, **table)


def team_env(scenario: str | None = None, seats: int | None = None, **options: Unpack[Table]) -> "TeamEnv":
    """A gymnasium environment in which one learner answers for all seats."""
    from mpenv.envs.team import TeamEnv

    world, table = _chosen(scenario, seats, options)
    return TeamEnv(world, **table)


def seat_env(
    scenario: str | None = None,
    seats: int | None = None,
    *,
    seat: int | str = 0,
    mates: "str | Sequence[str | Agent] | None" = None,
    **options: Unpack[Table],
) -> "SeatEnv":
    """A gymnasium environment in which one seat learns, a number or `random`, and the others are agents.

    `mates`: the code of an agent for all of them, the world's usual one when left out, or a list of codes and agents
    in the order of their seats.
    """
    from mpenv.agents import make
    from mpenv.envs.seat import SeatEnv
    from mpenv.options import usual_seats

    world, table = _chosen(scenario, seats, options)
    number = table.get("seats", usual_seats(world))
    others = number - 1 if isinstance(number, int) else 0  # any other seats are refused with the other options
    table_world = getattr(world, "steps", world)  # mates answer step by step, whatever the learner chooses
    mates = table_world.terms.teammate if mates is None else mates
    codes = [mates] * others if isinstance(mates, str) else mates
    if not isinstance(codes, Sequence):
        raise ValueError(f"mates={mates!r} must be the code of an agent, or a list of codes and agents")
    agents = [make(one, world=table_world) if isinstance(one, str) else one for one in codes]
    return SeatEnv(world, seat=seat, mates=agents, **table)


def vector_env(
    num_envs: int | Sequence[dict[str, Any]] = 8,
    scenario: str | None = None,
    seats: int | None = None,
    *,
    threads: int = 1,
    **options: Unpack[Table],
) -> "VectorGame":
    """Many team environments as one gymnasium vector environment; `num_envs`: how many, or the options of each."""
    from mpenv.envs.vector import VectorGame

    world, table = _chosen(scenario, seats, options)
    return VectorGame(world, num_envs, threads=threads, **table)


def sb3_env(
    num_envs: int | Sequence[dict[str, Any]] = 8,
    scenario: str | None = None,
    seats: int | None = None,
    *,
    threads: int = 1,
    **options: Unpack[Table],
) -> "SB3Game":
    """The same as a vector environment of Stable-Baselines3; needs `pip install 'mpenv[adapters]'`."""
    try:
        from mpenv.envs.sb3 import SB3Game
    except ImportError as fault:
        raise ImportError(f"sb3_env needs pip install 'mpenv[adapters]': {fault}") from fault

    world, table = _chosen(scenario, seats, options)
    return SB3Game(world, num_envs, threads=threads, **table)


def rllib_env(env_config: Mapping[str, Any]) -> "RLlibGame":
    """The `MultiAgentEnv` of RLlib for an `env_config`, a dict of options; needs `pip install 'mpenv[rllib]'`."""
    try:
        from mpenv.envs.rllib import RLlibGame
    except ImportError as fault:
        raise ImportError(f"rllib_env needs pip install 'mpenv[rllib]': {fault}") from fault

    world, table = _chosen(None, None, env_config)
    return RLlibGame(world, worker_index=getattr(env_config, "worker_index", 0), **table)


def rllib_config(scenario: str | None = None, seats: int | None = None, **options: Unpack[Table]) -> "PPOConfig":
    """PPO of RLlib for such environments, one masked policy for all seats; change what you like before `build_algo`."""
    try:
        from mpenv.envs.rllib import ppo
    except ImportError as fault:
        raise ImportError(f"rllib_config needs pip install 'mpenv[rllib]': {fault}") from fault

    world, table = _chosen(scenario, seats, options)
    kept: dict[str, Any] = {name: value for name, value in options.items() if name in ("world", "actions")}
    config = {**kept, **table}
    rllib_env(config)  # a wrong option is refused here; from a process of RLlib only a riddle would come back
    return ppo(f"{world.name}_v{world.version}", rllib_env, config)


def _chosen(scenario: str | None, seats: int | None, options: Mapping[str, Any]) -> "tuple[World, dict[str, Any]]":
    """The world that is named, or the usual one, and the options of an environment, all known by name."""
    from mpenv import worlds
    from mpenv.options import check, declared

    options = dict(options)
    world = worlds.load(options.pop("world", worlds.DEFAULT))
    first = {"scenario": scenario, "seats": seats}
    named = {name: value for name, value in first.items() if value is not None}
    check(world, [*named, *options], ("world", *ANY_WORLD))
    usual = {name: one.default for name, one in declared(world).items() if name in first}
    acted = worlds.by_actions(world, options.pop("actions", worlds.STEPS))
    return acted, {**usual, **named, **options}


def register(name: str) -> None:
    """Register the environments of a world with gymnasium and PettingZoo: `mpenv/NameTeam-v0`, `mpenv/name_v0`."""
    from mpenv import worlds

    world = worlds.load(name)
    _register(world.name, world.version, {"world": name})


def _register(name: str, version: int, options: dict[str, Any]) -> None:
    title = "".join(part.capitalize() for part in name.split("_"))
    gymnasium.register(
        f"mpenv/{title}Team-v{version}", "mpenv:team_env", vector_entry_point="mpenv:vector_env", kwargs=options
    )
    gymnasium.register(f"mpenv/{title}Seat-v{version}", "mpenv:seat_env", kwargs=options)
    if hasattr(pettingzoo, "register"):  # the registry came with PettingZoo 1.27
        for kind, door in (("aec", "env"), ("parallel", "parallel_env")):
            pettingzoo.register(
                kind, f"mpenv/{name}_v{version}", f"mpenv:{door}", **({"kwargs": options} if options else {})
            )


def __getattr__(name: str) -> Any:
    if name == "worlds":
        return importlib.import_module("mpenv.worlds")
    if name in DEFAULT:
        from mpenv import worlds

        return getattr(importlib.import_module(f"mpenv.worlds.{worlds.DEFAULT}"), name)
    if name == "check_world":
        from mpenv.world_check import check_world

        return check_world
    raise AttributeError(f"module 'mpenv' has no attribute {name!r}, it has {', '.join(__all__)}")


_register("materia_prima", 1, {})  # loads nothing; a test compares it with the usual world
