"""Configurations that come along are found by name, in a checkout and in a wheel."""

from pathlib import Path

import pytest

from mpenv import recipes
from tests.places import ROOT


def test_every_file_of_the_folder_has_a_name_and_a_sentence() -> None:
    files = {path.stem: path for path in (ROOT / "configs" / "train").glob("*.toml")}
    found = recipes.named()
    assert {name: path.resolve() for name, path in found.items()} == files
    for path in found.values():
        words = recipes.sentence(path)
        assert path.read_text(encoding="utf-8").startswith(f"# {words}\n")
        assert words.endswith(".")
        assert len(words) <= 120


def test_a_name_is_found_and_a_file_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert recipes.find("quickstart").resolve() == ROOT / "configs" / "train" / "quickstart.toml"
    Path("quickstart").write_text("updates = 1\n")
    assert recipes.find("quickstart") == Path("quickstart")
    assert recipes.find("mine.toml") == Path("mine.toml")
    assert recipes.find("folder/mine") == Path("folder/mine")


def test_an_unknown_name_is_told_with_what_there_is() -> None:
    with pytest.raises(
        ValueError, match=r"no configuration 'standrd', there are: .*; did you mean 'standard'\?"
    ) as told:
        recipes.find("standrd")
    assert all(name in str(told.value) for name in recipes.named())


def test_in_a_wheel_they_lie_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, beside = tmp_path / "mpenv" / "configs" / "train", tmp_path / "configs" / "train"
    monkeypatch.setattr(recipes, "PLACES", (inside, beside))
    assert recipes.named() == {}
    for place, name in ((beside, "checkout"), (inside, "wheel")):
        place.mkdir(parents=True)
        (place / f"{name}.toml").write_text("# A team.\n")
        assert recipes.named() == {name: place / f"{name}.toml"}
