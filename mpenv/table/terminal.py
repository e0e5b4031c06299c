"""A game in the terminal: the table as text, people answer by notation, agents by themselves."""

from collections.abc import Callable
from pathlib import Path

from mpenv import interrupts
from mpenv.agents import Agent, make
from mpenv.agents.errors import plain
from mpenv.agents.protocol import why
from mpenv.record.replay import Recorder
from mpenv.seeds import begin
from mpenv.spelling import did_you_mean
from mpenv.table import prompt
from mpenv.world import Game, IllegalAction, World

HELP = (
    "a number or notation plays it, 'list' shows what is legal, 'why' what it means, 'table' the table, 'quit' leaves"
)
COMMANDS = ("list", "why", "table", "help", "quit")
Say = Callable[[str], None]
Apply = Callable[[int], None]


class Left(Exception):
    """A person left the table."""


class Person:
    """Somebody at the keyboard."""

    def __init__(self, ask: Callable[[str], str], say: Say) -> None:
        self._ask, self._say = ask, say
        self.sit_down()

    def sit_down(self) -> None:
        """A new game begins."""
        self._answered, self.answers = -1, 0

    def choose(self, game: Game) -> int:
        """Ask until the answer is a legal action; the table is shown again after somebody else played."""
        if game.plies == self._answered + 1:
            self._say(game.text().splitlines()[-1])
        else:
            self._say(f"\n{game.text()}\n\n{HELP}")
        self._answered = game.plies
        self._list(game)
        prompt.offer([*map(game.words, self._choices(game)), *COMMANDS])
        while True:
            try:
                words = self._ask("> ").strip()
            except EOFError:
                raise Left from None
            except UnicodeDecodeError:
                self._say(f"that is no text; {HELP}")
                continue
            action = self._understood(game, words)
            if action is not None:
                self.answers += 1
                return action

    def _list(self, game: Game) -> None:
        for number, action in enumerate(self._choices(game), 1):
            self._say(f"  {number:3}  {game.words(action)}")

    def _explain(self, game: Game) -> None:
        """What is asked and why, and the list with what each answer means."""
        self._say(game.asks())
        wide = max(len(game.words(action)) for action in game.legal())
        for number, action in enumerate(self._choices(game), 1):
            self._say(f"  {number:3}  {game.words(action):{wide}}  {game.meaning(action)}")

    def _choices(self, game: Game) -> list[int]:
        """The legal actions, with ending the turn last."""
        return sorted(game.legal(), key=lambda action: (action == 0, action))

    def _understood(self, game: Game, words: str) -> int | None:
        command = words.casefold()
        if command in ("quit", "exit"):
            raise Left
        if command == "why":
            self._explain(game)
            return None
        if command in ("", "help", "?", "list", "table"):
            self._say(game.text() if command == "table" else HELP)
            if command != "table":
                self._list(game)
            return None
        listed = {str(number): action for number, action in enumerate(self._choices(game), 1)}
        if words in listed:
            return listed[words]
        if words.removeprefix("-").isdecimal():
            self._say(f"{words} is not on the list, it goes from 1 to {len(listed)}")
            return None
        try:
            action = game.read(words)
            game.clone().apply(words)
        except (ValueError, IllegalAction) as fault:
            self._say(f"{fault.args[0]}; 'list' shows what is legal")
            return None
        return action


def seated(codes: list[str], ask: Callable[[str], str], say: Say, world: World | None = None) -> list[Agent | Person]:
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
) -> Game:
    """Play a game to its end, telling it round by round; quietly in one line a round. A replay names the players.

    `answers` are played first, without a word, and each new one is added to them: who leaves can save them.
    """
    for seat, player in enumerate(players):
        if isinstance(player, Person):
            player.sit_down()
        else:
            begin(player, seat, seed)
    recorder = Recorder(record, world, game, names) if record else None
    played = [] if answers is None else answers
    write = recorder.apply if recorder else game.apply

    def apply(action: int) -> None:
        with interrupts.held_back():  # the game, its replay and the list of answers stay at the same answer
            write(action)
            played.append(action)

    try:
        for action in list(played):
            write(action)
        if quiet:
            _play_quietly(game, players, say, apply, world.terms.round)
        else:
            _play(game, players, say, apply, explain)
    finally:
        if recorder:
            recorder.close()
    outcome = game.outcome
    assert outcome is not None
    if not quiet:
        say(f"\n{game.text()}")
    when, why = f"on {world.terms.round} {outcome.day}", "; ".join(outcome.reasons)
    say(f"\n{outcome.result.upper()} {when} after {game.plies} decisions: {why}.")
    return game


def _play(game: Game, players: list[Agent | Person], say: Say, apply: Apply, explain: bool = False) -> None:
    persons = [seat for seat, player in enumerate(players) if isinstance(player, Person)]
    watched = not persons
    told = 0
    if not watched:
        say(f"{game.text()}\n")
    else:
        for words in game.happened():
            say(f"  {words}")
    while game.seat is not None:
        if watched and game.day != told:
            say(f"\n{game.text()}\n")
            told = game.day
        player = players[game.seat]
        action = _chosen(game, player)
        if not isinstance(player, Person):
            say(_heard(game, action, persons) + _because(game, action, persons, player if explain else None))
        apply(action)
        for words in _news(game, persons):
            say(f"      {words}")


def _heard(game: Game, action: int, persons: list[int]) -> str:
    """An action of an agent, as far as somebody at the keyboard may know it; who only watches may know all."""
    told = [game.heard(action, seat) for seat in persons]
    words = game.words(action)
    return words if words in told or not told else told[0]


def _because(game: Game, action: int, persons: list[int], agent: Agent | None) -> str:
    """Why an agent did it, where it says so and the action is seen."""
    said = plain(why(agent)) if _heard(game, action, persons) == game.words(action) else ""
    return f"   ({said})" if said else ""


def _news(game: Game, persons: list[int]) -> list[str]:
    """What happened, as far as somebody at the keyboard may know it."""
    told = {words for seat in persons for words in game.happened(seat)}
    return [words for words in game.happened() if words in told or not persons]


def _play_quietly(game: Game, players: list[Agent | Person], say: Say, apply: Apply, today: str) -> None:
    told = 0
    while game.seat is not None:
        if game.day != told:
            told = game.day
            say(f"  {today} {told}, after {game.plies} decisions")
        apply(_chosen(game, players[game.seat]))


def has_answered(players: list[Agent | Person]) -> bool:
    """Has a person answered since the game was begun or taken up again?"""
    return any(isinstance(one, Person) and one.answers for one in players)


def _chosen(game: Game, player: Agent | Person) -> int:
    if isinstance(player, Person):
        return player.choose(game)
    assert game.seat is not None
    return player.act(game.view(game.seat))
