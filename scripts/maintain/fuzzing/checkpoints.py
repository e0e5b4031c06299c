"""Break policies, run folders and training configurations from a seed, and load them.

    python -m scripts.maintain.fuzzing.checkpoints FIRST COUNT     # prints each seed that went wrong

`attack(seed)` gives None when what was broken is loaded, or refused by a ValueError of ours that names the file.
"""

import atexit
import contextlib
import functools
import io
import json
import os
import random
import resource
import shutil
import struct
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.learned import config, resuming, run, run_folder
from mpenv.agents.learned.policy import Policy
from mpenv.files import BadFile
from mpenv.worlds.materia_prima import WORLD
from tests.mutation import mutated
from tests.places import ROOT

SECONDS, BYTES = 0.5, 200 << 20  # what an attack may cost
BOMB = 256 << 20  # bytes that a small file unpacks to
MEMORY = "/dev/shm"  # a folder in memory, where there is one
TINY: dict[str, Any] = {
    "name": "tiny", "updates": 2, "threads": 1,
    "game": {"scenario": "drill-errand"},
    "learner": {"games": 2, "rollout": 2, "epochs": 1, "minibatch": 4, "hidden": 4, "layers": 2},
}  # fmt: skip
STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 10**6, 10**30, -(10**400), 1e308, -0.5, 0.5, "", " ", "..", "/etc/passwd", "a/b", "\0",
    "\ud800", "x" * 5000, "payload:x", "os:system", "stdio:true", "flat", "text", "planes", "oracle", [], {}, [[]],
    {"a": 1}, ["x"] * 200,
)  # fmt: skip
RAW = ("NaN", "Infinity", "1e999", "[" * 5000, '{"a":' * 3000, "9" * 5000, '"\\ud800"', "-0", "1e-999", "null")
TOML = (
    "nan", "inf", "-inf", "1e400", "0x" + "f" * 9000, "9" * 5000, "[" * 3000, "-1", "0", "10_000_000_000", '"/etc/x"',
    '".."', '""', '"\\u0000"', '"a\\nb"', '"my:rule"', '"stdio:true"', "true", "1979-05-27", "[[]]", "{ a = 1 }",
    '"' + "x" * 3000 + '"', "10000000", "1.5", '"expert,my:Agent"', '"coward"', '"é"', '"$x^{2}$"',
)  # fmt: skip
NAMES = (
    "net.trunk.1.weight", "net.trunk.00.weight", "net.trunk.99999.weight", "net.policy.weight", "net.", "x",
    "adam.0.step", "adam.x.y.z", "games.", "torch.rng",
)  # fmt: skip
LINES = (
    "decisions = 5",
    "minutes = 1",
    "[a." + "b." * 4000 + "c]",
    "x.y.z = 1",
    "[game]",
    "[[learner]]",
    "\0",
    "é = 1",
)


class Originals(NamedTuple):
    """The originals to break: a valid run folder with its policy, a configuration, and a learner to load into."""

    home: Path
    run: Path
    one: run.Run
    config: str
    view: Any


@functools.cache
def originals() -> Originals:
    home = Path(tempfile.mkdtemp(prefix="mpenv-fuzz-", dir=MEMORY if os.path.isdir(MEMORY) else None))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    one = run.Run.start(WORLD, home / "run", config.read(TINY, "tiny"))
    one.go(lambda *_: None)
    shutil.rmtree(home / "run" / "tensorboard")
    text = (ROOT / "configs" / "train" / "quickstart.toml").read_text(encoding="utf-8")
    game = WORLD.game(seed=1, seats=2, scenario="drill-errand")
    view = game.view(game.seat or 0)
    Policy(home / "run").act(view)
    one._load(run_folder.checkpoints(home / "run")[-1])
    bomb(), _flood()
    return Originals(home, home / "run", one, text, view)


def attack(seed: int) -> str | None:
    """Break a file by this seed and load it; return what went wrong, None when it was loaded or refused rightly."""
    said = _attacked(seed)
    if said is not None and said.startswith("took"):  # other threads of a busy machine count as well: once more
        said = _attacked(seed)
    return said


