"""Reading datasets: rows at random or in shuffled batches, whole games, and a split by game."""

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.record.dataset import schema
from mpenv.record.dataset.manifest import Manifest, NoDataset, games_name, read, shard_name
from mpenv.record.dataset.shards import Shards, observations
from mpenv.record.replay.reading import clean
from mpenv.world import World

KEEP = 16  # shards kept open, and shuffled together
SHARD = re.compile(r"shard-(\d{5}|[1-9]\d{5,8})\.npz", re.ASCII)
Rows = dict[str, Any]


class Dataset:
    """The rows of a dataset folder; also a map-style dataset of torch.

    A row is a dict: `observation` (float32, or a dict of arrays), `mask` (int8), `action`, `return`, `seat`, `game`,
    `ply`.
    `strict=False` takes the shards that are there. `world` checks that it was recorded as this world is now.
    """

    def __init__(self, path: str | Path, *, strict: bool = True, world: World | None = None, keep: int = KEEP) -> None:
        self.path = Path(path)
        self.manifest: Manifest = read(self.path)
        if world is not None:
            _same(self.path, self.manifest, world)
        if keep < 1:
            raise ValueError(f"keep={keep!r} must be a whole number above 0")
        self._shards = Shards(self.path, _there(self.path, self.manifest, strict), self.manifest, keep)
        facts = [self._shards.facts(number) for number in self._shards.numbers]
        self._facts = {name: np.concatenate([fact[name] for fact in facts]) for name in schema.GAMES}
        sizes = np.array([len(fact["plies"]) for fact in facts])
        self._shard_of = np.repeat(np.array(self._shards.numbers), sizes)
        self._place = np.concatenate([np.arange(size) for size in sizes])
        self._number = np.repeat(_firsts(self._shards, sizes), sizes) + self._place
        self._choose(np.arange(len(self._number)))

    def _choose(self, chosen: np.ndarray) -> None:
        self._chosen = chosen
        plies = self._facts["plies"][chosen].astype(np.int64)
        self._starts, self._count = np.cumsum(plies) - plies, int(plies.sum())

    # --- games ----------------------------------------------------------------------------------

    @property
    def games(self) -> np.ndarray:
        """A record for each game: its number, seed, options, outcome, plies, day, result, fingerprint."""
        names = [name for name in schema.GAMES if name != "offset"]
        kinds = [("game", np.int64), *((name, self._facts[name].dtype) for name in names)]
        found = np.zeros(len(self._chosen), kinds)
        found["game"] = self._number[self._chosen]
        for name in names:
            found[name] = self._facts[name][self._chosen]
        return found

    @property
    def shards(self) -> int:
        """Number of shards."""
        return len(self._shards.numbers)

    def game(self, number: int) -> Rows:
        """Rows of a game, by its number."""
        at = self._at(number)
        return self._rows(np.full(self._facts["plies"][at], at), np.arange(self._facts["plies"][at]))

    def replay(self, number: int) -> dict[str, Any]:
        """Line of a game, from which it can be played again."""
        at = self._at(number)
        shard, place = int(self._shard_of[at]), int(self._place[at])
        line, fact = self._shards.line(shard, place), {name: one[at] for name, one in self._facts.items()}
        first = int(fact["offset"])
        played = self._shards[shard]["action"][first : first + int(fact["plies"])].tolist()
        wrong = [key for key, value in (("actions", played), ("plies", len(played))) if line.get(key) != value]
        wrong += ["fingerprint"] * (line.get("fingerprint") != str(fact["fingerprint"]))
        if not isinstance(line.get("options"), dict) or line["options"].get("seed", 0) != int(fact["seed"]):
            wrong.append("seed")
        if wrong:
            path = self.path / games_name(shard)
            raise NoDataset(f"{path} is no file of this shard: line {place + 1} has other {' and '.join(wrong)}")
        return line

    def _at(self, number: int) -> int:
        found = self._chosen[self._number[self._chosen] == number]
        if not len(found):
            raise ValueError(f"there is no game {number!r} among the {len(self._chosen)} games here")
        return int(found[0])

    def split(self, fraction: float, seed: int = 0) -> tuple["Dataset", "Dataset"]:
        """Split by game into two datasets, the first with this fraction of the games, drawn by the seed."""
        if not 0 <= fraction <= 1:
            raise ValueError(f"fraction={fraction!r} must be between 0 and 1")
        drawn = np.random.default_rng(seed).permutation(self._chosen)
        cut = round(fraction * len(drawn))
        return self._part(np.sort(drawn[:cut])), self._part(np.sort(drawn[cut:]))

    def _part(self, chosen: np.ndarray) -> "Dataset":
        part = object.__new__(Dataset)
        part.__dict__.update(self.__dict__)
        part._choose(chosen)
        return part

    # --- rows -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Rows:
        return self.__getitems__([index])[0]

    def __getitems__(self, indices: Sequence[int]) -> list[Rows]:
        """Rows one by one, as torch's loader asks for them."""
        rows = self.rows(indices)
        return [{name: _nth(one, nth) for name, one in rows.items()} for nth in range(len(indices))]

    def rows(self, indices: Sequence[int] | np.ndarray) -> Rows:
        """Rows as arrays, in the order of the indices."""
        given, count = np.asarray(indices), len(self)
        if given.size and given.dtype.kind not in "iu":
            raise TypeError(f"rows of type {given.dtype}: an index is a whole number")
        wanted = given.astype(np.int64)
        if np.any((wanted < -count) | (wanted >= count)):
            raise IndexError(f"rows go from 0 to {count - 1}")
        wanted = np.where(wanted < 0, wanted + count, wanted)
        nth = np.searchsorted(self._starts, wanted, "right") - 1
        return self._rows(self._chosen[nth], wanted - self._starts[nth])

    def batches(self, size: int, rng: np.random.Generator | None = None, *, shuffle: bool = True) -> Iterator[Rows]:
        """Iterate over every row once in batches of `size`, the rest at the end; `keep` shards are shuffled
        together.
        """
        if size < 1:
            raise ValueError(f"size={size!r} must be a whole number above 0")
        rng = np.random.default_rng(0) if rng is None else rng
        left = np.zeros(0, np.int64)
        for group in self._groups(rng) if shuffle else [np.arange(len(self))]:
            left = np.concatenate([left, rng.permutation(group) if shuffle else group])
            whole = len(left) // size * size
            for first in range(0, whole, size):
                yield self.rows(left[first : first + size])
            left = left[whole:]
        if len(left):
            yield self.rows(left)

    def _groups(self, rng: np.random.Generator) -> Iterator[np.ndarray]:
        """Rows of a few shards at a time, shards in random order."""
        shards = self._shard_of[self._chosen]
        order = rng.permutation(np.unique(shards))
        plies = self._facts["plies"][self._chosen]
        of_row = np.repeat(shards, plies)
        for first in range(0, len(order), self._shards.keep):
            yield np.flatnonzero(np.isin(of_row, order[first : first + self._shards.keep]))

    def _rows(self, games: np.ndarray, plies: np.ndarray) -> Rows:
        """Rows by the position of their game and their ply, read shard by shard."""
        actions, size = self.manifest["actions"], self.manifest["encoder"]["size"]
        found: Rows = {
            "observation": np.empty((len(games), size), np.float32),
            "mask": np.empty((len(games), actions), np.int8),
            "action": np.empty(len(games), np.int64),
            "return": np.empty(len(games), np.float32),
            "seat": np.empty(len(games), np.int64),
            "game": np.empty(len(games), np.int64),
            "ply": np.empty(len(games), np.int64),
        }
        shards, offsets = self._shard_of[games], self._facts["offset"][games] + plies
        for number in np.unique(shards):
            here = np.flatnonzero(shards == number)
            shard, rows = self._shards[int(number)], offsets[here]
            found["observation"][here] = observations(shard, rows, self.path / shard_name(int(number)))
            found["mask"][here] = np.unpackbits(shard["mask"][rows], axis=1, count=actions, bitorder="little")
            for name in ("action", "return", "seat", "game", "ply"):
                found[name][here] = shard[name][rows]
        if "parts" in self.manifest["encoder"]:
            found["observation"] = _parts(self.manifest["encoder"]["parts"], found["observation"])
        return found


