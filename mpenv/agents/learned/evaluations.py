"""Evaluations during a run: when the team plays held-out games, and the lines of `evaluations.jsonl`.

The first lines are of the players that the team is compared with; each line after them is of the team as it was after
some update. Lines hold the successes game by game, so that runs can be compared in pairs afterwards.
"""

import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import files
from mpenv.agents.learned.config import TrainConfig
from mpenv.agents.learned.held_out import RANDOM, HeldOut, plays_batches
from mpenv.agents.learned.network import Network
from mpenv.intervals import paired, wilson
from mpenv.world import World

EVALUATIONS = "evaluations.jsonl"
TRAINED = "trained"  # the team of the run, where a line names its team
LONGEST_LINE = 1 << 20
Point = dict[str, Any]


def reference_of(world: World, config: TrainConfig) -> str:
    """Return the player that a team is compared with: the one asked for, or the world's own if it plays batches.

    Players answer by steps, also where the team learns longer actions.
    """
    if config.reference:
        return config.reference
    steps: World = getattr(world, "steps", world)
    usual = steps.terms.teammate
    return usual if plays_batches(steps, usual) else RANDOM


def due(update: int, updates: int, evaluations: int) -> bool:
    """Check that a run of so many updates evaluates after this one: at its start, its end, and evenly in between."""
    return update == 0 or update == updates or update * evaluations // updates > (update - 1) * evaluations // updates


class Evaluations:
    """The evaluations of a run, those in its folder and those to come."""

    def __init__(self, world: World, config: TrainConfig, folder: Path) -> None:
        self._world, self._config, self._path = world, config, folder / EVALUATIONS
        self._success = world.outcomes.index(world.terms.success)
        self._held_out = HeldOut(world, config)
        self.reference = reference_of(world, config)
        self.points = read(folder)

    @property
    def last(self) -> Point | None:
        """Return the last evaluation of the team."""
        return next((one for one in reversed(self.points) if one["team"] == TRAINED), None)

    def of_player(self, code: str) -> Point | None:
        """Return the games of a player that the team is compared with."""
        return next((one for one in reversed(self.points) if one["team"] == code), None)

    @property
    def players_wanted(self) -> list[str]:
        """Return the players that play the same games, the one that the team is compared with last."""
        return list(dict.fromkeys((RANDOM, self.reference)))

    @property
    def games_at_the_end(self) -> int:
        return max(self._config.held_out, self._config.evaluation_seeds)

    def missing(self, update: int, updates: int | None, seconds: float) -> bool:
        """Check that an evaluation is due after this update and was not made; `seconds` count in runs by the clock."""
        last, often = self.last, self._config.evaluations
        if not self._config.held_out or (last is not None and last["update"] == update):
            return False
        if updates is not None:
            return due(update, updates, often)
        share = often / (60 * (self._config.minutes or math.inf))
        return last is None or seconds * share >= often or int(seconds * share) > int(last["seconds"] * share)

    def players(self, about: dict[str, Any]) -> Iterator[Point]:
        """Let those play who did not yet; yield their lines."""
        count = self.games_at_the_end
        for code in self.players_wanted:
            there = self.of_player(code)
            if there is None or there["games"] < count:
                begun = time.perf_counter()
                ends = self._held_out.by_player(code, count)
                took = time.perf_counter() - begun
                yield self._add({"team": code, **about, "took": took, **self._measured(ends)})

    def team(self, network: Network, at_the_end: bool, about: dict[str, Any]) -> Point:
        """Let the network play, and add a line; `about` says when: update, decisions and seconds."""
        begun = time.perf_counter()
        count = self.games_at_the_end if at_the_end else self._config.held_out
        ends = self._held_out.by_network(network, count)
        line = {"team": TRAINED, **about, "took": time.perf_counter() - begun, **self._measured(ends)}
        return self._add({**line, **self._beside(ends == self._success)})

    def _measured(self, ends: np.ndarray) -> Point:
        won = ends == self._success
        share = wilson(int(won.sum()), len(won))
        names = enumerate(self._world.outcomes[1:], 1)
        return {
            "games": len(won),
            "success": share.found,
            "low": share.low,
            "high": share.high,
            "outcomes": {name: float((ends == number).mean()) for number, name in names},
            "won": np.packbits(won).tobytes().hex(),
        }

    def _beside(self, won: np.ndarray) -> Point:
        """Return the paired difference to the reference."""
        there = self.of_player(self.reference)
        assert there is not None, "players() comes first"
        ahead = paired(won.tolist(), won_games(there)[: len(won)].tolist())
        return {"beside": ahead.found, "beside_low": ahead.low, "beside_high": ahead.high}

    def _add(self, line: Point) -> Point:
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(files.dump_json(line, None))
        self.points.append(line)
        return line


def won_games(point: Point) -> np.ndarray:
    """Return game by game whether a line of `evaluations.jsonl` has a success."""
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(point["won"]), np.uint8))
    return bits[: point["games"]].astype(bool)


def read(folder: Path) -> list[Point]:
    """Read the evaluations of a run; none where it has no such file."""
    path = folder / EVALUATIONS
    if not path.exists():
        return []
    found = []
    for number, line in enumerate(files.read_text(path, 1 << 28).splitlines(), 1):
        one = _line(line)
        if one is None:
            raise files.BadFile(path, f"is broken in line {number}")
        found.append(one)
    return found


def cut(folder: Path, update: int) -> None:
    """Delete the evaluations after an update, and a last line that a kill cut; refuse broken lines before it."""
    path = folder / EVALUATIONS
    if not path.exists():
        return
    text = files.read_text(path, 1 << 28)
    whole = text[: text.rfind("\n") + 1]
    lines = [(line, _line(line)) for line in whole.splitlines()]
    if (broken := next((k for k, (_, one) in enumerate(lines, 1) if one is None), None)) is not None:
        raise files.BadFile(path, f"is broken in line {broken}")
    files.write(path, "".join(f"{line}\n" for line, one in lines if one is not None and one["update"] <= update))


def _line(text: str) -> Point | None:
    """Parse a line; None if it is no evaluation."""
    try:
        one = files.parse_json(text)
        won = won_games(one)
        shares = [one[name] for name in ("success", "low", "high")]
        fits = all(isinstance(share, int | float) and 0 <= share <= 1 for share in shares)
        fits &= all(isinstance(one[name], int | float) for name in ("update", "decisions", "seconds"))
        return one if fits and isinstance(one["team"], str) and 0 < len(won) == one["games"] else None
    except (ValueError, KeyError, TypeError):
        return None
