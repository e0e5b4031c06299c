"""Snapshots of games, environments and batches with something broken, restored and played on."""

import copy
import functools
import json
import random
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

import mpenv
from mpenv.engine.batch import BatchGame
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules.state import ACCOUNT, KEPT_BYTES, SETUP, STATE
from mpenv.worlds.materia_prima.states import bounds, check
from tests.worlds.materia_prima import rich

STEPS = 30
CHECKSUM = 4
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 10**6, 1 << 63, 1 << 64, 1 << 130, 10**400, 0.5, -1.5, 1e300, "", "0", "random",
    "alchemist_0", "alchemist_9", "PCG64", "MT19937", [], [[]], [1], ["alchemist_0"], ["alchemist_1", "alchemist_0"],
    {}, {"a": {}}, "a" * 3000, "\ud800", "\0", {"alchemist_0": None}, [None] * 50, "gASVDAAAAAAAAACMBHRlc3SULg==",
)  # fmt: skip
RAW = (b"", b"\n", b"{}", b"\0", b"[" * 3000, b'{"of": 1}\n', b"NaN", b"9" * 5000, b"mpenv-snapshot-2 ", b"\xff" * 40)
PLAIN: dict[str, Any] = {"_states": STATE, "_setups": SETUP, "_first": SETUP, "_accounts": ACCOUNT}


def attack(seed: int) -> str | None:
    """Break one snapshot and restore it; what went wrong, or None."""
    rng = random.Random(seed)
    kind, target, snapshot = rng.choice(_originals())
    broken = _of_arrays(rng, snapshot) if isinstance(snapshot, dict) else _of_bytes(rng, snapshot, kind)
    try:
        try:
            target.restore(broken)
        except ValueError as fault:
            return None if "snapshot" in str(fault) else f"{kind}: refused with {str(fault)[:200]}"
        return _played_on(rng, kind, target)
    except Exception as fault:  # whatever else is what is looked for
        return f"{kind}: {type(fault).__name__}: {str(fault)[:200]}"
    finally:
        target.restore(snapshot)


# --- originals ----------------------------------------------------------------------------------


@functools.cache
def _originals() -> list[tuple[str, Any, Any]]:
    """The originals to break: kind, the object to restore it into, and the whole snapshot."""
    rng = random.Random(7)
    found: list[tuple[str, Any, Any]] = []
    games = [rich.any_game(seed) for seed in range(16)] + [
        Game("alms", 3, 1, campaign={}, extend="ask", difficulty="normal"),
        Game("prologue", 2, 2, placement="players", rules={"table_talk": "open", "sight": 2}),
        Game("trial", 4, 3, pack=rich.WHOLE.replace("whole", "small"), rules={"ask_payment": True, "supply": 9}),
    ]
    for game in games:
        for _ in range(rng.randrange(60)):
            if game.seat is not None:
                game.apply(rng.choice(game.legal()))
        found.append(("Game", game, game.snapshot()))
    for kind, env in (
        ("AEC", mpenv.env("drill-errand", reward="shaped")),
        ("AEC", mpenv.env("alms", 3, difficulty="easy", max_plies=40)),
        ("Parallel", mpenv.parallel_env("drill-errand")),
        ("Team", mpenv.team_env("drill-errand", reward="shaped")),
        ("Seat", mpenv.seat_env("drill-errand", mates="random", max_plies=30)),
    ):
        env.reset(seed=3)
        for moment in (5, 60):
            for _ in range(moment):
                _step(rng, kind, env)
            found.append((kind, env, env.snapshot()))
    some = [{"scenario": "alms", "seats": 3}, {"scenario": "drill-errand"}, {"seats": 4, "rules": {"sight": 3}}]
    batch = BatchGame(WORLD, some, seed=1, max_plies=70)
    vector = mpenv.vector_env(3, scenario="drill-errand", seed=5, reward="shaped")
    vector.reset()
    for kind, games_of in (("Batch", batch), ("Vector", vector)):
        for _ in range(90):
            _step(rng, kind, games_of)
        found += [(kind, games_of, games_of.snapshot())] * 4
    for kind, target, _ in found:  # what is loaded when it is first used is loaded now
        if kind != "Vector":
            _told(rng, kind, target)
        _broken(kind, target)
    return found


