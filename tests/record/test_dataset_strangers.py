"""Datasets of strangers: read as they were written, or refused in one clear sentence, at once."""

import json
import os
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv.record.dataset import Dataset, schema
from mpenv.record.dataset.manifest import NAME, NoDataset
from mpenv.record.dataset.writer import Writer
from mpenv.record.replay.reading import LONGEST_LINE
from scripts.maintain.fuzzing import datasets, npz

SLOW = 0.5  # seconds of the processor
SHARD = "shard-00000.npz"


@pytest.fixture
def whole() -> Path:
    """A dataset of five games in three shards."""
    return datasets.home(os.getpid()).whole[0][0]


@pytest.fixture
def copied(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copy"))


def read(folder: Path) -> dict[str, np.ndarray]:
    """All rows."""
    data = Dataset(folder)
    return data.rows(range(len(data)))


def refused(folder: Path) -> str:
    """What is said of a dataset that is not read, soon."""
    begun = time.process_time()
    with pytest.raises(NoDataset) as caught:
        read(folder)
    assert time.process_time() - begun < SLOW
    return str(caught.value)


def change(folder: Path, **values: Any) -> None:
    """Other values in the manifest."""
    found = json.loads((folder / NAME).read_text())
    (folder / NAME).write_text(json.dumps({**found, **values}))


# --- shards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted({**schema.ROWS, **schema.TABLES, **schema.GAMES}))
def test_bytes_are_never_taken_for_objects(name: str, copied: Path) -> None:
    members = npz.plain(npz.arrays((copied / SHARD).read_bytes()))
    members[f"{name}.npy"] = npz.npy("|O", (8,), b"\x42" * 64)
    (copied / SHARD).write_bytes(npz.zipped(members))
    assert f"{SHARD} holds '{name}', which is no array of plain numbers or text" in refused(copied)


def test_a_flipped_bit_is_found_or_changes_nothing(copied: Path) -> None:
    rng, before, raw = random.Random(1), read(copied), (copied / SHARD).read_bytes()
    found = 0
    for _ in range(300):
        spoilt = bytearray(raw)
        spoilt[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        (copied / SHARD).unlink()
        (copied / SHARD).write_bytes(spoilt)
        try:
            now = read(copied)
        except NoDataset:
            found += 1
        else:
            assert all(np.array_equal(now[name], before[name]) for name in before)
    assert found > 100


Members = dict[str, np.ndarray]


def put(name: str, at: int, value: Any) -> Callable[[Members], Any]:
    return lambda shard: shard[name].__setitem__(at, value)


def made(name: str, how: Callable[[np.ndarray], np.ndarray]) -> Callable[[Members], Any]:
    return lambda shard: shard.__setitem__(name, how(shard[name]))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (put("action", 3, 10), "action of row 3 is 10, expected below 10"),
        (put("action", 3, 255), "action of row 3 is 255, expected below 10"),
        (put("mask", 2, 0), r"action of row 2 is \d, expected one that the mask allows"),
        (put("seat", 1, 2), "seat of row 1 is 2, expected below 2"),
        (put("return", 4, np.nan), "return of row 4 is nan, expected a number"),
        (put("game", 5, 7), "game of row 5 is 7, expected the number of its game"),
        (put("ply", 0, -5), "ply of row 0 is -5, expected one more than in the row before"),
        (put("offset", 1, 10**9), "offset of game 1 is 1000000000, expected the plies of the games before"),
        (put("plies", 1, -1), "plies of game 1 is -1, expected 1 or more; plies of all games are 3, there are 11 rows"),
        (put("plies", 0, 2**31 - 1), "plies of all games are 2,147,483,654, there are 11 rows"),
        (put("options", 1, 2), "options of game 1 is 2, expected below 2"),
        (put("options", 1, 0), "options of game 1 is 0, expected in turns"),
        (put("outcome", 1, 3), "outcome of game 1 is 3, expected below 3"),
        (put("result", 1, np.inf), "result of game 1 is inf, expected a number"),
        (put("seed", 0, 1), "seed of game 0 is 1, expected that of the manifest, plus its number"),
        (put("column", 1, 99), "column must rise, each below 12"),
        (put("first", 1, -4), "first must rise from 0, with 2 to 256 values of each column"),
        (put("first", 0, 1), "first must rise from 0, with 2 to 256 values of each column"),
        (put("bit", 1, 50), "bit must be the bits of the columns before"),
        (put("weight", 1, 128), "weight must be the powers of two of each column"),
        (put("observation", 0, 255), "holds a code in `observation` for which its column has no value"),
        (made("value", lambda one: one[:-1]), "holds a code|first must rise"),
        (made("action", lambda one: one[:5]), r"observation has the shape \[11, \d\], expected \[5, \d\]"),
        (made("action", lambda one: one.astype("<u2")), r"action has the type <u2, expected \|u1"),
        (made("game", lambda one: one.astype(">i4")), "game has the type >i4, expected <i4"),
        (made("base", lambda one: one[:4]), r"base has the shape \[4\], expected \[12\]"),
        (made("mask", lambda one: np.repeat(one, 2, 1)), r"mask has the shape \[11, 4\], expected \[11, 2\]"),
        (made("seed", lambda one: one.reshape(1, -1)), r"seed has the shape \[1, 2\], expected \[2\]"),
        (made("plies", lambda one: one.reshape(-1, 1)), r"plies has the shape \[2, 1\], expected \[2\]"),
        (made("fingerprint", lambda one: one.astype("<U100000")), "texts of at most 128 letters are expected"),
        (made("fingerprint", lambda one: np.full(32, 2**31 - 1, "<u4").view("<U16")), "characters that are not ASCII"),
        (lambda shard: shard.pop("day"), "it lacks day"),
    ],
)  # fmt: skip
def test_a_wrong_array_is_named_with_what_would_be_right(
    spoil: Callable[[Members], Any], words: str, copied: Path
) -> None:
    members = {name: one.copy() for name, one in npz.arrays((copied / SHARD).read_bytes()).items()}
    spoil(members)
    (copied / SHARD).write_bytes(npz.zipped(npz.plain(members)))
    with pytest.raises(NoDataset, match=rf"{SHARD} .*({words})"):
        read(copied)


