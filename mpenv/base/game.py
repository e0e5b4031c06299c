"""A game that follows from a record and the rules of a world."""

import functools
import hashlib
import math
import operator
import secrets
import zlib
from collections.abc import Callable
from typing import Any, ClassVar, Self

import numpy as np

from mpenv import refusal, snapshots
from mpenv.base.view import RecordView, observed
from mpenv.base.words import Described
from mpenv.encoders import Seen
from mpenv.engine.entries import ROOT, TOO_WIDE
from mpenv.engine.records import readable
from mpenv.engine.solver import PATIENCE
from mpenv.world import REPEATED, IllegalAction, Outcome, brief

ROOM, MOST_ROOM = 64, 1 << 14  # rows for the situations that an answer leads to
_new = object.__new__


class RecordGame(Described):
    """A game in progress: ask `seat` and `legal()`, answer with `apply()`, until there is an `outcome`."""

    world: ClassVar[Any]  # filled in by the world
    entries: ClassVar[Any]
    actions: ClassVar[int]
    situation_bytes: ClassVar[int]  # of the record, that make two situations equal
    longest: ClassVar[int] = 200  # characters of a notation that are read
    spread_root: ClassVar[int] = ROOT  # the row from which the entry `spread` goes on
    spread_faults: ClassVar[dict[int, str]] = {TOO_WIDE: "it can lead to too many situations"}
    pack: Any
    plies: int
    _options: Any
    _bytes: np.ndarray

    def __init__(self, seed: int | None = None, **options: Any) -> None:
        world = self.world
        given = {**options, "seed": secrets.randbits(63) if seed is None else seed}
        self._start(world.pack, world.chosen(given))
        world.entries.begin(self.pack.tables, self._states, 0, world.states(1), world.setup_rows([given]), 0)

    def __repr__(self) -> str:
        asked = f"ended in {self.outcome.result}" if self.outcome else f"{self._asked()} to answer"
        return f"<Game {self.world.name}, {self.options}, {asked}, {self.plies} plies>"

    def _start(self, pack: Any, options: Any) -> None:
        self.pack, self._options, self.plies = pack, options, 0
        self._bytes = self.world.states(1).view(np.uint8)

    @classmethod
    def from_record(cls, options: Any, states: np.ndarray) -> Self:
        """A game of a state that was not played here."""
        game = _new(cls)
        game._start(cls.world.pack, options)
        game._bytes[:] = states.view(np.uint8)
        return game

    # Windows into the bytes of the one record; made when first needed, so that a clone is one copy.

    @functools.cached_property
    def _states(self) -> np.ndarray:
        states: np.ndarray = self._bytes.view(self.world.states(0).dtype)
        return states

    @functools.cached_property
    def _state(self) -> Any:
        return self._states.view(readable(self._states.dtype))[0]

    # --- asking ---------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return len(self.world.names)

    @property
    def seed(self) -> int:
        return int(self._state.seed)

    @property
    def day(self) -> int:
        """The round that is played."""
        return int(self.world.day(self._state))

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None after the end."""
        seat = int(self.entries.seat(self._states, 0))
        return None if seat < 0 else seat

    @property
    def outcome(self) -> Outcome | None:
        """None while it runs, then how it ended."""
        if self.seat is not None:
            return None
        account = self.world.accounts(1)
        self.entries.give_account(self.pack.tables, self._states, 0, account, 0)
        found: Outcome = self.world.told(self.options, account)
        return found

    @property
    def options(self) -> dict[str, Any]:
        """The options it was made with, seed included; `World.game(**options)` starts it again."""
        return {**vars(self._options), "seed": self.seed}

    @property
    def identity(self) -> dict[str, str]:
        """Which printed game this is."""
        return {"pack": self.pack.id, "hash": self.pack.hash}

    def mask(self) -> np.ndarray:
        """1 for every legal action id of the seat that is asked."""
        mask = np.zeros(self.actions, np.int8)
        self.entries.mask(self._states, 0, mask)
        return mask

    def legal(self) -> list[int]:
        """The legal action ids, ascending."""
        found: list[int] = self.mask().nonzero()[0].tolist()
        return found

    def words(self, action: int) -> str:
        """The notation of an action of the seat that is asked."""
        return f"{self._asked()} {self.world.words[action]}"

    def heard(self, action: int, seat: int) -> str:
        """The notation of an action that is about to be played, as far as a seat may know it."""
        return self.words(action)

    def read(self, words: str) -> int:
        """The action id of a notation; the name of the seat may be left out."""
        wanted, who = " ".join(words.casefold().split()), f"{self._asked()} ".casefold()
        for action in range(self.actions):
            if wanted.removeprefix(who) == self.words(action).casefold().removeprefix(who):
                return action
        raise ValueError(f"{words!r} is no action, there are: {', '.join(self.world.words)}")

    def view(self, seat: int) -> Any:
        """The knowledge of a seat at this moment; it does not follow the game."""
        return RecordView(self.world, self._options, self._states, self._checked(seat))

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}, seats go from 0 to {self.seats - 1}")
        return seat

    def _looking(self) -> Any:
        """The view of the seat that is asked."""
        return self.view(self.seat or 0)

    def observe(self, encoder: str = "flat", seat: int | None = None) -> Seen:
        """The observation of a seat: the one that is asked, or another."""
        looks = (self.seat or 0) if seat is None else self._checked(seat)
        return observed(self.world, encoder, self._states, looks, lambda: self.view(looks))

    def oracle(self) -> np.ndarray:
        """Everything but the chance to come, also what no seat may know: for critics, never for those who act."""
        return np.asarray(self.world.everything(self.pack.tables, self._states)[0])

    def potential(self) -> float:
        """Potential for shaped rewards: the progress of the team, from 0 to 1; 0 after the end."""
        # Of a copy: a question leaves the scratch space as it is, so that snapshots stay the same.
        return float(self.entries.potential(self.pack.tables, self._states.copy(), 0))

    # --- answering ------------------------------------------------------------------------------

    def apply(self, action: int | str) -> None:
        """Answer what is asked, by action id or notation; IllegalAction changes nothing."""
        number = self._number(action)
        if not self.entries.answer(self.pack.tables, self._states, 0, number):
            self._refuse(number, action)
        self.plies += 1

    def _number(self, action: int | str) -> int:
        if isinstance(action, str):
            if len(action) > self.longest:
                why = f"it has {len(action):,} characters, no action has more than {self.longest}"
                raise IllegalAction(self._asked(), action, f"{action[:REPEATED]}...", why)
            try:
                return self.read(action)
            except ValueError as fault:
                why = str(fault).removeprefix(repr(action)).lstrip()
                raise IllegalAction(self._asked(), action, action, f"it {why}") from None
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalAction(self._asked(), action, brief(action), "an action is a whole number") from None
        if not 0 <= number < self.actions:
            words = f"ids go from 0 to {self.actions - 1}"
            raise IllegalAction(self._asked(), number, brief(number), words, self._hint(ids=True))
        return number

    def _refuse(self, action: int, given: int | str) -> None:
        """Say why an action is not legal; an action given by its notation is answered by notation."""
        by_id = not isinstance(given, str)
        who, shown, words = self._asked(), action if by_id else given, self.words(action)
        if self.seat is None:
            raise IllegalAction(who, shown, words, "the game has ended")
        why, hinted = self._why_not(action)
        # Whoever names an action that this prompt has asks for the reason alone.
        raise IllegalAction(who, shown, words, why, self._hint(ids=by_id) if by_id or hinted else str)

    def _why_not(self, action: int) -> tuple[str, bool]:
        """Why an action is not legal, and whether a name deserves the list of the legal ones besides."""
        if not self.world.reasons:
            return "it is not legal now", True
        return self.world.reasons[self.entries.why_not(self._states, 0, action) - 1], False

    def _hint(self, ids: bool) -> Callable[[], str]:
        """The question and its legal answers, written when it is read."""
        return functools.partial(refusal.of_game, self.clone(), ids)

    def _asked(self) -> str:
        """The name of the seat that is asked."""
        return "nobody" if self.seat is None else str(self.world.names[self.seat])

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy of this moment."""
        copy = _new(self.__class__)
        copy.pack, copy._options, copy.plies = self.pack, self._options, self.plies
        copy._bytes = self._bytes.copy()
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def at(self, states: np.ndarray, index: int) -> Self:
        """A game with the options of this one but for the seed, that stands where one of many states stands."""
        copy = _new(self.__class__)
        copy.pack, copy._options, copy.plies = self.pack, self._options, 0
        copy._bytes = states[index : index + 1].view(np.uint8).copy()
        return copy

    def into(self, states: np.ndarray, index: int) -> np.ndarray:
        """Write this moment to a place among many states; the tables by which they are played."""
        states[index] = self._states[0]
        tables: np.ndarray = self.pack.tables
        return tables

    def futures(self, action: int | str) -> list[tuple[float, Self]]:
        """Every situation an answer can lead to, with its probability, before anybody knows chance and hidden cards."""
        number = self._number(action)
        if not self.mask()[number]:
            self._refuse(number, action)
        states, likely, end = self._spread(number)
        found = []
        for row in range(self.spread_root + 1, end):
            game = self._supposed(states[row : row + 1])
            game.plies = self.plies + 1
            found.append((float(likely[row]), game))
        return found

    def _supposed(self, states: np.ndarray) -> Self:
        """A game that this one can lead to."""
        return self.from_record(self._options, states)

    def _spread(self, number: int) -> tuple[np.ndarray, np.ndarray, int]:
        """The rows an answer leads to with their probabilities, and where they end."""
        rows = ROOM
        while True:
            states, likely = self.world.states(rows), np.zeros(rows)
            self.into(states, self.spread_root)
            likely[PATIENCE] = math.inf
            words = states.view(np.uint64).reshape(rows, -1)
            end = int(self.entries.spread(self.pack.tables, states, words, likely, number))
            if end >= 0:
                return states, likely, end
            if end != TOO_WIDE or rows == MOST_ROOM:
                raise ValueError(f"{self.words(number)}: {self.spread_faults[end]}")
            rows *= 4

    def snapshot(self) -> bytes:
        """This moment as bytes, for `restore`."""
        return snapshots.pack_up(self.world.snapshot_head(self._options), self.plies, self._bytes)

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of a game with the same options, the seed excepted.

        Bytes may come from anywhere: what no game with these options can lead to is refused, and nothing is changed.
        """
        held = snapshots.unpack(snapshot, self.world.snapshot_head(self._options), len(self._bytes))
        if fault := self.world.state_fault(held.raw.copy().view(self._states.dtype), self._options):
            raise ValueError(f"this is no snapshot of a game: {fault}")
        self.plies, self._bytes[:] = held.plies, held.raw

    def __getstate__(self) -> tuple[Any, bytes]:
        return self._options, self.snapshot()

    def __setstate__(self, kept: tuple[Any, bytes]) -> None:
        self._start(self.world.pack, kept[0])
        self.restore(kept[1])

    def _situation(self) -> bytes:
        """The bytes of all that makes two situations equal."""
        return self._bytes[: self.situation_bytes].tobytes()

    def fingerprint(self) -> str:
        """Equal for equal situations of the same printed game, and only for those."""
        return hashlib.sha256(self.pack.mark.encode() + self._situation()).hexdigest()[:16]

    def checks(self) -> dict[str, str]:
        """A check sum of each field of the situation, so that a replay can say which field differs."""
        fields: Any = self._states.dtype.fields
        return {
            name: f"{zlib.crc32(self._bytes[start : start + kind.itemsize].tobytes()):08x}"
            for name, (kind, start, *_) in fields.items()
            if start < self.situation_bytes
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, self.__class__):
            return NotImplemented
        return bool(self.pack.mark == other.pack.mark and self._situation() == other._situation())

    __hash__ = None  # type: ignore[assignment]

    def to_position(self) -> str:
        """This situation as a position file, for `World.game(position=...)`."""
        raise ValueError(f"{self.world.name} has no position files")
