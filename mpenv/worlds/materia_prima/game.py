"""`Game`: the handle of people and agents on a game in progress."""

import functools
import hashlib
import math
import operator
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from mpenv import refusal
from mpenv.engine.records import readable
from mpenv.world import REPEATED, IllegalAction, Outcome, Reading, Seen, brief
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima import notation, observe, snapshots
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import account, events, svg, text
from mpenv.worlds.materia_prima.draw.asks import asks
from mpenv.worlds.materia_prima.draw.meaning import meaning
from mpenv.worlds.materia_prima.draw.situation import described
from mpenv.worlds.materia_prima.observe import potential
from mpenv.worlds.materia_prima.options import Options, seed_of
from mpenv.worlds.materia_prima.position import checksums, reading, writing
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from mpenv.worlds.materia_prima.rules import entries, prompts, reasons, successors
from mpenv.worlds.materia_prima.rules.secrets import SHOWN
from mpenv.worlds.materia_prima.rules.state import GAME_BYTES, KEPT_BYTES, LATER, RUNNING, STATE, as_states, new_states
from mpenv.worlds.materia_prima.states import check
from mpenv.worlds.materia_prima.view import View, moment

BLANK = new_states(1)
HYPOTHESIS = "a determinized view"
ROOM, MOST_ROOM = 64, 1 << 14  # situations an answer leads to


def encode(view: View, name: str) -> Seen:
    """What an encoder shows of a view; bound to no game, so that views lead back to none."""
    encoder = observe.named(name)
    if isinstance(encoder, Reading):
        return encoder.read(view)
    return _numbers(encoder, view.pack, view.record, view.seat)


def _numbers(encoder: observe.Encoder, pack: Pack, states: np.ndarray, seat: int) -> Seen:
    rows = encoder.rows(1)
    encoder.write(pack.tables, states, 0, seat, rows[0])
    return encoder.row(rows)


def revive(options: Options, pack: Pack, states: np.ndarray) -> "Game":
    """A game of a state that was not played here; it leads back to nobody."""
    game = object.__new__(Game)
    game._start(pack, replace(options, position=HYPOTHESIS))
    game._bytes[:] = states.view(np.uint8)
    game._state.logging = 1
    return game


def _unplayed(options: Options) -> Options:
    """Options without the position a game began at, which names its hidden cards."""
    return options if options.position is None else replace(options, position=HYPOTHESIS)