def test_numbers_that_a_part_cannot_hold_are_refused(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(datasets.home(os.getpid()).whole[2][0], tmp_path / "copy"))
    members = npz.arrays((folder / SHARD).read_bytes())
    for value in (np.nan, 32768, -32769):
        members["base"] = members["base"].copy()
        members["base"][0] = value
        (folder / SHARD).unlink()
        (folder / SHARD).write_bytes(npz.saved(members))
        assert "numbers that the types of `encoder.parts` cannot hold" in refused(folder)


def test_a_game_of_one_decision_and_options_that_stand_there_twice_are_read(tmp_path: Path) -> None:
    about = datasets.about(options=[{"size": 1}, {"size": 1}], games=3)
    datasets.save(tmp_path, about, [1, 1, 1], 3)
    assert Dataset(tmp_path).games["options"].tolist() == [0, 0, 0]
    assert len(read(tmp_path)["action"]) == 3


def test_a_shard_that_is_written_anew_meanwhile_is_told(copied: Path) -> None:
    data, raw = Dataset(copied), (copied / SHARD).read_bytes()
    (copied / SHARD).unlink()
    (copied / SHARD).write_bytes(raw + b" ")
    with pytest.raises(NoDataset, match="changed since this dataset was opened; open it again"):
        data[0]


def test_checksums_are_looked_at_once(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = Dataset(whole, keep=1)
    data.rows(range(len(data)))
    monkeypatch.setattr("mpenv.array_files.zlib.crc32", lambda *_: pytest.fail("looked at again"))
    data.rows(range(len(data)))
    assert data._shards.opened == 2 * data.shards


def test_a_zip_of_very_many_entries_is_refused_before_they_are_read(copied: Path) -> None:
    entry = b"PK\1\2" + b"\0" * 24 + b"\1\0" + b"\0" * 16 + b"a"
    many = entry * 500_000
    end = b"PK\5\6" + b"\0" * 4 + b"\xff" * 4 + len(many).to_bytes(4, "little") + b"\0" * 6
    (copied / SHARD).write_bytes(many + end)
    assert "its table of contents has 23,500,000 bytes" in refused(copied)


@pytest.mark.parametrize("name", [NAME, SHARD])
def test_a_pipe_is_not_waited_for(name: str, copied: Path) -> None:
    (copied / name).unlink()
    os.mkfifo(copied / name)
    assert f"{name} is not a regular file" in refused(copied)


def test_only_files_with_the_names_of_shards_are_shards(copied: Path) -> None:
    before = read(copied)
    for name in ("shard-٣.npz", "shard-1.npz", "shard-000000.npz", f"shard-{'9' * 200}.npz"):
        (copied / name).write_bytes(b"")
    assert np.array_equal(read(copied)["action"], before["action"])


# --- the manifest ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"shard": 0}, "shard=0 must be a whole number from 1 to 2,147,483,647"),
        ({"shard": -3}, "shard=-3 must be"),
        ({"shard": True}, "shard=true must be"),
        ({"shard": 2.0}, "shard=2.0 must be"),
        ({"games": 0}, "games=0 must be a whole number from 1 to 2,147,483,647 or null"),
        ({"games": 2**31}, "games=2147483648 must be"),
        ({"games": 10**400}, "000000... must be a whole number from 1 to 2,147,483,647 or null"),
        ({"games": 50_000_000, "shard": 1}, "shard-00003.npz is missing (3 of 50000000 shards are there)"),
        ({"games": 6}, "shard-00002.npz is no shard of this dataset: it has 1 games, expected 2"),
        ({"seed": -1}, "seed=-1 must be"),
        ({"seed": 2**64 - 2}, "the last of 5 games would have a seed above"),
        ({"format": True}, "has format true, this version reads format 1"),
        ({"actions": 10**9}, "actions=1000000000 must be a whole number from 1 to 65,536"),
        ({"actions": 300}, "action has the type |u1, expected <u2"),
        ({"max_plies": 3}, "plies of game 0 is 4, expected at most 3"),
        ({"agents": "random"}, 'agents="random" must be a list of 1 to 256 texts'),
        ({"agents": [1, 2]}, "agents=[1, 2] must be a list of 1 to 256 texts"),
        ({"outcomes": ["running", "running"]}, 'outcomes=["running", "running"] has a word twice'),
        ({"options": []}, "options=[] must be a list of one table or more"),
        ({"options": [{"seed": 4}]}, "options have a seed, which each game has of its own"),
        ({"options": [{}]}, "identity has 2 tables, one for each of the 1 options is right"),
        ({"identity": {"pack": "x"}}, "must be a list of tables of texts"),
        ({"world": None, "shard": "1"}, 'shard="1" must be a whole number from 1 to 2,147,483,647; world=null must be'),
        ({"encoder": "flat"}, 'encoder="flat" must be a table with name, size and fields'),
        ({"encoder": {**datasets.about()["encoder"], "pirts": []}}, 'encoder has an unknown key "pirts", there are'),
        ({"encoder": {"name": "flat", "size": 2**40, "fields": []}}, "encoder.size=1099511627776 must be"),
        ({"encoder": {"name": "flat", "size": 3, "fields": [["a", 2, ""]]}}, "encoder.fields have 2 numbers in all"),
        (
            {"encoder": {"name": "a", "size": 2, "fields": [["a", 2, ""]], "parts": [["a", "O", [2]]]}},
            "must be a list of [name, type, shape], types are bool, int8",
        ),
        (
            {"encoder": {"name": "a", "size": 2, "fields": [["a", 2, ""]], "parts": [["a", "int8", [2] * 8]]}},
            "encoder.parts have 256 numbers in all, encoder.size is 2",
        ),
        ({"arrays": json.loads("[" * 70 + "]" * 70)}, "it is nested deeper than 64 levels"),
    ],
)
def test_a_wrong_manifest_is_told_with_what_would_be_right(values: dict[str, Any], words: str, copied: Path) -> None:
    change(copied, **values)
    assert words in refused(copied)


