"""`mpenv play`."""

import argparse
import contextlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import interrupts
from mpenv.cli import words
from mpenv.cli.words import callable_here, listed

if TYPE_CHECKING:
    from mpenv.table.saved import Begun

NEXT = """
What to try next:
  mpenv play --seats human,expert               sit at the table yourself
  mpenv play --seats expert,expert,expert --seed 3 --record game.jsonl
  python -c "import mpenv; env = mpenv.env(seats=3); env.reset(seed=1); print(env.last())"
"""
GAME = ("scenario", "difficulty", "alchemists", "layout", "placement", "pack", "seed")


def parser(play: argparse.ArgumentParser) -> None:
    seats = "the player of each seat: human, or an agent by its code (see mpenv agents); a number: you and experts"
    words.add_seats(play, f"{seats}; human,expert when left out")
    play.add_argument("--scenario", default="prologue", help="prologue when left out; mpenv pack show lists them")
    play.add_argument("--difficulty", help="easy, normal or hard, of scenarios that have one")
    play.add_argument("--alchemists", type=listed, help="their colours or ids, one for each seat: yellow,brown")
    play.add_argument("--layout", default="standard", help="standard or random")
    play.add_argument("--placement", default="standard", help="standard or random")
    play.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    play.add_argument("--seed", type=int, help="the same seed is the same game; drawn when left out")
    again = "go on from here instead: a position file, or a replay (*.jsonl) from its last answer"
    play.add_argument("--position", type=Path, metavar="FILE", help=again)
    play.add_argument("--record", type=Path, metavar="FILE", help="write the game down as a replay")
    play.add_argument("--explain", action="store_true", help="show why agents do what they do, where they tell")
    play.add_argument("--text", action="store_true", help="accepted for old scripts; the table is always text")
    words.add_trust(play)
    play.set_defaults(run=run, stopped="")


def run(options: argparse.Namespace) -> int:
    from mpenv.table import prompt, terminal
    from mpenv.worlds.materia_prima import WORLD

    game = _begun(options) if options.position and options.seats is None else None  # it says how many seats
    codes = words.players(options.seats, game.start.seats if game else 2, "human", "expert")
    words.find_own_code(codes, options)
    players = terminal.seated(codes, prompt.ask, print)  # a misspelt one is said before anything is compiled
    game = game or _begun(options)
    if len(codes) != game.start.seats:
        raise ValueError(f"--seats {options.seats}: the game in {options.position} has {game.start.seats} seats")
    now = game.start.clone()
    recorded: dict[str, Any] = {
        "record": options.record,
        "names": codes,
        "explain": options.explain,
        "answers": game.answers,
    }
    try:
        with interrupts.hangups():
            terminal.play(WORLD, now, players, print, now.seed, **recorded)
    except BaseException as left:
        with interrupts.held_back(), contextlib.suppress(OSError):  # the terminal may be closed
            broken = not isinstance(left, terminal.Left | KeyboardInterrupt)
            _leave(game, codes, options, terminal.has_answered(players), broken)
        if isinstance(left, terminal.Left):
            return 0
        raise
    print(f"Played with seed {now.seed}.{_replay(options)}")
    print(callable_here(NEXT))
    return 0


def _begun(options: argparse.Namespace) -> "Begun":
    """The game that was chosen, at its start or where it goes on."""
    from mpenv.table import saved
    from mpenv.worlds.materia_prima import WORLD

    if options.position is None:
        chosen = {name: getattr(options, name) for name in GAME}
        number = len(words.players(options.seats, 2, "human", "expert"))
        return saved.Begun(WORLD.game(seats=number, **chosen), [])
    if said := [f"--{name}" for name in GAME if getattr(options, name) != options.parser.get_default(name)]:
        raise ValueError(f"{', '.join(said)}: the game in {options.position} says that already, leave it out")
    if options.record and options.record.resolve() == options.position.resolve():
        raise ValueError(f"--record {options.record}: the game goes on from this file, give it another name")
    return saved.begun(options.position, WORLD)


def _leave(game: "Begun", codes: list[str], options: argparse.Namespace, answered: bool, broken: bool) -> None:
    """Save what a person has answered, and say how to go on."""
    from mpenv.table import saved
    from mpenv.worlds.materia_prima import WORLD

    seed = game.start.seed
    if not answered:
        if broken:
            return
        print(f"\nThe game was left before its end.\nPlayed with seed {seed}.{_replay(options)}")
        return
    path = options.record if options.record and not broken else None
    path = path or saved.save_somewhere(WORLD, game, codes, f"left-{seed}")
    seats = shlex.quote(",".join(codes))
    told = f"\nThe game was left on day {game.now.day} before its end. Played with seed {seed}."
    print(f"{told} It is saved and goes on with")
    print(callable_here(f"\n  mpenv play --position {path} --seats {seats}").lstrip("\n"))


def _replay(options: argparse.Namespace) -> str:
    return f" The replay is {options.record}." if options.record else ""
