"""Batched games: many games in one array, stepped together."""

import functools
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from mpenv import interrupts, refusal
from mpenv.encoders import Seen
from mpenv.engine import batch_snapshots, checks, loops
from mpenv.engine.batch_steps import Info, Moments, Step
from mpenv.engine.binding import drivers
from mpenv.world import Game, IllegalAction, Outcome, World, brief

MANY = sys.maxsize  # interrupts that wait for the end of a step
WORTH_A_THREAD = 256  # games; below, a second thread costs more than it brings


class BatchGame:
    """N games at once: `reset()`, then `step(actions)` with one action for each.

    - Row i of `observation` and `mask` is what the seat `seat[i]` sees that is asked in game i.
    - A game that ends starts again within the same step: `done[i]` is true, `reward[i]` is the result of the game
      that ended, and the observation, mask, seat and potential of row i already belong to the next game.
      `info` holds the last observation of the game that ended (of the seat that acted), its outcome and plies.
    - Game i plays the seeds `seed[i]`, `seed[i] + N`, `seed[i] + 2 N` and so on; N single games with these seeds
      are the same games, step by step.
    - `max_plies` cuts games off: `done` and `info.truncated` are true and the reward is 0.
    - `potential` is what a shaped reward is made of; 0 is the potential of the end. The argument of that name is
      `module:NAME` of a compiled rule `(t, s)` in place of the world's own.
    - `answer(rows, actions)` answers in some rows only.
    - `begin(rows, like)` begins other games in some rows, with the options that the batch was made with in other rows;
      `moments(rows)` and `put(rows, moments, seeds)` go back to situations met before, with new chance.
    - `on_illegal`: `raise` refuses a wrong action before any game moves; `pass` plays the first legal one instead,
      `random` one that the seed of the game and the ply draw.
    - Copies: `snapshot()`, `restore()`, `pickle` and `deepcopy` are exact; it may be forked, and `close()` is optional.
    """

    masks = "row i of step.mask marks those of game i with 1"  # what the error of an illegal action says

    def __init__(
        self,
        world: World,
        games: int | Sequence[dict[str, Any]],
        *,
        seed: int = 0,
        encoder: str | None = None,
        threads: int = 1,
        max_plies: int | None = None,
        on_illegal: str = "raise",
        potential: str = "",
        **options: Any,
    ) -> None:
        each = _each(games)
        checks.one_of("on_illegal", on_illegal, checks.ON_ILLEGAL)
        _count("threads", threads)
        checks.plies_checked(max_plies)
        if not checks.is_whole(seed):
            raise ValueError(f"seed={brief(seed)} must be a whole number")
        checks.seed_checked(max(seed, 0))
        encoder = world.terms.encoder if encoder is None else encoder
        kind = world.encoder(encoder)
        chosen = [{"seed": int(seed) + i, **options, **one} for i, one in enumerate(each)]
        self._options = chosen
        self.world, self.games, self.max_plies = world, len(each), max_plies or 0
        self._tables, self._first = world.setups(chosen)
        self._setups = self._first.copy()
        self._like = np.arange(self.games)  # row i plays with the options given for row `_like[i]`
        self._states, self._blank = world.states(self.games), world.states(1)
        self.encoder, self.on_illegal = encoder, on_illegal
        self._hope = potential
        self._loops = drivers(world, encoder, potential)
        self._kind, self._rows, self._last = kind, kind.rows(self.games), kind.rows(self.games)
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
        self._pool: ThreadPoolExecutor | None = None
        self._edition = ""  # of the printed game, once it was asked for
        self._owner = 0  # the process whose threads are in the pool
        self.reset()

    def reset(self, seeds: np.ndarray | None = None) -> Step:
        """Start every game again with its first seed, or with these."""
        chosen = None if seeds is None else self._seeds(seeds)
        with interrupts.held_back(MANY):
            self._setups[:] = self._first
            self._like[:] = np.arange(self.games)
            if chosen is not None:
                self._setups["seed"] = chosen
            self._go_on(np.full(self.games, loops.BEGIN))
            self.reward[:] = 0
            self._done[:] = 0
        return self._step()

    def _seeds(self, seeds: Any) -> np.ndarray:
        given = np.asarray(seeds)
        if given.shape != (self.games,) or given.dtype.kind not in "iu" or (given < 0).any():
            raise ValueError(f"seeds={brief(seeds)} must be {self.games} whole numbers from 0 to 2**64 - 1")
        return given.astype(np.uint64)

    def step(self, actions: Any) -> Step:
        """Answer in every game; a wrong action is refused before any game moves."""
        self._go_on(self._checked(actions))
        return self._step()

    def answer(self, rows: np.ndarray, actions: np.ndarray) -> Step:
        """Answer in these games only; `done`, `reward` and `info` of the others are those of their last step."""
        orders = np.full(self.games, loops.SKIP)
        orders[rows] = np.where(actions < 0, loops.BEGIN, actions)  # which is refused
        self._refuse(orders, orders)
        self._go_on(orders)
        return self._step()

    @property
    def like(self) -> np.ndarray:
        """For each row, the row of the options that the batch was made with by which it plays; see `begin`."""
        return self._like.copy()

    def begin(self, rows: np.ndarray, like: np.ndarray) -> Step:
        """Begin new games in these rows, with the options that the batch was made with in the rows `like`."""
        with interrupts.held_back(MANY):
            seeds = self._setups["seed"][rows]
            self._setups[rows] = self._first[like]
            self._setups["seed"][rows] = seeds
            self._like[rows] = like
            self._order(rows, loops.BEGIN)
        return self._step()

    def moments(self, rows: np.ndarray) -> Moments:
        """Copy the situations of these rows."""
        return Moments(*(one[rows] for one in (self._states, self._setups, self._plies, self._like)))

    def put(self, rows: np.ndarray, moments: Moments, seeds: np.ndarray) -> Step:
        """Go back to situations in these rows; later chance is that of the seeds, which later games follow."""
        with interrupts.held_back(MANY):
            self._states[rows], self._setups[rows] = moments.states, moments.setups
            self._plies[rows], self._like[rows] = moments.plies, moments.like
            self._states["seed"][rows] = self._setups["seed"][rows] = seeds
            self._order(rows, loops.SHOW)
        return self._step()

    def _order(self, rows: np.ndarray, order: int) -> None:
        orders = np.full(self.games, loops.SKIP)
        orders[rows] = order
        self._go_on(orders)

    def _go_on(self, answers: np.ndarray) -> None:
        self._in_parts(
            self._loops["step_games"],
            self._blank, self._setups, self.games, self.max_plies, answers,
            self._rows, self.mask, self.seat, self.potential, self._plies,
            self.reward, self._done, self._outcome, self._length, self._last, self._accounts,
        )  # fmt: skip

    def _checked(self, actions: Any) -> np.ndarray:
        given = np.asarray(actions)
        if given.shape != (self.games,):
            raise ValueError(f"actions of shape {given.shape}: a batch of {self.games} games takes ({self.games},)")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions of type {given.dtype}: an action is a whole number")
        answers = given.astype(np.int64)  # what does not fit becomes negative, and is refused
        np.maximum(answers, loops.BEGIN, out=answers)
        if self.on_illegal != "raise":
            self._mend(answers)
        self._refuse(answers, given)
        return answers

    def _refuse(self, answers: np.ndarray, given: np.ndarray) -> None:
        """Refuse the first illegal answer in the words in which it was given."""
        wrong = self._loops["refused"](self._states, answers)
        if wrong >= 0:
            raise self._illegal(int(wrong), int(given[wrong]))

    def _illegal(self, row: int, action: int) -> ValueError:
        """Why an answer is refused, and what would be right."""
        game = self.game(row)
        hint = functools.partial(refusal.of_environment, game, f"seat {self.seat[row]} of game {row}", self.masks)
        try:
            game.clone().apply(action)
        except IllegalAction as fault:
            who, why = f"game {row}: {fault.seat}", f"{fault.why}; no game moved"
            return IllegalAction(who, action, fault.words, why, hint)
        return ValueError(f"game {row}: seat {self.seat[row]} may not play action {action}; no game moved")

    def _mend(self, answers: np.ndarray) -> None:
        """Put what `on_illegal` says in the place of illegal answers."""
        there = (answers >= 0) & (answers < self.world.actions)
        legal = self.mask[np.arange(self.games), np.where(there, answers, 0)] > 0
        for i in np.flatnonzero(~(there & legal)):
            seed, ply = int(self._setups["seed"][i]), int(self._plies[i])
            answers[i] = checks.instead(self.on_illegal, self.mask[i], seed, ply)

    @property
    def seeds(self) -> np.ndarray:
        """The seed of each game that is played."""
        return np.array(self._setups["seed"])

    @property
    def observation(self) -> Seen:
        """What the seats see that are asked; a dict of arrays where the encoder has parts."""
        return self._kind.seen(self._rows)

    def state(self) -> np.ndarray:
        """Everything but the chance to come, int16[games, world.state_size]: for critics, never for those who act."""
        return self.world.everything(self._tables, self._states)

    def situations(self) -> tuple[np.ndarray, np.ndarray]:
        """The tables, and the state of each game, for compiled rules that look at them; they are not copies."""
        return self._tables, self._states

    def snapshot(self) -> dict[str, np.ndarray]:
        """This moment of all games as plain arrays, for `restore`."""
        return batch_snapshots.take(self._labels(), self._arrays())

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Go back to a snapshot of a batch made with the same games; their seeds may be others.

        Arrays may come from anywhere: a ValueError says what is wrong with them, and nothing is changed. Observations
        are taken as they are; they are what is seen until the next step.
        """
        table = batch_snapshots.Table(self.world, self._tables, self._first, self.max_plies, self._loops["standing"])
        copies = batch_snapshots.checked(snapshot, self._labels(), self._arrays(), table)
        with interrupts.held_back(MANY):
            for name, one in batch_snapshots.plain(self._arrays()).items():
                one[...] = copies[name]

    def _labels(self) -> dict[str, Any]:
        """Which world and which printed game this is."""
        if not self._edition:
            self._edition = batch_snapshots.edition(self._tables)
        return batch_snapshots.labels(self.world, self._edition, self.encoder)

    def _arrays(self) -> dict[str, np.ndarray]:
        """Everything that changes."""
        still = ("_tables", "_blank")
        return {name: one for name, one in vars(self).items() if isinstance(one, np.ndarray) and name not in still}

    def _in_parts(self, loop: Callable[..., None], *rest: Any) -> None:
        """Contiguous parts, one a thread; the caller does the first."""
        if self.threads == 1:
            loop(self._tables, self._states, 0, self.games, *rest)
            return
        cuts = [self.games * k // self.threads for k in range(self.threads + 1)]
        with interrupts.held_back(MANY):
            waiting = [
                self._threads().submit(loop, self._tables, self._states, lo, hi, *rest) for lo, hi in pairwise(cuts[1:])
            ]
            loop(self._tables, self._states, 0, cuts[1], *rest)
            for one in waiting:
                one.result()

    def _threads(self) -> ThreadPoolExecutor:
        """The other threads; a fork leaves them behind, so that a child makes its own."""
        if self._pool is None or self._owner != os.getpid():
            self._pool, self._owner = ThreadPoolExecutor(self.threads - 1), os.getpid()
        return self._pool

    def close(self) -> None:
        """Let the threads go; they come back when they are needed."""
        if self._pool is not None and self._owner == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_loops": None, "_pool": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, _loops=drivers(kept["world"], kept["encoder"], kept["_hope"]))

    def _step(self) -> Step:
        info = Info(self._kind.seen(self._last), self._outcome, self._length, self._done == loops.CUT)
        return Step(self.observation, self.mask, self.reward, self._done > 0, self.seat, self.potential, info)

    def ending(self, row: int) -> Outcome | None:
        """How the game before ended in this row; None when it was cut, or none has ended yet."""
        if not self._outcome[row]:
            return None
        return self.world.told(self._options[self._like[row]], self._accounts[row : row + 1])

    def plies(self, row: int) -> int:
        """How many decisions the game before had in this row."""
        return int(self._length[row])

    def last(self, row: int) -> Seen:
        """The last observation of the game before in this row."""
        return self._kind.row(self._last[row : row + 1])

    def game(self, row: int) -> Game:
        """The game of this row as a handle that does not follow it."""
        game = self.world.game(**self._options[self._like[row]]).at(self._states, row)
        game.plies = int(self._plies[row])
        return game

    def play_out(self, steps: int, seed: int = 0) -> int:
        """Random legal play of a copy of game 0 inside compiled code, to measure; how many games ended."""
        bits, states, setups = np.uint64(seed), self._states[:1].copy(), self._setups[:1].copy()
        return int(self._loops["play_out"](self._tables, states, 0, self._blank, setups, steps, bits))

    def __repr__(self) -> str:
        return f"<BatchGame {self.world.name} {self.games} games, encoder={self.encoder!r}>"

    @property
    def nbytes(self) -> int:
        """The memory of all arrays."""
        return sum(one.nbytes for one in vars(self).values() if isinstance(one, np.ndarray))


def _each(games: Any) -> list[dict[str, Any]]:
    """The options of each game."""
    if checks.is_whole(games):
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


def _count(name: str, value: Any) -> None:
    if not checks.is_whole(value) or value < 1:
        raise ValueError(f"{name}={value!r} must be a whole number above 0")
