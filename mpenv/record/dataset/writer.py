"""Writing datasets shard by shard; a shard appears only when it is complete."""

import contextlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import files
from mpenv.record.dataset.columns import Coder
from mpenv.record.dataset.manifest import Manifest, games_name, shard_name, without_seed, writing
from mpenv.record.dataset.reader import Dataset
from mpenv.record.dataset.rows import Played
from mpenv.record.dataset.shards import SHARD_BYTES

LARGEST_SHARD = SHARD_BYTES - (1 << 20)  # leaves room for headers


class Shard:
    """Games collected for a shard, in order, until it is saved."""

    def __init__(self, manifest: Manifest, first: int) -> None:
        self.manifest, self.first = manifest, first
        self._coder = Coder(manifest["encoder"]["size"])
        self._rows: dict[str, list[np.ndarray]] = {
            name: [] for name in ("mask", "action", "return", "seat", "game", "ply")
        }
        self._facts: list[tuple[Any, ...]] = []
        self._lines: list[str] = []
        self.rows = 0

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, played: Played) -> None:
        """Add a game; its options must be among those of the manifest."""
        plies, line = len(played.action), played.line
        if not plies:
            raise ValueError("a game without a decision has no rows")
        options, outcome = without_seed(line["options"]), line["outcome"]
        if options not in self.manifest["options"]:
            raise ValueError(f"the options of this game are not among those of the dataset: {options}")
        place = self.manifest["options"].index(options)
        actions = np.uint8 if self.manifest["actions"] <= 256 else np.uint16
        number = self.first + len(self)
        self._coder.add(played.observation)
        for name, rows in {
            "mask": np.packbits(played.mask, axis=1, bitorder="little"),
            "action": played.action.astype(actions),
            "return": np.full(plies, played.result, np.float32),
            "seat": played.seat.astype(np.uint8),
            "game": np.full(plies, number, np.int32),
            "ply": np.arange(plies, dtype=np.int32),
        }.items():
            self._rows[name].append(rows)
        ended = 0 if outcome is None else self.manifest["outcomes"].index(outcome.get("listed", outcome["result"]))
        seed = line["options"].get("seed", 0)
        self._facts.append((seed, place, ended, plies, played.day, played.result, line["fingerprint"], self.rows))
        self._lines.append(json.dumps(line, separators=(",", ":")))
        self.rows += plies

    def arrays(self) -> dict[str, np.ndarray]:
        """Arrays of the shard, as in `mpenv.record.dataset.schema`."""
        seed, options, outcome, plies, day, result, fingerprint, offset = zip(*self._facts, strict=True)
        return {
            **self._coder.arrays(),
            **{name: np.concatenate(rows) for name, rows in self._rows.items()},
            "seed": np.array(seed, np.uint64),
            "options": np.array(options, np.int32),
            "outcome": np.array(outcome, np.uint8),
            "plies": np.array(plies, np.int32),
            "day": np.array(day, np.int32),
            "result": np.array(result, np.float32),
            "fingerprint": np.array(fingerprint),
            "offset": np.array(offset, np.int64),
        }

    def save(self, folder: Path, number: int) -> None:
        """Save the lines, then the shard: a shard that exists is complete."""
        arrays: dict[str, Any] = self.arrays()
        if (size := sum(array.nbytes for array in arrays.values())) > LARGEST_SHARD:
            words = f"would have {size:,} bytes, at most {LARGEST_SHARD:,} are read"
            raise ValueError(f"{folder / shard_name(number)} {words}: put fewer games into a shard")
        files.write(folder / games_name(number), "\n".join(self._lines) + "\n")
        with files.replacing(folder / shard_name(number)) as file:
            np.savez(file, **arrays)


class Writer:
    """Writes games as they come: `with Writer(folder, manifest) as writer: writer.add(played)`.

    The manifest says `games=None`. A folder with the same manifest is gone on with, behind the games that it holds.
    """

    def __init__(self, folder: str | Path, manifest: Manifest) -> None:
        if manifest["games"] is not None:
            raise ValueError("a writer writes as many games as there are: its manifest says games=None")
        self.folder, self.manifest = Path(folder), manifest
        self._claim, self._closed = contextlib.ExitStack(), False
        with contextlib.ExitStack() as claim:
            claim.enter_context(writing(self.folder, manifest))
            there = Dataset(self.folder) if any(self.folder.glob("shard-*.npz")) else None
            self._claim = claim.pop_all()
        self._number = 0 if there is None else there.shards
        self._shard = Shard(manifest, 0 if there is None else len(there.games))

    def add(self, played: Played) -> None:
        """Add a game; a full shard is saved."""
        self._shard.add(played)
        if len(self._shard) == self.manifest["shard"]:
            self._save()

    def close(self) -> None:
        """Save the games since the last shard; nothing can be added afterwards."""
        if self._closed:
            return
        self._closed = True
        with self._claim:
            if len(self._shard):
                self._save()

    def _save(self) -> None:
        self._shard.save(self.folder, self._number)
        self._number += 1
        self._shard = Shard(self.manifest, self._shard.first + len(self._shard))

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()
