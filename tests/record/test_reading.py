"""Replays of strangers: whatever stands in a file, it is told with line and reason, at once, and nothing is obeyed."""

import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mpenv.record.replay import Parted, Recorder, header, resimulate
from mpenv.record.replay.reading import LARGEST_FILE, LONGEST_LINE, clean
from mpenv.worlds.materia_prima import WORLD, Game
from scripts.maintain.fuzzing import texts

SLOW = 0.3


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path, game = tmp_path / "game.jsonl", Game(seed=3)
    with Recorder(path, WORLD, game) as record:
        for _ in range(6):
            record.apply(game.legal()[0])
    return path


def told(path: Path) -> str:
    """What is told of a file that parts, quickly."""
    start = time.process_time()
    with pytest.raises(Parted) as caught:
        resimulate(path, WORLD)
    assert time.process_time() - start < SLOW
    return str(caught.value)


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (b"\n", b"\r\n", "line 1 ends with CR LF"),
        (b'{"file"', b'\xef\xbb\xbf{"file"', "begins with a byte order mark"),
        (b'{"ply":3', b'\n{"ply":3', "at ply 3: line 4 is empty"),
        (b'{"ply":3', b'\0{"ply":3', "at ply 3: line 4 is not JSON: Expecting value at character 1"),
        (b'"ply":3', b'"ply":3, "ply":3', "at ply 3: line 4 has the key 'ply' twice"),
        (b'"ply":3', b'"ply":NaN', "at ply 3: line 4 has the number NaN"),
        (b'"ply":3', b'"ply":-Infinity', "at ply 3: line 4 has the number -Infinity"),
        (b'"ply":3', b'"ply":1e999', "at ply 3: line 4 has a number that is too large"),
        (b'"ply":3', b'"ply":' + b"9" * 5000, "at ply 3: line 4 has a number that is too long"),
        (b'"ply":3', b'"ply":' + b"[" * 90000, "at ply 3: line 4 is nested too deeply"),
        (b'"ply":3', b'"ply":"\xff"', "at ply 3: line 4 is not UTF-8"),
        (b'"ply":3', b'"ply":"' + b"x" * LONGEST_LINE, f"at ply 3: line 4 is longer than {LONGEST_LINE:,} bytes"),
        (b'"seat":0, "action":', b'"seat":0, "action":1e', "is not an action id"),
        (b'{"plies"', b'{"plies":6, "outcome":null, "fingerprint":""}\n{"plies"', "follows the ending"),
    ],
)
def test_what_no_replay_has_is_told_with_its_line(was: bytes, now: bytes, words: str, path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(was, now, 1))
    assert words in told(path)


def test_a_file_that_is_too_large_is_not_read(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(LARGEST_FILE + 1)
    assert f"it has {LARGEST_FILE + 1:,} bytes, replays are read up to {LARGEST_FILE:,}" in told(path)


def test_a_line_that_never_ends_is_not_read(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b'{"ply":')
        file.truncate(LARGEST_FILE)
    assert "is longer than" in told(path)


@pytest.mark.parametrize(
    "position",
    [".".join("a" * 30000) + " = 1", "a = " + "[" * 60000, "a = " + "{b=" * 20000, "[[seat]]\n" * 7000, "#" * 100_000],
)
def test_a_position_that_would_take_long_is_refused_at_once(position: str, path: Path) -> None:
    head = {**header(WORLD, Game(seed=3)), "options": {"position": position}}
    path.write_text(json.dumps(head) + "\n")
    assert "its options cannot be played: the position is refused" in told(path)


@pytest.mark.parametrize("strange", ["\x1b[2J", "\x07", "\u202e", "\ud800", "\x9b31m", "a\rb", "\u2028"])
def test_nothing_recorded_is_obeyed_by_a_terminal(strange: str, path: Path) -> None:
    assert clean(f"red {strange}").replace(" ", "").isprintable()
    lines: list[Any] = [json.loads(line) for line in path.read_text().splitlines()]
    lines[2]["words"] = strange
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert told(path).isprintable()


def test_long_words_are_cut() -> None:
    assert len(clean("word " * 1000)) < 500


def test_broken_replays_are_refused_or_play_the_same_game() -> None:
    ends = [texts.tried(texts.replay, seed, random.Random(seed)) for seed in range(500)]
    assert not [fault for _, fault in ends if fault]
    assert Counter(end for end, _ in ends).keys() == {"refused", "taken"}
