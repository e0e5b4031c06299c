"""`mpenv record`: what it writes and says, and wrong words are told in one line before anything is written."""

from pathlib import Path

import pytest

from mpenv import cli
from mpenv.record.dataset import Dataset


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPENV_QUIET", "1")


def told(words: list[str]) -> int:
    try:
        return cli.main(["record", *words])
    except SystemExit as ended:
        return int(ended.code or 0)


def test_help_goes_to_stdout_and_the_command_is_among_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: mpenv record")
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    assert "record " in capsys.readouterr().out


def test_a_recording_tells_what_it_did_and_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--agents", "random", "--seats", "3", "--scenario", "drill-errand,prologue", "drill-hunt", "--seed", "5"]
    words += ["--games", "5", "--shard", "2", "--jobs", "1", "--max-plies", "20", "--out", str(tmp_path / "games")]
    assert told(words) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "5 games, " in printed.err
    assert "3 shards written; " in printed.err
    assert printed.err.count("\n") == 1
    data = Dataset(tmp_path / "games")
    assert [one["scenario"] for one in data.manifest["options"]] == ["drill-errand", "prologue", "drill-hunt"]
    assert data.games["seed"].tolist() == [5, 6, 7, 8, 9]
    assert data.manifest["agents"] == ["random"] * 3
    (tmp_path / "games/shard-00002.npz").unlink()
    assert told(words) == 0
    printed = capsys.readouterr()
    assert "1 games, " in printed.err
    assert "1 shards written, 2 were there before" in printed.err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"--agents": "random,rnadom"}, "there is no agent 'rnadom', there are: busy, "),
        ({"--agents": "random,policy:nowhere"}, "nowhere"),
        ({"--agents": "random,human"}, "there is no agent 'human'"),
        ({"--agents": "random"}, "--agents random: one agent, add --seats N to use it on every seat"),
        ({"--seats": "3"}, "--seats 3 and 2 agents (random,random) do not fit"),
        ({"--agents": ",".join(["random"] * 5)}, "there are games of 2, 3 and 4 seats"),
        ({"--agents": "random", "--seats": "0"}, "argument --seats: 0 is no number of seats"),
        ({"--scenario": "epilogue"}, "there is no scenario 'epilogue', there are: prologue"),
        ({"--scenario": "prologue,"}, "there is no scenario ''"),
        ({"--encoder": "dots"}, "there is no encoder 'dots', there are: flat"),
        ({"--encoder": "text"}, "the encoder 'text' reads one view at a time; rows of numbers come from flat"),
        ({"--difficulty": "easy"}, "there is no difficulty 'easy'"),
        ({"--layout": "round"}, "there is no layout 'round'"),
        ({"--pack": "nowhere"}, "there is no pack 'nowhere'"),
        ({"--games": "0"}, "games=0 must be a whole number, 1 or more"),
        ({"--games": "many"}, "invalid int value: 'many'"),
        ({"--shard": "0"}, "shard=0 must be a whole number, 1 or more"),
        ({"--jobs": "0"}, "'0' is no number of processes: 1 or more"),
        ({"--max-plies": "-1"}, "max_plies=-1 must be a whole number, 0 or more"),
        ({"--seed": "-1"}, "seed=-1 must be a whole number"),
        ({"--seed": str(2**64 - 2)}, f"seed={2**64} must be a whole number"),
    ],
)
def test_wrong_words_are_told_in_one_line_and_nothing_is_written(
    change: dict[str, str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"--agents": "random,random", "--games": "3", "--out": str(tmp_path / "new"), **change}
    assert told([word for pair in given.items() for word in pair]) == 2
    printed = capsys.readouterr()
    assert words in printed.err
    assert printed.err.startswith("mpenv record: ")
    assert printed.err.count("\n") == 1
    assert printed.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_other_things_or_is_none_is_told_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/letter.txt").write_text("mine")
    for place, words in (
        ("file", "file exists and is not a folder"),
        ("file/below", "file"),
        ("full", "full holds other files (letter.txt), a dataset needs its own folder"),
    ):
        assert told(["--agents", "random,random", "--games", "1", "--out", str(tmp_path / place)]) == 2
        printed = capsys.readouterr()
        assert words in printed.err
        assert printed.err.count("\n") == 1
    assert (tmp_path / "file").read_text() == "mine"
    assert [one.name for one in (tmp_path / "full").iterdir()] == ["letter.txt"]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "full"]


def test_a_disk_that_takes_no_more_is_told_and_nothing_half_done_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [
        "--agents",
        "random,random",
        "--games",
        "2",
        "--jobs",
        "1",
        "--max-plies",
        "5",
        "--out",
        str(tmp_path / "new"),
    ]

    def full(file: object, **arrays: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("mpenv.record.dataset.writer.np.savez", full)
        assert told(words) == 2
    said = capsys.readouterr().err
    assert "cannot be written: No space left on device" in said
    assert str(tmp_path / "new/shard-00000.npz") in said
    assert list(tmp_path.iterdir()) == []
    assert told(words) == 0