def test_many_games_that_are_not_there_cost_nothing(copied: Path) -> None:
    change(copied, games=50_000_000, shard=2)
    (copied / "shard-00002.npz").unlink()  # it has one game, and two would be right
    begun = time.process_time()
    assert len(Dataset(copied, strict=False).games) == 4
    assert time.process_time() - begun < SLOW


# --- lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (b'"plies":4', b'"plies":5', "is no file of this shard: line 1 has other plies"),
        (b'"seed":7', b'"seed":9', "line 1 has other seed"),
        (b'"actions":[', b'"actions":[0,', "line 1 has other actions"),
        (b'"plies":4', b'"plies":NaN', "line 1 has the number NaN"),
        (b'"plies":4', b'"plies":' + b"[" * 90_000, "line 1 is nested too deeply"),
        (b'"plies":4', b'"plies":"' + b"x" * LONGEST_LINE, f"has a line 1 that is longer than {LONGEST_LINE:,} bytes"),
    ],
)
def test_a_line_of_another_game_is_told(was: bytes, now: bytes, words: str, copied: Path) -> None:
    path = copied / "games-00000.jsonl"
    raw = path.read_bytes()
    assert was in raw
    path.write_bytes(raw.replace(was, now, 1))
    with pytest.raises(NoDataset) as caught:
        Dataset(copied).replay(0)
    assert words in str(caught.value)


# --- all of it ------------------------------------------------------------------------------------


def test_a_writer_goes_on_only_where_no_shard_is_missing(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(datasets.home(os.getpid()).whole[2][0], tmp_path / "copy"))
    about = json.loads((folder / NAME).read_text())
    before = (folder / "shard-00001.npz").read_bytes()
    (folder / SHARD).unlink()
    with pytest.raises(NoDataset, match=r"shard-00000.npz is missing \(1 of 2 shards are there\)"):
        Writer(folder, about)
    assert (folder / "shard-00001.npz").read_bytes() == before
    data = Dataset(folder, strict=False)
    assert data.games["game"].tolist() == sorted(set(data.rows(range(len(data)))["game"].tolist())) == [2]


def test_whatever_is_broken_is_read_or_refused() -> None:
    assert [told for seed in range(400) if (told := datasets.attack(seed))] == []


def test_a_seed_breaks_the_same_file_in_the_same_way_whatever_came_before() -> None:
    def changes(seed: int) -> list[object]:
        rng = random.Random(seed)
        _, files, _ = rng.choice(datasets.home(os.getpid()).whole)
        change = rng.choice(datasets.WAYS)(rng, files)
        return [(name, content) for name, content in change.items() if not callable(content)]

    seeds = range(200)
    assert [changes(seed) for seed in seeds] == [changes(seed) for seed in reversed(seeds)][::-1]
