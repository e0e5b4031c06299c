"""Training configurations: what they may say, and every fault at once."""

from pathlib import Path

import pytest

from mpenv.agents.learned import config

CONFIGS = sorted((Path(__file__).parents[3] / "configs" / "train").glob("*.toml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_configuration_that_comes_along_is_read(path: Path) -> None:
    assert config.load(path).name == path.stem


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(
        'colour = "red"\nminutes = 0\n[game]\nseats = "two"\n'
        '[learner]\ngamma = 1.5\ncritic = "all"\nrate = true\nmomentum = 1\n'
    )
    with pytest.raises(ValueError, match=r"broken\.toml is refused") as caught:
        config.load(path)
    for words in (
        "colour: is unknown, known are name, seed",
        "minutes: must be above 0",
        "game.seats: must be int, not 'two'",
        "learner.gamma: must be from 0 to 1",
        "learner.rate: must be float, not True",
        "learner.critic: must be 'seat' or 'state', not 'all'",
        "learner.momentum: is unknown",
    ):
        assert words in str(caught.value)


def test_a_change_reaches_its_section_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text('name = "plain"\n[game]\nseats = 3\n')
    changed = config.load(path, {"learner.rate": 0.5, "game.scenario": "drill-errand", "minutes": 2})
    assert (changed.learner.rate, changed.game.scenario, changed.game.seats, changed.minutes) == (
        0.5,
        "drill-errand",
        3,
        2,
    )
    with pytest.raises(ValueError, match=r"learner.speed: is unknown"):
        config.load(path, {"learner.speed": 1})


@pytest.mark.parametrize("words", [None, "name = ", b"\xff\xfe"])
def test_a_file_that_is_none_is_told_plainly(tmp_path: Path, words: str | bytes | None) -> None:
    path = tmp_path / "none.toml"
    if words is not None:
        path.write_bytes(words if isinstance(words, bytes) else words.encode())
    with pytest.raises(ValueError, match=r"none\.toml"):
        config.load(path)
