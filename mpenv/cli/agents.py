"""`mpenv agents`."""

import argparse
import dataclasses
import json
from typing import TYPE_CHECKING, Any

from mpenv.cli import worlds

if TYPE_CHECKING:
    from mpenv.world import World

HELD_OUT = "held out: for judging, not to train beside"
POLICY = "policy:"


def parser(agents: argparse.ArgumentParser, world: "World") -> None:
    words = "one of them alone; of policy:NAME its whole card: how it was trained, what it reaches, where it fails"
    agents.add_argument("agent", nargs="?", metavar="AGENT", help=words)
    worlds.add_world(agents)
    agents.add_argument("--json", action="store_true", help="the same as JSON")
    agents.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv.agents import registry

    found = registry.listed(options.world)
    if options.agent is not None:
        return _one(options.agent, found, options.json)
    return _all(options.world.name, found, options.json)


def _all(world: str, found: list[Any], as_json: bool) -> int:
    """Print the list of agents, and the forms of their codes."""
    from mpenv import text_table
    from mpenv.agents import codes

    if as_json:
        print(json.dumps({"agents": [one._asdict() for one in found], "forms": codes.FORMS}, indent=1))
        return 0
    print(f"Agents for {world}:")
    columns = [text_table.words(head) for head in ("", "", "", "")]
    rows = [["", one.name, one.package, _sentence(one)] for one in found]
    print(text_table.table(columns, rows, gap="  ", head=False))
    print("\nForms of codes:")
    print(text_table.table(columns[:3], [["", *row] for row in codes.FORMS.items()], gap="  ", head=False))
    print("\nWhere a game is played in the terminal, human is a person at the keyboard.")
    return 0


def _one(code: str, found: list[Any], as_json: bool) -> int:
    """Print one agent of the list, of a policy with its card."""
    from mpenv.agents.learned import shipped
    from mpenv.spelling import did_you_mean

    names = {one.name: one for one in found}
    if code.startswith(POLICY):
        shipped.find(code.removeprefix(POLICY))  # says which there are, or which file was changed
    if code not in names:
        words = "mpenv agents lists those that have a name" + did_you_mean(code, names)
        raise ValueError(f"there is nothing to tell of {code!r}: {words}")
    one = names[code]
    card = shipped.card(code.removeprefix(POLICY)) if code.startswith(POLICY) else None
    if as_json:
        about = {} if card is None else {"card": dataclasses.asdict(card)}
        print(json.dumps({**one._asdict(), **about}, indent=1))
        return 0
    print(f"{code} ({one.package}): {_sentence(one)}")
    if card is not None:
        print(f"\n{card.page()}")
    return 0


def _sentence(one: Any) -> str:
    """Return what an agent is, or why it cannot be loaded."""
    held = f" ({HELD_OUT})" if one.held_out else ""
    return (f"cannot be loaded: {one.fault}" if one.fault else one.sentence) + held
