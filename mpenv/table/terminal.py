"""A game in the terminal: the table as text, people answer by notation, agents by themselves."""

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

from mpenv import interrupts
from mpenv.agents import Agent, make
from mpenv.agents.errors import plain
from mpenv.agents.protocol import why
from mpenv.play import Watcher, begin_team
from mpenv.play import play as play_on
from mpenv.record.replay import Recorder
from mpenv.spelling import did_you_mean
from mpenv.table import prompt
from mpenv.table.guide import Guide
from mpenv.table.phrases import phrase
from mpenv.world import Game, IllegalAction, View, World

COMMANDS = ("list", "why", "table", "help", "quit")
WIDTH = 110  # of a story
Say = Callable[[str], None]


class PersonLeft(Exception):
    """Raised when a person leaves the table."""


class Person:
    """A person at the keyboard, asked for each answer."""

    def __init__(self, ask: Callable[[str], str], say: Say) -> None:
        self._ask, self._say = ask, say
        self.guide: Guide | None = None
        self.reset()

    def reset(self) -> None:
        """Forget the last game: a new one begins."""
        self._answered, self.answers = -1, 0

    def choose(self, game: Game) -> int:
        """Ask until the answer is a legal action; the table is shown again after somebody else played."""
        if game.plies == self._answered + 1:
            self._say(game.text().splitlines()[-1])
        else:
            self._say(f"\n{game.text()}\n\n{phrase('terminal.help')}")
        self._answered = game.plies
        if self.guide is not None:
            self.guide.speak(game)
        self._list(game)
        prompt.offer([*map(game.words, self._choices(game)), *COMMANDS])
        while True:
            try:
                words = self._ask("> ").strip()
            except EOFError:
                raise PersonLeft from None
            except UnicodeDecodeError:
                self._say(phrase("terminal.no_text", help=phrase("terminal.help")))
                continue
            action = self._read_answer(game, words)
            if action is not None:
                self.answers += 1
                return action

    def _list(self, game: Game) -> None:
        for number, action in enumerate(self._choices(game), 1):
            self._say(f"  {number:3}  {game.words(action)}")

    def _explain(self, game: Game) -> None:
        """Print what is asked and why, and the list with what each answer means."""
        self._say(game.asks())
        wide = max(len(game.words(action)) for action in game.legal())
        for number, action in enumerate(self._choices(game), 1):
            self._say(f"  {number:3}  {game.words(action):{wide}}  {game.meaning(action)}")

    def _choices(self, game: Game) -> list[int]:
        """The legal actions, with ending the turn last."""
        return sorted(game.legal(), key=lambda action: (action == 0, action))

    def _read_answer(self, game: Game, words: str) -> int | None:
        command = words.casefold()
        if command in ("quit", "exit"):
            raise PersonLeft
        if command == "why":
            self._explain(game)
            return None
        if command in ("", "help", "?", "list", "table"):
            self._say(game.text() if command == "table" else phrase("terminal.help"))
            if command != "table":
                self._list(game)
            return None
        listed = {str(number): action for number, action in enumerate(self._choices(game), 1)}
        if words in listed:
            return listed[words]
        if words.removeprefix("-").isdecimal():
            self._say(phrase("terminal.off_list", words=words, most=len(listed)))
            return None
        try:
            action = game.read(words)
            game.clone().apply(words)
        except (ValueError, IllegalAction) as fault:
            self._say(phrase("terminal.refused", why=fault.args[0]))
            return None
        return action


def players_of(
    codes: list[str], ask: Callable[[str], str], say: Say, world: World | None = None
) -> list[Agent | Person]:
    """The players of a table: `human`, or the code of an agent."""
    players: list[Agent | Person] = []
    for code in codes:
        try:
            players.append(Person(ask, say) if code == "human" else make(code, world=world))
        except ValueError as fault:
            hint = did_you_mean(code, ["human"]) or ("" if "did you mean" in str(fault) else "; a person is 'human'")
            raise ValueError(f"--seats {','.join(codes)}: {fault}{hint}") from None
    return players


