"""The section `game` of a configuration: a dataclass made of the options of a world."""

import copy
import dataclasses
import functools
from dataclasses import field
from typing import Any, get_type_hints

from mpenv import options
from mpenv.world import World


def _options(game: Any) -> dict[str, Any]:
    """Return the options of a game and its encoder, as a batch takes them."""
    left_out = ("actions",)  # it chooses the world
    return {name: one for name, one in vars(game).items() if name not in left_out and one is not None and one != {}}


_made: dict[tuple[type, str], type] = {}  # by the options of a world and its usual encoder


def game_config(world: World) -> type:
    """Return the dataclass of the section `game` for a world: its options, and the encoder."""
    key = world.Options, world.terms.encoder
    if key not in _made:
        _made[key] = _game_config(world)
    return _made[key]


def _game_config(world: World) -> type:
    hints = get_type_hints(world.Options)
    fields: list[Any] = []
    for name, one in options.declared(world).items():
        default = functools.partial(copy.deepcopy, one.default)
        fields.append((name, hints[name], field(default_factory=default, metadata={"meaning": one.help})))
    meaning = {"meaning": "encoder of the observations"}
    fields.append(("encoder", str, field(default=world.terms.encoder, metadata=meaning)))
    meaning = {"meaning": f"what a seat chooses at its turn: {' or '.join(('steps', *world.terms.actions))}"}
    fields.append(("actions", str, field(default="steps", metadata=meaning)))
    made = dataclasses.make_dataclass("GameConfig", fields, frozen=True, namespace={"options": _options})
    made.__doc__ = f"Games of {world.name} to train on."
    return made
