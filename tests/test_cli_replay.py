"""`mpenv replay` and `mpenv describe`: what they print, and with what exit code."""

import io
import json
import random
import sys
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.record.replay import Recorder, compact
from mpenv.worlds.materia_prima import WORLD, Game
from tests.record.recorded import full_disk

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path, game, rng = tmp_path / "game.jsonl", Game(seed=5), random.Random(5)
    with Recorder(path, WORLD, game) as record:
        while game.seat is not None:
            record.apply(rng.choice(game.legal()))
    return path


def spoil(path: Path) -> None:
    """Another ply stands in the line of ply 21."""
    path.write_text(path.read_text().replace('{"ply":21, ', '{"ply":22, '))


def test_a_replay_is_told_as_text_where_nobody_sits_at_a_terminal(path: Path, capsys: Captured) -> None:
    assert cli.main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "\nDay 1\n" in out
    assert "ABORT on day 11" in out
    assert cli.main(["replay", str(path), "--from", "2", "--to", "3"]) == 0
    assert "Day 1\n" not in capsys.readouterr().out


def test_a_replay_that_parts_is_told_up_to_there_with_exit_code_1(path: Path, capsys: Captured) -> None:
    spoil(path)
    assert cli.main(["replay", str(path)]) == 1
    out = capsys.readouterr().out
    assert "    20  " in out
    assert "parts at ply 21" in out
    assert cli.main(["replay", str(path), "--verify"]) == 1
    out = capsys.readouterr().out
    assert "parts at ply 21" in out
    assert out.splitlines()[-1].startswith("1 game, 20 plies: 0 play again, 1 part; ")


def test_a_folder_is_verified(path: Path, capsys: Captured) -> None:
    assert cli.main(["replay", str(path.parent), "--verify", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("1 game, ")


def test_a_situation_of_a_replay_is_told_and_written_and_told_from_there(path: Path, capsys: Captured) -> None:
    file = path.with_name("here.toml")
    assert cli.main(["replay", str(path), "--at", "7"]) == 0
    told = capsys.readouterr().out
    assert cli.main(["describe", str(path), "--ply", "7"]) == 0
    assert capsys.readouterr().out == told
    assert cli.main(["replay", str(path), "--at", "7", "--position", str(file)]) == 0
    capsys.readouterr()
    assert cli.main(["describe", str(file)]) == 0
    assert capsys.readouterr().out == told
    assert "Why: " in told


def test_a_position_is_told_from_stdin(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(seed=3)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.to_position().encode())))
    assert cli.main(["describe", "-"]) == 0
    assert capsys.readouterr().out == game.describe() + "\n"


