"""The shards of a dataset, mapped into memory when they are touched; a few stay open."""

import ast
import json
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.record import schema
from mpenv.record.manifest import NoDataset, games_name, shard_name

LOCAL = 30  # bytes of the head of a file in a zip, before its name


def mapped(path: Path, names: set[str] | None = None) -> dict[str, np.ndarray]:
    """The arrays of an uncompressed npz without reading them; all, or some by name."""
    try:
        with zipfile.ZipFile(path) as archive:
            found = {one.filename.removesuffix(".npy"): one for one in archive.infolist()}
            whole = np.memmap(path, np.uint8, "r")
            return {name: _array(whole, one) for name, one in found.items() if names is None or name in names}
    except FileNotFoundError:
        raise NoDataset(f"{path} is missing") from None
    except (zipfile.BadZipFile, ValueError, SyntaxError, KeyError) as fault:
        raise NoDataset(f"{path} is cut or no shard: {fault}") from None


def _array(whole: np.ndarray, member: zipfile.ZipInfo) -> np.ndarray:
    """An array as a window into the mapped file."""
    if member.compress_type != zipfile.ZIP_STORED:
        raise ValueError(f"{member.filename} is compressed")
    head = member.header_offset
    lengths = whole[head + LOCAL - 4 : head + LOCAL].view("<u2")
    at = head + LOCAL + int(lengths.sum())
    magic = whole[at : at + 10].tobytes()
    if magic[:8] != b"\x93NUMPY\x01\x00":
        raise ValueError(f"{member.filename} is no array of format 1.0")
    start = at + 10 + int.from_bytes(magic[8:], "little")
    about = ast.literal_eval(whole[at + 10 : start].tobytes().decode("latin1"))
    kind, shape = np.dtype(about["descr"]), tuple(about["shape"])
    size = kind.itemsize * int(np.prod(shape))
    if about["fortran_order"] or start + size > len(whole):
        raise ValueError(f"{member.filename} has another size")
    return np.ndarray(shape, kind, whole[start : start + size])


class Shards:
    """The shards of a folder by number; those touched last stay open."""

    def __init__(self, folder: Path, numbers: list[int], keep: int) -> None:
        self.folder, self.numbers, self.keep = folder, numbers, keep
        self.opened = 0
        self._open: OrderedDict[int, dict[str, np.ndarray]] = OrderedDict()

    def facts(self, number: int) -> dict[str, np.ndarray]:
        """The arrays with one entry a game, copied, without opening the shard for good."""
        path = self.folder / shard_name(number)
        found = {name: np.array(one) for name, one in mapped(path, set(schema.GAMES)).items()}
        missing = schema.GAMES.keys() - found.keys()
        if missing:
            raise NoDataset(f"{path} lacks {', '.join(sorted(missing))}")
        return found

    def __getitem__(self, number: int) -> dict[str, np.ndarray]:
        if number not in self._open:
            path = self.folder / shard_name(number)
            arrays = mapped(path)
            missing = (schema.ROWS.keys() | schema.GAMES.keys()) - arrays.keys()
            if missing:
                raise NoDataset(f"{path} lacks {', '.join(sorted(missing))}")
            self._open[number] = arrays
            self.opened += 1
            if len(self._open) > self.keep:
                self._open.popitem(last=False)
        self._open.move_to_end(number)
        return self._open[number]

    def line(self, number: int, place: int) -> dict[str, Any]:
        """The game line at a place of a shard."""
        path = self.folder / games_name(number)
        try:
            with path.open(encoding="utf-8") as file:
                text = next(text for nth, text in enumerate(file) if nth == place)
            found: dict[str, Any] = json.loads(text)
        except FileNotFoundError:
            raise NoDataset(f"{path} is missing") from None
        except (StopIteration, ValueError):
            raise NoDataset(f"{path} is cut: line {place + 1} is not whole") from None
        return found

    def __getstate__(self) -> tuple[Path, list[int], int]:
        return self.folder, self.numbers, self.keep

    def __setstate__(self, kept: tuple[Path, list[int], int]) -> None:
        Shards.__init__(self, *kept)


def observations(shard: dict[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
    """Some rows as the float32 that were seen."""
    packed = shard["observation"][rows]
    if packed.dtype == np.float32:
        return np.asarray(packed)
    seen = np.tile(shard["base"], (len(packed), 1))
    if len(shard["column"]):
        bits = np.unpackbits(packed, axis=1, count=len(shard["weight"]), bitorder="little")
        codes = np.add.reduceat(bits * shard["weight"], shard["bit"], axis=1, dtype=np.uint8)
        seen[:, shard["column"]] = shard["value"][shard["first"] + codes]
    return seen
