"""`mpenv train`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import files
from mpenv.cli import words, worlds

if TYPE_CHECKING:
    from mpenv.world import World


def parser(train: argparse.ArgumentParser, world: "World") -> None:
    train.add_argument("config", nargs="?", type=Path, help="a configuration, like configs/train/quickstart.toml")
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


def run(options: argparse.Namespace) -> int:
    from mpenv.evaluation import training

    words.trusted(options)
    changes: dict[str, Any] = {} if options.world_name is None else {"world": options.world_name}
    for given in options.set:
        name, sign, value = given.partition("=")
        if not (name and sign):
            raise ValueError(f"--set {given!r} must be NAME=VALUE, like learner.rate=0.001")
        try:
            changes[name] = files.parse_toml(f"value = {value}")["value"]
        except ValueError:
            changes[name] = value  # a bare word

    def say(lines: str) -> None:
        print(words.callable_here(lines))

    training.train(options.world, options.config, options.resume, changes, options.out, say)
    return 0