def play(
    world: World,
    game: Game,
    players: list[Agent | Person],
    say: Say,
    seed: int,
    record: Path | None = None,
    quiet: bool = False,
    names: list[str] | None = None,
    explain: bool = False,
    answers: list[int] | None = None,
    opening: Sequence[str] = (),
) -> Game:
    """Play a game to its end and print it round by round, or one line a round with `quiet`. A replay names the players.

    `answers` are played first and not printed, and each new answer is added to them, so that a game can be saved. The
    `opening` of the story is told before the first question.
    """
    team = [Keyboard(player, game) if isinstance(player, Person) else player for player in players]
    begin_team(game, team, seed)
    guide = Guide(world, say)
    for player in players:
        if isinstance(player, Person):
            player.guide = guide
    recorder = Recorder(record, world, game, names) if record else None
    played = [] if answers is None else answers
    write = recorder.apply if recorder else game.apply

    def advance(now: Game, action: int) -> Game:
        with interrupts.held_back():  # the game, its replay and the list of answers stay at the same answer
            write(action)
            played.append(action)
        return now

    tell(opening, say)
    try:
        for action in list(played):
            write(action)
        play_on(
            game,
            team,
            Quiet(say, world.terms.said.round) if quiet else Aloud(players, say, explain, guide),
            advance=advance,
        )
    finally:
        if recorder:
            recorder.close()
    outcome = game.verdict()
    assert outcome is not None
    if not quiet:
        say(f"\n{game.text()}")
    word, why = world.terms.said.round, "; ".join(outcome.reasons)
    result = outcome.listed.upper()
    say("\n" + phrase("terminal.ended", result=result, round=word, day=outcome.day, plies=game.plies, why=why))
    return game


def tell(paragraphs: Sequence[str], say: Say) -> None:
    """Print a story in paragraphs; nothing where there is none."""
    for paragraph in paragraphs:
        say("\n" + textwrap.fill(paragraph, WIDTH))


class Keyboard:
    """A person on a seat of a game, as a player of the loop."""

    def __init__(self, person: Person, game: Game) -> None:
        self._person, self._game = person, game

    def reset(self, seat: int, seed: int) -> None:
        self._person.reset()

    def act(self, view: View) -> int:
        return self._person.choose(self._game)


class Quiet(Watcher):
    """Prints a line a round."""

    def __init__(self, say: Say, name: str) -> None:
        self._say, self._name, self._day = say, name, 0

    def begin(self, game: Game) -> None:
        if game.seat is not None and game.day != self._day:
            self._day = game.day
            self._say(phrase("terminal.quiet", round=self._name, day=game.day, plies=game.plies))

    def after(self, game: Game, seat: int, action: int) -> None:
        self.begin(game)


class Aloud(Watcher):
    """Prints every decision and what it brings; without a person at the table also the table of each round."""

    def __init__(
        self, players: list[Agent | Person], say: Say, explain: bool = False, guide: Guide | None = None
    ) -> None:
        self._players, self._say, self._explain, self._guide, self._day = players, say, explain, guide, 0
        self._persons = [seat for seat, player in enumerate(players) if isinstance(player, Person)]

    def begin(self, game: Game) -> None:
        if self._persons:
            self._say(f"{game.text()}\n")
        else:
            for words in game.happened():
                self._say(f"  {words}")
            self._new_day(game)

    def before(self, game: Game, seat: int, action: int) -> None:
        player = self._players[seat]
        if not isinstance(player, Person):
            if self._guide is not None:
                self._guide.speak(game)
            because = _because(game, action, self._persons, player if self._explain else None)
            self._say(_heard(game, action, self._persons) + because)

    def after(self, game: Game, seat: int, action: int) -> None:
        for words in _news(game, self._persons):
            self._say(f"      {words}")
        self._new_day(game)

    def _new_day(self, game: Game) -> None:
        if not self._persons and game.seat is not None and game.day != self._day:
            self._day = game.day
            self._say(f"\n{game.text()}\n")


def _heard(game: Game, action: int, persons: list[int]) -> str:
    """Write an agent's action as far as people at the keyboard may know it; without people, in full."""
    told = [game.heard(action, seat) for seat in persons]
    words = game.words(action)
    return words if words in told or not told else told[0]


def _because(game: Game, action: int, persons: list[int], agent: Agent | None) -> str:
    """Explain an agent's action in brackets, where the agent explains it and the action is seen."""
    said = plain(why(agent)) if _heard(game, action, persons) == game.words(action) else ""
    return f"   ({said})" if said else ""


def _news(game: Game, persons: list[int]) -> list[str]:
    """List the events of the last action that somebody at the keyboard may know."""
    told = {words for seat in persons for words in game.happened(seat)}
    return [words for words in game.happened() if words in told or not persons]


def has_answered(players: list[Agent | Person]) -> bool:
    """Has a person answered since the game was begun or taken up again?"""
    return any(isinstance(player, Person) and player.answers for player in players)
