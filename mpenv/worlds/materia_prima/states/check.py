"""Check states that come from outside: limits, laws, derived fields, and the table they belong to."""

import numpy as np

from mpenv.worlds.materia_prima.rules.state import ACCOUNT, SETUP, STATE, as_states
from mpenv.worlds.materia_prima.states import bounds, laws, names

AT_ONCE = 1024  # states that are compared at a time
# What stays the same in a game, with the words for it.
OF_THE_TABLE = {
    "scenario": "the scenario",
    "seats": "the number of seats",
    "started": "the difficulty",
    "house": "the rules",
    "study": "the rules",
    "candour": "the rules",
    "seat": "who plays",
}


def template(setups: np.ndarray) -> np.ndarray:
    """States with only the fields filled in that stay the same during a game, from setups."""
    states, chosen = np.zeros(len(setups), STATE), setups.view(np.uint8).view(SETUP)
    for name, other in (("scenario", "scenario"), ("seats", "seats"), ("started", "difficulty")):
        states[name] = chosen[other]
    for name in ("house", "study", "candour"):
        states[name] = chosen[name]
    states["seat"]["alchemist"] = chosen["alchemist"]
    states["seat"]["figure"]["stand"][:, :, 0] = chosen["stands"]
    return states


def fault(tables: np.ndarray, states: np.ndarray, like: np.ndarray | None = None) -> tuple[int, str] | None:
    """The first state that could not come up in a game of these tables and why; None when all could.

    `like` are states of the tables that they should be of, one each.
    """
    raw, counts = _rows(states), bounds.counts_of(tables)
    theirs = None if like is None else _rows(like)
    for lo in range(0, len(states), AT_ONCE):
        part = raw[lo : lo + AT_ONCE]
        if found := _fault(tables, counts, part, None if theirs is None else theirs[lo : lo + AT_ONCE]):
            return lo + found[0], found[1]
    return None


def _rows(states: np.ndarray) -> np.ndarray:
    """The bytes of each state."""
    return np.ascontiguousarray(states).view(np.uint8).reshape(-1, STATE.itemsize)


def _fault(
    tables: np.ndarray, counts: bounds.Counts, raw: np.ndarray, like: np.ndarray | None
) -> tuple[int, str] | None:
    if found := bounds.fence("states", counts).outside(raw):
        return found
    if like is not None and (found := _other_table(raw, like)):
        return found
    broke, low, high = np.zeros(1, np.int64), *bounds.event_limits(counts)
    room = as_states(np.zeros(STATE.itemsize, np.uint8))
    at = int(laws.first_broken(tables, as_states(raw.reshape(-1)), room, 0, len(raw), low, high, broke))
    return None if at < 0 else (at, f"a law of the table is broken: {names.LAWS[int(broke[0])]}")


def _fixed() -> np.ndarray:
    """The bytes of a state that stay the same during a game."""
    marked = np.zeros(1, STATE)
    for name in ("scenario", "seats", "started", "house", "study", "candour"):
        size = STATE[name].itemsize
        marked[name] = np.full(size, 255, np.uint8).view(STATE[name])[0]
    marked["candour"]["said"] = 0
    marked["seat"]["alchemist"] = marked["seat"]["figure"]["stand"] = -1
    return np.flatnonzero(marked.view(np.uint8))


FIXED = _fixed()


def _other_table(raw: np.ndarray, like: np.ndarray) -> tuple[int, str] | None:
    """Is a state of another table than the one it is for?"""
    wrong = raw[:, FIXED] != like[:, FIXED]
    if not wrong.any():
        return None
    row, nth = (int(one[0]) for one in wrong.nonzero())
    name = [name for name in OF_THE_TABLE if STATE.fields[name][1] <= FIXED[nth]]  # type: ignore[index]
    last = max(name, key=lambda one: STATE.fields[one][1])  # type: ignore[index]
    return row, f"{OF_THE_TABLE[last]} of this table is another"


def account_fault(tables: np.ndarray, accounts: np.ndarray) -> tuple[int, str] | None:
    """The first invalid account of a game that ended, and the reason."""
    raw = np.ascontiguousarray(accounts).view(np.uint8).reshape(len(accounts), ACCOUNT.itemsize)
    return bounds.fence("accounts", bounds.counts_of(tables)).outside(raw)
