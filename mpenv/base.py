"""A game and a view that follow from a record and the rules of a world, for worlds to inherit from.

`mpenv.base_world.RecordWorld` says what a world has to fill in. The conventions of its state record:

- `seed` is the seed of the game; chance is drawn from it by the rules.
- Fields that state and setup have in common are copied by the rule `start` and stay as they are.
- What stands from the field `logged` on is no part of the situation: `event[:logged]` are the rows of numbers that
  the last step left for replays and for `World.events`.
"""

import functools
import hashlib
import operator
import secrets
import zlib
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from mpenv import refusal, snapshots
from mpenv.encoders import Seen
from mpenv.engine.entries import ROOT, TOO_WIDE
from mpenv.engine.records import readable
from mpenv.world import REPEATED, IllegalAction, Outcome, brief

if TYPE_CHECKING:
    from mpenv.base_world import Printed, RecordWorld

ROOM, MOST_ROOM = 64, 1 << 14  # rows for the situations that an answer leads to
LETTER, LINE = 8, 20  # width and height of text in a picture
INK = {"light": ("#ffffff", "#000000"), "dark": ("#000000", "#ffffff")}


class RecordView:
    """A seat's own copy of what it may know of a game; nothing in it leads back to the game."""

    def __init__(self, world: "RecordWorld", options: Any, states: np.ndarray, seat: int) -> None:
        self.world, self.options, self.seat = world, options, seat
        self.record = world.states(1)
        world.entries.look(world.pack.tables, states, 0, self.record, 0, seat)

    @property
    def state(self) -> Any:
        """The record, read by attribute."""
        return self.record.view(readable(self.record.dtype))[0]

    @property
    def asked(self) -> int | None:
        """The seat whose answer is awaited; None after the end."""
        seat = int(self.world.entries.seat(self.record, 0))
        return None if seat < 0 else seat

    @property
    def mask(self) -> np.ndarray:
        """1 for every legal action id; all zero while another seat is asked."""
        mask = np.zeros(self.world.actions, np.int8)
        return mask if self.world.entries.mask(self.record, 0, mask) == self.seat else np.zeros_like(mask)

    @property
    def legal(self) -> list[int]:
        """The legal action ids, ascending; empty while another seat is asked."""
        found: list[int] = self.mask.nonzero()[0].tolist()
        return found

    @property
    def day(self) -> int:
        """The round that is played."""
        return self.world.day(self.state)

    @property
    def names(self) -> list[str]:
        """The name of each seat."""
        return [*self.world.names]

    def words(self, action: int) -> str:
        """The notation of an action of this seat."""
        return f"{self.names[self.seat]} {self.world.words[action]}"

    def meaning(self, action: int) -> str:
        """The effect of an answer of this seat, in plain words."""
        return self.world.meanings[action] if self.world.meanings else self.words(action)

    def encode(self, name: str = "flat") -> Seen:
        """This view as an encoder shows it."""
        return observed(self.world, name, self.record, self.seat, lambda: self)

    def text(self) -> str:
        """The table as this seat sees it."""
        return self.world.text(self.state)

    def determinize(self, rng: np.random.Generator) -> Any:
        """A game that this view could be of: chance to come and hidden cards are drawn anew."""
        game = self.world.game_class.from_record(self.options, self.record)
        game._state.seed = np.uint64(rng.integers(1 << 64, dtype=np.uint64))
        self.world.redraw(game._state, rng)
        return game


def observed(world: Any, encoder: str, states: np.ndarray, seat: int, view: Callable[[], Any]) -> Seen:
    """The observation of a seat: rows written by compiled rules, or whatever a `Reading` makes of the view."""
    if reading := world.reading(encoder):
        return reading.read(view())
    kind = world.encoder(encoder)
    rows = kind.rows(1)
    world.entries.show(encoder)(world.pack.tables, states, 0, seat, rows[0])
    return kind.row(rows)


