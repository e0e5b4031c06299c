"""The shards of a dataset, mapped into memory when they are touched; a few stay open.

Nothing of a shard is used before its checksums and everything that it says were looked at.
"""

from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.array_files import Arrays
from mpenv.files import BadFile, opened
from mpenv.record.dataset import schema, shard_checks
from mpenv.record.dataset.manifest import Manifest, NoDataset, games_name, shard_name
from mpenv.record.replay.reading import LONGEST_LINE, Stray, parse

SHARD_BYTES = 4 << 30  # of the largest shard
LINES_BYTES = 1 << 30  # of the largest file of lines
MOST_FAULTS = 5  # of a shard that a message names


class Shards:
    """The shards of a folder by number; those touched last stay open."""

    def __init__(self, folder: Path, numbers: list[int], about: Manifest, keep: int) -> None:
        self.folder, self.numbers, self.about, self.keep = folder, numbers, about, keep
        self.opened = 0
        self.firsts: dict[int, int] = {}  # the number of the first game of a shard
        self._stamps: dict[int, tuple[int, int]] = {}  # of the files when they were looked at first
        self._sound: set[int] = set()  # whose rows were looked at
        self._open: OrderedDict[int, dict[str, np.ndarray]] = OrderedDict()

    def facts(self, number: int) -> dict[str, np.ndarray]:
        """The arrays with one entry a game, copied, without opening the shard for good."""
        arrays, path = self._arrays(number), self.folder / shard_name(number)
        _refuse(path, shard_checks.form(arrays.members, self.about, self._games(number)))
        found = self._read(arrays, schema.GAMES)
        rows, fixed = arrays.members["action"].shape[0], self.about["games"] is not None
        first = number * self.about["shard"] if fixed else None
        _refuse(path, shard_checks.games(found, rows, self.about, first))
        if first is None:
            first = int(self._read(arrays, ["game"])["game"][0])
            if first < 0:
                raise NoDataset(f"{path} is no shard of this dataset: its first game has the number {first}")
        self.firsts[number], self._stamps[number] = first, arrays.stamp
        return {name: np.array(one) for name, one in found.items()}

    def __getitem__(self, number: int) -> dict[str, np.ndarray]:
        if number not in self._open:
            self._open[number] = self._rows(number)
            self.opened += 1
            if len(self._open) > self.keep:
                self._open.popitem(last=False)
        self._open.move_to_end(number)
        return self._open[number]

    def _rows(self, number: int) -> dict[str, np.ndarray]:
        """The arrays of a shard as windows into the file; checked when they are opened for the first time."""
        path, checked = self.folder / shard_name(number), number in self._sound
        arrays = self._arrays(number, checked)
        if arrays.stamp != self._stamps[number]:
            raise NoDataset(f"{path} was written anew since this dataset was opened; open it again")
        found = self._read(arrays, [name for name in _NAMES if name in arrays.members])
        if not checked:
            _refuse(path, shard_checks.rows(found, self.about, self.firsts[number]))
            self._sound.add(number)
        return found

    def _arrays(self, number: int, checked: bool = False) -> Arrays:
        path = self.folder / shard_name(number)
        try:
            return Arrays(path, SHARD_BYTES, checked=checked)
        except BadFile as fault:
            raise NoDataset(str(fault) if path.exists() else f"{path} is missing") from None

    def _read(self, arrays: Arrays, names: Iterable[str]) -> dict[str, np.ndarray]:
        try:
            return {name: arrays[name] for name in names}
        except BadFile as fault:
            raise NoDataset(str(fault)) from None

    def _games(self, number: int) -> range:
        """How many games a shard may have."""
        games, shard = self.about["games"], self.about["shard"]
        if games is None:
            return range(1, shard + 1)
        count = min(shard, games - number * shard)
        return range(count, count + 1)

    def line(self, number: int, place: int) -> dict[str, Any]:
        """The game line at a place of a shard."""
        path = self.folder / games_name(number)
        raw = _line_at(path, place)
        if not raw.endswith(b"\n"):
            raise NoDataset(f"{path} is cut: line {place + 1} is not whole")
        try:
            return parse(raw)
        except Stray as fault:
            raise NoDataset(f"{path}: line {place + 1} {fault}") from None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "opened": 0, "_open": OrderedDict()}


def _line_at(path: Path, place: int) -> bytes:
    """A line of a file by its place."""
    raw = b""
    try:
        with opened(path, LINES_BYTES) as file:
            for nth in range(place + 1):
                raw = file.readline(LONGEST_LINE + 1)
                if len(raw) > LONGEST_LINE:
                    raise BadFile(path, f"has a line {nth + 1} that is longer than {LONGEST_LINE:,} bytes")
    except FileNotFoundError:
        raise NoDataset(f"{path} is missing") from None
    except OSError as fault:
        raise NoDataset(f"{path} can not be read: {fault.strerror or fault}") from None
    except BadFile as fault:
        raise NoDataset(str(fault)) from None
    return raw


_NAMES = (*schema.ROWS, *schema.TABLES, *schema.GAMES)


def _refuse(path: Path, faults: Iterable[str]) -> None:
    found = list(faults)
    if found:
        more = f"; and {len(found) - MOST_FAULTS} more" if len(found) > MOST_FAULTS else ""
        raise NoDataset(f"{path} is no shard of this dataset: {'; '.join(found[:MOST_FAULTS])}{more}")


def observations(shard: dict[str, np.ndarray], rows: np.ndarray, where: object = "a shard") -> np.ndarray:
    """Some rows as the float32 that were seen."""
    packed = shard["observation"][rows]
    if packed.dtype == np.float32:
        return np.asarray(packed)
    seen = np.tile(shard["base"], (len(packed), 1))
    if len(shard["column"]):
        bits = np.unpackbits(packed, axis=1, count=len(shard["weight"]), bitorder="little")
        codes = np.add.reduceat(bits * shard["weight"], shard["bit"], axis=1, dtype=np.uint8)
        if np.any(codes > (shard_checks.value_counts(shard) - 1).astype(np.uint8)):
            raise NoDataset(f"{where} holds a code in `observation` for which its column has no value")
        seen[:, shard["column"]] = shard["value"][shard["first"] + codes]
    return seen
