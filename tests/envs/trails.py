"""Games that were played once, ply by ply, to be played again through every view of the engine."""

import random
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mpenv.envs.aec import AECGame
from mpenv.seeds import agent_seed
from mpenv.world import View, World
from mpenv.worlds.materia_prima import WORLD as MATERIA
from tests.worlds.toy import WORLD as FERRY


class Case(NamedTuple):
    """Games of the same options."""

    name: str
    world: World
    games: int
    options: dict[str, Any]
    clumsy: float = 0.0  # how often an action is any number, legal or not

    def make(self, kind: Callable[..., Any], *given: Any, **options: Any) -> Any:
        return kind(self.world, *given, **{**self.options, **options})


ERRAND = {"scenario": "drill-errand"}
CASES = [
    Case("ferry", FERRY, 350, {"goal": 1, "reward": "shaped"}),
    Case("ferry, cut", FERRY, 150, {"goal": 2, "reward": "shaped", "max_plies": 7}),
    Case("ferry, clumsy", FERRY, 100, {"goal": 1, "reward": "team", "on_illegal": "random"}, 0.5),
    Case("errand", MATERIA, 150, {**ERRAND, "reward": "shaped"}),
    Case("errand of three, cut", MATERIA, 100, {**ERRAND, "seats": 3, "reward": "shaped", "max_plies": 33}),
    Case("errand of four", MATERIA, 40, {**ERRAND, "seats": 4, "layout": "random"}),
    Case("prologue", MATERIA, 20, {"seats": 4, "layout": "random", "reward": "shaped"}),
    Case("errand, clumsy", MATERIA, 60, {**ERRAND, "reward": "shaped", "on_illegal": "random"}, 0.3),
    Case("errand, clumsy and passing", MATERIA, 30, {**ERRAND, "seats": 3, "on_illegal": "pass"}, 0.3),
]


class Trail(NamedTuple):
    """One game: row k stands before answer k."""

    seed: int
    actions: list[int]
    seats: list[int]
    seen: list[int]  # a check sum of the observation and the mask of the seat that is asked
    paid: list[float]
    told: list[float]  # what each agent was told by last() in the whole game
    last: int  # a check sum of the last observation of the seat that acted
    terminated: bool
    truncated: bool
    info: dict[str, Any]


def checksum(*arrays: np.ndarray) -> int:
    return zlib.crc32(b"".join(np.ascontiguousarray(one).tobytes() for one in arrays))


def play(env: AECGame, seed: int, clumsy: float) -> Trail:
    """Random play; what must hold in every step of every game is asserted here."""
    env.reset(seed=seed)
    rng, actions, seats, seen, paid = random.Random(seed), [], [], [], []
    told = dict.fromkeys(env.agents, 0.0)
    while not env.over:
        agent = env.agent_selection
        masks = {one: env.observe(one)["action_mask"] for one in env.agents}
        legal = np.flatnonzero(masks[agent]).tolist()
        assert legal, "an empty mask for who acts"
        assert not any(mask.any() for one, mask in masks.items() if one != agent)
        told[agent] += env.last(observe=False)[1]
        seats.append(env.possible_agents.index(agent))
        seen.append(checksum(env.observe(agent)["observation"], masks[agent]))
        actions.append(rng.randrange(-1, len(masks[agent])) if rng.random() < clumsy else rng.choice(legal))
        env.step(actions[-1])
        (one,) = set(env.rewards.values())
        paid.append(one)
    last = checksum(env.observe(env.possible_agents[seats[-1]])["observation"])
    terminated, truncated = set(env.terminations.values()), set(env.truncations.values())
    assert len(terminated) == len(truncated) == 1
    assert terminated != truncated, "a game ends by its rules or by the cap"
    info = dict(env.infos[env.agents[0]])
    while env.agents:
        told[env.agent_selection] += env.last(observe=False)[1]
        env.step(None)
    return Trail(seed, actions, seats, seen, paid, [*told.values()], last, *terminated, *truncated, info)  # type: ignore[misc]


class Scripted:
    """Plays again what its seat played in a trail."""

    def __init__(self, trail: Trail) -> None:
        self.trail = trail

    def reset(self, seat: int, seed: int) -> None:
        assert seed == agent_seed(self.trail.seed)
        self.answers = [a for a, s in zip(self.trail.actions, self.trail.seats, strict=True) if s == seat]

    def act(self, view: View) -> int:
        return self.answers.pop(0)
