"""One file for each action: why it may not be done, and doing it."""

from mpenv.worlds.materia_prima.rules.actions import (
    buy,
    convert,
    drop,
    equip,
    errand,
    exchange,
    fight,
    mine,
    move,
    research,
    sail,
    transmute,
)

__all__ = [
    "buy",
    "convert",
    "drop",
    "equip",
    "errand",
    "exchange",
    "fight",
    "mine",
    "move",
    "research",
    "sail",
    "transmute",
]
