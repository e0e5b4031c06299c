"""A world that follows from its records and rules: an author fills in the attributes and methods named first."""

import dataclasses
import functools
import hashlib
import inspect
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import snapshots
from mpenv.base.game import RecordGame
from mpenv.encoders import EncoderInfo, Field, Reading
from mpenv.engine.checks import seed_checked
from mpenv.engine.entries import Entries, completed
from mpenv.engine.records import layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.spelling import did_you_mean
from mpenv.terms import Terms, Verb
from mpenv.world import Outcome, UnknownOption


class Printed(NamedTuple):
    """A printed game: its id, a hash of its contents, and the record of tables that the rules read."""

    id: str
    hash: str
    tables: np.ndarray

    @property
    def mark(self) -> str:
        return f"{self.id} {self.hash}"


def records(count: int, record: type, **values: Any) -> np.ndarray:
    """Records of a class as rules take them, zero but for these values."""
    rows = np.zeros(count, _dtype(record))
    for name, value in values.items():
        rows[name] = value
    return rows


@functools.cache
def _dtype(record: type) -> np.dtype[Any]:
    kind = layout(record)
    return readable(kind) if PLAIN else kind


class RecordWorld:
    """The base of a world; `tests/worlds/toy.py` is an example of one."""

    # --- an author writes -----------------------------------------------------------------------

    name: str
    words: tuple[str, ...]  # the notation of each action
    names: tuple[str, ...]  # of the seats
    outcomes: tuple[str, ...]  # running first, then how a game can end
    Options: Any  # a dataclass: the options of a game but for the seed, each made by `mpenv.options.option`
    state_record: type  # the records of `mpenv.base` and `mpenv/engine/loops.py`
    setup_record: type
    account_record: type
    tables: np.ndarray  # the printed game
    encoders: tuple[EncoderInfo, ...]  # `flat` among them
    game_class: type[RecordGame]  # a subclass of RecordGame of its own, perhaps empty
    compiled: tuple[Any, ...]  # the rules that `mpenv/engine/loops.py` and `mpenv/engine/entries.py` name

    def ended(self, account: Any) -> Outcome:
        """Make the outcome of a game from its account record; fields are read as attributes."""
        raise NotImplementedError

    def redraw(self, state: Any, rng: np.random.Generator) -> None:
        """Draw the hidden part of a state anew; the seed is already another."""
        raise NotImplementedError

    # --- and may write --------------------------------------------------------------------------

    version = 0
    agent = "player"  # the name of a seat in environments, before its number
    round = "round"  # the word for a round: day, hour, hand
    meanings: tuple[str, ...] = ()  # of each action, in plain words
    reasons: tuple[str, ...] = ()  # why an action is not legal, by the rule `why_not`
    events: tuple[str, ...] = ()  # by the first number of a row of `event`; {} for the others
    readings: tuple[Reading, ...] = ()
    verbs: tuple[Verb, ...] = ()  # commands that only this world has
    entries: Any  # entries of its own, where these rules are compiled already

    def rules(self, encoder: str) -> dict[str, Any]:
        """The compiled rules by name, for an encoder; a world with several picks its rule `write` here."""
        self.encoder(encoder)
        found = {one.__name__: one for one in self.compiled}
        return {**completed(found, self.home, self.situation_bytes // 8), "ACTIONS": self.actions}

    @property
    def terms(self) -> Terms:
        """Words and defaults; the first way to end counts as won."""
        return Terms(success=self.outcomes[1], round=self.round)

    def day(self, state: Any) -> int:
        """The round that is played."""
        return int(state.day) if "day" in state.dtype.names else 0

    def text(self, state: Any) -> str:
        """The table in words, of a state as a seat sees it."""
        return "\n".join(f"{name} {getattr(state, name)}" for name in self._situation)

    def guide(self, game: Any) -> list[str]:
        """Guide line of a tutorial for the seat that is asked; nothing where there is none."""
        return []

    def agents(self, seats: int) -> list[str]:
        """The names of the agents in environments."""
        return [f"{self.agent}_{seat}" for seat in range(seats)]

    # --- the rest follows -----------------------------------------------------------------------

    def __init__(self) -> None:
        cls = type(self)
        inherited = vars(RecordWorld)
        needed = [name for name in RecordWorld.__annotations__ if name not in (*inherited, "entries")]
        missing = [name for name in needed if not hasattr(cls, name)]
        missing += [name for name in ("ended", "redraw") if getattr(cls, name) is inherited[name]]
        if missing:
            raise TypeError(f"the world {cls.__name__} lacks {', '.join(missing)}; mpenv.base.RecordWorld names them")
        kind: Any = self.game_class
        if not hasattr(type(self), "entries"):
            type(self).entries = Entries(self)  # of the class: copies of a world are pickled without them
        kind.world, kind.entries, kind.actions = self, self.entries, self.actions
        kind.situation_bytes = self.situation_bytes

    @property
    def actions(self) -> int:
        return len(self.words)

    @property
    def home(self) -> Path:
        """The folder of its sources."""
        return Path(inspect.getfile(type(self))).resolve().parent

    @functools.cached_property
    def pack(self) -> Printed:
        """The printed game."""
        return Printed(self.name, hashlib.sha256(self.tables.tobytes()).hexdigest()[:16], self.tables)

    @functools.cached_property
    def situation_bytes(self) -> int:
        """Length in bytes of the part of a state that makes two situations equal."""
        kind = _dtype(self.state_record)
        fields: Any = kind.fields
        return int(fields["logged"][1]) if "logged" in fields else kind.itemsize

    @functools.cached_property
    def _situation(self) -> list[str]:
        fields: Any = _dtype(self.state_record).fields
        return [name for name, field in fields.items() if field[1] < self.situation_bytes and name != "seed"]

    @functools.cached_property
    def oracle(self) -> EncoderInfo:
        """The numbers that critics may see; by default all of the situation but the seed."""
        kind, bounds = _dtype(self.state_record), np.iinfo(np.int16)
        fields = tuple(Field(name, int(np.prod(kind[name].shape or 1)), name) for name in self._situation)
        return EncoderInfo("oracle", bounds.min, bounds.max, fields, None)

    @property
    def state_size(self) -> int:
        return self.oracle.size

    def everything(self, tables: np.ndarray, states: np.ndarray) -> np.ndarray:
        """The numbers of the oracle, int16[games, state_size]: the fields of the state that it names."""
        rows = [np.array(states[field.name]).reshape(len(states), -1) for field in self.oracle.fields]
        return np.concatenate(rows, 1).astype(np.int16)

    def encoder(self, name: str) -> EncoderInfo:
        """An encoder that writes numbers."""
        for one in self.encoders:
            if one.name == name:
                return one
        there = [*(one.name for one in self.encoders), *(one.name for one in self.readings)]
        raise ValueError(f"there is no encoder {name!r}, there are: {', '.join(there)}{did_you_mean(name, there)}")

    def reading(self, name: str) -> Reading | None:
        """An encoder that reads single views; None for one that writes numbers."""
        for one in self.readings:
            if one.name == name:
                return one
        self.encoder(name)
        return None

    def game(self, position: str | None = None, **options: Any) -> Any:
        """A new game by its options."""
        if position is not None:
            raise ValueError(f"the {self.name} has no position files")
        return self.game_class(**options)

    def chosen(self, options: dict[str, Any]) -> Any:
        """Options as the dataclass of this world; a wrong one is refused, and so is a wrong seed."""
        there = [one.name for one in dataclasses.fields(self.Options)]
        for name in options:
            if name not in (*there, "seed"):
                raise UnknownOption.of(name, (*there, "seed"))
        seed_checked(options["seed"])
        return self.Options(**{name: value for name, value in options.items() if name != "seed"})

    def setups(self, games: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
        """The tables, and a setup for each game."""
        return self.pack.tables, self.setup_rows(games)

    def setup_rows(self, games: list[dict[str, Any]]) -> np.ndarray:
        """A setup for each game: its seed, and the options that are fields of the record."""
        rows = records(len(games), self.setup_record)
        for i, options in enumerate(games):
            try:
                chosen = vars(self.chosen(options))
            except ValueError as fault:
                raise ValueError(f"game {i}: {fault}") from None
            for name in rows.dtype.names or ():
                if name in chosen:
                    rows[name][i] = chosen[name]
            rows["seed"][i] = options["seed"]
        return rows

    def states(self, count: int) -> np.ndarray:
        """Zeroed states."""
        return records(count, self.state_record)

    def accounts(self, count: int) -> np.ndarray:
        """Zeroed accounts."""
        return records(count, self.account_record)

    def told(self, options: dict[str, Any], account: np.ndarray) -> Outcome:
        """Make the outcome of a game of these options from its account record."""
        return self.ended(account.view(readable(account.dtype))[0])

    def snapshot_head(self, options: Any) -> bytes:
        """The beginning of the snapshots of all games with these options."""
        about = {"world": f"{self.name}_v{self.version}", "pack": self.pack.id, "edition": self.pack.mark}
        return snapshots.head_of({**about, **vars(options)})

    def state_fault(self, states: np.ndarray, options: Any) -> str:
        """Say why a state from outside belongs to no game with these options; empty when it does."""
        setups = self.setup_rows([{**vars(options), "seed": int(states["seed"][0])}])
        faults = self.check_states(self.pack.tables, states, setups, self.accounts(1))
        return faults[0].partition(": ")[2] if faults else ""

    def check_states(
        self, tables: np.ndarray, states: np.ndarray, setups: np.ndarray, accounts: np.ndarray
    ) -> list[str]:
        """The faults of states and accounts that come from outside."""
        found = []
        for name in states.dtype.names or ():
            if name in (setups.dtype.names or ()) and len(rows := _unlike(states[name], setups[name])):
                found.append(f"game {rows[0]}: its {name} is another than it was set up with")
        if (row := int(self.entries.first_impossible(tables, states))) >= 0:
            found.append(f"game {row}: play cannot lead to its state")
        if "event" in (states.dtype.names or ()):
            rows = states["event"][:, :, 0]
            wrong = (states["logged"] < 0) | (states["logged"] > rows.shape[1])
            wrong |= ((rows < 0) | (rows >= len(self.events))).any(1)
            found += [f"game {row}: its events are none of this world" for row in np.flatnonzero(wrong)[:1]]
        if "outcome" in (accounts.dtype.names or ()):
            wrong = (accounts["outcome"] < 0) | (accounts["outcome"] >= len(self.outcomes))
            found += [f"game {row}: its account has no outcome" for row in np.flatnonzero(wrong)[:1]]
        return found


def _unlike(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The rows that differ."""
    return np.flatnonzero((one != other).reshape(len(one), -1).any(1))
