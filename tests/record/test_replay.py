"""A replay plays its game again, or says at which ply it parts from it and what differs."""

import json
import os
import random
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mpenv.record.replay import Parted, Recorder, compact, read, resimulate
from mpenv.worlds.materia_prima import WORLD, Game
from tests.record.recorded import full_disk
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.position.broken_positions import SMALL

Lines = list[Any]


def record(path: Path, seed: int = 3, most: int = 10000, **options: Any) -> Game:
    game = Game(seed=seed, **options)
    rng = random.Random(seed)
    with Recorder(path, WORLD, game) as recorder:
        while game.outcome is None and game.plies < most:
            recorder.apply(rng.choice(game.legal()))
    return game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text().splitlines()]


def parted(path: Path, change: Callable[[Lines], Lines | None]) -> Parted:
    """The words in which a replay parts after its lines were changed."""
    lines = lines_of(path)
    lines = change(lines) or lines
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(Parted) as caught:
        resimulate(path, WORLD)
    return caught.value


@pytest.mark.parametrize("options", [{}, {"seats": 4, "layout": "random", "placement": "random"}, {"pack": SMALL}])
def test_a_recorded_game_plays_itself_again_to_the_same_situation(options: dict[str, Any], path: Path) -> None:
    game = record(path, **options)
    again = resimulate(path, WORLD)
    assert again.fingerprint() == game.fingerprint()
    assert again.outcome == game.outcome
    assert again.plies == game.plies


def test_each_line_carries_the_words_the_chance_and_the_situation(path: Path) -> None:
    game = record(path, most=5)
    head, actions, ending = read(path)
    assert (head["file"], head["options"]) == ("mpenv replay", game.options)
    assert [line["ply"] for line in actions] == [1, 2, 3, 4, 5]
    assert {"ply", "seat", "action", "words", "state"} == set(actions[0])
    assert ending == {"plies": 5, "outcome": None, "fingerprint": game.fingerprint()}


def test_a_line_names_the_parts_of_the_situation_that_it_changed_and_a_new_day(path: Path) -> None:
    game = record(path)
    head, actions, _ = read(path)
    again, before = Game(**head["options"]), head["start"]
    assert before == again.checks()
    for line in actions:
        day = again.day
        again.apply(line["action"])
        now = again.checks()
        assert line["state"] == {part: now[part] for part in now if now[part] != before[part]}
        assert line.get("day", day) == again.day
        assert line.get("chance", []) == again.chance()
        before = now
    assert game == again


def test_the_players_are_named_where_they_are_known(path: Path) -> None:
    game = Game(seed=3)
    Recorder(path, WORLD, game, ["human", "expert"]).close()
    assert read(path)[0]["players"] == ["human", "expert"]


def test_a_long_game_of_four_stays_small(path: Path) -> None:
    game = Game("tithe", 4, seed=1, difficulty="normal")
    rng = random.Random(1)
    with Recorder(path, WORLD, game) as recorder:
        while game.seat is not None:  # nobody sleeps: every action is used
            recorder.apply(rng.choice([action for action in game.legal() if action] or [0]))
    assert game.plies > 150
    assert path.stat().st_size < 1_000 + 160 * game.plies  # 260 plies, which a good team takes, stay below 60 KB


def test_whole_games_stand_in_a_line_each_and_play_themselves_again(path: Path) -> None:
    ends = []
    with path.open("w") as file:
        for seed in range(3):
            start = Game(seed=seed)
            game, rng, actions = start.clone(), random.Random(seed), []
            while game.seat is not None:
                actions.append(rng.choice(game.legal()))
                game.apply(actions[-1])
            file.write(json.dumps(compact(WORLD, start, actions, game, ["random", "random"])) + "\n")
            ends.append(game)
    for number, end in enumerate(ends, 1):
        assert resimulate(path, WORLD, number) == end
        assert len(read(path, number)[1]) == end.plies
    with pytest.raises(ValueError, match="has 3 games, there is no game 4"):
        resimulate(path, WORLD, 4)


@pytest.mark.parametrize("change", [{"actions": [3, "3"]}, {"actions": [3, 2]}, {"actions": 7}, {"plies": 9}])
def test_a_whole_game_that_was_changed_parts(change: dict[str, Any], path: Path) -> None:
    start = Game(seed=3)
    game = start.clone()
    game.apply(3)
    game.apply(4)
    line = {**compact(WORLD, start, [3, 4], game), **change}
    path.write_text(json.dumps(line) + "\n")
    with pytest.raises(Parted, match=r"game.jsonl game 1 parts"):
        resimulate(path, WORLD)


def test_notation_is_recorded_as_well_as_ids(path: Path) -> None:
    game = Game(seed=3)
    with Recorder(path, WORLD, game) as recorder:
        recorder.apply(game.words(game.legal()[1]))
    assert lines_of(path)[1]["action"] == Game(seed=3).legal()[1]


def test_a_refused_action_is_not_recorded(path: Path) -> None:
    game = Game(seed=3)
    with Recorder(path, WORLD, game) as recorder:
        with pytest.raises(ValueError, match="may not play"):
            recorder.apply(2)
        recorder.apply(game.legal()[0])
    assert resimulate(path, WORLD) == game


