"""Replay viewer: step by step in the terminal, or the whole game as text."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mpenv import files, worlds
from mpenv.record.replay.reading import Replay, clean, replays
from mpenv.record.replay.story import Story
from mpenv.spelling import did_you_mean
from mpenv.table import prompt
from mpenv.table.phrases import phrase
from mpenv.world import Game

Say = Callable[[str], None]
ROUND = "round"  # a command that is named by the word of the world
MARGIN = 12  # events are indented further than actions
SHORT = {"": "next", "n": "next", "b": "back", "q": "quit", "exit": "quit", "?": "help", "t": "table", "d": "describe"}


def listed(path: Path) -> Iterator[str]:
    """A line for each game of a file of games; nothing where there is only one game."""
    lines = [_listed(number, one) for number, one in enumerate(replays(path), 1)]
    if len(lines) > 1:
        yield from lines
        yield "--game N shows one of them, --verify plays all of them again"


def _listed(number: int, replay: Replay) -> str:
    head, outcome = replay.head, replay.head.get("outcome")
    if replay.fault is not None:
        return f"{number:6}  {replay.fault.words}"
    options = _options(head["options"]) if isinstance(head.get("options"), dict) else "without options"
    word = _round(head.get("world"))
    ends = (
        "left"
        if not isinstance(outcome, dict)
        else f"{outcome.get('listed', outcome.get('result'))} on {word} {outcome.get('day')}"
    )
    return f"{number:6}  {clean(ends)}, {clean(head.get('plies'))} plies: {options}{_players(head.get('players'))}"


def _round(world: Any) -> str:
    """The word for a round in the world of a header; its own where that is installed."""
    try:
        return worlds.load(world).terms.round if world in worlds.names() else "round"
    except ValueError:
        return "round"


# --- the whole game as text ---------------------------------------------------------------------


def title(story: Story) -> Iterator[str]:
    """The file, its recording, and its length."""
    first, *rest = about(story)
    yield f"{story.replay.name}: {first}"
    yield from rest


def about(story: Story) -> list[str]:
    """Recorded game, players and length."""
    head, seats = story.replay.head, story.last.seats
    pack = " ".join(clean(word) for word in story.replay.head["identity"].values())
    recorded = f"{clean(head.get('world'))}_v{clean(head.get('version'))}, {pack}, by mpenv {clean(head.get('mpenv'))}"
    return [
        f"{seats} seats, {story.plies} plies; recorded in {recorded}",
        f"{_options(head['options'])}{_players(head.get('players'))}",
    ]


def _options(options: dict[str, Any]) -> str:
    if "position" in options:
        return "from a position"
    return ", ".join(f"{clean(key)} {clean(value)}" for key, value in options.items() if value not in (None, {}, []))


def _players(players: Any) -> str:
    if not isinstance(players, list) or not players:
        return ""
    return f"; players: {', '.join(clean(player) for player in players)}"


def whole(story: Story, first: int | None = None, last: int | None = None) -> Iterator[str]:
    """Actions and events round by round, then the ending."""
    yield from title(story)
    for day, line in _dated(story):
        if (first is None or day >= first) and (last is None or day <= last):
            yield line
    if last is None:
        yield f"\n{ended(story)}"


def _dated(story: Story) -> Iterator[tuple[int, str]]:
    """Lines with their rounds; a round can begin amid the events of an action."""
    today, terms = None, story.world.terms
    name = terms.said.round.capitalize()
    first = story.log[0].day if story.log else story.last.day
    plies: list[tuple[int, str, list[str]]] = [(first, "", story.begins)]
    plies += [(entry.day, f"{ply:6}  {entry.words}", entry.happened) for ply, entry in enumerate(story.log, 1)]
    for day, action, happened in plies:
        begins = not action and any(terms.begun(words) is not None for words in happened)
        if day != today and not begins:
            yield day, f"\n{name} {day}"
        today = day
        if action:
            yield day, action
        for words in happened:
            if (begun := terms.begun(words)) is not None:
                today = begun
            yield today, f"\n{name} {today}" if begun is not None else f"{'':{MARGIN}}{words}"


def ended(story: Story) -> str:
    """The ending: the outcome, where the replay diverges, or where the recording stops."""
    if story.parted is not None:
        return phrase("replay.parted", why=story.parted)
    outcome = story.last.verdict()
    if outcome is None:
        return phrase("replay.stops", ply=story.plies, asks=story.last.asks())
    word, why, result = story.world.terms.said.round, "; ".join(outcome.reasons), outcome.listed.upper()
    return phrase("replay.ended", result=result, round=word, day=outcome.day, plies=story.plies, why=why)


def save(game: Game, path: Path) -> None:
    """Write the state as a position file; an existing file is not overwritten."""
    text = game.to_position()
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "exists already, nothing was written", str(path))
    files.write(path, text)


# --- step by step -------------------------------------------------------------------------------


class Viewer:
    """Steps through a game on command."""

    def __init__(self, story: Story, ask: Callable[[str], str], say: Say) -> None:
        self.story, self._ask, self._say = story, ask, say
        self.ply, self._left = 0, False

    @property
    def _commands(self) -> dict[str, "Command"]:
        """The commands, with the world's word for a round."""
        word = self.story.world.terms.round
        return {
            word if name == ROUND else name: Command(one.usage.format(word), one.meaning.format(word), one.do)
            for name, one in COMMANDS.items()
        }

    def watch(self) -> None:
        """Read and run commands until the viewer is left."""
        for line in (*title(self.story), *(f"  {words}" for words in self.story.begins)):
            self._say(line)
        self._say(f"\n{phrase('replay.help')}\n")
        self._show()
        prompt.offer([*self._commands])
        while not self._left:
            try:
                self._obey(*self._ask("> ").split())
            except EOFError:
                return
            except (ValueError, OSError) as fault:
                self._say(clean(files.described(fault)))

    def _obey(self, given: str = "", *rest: str) -> None:
        name = SHORT.get(given.casefold(), given.casefold())
        commands = self._commands
        if name not in commands:
            raise ValueError(f"{given!r} is not a command, help lists them{did_you_mean(given, commands)}")
        commands[name].do(self, " ".join(rest))

    # --- moving -------------------------------------------------------------------------------

    def next(self, words: str) -> None:
        """Go to the next ply, or the next one that mentions the words; in capitals if they occur so."""
        later = [(ply, "\n".join((entry.words, *entry.happened))) for ply, entry in enumerate(self.story.log, 1)]
        later = later[self.ply :]
        in_capitals = any(words.upper() in told for _, told in later)
        for ply, told in later:
            if words.upper() in told if in_capitals else words.casefold() in told.casefold():
                return self._go(ply)
        if words:
            raise ValueError(f"{words!r} does not occur any more")
        self._say(ended(self.story))
        return None

    def back(self, words: str) -> None:
        """Go back a ply."""
        self._go(max(0, self.ply - 1))

    def to_ply(self, words: str) -> None:
        """Go to a ply."""
        self._go(_number(words, "ply", 0, self.story.plies))

    def to_round(self, words: str) -> None:
        """Go to the beginning of a round."""
        days = self.story.days
        wanted = _number(words, self.story.world.terms.round, min(days), max(days))
        self._go(min(ply for day, ply in days.items() if day >= wanted))  # in some rounds nobody has a choice

    def start(self, words: str) -> None:
        """Go to the start."""
        self._go(0)

    def end(self, words: str) -> None:
        """Go to the last ply."""
        self._go(self.story.plies)

    def _go(self, ply: int) -> None:
        self.ply = ply
        self._show()

    # --- showing -----------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the last action with its events, and whose turn it is."""
        game = self.story.at(self.ply)
        word, plies = self.story.world.terms.said.round, self.story.plies
        where = phrase("replay.where", round=word, day=game.day, ply=self.ply, plies=plies)
        if self.ply:
            entry = self.story.log[self.ply - 1]
            self._say(f"{where}: {entry.words}")
            for words in entry.happened:
                self._say(f"    {words}")
        else:
            self._say(f"{where}: {phrase('replay.start')}")
        if self.ply == self.story.plies:
            self._say(f"  {ended(self.story)}")
        else:
            self._say(f"  {game.asks().splitlines()[0]}")

    def table(self, words: str) -> None:
        """Show the board and cards as text."""
        self._say(self.story.at(self.ply).text())

    def describe(self, words: str) -> None:
        """Show the board, the prompt, and the meaning of each answer."""
        self._say(self.story.at(self.ply).describe())

    def why(self, words: str) -> None:
        """Explain the next prompt, and the answer to it."""
        game = self.story.at(self.ply)
        self._say(game.asks())
        if self.ply < self.story.plies:
            entry = self.story.log[self.ply]
            self._say(phrase("replay.answer", words=entry.words, meaning=game.meaning(entry.action)))

    def position(self, words: str) -> None:
        """Write the state as a position file."""
        if not words:
            raise ValueError("position FILE: which file?")
        save(self.story.at(self.ply), Path(words))
        self._say(f"{words} is written; mpenv describe {words} shows it")

    def help(self, words: str) -> None:
        """List the commands."""
        for command in self._commands.values():
            self._say(f"  {command.usage:14} {command.meaning}")

    def quit(self, words: str) -> None:
        """Leave."""
        self._left = True


