"""Entries from Python into the rules of a world, bound from what `World.rules` gives (`mpenv.engine.jit.bind`).

The names annotated below are filled in by the world, as in `mpenv/engine/loops.py`. A world with entries of its own
(`mpenv.base.RecordWorld.entries`) uses those instead, so that no rule is compiled twice.
"""

# ruff: noqa: F821 - these names are bound by the world

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.engine.jit import bind, bound, rule
from mpenv.world import World

answer: Callable[..., Any]  # (t, s, action)
start: Callable[..., None]  # (t, s, chosen)
asked: Callable[..., int]  # (s)
legal: Callable[..., int]  # (s, action)
write: Callable[..., None]  # (t, s, seat, row)
account: Callable[..., None]  # (t, s, record)
potential: Callable[..., float]  # (t, s)
hide: Callable[..., None]  # (t, s, seat): take out what a seat may not know; what nobody knows for seat -1
possible: Callable[..., bool]  # (t, s): is this a state that play can lead to, and that is safe with the rules?
why_not: Callable[
    ..., int
]  # (s, action), while the game runs: 0 for a legal action, else which of `World.reasons`, from 1
futures: Callable[..., int]  # (t, S, B, P, i, action, lo): as in `mpenv/engine/solver.py`
ways: Callable[..., int]  # (t, s): in how many equally likely ways chance can fall in the next answer
fall: Callable[..., None]  # (t, s, way): arrange the hidden part of the state so that chance falls in this way
ACTIONS: int
WORDS: int

Rows = np.ndarray
SCRATCH, ROOT, TOO_WIDE = 0, 1, -1  # rows of `spread`, and its answer when there are too few


def begin_game(T: Rows, S: Rows, i: int, blank: Rows, chosen: Rows, j: int) -> None:
    """Set up game i by setup j and go on to its first decision."""
    S[i] = blank[0]
    start(T[0], S[i], chosen[j])


def answer_game(T: Rows, S: Rows, i: int, action: int) -> bool:
    """Answer what game i asks; False when the action is not legal, and nothing changes."""
    if action < 0 or action >= ACTIONS or legal(S[i], action) == 0:
        return False
    answer(T[0], S[i], action)
    return True


def seat_of(S: Rows, i: int) -> int:
    """The seat that game i asks, -1 after its end."""
    return asked(S[i])


def mask_of(S: Rows, i: int, mask: Rows) -> int:
    """Mark the legal actions of game i; the seat that is asked, -1 after the end."""
    for action in range(ACTIONS):
        mask[action] = legal(S[i], action)
    return asked(S[i])


def look_at(T: Rows, S: Rows, i: int, V: Rows, j: int, seat: int) -> None:
    """Copy game i to place j of V without what a seat may not know."""
    V[j] = S[i]
    hide(T[0], V[j], seat)


def show_row(T: Rows, S: Rows, i: int, seat: int, row: Rows) -> None:
    """Write what a seat observes of game i."""
    write(T[0], S[i], seat, row)


def potential_of(T: Rows, S: Rows, i: int) -> float:
    """Potential of game i for shaped rewards."""
    return potential(T[0], S[i])


def account_of(T: Rows, S: Rows, i: int, A: Rows, j: int) -> None:
    """Write into place j of A how game i ended."""
    account(T[0], S[i], A[j])


def reason_of(S: Rows, i: int, action: int) -> int:
    """The reason why an action of game i is not legal, 0 if it is."""
    return why_not(S[i], action)


def first_impossible(T: Rows, S: Rows) -> int:
    """The first state that play cannot lead to, or -1."""
    for i in range(len(S)):
        if not possible(T[0], S[i]):
            return i
    return -1


def spread_from(T: Rows, S: Rows, B: Rows, P: Rows, action: int) -> int:
    """Write what an answer in row ROOT can lead to behind it; where that ends, or TOO_WIDE."""
    return futures(T[0], S, B, P, ROOT, action, ROOT + 1)