def _step(rng: random.Random, kind: str, env: Any) -> None:
    """A random legal answer."""
    if kind == "Game":
        env.apply(rng.choice(env.legal()))
    elif kind in ("Batch", "Vector"):
        mask = env.mask if kind == "Batch" else env.action_masks()
        env.step(np.array([rng.choice(np.flatnonzero(row).tolist()) for row in mask]))
    elif env.over:
        if kind == "AEC" and env.agents:
            env.step(None)
        elif rng.random() < 0.1:
            env.reset()
    elif kind == "Parallel":
        masks = env.action_masks()
        env.step({agent: rng.choice(np.flatnonzero(mask).tolist()) for agent, mask in masks.items()})
    else:
        env.step(rng.choice(np.flatnonzero(env.action_masks()).tolist()))


# --- playing on ---------------------------------------------------------------------------------


def _played_on(rng: random.Random, kind: str, target: Any) -> str | None:
    """Play on from an accepted snapshot; return what is wrong with it."""
    if not getattr(target, "_started", True):
        target.reset()
    words: Callable[[], object] | None = None
    if rng.random() < 0.1 and kind != "Vector":
        words = functools.partial(_told, rng, kind, target)
        words()
    for _ in range(STEPS):
        if kind == "Game":
            if target.seat is None:
                break
            target.observe("flat", rng.randrange(target.seats))
        _step(rng, kind, target)
        if broken := _broken(kind, target):
            return f"{kind}: it was taken, and then {broken}"
    if words:
        words()
    return None


def _told(rng: random.Random, kind: str, target: Any) -> None:
    """All texts about a situation."""
    if kind == "Batch":
        row = rng.randrange(target.games)
        game = target.game(row)
        target.ending(row)
        target.state()
    else:
        game = target if kind == "Game" else target.game
    game.happened()
    game.describe()
    assert game.outcome is None or game.outcome.result
    game.oracle()
    game.to_position()


def _broken(kind: str, target: Any) -> str | None:
    if kind in ("Batch", "Vector"):
        batch = target if kind == "Batch" else target.batch
        found = check.fault(batch._tables, batch._states)
        return found[1] if found else None
    game = target if kind == "Game" else target.game
    found = check.fault(game.pack.tables, game._states)
    if not found and kind != "Game" and not target.over and not game.legal():
        return "nothing is legal"
    return found[1] if found else None


# --- breaking -----------------------------------------------------------------------------------


def _of_bytes(rng: random.Random, snapshot: bytes, kind: str) -> Any:
    way = rng.random()
    if way < 0.02:
        return rng.choice((None, "", 3, [], {}, rng.choice(RAW), bytearray(snapshot[:-1]), rng.choice(_originals())[2]))
    if way < 0.15:
        return _bytes(rng, snapshot)
    head, game = (b"", snapshot) if kind == "Game" else _cut(snapshot)
    if kind != "Game" and rng.random() < 0.6:
        return _head(rng, head) + game
    return head + _game(rng, game)


def _cut(snapshot: bytes) -> tuple[bytes, bytes]:
    end = snapshot.index(b"\n") + 1
    return snapshot[:end], snapshot[end:]


def _bytes(rng: random.Random, raw: bytes) -> bytes:
    """Change, remove or insert bytes."""
    broken = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(broken) + 1)
        way = rng.randrange(4)
        if way == 0 and at < len(broken):
            broken[at] ^= 1 << rng.randrange(8)
        elif way == 1:
            broken[at : at + 1] = bytes([rng.randrange(256)])
        elif way == 2:
            broken[at:at] = rng.choice(RAW)
        elif rng.random() < 0.5:
            del broken[at : at + rng.randrange(1, 200)]
        if not broken:
            break
    return bytes(broken)


def _head(rng: random.Random, head: bytes) -> bytes:
    """Change, remove or add a value of the first line."""
    kept = json.loads(head)
    for _ in range(rng.choice((1, 1, 2))):
        place: Any = kept
        while place:
            key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
            if not isinstance(place[key], dict | list) or rng.random() < 0.4:
                break
            place = place[key]
        if not place:
            continue
        way = rng.random()
        if way < 0.15:
            del place[key]
        elif way < 0.25 and isinstance(place, dict):
            place[rng.choice(("x", "seed", "agents"))] = copy.deepcopy(rng.choice(STRANGE))
        elif way < 0.45 and type(place[key]) is int:
            place[key] += rng.choice((-1, 1, 2, 1 << 20))
        else:
            place[key] = copy.deepcopy(rng.choice(STRANGE))
    return json.dumps(kept).encode() + b"\n"


