"""Protocols of a world, a game and a view, through which shared rooms know them; nothing is about one game."""

import importlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from mpenv.encoders import EncoderInfo, Reading, Seen
from mpenv.terms import Terms, Verb


class _Ended(NamedTuple):
    result: str
    day: int
    reasons: tuple[str, ...]
    worth: float
    details: dict[str, Any] = {}  # noqa: RUF012 - a tuple's default, never written


class Outcome(_Ended):
    """The end of a game: the result in the world's words, in which round, why, and what it is worth to the team.

    `details` says it again as plain data, in the words of the world: lists of tables that JSON can hold. `success`
    is whatever has a worth, unless the world says otherwise; `listed` is its name among `World.outcomes`.
    """

    success: bool
    listed: str

    def __new__(
        cls,
        result: str,
        day: int,
        reasons: tuple[str, ...],
        worth: float,
        details: dict[str, Any] | None = None,
        success: bool | None = None,
        listed: str = "",
    ) -> "Outcome":
        self = super().__new__(cls, result, day, reasons, worth, {} if details is None else details)
        self.success, self.listed = worth > 0 if success is None else success, listed or result
        return self


class IllegalAction(ValueError):
    """An action that is no answer now; nothing was changed.

    `seat`, `action`, `words` and `why` say who may not play what; `args[0]` is the sentence made of them. `hint` says
    what would be right, on lines of its own: what is asked, which answers are legal, how to draw one.
    """

    def __init__(
        self,
        seat: "str | IllegalAction",
        action: object = None,
        words: str = "",
        why: str = "",
        hint: str | Callable[[], str] = "",
    ) -> None:
        if isinstance(seat, IllegalAction):  # vector environments raise anew what a worker sent, as IllegalAction(it)
            seat, action, words, why, hint = seat._parts()
        self.seat, self.action, self.words, self.why, self._hint = seat, action, words, why, hint
        known = isinstance(action, int) and 0 <= action < 1 << 31 and str(action) != words
        number = f" (action {action})" if known else ""
        super().__init__(f"{seat} may not play {brief(words)}{number}: {why}")

    @property
    def hint(self) -> str:
        if callable(self._hint):  # many are caught and never read, so it is written when it is first asked for
            self._hint = self._hint()
        return self._hint

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.args[0], self.hint)))

    def _parts(self) -> tuple[str, object, str, str, str]:
        return self.seat, self.action, self.words, self.why, self.hint

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._parts()


class UnknownOption(ValueError, TypeError):
    """An option that no environment has: a ValueError, and a TypeError as of a wrong keyword of a function.

    Some libraries try keywords of their own; they go on without them when the TypeError has Python's words.
    """

    @classmethod
    def of(cls, name: str, there: Iterable[str]) -> "UnknownOption":
        known = ", ".join(there)
        return cls(f"there is no option {name!r}, there are: {known} (unexpected keyword argument {name!r})")


REPEATED = 60  # characters of a wrong value that a message repeats


def brief(value: object) -> str:
    """As much of a wrong value as a message repeats."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length():,} bits"
    said = repr(value[: REPEATED + 1] if isinstance(value, str | bytes) else value)
    return said if len(said) <= REPEATED + 2 else f"{said[:REPEATED]}..."


def brought(code: str, what: str) -> Any:
    """Load the object that `package.module:NAME` names; `what` says in a refusal what it should have been."""
    module, _, name = code.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, TypeError, ValueError) as fault:
        raise ValueError(f"{what} cannot be loaded: {fault}") from None


class View(Protocol):
    """The knowledge that one seat has of a game; `mpenv.base.RecordView` has all of it."""

    seat: int

    @property
    def legal(self) -> list[int]: ...
    @property
    def mask(self) -> np.ndarray: ...
    def encode(self, name: str = ...) -> Seen: ...
    def determinize(self, rng: np.random.Generator) -> "Game":
        """A game that this view could be of: hidden cards and chance to come are drawn anew."""

    @property
    def names(self) -> list[str]:
        """Name of each seat."""

    def words(self, action: int) -> str: ...
    def meaning(self, action: int) -> str:
        """Effect of an answer of this seat, in plain words."""


class Game(Protocol):
    """A game in progress; every step answers one prompt of one seat.

    `mpenv.base.RecordGame` has all of it, made of what a world gives. A world that has better ones overrides `words`,
    `read`, `heard` and `meaning` (notation), `text` and the pictures (by default the text), `view`, and `to_position`
    (by default a ValueError: there are no position files). `futures` needs the rule `futures`, or `ways` and `fall`.
    """

    plies: int

    @property
    def seats(self) -> int: ...
    @property
    def seat(self) -> int | None:
        """The seat that is asked; None after the end."""

    @property
    def day(self) -> int:
        """The round that is played."""

    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def options(self) -> dict[str, Any]:
        """Options it was made with, the seed among them; a world makes the same game of them again."""

    @property
    def identity(self) -> dict[str, str]:
        """Which printed game it is: the pack and its hash."""

    def legal(self) -> list[int]: ...
    def mask(self) -> np.ndarray: ...
    def apply(self, action: int | str) -> None: ...
    def observe(self, encoder: str, seat: int) -> Seen: ...
    def oracle(self) -> np.ndarray:
        """Everything but the chance to come, for critics; never for those who act."""

    def potential(self) -> float:
        """Potential for shaped rewards: the progress of the team, from 0 to 1; 0 after the end."""

    def view(self, seat: int) -> View: ...
    def clone(self) -> "Game": ...
    def at(self, states: np.ndarray, index: int) -> "Game":
        """A game with the options of this one but for the seed, that stands where one of many states stands."""

    def into(self, states: np.ndarray, index: int) -> np.ndarray:
        """Write this moment to a place among many states; the tables by which they are played."""

    def futures(self, action: int | str) -> Sequence[tuple[float, "Game"]]:
        """Every situation an answer can lead to, with its probability, before anybody knows chance and hidden cards."""

    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot; a ValueError for bytes that no game with these options, the seed excepted, gives."""

    def fingerprint(self) -> str: ...
    def checks(self) -> dict[str, str]:
        """A short check sum of each part of the situation; the parts stay the same in a game."""

    def words(self, action: int) -> str: ...
    def heard(self, action: int, seat: int) -> str:
        """The notation of an action that is about to be played, as far as a seat may know it."""

    def read(self, words: str) -> int: ...
    def chance(self) -> list[list[int]]: ...
    def happened(self, seat: int | None = None) -> list[str]:
        """What the last step brought, in words; to a seat what it may know of that."""

    def text(self) -> str: ...
    def parts(self, theme: str = ...) -> list[tuple[tuple[float, float, float, float], str]]:
        """The picture as pictures side by side, each with its x, y, width and height, for `mpenv.picture.Painter`."""

    def pieces(self) -> list[tuple[str, str]]:
        """The picture for those who watch, in pieces, key and markup; the keys stay the same in a game."""

    def frame(self, theme: str = ...) -> str:
        """What comes before the pieces of a picture; `</svg>` closes it."""

    def svg(self, theme: str = "light", seat: int | None = None) -> str:
        """The table as an SVG picture, as a seat sees it: the one that is asked, or another."""

    def meaning(self, action: int | str) -> str:
        """What an answer would do, in plain words."""

    def asks(self) -> str:
        """Describe the open prompt: the seat that must answer, the question, and its cause."""

    def describe(self) -> str:
        """The situation, what is asked and why, and what each legal answer means."""

    def opening(self) -> list[str]: ...  # the story before the first question and after the end, in paragraphs
    def closing(self) -> list[str]: ...
    def verdict(self) -> Outcome | None: ...  # the outcome in the language that is spoken to people
    def to_position(self) -> str:
        """This situation as a position file, for `World.game(position=...)`."""


