"""Observations come back as the very float32 that were written, whatever they are."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from mpenv.array_files import Arrays
from mpenv.record.dataset.columns import MOST, Coder
from mpenv.record.dataset.shards import observations

ODD = np.array([0.0, -0.0, 1 / 3, np.float32(1) / 3 * 3, np.nan, np.inf, -np.inf, 1e-45, 0.1], np.float32)


def back(games: list[np.ndarray]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    coder = Coder(games[0].shape[1])
    for rows in games:
        coder.add(rows)
    shard = coder.arrays()
    return observations(shard, np.arange(sum(len(rows) for rows in games))), shard


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_rows_come_back_bit_by_bit(data: st.DataObject) -> None:
    columns = data.draw(st.integers(1, 20))
    games = [
        ODD[data.draw(arrays_of.arrays(np.int64, (rows, columns), elements=st.integers(0, len(ODD) - 1)))]
        for rows in data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=4))
    ]
    found, _ = back(games)
    assert found.dtype == np.float32
    assert found.tobytes() == np.concatenate(games).tobytes()


def test_a_column_that_never_changes_takes_no_room_and_two_values_take_one_bit() -> None:
    rows = np.zeros((100, 9), np.float32)
    rows[:, 3] = 0.7
    found, shard = back([rows])
    assert shard["observation"].shape == (100, 0)
    assert np.array_equal(found, rows)
    rows[::2, :8] += 1
    found, shard = back([rows])
    assert shard["observation"].shape == (100, 1)
    assert shard["column"].tolist() == list(range(8))
    assert np.array_equal(found, rows)


@pytest.mark.parametrize("values", [2, 3, 4, 5, 128, 129, MOST])
def test_a_code_is_as_wide_as_its_column_needs(values: int) -> None:
    rows = np.random.default_rng(1).permuted(np.tile(np.arange(values, dtype=np.float32), (3, 1)), axis=1).T
    found, shard = back([rows])
    assert len(shard["weight"]) == 3 * (values - 1).bit_length()
    assert np.array_equal(found, rows)


def test_a_column_of_too_many_values_keeps_all_rows_as_they_are() -> None:
    rng = np.random.default_rng(1)
    games = [rng.random((count, 5)).astype(np.float32) for count in (MOST, 3, 40)]
    found, shard = back(games)
    assert list(shard) == ["observation"]
    assert shard["observation"].dtype == np.float32
    assert found.tobytes() == np.concatenate(games).tobytes()


def test_an_array_is_mapped_as_numpy_reads_it(tmp_path: Path) -> None:
    there = {
        "one": np.arange(12, dtype=np.float32).reshape(3, 4),
        "none": np.zeros((0, 3), np.uint8),
        "words": np.array(["ab", "c"]),
        "big": np.array([2**63 + 5], np.uint64),
    }
    np.savez(tmp_path / "some.npz", **there)
    found = Arrays(tmp_path / "some.npz", 1 << 20)
    assert found.members.keys() == there.keys()
    for name, one in there.items():
        assert np.array_equal(found[name], one)
        assert found[name].dtype == one.dtype
        assert not found[name].flags.writeable
