"""Shards of a dataset, memory-mapped on first use; a few stay open.

Nothing of a shard is used before its checksums and contents were checked.
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

SHARD_BYTES = 4 << 30  # most bytes of a shard
LINES_BYTES = 1 << 30  # most bytes of a file of lines
MOST_FAULTS = 5  # faults of a shard listed in a message


class Shards:
    """Shards of a folder by number; the ones used last stay open."""

    def __init__(self, folder: Path, numbers: list[int], about: Manifest, keep: int) -> None:
        self.folder, self.numbers, self.about, self.keep = folder, numbers, about, keep
        self.opened = 0
        self.firsts: dict[int, int] = {}  # number of the first game of each shard
        self._stamps: dict[int, tuple[int, int]] = {}  # stamp of each file when first opened
        self._sound: set[int] = set()  # shards whose rows were checked
        self._open: OrderedDict[int, dict[str, np.ndarray]] = OrderedDict()

    def facts(self, number: int) -> dict[str, np.ndarray]:
        """Arrays with an entry per game, copied; the shard is not left open."""
        arrays, path = self._arrays(number), self.folder / shard_name(number)
        _refuse(path, shard_checks.form(arrays.members, self.about, self._games(number)))
        found = self._read(arrays, schema.GAMES)
        rows, fixed = arrays.members["action"].shape[0], self.about["games"] is not None
        first = number * self.about["shard"] if fixed else None
        _refuse(path, shard_checks.games(found, rows, self.about, first))
        if first is None:
            first = int(self._read(arrays, ["game"])["game"][0])
            if first < 0:
                raise NoDataset(f"{path} is not a shard of this dataset: its first game has number {first}")
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
        """Arrays of a shard, memory-mapped and checked when first opened."""
        path, checked = self.folder / shard_name(number), number in self._sound
        arrays = self._arrays(number, checked)
        if arrays.stamp != self._stamps[number]:
            raise NoDataset(f"{path} changed since this dataset was opened; open it again")
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
        """Allowed numbers of games in a shard."""
        games, shard = self.about["games"], self.about["shard"]
        if games is None:
            return range(1, shard + 1)
        count = min(shard, games - number * shard)
        return range(count, count + 1)

    def line(self, number: int, place: int) -> dict[str, Any]:
        """Line of a game, by its position in a shard."""
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
    """Line of a file by its position."""
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
        raise NoDataset(f"{path} cannot be read: {fault.strerror or fault}") from None
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
    """Decode some rows to the original float32."""
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
