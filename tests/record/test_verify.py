"""Files and folders of games are verified: a line for each game that parts, and a sum at the end."""

import json
import random
from pathlib import Path

import pytest

from mpenv.record.replay import Recorder, compact
from mpenv.record.replay.verify import verify
from mpenv.worlds.materia_prima import WORLD, Game

GAMES = 6
WORLDS = {WORLD.name: WORLD}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games in files of their own, and the same as a file of games in a folder below."""
    below = tmp_path / "data"
    below.mkdir()
    with (below / "games-00000.jsonl").open("w") as file:
        for seed in range(GAMES):
            start, rng, actions = Game(seed=seed), random.Random(seed), []
            game = start.clone()
            with Recorder(tmp_path / f"{seed}.jsonl", WORLD, game) as record:
                while game.seat is not None:
                    actions.append(rng.choice(game.legal()))
                    record.apply(actions[-1])
            file.write(json.dumps(compact(WORLD, start, actions, game)) + "\n")
    return tmp_path


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_whole_folder_plays_again(folder: Path, jobs: int) -> None:
    said: list[str] = []
    verdict = verify([folder], WORLDS, said.append, jobs)
    assert (verdict.games, verdict.parted, said) == (2 * GAMES, (), [])
    assert verdict.plies == 2 * sum(len(path.read_text().splitlines()) - 2 for path in folder.glob("*.jsonl"))
    assert verdict.words.startswith(f"12 games, {verdict.plies:,} plies: 12 play again, 0 part; ")


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_game_that_parts_is_told_with_ply_and_reason(folder: Path, jobs: int) -> None:
    lines = (folder / "3.jsonl").read_text().splitlines(keepends=True)
    (folder / "3.jsonl").write_text("".join([*lines[:5], *lines[6:]]))
    games = (folder / "data" / "games-00000.jsonl").read_text().splitlines(keepends=True)
    games[4] = games[4].replace('"materia_prima"', '"chess"')
    games[1] = "{\n"
    (folder / "data" / "games-00000.jsonl").write_text("".join(games))
    (folder / "not-a-game.jsonl").write_text("hello\n")
    said: list[str] = []
    verdict = verify([folder], WORLDS, said.append, jobs)
    assert (verdict.games, len(verdict.parted)) == (2 * GAMES + 1, 4)
    assert sorted(said) == sorted(verdict.parted)
    told = "\n".join(said)
    assert "3.jsonl parts at ply 5: " in told
    assert (
        "games-00000.jsonl game 5 parts before the first ply: it was recorded in the world 'chess', which is not"
        in told
    )
    assert "games-00000.jsonl game 2 parts before the first ply: its header is not JSON" in told
    assert "not-a-game.jsonl parts before the first ply: its header is not JSON" in told


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"there is no \*\.jsonl in"):
        verify([tmp_path], WORLDS, print)