def _nth(one: Any, nth: int) -> Any:
    return {name: part[nth] for name, part in one.items()} if isinstance(one, dict) else one[nth]


def _parts(parts: list[list[Any]], numbers: np.ndarray) -> dict[str, np.ndarray]:
    """Split rows of numbers into the arrays of the encoder's parts."""
    found, at = {}, 0
    for name, kind, shape in parts:
        end = at + math.prod(shape)
        found[name] = numbers[:, at:end].reshape(-1, *shape).astype(kind)
        at = end
    return found


def _there(path: Path, manifest: Manifest, strict: bool) -> list[int]:
    """Numbers of the shards present; with `strict` none may be missing."""
    games = manifest["games"]
    held = sorted(int(found[1]) for one in path.iterdir() if (found := SHARD.fullmatch(one.name)))
    count = (held[-1] + 1 if held else 0) if games is None else -(-games // manifest["shard"])
    there = [number for number in held if number < count]
    missing = next((number for number, one in enumerate(there) if number != one), len(there))
    if strict and missing < count:
        words = f"{path / shard_name(missing)} is missing ({len(there)} of {count} shards are there)"
        raise NoDataset(f"{words}: record on with the same command, or read it with strict=False")
    if not there:
        raise NoDataset(f"{path} holds no shard yet")
    return there


def _firsts(shards: Shards, sizes: np.ndarray) -> list[int]:
    """Number of the first game of each shard; a shard may have been closed before it was full."""
    firsts, after, before = [shards.firsts[number] for number in shards.numbers], 0, -1
    for number, first, size in zip(shards.numbers, firsts, sizes.tolist(), strict=True):
        if first < after or (first > after and number == before + 1 and shards.about["games"] is None):
            path = shards.folder / shard_name(number)
            raise NoDataset(f"{path} begins with game {first}, behind the shard before comes game {after}")
        after, before = first + size, number
    return firsts


def _same(path: Path, manifest: Manifest, world: World) -> None:
    """Refuse a dataset recorded with another version of the world."""
    wanted = {"world": world.name, "version": world.version, "actions": world.actions}
    differ = [
        f"its {key} is {clean(manifest[key])}, here {value}" for key, value in wanted.items() if manifest[key] != value
    ]
    try:
        fields = world.encoder(manifest["encoder"]["name"]).fields
        if [list(field) for field in fields] != manifest["encoder"]["fields"]:
            differ.append(f"the fields of its encoder {manifest['encoder']['name']!r} differ")
    except ValueError as fault:
        differ.append(str(fault))
    if differ:
        raise NoDataset(f"{path} was recorded differently: {'; '.join(differ)}")
