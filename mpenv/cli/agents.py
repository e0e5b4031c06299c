"""`mpenv agents`."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from mpenv.cli import worlds

if TYPE_CHECKING:
    from mpenv.world import World

HELD_OUT = "held out: for judging, not to train beside"


def parser(agents: argparse.ArgumentParser, world: "World") -> None:
    worlds.add_world(agents)
    agents.add_argument("--json", action="store_true", help="the list as JSON")
    agents.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv import text_table
    from mpenv.agents import codes, registry

    found = registry.listed(options.world)
    if options.json:
        print(json.dumps({"agents": [one._asdict() for one in found], "forms": codes.FORMS}, indent=1))
        return 0
    print(f"Agents for {options.world.name}:")
    columns = [text_table.words(head) for head in ("", "", "", "")]
    rows = [["", one.name, one.package, _sentence(one)] for one in found]
    print(text_table.table(columns, rows, gap="  ", head=False))
    print("\nForms of codes:")
    print(text_table.table(columns[:3], [["", *row] for row in codes.FORMS.items()], gap="  ", head=False))
    print("\nWhere a game is played in the terminal, human is a person at the keyboard.")
    return 0


def _sentence(one: Any) -> str:
    """Return what an agent is, or why it cannot be loaded."""
    held = f" ({HELD_OUT})" if one.held_out else ""
    return (f"cannot be loaded: {one.fault}" if one.fault else one.sentence) + held