def _attacked(seed: int) -> str | None:
    rng, held = random.Random(seed), originals()
    place = held.home / "broken"
    shutil.rmtree(place, ignore_errors=True)
    try:
        load = rng.choice((_policy, _policy, _run_folder, _run_folder, _configuration))(rng, held, place)
        return _judged(load, place)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _judged(load: Callable[[], object], place: Path) -> str | None:
    used, peak = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wrong = None
    try:
        load()
    except ValueError as fault:
        if type(fault) not in (ValueError, BadFile):
            wrong = f"{type(fault).__name__}: {fault}"
        elif str(place) not in str(fault) and "the policy " not in str(fault) and "encoder" not in str(fault):
            wrong = f"names no file: {fault}"
        elif len(str(fault)) > 8000:
            wrong = f"says it in {len(str(fault))} letters"
    except Exception as fault:
        wrong = f"{type(fault).__name__}: {fault}"
    seconds = time.process_time() - used
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) * 1024
    if wrong is None and seconds > SECONDS:
        wrong = f"took {seconds:.2f} s"
    if wrong is None and more > BYTES:
        wrong = f"took {more >> 20} MB"
    return None if wrong is None else " ".join(wrong.split())[:300]


# --- what is loaded --------------------------------------------------------------------------------


def _policy(rng: random.Random, held: Originals, place: Path) -> Callable[[], object]:
    shutil.copytree(held.run / "policy", place)
    _break_folder(rng, place)

    def load() -> None:
        player = Policy(place)
        player.reset(0, 1)
        if player.act(held.view) not in held.view.legal:
            raise AssertionError("an illegal answer")
        player.explain()

    return load


def _run_folder(rng: random.Random, held: Originals, place: Path) -> Callable[[], object]:
    shutil.copytree(held.run, place)
    newest = run_folder.checkpoints(place)[-1]
    rng.choice(
        (
            lambda: _break_folder(rng, newest),
            lambda: _break_folder(rng, newest),
            lambda: _break_json(rng, place / "config.json"),
            lambda: _break_lines(rng, place / "metrics.jsonl"),
            lambda: _break_places(rng, place, newest),
        )
    )()

    def load() -> None:
        found = resuming.resumed(WORLD, place, {})
        if found.place is None:
            return
        run.checkpoint.compare_stamp(found.place, found.about["stamp"], held.one.stamp)
        if found.chosen.learner == held.one.config.learner and found.chosen.game == held.one.config.game:
            held.one._load(found.place)
            games = held.one.learner.games
            games.step(games.mask.argmax(1))  # what was taken can be played on
            run_folder.refuse_links(place)
            run_folder.cut_metrics(place, held.one.learner.update_number)

    return load


