"""Datasets with something broken at random, from a seed: bytes, values of the manifest, lines, arrays, zip entries.

Whatever a stranger sends, a dataset is read or refused with `NoDataset`, soon and with little memory.
"""

import atexit
import copy
import functools
import json
import os
import random
import resource
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.record.dataset import Dataset, Rows, schema
from mpenv.record.dataset.manifest import FORMAT, NAME, NoDataset, games_name
from mpenv.record.dataset.rows import Played
from mpenv.record.dataset.writer import Shard, Writer
from scripts.maintain.fuzzing.npz import broken_npz
from tests.spoiling import spoilt

SECONDS, BYTES = 0.5, 200 << 20  # of the processor and of memory, for one file
Files = dict[str, bytes]
Change = dict[str, Any]  # file -> new bytes, None (gone), or what makes it
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 255, 256, 257, 65536, 65537, 10**6, 50_000_000, 2**31 - 1, 2**31, 2**63,
    2**64, 10**30, 10**400, -(2**63), 0.5, 1.0, 1e300, "", "0", "\0", "\ud800", "a" * 3000, "flat", "float64", "int8",
    "O", [], [[]], [1], {}, {"a": {}}, [0] * 400, [None], ["a", "a"], [{}], [["a", "int16", [1]]], {"seed": 1},
)  # fmt: skip
TEXTS = ("", "{", "[" * 100_000, '{"a":' * 60_000, "NaN", "null", "\ufeff{}", "[" + "1," * 400_000 + "1]", "9" * 5000)


# --- datasets that are whole ----------------------------------------------------------------------


def about(**changes: Any) -> dict[str, Any]:
    """A manifest of an unknown game."""
    encoder = {"name": "flat", "size": 12, "fields": [["board", 8, "what lies"], ["seats", 4, "who sits"]]}
    found = {
        "format": FORMAT, "world": "pebbles", "version": 3, "mpenv": "1.0", "identity": [{"pack": "a"}, {"pack": "b"}],
        "options": [{"size": 1}, {"size": 2}], "agents": ["random", "random"], "seed": 7, "games": 5, "shard": 2,
        "max_plies": 0, "encoder": encoder, "actions": 10, "outcomes": ["running", "success", "failure"],
        "arrays": schema.descriptions(),
    }  # fmt: skip
    return {**found, **changes}


def game(manifest: dict[str, Any], number: int, plies: int, values: int) -> Played:
    """A made-up game."""
    rng, size, actions = np.random.default_rng(number), manifest["encoder"]["size"], manifest["actions"]
    seen = rng.integers(0, values, (plies, size)).astype(np.float32)
    seen[:, :3] = 1
    action = rng.integers(0, actions, plies)
    mask = rng.integers(0, 2, (plies, actions)).astype(np.int8)
    mask[np.arange(plies), action] = 1
    kind = manifest["options"][number % len(manifest["options"])]
    line = {
        "file": "mpenv replay", "format": 2, "world": manifest["world"], "options": {**kind, "seed": 7 + number},
        "start": {"all": "00"}, "actions": action.tolist(), "plies": plies, "fingerprint": f"{number:016x}",
        "outcome": None if number % 3 == 0 else {"result": "success", "worth": 1.0},
    }  # fmt: skip
    return Played(seen, mask, action, rng.integers(0, 2, plies), line, 1 + number)


def _coded(folder: Path) -> None:
    save(folder, about(), [4, 7, 5, 6, 3], 5)


def _plain(folder: Path) -> None:
    """Rows of which one column has too many values for codes."""
    fields = [["board", 4, "what lies"]]
    encoder = {"name": "flat", "size": 4, "fields": fields, "parts": [["a", "float32", [1, 3]], ["b", "int16", []]]}
    save(folder, about(encoder=encoder, games=2), [150, 150], 10_000)


def _open_ended(folder: Path) -> None:
    parts = [["board", "int16", [2, 4]], ["seats", "int8", [4]]]
    manifest = about(games=None, actions=300, max_plies=50, encoder={**about()["encoder"], "parts": parts})
    save(folder, manifest, [4, 1, 6], 3)


