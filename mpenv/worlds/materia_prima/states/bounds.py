"""Limits of each field of a state; values within them lead no rule out of an array.

A limit is a number, the name of a count in the tables of the pack (its last index), or one of each for the columns of
a plane. Scratch space has no limits: the rules write it before they read it.
"""

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.rules import log, prompts, talk
from mpenv.worlds.materia_prima.rules.campaign import STEPS
from mpenv.worlds.materia_prima.rules.state import ACCOUNT, DICE, HEAPS, OUTCOMES, PHASES, STATE, UNPAID

MANY = 30_000  # of what is only counted; far from where the numbers of a state end
STOCK = 9_999  # of one element in a tower
BYTE = 127
DAYS = 60
GONE = -2  # a drawn recipe that found its place
CARDS = v.MAX_TYPES * v.TYPE_CARDS - 1
SCRATCH = ("distance", "first", "queue", "nearest")

Limits = tuple[Any, Any]


def pile(cards: Any) -> dict[str, Limits]:
    return {"cards": (0, v.MAX_DECK), "card": (0, cards)}


FIGURE = {
    "hex": (-1, "hexes"),
    "card": (-1, "recipes"),
    "actions": (0, 999),
    "load": (0, BYTE),
    "extra": (0, BYTE),
    "stand": (0, len(v.COLOURS)),
}
SEAT = {
    "alchemist": (-1, "alchemists"),
    "tower": (-1, "hexes"),
    "stone": (0, 1),
    "private": (-1, "recipes"),
    "missions": (0, MANY),
    "defeated": (0, MANY),
    "latched": (0, (1 << v.MAX_GOALS) - 1),
    "carried_extension": (-1, "extensions"),
    "lost": (0, MANY),
    "carried": (-1, "recipes"),
    "stock": (0, STOCK),
    "items": (-1, "recipes"),
    "worn": (0, 1),
    "fragment": (-1, "recipes"),
    "made": (0, BYTE),
    "figure": FIGURE,
}
SLOT = {
    "type": (0, "types"),
    "cards": (0, v.TYPE_CARDS),
    "card": (0, CARDS),
    "figures": (0, v.STANDEES),
    "hex": (-1, "hexes"),
}
PROMPT = {
    "kind": (0, len(prompts.KINDS) - 1),
    "seat": (0, v.SEATS - 1),
    "figure": (0, v.FIGURES - 1),
    "cause": (0, len(prompts.CAUSES) - 1),
    "done": (0, MANY),
    "slot": (-1, 2 * v.MAX_CONVERSIONS - 1),
    "column": (-1, v.MAX_SPAN - 1),
    "touched": (0, (1 << v.ITEMS) - 1),
    "element": (-1, "elements"),
    "amount": (0, 999),
}
HOUSE = {
    "die": (0, v.DIE_FACES - 1),
    **dict.fromkeys(
        (
            "event_total", "towers_quiet", "top_card", "refill", "no_private", "ask_payment", "at_once", "anywhere",
            "to_discard", "extend", "campaign",
        ),
        (0, 1),
    ),
    "pick_up": (0, 2),
    "supply": (0, 999),
}  # fmt: skip
CANDOUR = {"sight": (-1, 16), "private_research": (0, 1), "table_talk": (0, 1), "said": (0, talk.LAST)}
STUDY = {
    "days": (0, DAYS),
    "verbs": (0, (1 << len(v.VERBS)) - 1),
    "errands": (0, (1 << len(v.ERRANDS)) - 1),
    "peace": (0, 1),
}
STATES: dict[str, Any] = {
    "seed": None,
    "scenario": (0, "scenarios"),
    "difficulty": (0, len(v.DIFFICULTIES) - 1),
    "started": (0, len(v.DIFFICULTIES) - 1),
    "seats": (2, v.SEATS),
    "days": (1, DAYS),
    "day": (1, DAYS),
    "phase": (0, len(PHASES) - 1),
    "turn": (0, v.SEATS),
    "outcome": (0, len(OUTCOMES) - 1),
    "due": (0, max(v.SEATS, STEPS)),
    "entry": (-1, "hexes"),
    "hunter": (0, v.SLOTS * v.STANDEES),
    "hunter_actions": (-1, 99),
    "prompts": (0, 3),
    "heaps": (0, HEAPS),
    "dice_left": (0, DICE),
    "temple": (-1, "temples"),
    "house": HOUSE,
    "order": (-1, v.SEATS - 1),
    "prompt": PROMPT,
    "seat": SEAT,
    "slot": SLOT,
    "pool": (-1, "recipes"),
    "drawn": (GONE, "recipes"),
    "mission": (-1, "errands"),
    "market": (-1, "extensions"),
    "errands": pile("errands"),
    "purse": pile("errands"),
    "spent": pile("errands"),
    "extensions": pile("extensions"),
    "owner": (-1, v.SEATS - 1),
    "happened": (0, UNPAID),
    "bonus": (-BYTE, BYTE),
    "inquisition_bonus": (-BYTE, BYTE),
    "dug": (0, MANY),
    "supply": (0, MANY),
    "alarms": pile("alarms"),
    "revealed": pile("alarms"),
    "pile": pile(CARDS),
    "defeated": pile(CARDS),
    "recipes": pile("recipes"),
    "discards": pile("recipes"),
    "laid": (0, (v.TILES - 1, 1, 5)),
    "site": (0, v.TOWN + len(v.TOWNS) - 1),
    "marker": (0, 1),
    "heap_at": (0, v.MAX_HEXES * v.MAX_ELEMENTS - 1),
    "heap_count": (0, BYTE),
    "rolled": (0, MANY),
    "shuffled": (0, MANY),
    "dice": (0, v.DIE_FACES - 1),
    "candour": CANDOUR,
    "study": STUDY,
    "logged": (0, MANY),
    "logging": (0, 1),
    "event": None,  # by its kind, see EVENTS
    "event_at": (0, v.MAX_HEXES),
    "fallen_seat": (0, v.SEATS - 1),
    "fallen_day": (0, DAYS),
    "fallen_to": (0, v.MAX_TYPES * v.STANDEES - 1),
    "asker": (-1, v.SEATS - 1),
    "legals": (0, ACTIONS),
    "legal": (0, 1),
    **dict.fromkeys(SCRATCH),
}
ACCOUNTS: dict[str, Any] = {
    "seats": (0, v.SEATS),
    "outcome": (0, len(OUTCOMES) - 1),
    "difficulty": (0, len(v.DIFFICULTIES) - 1),
    "started": (0, len(v.DIFFICULTIES) - 1),
    "day": (0, DAYS),
    "seated": {"alchemist": (0, "alchemists"), "stand": (0, len(v.COLOURS))},
    "reached": (0, (1 << v.MAX_GOALS) - 1),
    "progress": (-MANY, MANY),
    "lost_stones": (0, MANY),
    "fallen_seat": (0, v.SEATS - 1),
    "fallen_day": (0, DAYS),
    "fallen_to": (0, v.MAX_TYPES * v.STANDEES - 1),
    "happened": (0, UNPAID),
}