class Game:
    """A game of Materia Prima: ask `seat` and `legal()`, answer with `apply()`, until there is an `outcome`."""

    def __init__(
        self,
        scenario: str = "prologue",
        seats: int = 2,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        chosen = Options.named({"scenario": scenario, "seats": seats, **options})
        setup = chosen.setup(seed_of(secrets.randbits(63) if seed is None else seed))
        self._start(chosen.open_pack(), chosen)
        entries.begin(self.pack.tables, self._states, 0, BLANK, setup, 0)

    def __repr__(self) -> str:
        chosen = self._options
        origin = {None: f"seed {self.seed}", HYPOTHESIS: "determinized"}.get(chosen.position, "from a position")
        named = f"{self.pack.ids['scenario'][self._state.scenario]}, {self.seats} seats, {origin}"
        return f"<Game {named}, {moment(self.view(self.seat or 0))}, {self.plies} plies>"

    def _start(self, pack: Pack, options: Options) -> None:
        self.pack, self._options, self.plies = pack, options, 0
        self._bytes = new_states(1).view(np.uint8)
        self._state.logging = 1

    # Windows into the bytes of the one record; made when first needed, so that a clone is one copy.

    @functools.cached_property
    def _states(self) -> np.ndarray:
        return as_states(self._bytes)

    @functools.cached_property
    def _state(self) -> Any:
        return self._states.view(readable(STATE))[0]

    @functools.cached_property
    def _mask(self) -> np.ndarray:
        return np.asarray(self._states["legal"][0])

    @functools.cached_property
    def _asker(self) -> np.ndarray:
        return np.asarray(self._states["asker"])

    @functools.cached_property
    def _end(self) -> np.ndarray:
        return np.asarray(self._states["outcome"])

    # --- asking ---------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return int(self._state.seats)

    @property
    def seed(self) -> int:
        return int(self._state.seed)

    @property
    def day(self) -> int:
        return int(self._states["day"][0])

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None after the end."""
        asker = int(self._asker[0])
        return None if asker < 0 else asker

    @property
    def outcome(self) -> Outcome | None:
        """None while it runs; then success, failure or abort, the day, the reasons, and `details` as plain data."""
        return None if self._end[0] == RUNNING else account.outcome_of(self.overview())

    @property
    def options(self) -> dict[str, Any]:
        """What the game was made with; `WORLD.game(**options)` starts it again."""
        chosen = self._options
        if chosen.position == HYPOTHESIS:
            raise ValueError("a determinized game was never started, so it has no options; use to_position()")
        if chosen.position is not None:
            return {"position": chosen.position}
        return {
            "scenario": chosen.scenario,
            "seats": chosen.seats,
            "seed": self.seed,
            "difficulty": chosen.difficulty,
            "alchemists": chosen.alchemists,
            "layout": chosen.layout,
            "placement": chosen.placement,
            "rules": chosen.rules,
            "pack": chosen.pack,
            "extend": chosen.extend,
            "campaign": chosen.campaign,
        }

    @property
    def identity(self) -> dict[str, str]:
        """Which printed game this is."""
        return {"pack": self.pack.id, "hash": self.pack.hash}

    def mask(self) -> np.ndarray:
        """1 for every legal action id of the seat that is asked."""
        return np.array(self._mask)

    def legal(self) -> list[int]:
        """The legal action ids, ascending."""
        found: list[int] = self._mask.nonzero()[0].tolist()
        return found

    def words(self, action: int) -> str:
        """The notation of an action of the seat that is asked, like `green move NE`."""
        return notation.write(self.pack, self._state, self.seat or 0, action)

    def heard(self, action: int, seat: int) -> str:
        """The notation of an action of the seat that is asked, as far as another seat may know it."""
        view = self.view(seat)
        known = view.state.prompts == self._state.prompts and events.is_heard(view, action)
        return self.words(action) if known else f"{self._asked()} acts unseen"

    def read(self, words: str) -> int:
        """The action id of a notation."""
        return notation.read(self.pack, self._state, self.seat or 0, words)

    def view(self, seat: int) -> View:
        """What a seat may know now; it does not follow the game."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}, seats go from 0 to {self.seats - 1}")
        back = functools.partial(revive, _unplayed(self._options))
        return View(self.pack, self._states, 0, seat, encode, back, meaning)

    def overview(self, seat: int = SHOWN) -> View:
        """What all seats together see, for those who do not play; perhaps from the chair of one."""
        view = View(self.pack, self._states, 0, SHOWN, encode, functools.partial(revive, self._options), meaning)
        view.seat = seat
        return view

    def watched(self) -> View:
        """The view of the seat that is asked; where the table hides more than recipes, all of it from that chair."""
        view = self.view(self.seat or 0)
        return view if entries.all_open(self.pack.tables, self._states, 0) else self.overview(view.seat)

    def observe(self, encoder: str = "flat", seat: int | None = None) -> Seen:
        """What a seat sees: a row of `flat`, a dict of arrays of `entities` and `planes`, the text of `text`."""
        if seat is not None and not 0 <= seat < self._options.seats:
            raise ValueError(f"there is no seat {seat}, seats go from 0 to {self._options.seats - 1}")
        looks, found = (self.seat or 0) if seat is None else seat, observe.named(encoder)
        if isinstance(found, Reading):
            return found.read(self.view(looks))
        return _numbers(found, self.pack, self._states, looks)

    def oracle(self) -> np.ndarray:
        """Everything but the chance to come, also what no seat may know: for critics, never for those who act."""
        return np.asarray(observe.everything(self.pack.tables, as_states(self._bytes.copy()))[0])

    def potential(self) -> float:
        """How promising it looks to the team, between 0 and 1; 0 after the end."""
        # Of a copy: a question leaves the scratch space as it is, so that snapshots stay the same.
        return float(potential.look(self.pack.tables, as_states(self._bytes.copy()), 0))

    def happened(self, seat: int | None = None) -> list[str]:
        """What the last step brought, in words; to a seat what it may know of that."""
        return events.described(self.pack, self._state if seat is None else self.view(seat).state)

    def chance(self) -> list[list[int]]:
        """What the last step brought, as numbers for replays."""
        return events.numbers(self._state)

    def text(self) -> str:
        """The table as text."""
        return text.table(self.view(self.seat or 0))

    def meaning(self, action: int | str) -> str:
        """What an answer would do, in plain words; of one that is not legal the reason."""
        return meaning(self.view(self.seat or 0), self._number(action))

    def asks(self) -> str:
        """Whose answer is awaited, to what, and why."""
        return asks(self.view(self.seat or 0))

    def describe(self) -> str:
        """The situation, the table, what is asked and why, and what each legal answer means."""
        return described(self.view(self.seat or 0))

    def svg(self, theme: str = "light", seat: int | None = None) -> str:
        """The table as a picture, as a seat sees it: the one that is asked, or another; light, dark or auto."""
        return svg.svg(self.view((self.seat or 0) if seat is None else seat), theme)

    def parts(self, theme: str = "light") -> list[tuple[tuple[float, float, float, float], str]]:
        """The picture as pictures side by side, each with its x, y, width and height."""
        return [*svg.parts(self.view(self.seat or 0), theme)]

    def pieces(self) -> list[tuple[str, str]]:
        """The picture for those who watch, in pieces, key and markup; `frame` opens it."""
        return svg.pieces(self.watched())

    def frame(self, theme: str = "light") -> str:
        """What comes before the pieces of a picture; `</svg>` closes it."""
        return svg.frame(theme, self.watched())

    # --- answering ------------------------------------------------------------------------------

    def apply(self, action: int | str) -> None:
        """Answer what is asked, by action id or notation; IllegalAction changes nothing."""
        number = self._number(action)
        if not entries.answer(self.pack.tables, self._states, 0, number):
            self._refuse(number, action)
        self.plies += 1

    def _number(self, action: int | str) -> int:
        if isinstance(action, str):
            if len(action) > notation.LONGEST:
                why = f"it has {len(action):,} characters, no action has more than {notation.LONGEST}"
                raise IllegalAction(self._asked(), action, f"{action[:REPEATED]}...", why)
            try:
                return self.read(action)
            except ValueError as fault:
                shown = action[: notation.LONGEST]
                why = str(fault).removeprefix(repr(shown)).lstrip()
                raise IllegalAction(self._asked(), action, shown, f"it {why}") from None
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalAction(self._asked(), action, brief(action), "an action is a whole number") from None
        if not 0 <= number < c.ACTIONS:
            words = f"ids go from 0 to {c.ACTIONS - 1}"
            raise IllegalAction(self._asked(), number, brief(number), words, self._hint(ids=True))
        return number

    def _refuse(self, action: int, given: int | str) -> None:
        """Say why an action is not legal; one given by its notation is answered by notation."""
        by_id = not isinstance(given, str)
        if self.seat is None:
            raise IllegalAction(self._asked(), action if by_id else given, self.words(action), "the game has ended")
        why = int(entries.why_not(self.pack.tables, self._states, 0, action))
        words, hint = reasons.WORDS[why], self._hint(ids=by_id)
        if why == reasons.NOT_ASKED:
            words += f", {self._asked()} decides: {self._prompt()}"
        elif not by_id:
            hint = str  # who names an action that this prompt has asks for the reason alone
        raise IllegalAction(self._asked(), action if by_id else given, self.words(action), words, hint)

    def _hint(self, ids: bool) -> Callable[[], str]:
        """What is asked and what is legal now, written when it is read."""
        return functools.partial(refusal.of_game, self.clone(), ids)

    def _prompt(self) -> str:
        """The kind of the prompt that is asked."""
        return str(prompts.KINDS[self._state.prompt[self._state.prompts - 1].kind])

    def _asked(self) -> str:
        return "nobody" if self.seat is None else notation.colour(self.pack, self._state, self.seat)

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> "Game":
        """An independent copy of this moment."""
        copy = object.__new__(Game)
        copy.pack, copy._options, copy.plies = self.pack, self._options, self.plies
        copy._bytes = self._bytes.copy()
        return copy

    def at(self, states: np.ndarray, index: int) -> "Game":
        """A game with the options of this one but for the seed, that stands where one of many states stands."""
        copy = object.__new__(Game)
        copy.pack, copy._options, copy.plies = self.pack, self._options, 0
        copy._bytes = states[index : index + 1].view(np.uint8).copy()
        copy._state.logging = 1
        copy._state.scenario = self._state.scenario  # generated ones are numbered anew in each batch
        return copy

    def into(self, states: np.ndarray, index: int) -> np.ndarray:
        """Write this moment to a place among many states; the tables by which they are played."""
        states[index] = self._states[0]
        return self.pack.tables

    def futures(self, action: int | str) -> list[tuple[float, "Game"]]:
        """Every situation an answer can lead to, with its probability, before anybody knows dice and hidden cards.

        Equal situations are one. In each the seed is 0, and hidden decks and recipes drawn together lie sorted.
        """
        number = self._number(action)
        if not self._mask[number]:
            self._refuse(number, action)
        states, likely, end = self._spread(number)
        found = []
        for row in range(successors.FREE + 1, end):
            game = revive(self._options, self.pack, states[row : row + 1])
            game.plies = self.plies + 1
            found.append((float(likely[row]), game))
        return found

    def _spread(self, number: int) -> tuple[np.ndarray, np.ndarray, int]:
        """The rows an answer leads to with their probabilities, and where they end."""
        rows = ROOM
        while True:
            states, likely = new_states(rows), np.zeros(rows)
            self.into(states, successors.FREE)
            likely[successors.PATIENCE] = math.inf
            end = entries.spread(self.pack.tables, states, states.view(np.uint64).reshape(rows, -1), likely, number)
            if end != successors.TOO_WIDE or rows == MOST_ROOM:
                break
            rows *= 4
        if end < 0:
            raise ValueError(f"{self.words(number)}: {successors.WHY[end]}")
        return states, likely, end

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def snapshot(self) -> bytes:
        """This moment as bytes, for `restore`."""
        return snapshots.pack_up(self._options, self.pack, self.plies, self._bytes)

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of a game with the same options, the seed excepted.

        Bytes may come from anywhere: what no game at this table can lead to is refused, and nothing is changed.
        """
        self._take(snapshots.unpack(snapshot, self._options, self.pack, self._states))

    def _take(self, held: snapshots.Held) -> None:
        self.plies = held.plies
        self._bytes[:KEPT_BYTES] = held.states.view(np.uint8)[:KEPT_BYTES]

    def __getstate__(self) -> tuple[Options, bytes]:
        return self._options, self.snapshot()

    def __setstate__(self, kept: tuple[Options, bytes]) -> None:
        options, snapshot = kept
        pack = options.open_pack()
        held = snapshots.unpack(snapshot, options, pack)
        self._start(pack, options)
        self._take(held)

    def fingerprint(self) -> str:
        """Equal for equal situations of the same pack, and only for those."""
        end = GAME_BYTES
        for later in LATER:
            if self._bytes[later:end].any():
                break
            end = later
        return hashlib.sha256(self.pack.mark.encode() + self._bytes[:end].tobytes()).hexdigest()[:16]

    def checks(self) -> dict[str, str]:
        """A check sum of each part of the situation, so that a replay can say which part differs."""
        return checksums.sums(self._bytes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.pack.mark == other.pack.mark and bool((self._bytes[:GAME_BYTES] == other._bytes[:GAME_BYTES]).all())

    __hash__ = None  # type: ignore[assignment]

    # --- positions ------------------------------------------------------------------------------

    def to_position(self) -> str:
        """This situation as a position file."""
        return writing.position(self.pack, self._state, self._options)

    @classmethod
    def from_position(cls, position: str | dict[str, Any]) -> "Game":
        """The game of a position file or its parsed text; an impossible one is refused with all that is wrong."""
        pack, options, states = reading.position(position)
        game = object.__new__(cls)
        game._start(pack, options)
        game._bytes[:] = states.view(np.uint8)
        game._state.logging = 1
        entries.settle(pack.tables, game._states, 0)
        if broken := check.fault(pack.tables, game._states):
            raise BrokenPosition([Fault("position", "", "", broken[1])])
        game._options = replace(options, position=game.to_position())
        return game
