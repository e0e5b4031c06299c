"""`mpenv play`."""

import argparse
import contextlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import interrupts, options
from mpenv.cli import words, worlds
from mpenv.cli.words import callable_here

if TYPE_CHECKING:
    from mpenv.table.saved import UnfinishedGame
    from mpenv.terms import Tutorial
    from mpenv.world import World

NEXT = """
What to try next:
  mpenv play{world} --seats human,{beside}   sit at the table yourself
  mpenv play{world} --seats {all} --seed 3 --record game.jsonl
  python -c "import mpenv; env = mpenv.env({door}); env.reset(seed=1); print(env.last())"
"""


def parser(play: argparse.ArgumentParser, world: "World") -> None:
    worlds.add_world(play)
    words.add_language(play)
    mate = world.terms.teammate
    seats = "the player of each seat: human, or an agent by its code (see mpenv agents); a number: you and"
    words.add_seats(play, f"{seats} {mate} on the rest; human,{mate} when left out")
    options.add_flags(play, world, "play")
    play.add_argument("--seed", type=int, help="the same seed is the same game; drawn when left out")
    again = "go on from here instead: a position file, or a replay (*.jsonl) from its last answer"
    play.add_argument("--position", type=Path, metavar="FILE", help=again)
    play.add_argument("--tutorial", action="store_true", help=_tutorial_help(world))
    play.add_argument("--record", type=Path, metavar="FILE", help="write the game down as a replay")
    play.add_argument("--explain", action="store_true", help="show why agents do what they do, where they tell")
    words.add_trust(play)
    play.set_defaults(run=run, stopped="")


def _tutorial_help(world: "World") -> str:
    """The help of a flag that only some worlds have a use for."""
    found = world.terms.tutorial
    return argparse.SUPPRESS if found is None else f"play the tutorial: {found.words}"


def run(asked: argparse.Namespace) -> int:
    from mpenv.table import prompt, terminal

    world = asked.world
    asked.tutorial = _tutorial(asked)
    game = _chosen_game(asked) if asked.position and asked.seats is None else None  # it says how many seats
    codes = _players(asked, game.start.seats if game else _usual_seats(asked), asked.tutorial)
    words.find_own_code(codes, asked)
    players = terminal.players_of(codes, prompt.ask, print, world)  # a misspelt one is said before anything is compiled
    game = game or _chosen_game(asked)
    if len(codes) != game.start.seats:
        raise ValueError(f"--seats {asked.seats}: the game in {asked.position} has {game.start.seats} seats")
    now, seed = game.start.clone(), _seed(game.start)
    recorded: dict[str, Any] = {
        "record": asked.record,
        "names": codes,
        "explain": asked.explain,
        "answers": game.answers,
        "opening": [] if game.answers else now.opening(),
    }
    try:
        with interrupts.hangups():
            terminal.play(world, now, players, print, seed, **recorded)
            terminal.tell(now.closing(), print)
    except BaseException as left:
        with interrupts.held_back(), contextlib.suppress(OSError):  # the terminal may be closed
            broken = not isinstance(left, terminal.PersonLeft | KeyboardInterrupt)
            _leave(game, codes, asked, terminal.has_answered(players), broken)
        if isinstance(left, terminal.PersonLeft):
            return 0
        raise
    print(f"\nPlayed with seed {seed}.{_replay(asked)}")
    print(callable_here(_next(asked, now.seats)))
    return 0


def _tutorial(asked: argparse.Namespace) -> "Tutorial | None":
    """The tutorial, where it was asked for by its flag or its options, or is offered and wanted."""
    from mpenv.table import guide, prompt

    found: Tutorial | None = asked.world.terms.tutorial
    typed = options.given(asked.world, asked)
    if asked.tutorial:
        return _asked_for(asked, typed, found)
    if found is None or asked.position is not None:
        return None
    if typed == {name: value for name, value in found.options.items() if name != options.SEATS}:
        return found if _fits(asked, found) else None
    bare = not typed and asked.seats is None and asked.seed is None and asked.record is None
    return found if bare and guide.is_wanted(asked.world, prompt.ask, print) else None