def _game(rng: random.Random, snapshot: bytes) -> bytes:
    """Change fields of the state, with a checksum that fits."""
    broken = bytearray(snapshot)
    start = len(broken) - CHECKSUM - KEPT_BYTES
    if rng.random() < 0.05:
        broken[start - 8 : start] = rng.choice((0, 1, 41, 1 << 31, (1 << 64) - 1)).to_bytes(8, "little")
    state = np.frombuffer(broken, np.uint8, KEPT_BYTES, start)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        _field(rng, state, _leaves("kept"))
    broken[-CHECKSUM:] = zlib.crc32(broken[:-CHECKSUM]).to_bytes(CHECKSUM, "little")
    return bytes(broken)


@functools.cache
def _leaves(name: str) -> list[tuple[int, np.dtype[Any], int]]:
    """Where the fields of a record lie: offset, type, how many numbers; `kept` are those of states in snapshots."""
    if name in ("_states", "kept"):
        known = list(bounds.leaves(STATE, bounds.STATES))
        end = KEPT_BYTES if name == "kept" else STATE.itemsize
        return [(one.offset, one.dtype, int(np.prod(one.shape))) for one in known if one.offset < end]
    fields = PLAIN[name].fields or {}
    return [(offset, np.dtype(np.uint8), kind.itemsize) for kind, offset, *_ in fields.values()]


def _field(rng: random.Random, raw: np.ndarray, leaves: list[tuple[int, np.dtype[Any], int]]) -> None:
    """Change one number of one field: to a limit of its type, to a small one, a neighbour's, or by one."""
    offset, kind, size = rng.choice(leaves)
    held = raw[offset : offset + size * kind.itemsize].view(kind)
    at = rng.randrange(min(size, rng.choice((1, 4, size))))
    edges = np.iinfo(kind)
    way = rng.randrange(5)
    if way == 0:
        held[at] = rng.choice((edges.min, edges.max, edges.max - 1))
    elif way == 1:
        held[at] = max(edges.min, rng.choice((-2, -1, 0, 1, 2, 3, 5, 12, 33, 100)))
    elif way == 2:
        held[at] = held[rng.randrange(size)]
    elif way == 3:
        held[at] = min(edges.max, max(edges.min, int(held[at]) + rng.choice((-1, 1, 1, 2))))
    else:
        other = rng.randrange(size)
        held[at], held[other] = held[other], held[at]


def _of_arrays(rng: random.Random, snapshot: dict[str, np.ndarray]) -> Any:
    if rng.random() < 0.01:
        return rng.choice((None, {}, b"", [], {"_states": None}, dict.fromkeys(snapshot)))
    broken: dict[Any, Any] = {name: one.copy() for name, one in snapshot.items()}
    for _ in range(rng.choice((1, 1, 2))):
        name = rng.choice(("_states", rng.choice(list(broken))))
        if name not in broken or not isinstance(broken[name], np.ndarray):
            continue
        one, way = broken[name], rng.random()
        if way < 0.05:
            del broken[name]
        elif way < 0.08:
            broken[rng.choice(("x", 3, "_states2"))] = one
        elif way < 0.12:
            broken[name] = rng.choice((None, one[:-1], one.astype(np.float32), one.astype(object), one.tolist()))
        elif name in PLAIN and one.dtype == np.uint8 and len(one) % PLAIN[name].itemsize == 0:
            rows = one.reshape(-1, PLAIN[name].itemsize)
            _field(rng, rows[rng.randrange(len(rows))], _leaves(name))
        else:
            flat = one.reshape(-1)
            if not flat.size or one.dtype == object:
                continue
            flat[rng.randrange(len(flat))] = _number(rng, one.dtype)
    return broken


def _number(rng: random.Random, kind: np.dtype[Any]) -> Any:
    if kind.kind == "f":
        return rng.choice((0.0, 1.0, -1.0, np.nan, np.inf, 1e30))
    edges = np.iinfo(kind) if kind.kind in "iu" else None
    return rng.choice((0, 1, 2, 3, 4, 5, 70, edges.min, edges.max)) if edges else rng.random() < 0.5