class RecordGame:
    """A game in progress: ask `seat` and `legal()`, answer with `apply()`, until there is an `outcome`."""

    world: ClassVar[Any]  # filled in by the world
    entries: ClassVar[Any]
    actions: ClassVar[int]
    longest: ClassVar[int] = 200  # characters of a notation that are read
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

    def _start(self, pack: "Printed", options: Any) -> None:
        self.pack, self._options, self.plies = pack, options, 0
        self._bytes = self.world.states(1).view(np.uint8)

    @classmethod
    def from_record(cls, options: Any, states: np.ndarray) -> Self:
        """A game of a state that was not played here."""
        game = object.__new__(cls)
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
        """How promising it looks to the team, between 0 and 1; 0 after the end."""
        # Of a copy: a question leaves the scratch space as it is, so that snapshots stay the same.
        return float(self.entries.potential(self.pack.tables, self._states.copy(), 0))

    # --- in words and pictures ------------------------------------------------------------------

    def chance(self) -> list[list[int]]:
        """The events of the last step, as numbers for replays."""
        s = self._state
        return s.event[: s.logged].tolist() if "event" in self._states.dtype.names else []

    def happened(self, seat: int | None = None) -> list[str]:
        """The events of the last step in words; for a seat as far as it may know them."""
        return [self.world.events[kind].format(*numbers) for kind, *numbers in self.chance()]

    def text(self) -> str:
        """The table as text, as the seat that is asked sees it."""
        return str(self._looking().text())

    def meaning(self, action: int | str) -> str:
        """The effect of an answer in plain words."""
        number = self._number(action)
        return str(self._looking().meaning(number)) if number in self.legal() else "not legal now"

    def asks(self) -> str:
        """Whose answer is awaited, to what, and why."""
        return "The game has ended." if self.seat is None else f"{self._asked()} is asked"

    def describe(self) -> str:
        """The situation, the question, and the meaning of each legal answer."""
        answers = [f"{action} {self.words(action)}: {self.meaning(action)}" for action in self.legal()]
        return "\n".join([self.text(), self.asks(), *answers])

    def frame(self, theme: str = "light") -> str:
        """The beginning of a picture before its pieces; `</svg>` closes it."""
        return _frame(self.text().split("\n"), theme)

    def pieces(self) -> list[tuple[str, str]]:
        """The picture in pieces, key and markup; `frame` opens it."""
        return _pieces(self.text().split("\n"))

    def parts(self, theme: str = "light") -> list[tuple[tuple[float, float, float, float], str]]:
        """The picture as pictures side by side, each with its x, y, width and height."""
        return [((0, 0, *_size(self.text().split("\n"))), self.svg(theme))]

    def svg(self, theme: str = "light", seat: int | None = None) -> str:
        """The table as a picture, as a seat sees it: by default its text."""
        lines = (self._looking() if seat is None else self.view(seat)).text().split("\n")
        return _frame(lines, theme) + "".join(markup for _, markup in _pieces(lines)) + "</svg>"

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
        return self.world.reasons[self.entries.why_not(self._states, 0, action)], False

    def _hint(self, ids: bool) -> Callable[[], str]:
        """The question and its legal answers, written when it is read."""
        return functools.partial(refusal.of_game, self.clone(), ids)

    def _asked(self) -> str:
        """The name of the seat that is asked."""
        return "nobody" if self.seat is None else str(self.world.names[self.seat])

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy of this moment."""
        copy = object.__new__(self.__class__)
        copy.pack, copy._options, copy.plies = self.pack, self._options, self.plies
        copy._bytes = self._bytes.copy()
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def at(self, states: np.ndarray, index: int) -> Self:
        """A game with the options of this one but for the seed, that stands where one of many states stands."""
        copy = object.__new__(self.__class__)
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
        found = [(float(likely[row]), self.at(states, row)) for row in range(ROOT + 1, end)]
        for _, game in found:
            game.plies = self.plies + 1
        return found

    def _spread(self, number: int) -> tuple[np.ndarray, np.ndarray, int]:
        """The rows an answer leads to with their probabilities, and where they end."""
        rows = ROOM
        while True:
            states, likely = self.world.states(rows), np.zeros(rows)
            self.into(states, ROOT)
            words = states.view(np.uint64).reshape(rows, -1)
            end = int(self.entries.spread(self.pack.tables, states, words, likely, number))
            if end >= 0:
                return states, likely, end
            if end != TOO_WIDE or rows == MOST_ROOM:
                raise ValueError(f"{self.words(number)}: it can lead to too many situations")
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
        return self._bytes[: self.world.situation_bytes].tobytes()

    def fingerprint(self) -> str:
        """Equal for equal situations of the same printed game, and only for those."""
        return hashlib.sha256(self.pack.mark.encode() + self._situation()).hexdigest()[:16]

    def checks(self) -> dict[str, str]:
        """A check sum of each field of the situation, so that a replay can say which field differs."""
        fields = self._states.dtype.fields or {}
        return {
            name: f"{zlib.crc32(self._bytes[start : start + kind.itemsize].tobytes()):08x}"
            for name, (kind, start, *_) in fields.items()
            if start < self.world.situation_bytes
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, self.__class__):
            return NotImplemented
        return bool(self.pack.mark == other.pack.mark and self._situation() == other._situation())

    __hash__ = None  # type: ignore[assignment]

    def to_position(self) -> str:
        """This situation as a position file, for `World.game(position=...)`."""
        raise ValueError(f"{self.world.name} has no position files")


# --- text as a picture --------------------------------------------------------------------------


def _size(lines: list[str]) -> tuple[int, int]:
    return 2 * LETTER + LETTER * max(map(len, lines)), LINE // 2 + LINE * len(lines)


def _frame(lines: list[str], theme: str) -> str:
    (width, height), (paper, ink) = _size(lines), INK.get(theme, INK["light"])
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    back = f'<rect width="{width}" height="{height}" fill="{paper}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="{ink}">{back}'


def _pieces(lines: list[str]) -> list[tuple[str, str]]:
    return [
        (f"line {k}", f'<text x="{LETTER}" y="{LINE * (k + 1)}">{escape(line)}</text>') for k, line in enumerate(lines)
    ]
