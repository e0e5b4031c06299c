"""docs/datasets.md tells what the code writes, and its examples run."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv.record.dataset import KEEP, Dataset, schema
from tests.places import ROOT
from tests.record.recorded import small

PAGE = (ROOT / "docs/datasets.md").read_text(encoding="utf-8")


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    small(tmp_path / "games", max_plies=20)
    return tmp_path / "games"


def examples() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    told = PAGE.partition("<!-- written by `python -m mpenv.record.dataset.schema` -->\n")[2]
    assert told == schema.page() + "\n", "run python -m mpenv.record.dataset.schema and put it into docs/datasets.md"


def test_a_shard_and_a_manifest_hold_what_the_page_says(example: Path) -> None:
    about = json.loads((example / "dataset.json").read_text())
    assert list(about) == list(schema.KEYS)
    arrays = {**schema.ROWS, **schema.TABLES, **schema.GAMES}
    data = Dataset(example)
    for path in example.glob("shard-*.npz"):
        shard = np.load(path)
        assert set(shard) == set(arrays)
        rows, games = len(shard["action"]), len(shard["seed"])
        sizes = {"rows": rows, "games": games, "columns": 640, "coded": len(shard["column"])}
        for name, one in arrays.items():
            kind = shard[name].dtype
            assert (kind.kind == "U") if one.kind == "text" else (kind == one.kind), name
            first = one.shape.split(",")[0]
            assert len(shard[name]) == sizes.get(first, len(shard[name])), name
            assert shard[name].ndim == len(one.shape.split(",")), name
    assert about["arrays"] == schema.descriptions() == data.manifest["arrays"]


def test_the_example_with_the_loader_reads_every_row_of_its_part(example: Path) -> None:
    there: dict[str, Any] = {}
    exec(examples()[0], there)
    assert len(there["train"]) + len(there["held_out"]) == len(Dataset(example))
    assert there["observation"].shape == (len(there["action"]), 640)
    assert (np.take_along_axis(there["mask"], there["action"][:, None], 1) == 1).all()


def test_the_example_with_numpy_alone_reads_what_the_loader_reads(example: Path) -> None:
    there: dict[str, Any] = {}
    exec(examples()[1], there)
    data = Dataset(example)
    rows = data.rows(range(len(there["observation"])))
    assert there["observation"].tobytes() == rows["observation"].tobytes()
    assert np.array_equal(there["mask"][:, : data.manifest["actions"]], rows["mask"])
    assert not there["mask"][:, data.manifest["actions"] :].any()


def test_the_page_says_how_many_shards_stay_open() -> None:
    assert "Sixteen shards stay open (`keep=`)" in PAGE
    assert KEEP == 16