def _configuration(rng: random.Random, held: Originals, place: Path) -> Callable[[], object]:
    place.mkdir()
    path = place / "broken.toml"
    text = held.config
    for _ in range(rng.randint(1, 3)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        kind = rng.randrange(5)
        if kind == 0:
            text = mutated(rng, text)
        elif kind == 1 and " = " in lines[at]:
            lines[at] = f"{lines[at].split(' = ')[0]} = {rng.choice(TOML)}"
            text = "\n".join(lines)
        elif kind == 2:
            text = "\n".join([*lines[:at], rng.choice(LINES), *lines[at:]])
        elif kind == 3:
            key = rng.choice(("potential", "mates", "encoder", "pack", "layout", "difficulty", "critic", "layers"))
            text = "\n".join([*lines[:at], f"{key} = {rng.choice(TOML)}", *lines[at:]])
        else:
            text = text[: rng.randrange(len(text))] if rng.random() < 0.2 else text + rng.choice(RAW)
    path.write_bytes(text.encode("utf-8", "surrogatepass") + (b"\xff" if rng.random() < 0.02 else b""))
    return lambda: config.load(path, None, WORLD)


# --- how it is broken ------------------------------------------------------------------------------


def _break_folder(rng: random.Random, place: Path) -> None:
    """A policy or checkpoint: its arrays or what is said about them."""
    if rng.random() < 0.3:
        _break_json(rng, place / "about.json")
        return
    path = place / "arrays.npz"
    if rng.random() < 0.35:
        path.write_bytes(_broken_bytes(rng, path.read_bytes()))
    elif rng.random() < 0.25:
        rng.choice(ZIPS)(rng, path)
    else:
        _break_arrays(rng, path)


def _break_json(rng: random.Random, path: Path) -> None:
    data = path.read_bytes()
    if rng.random() < 0.25:
        path.write_bytes(_broken_bytes(rng, data))
        return
    value = json.loads(data)
    parent, key = value, rng.choice(list(value))
    while isinstance(parent[key], dict | list) and parent[key] and rng.random() < 0.7:
        parent = parent[key]
        key = rng.choice(list(parent)) if isinstance(parent, dict) else rng.randrange(len(parent))
    if rng.random() < 0.15:
        del parent[key]
    elif rng.random() < 0.1 and isinstance(parent, dict):
        parent["added"] = rng.choice(STRANGE)
    elif rng.random() < 0.3:
        parent[key] = "@here@"
        path.write_text(json.dumps(value).replace('"@here@"', rng.choice(RAW)), encoding="utf-8")
        return
    else:
        parent[key] = rng.choice(STRANGE)
    path.write_bytes(json.dumps(value).encode())


def _broken_bytes(rng: random.Random, data: bytes) -> bytes:
    found = bytearray(data)
    kind = rng.randrange(5)
    if kind == 0:
        return bytes(found[: rng.randrange(len(found))])
    if kind == 1:
        at = rng.randrange(len(found))
        return bytes(found[:at] + rng.randbytes(rng.randint(1, 64)) + found[at:])
    if kind == 2:
        at, size = rng.randrange(len(found)), rng.randint(1, 200)
        found[at : at + size] = bytes(len(found[at : at + size]))
        return bytes(found)
    # near the end lies the directory of a zip
    first = rng.choice((0, max(0, len(found) - 3000)))
    for _ in range(rng.choice((1, 1, 2, 8))):
        found[rng.randrange(first, len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def _break_arrays(rng: random.Random, path: Path) -> None:
    with np.load(path) as there:
        arrays: dict[str, Any] = {name: there[name] for name in there.files}
    for _ in range(rng.randint(1, 2)):
        name = rng.choice(list(arrays))
        with contextlib.suppress(TypeError, ValueError):  # what numpy cannot do to an array that was changed before
            arrays[name] = rng.choice(CHANGES)(rng, arrays[name])
        if rng.random() < 0.15:
            arrays[rng.choice(NAMES)] = arrays.pop(name)
        elif rng.random() < 0.1:
            del arrays[name]
        if not arrays:
            break
    np.savez(path, **arrays)


def _filled(rng: random.Random, array: Any) -> Any:
    values = (np.nan, np.inf, -np.inf, 3e38, -3e38, 1e30, -1.0, 0.0, 255.0)
    found = np.array(array)
    with np.errstate(all="ignore"):
        found.reshape(-1)[rng.randrange(max(1, found.size)) :] = np.array(rng.choice(values)).astype(found.dtype)
    return found


def _random(rng: random.Random, array: Any) -> Any:
    return np.frombuffer(rng.randbytes(array.nbytes), array.dtype).reshape(array.shape)


def _as(kind: Any) -> Callable[[random.Random, Any], Any]:
    def change(rng: random.Random, array: Any) -> Any:
        with np.errstate(all="ignore"), contextlib.suppress(RuntimeError):  # a time beyond all calendars has no text
            return array.astype(kind)
        return array

    return change


CHANGES: tuple[Callable[[random.Random, Any], Any], ...] = (
    _filled,
    _filled,
    _random,
    _as(np.float64),
    _as(np.int8),
    _as(">f4"),
    _as(np.complex64),
    _as(object),
    _as("U3"),
    _as(bool),
    lambda rng, array: array.reshape(-1),
    lambda rng, array: array.T,
    lambda rng, array: np.asfortranarray(array),
    lambda rng, array: array[..., None],
    lambda rng, array: array[:-1] if array.ndim else array,
    lambda rng, array: array[:0] if array.ndim else array,
    lambda rng, array: np.concatenate([array, array]) if array.ndim else array,
    lambda rng, array: np.zeros((), array.dtype),
    lambda rng, array: np.zeros(1, [("a", "<i4"), ("b", "<f4")]),
    lambda rng, array: np.array(["2020-01-01"], "datetime64[D]"),
)


def _header(words: str, body: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    size = struct.pack("<H" if version == b"\x01\x00" else "<I", len(words))
    return b"\x93NUMPY" + version + size + words.encode() + body


HEADERS = (
    "{'descr': '|O', 'fortran_order': False, 'shape': (8,), }",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 9223372036854775807, 9), }",
    "{'descr': '<f4', 'fortran_order': 1, 'shape': [4], }",
    "{'descr': 'V99999999999', 'fortran_order': False, 'shape': (4,), }",
    "{'descr': '<U999999999', 'fortran_order': False, 'shape': (0,), }",
    "{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (4,), }",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (True,), }",
    "(" * 9000,
    "[" * 5000 + "]" * 5000,
    "9" * 6000,
    "-" * 9000 + "1",
    "__import__('os').abort()",
    "{'descr': 'f4,f4', 'fortran_order': False, 'shape': (1,) * 40, }",
    "",
)


def _other_member(rng: random.Random, path: Path) -> None:
    """Give one array a made-up header."""
    with zipfile.ZipFile(path) as there:
        members = {one: there.read(one) for one in there.namelist()}
    name = rng.choice(list(members))
    members[name] = _header(rng.choice(HEADERS), bytes(rng.choice((0, 16, 64))), rng.choice((b"\x01\x00", b"\x03\x00")))
    _zipped(path, members)


def _zipped(path: Path, members: dict[str, bytes], kind: int = zipfile.ZIP_STORED) -> None:
    with zipfile.ZipFile(path, "w", kind) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


@functools.cache
def bomb() -> bytes:
    """A small file that unpacks to a large array."""
    made = io.BytesIO()
    words = f"{{'descr': '<f4', 'fortran_order': False, 'shape': (640, {BOMB // 2560}), }}\n"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("net.trunk.0.weight.npy", _header(words, bytes(BOMB)))
    return made.getvalue()


@functools.cache
def _flood() -> bytes:
    """An archive of very many empty arrays."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for number in range(40_000):
            archive.writestr(zipfile.ZipInfo(f"{number}.npy"), b"")
    return made.getvalue()


def _deflated(rng: random.Random, path: Path) -> None:
    with zipfile.ZipFile(path) as there:
        members = {one: there.read(one) for one in there.namelist()}
    _zipped(path, members, rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)))


def _renamed(rng: random.Random, path: Path) -> None:
    with zipfile.ZipFile(path) as there:
        members = {one: there.read(one) for one in there.namelist()}
    name = rng.choice(list(members))
    members[rng.choice(("../out.npy", "/abs.npy", "a", ".npy", "é.npy"))] = members.pop(name)
    _zipped(path, members)


def _lying(rng: random.Random, path: Path) -> None:
    """Write wrong sizes and places into the directory of the archive."""
    data = bytearray(path.read_bytes())
    entries = [at for at in range(len(data) - 46) if data[at : at + 4] == b"PK\x01\x02"]
    at = rng.choice(entries)
    field, size = rng.choice(((8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (28, 2), (30, 2), (32, 2), (42, 4)))
    value = rng.choice((0, 1, 65535, 1 << 31, (1 << 32) - 1, rng.randrange(1 << 32))) % (1 << (8 * size))
    data[at + field : at + field + size] = value.to_bytes(size, "little")
    path.write_bytes(bytes(data))


def _twice(rng: random.Random, path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data + data if rng.random() < 0.5 else data[: len(data) // 2] + data)


ZIPS: tuple[Callable[[random.Random, Path], object], ...] = (
    lambda rng, path: path.write_bytes(bomb()),
    lambda rng, path: path.write_bytes(_flood()),
    lambda rng, path: path.write_bytes(b""),
    _other_member,
    _other_member,
    _other_member,
    _other_member,
    _deflated,
    _renamed,
    _lying,
    _lying,
    _lying,
    _twice,
)


def _break_lines(rng: random.Random, path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    at = rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        lines[at] = _broken_bytes(rng, lines[at])
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        lines[at] = rng.choice((b"\n", b"[" * 70000, b'{"a":' * 10000 + b"\n", b"{}\n", b"9" * 5000 + b"\n"))
    else:
        found = json.loads(lines[at])
        found[rng.choice(list(found))] = rng.choice(STRANGE)
        lines[at] = json.dumps(found).encode() + b"\n"
    path.write_bytes(b"".join(lines))


def _break_places(rng: random.Random, place: Path, newest: Path) -> None:
    """Remove, rename or replace folders and files."""
    kind = rng.randrange(7)
    if kind == 0:
        shutil.rmtree(place / rng.choice(("checkpoints", "policy", f"checkpoints/{newest.name}")))
    elif kind == 1:
        (place / rng.choice(("config.json", "metrics.jsonl", "policy/about.json"))).unlink()
    elif kind == 2:
        newest.rename(newest.with_name(rng.choice(("9" * 30, "0", "²", "000099", "٣", "000002.new", "000001x"))))
    elif kind == 3:
        path = place / rng.choice(("config.json", "metrics.jsonl", f"checkpoints/{newest.name}/about.json"))
        path.unlink()
        path.symlink_to(rng.choice(("/dev/zero", "/dev/null", "/etc/passwd", "nowhere", path.name)))
    elif kind == 4:
        path = newest / rng.choice(("about.json", "arrays.npz"))
        path.unlink()
        path.mkdir()
    elif kind == 5:
        path = rng.choice((place / "metrics.jsonl", newest / "about.json", newest / "arrays.npz"))
        path.unlink()
        os.mkfifo(path)
    else:
        (newest / "about.json").write_bytes(b" " * (2 << 20))


if __name__ == "__main__":
    first, count = int(sys.argv[1]), int(sys.argv[2])
    begun, wrong = time.perf_counter(), 0
    originals()
    for seed in range(first, first + count):
        if (said := attack(seed)) is not None:
            wrong += 1
            print(seed, said, flush=True)
    print(f"{count} attacks, {wrong} went wrong, {(time.perf_counter() - begun) / count * 1000:.1f} ms each")
