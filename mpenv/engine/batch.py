"""The batched stepper: many games in one array, answered together."""

import functools
import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import interrupts, refusal
from mpenv.encoders import Seen
from mpenv.engine import checks
from mpenv.engine import loops as driver
from mpenv.engine.jit import bind, bound
from mpenv.engine.switches import PLAIN
from mpenv.files import parse_json
from mpenv.world import Game, IllegalAction, Outcome, World, brief, brought

FORMAT = 2  # of snapshots
ABOUT = "about"  # in a snapshot: which world and which printed game it is of, as JSON in bytes
MANY = sys.maxsize  # interrupts that wait for the end of a step
WORTH_A_THREAD = 256  # games; below, a second thread costs more than it brings
_BOUND: dict[tuple[Path, str, str], dict[str, Callable[..., Any]]] = {}


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


def drivers(world: World, encoder: str, potential: str = "") -> dict[str, Callable[..., Any]]:
    """The shared loops, bound to a world's rules: once, also for copies of the world that came out of a pickle.

    `potential`: `module:NAME` of a compiled rule `(t, s)` in place of the world's own.
    """
    key = world.home, encoder, potential
    if key not in _BOUND:
        names = world.rules(encoder)
        names["choose"] = bound(driver.any_legal, **names)
        if potential:
            names["potential"] = rule_of(potential, "potential", "a compiled rule (t, s)")
        loops = (
            driver.begin_games,
            driver.step_games,
            driver.refused,
            driver.standing,
            driver.play_on,
            driver.play_out,
        )
        label = f"{encoder}.{potential}" if potential else encoder
        _BOUND[key] = {loop.__name__: bind(loop, world.home, label, **names) for loop in loops}
    return _BOUND[key]


