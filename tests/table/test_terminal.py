"""The terminal answers every input: it plays it, or says what is wrong and asks again."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mpenv.record.replay import resimulate
from mpenv.table import terminal
from mpenv.table.phrases import phrase
from mpenv.worlds.materia_prima import WORLD, Game

Answer = str | BaseException | Callable[[Game], str]


class Table:
    """A table with one person at each seat, whose answers are written down before."""

    def __init__(self, *answers: Answer, seed: int = 5) -> None:
        self.game = Game(seed=seed)
        self.said: list[str] = []
        self._answers: Iterator[Answer] = iter(answers)
        self.players = terminal.players_of(["human", "human"], self.ask, self.said.append)

    def ask(self, prompt: str) -> str:
        answer = next(self._answers, EOFError())
        if isinstance(answer, BaseException):
            raise answer
        self.said.append(f"> {answer if isinstance(answer, str) else '...'}")
        return answer if isinstance(answer, str) else answer(self.game)

    def play(self, record: Path | None = None) -> str:
        """What was said until the person left."""
        with pytest.raises(terminal.PersonLeft):
            terminal.play(WORLD, self.game, self.players, self.said.append, 5, record)
        return "\n".join(self.said)


def short(words: str) -> str:
    return repr(words[:12])


def said_to(*answers: Answer) -> tuple[str, int]:
    """What was said to some answers, behind the first list, and how many of them were played."""
    table = Table(*answers)
    said = table.play()
    return said.partition("\n> ")[2], table.game.plies


@pytest.mark.parametrize("words", ["xyzzy", "move", "²", "1.5", "one", "; drop", "\x00", "move " * 999])
def test_nonsense_is_told_to_be_no_action_and_asked_again(words: str) -> None:
    said, plies = said_to(words)
    assert plies == 0
    assert "is no action" in said
    assert "'list' shows what is legal" in said


@pytest.mark.parametrize("words", ["0", "99", "-1", "9" * 5000, "٣٣"], ids=short)
def test_a_number_off_the_list_is_told_how_long_it_is(words: str) -> None:
    said, plies = said_to(words)
    assert plies == 0
    assert f"is not on the list, it goes from 1 to {len(Game(seed=5).legal())}" in said


def test_an_illegal_action_is_told_who_what_and_why() -> None:
    said, plies = said_to("mine")
    assert plies == 0
    assert re.search(r"(\w+) may not play '\1 mine': it does not stand on a mine", said)


def test_the_figure_of_another_colour_cannot_be_moved() -> None:
    mine = Game(seed=5).words(0).split()[0]
    other = "brown" if mine == "yellow" else "yellow"
    said, plies = said_to(f"{other} move NE")
    assert plies == 0
    assert f"'{other} move NE' is not for {mine}, who is asked" in said


@pytest.mark.parametrize("words", ["", "  ", "help", "HELP", "?", "list", "List"])
def test_help_says_what_can_be_said_and_what_is_legal(words: str) -> None:
    said, plies = said_to(words)
    assert plies == 0
    assert phrase("terminal.help") in said
    assert all(Game(seed=5).words(action) in said for action in Game(seed=5).legal())


def test_why_tells_what_is_asked_and_what_each_answer_of_the_list_means() -> None:
    said, plies = said_to("why")
    game = Game(seed=5)
    assert plies == 0
    assert game.asks() in said
    assert re.search(rf"  1  {re.escape(game.words(3))} +{re.escape(game.meaning(3))}\n", said)
    assert all(game.meaning(action) in said for action in game.legal())


def test_the_table_is_shown_when_it_is_asked_for() -> None:
    said, _ = said_to("table")
    assert Game(seed=5).text() in said


def test_bytes_that_are_no_text_are_told_and_asked_again() -> None:
    table = Table(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "1")
    assert "that is no text" in table.play()
    assert table.game.plies == 1


@pytest.mark.parametrize("words", ["quit", "exit", "QUIT", " quit "])
def test_quit_leaves_the_table(words: str) -> None:
    _, plies = said_to("1", words, "1")
    assert plies == 1


def test_the_end_of_input_leaves_the_table() -> None:
    _, plies = said_to("1", "1")
    assert plies == 2


def test_numbers_and_notation_in_any_case_play_the_same() -> None:
    listed = [Game(seed=5).words(action) for action in Game(seed=5).legal() if action]  # ending the turn comes last
    games = []
    for words in ("2", listed[1], listed[1].upper(), f"  {listed[1].partition(' ')[2]} "):
        table = Table(words)
        table.play()
        games.append(table.game)
    assert all(game == games[0] and game.plies == 1 for game in games)


def test_a_game_that_is_left_keeps_its_replay(tmp_path: Path) -> None:
    table = Table("1", "nonsense", "2", "quit")
    table.play(tmp_path / "game.jsonl")
    assert resimulate(tmp_path / "game.jsonl", WORLD) == table.game


def test_a_whole_game_is_played_to_its_end_with_every_second_answer_wrong(tmp_path: Path) -> None:
    rng = random.Random(5)

    def right(game: Game) -> str:
        number = rng.randrange(len(game.legal()))
        return rng.choice([str(number + 1), game.words(game.legal()[number])])

    def wrong(game: Game) -> str:
        return rng.choice(["", "0", "xyzzy", "list", "yellow fly", str(len(game.legal()) + 1)])

    table = Table(*[wrong, right] * 5000)
    terminal.play(WORLD, table.game, table.players, table.said.append, 5, tmp_path / "game.jsonl")
    outcome = table.game.outcome
    assert outcome is not None
    assert outcome.result.upper() in table.said[-1]
    assert outcome.reasons[0] in table.said[-1]
    assert resimulate(tmp_path / "game.jsonl", WORLD) == table.game


def test_a_seat_for_nobody_that_is_known_is_told_who_there_is() -> None:
    with pytest.raises(
        ValueError,
        match="--seats human,rnadom: there is no agent 'rnadom', there are: busy, ",
    ):
        terminal.players_of(["human", "rnadom"], input, print)


def mpenv(*words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "mpenv.cli", "play", *words]
    return subprocess.run(
        command, input=stdin, capture_output=True, timeout=300, env={**os.environ, "MPENV_QUIET": "1", **environment}
    )


def test_a_person_and_an_agent_play_through_the_real_command() -> None:
    stdin = "nonsense\n99\n\nmine\nfly\n²\n".encode() + b"1\n" * 500
    done = mpenv("--seats", "human,random", "--seed", "5", stdin=stdin)
    out = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    assert "'nonsense' is no action" in out
    assert "99 is not on the list" in out
    assert "it does not stand on a mine" in out
    assert re.search(r"(SUCCESS|FAILURE|ABORT) on day \d+ after \d+ decisions: ", out)
    assert "Played with seed 5." in out


def test_without_any_input_the_real_command_leaves_and_says_the_seed() -> None:
    done = mpenv("--seats", "human,random")
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"The game was left before its end." in done.stdout
    assert re.search(rb"Played with seed \d+\.", done.stdout)


def test_bytes_of_another_encoding_do_not_end_the_game() -> None:
    done = mpenv("--seats", "human,random", "--seed", "5", stdin=b"\xff\xfe\n", PYTHONIOENCODING="utf-8:strict")
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"that is no text" in done.stdout


def test_two_runs_of_a_seed_say_the_same() -> None:
    runs: list[Any] = [mpenv("--seats", "random,random", "--seed", "9").stdout for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0] != mpenv("--seats", "random,random", "--seed", "10").stdout