def test_a_replay_without_its_ending_was_interrupted_and_plays_to_its_last_ply(path: Path) -> None:
    record(path, most=20)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:8]))
    assert read(path)[2] is None
    assert resimulate(path, WORLD).plies == 7


def test_a_game_that_was_played_on_is_recorded_from_its_position(path: Path) -> None:
    game, rng = Game(seed=3, seats=3), random.Random(3)
    for _ in range(40):
        game.apply(rng.choice(game.legal()))
    with Recorder(path, WORLD, game) as recorder:
        for _ in range(30):
            recorder.apply(rng.choice(game.legal()))
    assert resimulate(path, WORLD) == game
    assert [line["ply"] for line in read(path)[1]] == [*range(1, 31)]


def test_a_game_from_a_position_is_recorded_from_there(path: Path) -> None:
    game = rich.any_game(4)
    with Recorder(path, WORLD, game) as recorder:
        recorder.apply(game.legal()[-1])
    assert read(path)[0]["options"] == game.options
    assert resimulate(path, WORLD) == game


def test_another_legal_action_parts_at_its_ply(path: Path) -> None:
    record(path)
    position = Game(**lines_of(path)[0]["options"])
    other = next(action for action in position.legal()[1:] if action != lines_of(path)[1]["action"])
    fault = parted(path, lambda lines: lines[1].update(action=other))
    assert fault.ply == 1
    assert "words is 'yellow move" in str(fault)


def test_another_legal_action_with_its_words_parts_by_the_situation(path: Path) -> None:
    record(path)
    position = Game(**lines_of(path)[0]["options"])
    other = next(action for action in position.legal()[1:] if action != lines_of(path)[1]["action"])
    fault = parted(path, lambda lines: lines[1].update(action=other, words=position.words(other)))
    assert fault.ply == 1
    assert "it leads to another state: other seats (recorded " in str(fault)


@pytest.mark.parametrize("action", [2, -1, 10**6, "fly to the moon", None, [1], 1.5])
def test_an_action_that_is_none_parts_at_its_ply(action: Any, path: Path) -> None:
    record(path, most=20)
    fault = parted(path, lambda lines: lines[7].update(action=action))
    assert fault.ply == 7
    assert "parts at ply 7" in str(fault)


def test_other_chance_parts_at_its_ply_and_both_are_said(path: Path) -> None:
    record(path)
    ply = next(number for number, line in enumerate(lines_of(path)) if number and line.get("chance"))
    was = lines_of(path)[ply]["chance"]
    fault = parted(path, lambda lines: lines[ply].update(chance=[*was, [0, 0, 0, 0]]))
    assert fault.ply == ply
    assert f"chance brings {was}, recorded {[*was, [0, 0, 0, 0]]}" in str(fault)


def test_another_situation_parts_at_its_ply(path: Path) -> None:
    record(path, most=20)
    fault = parted(path, lambda lines: lines[9]["state"].update(seats="0" * 8, board="12345678"))
    found = lines_of(path)[9]["state"].get("seats")
    assert fault.ply == 9
    assert "another state: other seats (recorded 00000000, found " in str(fault)
    assert "board (recorded 12345678, found unchanged)" in str(fault)
    assert found == "0" * 8


def test_another_seat_parts_at_its_ply(path: Path) -> None:
    record(path, most=20)
    fault = parted(path, lambda lines: lines[4].update(seat=1 - lines[4]["seat"]))
    assert fault.ply == 4
    assert "seat is" in str(fault)


@pytest.mark.parametrize(
    ("key", "value"), [("ply", 5.0), ("seat", True), ("action", True), ("day", 1), ("colour", "red")]
)
def test_a_value_that_only_looks_alike_parts(key: str, value: Any, path: Path) -> None:
    record(path, most=20)
    assert parted(path, lambda lines: lines[5].update({key: value})).ply == 5


def test_a_line_left_out_parts_where_it_is_missing(path: Path) -> None:
    record(path, most=20)

    def without_five(lines: Lines) -> Lines:
        return lines[:5] + lines[6:]

    assert 5 <= parted(path, without_five).ply <= 6


def test_an_action_after_the_end_parts_at_its_ply(path: Path) -> None:
    game = record(path)
    fault = parted(path, lambda lines: [*lines[:-1], {**lines[-2], "ply": game.plies + 1}, lines[-1]])
    assert fault.ply == game.plies + 1