def rule_of(code: str, what: str, kind: str) -> Callable[..., Any]:
    """The compiled rule that `module:NAME` names."""
    found: Any = brought(code, f"{what} {code!r}") if isinstance(code, str) and ":" in code else None
    if not (hasattr(found, "py_func") or (PLAIN and callable(found))):
        raise ValueError(f"there is no {what} {code!r}: it is module:NAME of {kind}")
    rule: Callable[..., Any] = found
    return rule


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
        held = (self._rows, self.mask, self.seat, self.potential, self._plies)
        with interrupts.held_back(MANY):
            self._setups[:] = self._first
            if chosen is not None:
                self._setups["seed"] = chosen
            self._in_parts(self._loops["begin_games"], self._blank, self._setups, *held)
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
        if self.on_illegal != "raise":
            self._mend(answers)
        wrong = self._loops["refused"](self._states, answers)
        if wrong >= 0:
            raise self._illegal(int(wrong), int(given[wrong]))
        return answers

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

    def snapshot(self) -> dict[str, np.ndarray]:
        """This moment of all games as plain arrays, for `restore`."""
        about = np.frombuffer(json.dumps(self._about()).encode(), np.uint8)
        return {ABOUT: about.copy(), **{name: np.array(one) for name, one in self._plain().items()}}

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Go back to a snapshot of a batch made with the same games; their seeds may be others.

        Arrays may come from anywhere: a ValueError says what is wrong with them, and nothing is changed. Observations
        are taken as they are; they are what is seen until the next step.
        """
        copies = self._copied(snapshot)
        fresh = {name: copies[name].view(one.dtype) for name, one in self._arrays().items() if one.dtype.names}
        if faults := [*self._setup_faults(fresh), *self._number_faults(copies)]:
            raise ValueError(f"this is no snapshot of such a batch: {faults[0]}")
        states, setups, accounts = (fresh[name] for name in ("_states", "_setups", "_accounts"))
        if faults := self.world.check_states(self._tables, states, setups, accounts) or self._standing(states, copies):
            raise ValueError(f"this is no snapshot of such a batch: {faults[0]}")
        with interrupts.held_back(MANY):
            for name, one in self._plain().items():
                one[...] = copies[name]

    def _copied(self, snapshot: Any) -> dict[str, np.ndarray]:
        """Copies of the arrays of a snapshot, whose names, shapes and types are those of this batch."""
        if not isinstance(snapshot, Mapping) or not all(isinstance(one, np.ndarray) for one in snapshot.values()):
            raise ValueError(f"this is no snapshot of a batch: it is a table of arrays, not {type(snapshot).__name__}")
        plain = self._plain()
        wrong = [
            str(name)
            for name in (plain.keys() | snapshot.keys()) - {ABOUT}
            if name not in plain
            or name not in snapshot
            or (plain[name].shape, plain[name].dtype) != (snapshot[name].shape, snapshot[name].dtype)
        ]
        if wrong or ABOUT not in snapshot:
            names = ", ".join(sorted([*wrong, ABOUT])[:5])
            raise ValueError(f"this is no snapshot of such a batch: {names} differ")
        try:
            about = parse_json(snapshot[ABOUT].tobytes())
        except ValueError:
            about = None
        for name, ours in self._about().items():
            if not isinstance(about, dict) or about.get(name) != ours:
                theirs = brief(about.get(name)) if isinstance(about, dict) else "unknown"
                raise ValueError(f"this is no snapshot of such a batch: its {name} is {theirs}, here it is {ours!r}")
        return {name: np.array(snapshot[name]) for name in plain}

    def _about(self) -> dict[str, Any]:
        """Which world and which printed game this is."""
        if not self._edition:
            self._edition = hashlib.sha256(self._tables.tobytes()).hexdigest()[:16]
        world = f"{self.world.name}_v{self.world.version}"
        return {"format": FORMAT, "world": world, "edition": self._edition, "encoder": self.encoder}

    def _setup_faults(self, fresh: dict[str, np.ndarray]) -> list[str]:
        """Of games that were set up in another way, but for their seeds."""
        ours = self._first.copy()
        found = []
        for name in ("_first", "_setups"):
            ours["seed"] = fresh[name]["seed"]
            sizes = (self.games, -1)
            wrong = (ours.view(np.uint8).reshape(sizes) != fresh[name].view(np.uint8).reshape(sizes)).any(1)
            if wrong.any():
                found.append(f"game {int(wrong.argmax())} is of another scenario, team, difficulty or other options")
        return found

    def _number_faults(self, copies: dict[str, np.ndarray]) -> list[str]:
        """Of counts and rewards that no game leads to."""
        most = self.max_plies or checks.MOST_PLIES
        limits = {
            "_plies": (0, most - 1 if self.max_plies else most),
            "_length": (0, most),
            "_done": (0, driver.CUT),
            "_outcome": (0, len(self.world.outcomes) - 1),
        }
        found = [
            f"{name.strip('_')} goes from {low} to {high}"
            for name, (low, high) in limits.items()
            if ((copies[name] < low) | (copies[name] > high)).any()
        ]
        return found + [
            f"{name} is no number" for name in ("reward", "potential") if not np.isfinite(copies[name]).all()
        ]

    def _standing(self, states: np.ndarray, copies: dict[str, np.ndarray]) -> list[str]:
        """Of masks and seats that do not follow from the states."""
        mask, seat = np.zeros_like(self.mask), np.zeros_like(self.seat)
        self._loops["standing"](states, mask, seat)
        if (seat < 0).any():
            return [f"game {int((seat < 0).argmax())} has ended"]
        wrong = (seat != copies["seat"]) | (mask != copies["mask"]).any(1)
        return [f"game {int(wrong.argmax())} asks another seat, or allows something else"] if wrong.any() else []

    def _arrays(self) -> dict[str, np.ndarray]:
        """Everything that changes."""
        still = ("_tables", "_blank")
        return {name: one for name, one in vars(self).items() if isinstance(one, np.ndarray) and name not in still}

    def _plain(self) -> dict[str, np.ndarray]:
        """The same, records as bytes."""
        return {name: one.view(np.uint8) if one.dtype.names else one for name, one in self._arrays().items()}

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
        info = Info(self._kind.seen(self._last), self._outcome, self._length, self._done == driver.CUT)
        return Step(self.observation, self.mask, self.reward, self._done > 0, self.seat, self.potential, info)

    def ending(self, row: int) -> Outcome | None:
        """How the game before ended in this row; None when it was cut, or none has ended yet."""
        if not self._outcome[row]:
            return None
        return self.world.told(self._options[row], self._accounts[row : row + 1])

    def plies(self, row: int) -> int:
        """How many decisions the game before had in this row."""
        return int(self._length[row])

    def last(self, row: int) -> Seen:
        """The last observation of the game before in this row."""
        return self._kind.row(self._last[row : row + 1])

    def game(self, row: int) -> Game:
        """The game of this row as a handle that does not follow it."""
        game = self.world.game(**self._options[row]).at(self._states, row)
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
