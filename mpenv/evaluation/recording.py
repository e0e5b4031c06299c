"""Recording: a team plays a game of each seed, and every decision becomes a row of a dataset."""

import functools
import operator
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import workers
from mpenv.agents import make
from mpenv.engine.rollouts import Playing
from mpenv.record.dataset import rows
from mpenv.record.dataset.manifest import Manifest, manifest, shard_name, writing
from mpenv.record.dataset.rows import Played
from mpenv.record.dataset.writer import Shard
from mpenv.record.replay.writer import header
from mpenv.seeds import begin
from mpenv.workers import OnProgress
from mpenv.world import World

DRAWN = "random"  # the agent whose answers are drawn in compiled code


class RecordingPlan(NamedTuple):
    """Plan of a recording: the team, the options that the games take in turns, and how rows are stored."""

    agents: Sequence[str]
    options: Sequence[dict[str, Any]]
    games: int
    seed: int = 0
    shard: int = 1000  # games in a file
    encoder: str | None = None  # None for the world's usual one
    max_plies: int = 0  # a game is cut after so many decisions; 0 for never


class Recorded(NamedTuple):
    """The games and decisions that were played, the shards that were written, and those that were there before."""

    games: int
    decisions: int
    shards: int
    before: int


class Team:
    """The agents of a game by seat; made anew for each shard, so that a shard does not hang on the shards before."""

    def __init__(self, codes: Sequence[str], world: World) -> None:
        self.codes = codes
        self.players = {seat: make(code, world=world) for seat, code in enumerate(codes) if code != DRAWN}
        self.drawn = np.array([code == DRAWN for code in codes], np.int8)

    def reset(self, playing: Playing, i: int, seed: int) -> None:
        for seat, player in self.players.items():
            try:
                begin(player, seat, seed)
            except Exception as fault:
                raise self._failed(playing, i, seat, fault) from fault

    def answer(self, playing: Playing, i: int) -> int:
        """Return the action of the agent that is asked in game i."""
        ply = playing.plies[i]
        seat = int(playing.page.seat[ply])
        try:
            action = operator.index(self.players[seat].act(playing.game(i).view(seat)))
        except Exception as fault:
            raise self._failed(playing, i, seat, fault) from fault
        if not (0 <= action < playing.world.actions and playing.page.mask[ply, action]):
            raise self._failed(playing, i, seat, ValueError(f"action {action} is not legal"))
        return action

    def _failed(self, playing: Playing, i: int, seat: int, fault: Exception) -> ValueError:
        game = playing.game(i)
        options = {**playing.options, "seed": game.options["seed"]}
        where = ", ".join(f"{name} {value}" for name, value in options.items() if value not in (None, {}))
        words = f"agent {self.codes[seat]!r} on seat {seat} fails at ply {game.plies} of the game {where}"
        return ValueError(f"{words}: {type(fault).__name__}: {fault}")


def record(
    world: World,
    folder: str | Path,
    plan: RecordingPlan,
    *,
    processes: int = 1,
    on_progress: OnProgress = workers.no_progress,
) -> Recorded:
    """Record games, or resume a recording; the folder is the same for any number of processes."""
    folder, done = Path(folder), np.zeros(2, np.int64)
    Team(plan.agents, world)  # a wrong code is told before anything is written
    about = manifest(world, **plan._asdict())

    def count(played: int, decisions: int) -> None:
        done[:] += played, decisions
        on_progress(played, decisions)

    numbers = range(-(-plan.games // plan.shard))
    with writing(folder, about):
        missing = [number for number in numbers if not (folder / shard_name(number)).exists()]
        workers.run(functools.partial(save_shard, world, about, folder), missing, processes, count)
    return Recorded(int(done[0]), int(done[1]), len(missing), len(numbers) - len(missing))


def save_shard(world: World, plan: Manifest, folder: Path, number: int, on_progress: OnProgress) -> None:
    """Play the games of one shard in their order and write it."""
    first, kinds = number * plan["shard"], plan["options"]
    games = range(first, min(first + plan["shard"], plan["games"]))
    team, shard = Team(plan["agents"], world), Shard(plan, first)
    tables: dict[int, Table] = {}
    for game in games:
        kind = game % len(kinds)
        if kind not in tables:
            tables[kind] = Table(world, plan, kind, games[game - first :: len(kinds)])
        played = tables[kind].play(team)
        shard.add(played)
        on_progress(1, len(played.action))
    shard.save(folder, number)


class Table:
    """The games of a shard that have the same options, one after another."""

    def __init__(self, world: World, plan: Manifest, kind: int, games: range) -> None:
        self.seeds = [plan["seed"] + game for game in games]
        self.playing = Playing(world, plan["options"][kind], self.seeds, plan["encoder"]["name"], plan["max_plies"])
        self._about, self._next = header(world, self.playing.game(0), plan["agents"]), 0

    def play(self, team: Team) -> Played:
        """Play the next game to its end: compiled code plays on until an agent in Python is asked."""
        playing, i = self.playing, self._next
        self._next += 1
        start, given = playing.game(i).checks(), -1
        team.reset(playing, i, self.seeds[i])
        while playing.play_on(i, team.drawn, given):
            given = team.answer(playing, i)
        page, game = playing.rows(i), playing.game(i)
        line = rows.line(self._about, start, game, page.action.tolist())
        seen = playing.encoder.numbers(playing.encoder.seen(page.observation))
        return Played(seen, page.mask, page.action, page.seat, line, game.day)