@pytest.mark.parametrize(
    ("key", "value"), [("plies", 3), ("outcome", {"result": "success"}), ("outcome", None), ("fingerprint", "0" * 16)]
)
def test_another_ending_is_told(key: str, value: Any, path: Path) -> None:
    game = record(path)
    fault = parted(path, lambda lines: lines[-1].update({key: value}))
    assert fault.ply == game.plies
    assert f"its {key} is" in str(fault)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 9}, "it was recorded in materia_prima_v9, this is materia_prima_v1"),
        ({"world": "chess"}, "it was recorded in chess_v1"),
        ({"format": 1}, "it is a replay of format 1, this mpenv reads format 2"),
        ({"format": 3}, "it is a replay of format 3, this mpenv reads format 2"),
        ({"format": True}, "it is not a replay of mpenv"),
        ({"file": "chess"}, "it is not a replay of mpenv"),
        (
            {"identity": {"pack": "inquisition", "hash": "0"}},
            "it was recorded with {'pack': 'inquisition', 'hash': '0'}",
        ),
        ({"start": "0" * 16}, "the game starts differently"),
        ({"start": {}, "mpenv": "0.0.1"}, "(it was recorded with mpenv 0.0.1, this is "),
        ({"options": {"scenario": "epilogue"}}, "there is no scenario 'epilogue'"),
        ({"options": {"colour": "red"}}, "unexpected keyword argument 'colour'"),
        ({"options": [1]}, "its options are not a table"),
        ({"options": {"rules": [1]}}, "its options cannot be played"),
        ({"options": {"pack": "nowhere"}}, "there is no pack 'nowhere'"),
    ],
)
def test_a_header_of_another_game_parts_before_the_first_ply(change: dict[str, Any], words: str, path: Path) -> None:
    record(path, most=3)
    fault = parted(path, lambda lines: lines[0].update(change))
    assert fault.ply == 0
    assert words in str(fault)


def test_a_pack_that_was_changed_since_parts_before_the_first_ply(path: Path, tmp_path: Path) -> None:
    pack = Path(shutil.copytree(SMALL, tmp_path / "pack"))
    record(path, most=3, pack=str(pack))
    (pack / "pack.toml").write_text((pack / "pack.toml").read_text().replace('version = "1"', 'version = "2"'))
    other = shutil.copytree(pack, tmp_path / "other")  # a pack is read once in a process
    fault = parted(path, lambda lines: lines[0]["options"].update(pack=str(other)))
    assert fault.ply == 0
    assert "it was recorded with" in str(fault)


def test_a_replay_without_its_first_line_is_none(path: Path) -> None:
    record(path, most=3)
    assert "it is not a replay of mpenv" in str(parted(path, lambda lines: lines[1:]))


@pytest.mark.parametrize(
    ("line", "tail", "words"),
    [
        (4, '{"ply": 4, "se', "line 5 is not JSON"),
        (2, "[]", "line 3 is not a JSON object"),
        (3, "\udcff", "line 4 is not UTF-8"),
    ],
)
def test_a_line_that_is_no_json_object_parts_at_its_ply(line: int, tail: str, words: str, path: Path) -> None:
    record(path, most=10)
    kept = path.read_bytes().splitlines(keepends=True)[:line]
    path.write_bytes(b"".join(kept) + tail.encode(errors="surrogateescape"))
    with pytest.raises(Parted, match=words) as caught:
        resimulate(path, WORLD)
    assert caught.value.ply == line


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\x89PNG\r\n", b"null\n"])
def test_a_file_that_is_no_replay_is_refused(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(Parted, match="before the first ply"):
        resimulate(path, WORLD)


# --- a file that cannot be written ---------------------------------------------------------------


def test_an_older_file_stays_until_a_new_replay_has_begun(tmp_path: Path) -> None:
    path, older = tmp_path / "game.jsonl", b"an older game\n"
    path.write_bytes(older)
    with full_disk(), pytest.raises(OSError, match=rf"cannot be written: File too large: '{path}'"):
        Recorder(path, WORLD, Game(seed=3))
    assert (path.read_bytes(), [one.name for one in tmp_path.iterdir()]) == (older, ["game.jsonl"])
    Recorder(path, WORLD, Game(seed=3))
    assert read(path)[1:] == ([], None)


def test_a_replay_on_a_disk_that_runs_full_breaks_off_behind_its_last_whole_line(tmp_path: Path) -> None:
    path, game = tmp_path / "game.jsonl", Game(seed=3)

    def play() -> None:
        with Recorder(path, WORLD, game) as record:
            while True:
                record.apply(game.legal()[0])

    with pytest.raises(OSError, match=rf"cannot be written: File too large: '{path}'"), full_disk(4000):
        play()
    _, lines, ending = read(path)
    assert len(lines) == game.plies - 1 > 2
    assert ending is None
    assert resimulate(path, WORLD).plies == len(lines)


def test_a_replay_in_a_folder_that_is_not_there_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "game.jsonl"
    with pytest.raises(FileNotFoundError, match=rf"'{path}'"):
        Recorder(path, WORLD, Game(seed=3))


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="has no such files")
def test_a_replay_can_be_written_into_a_pipe(tmp_path: Path) -> None:
    pipe, game, seen = tmp_path / "pipe", Game(seed=3), list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: seen.append(pipe.read_bytes()))
    reader.start()
    with Recorder(pipe, WORLD, game) as record:
        for _ in range(5):
            record.apply(game.legal()[0])
    reader.join(10)
    (tmp_path / "game.jsonl").write_bytes(seen[0])
    assert resimulate(tmp_path / "game.jsonl", WORLD).fingerprint() == game.fingerprint()