def _number(words: str, what: str, first: int, last: int) -> int:
    number = int(words) if words.isdecimal() and len(words) < len("1000000") else -1
    if not first <= number <= last:
        raise ValueError(f"{what} {words or 'N'}: it goes from {what} {first} to {what} {last}")
    return number


class Command(NamedTuple):
    """A command of the viewer."""

    usage: str
    meaning: str
    do: Callable[[Viewer, str], None]


COMMANDS = {
    "next": Command("Enter or n", "the next ply; next alarm, next fight, next WORD: to where it comes up", Viewer.next),
    "back": Command("b", "one ply back", Viewer.back),
    "ply": Command("ply N", "to a ply", Viewer.to_ply),
    ROUND: Command("{} N", "to where a {} begins", Viewer.to_round),
    "start": Command("start", "to the start", Viewer.start),
    "end": Command("end", "to the last ply", Viewer.end),
    "table": Command("table", "the board and everything that lies on the table", Viewer.table),
    "describe": Command("describe", "the same in words, with what each legal answer means", Viewer.describe),
    "why": Command("why", "why the next answer was asked, and what was answered", Viewer.why),
    "position": Command("position FILE", "write the situation as a position file", Viewer.position),
    "help": Command("help", "this list", Viewer.help),
    "quit": Command("quit", "leave", Viewer.quit),
}  # fmt: skip
