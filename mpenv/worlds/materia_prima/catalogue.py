"""Action catalogue: a flat id space, the same for every seat, team size, scenario and pack."""

from collections.abc import Iterable
from typing import NamedTuple

from mpenv.worlds.materia_prima.content import vocabulary as v


class Block(NamedTuple):
    """A range of action ids of the same kind."""

    name: str
    start: int
    size: int
    use: str


_SIZES = (
    ("END", 1, "end the turn, finish a micro-sequence, pass"),
    ("NO", 1, "decline what is asked"),
    ("YES", 1, "accept what is asked"),
    ("MOVE", v.FIGURES * 6, "figure x direction"),
    ("MINE", v.FIGURES, "figure"),
    ("DROP", v.FIGURES, "figure; then PUT"),
    ("PICK", v.FIGURES, "figure; then TAKE"),
    ("MISSION", v.FIGURES, "figure; fulfil the mission of its town"),
    ("EXCHANGE", v.FIGURES, "figure; then WHO and TAKE"),
    ("FIGHT", v.FIGURES * v.SLOTS * v.STANDEES, "figure x display slot x figure of the type"),
    ("CONVERT", v.MAX_CONVERSIONS, "conversion"),
    ("TRANSMUTE", v.POOL + 1, "pool slot, the last is the private slot"),
    ("EQUIP", 1, "rearrange between alchemist and tower; then COMPONENT and TAKE"),
    ("RESEARCH", len(v.KINDS), "recipe deck"),
    ("BUY", 1, "the tower extension of the town"),
    ("SAIL", len(v.TOWNS), "town"),
    ("WHO", v.SEATS * v.FIGURES, "seat-relative player x figure"),
    ("PUT", v.MAX_ELEMENTS, "element"),
    ("TAKE", v.MAX_ELEMENTS, "element"),
    ("STORE", 2 + v.FIGURES - 1, "alchemist, tower, homunculus 1-3"),
    ("COMPONENT", v.FIGURES - 1 + v.ITEMS + v.FRAGMENTS, "homunculus, item or fragment"),
    ("CARD", 17, "a card of those shown"),
    ("POINTS", 3, "a mission card of that value"),
    ("COLUMN", v.MAX_SPAN, "column of a hex"),
    ("ROW", v.MAX_SPAN, "row of a hex"),
)


def blocks_of(sizes: Iterable[tuple[str, int, str]]) -> tuple[Block, ...]:
    """Blocks of ids one behind the other, each by its name, size and use."""
    blocks, start = [], 0
    for name, size, use in sizes:
        blocks.append(Block(name, start, size, use))
        start += size
    return tuple(blocks)


BLOCKS = blocks_of(_SIZES)
ACTIONS = BLOCKS[-1].start + BLOCKS[-1].size
(
    END, NO, YES, MOVE, MINE, DROP, PICK, MISSION, EXCHANGE, FIGHT, CONVERT, TRANSMUTE, EQUIP,
    RESEARCH, BUY, SAIL, WHO, PUT, TAKE, STORE, COMPONENT, CARD, POINTS, COLUMN, ROW,
) = (block.start for block in BLOCKS)  # fmt: skip

_BLOCK_OF = tuple(block for block in BLOCKS for _ in range(block.size))

FIRST_ITEM = COMPONENT + v.FIGURES - 1
FIRST_FRAGMENT = FIRST_ITEM + v.ITEMS


def block_of(action: int) -> Block:
    """Block of an action id."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"action {action} does not exist, ids go from 0 to {ACTIONS - 1}")
    return _BLOCK_OF[action]
