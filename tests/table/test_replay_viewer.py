"""Somebody watches a replay: step by step, back and forth, or as text."""

import random
from pathlib import Path

import pytest

from mpenv.record.replay import Recorder
from mpenv.record.replay.reading import chosen
from mpenv.record.replay.story import Story
from mpenv.table import replay_viewer
from mpenv.worlds.materia_prima import WORLD, Game
from tests.full_disk import full_disk, posix_only


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path, game, rng = tmp_path / "game.jsonl", Game(seed=5, seats=3), random.Random(5)
    with Recorder(path, WORLD, game, ["random", "random", "\x1b[31mred"]) as record:
        while game.seat is not None:
            record.apply(rng.choice(game.legal()))
    return path


@pytest.fixture
def story(path: Path) -> Story:
    return Story(chosen(path), WORLD)


def watched(story: Story, *words: str) -> list[str]:
    """Lines told to somebody who says these words, then leaves."""
    said: list[str] = []
    lines = iter([*words, "quit"])
    replay_viewer.Viewer(story, lambda prompt: next(lines), said.append).watch()
    return said


def ended(story: Story) -> str:
    assert story.last.outcome is not None
    return story.last.outcome.result.upper()


def test_a_story_can_be_looked_at_anywhere_also_backwards(story: Story) -> None:
    game = Game(**story.replay.head["options"])
    assert story.at(0) == game
    stations = [game.clone()]
    for entry in story.log:
        assert entry.words == game.words(entry.action)
        assert entry.day == game.day
        game.apply(entry.action)
        assert entry.happened == game.happened()
        stations.append(game.clone())
    for ply in random.Random(1).sample(range(story.plies + 1), 20):
        assert story.at(ply) == stations[ply]
    assert story.last == game
    with pytest.raises(ValueError, match=f"there is no ply {story.plies + 1}, plies go from 0 to {story.plies}"):
        story.at(story.plies + 1)


def test_enter_steps_through_the_whole_game(story: Story) -> None:
    said = watched(story, *[""] * story.plies)
    steps = [line for line in said if line.startswith("day ")]
    expected = [f"ply {ply} of {story.plies}: {entry.words}" for ply, entry in enumerate(story.log, 1)]
    assert [line.split(", ", 1)[1] for line in steps[1:]] == expected
    assert f"{ended(story)} on day {story.last.day} after {story.plies} plies" in said[-1]


def test_one_goes_back_and_to_any_ply_and_day(story: Story) -> None:
    said = watched(story, "n", "n", "b", "ply 30", "day 4", "end", "start", "back")
    places = [line.split(":")[0] for line in said if line.startswith("day ")]
    days = [story.log[k].day for k in range(story.plies)]
    fourth = next(ply for ply in range(story.plies) if story.at(ply).day == 4)
    assert places == [
        f"day {story.at(ply).day}, ply {ply} of {story.plies}" for ply in (0, 1, 2, 1, 30, fourth, story.plies, 0, 0)
    ]
    assert days == sorted(days)


def test_one_goes_on_to_where_a_word_comes_up_loud_words_first(story: Story) -> None:
    said = watched(story, "next alarm", "next mine", "next dragon")
    first = next(ply for ply, entry in enumerate(story.log, 1) if any("ALARM on" in words for words in entry.happened))
    assert any(line.startswith(f"day {story.at(first).day}, ply {first} of") for line in said)
    assert said[-1] == "'dragon' does not occur any more"
    assert "mine" in next(line for line in reversed(said) if line.startswith("day "))


def test_the_table_the_description_and_the_reason_are_told(story: Story) -> None:
    game = story.at(3)
    said = watched(story, "ply 3", "table", "describe", "why")
    assert game.text() in said
    assert game.describe() in said
    assert game.asks() in said
    entry = story.log[3]
    assert said[-1] == f"The answer was {entry.words}: {game.meaning(entry.action)}."