def even_ways(t: Any, S: Rows, B: Rows, P: Rows, i: int, action: int, lo: int) -> int:
    """The rule `futures` of a world whose chance falls in one of `ways`, all equally likely, within an answer."""
    S[SCRATCH] = S[i]
    hide(t, S[SCRATCH], -1)
    count, end = ways(t, S[SCRATCH]), lo
    for way in range(count):
        if end >= len(S):
            return TOO_WIDE
        S[end] = S[SCRATCH]
        fall(t, S[end], way)
        answer(t, S[end], action)
        hide(t, S[end], -1)
        same = lo
        while (B[same, :WORDS] != B[end, :WORDS]).any():
            same += 1
        if same == end:
            P[end] = 0.0
            end += 1
        P[same] += 1.0 / count
    return end


@rule()
def outcome_field(s: Any) -> int:
    """The rule `outcome` of a state with such a field."""
    found: int = s.outcome
    return found


@rule()
def won(s: Any) -> float:
    """The rule `result` where the first way to end is the success."""
    return 1.0 if s.outcome == 1 else 0.0


def without_reason(s: Any, action: int) -> int:
    """The rule `legal` of a world that tells why actions are not legal."""
    return int(s.outcome == 0 and why_not(s, action) == 0)


_COMPLETED: dict[Path, dict[str, Any]] = {}


def completed(rules: dict[str, Any], home: Path, words: int) -> dict[str, Any]:
    """The rules of a world with those that follow from the others: outcome, result, legal and futures.

    `words` are the 64-bit words of a state that make two situations equal.
    """
    if home not in _COMPLETED:
        found = {"outcome": outcome_field, "result": won, "WORDS": words, **rules}
        if "legal" not in found and "why_not" in found:
            found["legal"] = bound(without_reason, why_not=found["why_not"])
        if "futures" not in found and "ways" in found:
            names = ("ways", "fall", "answer", "hide", "WORDS")
            found["futures"] = bound(even_ways, **{name: found[name] for name in names})
        _COMPLETED[home] = found
    return {**_COMPLETED[home], **rules}


DRIVERS: dict[str, tuple[Callable[..., Any], str]] = {
    "begin": (begin_game, "start"),
    "answer": (answer_game, "answer"),
    "seat": (seat_of, "asked"),
    "mask": (mask_of, "legal"),
    "look": (look_at, "hide"),
    "potential": (potential_of, "potential"),
    "give_account": (account_of, "account"),
    "why_not": (reason_of, "why_not"),
    "first_impossible": (first_impossible, "possible"),
    "spread": (spread_from, "futures"),
}
_BOUND: dict[tuple[Path, str], Any] = {}


class Entries:
    """The entries of a world as attributes, each bound when it is first used."""

    begin: Callable[..., None]
    answer: Callable[..., bool]
    seat: Callable[..., int]
    mask: Callable[..., int]
    look: Callable[..., None]
    potential: Callable[..., float]
    give_account: Callable[..., None]
    why_not: Callable[..., int]
    first_impossible: Callable[..., int]
    spread: Callable[..., int]

    def __init__(self, world: World) -> None:
        self._world = world

    def __getattr__(self, name: str) -> Any:
        if name not in DRIVERS:
            raise AttributeError(f"there is no entry {name!r}, there are: {', '.join(DRIVERS)}")
        driver, needed = DRIVERS[name]
        world = self._world
        key = world.home, name
        if key not in _BOUND:
            rules = world.rules("flat")
            if needed not in rules:
                raise NotImplementedError(f"the world {world.name} has no rule {needed!r}")
            _BOUND[key] = _bound(driver, world, "entries", rules)
        setattr(self, name, _BOUND[key])
        return _BOUND[key]

    def has(self, name: str) -> bool:
        """Does the world have an optional rule?"""
        return name in self._world.rules("flat")

    def show(self, encoder: str) -> Callable[..., None]:
        """`(T, S, i, seat, row)`: write the observation of an encoder."""
        world = self._world
        key = world.home, f"show {encoder}"
        if key not in _BOUND:
            _BOUND[key] = _bound(show_row, world, f"entries.{encoder}", world.rules(encoder))
        writer: Callable[..., None] = _BOUND[key]
        return writer


def _bound(driver: Callable[..., Any], world: World, label: str, rules: dict[str, Any]) -> Any:
    return bind(driver, world.home, label, **rules)


__all__ = ["DRIVERS", "TOO_WIDE", "Entries", "completed"]