def _asked_for(asked: argparse.Namespace, typed: dict[str, Any], found: "Tutorial | None") -> "Tutorial":
    """The tutorial behind its flag; what does not go with it is refused."""
    if found is None:
        raise ValueError(f"--tutorial: {asked.world.name} has none")
    wrong = [f"--{name}" for name, value in typed.items() if found.options.get(name) != value]
    if wrong := wrong + ["--position"] * (asked.position is not None):
        raise ValueError(f"{', '.join(wrong)}: the tutorial is one game with its own set-up, leave it out")
    if not _fits(asked, found):
        raise ValueError(f"--seats {asked.seats}: the tutorial has {found.options[options.SEATS]} seats")
    return found


def _fits(asked: argparse.Namespace, tutorial: "Tutorial") -> bool:
    """Are as many seats asked for as the tutorial has?"""
    number = int(tutorial.options[options.SEATS])
    return len(_players(asked, number, tutorial)) == number


def _players(asked: argparse.Namespace, number: int, tutorial: "Tutorial | None" = None) -> list[str]:
    """The player of each seat: a person and the usual teammates, where no others are named."""
    mate = asked.world.terms.teammate if tutorial is None else tutorial.teammate
    return words.players(asked.seats, number, "human", mate)


def _usual_seats(asked: argparse.Namespace) -> int:
    """How many play where nobody says it."""
    if asked.tutorial is not None:
        return int(asked.tutorial.options[options.SEATS])
    return options.usual_seats(asked.world)


def _next(asked: argparse.Namespace, seats: int) -> str:
    """Commands to try next."""
    mates = [asked.world.terms.teammate] * seats
    door = f"world={asked.world_name!r}" if asked.world_name else f"seats={seats}"
    return NEXT.format(world=_flag(asked), beside=",".join(mates[1:]), all=",".join(mates), door=door)


def _flag(asked: argparse.Namespace) -> str:
    return f" --world {asked.world_name}" if asked.world_name else ""


def _seed(game: Any) -> int:
    """The seed of a game; one from a position keeps it in its state."""
    return int(game.options.get("seed", getattr(game, "seed", 0)))


def _chosen_game(asked: argparse.Namespace) -> "UnfinishedGame":
    """Begin the game that was chosen, or load the one to go on with."""
    from mpenv.table import saved

    world = asked.world
    if asked.position is None:
        number = len(_players(asked, _usual_seats(asked), asked.tutorial))
        picked = {**(asked.tutorial.options if asked.tutorial else {}), **options.given(world, asked)}
        chosen = options.with_seats(world, picked, number)
        return saved.UnfinishedGame(world.game(**chosen, seed=asked.seed), [])
    typed = [*options.given(world, asked), *(["seed"] if asked.seed is not None else [])]
    if said := [f"--{name}" for name in typed]:
        raise ValueError(f"{', '.join(said)}: the game in {asked.position} says that already, leave it out")
    if asked.record and asked.record.resolve() == asked.position.resolve():
        raise ValueError(f"--record {asked.record}: the game goes on from this file, give it another name")
    return saved.load(asked.position, world)


def _leave(game: "UnfinishedGame", codes: list[str], asked: argparse.Namespace, answered: bool, broken: bool) -> None:
    """Save what a person has answered, and say how to go on."""
    from mpenv.table import saved

    seed = _seed(game.start)
    if not answered:
        if broken:
            return
        print(f"\nThe game was left before its end.\nPlayed with seed {seed}.{_replay(asked)}")
        return
    path = asked.record if asked.record and not broken else None
    path = path or saved.save_somewhere(asked.world, game, codes, f"left-{seed}")
    seats = shlex.quote(",".join(codes))
    told = f"\nThe game was left on {asked.world.terms.round} {game.now.day} before its end. Played with seed {seed}."
    print(f"{told} It is saved and goes on with")
    print(callable_here(f"\n  mpenv play{_flag(asked)} --position {path} --seats {seats}").lstrip("\n"))


def _replay(asked: argparse.Namespace) -> str:
    return f" The replay is {asked.record}." if asked.record else ""
