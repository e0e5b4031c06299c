"""The command line: wrong words are told in one line, with exit code 2."""

import argparse
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

import mpenv
from mpenv import cli
from mpenv.cli import words
from mpenv.cli.words import cores
from tests.places import ROOT


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


@pytest.mark.parametrize("words", [[], ["pack"]])
def test_without_a_verb_the_help_is_shown(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([*words, "--help"])
    asked = capsys.readouterr()
    assert cli.main(words) == 0
    assert capsys.readouterr() == asked


def test_every_command_stands_in_one_group_of_the_help() -> None:
    parser = cli._parser()
    grouped = [name for names in parser.groups.values() for name in names]
    assert sorted(grouped) == sorted(verbs(parser))


def verbs(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return {name: one for action in parser._actions if isinstance(action, argparse._SubParsersAction)
            for name, one in action.choices.items()}  # fmt: skip


EVERY = [one for verb in verbs(cli._parser()).values() for one in (verb, *verbs(verb).values())]


@pytest.mark.parametrize("verb", EVERY, ids=lambda verb: verb.prog)
def test_the_help_of_a_verb_says_what_it_is_for_and_what_each_option_means(verb: argparse.ArgumentParser) -> None:
    assert verb.description
    assert all(one.help for one in verb._actions if not isinstance(one, argparse._SubParsersAction)), verb.prog


@pytest.mark.parametrize("verb", [one for one in EVERY if "--jobs" in one._option_string_actions], ids=lambda v: v.prog)
@pytest.mark.parametrize("words", ["0", "-1", "two", "1.5", "", "9" * 30])
def test_jobs_are_one_or_more_everywhere_and_one_for_each_core_when_left_out(
    verb: argparse.ArgumentParser, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verb.get_default("jobs") == cores()
    with pytest.raises(SystemExit):
        verb.parse_args([f"--jobs={words}"])
    assert "is no number of processes: 1 or more" in capsys.readouterr().err


@given(st.integers(1, 64))
def test_a_number_behind_seats_is_a_number_of_seats_and_anything_else_a_team(number: int) -> None:
    assert words.seats(str(number)) == number
    assert words.seats(f"expert,{number}") == f"expert,{number}"
    assert words.players(number, 2, "human", "expert") == ["human", *["expert"] * (number - 1)]
    assert words.players("random,stdio:'a,b'", 2, "human", "expert") == ["random", "stdio:'a,b'"]
    assert words.teams_and_seats(["expert"], number, 2) == (["expert"], number)


@pytest.mark.parametrize(
    ("named", "given", "found"),
    [
        (["expert"], None, (["expert"], 3)),
        (["expert", "random,expert"], None, (["expert", "random,expert"], 2)),
        (["expert"], "random,random,expert,expert", (["expert", "random,random,expert,expert"], 4)),
        ([], "random,expert", (["random,expert"], 2)),
    ],
)
def test_teams_say_how_many_seats_there_are(named: list[str], given: str | None, found: tuple[list[str], int]) -> None:
    assert words.teams_and_seats(named, given, 3) == found


def test_the_version_is_that_of_the_package() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"mpenv {mpenv.__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["plya"], "there is no command 'plya', there are: play, replay, "),
        (["plya"], "; did you mean 'play'? (see mpenv --help)"),
        (["evalute", "expert"], "did you mean 'evaluate'?"),
        (["play", "extra"], "mpenv play: unrecognized arguments: extra (see mpenv play --help)"),
        (["play", "--sead", "3"], "mpenv play: unrecognized arguments: --sead 3; did you mean '--seed' or '--seats'?"),
        (["pack", "show", "--usgae", "3"], "did you mean '--usage'? (see mpenv pack show --help)"),
        (["rules", "MP-INK"], "did you mean 'MP-INQ'?"),
        (["evaluate"], "name a team, like expert"),
        (["losses"], "name a team, like expert"),
        (["pack", "pulse", "--seats", "random,expert"], "no list of numbers, like 2,3,4; agents are named by --team"),
        (["record", "--games", "1", "--out", "games"], "name the agents: --agents expert --seats 2"),
        (["record", "--games", "1", "--out", "games", "--agents", "random"], "add --seats N to use it on every seat"),
        (["record", "--games", "1", "--out", "games", "--agents", "random", "--seats", "random,expert"], "team once"),
        (["play", "--seats", "999999999"], "999999999 is no number of seats"),
        (["play", "--seats", "5"], "there are games of 2, 3 and 4 seats"),
        (["play", "--position", "nowhere.toml"], "nowhere.toml cannot be read: No such file"),
        (["play", "--position", "nowhere.toml", "--seed", "3"], "--seed: the game in nowhere.toml says that already"),
        (["play", "--position", "a.jsonl", "--record", "./a.jsonl"], "goes on from this file, give it another name"),
        (["play", "--seats", "random,random", "--trust", "no_such_module"], "--trust no_such_module: the module can"),
        (["play", "--seed", "seven"], "invalid int value: 'seven'"),
        (["play", "--seed"], "expected one argument"),
        (["play", "--seed", "-3"], "seed=-3 must be a whole number"),
        (["play", "--seats", "human"], "one person plays two alchemists"),
        (["play", "--seats", ""], "there is no agent ''"),
        (["play", "--seats", "human,rnadom"], "there is no agent 'rnadom', there are: busy, "),
        (["play", "--seats", "random,os:path"], "agent 'os:path' cannot be loaded"),
        (["play", "--seats", ",".join(["random"] * 5)], "there are games of 2, 3 and 4 seats"),
        (["play", "--scenario", "epilogue"], "there is no scenario 'epilogue', there are: prologue"),
        (["play", "--difficulty", "easy"], "there is no difficulty 'easy'"),
        (["play", "--alchemists", "pink,grey"], "there is no alchemist 'pink', there are:"),
        (["play", "--alchemists", ""], "2 seats take 2 alchemists"),
        (["play", "--layout", "round"], "there is no layout 'round', there are: standard, random"),
        (["play", "--placement", "far"], "there is no placement 'far'"),
        (["pack", "chekc"], "there is no verb 'chekc', there are: check, show, pulse, new; did you mean 'check'?"),
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
    wanted = f"there is no scenario 'epilogue', there are: {there} or generated:NUMBER; did you mean 'prologue'?"
    assert done.stderr == f"mpenv play: {wanted}\n"


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


MINE = "class First:\n    def reset(self, seat, seed): pass\n    def act(self, view): return view.legal[0]\n"


@pytest.mark.parametrize(
    ("words", "searched"),
    [
        (["play", "--seats", "random,random"], False),
        (["play", "--seats", "random:0.5,random"], False),
        (["play", "--seats", "random,frist"], False),
        (["play", "--seats", "mine:First,random"], True),
        (["play", "--seats", "random,mine:First:0.5"], True),
        (["play", "--seats", "random,random", "--trust", "mine"], True),
        (["evaluate", "random", "--games", "1", "--jobs", "1"], False),
        (["evaluate", "mine:First", "--games", "1", "--jobs", "1"], True),
        (["losses", "random", "--games", "1", "--reasons"], False),
        (["record", "--agents", "random,random", "--games", "1", "--jobs", "1", "--out", "games"], False),
        (["record", "--seats", "mine:First,random", "--games", "1", "--jobs", "1", "--out", "games"], True),
        (["pack", "pulse", "--team", "random", "--scenario", "prologue", "--seats", "2", "--games", "1"], False),
        (["campaign", "road.toml", "--show"], False),
    ],
)
def test_modules_are_looked_for_here_only_when_the_user_names_code_of_his_own(
    words: list[str], searched: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("MPENV_TRUST", "")
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    cli.main([*words, "--jobs", "1"] if "pulse" in words else words)
    assert (str(tmp_path) in sys.path) == searched


WRITTEN_ELSEWHERE = {
    "mpenv/bench/peers/serve.py": "a pipe",
    "mpenv/worlds/materia_prima/studies/calibration/checkpoint.py": "is added to, line by line",
    "mpenv/worlds/materia_prima/campaign/writing.py": "whole, by itself",
    "mpenv/worlds/materia_prima/observe/page.py": "a page of the documents",
}
WRITES = re.compile(r"\.write_(?:text|bytes)\(|\bopen\([^)]*[\"'][wax]b?[\"']|\.touch\(|savefig\(path")


@pytest.mark.parametrize("room", ["cli", "table", "evaluation", "worlds"])
def test_files_are_written_whole_or_not_at_all(room: str) -> None:
    root = ROOT
    found = {
        path.relative_to(root).as_posix()
        for path in (root / "mpenv" / room).rglob("*.py")
        if WRITES.search(path.read_text(encoding="utf-8"))
    }
    assert found <= set(WRITTEN_ELSEWHERE) | {"mpenv/cli/evaluate.py"}


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit of the size of files")
@pytest.mark.parametrize(
    "words",
    [
        ["losses", "random", "--games", "2", "--reasons", "--json"],
        ["replay", "game.jsonl", "--html"],
    ],
)  # fmt: skip
def test_on_a_full_disk_the_older_file_stays_and_the_message_names_it(words: list[str], tmp_path: Path) -> None:
    made = cli.main(["play", "--seats", "random,random", "--seed", "7", "--record", str(tmp_path / "game.jsonl")])
    assert made == 0
    old = tmp_path / "out"
    old.write_text("older")
    there = sorted(one.name for one in tmp_path.iterdir())
    code = (
        "import resource, sys; from mpenv import cli, files; write = files.write\n"
        "def full(path, content):\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)); write(path, content)\n"
        "files.write = full; sys.exit(cli.main(sys.argv[1:]))"
    )
    env = {**os.environ, "MPENV_QUIET": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", code, *words, str(old)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=env, timeout=300)
    assert done.returncode == 2, done.stderr
    assert f"{old} cannot be written: File too large" in done.stderr
    assert old.read_text() == "older"
    assert sorted(one.name for one in tmp_path.iterdir()) == there


def test_an_agent_of_ones_own_is_found_where_the_command_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "first_of_all.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert cli.main(["play", "--seats", "first_of_all:First,random", "--seed", "1"]) == 0
    assert "Played with seed 1." in capsys.readouterr().out