# What the three numbers of an event are, by its kind.
_ANY, _SEAT, _FIGURE, _WHICH, _LEVEL = (-32768, 32767), (0, "seats"), (0, "figures"), (0, v.STANDEES - 1), (0, v.LEVELS)
_HEX, _TYPE, _ELEMENT, _RECIPE = (0, "hexes"), (0, "types"), (0, "elements"), (0, "recipes")
EVENTS: dict[int, tuple[Limits, Limits, Limits]] = {
    log.DAY: (_ANY, _ANY, _ANY),
    log.ALARM_CARD: ((0, "alarms"), _ANY, _ANY),
    log.MARKED: (_HEX, _ANY, _ANY),
    log.ALARM: (_HEX, _ANY, _ANY),
    log.INQUISITOR_CARD: ((0, "cards"), (0, v.SLOTS - 1), _ANY),
    log.ENTERS: (_TYPE, _WHICH, _HEX),
    log.TURN: (_SEAT, _ANY, _ANY),
    log.ROLLED: (_FIGURE, _ANY, _ANY),
    log.LOOT: (_FIGURE, _ELEMENT, _ANY),
    log.DEFEATED: (_FIGURE, _TYPE, _WHICH),
    log.MOVED: (_TYPE, _WHICH, _HEX),
    log.HELD: (_FIGURE, _ANY, _ANY),
    log.FELLED: (_FIGURE, _ANY, _ANY),
    log.FORFEITED: (_TYPE, _WHICH, _HEX),
    log.STONE_LOST: (_SEAT, _TYPE, _WHICH),
    log.MADE: (_SEAT, _RECIPE, _ANY),
    log.MINED: (_FIGURE, _ELEMENT, _ANY),
    log.CONVERTED: (_SEAT, _ELEMENT, _ANY),
    log.ENDED: ((0, len(OUTCOMES) - 1), _ANY, _ANY),
    log.EVENT: ((0, "events"), (1, UNPAID), _ANY),
    log.GAINED: (_SEAT, _ELEMENT, _ANY),
    log.LOST: (_SEAT, _ELEMENT, _ANY),
    log.SACRIFICED: (_SEAT, _RECIPE, _ANY),
    log.DESTROYS: (_SEAT, _LEVEL, _ANY),
    log.DESTROYED: (_SEAT, _ELEMENT, _ANY),
    log.MISSION: (_SEAT, (0, "errands"), (0, len(v.TOWNS) - 1)),
    log.BOUGHT: (_SEAT, (0, "extensions"), _ANY),
    log.RESEARCHED: (_SEAT, (-1, "recipes"), _ANY),
    log.EXTENDED: ((0, len(v.DIFFICULTIES) - 1), _ANY, _ANY),
    log.CARRIED: (_SEAT, (-1, "recipes"), _ANY),
    log.ATTACKS: (_TYPE, _WHICH, (0, "targets")),
    log.EXCHANGES: (_FIGURE, _FIGURE, _ANY),
    log.LAID: (_FIGURE, _ELEMENT, _ANY),
    log.TAKEN: (_FIGURE, _ELEMENT, _ANY),
    log.SAID: (_SEAT, (0, talk.LAST), _ANY),
    log.ROBS: (_FIGURE, _LEVEL, _ANY),
    log.ROBBED: (_FIGURE, _ELEMENT, _ANY),
}
COUNTS = (
    "elements", "hexes", "alchemists", "recipes", "errands", "extensions", "temples", "types", "alarms", "scenarios",
)  # fmt: skip


