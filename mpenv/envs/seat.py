"""The gymnasium environment in which one seat learns and agents play the others."""

import base64
import hmac
import pickle
import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from mpenv import seeds
from mpenv.envs import option_checks, snapshot_head
from mpenv.envs.team import TeamEnv
from mpenv.play import Decision, Player, decisions
from mpenv.world import Game, IllegalAction, World

ANY = "random"  # a new seat is drawn for each game
SIGNATURE = 32  # bytes
MOST_SKIPPED = 1000  # games in a row without a decision of the learner


class SeatEnv(TeamEnv):
    """One seat learns; each step plays its action, then its mates play until it is asked again.

    - `seat`: a number, or `random`: drawn anew for each game. `mates`: the agents of the other seats, in order.
    - Observation, action, mask and info as in `TeamEnv`, always of the learner's seat, also at the end.
    - Reward: the sum over the learner's action and those of its mates until it is asked again or the game ends.
      Rewards before its first decision come with the first step, so that a game's total is that of AEC.
    - A game in which the learner is never asked is skipped; `info["skipped"]` at reset counts them.
    - `on_illegal` is for the learner; an illegal answer of a mate is always an error that names the mate.
    - Copies: a snapshot holds the mates as well, so it is restored only in the process that took it (and its forks);
      `pickle` takes the whole environment elsewhere.
    """

    def __init__(self, world: World, *, seat: int | str = 0, mates: Sequence[Player], **options: Any) -> None:
        super().__init__(world, **options)
        if seat != ANY and (not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats):
            raise ValueError(f"there is no seat {seat!r}, there are: 0 to {self.seats - 1}, {ANY}")
        if len(mates) != self.seats - 1:
            raise ValueError(
                f"{self.seats} seats, one of them learns: mates must be {self.seats - 1} agents, not {len(mates)}"
            )
        for mate in mates:
            if isinstance(mate, type):
                raise ValueError(f"{mate.__name__} is a class: give an instance, {mate.__name__}()")
            if missing := [verb for verb in ("reset", "act") if not callable(getattr(mate, verb, None))]:
                raise ValueError(f"{mate!r} is not an agent: it lacks {' and '.join(missing)}")
        self.learns, self.mates = seat, list(mates)
        self.skipped, self._owed = 0, 0.0

    def _begin_episode(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self._sit_down(seed, options)
        self.skipped = 0
        while self.over:
            self.skipped += 1
            if self.skipped == MOST_SKIPPED or option_checks.options_checked(options).get("position") is not None:
                raise ValueError(f"seat {self.seat} had no decision in {self.skipped} games, so it cannot learn")
            self._sit_down(None, None)

    def _sit_down(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a game, and let the mates play on to the learner's first decision."""
        self._begin_game(seed, options)
        self.seat = int(self._rng.integers(self.seats)) if isinstance(self.learns, str) else self.learns
        for seat, mate in self._mates():
            seeds.begin(mate, seat, self.seed)
        self._owed = self._advance_to_learner()

    def _mates(self) -> list[tuple[int, Player]]:
        """The mates with their seats."""
        others = [seat for seat in range(self.seats) if seat != self.seat]
        return list(zip(others, self.mates, strict=True))

    def _advance_to_learner(self) -> float:
        """Let the mates answer until the learner is asked; what this and what was owed pays."""
        paid, self._owed = self._owed, 0.0
        if self.over:
            return paid
        mates = dict(self._mates())
        try:
            for _ in self._decisions_of([mates.get(seat) for seat in range(self.seats)]):
                paid += self._reward()
                if self.over:
                    break
        except IllegalAction as fault:
            raise self._mate_failed(f"{fault.args[0]}; a mate answers with one of view.legal") from fault
        except ValueError as fault:
            raise self._mate_failed(str(fault)) from fault
        return paid

    def _decisions_of(self, mates: list[Player | None]) -> Iterator[Decision]:
        """The decisions of mates until the learner is asked; they answer by steps, whatever he chooses."""
        if not hasattr(self.game, "by_steps"):
            return decisions(self.game, mates)
        game: Any = self.game

        def advance(steps: Game, action: int) -> Game:
            steps.apply(action)
            game.follow(steps)
            return steps

        return decisions(game.by_steps(), mates, advance=advance)

    def _mate_failed(self, words: str) -> ValueError:
        """Name the mate that was asked, and its fault."""
        mates, seat = dict(self._mates()), self.game.seat
        name = "a mate" if seat is None else type(mates.get(seat)).__name__
        return ValueError(f"{name} on seat {seat}: {words}")

    def _repr_options(self) -> dict[str, Any]:
        return {"seat": self.learns, "mates": [type(mate).__name__ for mate in self.mates], **super()._repr_options()}

    def _info(self) -> dict[str, Any]:
        return {**super()._info(), "skipped": self.skipped}

    def _interface_state(self) -> dict[str, Any]:
        return {**super()._interface_state(), "owed": self._owed, "skipped": self.skipped, "mates": _packed(self.mates)}

    def _parsed_interface_state(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        kept = super()._parsed_interface_state(head, game, over)
        if isinstance(self.learns, int) and kept["who"] != self.learns:
            raise ValueError(f"this is no snapshot of this environment: seat {kept['who']} learns there")
        owed, skipped = head.number("owed"), head.whole("skipped", 0, MOST_SKIPPED)
        mates = _unpacked(head.text("mates"))
        if len(mates) != len(self.mates):
            raise ValueError(f"this is no snapshot of this environment: {len(mates)} mates play there")
        return {**kept, "owed": owed, "skipped": skipped, "mates": mates}

    def _set_interface_state(self, state: dict[str, Any]) -> None:
        super()._set_interface_state(state)
        self._owed, self.skipped = state["owed"], state["skipped"]
        self.mates = state["mates"]


# Mates are pickled in snapshots; the signature refuses pickles made by another process, which could run code.
_SECRET = secrets.token_bytes(32)


def _signed(pickled: bytes) -> bytes:
    return hmac.digest(_SECRET, pickled, "sha256")


def _packed(mates: Sequence[Player]) -> str:
    pickled = pickle.dumps(mates)
    return base64.b64encode(_signed(pickled) + pickled).decode()


def _unpacked(packed: str) -> list[Player]:
    try:
        given = base64.b64decode(packed, validate=True)
    except ValueError:
        given = b""
    if not hmac.compare_digest(given[:SIGNATURE], _signed(given[SIGNATURE:])):
        raise ValueError(
            "this is no snapshot that was taken in this process: mates are objects, which are read "
            "from a snapshot only where it was taken; to go on elsewhere, pickle the environment"
        )
    mates: list[Player] = pickle.loads(given[SIGNATURE:])
    return mates