def test_a_situation_is_written_as_a_position_file_and_nothing_is_overwritten(story: Story, tmp_path: Path) -> None:
    file = tmp_path / "here.toml"
    said = watched(story, "ply 12", f"position {file}", f"position {file}", "position", "position /nowhere/at/all")
    assert Game.from_position(file.read_text()) == story.at(12)
    assert "exists already, nothing was written" in said[-3]
    assert said[-2:] == ["position FILE: which file?", said[-1]]
    assert "No such file" in said[-1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("frobnicate", "'frobnicate' is not a command, help lists them"),
        ("tabel", "is not a command, help lists them; did you mean 'table'?"),
        ("ply", "ply N: it goes from ply 0 to ply "),
        ("ply -1", "ply -1: it goes from ply 0 to ply "),
        ("ply ²", "ply ²: it goes from ply 0 to ply "),
        ("ply 00000000000007", "it goes from ply 0 to ply "),
        ("ply " + "9" * 5000, "ply 9999999"),
        ("day 99", "day 99: it goes from day 1 to day "),
        ("\x1b[2J", "is not a command"),
    ],
)
def test_what_is_no_command_is_told(words: str, told: str, story: Story) -> None:
    said = watched(story, words)[-1]
    assert told in said
    assert said.isprintable()


def test_somebody_who_closes_the_terminal_has_left(story: Story) -> None:
    def ask(prompt: str) -> str:
        raise EOFError

    replay_viewer.Viewer(story, ask, lambda words: None).watch()


def test_the_text_tells_every_action_and_all_it_brought_day_by_day(story: Story) -> None:
    lines = list(replay_viewer.whole(story))
    rest = iter(lines)
    for ply, entry in enumerate(story.log, 1):
        assert f"{ply:6}  {entry.words}" in rest
        for words in entry.happened:
            assert any(words in line or line == f"\nDay {words.split()[1]}" for line in rest)
    days = [line for line in lines if line.startswith("\nDay ")]
    assert days == [f"\nDay {day}" for day in range(1, story.last.day + 1)]
    assert lines[-1].startswith(f"\n{ended(story)} on day {story.last.day}")


def test_the_text_is_cut_to_some_days(story: Story) -> None:
    lines = list(replay_viewer.whole(story, 3, 4))
    assert [line for line in lines if line.startswith("\nDay")] == ["\nDay 3", "\nDay 4"]
    whole = list(replay_viewer.whole(story))
    start, end = whole.index("\nDay 3"), whole.index("\nDay 5")
    assert lines == [*replay_viewer.title(story), *whole[start:end]]


def test_what_strangers_wrote_is_told_without_what_a_terminal_obeys(story: Story) -> None:
    assert "players: random, random, \N{REPLACEMENT CHARACTER}[31mred" in "\n".join(replay_viewer.title(story))


def test_a_replay_that_parts_is_watched_up_to_there(path: Path) -> None:
    text = path.read_text()
    path.write_text(text.replace('{"ply":21, ', '{"ply":22, '))
    story = Story(chosen(path), WORLD)
    assert story.plies == 20
    assert story.parted is not None
    assert story.parted.ply == 21
    last = list(replay_viewer.whole(story))[-1]
    assert "The replay cannot be played on from here." in last
    assert "parts at ply 21: " in last
    assert "ply is 21, recorded 22" in last
    assert "parts at ply 21" in watched(story, "end")[-1]


def test_a_recording_that_broke_off_says_who_was_asked(path: Path) -> None:
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:9]))
    story = Story(chosen(path), WORLD)
    assert story.plies == 8
    assert list(replay_viewer.whole(story))[-1].startswith("\nThe recording stops after ply 8; ")


@posix_only
def test_a_position_that_does_not_fit_on_the_disk_leaves_nothing_behind(story: Story, tmp_path: Path) -> None:
    with full_disk(100), pytest.raises(OSError, match=r"cannot be written: File too large: '.*here\.toml'"):
        replay_viewer.save(story.at(3), tmp_path / "here.toml")
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]
    replay_viewer.save(story.at(3), tmp_path / "here.toml")
    assert Game.from_position((tmp_path / "here.toml").read_text()) == story.at(3)