class Leaf(NamedTuple):
    """A field of plain numbers: its name with the records it is in, where it lies, and its limits; None: any."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    offset: int
    limits: Limits | None


def leaves(kind: np.dtype[Any], limits: dict[str, Any], before: str = "", offset: int = 0) -> Iterator[Leaf]:
    """All fields of a record, with those of the records in it; a name without limits or the other way is a KeyError."""
    assert kind.fields is not None
    if unknown := limits.keys() - kind.fields.keys():
        raise KeyError(f"no field is called {', '.join(sorted(unknown))}")
    for name, (held, start, *_) in kind.fields.items():
        within, shape = (held.base, held.shape) if held.subdtype else (held, ())
        if within.fields is None:
            yield Leaf(before + name, within, shape, offset + start, limits[name])
            continue
        for k in range(int(np.prod(shape))):
            nth = f"{before}{name} {k} " if shape else f"{before}{name} "
            yield from leaves(within, limits[name], nth, offset + start + k * within.itemsize)


class Fence:
    """The limits of every field of a record at once, for many records: two comparisons of their bytes."""

    def __init__(self, kind: np.dtype[Any], limits: dict[str, Any], last: dict[str, int]) -> None:
        self.leaves = tuple(leaves(kind, limits))
        self._sides: list[tuple[Any, np.ndarray, np.ndarray]] = []
        self._last = last
        for one in ("i1", "i2"):
            whole = kind.itemsize // np.dtype(one).itemsize
            edges = np.iinfo(one)
            low, high = np.full(whole, edges.min, one), np.full(whole, edges.max, one)
            for leaf in self.leaves:
                if leaf.limits is not None and leaf.dtype == np.dtype(one):
                    at = leaf.offset // leaf.dtype.itemsize
                    end = at + int(np.prod(leaf.shape))
                    low[at:end], high[at:end] = (self._spread(leaf, k) for k in (0, 1))
            self._sides.append((np.dtype(one), low, high))
        self._unsigned = [leaf for leaf in self.leaves if leaf.dtype == np.dtype("u1") and leaf.limits is not None]

    def _spread(self, leaf: Leaf, side: int) -> np.ndarray:
        """One limit for each number of a field."""
        assert leaf.limits is not None
        return np.broadcast_to(np.asarray(self._number(leaf.limits[side])), leaf.shape or (1,)).reshape(-1)

    def _number(self, limit: Any) -> Any:
        return self._last[limit] if isinstance(limit, str) else limit

    def outside(self, raw: np.ndarray) -> tuple[int, str] | None:
        """The first of some records (rows of bytes) with a field beyond its limits, and what is wrong; or None."""
        for kind, low, high in self._sides:
            seen = raw.view(kind)
            if (wrong := (seen < low) | (seen > high)).any():
                row, at = (int(one[0]) for one in wrong.nonzero())
                return row, self._said(at * kind.itemsize, int(seen[row, at]))
        for leaf in self._unsigned:
            assert leaf.limits is not None
            seen = raw[:, leaf.offset : leaf.offset + int(np.prod(leaf.shape))]
            if (wrong := seen > self._number(leaf.limits[1])).any():
                row, at = (int(one[0]) for one in wrong.nonzero())
                return row, self._said(leaf.offset + at, int(seen[row, at]))
        return None

    def _said(self, offset: int, value: int) -> str:
        leaf = [one for one in self.leaves if one.offset <= offset][-1]
        nth = (offset - leaf.offset) // leaf.dtype.itemsize
        low, high = (int(self._spread(leaf, side)[nth]) for side in (0, 1))
        place = f" {nth}" if leaf.shape else ""
        return f"{leaf.name}{place} is {value}, it goes from {low} to {high}"


Counts = tuple[int, ...]


def counts_of(tables: np.ndarray) -> Counts:
    """The number of entries of each kind in the tables of a pack."""
    first = tables[0]
    return tuple(int(first[name]) for name in COUNTS)


@functools.lru_cache(64)
def _last(counts: Counts) -> tuple[tuple[str, int], ...]:
    last = {name: max(count - 1, 0) for name, count in zip(COUNTS, counts, strict=True)}
    last["cards"] = (last["types"] + 1) * v.TYPE_CARDS - 1
    last |= {"seats": v.SEATS - 1, "figures": v.SEATS * v.FIGURES - 1, "events": v.EVENTS - 1}
    last["targets"] = v.SEATS * (v.FIGURES + 1) - 1
    return tuple(last.items())


@functools.lru_cache(64)
def fence(kind: str, counts: Counts) -> Fence:
    """The limits of `states` or `accounts` with tables of so many entries."""
    record, limits = {"states": (STATE, STATES), "accounts": (ACCOUNT, ACCOUNTS)}[kind]
    return Fence(record, limits, dict(_last(counts)))


@functools.lru_cache(64)
def event_limits(counts: Counts) -> tuple[np.ndarray, np.ndarray]:
    """The lowest and the highest of the three numbers of each kind of event."""
    last = dict(_last(counts))
    sides = [
        [[last[limit] if isinstance(limit, str) else limit for limit in (one[side] for one in EVENTS[kind])]
         for kind in range(log.LAST + 1)]
        for side in (0, 1)
    ]  # fmt: skip
    low, high = (np.array(side, np.int16) for side in sides)
    return low, high