def save(folder: Path, manifest: dict[str, Any], plies: list[int], values: int) -> None:
    """Write a dataset of games with so many plies, whose observations have so many values."""
    (folder / NAME).write_text(json.dumps(manifest))
    for number in range(-(-len(plies) // manifest["shard"])):
        first = number * manifest["shard"]
        shard = Shard(manifest, first)
        for nth, count in enumerate(plies[first : first + manifest["shard"]], first):
            shard.add(game(manifest, nth, count, values))
        shard.save(folder, number)


class Home:
    """Whole datasets in a folder of this process, and what they hold."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mpenv-datasets-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.whole: list[tuple[Path, Files, Rows]] = []
        for build in (_coded, _plain, _open_ended):
            path = self.folder / build.__name__.strip("_")
            path.mkdir()
            build(path)
            data = Dataset(path)
            files = {one.name: one.read_bytes() for one in sorted(path.iterdir())}
            self.whole.append((path, files, data.rows(range(len(data)))))


@functools.cache
def home(process: int) -> Home:
    """The datasets of a process; they are made once."""
    return Home()


# --- breaking -------------------------------------------------------------------------------------


def _bytes(rng: random.Random, files: Files) -> Change:
    """Change some bytes of a file: bits, gaps, bytes that come between, an end that is missing."""
    name = rng.choice(list(files))
    raw = bytearray(files[name])
    way, place = rng.randrange(5), rng.randrange(len(raw))
    if way < 2:
        for _ in range(rng.choice((1, 1, 1, 2, 8))):
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    elif way == 2:
        del raw[place : place + rng.randrange(1, 100)]
    elif way == 3:
        raw[place:place] = rng.randbytes(rng.randrange(1, 100))
    else:
        del raw[place:]
    return {name: bytes(raw)}


def _manifest(rng: random.Random, files: Files) -> Change:
    """Change some values of the manifest."""
    found = json.loads(files[NAME])
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, key = _place(rng, found)
        way = rng.randrange(6)
        if way == 0:
            del at[key]
        elif way == 1 and isinstance(at, list):
            at.append(_strange(rng, *at))
        elif way == 2 and isinstance(at, dict):
            at[rng.choice(("seed", "parts", "other", "size"))] = _strange(rng)
        elif way == 3 and type(at[key]) is int:
            at[key] += rng.choice((-1, 1, 2, 1000))
        else:
            at[key] = _strange(rng)
        if not found:
            break
    text = json.dumps(found)
    if rng.random() < 0.05:
        text = text.replace("7", rng.choice(("NaN", "1e999", "-Infinity", "9" * 5000, "[" * 5000)), 1)
    return {NAME: text.encode("utf-8", "surrogatepass")}


def _strange(rng: random.Random, *others: Any) -> Any:
    """A value that nothing else holds, for it may be changed later."""
    return copy.deepcopy(rng.choice((*STRANGE, *others)))


def _place(rng: random.Random, found: Any) -> tuple[Any, Any]:
    """Somewhere in a nested value."""
    while True:
        key = rng.choice(list(found)) if isinstance(found, dict) else rng.randrange(len(found))
        if not isinstance(found[key], (dict, list)) or not found[key] or rng.random() < 0.3:
            return found, key
        found = found[key]


def _other_text(rng: random.Random, files: Files) -> Change:
    name = rng.choice([NAME, games_name(0)])
    return {name: rng.choice(TEXTS).encode()}


def _lines(rng: random.Random, files: Files) -> Change:
    name = games_name(0)
    return {name: spoilt(rng, files[name])}


def _npz(rng: random.Random, files: Files) -> Change:
    name = rng.choice([file for file in files if file.endswith(".npz")])
    return {name: broken_npz(rng, files[name])}


def _folder(rng: random.Random, files: Files) -> Change:
    """Remove files, swap them, or put something else in their place."""
    one, other = rng.choice(list(files)), rng.choice(list(files))
    return rng.choice((
        {one: None},
        {one: files[other], other: files[one]},
        {one: os.mkdir},
        {one: os.mkfifo},
        {one: functools.partial(os.symlink, "/dev/zero")},
        {one: functools.partial(os.symlink, one)},
        {one: b""},
        {"shard-00009.npz": files["shard-00000.npz"]},
        {"shard-99999999999.npz": b""},
        {"shard-٣.npz": b"", "shard-.npz": b"", "shard-1.npz": b""},
    ))  # fmt: skip


WAYS: tuple[Callable[[random.Random, Files], Change], ...] = (
    _bytes, _bytes, _bytes, _manifest, _manifest, _manifest, _npz, _npz, _npz, _npz, _lines, _folder, _other_text,
)  # fmt: skip


# --- loading --------------------------------------------------------------------------------------


def attack(seed: int) -> str | None:
    """Break a dataset by this seed and read it; None when all is well, else what went wrong."""
    rng = random.Random(seed)
    here = home(os.getpid())
    path, files, rows = rng.choice(here.whole)
    way = rng.choice(WAYS)
    change = way(rng, files)
    _apply(path, change)
    begun, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    said = None
    with _limited(), warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            found = _read(rng, path)
            if way is _bytes and NAME not in change and not _among(found, rows):  # a manifest has no checksum
                said = "other rows than before are read"
        except NoDataset as fault:
            said = None if str(fault).isprintable() and len(str(fault)) < 4000 else "a message that is no line"
        except BaseException as fault:
            if isinstance(fault, KeyboardInterrupt):
                raise
            said = f"{type(fault).__name__}: {str(fault)[:200]} ({_where(fault)})"
    took = time.process_time() - begun
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10
    if said is None and took > SECONDS:
        said = f"it took {took:.1f} s of the processor"
    if said is None and memory > BYTES:
        said = f"it took {memory >> 20} MB"
    _restore(path, files)
    return None if said is None else f"datasets {seed} ({way.__name__.strip('_')} of {path.name}): {said}"


def _where(fault: BaseException) -> str:
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


def _read(rng: random.Random, path: Path) -> list[Rows]:
    """Ask a dataset for everything it offers; return its rows."""
    data = Dataset(path, strict=rng.random() < 0.8, keep=rng.choice((1, 16)))
    games, count = data.games, len(data)
    found = [data.rows([rng.randrange(-count, count) for _ in range(5)])]
    found += [data.rows(range(count))]
    one, other = data.split(rng.random(), rng.randrange(9))
    assert len(one) + len(other) == count == games["plies"].sum()
    assert sum(len(batch["action"]) for batch in data.batches(100)) == count
    assert all(len(repr(one.tolist())) < 1000 for one in games)
    number = int(rng.choice(games["game"]))
    assert len(data.game(number)["ply"]) == len(data.replay(number)["actions"])
    if data.manifest["games"] is None and rng.random() < 0.3:
        with Writer(path, data.manifest) as writer:
            writer.add(game(data.manifest, len(games), 3, 3))
        assert len(Dataset(path, strict=False).games) == len(games) + 1
    return found


def _among(found: list[Rows], rows: Rows) -> bool:
    """Check whether these rows are of the whole dataset."""
    starts = {(int(g), int(p)): k for k, (g, p) in enumerate(zip(rows["game"], rows["ply"], strict=True))}
    for one in found:
        at = [starts.get((int(g), int(p)), 0) for g, p in zip(one["game"], one["ply"], strict=True)]
        for name, values in one.items():
            parts = values.items() if isinstance(values, dict) else [(None, values)]
            for part, numbers in parts:
                there = rows[name] if part is None else rows[name].get(part)
                if there is None or not np.array_equal(numbers, there[at]):
                    return False
    return True


class _limited:  # noqa: N801 - a context
    """Limit the memory of the process to what an untrusted file may cost."""

    def __enter__(self) -> None:
        self.before = resource.getrlimit(resource.RLIMIT_AS)
        pages = Path("/proc/self/statm")
        if pages.exists():
            size = int(pages.read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + BYTES, self.before[1]))

    def __exit__(self, *fault: object) -> None:
        resource.setrlimit(resource.RLIMIT_AS, self.before)


def _apply(path: Path, change: Change) -> None:
    for name, content in change.items():
        (path / name).unlink(missing_ok=True)  # never into a file that is mapped
        if callable(content):
            content(path / name)
        elif content is not None:
            (path / name).write_bytes(content)


def _restore(path: Path, files: Files) -> None:
    """Restore the folder."""
    for one in path.iterdir():
        if one.is_dir() and not one.is_symlink():
            one.rmdir()
        elif one.is_symlink() or one.name not in files or not one.is_file() or one.read_bytes() != files[one.name]:
            one.unlink()
    for name, content in files.items():
        if not (path / name).exists():
            (path / name).write_bytes(content)
