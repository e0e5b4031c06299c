"""A dataset is read lazily, row by row, in batches, game by game; what cannot be read is told."""

import json
import pickle
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv.record.dataset import Dataset
from mpenv.record.dataset.manifest import NoDataset, manifest, without_seed
from mpenv.record.dataset.rows import Played, rows_of
from mpenv.record.dataset.writer import Writer
from mpenv.record.replay import Parted, Recorder
from mpenv.worlds.materia_prima import WORLD, Game
from tests.record.recorded import GAMES, SHARD, content, small

SHARDS = -(-GAMES // SHARD)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("read") / "games"
    small(folder, max_plies=30)
    return folder


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


# --- rows ---------------------------------------------------------------------------------------


def test_a_shard_is_opened_when_it_is_touched_and_few_stay_open(folder: Path) -> None:
    data = Dataset(folder, keep=2)
    assert (len(data), len(data.games), data._shards.opened) == (data.games["plies"].sum(), GAMES, 0)
    data.game(0)
    data.game(SHARD - 1)
    assert data._shards.opened == 1
    for number in (SHARD, 2 * SHARD, SHARD):
        data.game(number)
    assert data._shards.opened == 3
    data.game(0)
    assert data._shards.opened == 4
    assert len(data._shards._open) == 2


def test_rows_by_index_are_those_of_their_games_in_order(folder: Path) -> None:
    data = Dataset(folder)
    games = [data.game(number) for number in range(GAMES)]
    whole = {name: np.concatenate([one[name] for one in games]) for name in games[0]}
    assert same(data.rows(range(len(data))), whole)
    drawn = np.random.default_rng(1).integers(-len(data), len(data), 200)
    assert same(data.rows(drawn), {name: one[drawn] for name, one in whole.items()})
    for index in (0, 5, len(data) - 1, -1):
        assert same(data[index], {name: one[index] for name, one in whole.items()})
    for index in (len(data), -len(data) - 1):
        with pytest.raises(IndexError, match=f"rows go from 0 to {len(data) - 1}"):
            data[index]
    assert len(data.rows([])["action"]) == 0
    for wrong in ([1.5], [True, False], slice(3)):
        with pytest.raises(TypeError, match="an index is a whole number"):
            data.rows(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an index is a whole number"):
        data[1.5]  # type: ignore[index]


def test_a_batch_has_the_types_that_a_learner_takes(folder: Path) -> None:
    batch = next(Dataset(folder).batches(7))
    kinds = {name: (one.dtype.name, one.shape) for name, one in batch.items()}
    assert kinds == {
        "observation": ("float32", (7, 640)),
        "mask": ("int8", (7, WORLD.actions)),
        "action": ("int64", (7,)),
        "return": ("float32", (7,)),
        "seat": ("int64", (7,)),
        "game": ("int64", (7,)),
        "ply": ("int64", (7,)),
    }


@pytest.mark.parametrize("keep", [1, 2, 16])
@pytest.mark.parametrize("shuffle", [True, False])
def test_batches_give_every_row_once(shuffle: bool, keep: int, folder: Path) -> None:
    data = Dataset(folder, keep=keep)
    batches = list(data.batches(16, np.random.default_rng(3), shuffle=shuffle))
    sizes = [len(batch["action"]) for batch in batches]
    assert sizes == [16] * (len(data) // 16) + ([len(data) % 16] if len(data) % 16 else [])
    seen = [(int(g), int(p)) for batch in batches for g, p in zip(batch["game"], batch["ply"], strict=True)]
    ordered = [(number, ply) for number in range(GAMES) for ply in range(data.games["plies"][number])]
    assert sorted(seen) == ordered
    assert (seen == ordered) == (not shuffle)
    assert data._shards.opened == SHARDS or keep < SHARDS


def test_the_same_generator_shuffles_alike_and_the_next_time_otherwise(folder: Path) -> None:
    data = Dataset(folder)
    rng, again = np.random.default_rng(3), np.random.default_rng(3)
    first, second = list(data.batches(50, rng)), list(data.batches(50, rng))
    assert all(same(a, b) for a, b in zip(first, data.batches(50, again), strict=True))
    assert not same(first[0], second[0])


def test_batches_need_a_size(folder: Path) -> None:
    with pytest.raises(ValueError, match="size=0 must be a whole number above 0"):
        next(Dataset(folder).batches(0))


def test_torch_takes_it_as_it_is_also_in_workers(folder: Path) -> None:
    data = pytest.importorskip("torch.utils.data")
    whole, seen = Dataset(folder), list[int]()
    for batch in data.DataLoader(whole, batch_size=32, shuffle=True, num_workers=1):
        assert batch["observation"].shape[1:] == (640,)
        seen += (batch["game"] * 1000 + batch["ply"]).tolist()
    assert len(seen) == len(set(seen)) == len(whole)


# --- games --------------------------------------------------------------------------------------


def test_a_split_is_by_game_and_both_parts_are_datasets(folder: Path) -> None:
    data = Dataset(folder)
    one, other = data.split(0.3, seed=5)
    parts = [set(part.games["game"].tolist()) for part in (one, other)]
    assert [len(part) for part in parts] == [3, 7]
    assert parts[0] | parts[1] == set(range(GAMES))
    assert len(one) + len(other) == len(data)
    for part, games in zip((one, other), parts, strict=True):
        assert {int(row["game"]) for row in part} == games
        assert {int(g) for batch in part.batches(9) for g in batch["game"]} == games
        assert all(same(part.game(number), data.game(number)) for number in games)
    with pytest.raises(ValueError, match="there is no game"):
        one.game(min(parts[1]))
    assert data.split(0.3, seed=5)[0].games.tolist() == one.games.tolist()
    assert one.split(1)[0].games.tolist() == one.games.tolist()
    assert len(data.split(0)[0]) == 0
    assert list(data.split(0)[0].batches(4)) == []
    with pytest.raises(ValueError, match=r"fraction=1\.5 must be between 0 and 1"):
        data.split(1.5)


def test_a_copy_through_pickle_reads_the_same(folder: Path) -> None:
    data = Dataset(folder).split(0.5)[0]
    data[0]
    copy = pickle.loads(pickle.dumps(data))
    assert copy._shards.opened == 0
    assert same(copy.rows(range(len(copy))), data.rows(range(len(data))))


def test_another_encoder_or_version_is_told(copied: Path) -> None:
    Dataset(copied, world=WORLD)
    change(copied, lambda about: about.update(version=9))
    with pytest.raises(NoDataset, match=r"its version is 9, here 1$"):
        Dataset(copied, world=WORLD)
    change(copied, lambda about: about["encoder"]["fields"][0].__setitem__(0, "moon"))
    with pytest.raises(NoDataset, match="its version is 9, here 1; the fields of its encoder 'flat' differ"):
        Dataset(copied, world=WORLD)
    assert len(Dataset(copied))


# --- what cannot be read -----------------------------------------------------------------------


def change(folder: Path, how: Callable[[dict[str, Any]], Any]) -> None:
    path = folder / "dataset.json"
    about = json.loads(path.read_text())
    how(about)
    path.write_text(json.dumps(about))


def test_a_folder_that_is_no_dataset_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("{}")
    for path, words in (
        (tmp_path, "is not a dataset: it holds no dataset.json"),
        (tmp_path / "nowhere", "is not a dataset: it holds no dataset.json"),
        (tmp_path / "file", "is not a dataset: it is not a folder"),
    ):
        with pytest.raises(NoDataset, match=words):
            Dataset(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not JSON"),
        ("[]", "has format null, this version reads format 1"),
        ('{"format": 2}', "has format 2, this version reads format 1"),
        ('{"format": 1, "world": "chess"}', "lacks version, mpenv, identity"),
    ],
)
def test_a_manifest_that_is_none_is_told(text: str, words: str, copied: Path) -> None:
    (copied / "dataset.json").write_text(text)
    with pytest.raises(NoDataset, match=words):
        Dataset(copied)


def test_a_missing_shard_is_told_or_left_out(copied: Path) -> None:
    (copied / "shard-00001.npz").unlink()
    with pytest.raises(NoDataset, match=r"shard-00001.npz is missing \(2 of 3 shards are there\).*strict=False"):
        Dataset(copied)
    data = Dataset(copied, strict=False)
    assert data.games["game"].tolist() == [0, 1, 2, 3, 8, 9]
    assert {int(row["game"]) for row in data} == {0, 1, 2, 3, 8, 9}
    assert data.replay(9)["options"]["seed"] == 16
    for name in ("shard-00000.npz", "shard-00002.npz"):
        (copied / name).unlink()
    with pytest.raises(NoDataset, match="holds no shard yet"):
        Dataset(copied, strict=False)


def test_a_shard_that_is_cut_is_told_wherever_it_was_cut(copied: Path) -> None:
    path = copied / "shard-00002.npz"
    whole, rng = path.read_bytes(), random.Random(1)
    for cut in (0, 1, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(30))):
        path.write_bytes(whole[:cut])
        with pytest.raises(NoDataset, match=r"shard-00002.npz is (cut or no npz file|empty)"):
            Dataset(copied)
    with path.open("wb") as file:
        np.savez(file, seed=np.zeros(2))
    with pytest.raises(NoDataset, match=r"it lacks observation, mask, action, .*, offset$"):
        Dataset(copied)
    with path.open("wb") as file:
        np.savez_compressed(file, seed=np.zeros(2))
    with pytest.raises(NoDataset, match=r"holds 'seed.npy', which is no uncompressed array"):
        Dataset(copied)


def test_lines_that_are_missing_or_cut_are_told(copied: Path) -> None:
    path, data = copied / "games-00000.jsonl", Dataset(copied)
    path.write_bytes(path.read_bytes()[:-40])
    assert data.replay(0)["plies"] == data.games["plies"][0]
    with pytest.raises(NoDataset, match=r"games-00000.jsonl is cut: line 4 is not whole"):
        data.replay(3)
    path.unlink()
    with pytest.raises(NoDataset, match=r"games-00000.jsonl is missing"):
        data.replay(0)


# --- written by hand ----------------------------------------------------------------------------


def played(seed: int, path: Path, **options: Any) -> Played:
    """A game as a person plays it, from its replay."""
    game, rng = Game(seed=seed, scenario="drill-errand", **options), random.Random(seed)
    with Recorder(path, WORLD, game) as recorder:
        while game.outcome is None:
            recorder.apply(game.words(rng.choice(game.legal())))
    return rows_of(WORLD, path)


def test_games_of_people_are_written_one_by_one_and_gone_on_with_another_day(tmp_path: Path) -> None:
    about = manifest(WORLD, ["human", "human"], [{"scenario": "drill-errand"}], shard=2)
    games = [played(seed, tmp_path / "game.jsonl") for seed in (3, 30, 300, 3000)]
    for evening in (games[:3], games[3:]):
        with Writer(tmp_path / "people", about) as writer:
            for game in evening:
                writer.add(game)
    data = Dataset(tmp_path / "people", world=WORLD)
    assert data.games["seed"].tolist() == [3, 30, 300, 3000]
    assert sorted(content(tmp_path / "people"))[-3:] == [f"shard-0000{number}.npz" for number in range(3)]
    for number, game in enumerate(games):
        rows = data.game(number)
        assert (rows["game"] == number).all()
        for name in ("observation", "mask", "action", "seat"):
            assert np.array_equal(getattr(game, name), rows[name])
        assert data.replay(number) == json.loads(json.dumps(game.line))


def test_a_game_of_other_options_is_refused(tmp_path: Path) -> None:
    about = manifest(WORLD, ["human", "human"], [{"scenario": "drill-errand"}])
    with Writer(tmp_path / "people", about) as writer:
        with pytest.raises(ValueError, match="the options of this game are not among those of the dataset"):
            writer.add(played(3, tmp_path / "game.jsonl", layout="random"))
        writer.add(played(3, tmp_path / "game.jsonl"))
    assert len(Dataset(tmp_path / "people").games) == 1


def test_a_game_that_nobody_played_has_no_rows(tmp_path: Path) -> None:
    with Recorder(tmp_path / "game.jsonl", WORLD, Game(seed=1)):
        pass
    writer = Writer(tmp_path / "people", manifest(WORLD, ["human"] * 2, [{}]))
    with pytest.raises(ValueError, match="a game without a decision has no rows"):
        writer.add(rows_of(WORLD, tmp_path / "game.jsonl"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"options": []}, "a dataset needs the options of at least one game"),
        ({"options": [{"colour": 1}]}, "a game of {'colour': 1} cannot be played: .*unexpected keyword argument"),
        ({"agents": ["human"]}, "2 seats take 2 agents, not 1: human"),
        ({"games": True}, "games=True must be a whole number"),
        ({"seed": "7"}, "seed='7' must be a whole number"),
        ({"encoder": "none"}, "there is no encoder 'none'"),
    ],
)
def test_a_manifest_that_cannot_be_is_told(change: dict[str, Any], words: str) -> None:
    given = {"agents": ["human"] * 2, "options": [{}], **change}
    with pytest.raises(ValueError, match=words):
        manifest(WORLD, **given)


def test_a_writer_writes_as_many_games_as_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="its manifest says games=None"):
        Writer(tmp_path, manifest(WORLD, ["human"] * 2, [{}], games=3))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 9}, "parts before the first ply: it was recorded in materia_prima_v9, this is materia_prima_v1"),
        ({"identity": {}}, r"it was recorded with \{\}, here it is"),
        ({"start": "0"}, "the game starts differently"),
        ({"options": {"scenario": "epilogue"}}, "its options cannot be played: there is no scenario 'epilogue'"),
        ({"actions": [2]}, "parts at ply 1: brown may not play"),
        ({"fingerprint": "0"}, "its fingerprint is"),
    ],
)
def test_a_line_of_another_game_parts_where_it_differs(change: dict[str, Any], words: str, folder: Path) -> None:
    line = Dataset(folder).replay(0)
    with pytest.raises(Parted, match=words):
        rows_of(WORLD, {**line, **change})
    with pytest.raises(Parted, match="the game starts differently"):
        rows_of(WORLD, {key: value for key, value in line.items() if key != "start"})
    assert "seed" not in without_seed(line["options"])
