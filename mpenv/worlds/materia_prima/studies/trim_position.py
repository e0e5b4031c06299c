"""Position files without what a reader fills in by itself."""

from typing import Any

from mpenv import toml
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.position.writing import page

DRAWING = ("dawn", "event")  # today's alarm card has not been drawn yet


def short(game: Game) -> str:
    """A situation as a position file, without what a reader fills in by itself."""
    lines = toml.parse(game.to_position())
    if lines["phase"] not in DRAWING:  # else which cards were there before matters
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
    trimmed = page(_said(lines))
    try:
        return trimmed if alike(trimmed, whole) else whole
    except ValueError:
        return whole


def _said(lines: Any) -> Any:
    """Without empty tables and lists, and without zeros."""
    if isinstance(lines, list):
        return [_said(line) for line in lines]
    if not isinstance(lines, dict):
        return lines
    told = {key: _said(value) for key, value in lines.items() if key != "slots"}
    told |= {key: value for key, value in lines.items() if key == "slots"}
    return {key: value for key, value in told.items() if value not in ({}, [], 0) or key == "turn" or value is False}


def alike(one: str, other: str) -> bool:
    """Do two positions differ in nothing but seed, counters of chance and the order of what is hidden?"""
    seen = []
    for position in (one, other):
        view = Game.from_position(position).overview()
        view.state.rolled[:], view.state.shuffled[:] = 0, 0
        seen.append((view.record.tobytes(), view.state.seat[1].private))
    return seen[0] == seen[1]
