"""Snapshots of a batch as plain arrays, and the check that arrays from outside are one."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from mpenv.engine import checks, loops
from mpenv.files import parse_json
from mpenv.world import World, brief

FORMAT = 2  # of snapshots
ABOUT = "about"  # in a snapshot: which world and which printed game it is of, as JSON in bytes
NO_SNAPSHOT = "this is no snapshot of such a batch"

Arrays = dict[str, np.ndarray]


class Table(NamedTuple):
    """The tables and setups that states of a snapshot are checked against."""

    world: World
    tables: np.ndarray
    setups: np.ndarray  # of the first games
    max_plies: int  # 0 without a limit
    standing: Callable[..., None]  # the compiled loop of that name


def edition(tables: np.ndarray) -> str:
    """Hash the tables of the printed game."""
    return hashlib.sha256(tables.tobytes()).hexdigest()[:16]


def labels(world: World, edition: str, encoder: str) -> dict[str, Any]:
    """Labels of a snapshot: format, world, edition and encoder."""
    return {"format": FORMAT, "world": f"{world.name}_v{world.version}", "edition": edition, "encoder": encoder}


def plain(arrays: Arrays) -> Arrays:
    """The same arrays, records as bytes."""
    return {name: one.view(np.uint8) if one.dtype.names else one for name, one in arrays.items()}


def take(about: dict[str, Any], arrays: Arrays) -> Arrays:
    """Copy the arrays of a batch."""
    words = np.frombuffer(json.dumps(about).encode(), np.uint8)
    return {ABOUT: words.copy(), **{name: np.array(one) for name, one in plain(arrays).items()}}


def checked(snapshot: Any, about: dict[str, Any], arrays: Arrays, table: Table) -> Arrays:
    """Copies of the arrays of a snapshot, if it is one that games of this table can lead to."""
    copies = _copied(snapshot, about, plain(arrays))
    fresh = {name: copies[name].view(one.dtype) for name, one in arrays.items() if one.dtype.names}
    if faults := _number_faults(copies, table) or _setup_faults(fresh, copies["_like"], table):
        raise ValueError(f"{NO_SNAPSHOT}: {faults[0]}")
    states, setups, accounts = (fresh[name] for name in ("_states", "_setups", "_accounts"))
    if faults := table.world.check_states(table.tables, states, setups, accounts) or _standing(states, copies, table):
        raise ValueError(f"{NO_SNAPSHOT}: {faults[0]}")
    return copies


def _copied(snapshot: Any, about: dict[str, Any], ours: Arrays) -> Arrays:
    """Copies of the arrays of a snapshot, whose labels, names, shapes and types are those of this batch."""
    if not isinstance(snapshot, Mapping) or not all(isinstance(one, np.ndarray) for one in snapshot.values()):
        raise ValueError(f"this is no snapshot of a batch: it is a table of arrays, not {type(snapshot).__name__}")
    wrong = [
        str(name)
        for name in (ours.keys() | snapshot.keys()) - {ABOUT}
        if name not in ours
        or name not in snapshot
        or (ours[name].shape, ours[name].dtype) != (snapshot[name].shape, snapshot[name].dtype)
    ]
    if wrong or ABOUT not in snapshot:
        names = ", ".join(sorted([*wrong, ABOUT])[:5])
        raise ValueError(f"{NO_SNAPSHOT}: {names} differ")
    try:
        found = parse_json(snapshot[ABOUT].tobytes())
    except ValueError:
        found = None
    for name, label in about.items():
        if not isinstance(found, dict) or found.get(name) != label:
            found = found if isinstance(found, dict) else {}
            theirs = brief(found[name]) if name in found else "unknown"
            wrote = f" (written for {brief(found['world'])})" if name == "edition" and "world" in found else ""
            raise ValueError(f"{NO_SNAPSHOT}: its {name} is {theirs}{wrote}, here it is {label!r}")
    return {name: np.array(snapshot[name]) for name in ours}


def _setup_faults(fresh: Arrays, like: np.ndarray, table: Table) -> list[str]:
    """Find games that were set up in another way, but for their seeds."""
    found = []
    for name, ours in (("_first", table.setups.copy()), ("_setups", table.setups[like])):
        ours["seed"] = fresh[name]["seed"]
        sizes = (len(ours), -1)
        wrong = (ours.view(np.uint8).reshape(sizes) != fresh[name].view(np.uint8).reshape(sizes)).any(1)
        if wrong.any():
            found.append(f"game {int(wrong.argmax())} is of another scenario, team, difficulty or other options")
    return found


def _number_faults(copies: Arrays, table: Table) -> list[str]:
    """Find counts and rewards that no game leads to."""
    most = table.max_plies or checks.MOST_PLIES
    limits = {
        "_plies": (0, most - 1 if table.max_plies else most),
        "_length": (0, most),
        "_done": (0, loops.CUT),
        "_like": (0, len(table.setups) - 1),
        "_outcome": (0, len(table.world.outcomes) - 1),
    }
    found = [
        f"{name.strip('_')} goes from {low} to {high}"
        for name, (low, high) in limits.items()
        if ((copies[name] < low) | (copies[name] > high)).any()
    ]
    return found + [f"{name} is no number" for name in ("reward", "potential") if not np.isfinite(copies[name]).all()]


def _standing(states: np.ndarray, copies: Arrays, table: Table) -> list[str]:
    """Find masks and seats that do not follow from the states."""
    mask, seat = np.zeros_like(copies["mask"]), np.zeros_like(copies["seat"])
    table.standing(states, mask, seat)
    if (seat < 0).any():
        return [f"game {int((seat < 0).argmax())} has ended"]
    wrong = (seat != copies["seat"]) | (mask != copies["mask"]).any(1)
    return [f"game {int(wrong.argmax())} asks another seat, or allows something else"] if wrong.any() else []
