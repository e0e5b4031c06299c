"""The command line: wrong words are told in one line, with exit code 2."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import mpenv
from mpenv import cli


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mpenv.cli", *words]
    env = {**os.environ, "MPENV_QUIET": "1"}
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=env)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["play", "--help"],
        ["bench", "--help"],
        ["rules", "--help"],
        ["pack", "--help"],
        ["pack", "show", "--help"],
    ],
)
def test_help_goes_to_stdout(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("usage: mpenv")
    assert printed.err == ""


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    out = capsys.readouterr().out
    assert all(
        command in out
        for command in ("train", "play", "replay", "describe", "bench", "agents", "evaluate", "pack", "warm")
    )


def test_the_version_is_that_of_the_package() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"mpenv {mpenv.__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "COMMAND (see mpenv --help)"),
        (["plya"], "invalid choice: 'plya' (choose from"),
        (["play", "extra"], "unrecognized arguments: extra"),
        (["play", "--sead", "3"], "unrecognized arguments: --sead"),
        (["play", "--seed", "seven"], "invalid int value: 'seven'"),
        (["play", "--seed"], "expected one argument"),
        (["play", "--seed", "-3"], "seed=-3 must be a whole number"),
        (["play", "--seats", "human"], "one person plays two alchemists"),
        (["play", "--seats", ""], "there is no agent ''"),
        (["play", "--seats", "human,rnadom"], "there is no agent 'rnadom', there are: busy, "),
        (["play", "--seats", "random,os:path"], "agent 'os:path' can not be loaded"),
        (["play", "--seats", ",".join(["random"] * 5)], "there are games of 2, 3 and 4 seats"),
        (["play", "--scenario", "epilogue"], "there is no scenario 'epilogue', there are: prologue"),
        (["play", "--difficulty", "easy"], "there is no difficulty 'easy'"),
        (["play", "--alchemists", "pink,grey"], "there is no alchemist 'pink', there are:"),
        (["play", "--alchemists", ""], "2 seats take 2 alchemists"),
        (["play", "--layout", "round"], "there is no layout 'round', there are: standard, random"),
        (["play", "--placement", "far"], "there is no placement 'far'"),
        (["pack"], "VERB (see mpenv pack --help)"),
        (["pack", "chekc"], "invalid choice: 'chekc' (choose from"),
        (["pack", "check", "nowhere"], "there is no pack 'nowhere'"),
        (["pack", "show", "nowhere"], "there is no pack 'nowhere'"),
        (["pack", "show", "inquisition", "recepies"], "no section or entry 'recepies', sections are elements, board"),
        (["pack", "new", "mpenv"], "mpenv is there already and not empty; nothing was written"),
        (["pack", "new", "a+b"], "the folder gives the pack its id, and that must be words of letters"),
        (["pack", "new", "somewhere", "--from", "nowhere"], "there is no pack 'nowhere'"),
        (["play", "--pack", "nowhere"], "there is no pack 'nowhere'"),
        (["play", "--seats", "random,random", "--record", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl"),
    ],
)
def test_wrong_words_are_told_in_one_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MPENV_QUIET", "1")
    try:
        code = cli.main(words)
    except SystemExit as ended:
        code = int(ended.code or 0)
    printed = capsys.readouterr()
    assert code == 2
    assert told in printed.err
    assert printed.err.startswith("mpenv")
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_real_process_ends_with_2_and_no_traceback() -> None:
    done = run("play", "--scenario", "epilogue")
    assert done.returncode == 2
    assert done.stdout == ""
    there = ", ".join(mpenv.scenarios())
    assert done.stderr == f"mpenv play: there is no scenario 'epilogue', there are: {there} or generated:NUMBER\n"


def test_a_broken_pack_is_told_with_all_its_faults_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text("format = 1\n")
    done = run("play", "--pack", str(tmp_path))
    assert done.returncode == 2
    assert "pack.toml: id: is missing" in done.stderr
    assert "elements.toml: is missing" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_ends_the_command_quietly() -> None:
    command = [sys.executable, "-m", "mpenv.cli", "play", "--seats", "random,random", "--seed", "7"]
    env = {**os.environ, "MPENV_QUIET": "1", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) in (0, 1)


def test_an_agent_of_ones_own_is_found_where_the_command_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "first_of_all.py").write_text(
        "class First:\n    def reset(self, seat, seed): pass\n    def act(self, view): return view.legal[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert cli.main(["play", "--seats", "first_of_all:First,random", "--seed", "1"]) == 0
    assert "Played with seed 1." in capsys.readouterr().out
