"""Saved games: a game left early is saved as a replay and continues from its last answer."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mpenv import files
from mpenv.record.replay.reading import chosen
from mpenv.record.replay.story import Story
from mpenv.record.replay.writer import compact, dumped
from mpenv.world import World

ENDING = ".jsonl"  # of replays
LARGEST = 1 << 20  # bytes of a position file


class UnfinishedGame(NamedTuple):
    """A game at its start, and the answers given so far."""

    start: Any  # a game of whichever world
    answers: list[int]

    @property
    def now(self) -> Any:
        game = self.start.clone()
        for action in self.answers:
            game.apply(action)
        return game


def load(path: Path, world: World, number: int = 1) -> UnfinishedGame:
    """Load the game of a position file, or of a replay (*.jsonl) up to its last answer."""
    if path.suffix == ENDING:
        story = Story(chosen(path, number), world)
        if story.parted:
            raise story.parted
        found = UnfinishedGame(story.at(0), [entry.action for entry in story.log])
    else:
        found = UnfinishedGame(world.game(position=files.read_text(path, LARGEST)), [])
    if (outcome := found.now.outcome) is not None:
        how = f"{outcome.listed} on {world.terms.round} {outcome.day}"
        raise ValueError(f"the game in {path} has ended ({how}); mpenv replay shows a recorded one")
    return found


def save(world: World, game: UnfinishedGame, players: Sequence[str], path: Path) -> None:
    """Save a game that was left as a replay."""
    files.write(path, dumped(compact(world, game.start, game.answers, game.now, players)) + "\n")


def save_somewhere(world: World, game: UnfinishedGame, players: Sequence[str], name: str) -> Path:
    """Save under this name in the current folder, or else the temporary one; return the path."""
    faults = []
    for folder in (Path(), Path(tempfile.gettempdir())):
        path = _free(folder / f"{name}{ENDING}")
        try:
            save(world, game, players, path)
        except OSError as fault:
            faults.append(str(fault))
        else:
            return path
    raise OSError(f"the game cannot be saved: {'; '.join(faults)}")


def _free(path: Path) -> Path:
    """The path, or the first with a number appended that does not exist."""
    return next(candidate for candidate in _numbered(path) if not candidate.exists())


def _numbered(path: Path) -> Iterator[Path]:
    yield path
    number = 2
    while True:
        yield path.with_stem(f"{path.stem}-{number}")
        number += 1
