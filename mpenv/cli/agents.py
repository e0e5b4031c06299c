"""`mpenv agents`."""

import argparse
import json
from typing import TYPE_CHECKING

from mpenv.cli import worlds

if TYPE_CHECKING:
    from mpenv.world import World

HELD_OUT = "held out: for judging, not to train beside"


def parser(agents: argparse.ArgumentParser, world: "World") -> None:
    worlds.add_world(agents)
    agents.add_argument("--json", action="store_true", help="the list as JSON")
    agents.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv.agents import codes, registry

    found = registry.listed(options.world)
    if options.json:
        print(json.dumps({"agents": [one._asdict() for one in found], "forms": codes.FORMS}, indent=1))
        return 0
    print(f"Agents for {options.world.name}:")
    wide, from_whom = (max(len(getattr(one, name)) for one in found) for name in ("name", "package"))
    for one in found:
        said = f"can not be loaded: {one.fault}" if one.fault else one.sentence
        held = f" ({HELD_OUT})" if one.held_out else ""
        print(f"  {one.name:{wide}}  {one.package:{from_whom}}  {said}{held}")
    print("\nForms of codes:")
    wide = max(map(len, codes.FORMS))
    for form, words in codes.FORMS.items():
        print(f"  {form:{wide}}  {words}")
    print("\nWhere a game is played in the terminal, human is a person at the keyboard.")
    return 0
