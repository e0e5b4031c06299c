"""The one check of states that come from outside: limits, laws, what is derived, and which table they are of."""

from typing import Any

import numpy as np

from mpenv.materia.rules import log
from mpenv.materia.rules.state import ACCOUNT, EVENTS, SETUP, STATE, as_states, new_states
from mpenv.materia.states import bounds, laws

AT_ONCE = 1024  # states that are compared at a time
# What stays the same in a game, as states and setups call it.
OF_THE_TABLE = (
    ("scenario", "scenario", "the scenario"),
    ("seats", "seats", "the number of seats"),
    ("started", "difficulty", "the difficulty"),
    ("house", "house", "the rules"),
    ("study", "study", "the rules"),
)
SCRATCH = min(STATE.fields[name][1] for name in bounds.SCRATCH)  # type: ignore[index]


def wipe(states: np.ndarray) -> None:
    """Clear the scratch space: nothing reads what lies there."""
    states.view(np.uint8).reshape(len(states), -1)[:, SCRATCH:] = 0


def fault(tables: np.ndarray, states: np.ndarray, like: np.ndarray | None = None) -> tuple[int, str] | None:
    """The first state that could not come up in a game of these tables and why; None when all could.

    `like` are setups or states of the tables that they should be of, one each.
    """
    raw = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), STATE.itemsize)
    for lo in range(0, len(states), AT_ONCE):
        part = raw[lo : lo + AT_ONCE]
        mine = None if like is None else like[lo : lo + AT_ONCE]
        if found := _fault(tables, part, mine):
            return lo + found[0], found[1]
    return None


def _fault(tables: np.ndarray, raw: np.ndarray, like: np.ndarray | None) -> tuple[int, str] | None:
    if found := bounds.fence_of("states", tables).outside(raw):
        return found
    plain = raw.reshape(-1).view(STATE)
    if found := _events(tables, plain) or (None if like is None else _other_table(plain, like)):
        return found
    broke, room = np.zeros(1, np.int64), new_states(1)
    at = int(laws.first_broken(tables, as_states(raw.reshape(-1)), room, 0, len(plain), broke))
    return None if at < 0 else (at, f"a law of the table is broken: {laws.LAWS[int(broke[0])]}")


def _events(tables: np.ndarray, states: np.ndarray) -> tuple[int, str] | None:
    """What the last step brought must be possible to tell."""
    counts = np.minimum(states["logged"], EVENTS)
    if not counts.any():
        return None
    rows, nth = np.nonzero(np.arange(EVENTS) < counts[:, None])
    found = states["event"][rows, nth]
    kinds = found[:, 0]
    low, high = bounds.event_limits(tables)
    wrong = (kinds < 0) | (kinds > log.LAST)
    inside = np.where(wrong, 0, kinds)
    wrong |= ((found[:, 1:] < low[inside]) | (found[:, 1:] > high[inside])).any(1)
    seats = states["seats"][rows]
    wrong |= (_seat_of(inside, found[:, 1], found[:, 3]) >= seats) & ~wrong
    wrong |= states["event_at"][rows, nth] > int(tables["hexes"][0])
    if not wrong.any():
        return None
    first = int(wrong.argmax())
    return int(rows[first]), f"event {int(nth[first])} is {found[first].tolist()}, which nothing brings"


_BY_SEAT = np.array([bounds.EVENTS[kind][0] == (0, "seats") for kind in range(log.LAST + 1)])
_BY_FIGURE = np.array([bounds.EVENTS[kind][0] == (0, "figures") for kind in range(log.LAST + 1)])


def _seat_of(kinds: np.ndarray, first: np.ndarray, last: np.ndarray) -> np.ndarray:
    """The seat that each event is about, 0 where it is about none."""
    seats = np.where(_BY_SEAT[kinds], first, np.where(_BY_FIGURE[kinds], first // 4, 0))
    return np.asarray(np.where(kinds == log.ATTACKS, last // 5, seats))


def _other_table(states: np.ndarray, like: np.ndarray) -> tuple[int, str] | None:
    """Is a state of another table than the one it is for?"""
    setups = like.dtype.itemsize == SETUP.itemsize
    theirs: Any = like.view(np.uint8).view(SETUP if setups else STATE)
    for name, chosen, what in OF_THE_TABLE:
        wrong = states[name] != theirs[chosen if setups else name]
        if wrong.any():
            return int(wrong.argmax()), f"{what} is not that of this table"
    for name in ("sight", "private_research", "table_talk"):
        if (wrong := states["candour"][name] != theirs["candour"][name]).any():
            return int(wrong.argmax()), "the rules is not that of this table"
    alchemists = theirs["alchemist"] if setups else theirs["seat"]["alchemist"]
    if (wrong := (states["seat"]["alchemist"] != alchemists).any(1)).any():
        return int(wrong.argmax()), "who plays is not that of this table"
    return None


def account_fault(tables: np.ndarray, accounts: np.ndarray) -> tuple[int, str] | None:
    """The first record of an ended game that nothing could be told of, and why."""
    raw = np.ascontiguousarray(accounts).view(np.uint8).reshape(len(accounts), ACCOUNT.itemsize)
    return bounds.fence_of("accounts", tables).outside(raw)
