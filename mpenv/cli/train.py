"""`mpenv train`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import files, options, recipes, text_table
from mpenv.cli import words, worlds

if TYPE_CHECKING:
    from mpenv.world import World


def parser(train: argparse.ArgumentParser, world: "World") -> None:
    names = "a configuration that comes along, by name, or a file of your own; without one they are listed"
    train.add_argument("config", nargs="?", metavar="CONFIG", help=names)
    options.add_flags(train, world, "train")
    if options.SEATS in options.declared(world):
        train.add_argument("--seats", type=int, metavar="N", help="how many, in place of those of the configuration")
    train.add_argument(
        "--resume",
        type=Path,
        metavar="RUN",
        help="go on with the run in this folder; --set may change its budget: decisions, updates or minutes in all",
    )
    train.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change the configuration")
    worlds.add_world(train)
    words.add_trust(train)
    train.add_argument("--out", type=Path, default=Path("runs"), metavar="FOLDER", help="where run folders are made")
    train.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from mpenv.evaluation import training

    words.trusted(asked)
    if asked.config is None and asked.resume is None:
        print(_listed())
        return 0
    changes: dict[str, Any] = {} if asked.world_name is None else {"world": asked.world_name}
    changes |= {f"game.{name}": value for name, value in options.given(asked.world, asked).items()}
    changes |= {"game.seats": asked.seats} if getattr(asked, "seats", None) is not None else {}
    for given in asked.set:
        name, sign, value = given.partition("=")
        if not (name and sign):
            raise ValueError(f"--set {given!r} must be NAME=VALUE, like learner.rate=0.001")
        try:
            changes[name] = files.parse_toml(f"value = {value}")["value"]
        except ValueError:
            changes[name] = value  # a bare word

    def say(lines: str) -> None:
        print(words.callable_here(lines))

    config = None if asked.config is None else recipes.find(asked.config)
    training.train(asked.world, config, asked.resume, changes, asked.out, say)
    return 0


def _listed() -> str:
    """List the configurations that come along, with the first line of each."""
    columns = [text_table.words("configuration"), text_table.words("what it trains")]
    rows = [[name, recipes.sentence(path)] for name, path in recipes.named().items()]
    return text_table.table(columns, rows, gap="  ") + "\n\nmpenv train NAME begins a run"