class World(Protocol):
    """One board game: how to start it, and the spaces that are the same in all its games.

    An author inherits from `mpenv.base.RecordWorld` and writes

    - records: `state_record`, `setup_record`, `account_record`, and `tables`, the printed game;
    - rules, in `compiled`: `start`, `answer`, `asked`, `why_not` (or `legal`), `potential`, `account`, `hide`,
      `possible`, `write`;
    - words: `name`, `words` (the notation of each action), `names` (of the seats), `outcomes`;
    - `Options`, a dataclass, `encoders`, and `game_class`, a subclass of `RecordGame`;
    - the methods `ended` (an account as an Outcome) and `redraw` (hidden cards of a determinized game).

    Everything else has a default. `mpenv.check_world(WORLD)` says what is missing or wrong, all at once;
    `tests/worlds/toy.py` is an example.
    """

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def outcomes(self) -> tuple[str, ...]:
        """How a game can stand: running first, then the ways it ends."""

    @property
    def Options(self) -> type:  # noqa: N802 - a class
        """The dataclass of its options, whose fields are made by `mpenv.options.option`."""

    @property
    def terms(self) -> Terms:
        """Its words and defaults."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The commands that only this world has."""

    @property
    def home(self) -> Path:
        """The folder of its sources."""

    def agents(self, seats: int) -> list[str]: ...
    @property
    def oracle(self) -> EncoderInfo:
        """What critics may see and those who act may not."""

    @property
    def state_size(self) -> int:
        """The numbers that tell a critic everything."""

    def everything(self, tables: np.ndarray, states: np.ndarray) -> np.ndarray:
        """Those numbers of many games, int16[games, state_size]."""

    def encoder(self, name: str) -> EncoderInfo:
        """An encoder that writes numbers, for batches too; one that reads single views is refused."""

    def reading(self, name: str) -> Reading | None:
        """An encoder that reads single views; None for one that writes numbers."""

    def guide(self, game: Any) -> list[str]:
        """What a tutorial says to the seat that is asked, a line each; nothing where there is none."""

    def game(self, position: str | None = None, **options: Any) -> Game:
        """A new game by its options, or the one that a position file describes."""

    def rules(self, encoder: str) -> dict[str, Any]:
        """What the shared drivers are bound to (`mpenv/engine/loops.py` names it)."""

    def states(self, count: int) -> np.ndarray:
        """Zeroed states of this world."""

    def check_states(
        self, tables: np.ndarray, states: np.ndarray, setups: np.ndarray, accounts: np.ndarray
    ) -> list[str]:
        """What is wrong with states that come from outside, each with the setup of its table and an account.

        Whatever their bytes are: states without a fault are safe with the rules, which could have made them.
        """

    def accounts(self, count: int) -> np.ndarray:
        """Zeroed records for what there is to say of ended games."""

    def told(self, options: dict[str, Any], account: np.ndarray) -> Outcome:
        """How a game of these options ended, by its account."""

    def setups(self, games: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
        """The tables they share, and a setup record with a field `seed` for each game's options."""
