"""The batched stepper: many games in one array, answered together."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from mpenv.envs import driver
from mpenv.jit import bind
from mpenv.world import Outcome, Seen, World

WORTH_A_THREAD = 256  # games; below, a second thread costs more than it brings


class Info(NamedTuple):
    """What belongs to games that ended in the last step; rows of other games are of no meaning."""

    observation: Seen
    outcome: np.ndarray
    plies: np.ndarray
    truncated: np.ndarray


class Step(NamedTuple):
    """Arrays that the batch owns and writes again in the next step; copy what you keep."""

    observation: Seen
    mask: np.ndarray
    reward: np.ndarray
    done: np.ndarray
    seat: np.ndarray
    potential: np.ndarray
    info: Info


@cache
def drivers(world: Any, encoder: str) -> dict[str, Callable[..., Any]]:
    """The shared loops, bound to a world's rules."""
    names = world.rules(encoder)
    loops = (driver.begin_games, driver.step_games, driver.refused, driver.play_on, driver.play_out)
    return {loop.__name__: bind(loop, world.home, encoder, **names) for loop in loops}


class BatchGame:
    """N games at once: `reset()`, then `step(actions)` with one action for each.

    - Row i of `observation` and `mask` is what the seat `seat[i]` sees that is asked in game i.
    - A game that ends starts again within the same step: `done[i]` is true, `reward[i]` is the result of the game
      that ended, and the observation, mask, seat and potential of row i already belong to the next game.
      `info` holds the last observation of the game that ended (of the seat that acted), its outcome and plies.
    - Game i plays the seeds `seed[i]`, `seed[i] + N`, `seed[i] + 2 N` and so on; N single games with these seeds
      are the same games, step by step.
    - `max_plies` cuts games off: `done` and `info.truncated` are true and the reward is 0.
    - `potential` is what a shaped reward is made of; 0 is the potential of the end.
    """

    def __init__(
        self,
        world: World,
        games: int | Sequence[dict[str, Any]],
        *,
        seed: int = 0,
        encoder: str = "flat",
        threads: int = 1,
        max_plies: int | None = None,
        **options: Any,
    ) -> None:
        each = _each(games)
        _count("threads", threads)
        if max_plies is not None:
            _count("max_plies", max_plies)
        if not isinstance(seed, int | np.integer) or isinstance(seed, bool):
            raise ValueError(f"seed={seed!r} must be a whole number")
        kind = world.encoder(encoder)
        chosen = [{"seed": int(seed) + i, **options, **one} for i, one in enumerate(each)]
        self._options = chosen
        self.world, self.games, self.max_plies = world, len(each), max_plies or 0
        self._tables, self._first = world.setups(chosen)
        self._setups = self._first.copy()
        self._states, self._blank = world.states(self.games), world.states(1)
        self._loops = drivers(world, encoder)  # type: ignore[arg-type]
        self._rows, self._last = kind.rows(self.games), kind.rows(self.games)
        self._seen = (kind.seen(self._rows), kind.seen(self._last))
        self.mask = np.zeros((self.games, world.actions), np.int8)
        self.seat = np.zeros(self.games, np.int64)
        self.potential = np.zeros(self.games, np.float32)
        self.reward = np.zeros(self.games, np.float32)
        self._done = np.zeros(self.games, np.int8)
        self._plies = np.zeros(self.games, np.int64)
        self._outcome = np.zeros(self.games, np.int8)
        self._length = np.zeros(self.games, np.int64)
        self._accounts = world.accounts(self.games)
        self.threads = min(threads, max(1, self.games // WORTH_A_THREAD))
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.reset()

    def reset(self) -> Step:
        """Start every game again with its first seed."""
        self._setups[:] = self._first
        held = (self._rows, self.mask, self.seat, self.potential, self._plies)
        self._in_parts(self._loops["begin_games"], self._blank, self._setups, *held)
        self.reward[:] = 0
        self._done[:] = 0
        return self._step()

    def step(self, actions: Any) -> Step:
        """Answer in every game; a wrong action is refused before any game moves."""
        answers = self._checked(actions)
        self._in_parts(
            self._loops["step_games"],
            self._blank, self._setups, self.games, self.max_plies, answers,
            self._rows, self.mask, self.seat, self.potential, self._plies,
            self.reward, self._done, self._outcome, self._length, self._last, self._accounts,
        )  # fmt: skip
        return self._step()

    def _checked(self, actions: Any) -> np.ndarray:
        given = np.asarray(actions)
        if given.shape != (self.games,):
            raise ValueError(f"actions of shape {given.shape}: a batch of {self.games} games takes ({self.games},)")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions of type {given.dtype}: an action is a whole number")
        answers = given.astype(np.int64)  # what does not fit becomes negative, and is refused
        wrong = self._loops["refused"](self._states, answers)
        if wrong >= 0:
            raise ValueError(f"game {wrong}: seat {self.seat[wrong]} may not play action {given[wrong]}; no game moved")
        return answers

    @property
    def observation(self) -> Seen:
        """What the seats see that are asked; a dict of arrays where the encoder has parts."""
        return self._seen[0]

    def state(self) -> np.ndarray:
        """Everything but the chance to come, int16[games, world.state_size]: for critics, never for those who act."""
        return self.world.everything(self._tables, self._states)

    def snapshot(self) -> dict[str, np.ndarray]:
        """This moment of all games as plain arrays, for `restore`."""
        return {name: np.array(one.view(np.uint8) if one.dtype.names else one) for name, one in self._arrays().items()}

    def restore(self, snapshot: dict[str, np.ndarray]) -> None:
        """Go back to a snapshot of a batch made with the same games."""
        arrays = {name: one.view(np.uint8) if one.dtype.names else one for name, one in self._arrays().items()}
        wrong = [
            name
            for name in arrays.keys() | snapshot.keys()
            if name not in arrays
            or name not in snapshot
            or (arrays[name].shape, arrays[name].dtype) != (snapshot[name].shape, snapshot[name].dtype)
        ]
        if wrong:
            raise ValueError(f"this is no snapshot of such a batch: {', '.join(sorted(wrong))} differ")
        for name, one in arrays.items():
            one[...] = snapshot[name]

    def _arrays(self) -> dict[str, np.ndarray]:
        """Everything that changes."""
        still = ("_tables", "_blank")
        return {name: one for name, one in vars(self).items() if isinstance(one, np.ndarray) and name not in still}

    def _in_parts(self, loop: Callable[..., None], *rest: Any) -> None:
        """Contiguous parts, one a thread; the caller does the first."""
        cuts = [self.games * k // self.threads for k in range(self.threads + 1)]
        waiting = [
            self._pool.submit(loop, self._tables, self._states, lo, hi, *rest)
            for lo, hi in pairwise(cuts[1:])
            if self._pool
        ]
        loop(self._tables, self._states, 0, cuts[1], *rest)
        for one in waiting:
            one.result()

    def _step(self) -> Step:
        info = Info(self._seen[1], self._outcome, self._length, self._done == driver.CUT)
        return Step(self._seen[0], self.mask, self.reward, self._done > 0, self.seat, self.potential, info)

    def ending(self, row: int) -> Outcome | None:
        """How the game before ended in this row; None when it was cut, or none has ended yet."""
        if not self._outcome[row]:
            return None
        return self.world.told(self._options[row], self._accounts[row : row + 1])

    def play_out(self, steps: int, seed: int = 0) -> int:
        """Random legal play of a copy of game 0 inside compiled code, to measure; how many games ended."""
        bits, states, setups = np.uint64(seed), self._states[:1].copy(), self._setups[:1].copy()
        return int(self._loops["play_out"](self._tables, states, 0, self._blank, setups, steps, bits))

    @property
    def nbytes(self) -> int:
        """The memory of all arrays."""
        return sum(one.nbytes for one in vars(self).values() if isinstance(one, np.ndarray))


def _each(games: Any) -> list[dict[str, Any]]:
    """The options of each game."""
    if isinstance(games, int | np.integer) and not isinstance(games, bool):
        each: list[Any] = [{}] * max(0, int(games))
    elif isinstance(games, list | tuple):
        each = list(games)
    else:
        raise ValueError(f"games={games!r} must be how many, or a list with the options of each")
    for i, one in enumerate(each):
        if not isinstance(one, dict):
            raise ValueError(f"game {i}: {one!r} must be a table of options")
    if not each:
        raise ValueError("a batch has at least one game")
    return each


def _count(name: str, value: object) -> None:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name}={value!r} must be a whole number above 0")
