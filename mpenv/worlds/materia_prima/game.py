"""`Game`: the handle of people and agents on a game in progress."""

import functools
import hashlib
import secrets
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from mpenv.base import RecordGame
from mpenv.encoders import Reading, Seen
from mpenv.language import USUAL, speaking
from mpenv.world import Outcome
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima import notation, observe, snapshots
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import account, events
from mpenv.worlds.materia_prima.draw.meaning import meaning
from mpenv.worlds.materia_prima.observe import potential
from mpenv.worlds.materia_prima.options import Options, seed_of
from mpenv.worlds.materia_prima.position import checksums, reading, writing
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from mpenv.worlds.materia_prima.rules import entries, prompts, reasons, successors
from mpenv.worlds.materia_prima.rules.secrets import SHOWN
from mpenv.worlds.materia_prima.rules.state import GAME_BYTES, KEPT_BYTES, LATER, RUNNING, as_states, new_states
from mpenv.worlds.materia_prima.shown import Shown
from mpenv.worlds.materia_prima.states import check
from mpenv.worlds.materia_prima.view import View, moment

BLANK = new_states(1)
HYPOTHESIS = "a determinized view"


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


class Game(Shown, RecordGame):
    """A game of Materia Prima: ask `seat` and `legal()`, answer with `apply()`, until there is an `outcome`."""

    entries: ClassVar[Any] = entries
    actions = c.ACTIONS
    situation_bytes = GAME_BYTES
    longest = notation.LONGEST
    spread_root, spread_faults = successors.FREE, successors.WHY

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
        super()._start(pack, options)
        self._state.logging = 1

    @functools.cached_property
    def _states(self) -> np.ndarray:
        return as_states(self._bytes)

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
        if self._end[0] == RUNNING:
            return None
        with speaking(USUAL):
            return account.outcome_of(self.overview())

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
            **{name: given for name in ("colours", "temple") if (given := getattr(chosen, name)) is not None},
            "campaign": chosen.campaign,
        }

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
        back = functools.partial(revive, _unplayed(self._options))
        return View(self.pack, self._states, 0, self._checked(seat), encode, back, meaning)

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
        """Potential for shaped rewards: the progress of the team, from 0 to 1; 0 after the end."""
        # Of a copy: a question leaves the scratch space as it is, so that snapshots stay the same.
        return float(potential.look(self.pack.tables, as_states(self._bytes.copy()), 0))

    def chance(self) -> list[list[int]]:
        """What the last step brought, as numbers for replays."""
        return events.numbers(self._state)

    # --- answering ------------------------------------------------------------------------------

    def _why_not(self, action: int) -> tuple[str, bool]:
        why = int(entries.why_not(self.pack.tables, self._states, 0, action))
        if why == reasons.NOT_ASKED:
            return f"{reasons.WORDS[why]}, {self._asked()} decides: {self._prompt()}", True
        return reasons.WORDS[why], False

    def _prompt(self) -> str:
        """The kind of the prompt that is asked."""
        return str(prompts.KINDS[self._state.prompt[self._state.prompts - 1].kind])

    def _asked(self) -> str:
        return "nobody" if self.seat is None else notation.colour(self.pack, self._state, self.seat)

    # --- copies ---------------------------------------------------------------------------------

    def at(self, states: np.ndarray, index: int) -> "Game":
        """A game with the options of this one but for the seed, that stands where one of many states stands."""
        copy = super().at(states, index)
        copy._state.logging = 1
        copy._state.scenario = self._state.scenario  # generated ones are numbered anew in each batch
        return copy

    def _supposed(self, states: np.ndarray) -> "Game":
        return revive(self._options, self.pack, states)

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
