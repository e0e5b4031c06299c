"""A game in the terminal: the table as text, people answer by notation, agents by themselves."""

from collections.abc import Callable
from pathlib import Path

from mpenv.agents import Agent, make
from mpenv.agents.fault import plain
from mpenv.agents.protocol import why
from mpenv.record.replay import Recorder
from mpenv.world import Game, IllegalAction, World

HELP = (
    "a number or notation plays it, 'list' shows what is legal, 'why' what it means, 'table' the table, 'quit' leaves"
)
Say = Callable[[str], None]


class Left(Exception):
    """A person left the table."""


class Person:
    """Somebody at the keyboard."""

    def __init__(self, ask: Callable[[str], str], say: Say) -> None:
        self._ask, self._say = ask, say
        self.sit_down()

    def sit_down(self) -> None:
        """A new game begins."""
        self._answered = -1

    def choose(self, game: Game) -> int:
        """Ask until the answer is a legal action; the table is shown again after somebody else played."""
        if game.plies == self._answered + 1:
            self._say(game.text().splitlines()[-1])
        else:
            self._say(f"\n{game.text()}\n\n{HELP}")
        self._answered = game.plies
        self._list(game)
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


def seated(codes: list[str], ask: Callable[[str], str], say: Say) -> list[Agent | Person]:
    """The players of a table: `human`, or the code of an agent."""
    players: list[Agent | Person] = []
    for code in codes:
        try:
            players.append(Person(ask, say) if code == "human" else make(code))
        except ValueError as fault:
            raise ValueError(f"--seats {','.join(codes)}: {fault}; a person is 'human'") from None
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
) -> Game:
    """Play a game to its end, telling it day by day; quietly in one line a day. A replay names the players."""
    for seat, player in enumerate(players):
        if isinstance(player, Person):
            player.sit_down()
        else:
            player.reset(seat, seed)
    recorder = Recorder(record, world, game, names) if record else None
    try:
        if quiet:
            _play_quietly(game, players, say, recorder)
        else:
            _play(game, players, say, recorder, explain)
    finally:
        if recorder:
            recorder.close()
    outcome = game.outcome
    assert outcome is not None
    if not quiet:
        say(f"\n{game.text()}")
    say(f"\n{outcome.result.upper()} on day {outcome.day} after {game.plies} decisions: {'; '.join(outcome.reasons)}.")
    return game


def _play(
    game: Game, players: list[Agent | Person], say: Say, recorder: Recorder | None, explain: bool = False
) -> None:
    persons = [seat for seat, player in enumerate(players) if isinstance(player, Person)]
    watched = not persons
    apply = recorder.apply if recorder else game.apply
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


def _play_quietly(game: Game, players: list[Agent | Person], say: Say, recorder: Recorder | None) -> None:
    apply = recorder.apply if recorder else game.apply
    told = 0
    while game.seat is not None:
        if game.day != told:
            told = game.day
            say(f"  day {told}, after {game.plies} decisions")
        apply(_chosen(game, players[game.seat]))


def _chosen(game: Game, player: Agent | Person) -> int:
    if isinstance(player, Person):
        return player.choose(game)
    assert game.seat is not None
    return player.act(game.view(game.seat))
