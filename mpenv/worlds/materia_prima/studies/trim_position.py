"""Short position files, without fields that a reader fills in."""

from typing import Any

from mpenv import toml
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.position.writing import page

DRAWING = ("dawn", "event")  # today's alarm card has not been drawn yet


def short(game: Game) -> str:
    """A state as a position file, without fields that a reader fills in."""
    lines = toml.parse(game.to_position())
    if lines["phase"] not in DRAWING:  # otherwise the cards before matter
        lines["alarm"]["active"] = lines["alarm"].pop("revealed")[-1]
        lines["alarm"].pop("deck", None)
    whole = page(lines)
    for name in ("seed", "chance"):
        lines.pop(name)
    for kind in ("homunculus", "equipment", "stone"):
        lines["recipes"][kind].pop("deck")
    for room, name in (
        ("alarm", "deck"),
        ("inquisition", "deck"),
        ("towns", "mission_deck"),
        ("towns", "extension_deck"),
    ):
        lines[room].pop(name, None)
    trimmed = page(_without_defaults(lines))
    try:
        return trimmed if alike(trimmed, whole) else whole
    except ValueError:
        return whole


def _without_defaults(lines: Any) -> Any:
    """Remove empty tables and lists, and zeros."""
    if isinstance(lines, list):
        return [_without_defaults(line) for line in lines]
    if not isinstance(lines, dict):
        return lines
    told = {key: _without_defaults(value) for key, value in lines.items() if key != "slots"}
    told |= {key: value for key, value in lines.items() if key == "slots"}
    return {key: value for key, value in told.items() if value not in ({}, [], 0) or key == "turn" or value is False}


def alike(first: str, second: str) -> bool:
    """Check that two positions differ only in seed, chance counters and hidden orders."""
    seen = []
    for position in (first, second):
        view = Game.from_position(position).overview()
        view.state.rolled[:], view.state.shuffled[:] = 0, 0
        seen.append((view.record.tobytes(), view.state.seat[1].private))
    return seen[0] == seen[1]
