"""`mpenv campaign`: begins, plays on, saves after each scenario, and says how to go on."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.record.replay import resimulate
from mpenv.worlds.materia_prima import WORLD, Game, campaign
from tests.places import ROOT
from tests.worlds.materia_prima.campaigns import PACK, begin

MAKERS = ",".join(["tests.worlds.materia_prima.campaigns:Maker"] * 2)
IDLERS = ",".join(["tests.worlds.materia_prima.campaigns:Idler"] * 2)
ROAD = ["setting-out", "forge", "ambush", "homecoming"]

Printed = pytest.CaptureFixture[str]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command on a file of this test, with what a person answers; exit code, output, errors."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT)])

    def command(*words: str, answers: Iterator[str] | None = None, file: str = "road.toml") -> tuple[int, str, str]:
        def ask(prompt: str) -> str:
            answer = next(answers or iter(()), None)
            if answer is None:
                raise EOFError
            if answer == "^C":
                raise KeyboardInterrupt
            return answer

        monkeypatch.setattr("builtins.input", ask)
        monkeypatch.setenv("MPENV_QUIET", "1")
        try:
            code = cli.main(["campaign", str(tmp_path / file), *words])
        except SystemExit as ended:
            code = int(ended.code or 0)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


def new(seats: str, *words: str) -> list[str]:
    return ["--pack", PACK, "--seats", seats, "--seed", "3", *words]


def played(path: Path) -> list[tuple[str, str]]:
    return [(one.scenario, one.outcome) for one in campaign.read(path).played]


def test_a_team_of_agents_plays_a_campaign_from_its_beginning_to_its_end(run: Run, tmp_path: Path) -> None:
    code, out, err = run(*new(MAKERS, "--quiet", "--names", "Ada,Bo", "--replays", str(tmp_path / "games")))
    assert (code, err) == (0, "")
    assert "The guild sends you out." in out
    assert "Ada: Sejlon Jura, tower 1 at 3,0, a soul stone" in out
    assert "  day 2, after " in out
    assert "Forge: success on day 4, normal. Saved in " in out
    assert "carried by" in out
    assert "The campaign is at its end: 4 scenarios were won in 4 games." in out
    assert played(tmp_path / "road.toml") == [(scenario, "success") for scenario in ROAD]
    replays = sorted((tmp_path / "games").iterdir())
    assert [path.name for path in replays] == [f"road-{k:02}-{one}.jsonl" for k, one in enumerate(ROAD, 1)]
    assert all(resimulate(path, WORLD).outcome.success for path in replays)
    code, out, _ = run("--seats", MAKERS, "--quiet")
    assert (code, "is at its end" in out) == (0, True)


def test_laid_aside_after_each_scenario_it_is_the_same_campaign(run: Run, tmp_path: Path) -> None:
    run(*new("random,random,random", "--quiet", "--layout", "random", "--retries", "1"), file="one.toml")
    assert (
        run(*new("random,random,random", "--quiet", "--layout", "random", "--scenarios", "1"), file="two.toml")[0] == 0
    )
    for _ in range(8):
        if len(played(tmp_path / "two.toml")) < len(played(tmp_path / "one.toml")):
            run("--quiet", "--scenarios", "1", "--retries", "0", "--seats", "random,random,random", file="two.toml")
    assert len(played(tmp_path / "one.toml")) > 2
    assert (tmp_path / "one.toml").read_text() == (tmp_path / "two.toml").read_text()


def test_agents_try_again_and_leave_with_1_after_the_last_retry(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(*new(IDLERS, "--quiet", "--retries", "1"))
    assert code == 1
    assert played(tmp_path / "road.toml") == [("setting-out", "success"), ("forge", "failure"), ("forge", "failure")]
    assert "--- The Forge, attempt 2 ---" in out
    assert f"mpenv campaign {tmp_path / 'road.toml'} goes on with The Forge." in out
    assert f"mpenv campaign {tmp_path / 'road.toml'} --instead goes on with The Long Way Round instead." in out
    code, out, _ = run("--seats", IDLERS, "--quiet", "--instead", "--scenarios", "1")
    assert code == 0
    assert played(tmp_path / "road.toml")[3:] == [("detour", "success")]
    assert "goes on with Ambush at Tarn Ostral." in out
    assert run("--instead", "--seats", IDLERS)[2] == "mpenv campaign: --instead: no other road is open here\n"


def test_the_difficulty_that_is_said_is_played_wherever_there_is_one(run: Run, tmp_path: Path) -> None:
    run(*new(MAKERS, "--quiet", "--difficulty", "easy"))
    assert [one.started for one in campaign.read(tmp_path / "road.toml").played[:3]] == ["E", "E", "E"]
    run(*new(MAKERS, "--quiet", "--difficulty", "hard"), file="hard.toml")
    assert [one.scenario for one in campaign.read(tmp_path / "hard.toml").played][:2] == ["setting-out", "gauntlet"]


# --- with a person --------------------------------------------------------------------------------------


def test_a_person_is_asked_for_the_difficulty_until_it_is_one(run: Run, tmp_path: Path) -> None:
    answers = iter(["brutal", "HARD", "quit"])
    code, out, _ = run(*new("human,random"), answers=answers)
    assert code == 0
    assert "difficulty: easy (4 days), normal (3 days), hard (2 days); nothing is normal" in out
    assert "'brutal' is none of easy, normal, hard, quit" in out
    assert "day 1 of 2 (hard)" in out
    assert "The scenario was left before its end and is not recorded." in out
    assert campaign.read(tmp_path / "road.toml").played == ()


def test_what_stops_a_scenario_loses_only_that_scenario(run: Run, tmp_path: Path) -> None:
    def first() -> Iterator[str]:
        yield "easy"
        yield from ["end"] * 4
        yield ""
        yield "end"
        yield "^C"

    code, out, err = run(*new(f"human,{IDLERS.split(',')[0]}"), answers=first())
    assert (code, err) == (130, "\n")
    assert f"The scenario was left on day 2, and goes on from there: {tmp_path / 'road-left.jsonl'}." in out
    assert "goes on with The Forge." in out
    assert played(tmp_path / "road.toml") == [("setting-out", "success")]
    assert campaign.read(tmp_path / "road.toml").next == "forge"


@pytest.mark.parametrize("leaves", [["quit"], [], ["^C"]])
def test_a_scenario_that_was_left_goes_on_at_the_same_answer_and_ends_as_if_it_was_not(
    leaves: list[str], run: Run, tmp_path: Path
) -> None:
    table, middle = new(f"human,{IDLERS.split(',')[0]}", "--replays", str(tmp_path)), tmp_path / "road-left.jsonl"
    run(*table, answers=iter(["easy", *["end"] * 4, "quit"]), file="whole.toml")
    run(*table, answers=iter(["easy", "end", "end", *leaves]))
    assert middle.exists()
    code, out, _ = run(*table[2:4], "--replays", str(tmp_path), answers=iter(["end", "end", "quit"]))
    assert code == 0
    assert "goes on where it was left, on day 3; --anew plays it from its start" in out
    assert not middle.exists()
    whole, road = tmp_path / "whole-01-setting-out.jsonl", tmp_path / "road-01-setting-out.jsonl"
    assert road.read_bytes() == whole.read_bytes()
    assert played(tmp_path / "road.toml") == played(tmp_path / "whole.toml") == [("setting-out", "success")]


def test_a_scenario_that_was_left_is_played_from_its_start_when_that_is_wanted(run: Run, tmp_path: Path) -> None:
    table = new(f"human,{IDLERS.split(',')[0]}")
    run(*table, answers=iter(["easy", "end", "quit"]))
    _, out, _ = run(*table[2:4], "--anew", answers=iter(["hard", "quit"]))
    assert "goes on where it was left" not in out
    assert (tmp_path / "road-left.jsonl").exists()
    (tmp_path / "road-left.jsonl").write_text("half a")
    code, _, err = run(*table[2:4], answers=iter(["easy"]))
    assert code == 2
    assert "--anew begins the scenario from its start" in err


@pytest.mark.parametrize("words", [campaign.write(begin(names=["Ada", "Bo"])), "half a"])
def test_a_chronicle_edited_while_a_game_is_played_is_not_overwritten(words: str, run: Run, tmp_path: Path) -> None:
    def answers() -> Iterator[str]:
        yield "hard"
        yield "end"
        (tmp_path / "road.toml").write_text(words)
        yield "end"

    code, _, err = run(*new(f"human,{IDLERS.split(',')[0]}"), answers=answers())
    aside = tmp_path / "road-aside.toml"
    assert code == 2
    assert f"was changed while the game was played: its end is recorded in {aside}" in err
    assert (tmp_path / "road.toml").read_text() == words
    assert played(aside) == [("setting-out", "success")]


@pytest.mark.parametrize("answers", [["quit"], ["normal", "end", "quit"], ["exit"], [], ["normal"]])
def test_who_leaves_comes_back_to_the_same_scenario(answers: list[str], run: Run, tmp_path: Path) -> None:
    campaign.save(begin(), tmp_path / "road.toml")
    before = (tmp_path / "road.toml").read_text()
    code, out, _ = run("--seats", f"human,{IDLERS.split(',')[0]}", answers=iter(answers))
    assert code == 0
    assert "goes on with Setting Out." in out
    assert (tmp_path / "road.toml").read_text() == before


@pytest.mark.parametrize(
    ("answer", "told", "scenario"),
    [
        ("again", "--- The Forge, attempt 2 ---", "forge"),
        ("", "--- The Forge, attempt 2 ---", "forge"),
        ("instead", "--- The Long Way Round ---", "detour"),
        ("leave", "goes on with The Forge.", "forge"),
        ("quit", "--instead goes on with The Long Way Round instead.", "forge"),
    ],
)
def test_after_a_failure_a_person_chooses_the_way(
    answer: str, told: str, scenario: str, run: Run, tmp_path: Path
) -> None:
    def answers() -> Iterator[str]:
        yield "normal"
        yield from ["end"] * 3
        yield "hard"
        yield from ["end"] * 3
        yield "no"
        yield "perhaps"
        yield answer

    code, out, _ = run(*new(f"human,{IDLERS.split(',')[0]}"), answers=answers())
    assert code == 0
    assert "again plays it once more; instead plays The Long Way Round; leave leaves it for another day" in out
    assert "'perhaps' is none of again, leave, instead, quit" in out
    assert told in out
    assert ("not recorded" in out) == (answer == "instead")  # the others left before a game began
    road = campaign.read(tmp_path / "road.toml")
    assert (road.next, road.played[-1].outcome) == (scenario, "failure")


# --- the page, and what is refused ------------------------------------------------------------------------


def test_the_page_of_a_chronicle_is_shown_and_nothing_is_played(run: Run, tmp_path: Path) -> None:
    campaign.save(begin(names=["Ada", "Bo"]), tmp_path / "road.toml")
    before = (tmp_path / "road.toml").read_text()
    code, out, err = run("--show")
    assert (code, err) == (0, "")
    assert out.startswith("Three Roads, for 2 players, with seed 3\n\nThe road so far\n  nothing was played yet\n")
    assert (tmp_path / "road.toml").read_text() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--show"], "No such file or directory"),
        (["--pack", PACK, "--campaign", "four-roads"], "has no campaign four-roads, it has: three-roads"),
        (["--pack", "nowhere"], "there is no pack 'nowhere'"),
        (["--pack", PACK, "--seats", "human"], "one person plays two alchemists"),
        (["--pack", PACK, "--seats", "human,rnadom"], "there is no agent 'rnadom'"),
        (["--pack", PACK, "--seats", ""], "one person plays two alchemists"),
        (["--pack", PACK, "--names", ""], "2 seats take 2 names"),
        (["--pack", PACK, "--names", "Ada"], "2 seats take 2 names"),
        (["--pack", PACK, "--names", "Ada,"], "'' is no name of a player"),
        (["--pack", PACK, "--alchemists", "pink,grey"], "there is no alchemist 'pink'"),
        (["--pack", PACK, "--layout", "round"], "there is no layout 'round'"),
        (["--pack", PACK, "--placement", "anywhere"], "there is no placement 'anywhere'"),
        (["--pack", PACK, "--seed", "-1"], "seed=-1 must be a whole number"),
        (["--pack", PACK, "--seats", "human,random", "--quiet"], "--quiet is for tables without a person"),
        (["--pack", PACK, "--retries", "-1"], "--retries -1 must be 0 or more"),
        (["--pack", PACK, "--scenarios", "0"], "--scenarios 0 must be 1 or more"),
        (["--pack", PACK, "--instead"], "--instead: no other road is open here"),
        (["--difficulty", "brutal"], "there is no --difficulty 'brutal', there are: easy"),
    ],
)
def test_wrong_words_are_told_in_one_line_and_nothing_is_written(
    words: list[str], told: str, run: Run, tmp_path: Path
) -> None:
    code, out, err = run(*words)
    assert code == 2
    assert told in err
    assert err.startswith("mpenv campaign: ")
    assert err.count("\n") == 1
    assert out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["--seed", "3"], ["--names", "Ada,Bo"], ["--pack", PACK], ["--layout", "random"]])
def test_what_is_fixed_as_a_campaign_begins_cannot_be_said_again(words: list[str], run: Run, tmp_path: Path) -> None:
    campaign.save(begin(), tmp_path / "road.toml")
    code, _, err = run("--seats", IDLERS, *words)
    assert code == 2
    assert f"has begun, {words[0]} cannot be chosen any more" in err


def test_a_table_with_other_seats_than_the_chronicle_is_refused(run: Run, tmp_path: Path) -> None:
    campaign.save(begin(), tmp_path / "road.toml")
    code, _, err = run("--seats", "random,random,random")
    assert (code, err) == (2, "mpenv campaign: --seats: 3 are seated, the chronicle has 2 players\n")


def test_a_folder_that_is_not_there_is_told(run: Run) -> None:
    code, _, err = run(*new(IDLERS), file="nowhere/road.toml")
    assert code == 2
    assert "there is no folder" in err


def test_a_broken_chronicle_ends_the_real_command_with_all_its_faults_and_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "road.toml"
    text = campaign.write(begin()).replace('tower = "-3,0"', 'tower = "3,0"').replace("digit = 2", "digit = 1")
    path.write_text(text)
    command = [sys.executable, "-m", "mpenv.cli", "campaign", str(path), "--seats", "random,random"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "MPENV_QUIET": "1"})
    assert (done.returncode, done.stdout) == (2, "")
    assert "road.toml: player 2: tower: '3,0' is recorded twice" in done.stderr
    assert "road.toml: player 2: digit: 1 is recorded twice" in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_text() == text


# --- the board of a new campaign --------------------------------------------------------------------

BY_HAND = "tile.7 B 0, tile.2 A 1, tile.3 B 2, tile.4 A 3, tile.5 B 4, tile.6 A 5, tile.1 A 0"


@pytest.mark.rule("MP-SETUP-2", "MP-CAMPAIGN-2")
def test_the_tiles_of_a_new_campaign_may_be_laid_by_hand_and_are_recorded(run: Run, tmp_path: Path) -> None:
    code, _, err = run(*new("random,random", "--quiet", "--retries", "0", "--tiles", BY_HAND))
    assert err == ""
    chronicle = campaign.read(tmp_path / "road.toml")
    assert list(chronicle.tiles) == [one.strip() for one in BY_HAND.split(",")]
    played = Game(**campaign.options(chronicle))
    assert tomllib.loads(played.to_position())["board"]["tiles"] == list(chronicle.tiles)
    assert code in (0, 1)


@pytest.mark.rule("MP-SETUP-2")
def test_tiles_that_can_not_lie_so_are_refused_with_all_that_is_wrong(run: Run, tmp_path: Path) -> None:
    bad = BY_HAND.replace("tile.2 A 1", "tile.7 A 1").replace("tile.3 B 2", "tile.3 C 2").rpartition(",")[0]
    code, _, err = run(*new("random,random", "--quiet", "--tiles", bad))
    assert code == 2
    for words in (
        "there are 6, the frame has 7 slots",
        "slot 3: 'tile.3 C 2' must be a tile",
        "tile.7 is laid 2 times",
    ):
        assert words in err
    assert not (tmp_path / "road.toml").exists()
    code, _, err = run(*new("random,random", "--quiet", "--layout", "random", "--tiles", BY_HAND))
    assert (code, "the tiles are laid by hand, leave the layout out" in err) == (2, True)