def test_a_game_of_a_file_of_games_is_chosen_by_its_number(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "games-00000.jsonl"
    games = [Game(seed=seed, seats=seats) for seed, seats in ((1, 2), (2, 3))]
    file.write_text("".join(json.dumps(compact(WORLD, game, [], game)) + "\n" for game in games))
    assert cli.main(["replay", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("     1  left, 0 plies: scenario prologue, seats 2, seed 1")
    assert lines[1].startswith("     2  left, 0 plies: scenario prologue, seats 3, seed 2")
    assert lines[2] == "--game N shows one of them, --verify plays all of them again"
    assert cli.main(["replay", str(file), "--game", "2"]) == 0
    assert "game 2: 3 seats, 0 plies" in capsys.readouterr().out
    assert cli.main(["replay", str(file), "--game", "3"]) == 2
    assert "has 2 games, there is no game 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pack = 1\n[[seat]]\n[[seat]]\n", "pack: "),
        ("hello", "is not TOML"),
        ("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r = 1", "has a key of more than 16 parts"),
        ("a = " + "[" * 60000, "is nested more than 16 deep"),
        ("#" * (1 << 17), "position files are read up to 65,536"),
        ("#" * (1 << 21), "has more than 1,048,576 bytes, no position file has so many"),
        ('"\\u001b[31m" = 1', "is unknown"),
        ("\udcff", "is not UTF-8"),
    ],
)
def test_a_wrong_position_is_told_with_all_that_is_wrong(
    text: str, told: str, tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "here.toml"
    file.write_bytes(text.encode(errors="surrogateescape"))
    assert cli.main(["describe", str(file)]) == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.err.replace("\n", "").isprintable()
    assert printed.out == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["replay"], "the following arguments are required: FILE"),
        (["replay", "nowhere.jsonl"], "mpenv replay: nowhere.jsonl: No such file or directory"),
        (["replay", "README.md"], "README.md parts before the first ply: its header is not JSON"),
        (["replay", "tests"], "mpenv replay: tests: Is a directory"),
        (["replay", "one", "other"], "one FILE is watched at a time; --verify takes several and whole folders"),
        (["replay", "one", "--position", "here.toml"], "--position goes with --at PLY"),
        (["replay", "--verify", "configs"], "there is no *.jsonl in configs"),
        (["replay", "--verify", "docs", "--jobs", "-1"], "--jobs: '-1' is no number of processes: 1 or more"),
        (["replay", "--verify", "nowhere"], "mpenv replay: nowhere: No such file or directory"),
        (["describe"], "the following arguments are required: FILE"),
        (["describe", "nowhere.toml"], "mpenv describe: nowhere.toml: No such file or directory"),
        (["describe", "here.toml", "--ply", "3"], "--ply goes with a replay, and here.toml is no *.jsonl"),
    ],
)
def test_wrong_words_are_told_in_one_line(words: list[str], told: str, capsys: Captured) -> None:
    try:
        code = cli.main(words)
    except SystemExit as ended:
        code = int(ended.code or 0)
    printed = capsys.readouterr()
    assert code == 2
    assert told in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_ply_behind_the_last_or_behind_where_it_parts_is_told(path: Path, capsys: Captured) -> None:
    assert cli.main(["describe", str(path), "--ply", "9999"]) == 2
    assert "there is no ply 9999, plies go from 0 to " in capsys.readouterr().err
    spoil(path)
    assert cli.main(["describe", str(path), "--ply", "20"]) == 0
    capsys.readouterr()
    assert cli.main(["describe", str(path), "--ply", "21"]) == 2
    assert "parts at ply 21" in capsys.readouterr().err


# --- worlds and files -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("world", "words"),
    [
        ('"chess"', "the world 'chess', which is not installed; installed: materia_prima"),
        ('"materia_prima\\u001b[2J"', "which is not installed; installed: materia_prima"),
        ("null", "an unnamed world; installed: materia_prima"),
        ("[1]", "an unnamed world; installed: materia_prima"),
    ],
)
def test_a_replay_of_a_world_that_is_not_installed_is_refused(
    world: str, words: str, path: Path, capsys: Captured
) -> None:
    path.write_text(path.read_text().replace('"world":"materia_prima"', f'"world":{world}', 1))
    for verb in (["replay"], ["describe"], ["replay", "--text"], ["replay", "--html", "page.html"]):
        assert cli.main([verb[0], str(path), *verb[1:]]) == 2
        printed = capsys.readouterr()
        assert "before the first ply: it was recorded in " in printed.err
        assert words in printed.err
        assert printed.err.strip().isprintable()
        assert printed.out == ""
    assert cli.main(["replay", "--verify", str(path)]) == 1
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--html"], ["--at", "7", "--position"]])
def test_what_a_replay_is_written_to_is_whole_or_as_it_was(words: list[str], path: Path, capsys: Captured) -> None:
    out = path.parent / "out"
    with full_disk():
        assert cli.main(["replay", str(path), *words, str(out)]) == 2
    assert f"{out} cannot be written: File too large" in capsys.readouterr().err
    assert sorted(one.name for one in path.parent.iterdir()) == [path.name]
    assert cli.main(["replay", str(path), *words, str(out)]) == 0
    whole = out.read_bytes()
    with full_disk():
        assert cli.main(["replay", str(path), *words, str(out)]) == 2
    assert out.read_bytes() == whole
    assert sorted(one.name for one in path.parent.iterdir()) == [path.name, "out"]


def test_a_position_is_never_written_over_another_file(path: Path, capsys: Captured) -> None:
    out = path.with_name("here.toml")
    out.write_text("mine")
    assert cli.main(["replay", str(path), "--at", "7", "--position", str(out)]) == 2
    assert f"{out} exists already, nothing was written" in capsys.readouterr().err
    assert out.read_text() == "mine"
