"""Files that version 0.1.0 wrote, before rooms and rules changed: they are read, or refused by what wrote them.

`tests/older` holds them: a replay, a dataset, a position, a snapshot, the chronicle of a campaign, and a run with its
last checkpoint and its policy.
"""

import shutil
from pathlib import Path

import pytest

import mpenv
from mpenv.cli import main
from tests.places import TESTS

OLDER = TESTS / "older"
EDITION = "a7fbe6cf95cac44a"  # the hash of the published pack then


@pytest.mark.parametrize(("name", "games"), [("replay.jsonl", 1), ("dataset", 3)])
def test_a_recorded_game_that_today_s_rules_play_otherwise_says_what_wrote_it(
    name: str, games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--verify", str(OLDER / name)]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if " parts before the first ply: " in line]
    assert len(lines) == games
    assert all(line.endswith("it was recorded in materia_prima_v0, this is materia_prima_v1") for line in lines)


def test_a_position_is_the_same_situation() -> None:
    written = (OLDER / "position.toml").read_text()
    assert mpenv.Game.from_position(written).to_position() == written


def test_a_snapshot_of_the_pack_of_those_days_is_refused_by_its_edition() -> None:
    game = mpenv.Game(scenario="vault", seats=3, seed=7)
    before = game.fingerprint()
    with pytest.raises(ValueError, match=f"it is of edition '{EDITION}'; this game is of edition"):
        game.restore((OLDER / "snapshot.bin").read_bytes())
    assert game.fingerprint() == before


def test_a_chronicle_of_the_pack_of_those_days_is_refused_by_its_hash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(shutil.copy(OLDER / "chronicle.toml", tmp_path))
    assert main(["campaign", str(path), "--show"]) == 2
    assert f"chronicle.toml: pack: hash: was begun with inquisition {EDITION}" in capsys.readouterr().err
    assert path.read_bytes() == (OLDER / "chronicle.toml").read_bytes()


@pytest.mark.slow
def test_a_policy_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", f"policy:{OLDER / 'run' / 'policy'}", "--games", "2", "--jobs", "1"]) == 0


def test_a_run_of_an_earlier_version_is_refused_by_that_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = shutil.copytree(OLDER / "run", tmp_path / "run")
    assert main(["train", "--resume", str(run), "--set", "decisions=4096"]) == 2
    assert "does not fit: version is 0 there and 1 here" in capsys.readouterr().err
