"""What is recorded is what single games are, and it is the same however it was recorded."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv.agents import make
from mpenv.engine.switches import PLAIN
from mpenv.evaluation.recording import RecordingPlan, record
from mpenv.record.dataset import Dataset
from mpenv.record.dataset.manifest import NoDataset, manifest, writing
from mpenv.record.dataset.rows import rows_of
from mpenv.record.dataset.writer import Writer
from mpenv.worlds.materia_prima import WORLD
from tests.places import ROOT
from tests.record.recorded import BOTH, GAMES, PLAYERS, SHARD, content, full_disk, small
from tests.worlds import toy


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded") / "games"
    small(folder)
    return folder


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Agents of one's own in a module that can be imported; its name."""
    name = f"players_{tmp_path.name.rstrip('0123456789').replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(PLAYERS)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    return name


# --- the same as single games -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["entities", "planes"])
def test_the_arrays_of_an_encoder_come_back_as_they_were_seen(name: str, tmp_path: Path) -> None:
    small(tmp_path / "games", games=2, encoder=name)
    data = Dataset(tmp_path / "games", world=WORLD)
    for number in range(2):
        rows = data.game(number)["observation"]
        game = WORLD.game(**data.replay(number)["options"])
        for ply, action in enumerate(data.replay(number)["actions"]):
            for part, seen in game.observe(name, game.seat).items():
                assert rows[part].dtype == seen.dtype
                assert np.array_equal(rows[part][ply], seen)
            game.apply(action)
    assert set(data[0]["observation"]) == {part.name for part in WORLD.encoder(name).parts}


def test_every_row_is_what_the_single_game_shows_and_the_answer_is_legal(folder: Path) -> None:
    data, seats = Dataset(folder), set[int]()
    for number in range(GAMES):
        line, rows = data.replay(number), data.game(number)
        game = WORLD.game(**line["options"])
        assert game.checks() == line["start"]
        for ply, action in enumerate(line["actions"]):
            assert rows["seat"][ply] == game.seat
            assert rows["observation"][ply].tobytes() == game.observe("flat", game.seat).tobytes()
            assert np.array_equal(rows["mask"][ply], game.mask())
            assert (rows["action"][ply], rows["ply"][ply]) == (action, ply)
            assert rows["mask"][ply, action] == 1
            seats.add(int(rows["seat"][ply]))
            game.apply(action)
        assert game.outcome is not None
        assert (line["fingerprint"], line["plies"]) == (game.fingerprint(), game.plies)
        assert line["outcome"] == json.loads(json.dumps(game.outcome._asdict()))
        assert (rows["return"] == game.outcome.worth).all()
        assert (rows["game"] == number).all()
        fact = data.games[number]
        assert (fact["game"], fact["seed"], fact["options"]) == (number, 7 + number, number % len(BOTH))
        assert (fact["plies"], fact["day"], fact["result"]) == (game.plies, game.day, game.outcome.worth)
        assert WORLD.outcomes[fact["outcome"]] == game.outcome.result
        assert fact["fingerprint"] == game.fingerprint()
    assert seats == {0, 1}


def test_an_agent_answers_from_its_view_as_it_would_in_a_single_game(folder: Path) -> None:
    data = Dataset(folder)
    for number in range(GAMES):
        line, player = data.replay(number), make("expert")
        game = WORLD.game(**line["options"])
        player.reset(1, 7 + number)
        for action in line["actions"]:
            if game.seat == 1:
                assert player.act(game.view(1)) == action
            game.apply(action)


def test_a_game_that_is_won_pays_one_in_each_of_its_rows(tmp_path: Path) -> None:
    record(toy.WORLD, tmp_path / "ferry", RecordingPlan(["random"] * 2, [{"goal": 1}], 40))
    data = Dataset(tmp_path / "ferry")
    assert set(data.games["result"]) == {0.0, 1.0}
    for fact in data.games:
        assert set(data.game(fact["game"])["return"]) == {fact["result"]}
        assert (data.manifest["outcomes"][fact["outcome"]] == "success") == (fact["result"] == 1)


def test_a_line_of_a_dataset_plays_itself_again_to_the_rows_that_were_recorded(folder: Path) -> None:
    data = Dataset(folder)
    for number in range(GAMES):
        played, rows = rows_of(WORLD, data.replay(number)), data.game(number)
        for name in ("observation", "mask", "action", "seat"):
            assert np.array_equal(getattr(played, name), rows[name])
        assert json.loads(json.dumps(played.line)) == data.replay(number)
        assert (played.day, played.result) == (data.games["day"][number], data.games["result"][number])


def test_games_are_cut_where_it_is_asked_for_and_a_cut_game_is_worth_nothing(tmp_path: Path) -> None:
    small(tmp_path / "cut", max_plies=9)
    data = Dataset(tmp_path / "cut")
    assert set(data.games["plies"]) == {9}
    assert set(data.games["outcome"]) == {WORLD.outcomes.index("running")}
    assert data.replay(3)["outcome"] is None
    assert not data.games["result"].any()
    assert rows_of(WORLD, data.replay(3)).line["fingerprint"] == data.games["fingerprint"][3]


def test_generated_scenarios_are_recorded_as_the_single_games_they_are(tmp_path: Path) -> None:
    options = [{"scenario": f"generated:{number}", "seats": 3} for number in (5, 11)]
    record(WORLD, tmp_path / "drafts", RecordingPlan(["random"] * 3, options, 4))
    data = Dataset(tmp_path / "drafts", world=WORLD)
    for number in range(4):
        assert np.array_equal(rows_of(WORLD, data.replay(number)).observation, data.game(number)["observation"])


def test_another_world_is_recorded_through_the_same_door(tmp_path: Path) -> None:
    plan = RecordingPlan(["random"] * 2, [{"goal": 1}, {"goal": 2}], 60, shard=25, max_plies=40)
    done = record(toy.WORLD, tmp_path / "ferry", plan)
    data = Dataset(tmp_path / "ferry", world=toy.WORLD)
    assert (done.games, done.decisions, done.shards) == (60, len(data), 3)
    for number in range(60):
        played, rows = rows_of(toy.WORLD, data.replay(number)), data.game(number)
        for name in ("observation", "mask", "action", "seat"):
            assert np.array_equal(getattr(played, name), rows[name])
    assert {data.manifest["outcomes"][code] for code in data.games["outcome"]} == {"success", "failure"}
    with pytest.raises(NoDataset, match=r"was recorded differently: its world is ferry, here materia_prima"):
        Dataset(tmp_path / "ferry", world=WORLD)


# --- the same however it was recorded -----------------------------------------------------------


def test_two_processes_write_the_same_bytes_as_one(folder: Path, tmp_path: Path) -> None:
    small(tmp_path / "two", processes=2)
    assert content(tmp_path / "two") == content(folder)


def test_the_width_of_the_shards_changes_no_game(folder: Path, tmp_path: Path) -> None:
    small(tmp_path / "one", shard=100)
    small(tmp_path / "each", shard=1)
    lines = [(folder / f"games-{k:05}.jsonl").read_bytes() for k in range(3)]
    assert (tmp_path / "one/games-00000.jsonl").read_bytes() == b"".join(lines)
    one, each, three = (Dataset(path) for path in (tmp_path / "one", tmp_path / "each", folder))
    for other in (each, three):
        assert np.array_equal(one.games, other.games)
        for name, rows in one.rows(range(len(one))).items():
            assert np.array_equal(rows, other.rows(range(len(one)))[name]), name


def test_what_is_missing_is_recorded_on_and_nothing_else_is_touched(folder: Path, tmp_path: Path) -> None:
    there, told = tmp_path / "games", list[int]()
    small(there)
    (there / "shard-00001.npz").unlink()
    (there / "shard-00002.npz.part").write_bytes(b"half")
    kept = (there / "shard-00000.npz").stat().st_mtime_ns
    done = small(there, on_progress=lambda games, decisions: told.append(games))
    assert (done.games, done.shards, done.before, sum(told)) == (SHARD, 1, 2, SHARD)
    assert (there / "shard-00000.npz").stat().st_mtime_ns == kept
    assert content(there) == content(folder)


def test_an_agent_that_remembers_earlier_games_is_new_in_each_shard(tmp_path: Path, players: str) -> None:
    team = [f"{players}:Remembers", "random"]
    small(tmp_path / "one", team)
    small(tmp_path / "gone", team)
    (tmp_path / "gone/shard-00001.npz").unlink()
    small(tmp_path / "gone", team)
    assert content(tmp_path / "one") == content(tmp_path / "gone")


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="it is what it is compared with")
def test_compiled_and_plain_recordings_are_the_same_bytes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mpenv.cli", "record", "--agents", "random,random", "--games", "3"]
    for name, plain in (("compiled", "0"), ("plain", "1")):
        there = {**os.environ, "NUMBA_DISABLE_JIT": plain, "NUMBA_BOUNDSCHECK": "0"}
        words = [*command, "--scenario", "drill-errand", "--max-plies", "40", "--out", str(tmp_path / name)]
        subprocess.run(words, env=there, cwd=ROOT, check=True, capture_output=True)
    assert content(tmp_path / "compiled") == content(tmp_path / "plain")


# --- stopped ------------------------------------------------------------------------------------


def started(tmp_path: Path, players: str, out: Path, games: int = 8) -> subprocess.Popen[str]:
    """A recording in two processes that takes a while."""
    words = ["record", "--agents", f"{players}:Slow,random", "--scenario", "drill-errand", "prologue"]
    words += ["--games", str(games), "--shard", "2", "--jobs", "2", "--out", str(out)]
    env = {**os.environ, "MPENV_QUIET": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    command = [sys.executable, "-m", "mpenv.cli", *words]
    return subprocess.Popen(
        command, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=hears_ctrl_c
    )


def hears_ctrl_c() -> None:
    """What a shell starts in the background is deaf to it, and so is what that starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(there: Any, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end
        time.sleep(0.01)


def gone(process: int) -> bool:
    """A process that is no more, or only waits to be counted."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_a_recording_that_is_killed_leaves_no_process_and_is_gone_on_with(tmp_path: Path, players: str) -> None:
    out = tmp_path / "games"
    with started(tmp_path, players, out) as process:
        wait_for(lambda: (out / "shard-00000.npz").exists() or (out / "shard-00001.npz").exists())
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.kill()
    assert len(children) >= 2
    wait_for(lambda: all(gone(int(child)) for child in children), 10)
    assert len(list(out.glob("shard-*.npz"))) < 4
    with started(tmp_path, players, out) as process:
        assert process.stderr is not None
        told = process.stderr.read()
    assert process.returncode == 0
    assert "were there before" in told
    options = [{"scenario": name, "seats": 2} for name in ("drill-errand", "prologue")]
    record(WORLD, tmp_path / "whole", RecordingPlan([f"{players}:Slow", "random"], options, 8, shard=2))
    assert content(out) == content(tmp_path / "whole")


@pytest.mark.slow
def test_ctrl_c_stops_at_once_and_says_how_to_go_on(tmp_path: Path, players: str) -> None:
    out = tmp_path / "games"
    with started(tmp_path, players, out, games=20_000) as process:
        wait_for(lambda: list(out.glob("shard-*.npz")))
        os.killpg(process.pid, signal.SIGINT)
        begun = time.monotonic()
        assert process.stderr is not None
        told = process.stderr.read()
        process.wait(10)
    assert time.monotonic() - begun < 60  # far sooner on a machine that has nothing else to do
    assert (process.returncode, told) == (130, "stopped; the same command goes on where it was left\n")
    assert not list(out.glob("*.part"))
    Dataset(out, strict=False)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Fails", r"on seat 1 fails at ply \d+ of the game scenario .*, seed \d+: KeyError: 'no idea'"),
        ("Cheats", r"on seat 1 fails at ply \d+ of the game .*: action 2 is not legal"),
        ("Refuses", r"on seat 1 fails at ply 0 of the game scenario .*: RuntimeError: not today"),
    ],
)
def test_an_agent_that_fails_is_named_and_nothing_is_left(
    agent: str, words: str, processes: int, tmp_path: Path, players: str
) -> None:
    with pytest.raises(ValueError, match=f"agent '{players}:{agent}' {words}"):
        small(tmp_path / "new", ["random", f"{players}:{agent}"], processes=processes)
    assert not (tmp_path / "new").exists()


def test_shards_that_are_there_stay_when_an_agent_fails(tmp_path: Path, players: str) -> None:
    folder, team = tmp_path / "games", ["random", f"{players}:Fails"]
    small(folder, team, max_plies=1)
    (folder / "shard-00001.npz").unlink()
    before = content(folder)
    about = json.loads(before["dataset.json"])
    about["max_plies"] = 0
    (folder / "dataset.json").write_text(json.dumps(about, indent=1) + "\n")
    with pytest.raises(ValueError, match="no idea"):
        small(folder, team)
    assert content(folder) == {**before, "dataset.json": (folder / "dataset.json").read_bytes()}


def test_a_process_that_vanishes_is_told(tmp_path: Path, players: str) -> None:
    (tmp_path / f"{players}.py").write_text(
        "import os\nclass Dies:\n    def reset(self, seat, seed): os._exit(7)\n    def act(self, view): return 0\n"
    )
    with pytest.raises(ValueError, match="a process ended with exit code 7 before its work was done"):
        small(tmp_path / "new", ["random", f"{players}:Dies"], processes=2)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such locks")
def test_only_one_process_writes_a_dataset_and_another_one_touches_nothing(tmp_path: Path) -> None:
    folder, busy = tmp_path / "games", "is being written by another process"
    plan = manifest(WORLD, ["random", "expert"], BOTH, seed=7, games=1, shard=SHARD)
    with writing(folder, plan):
        (folder / "shard-00000.npz.part").write_bytes(b"half")
        before = content(folder)
        with pytest.raises(NoDataset, match=busy):
            small(folder, games=1)
        assert content(folder) == before
    small(folder, games=1)
    open_ended = manifest(WORLD, ["human"] * 2, [{}])
    with Writer(tmp_path / "people", open_ended), pytest.raises(NoDataset, match=busy):
        Writer(tmp_path / "people", open_ended)
    Writer(tmp_path / "people", open_ended).close()


def test_the_same_folder_takes_only_the_same_games_and_says_what_differs(folder: Path) -> None:
    before = content(folder)
    for options, words in (
        ({"seed": 8}, "its seed 7, wanted 8"),
        ({"games": 11}, "its games 10, wanted 11"),
        ({"shard": 5}, "its shard 4, wanted 5"),
        ({"agents": ["random", "random"]}, r'its agents \["random", "expert"\], wanted \["random", "random"\]'),
    ):
        with pytest.raises(NoDataset, match=f"{folder} holds another dataset: {words}$"):
            small(folder, **options)  # type: ignore[arg-type]
    assert content(folder) == before


# --- written whole or not at all ------------------------------------------------------------------


@pytest.mark.parametrize("room", [10, 3000])
def test_a_disk_that_is_full_leaves_no_folder_and_names_the_file(room: int, tmp_path: Path) -> None:
    file = "dataset.json" if room == 10 else r"(dataset\.json|games-00000\.jsonl|shard-00000\.npz)"
    with full_disk(room), pytest.raises(OSError, match=rf"cannot be written: File too large: '.*new/{file}'"):
        small(tmp_path / "new", ["random"] * 2, games=1, max_plies=5)
    assert list(tmp_path.iterdir()) == []
    small(tmp_path / "new", ["random"] * 2, games=1, max_plies=5)


def test_a_full_disk_leaves_what_a_folder_held(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    with full_disk(10), pytest.raises(OSError, match=r"dataset\.json"):
        small(folder, ["random"] * 2, games=1)
    assert content(folder) == {}
    small(folder, ["random"] * 2, max_plies=5)
    (folder / "shard-00001.npz").unlink()
    before = content(folder)
    with full_disk(10), pytest.raises(OSError, match="cannot be written"):
        small(folder, ["random"] * 2, max_plies=5)
    assert content(folder) == before


def test_what_a_killed_writer_left_half_done_is_taken_away_by_the_next(tmp_path: Path) -> None:
    folder, mine = tmp_path / "games", ("mine.part", "letter.txt")
    folder.mkdir()
    half = ("dataset.json.part", "dataset.json.77.part", "shard-00000.npz.part", "games-00002.jsonl.77.part")
    for name in half:
        (folder / name).write_bytes(b"half")
    about = manifest(WORLD, ["human"] * 2, [{}])
    Writer(folder, about).close()
    assert list(content(folder)) == ["dataset.json"]
    for name in (*half, *mine):
        (folder / name).write_bytes(b"half")
    Writer(folder, about).close()
    assert list(content(folder)) == ["dataset.json", "letter.txt", "mine.part"]


def test_a_writer_that_fails_lets_the_next_one_in(tmp_path: Path) -> None:
    small(tmp_path / "games", ["random"] * 2, games=2, max_plies=5)
    played = rows_of(WORLD, Dataset(tmp_path / "games").replay(0))
    about = manifest(WORLD, ["human"] * 2, BOTH)
    writer = Writer(tmp_path / "people", about)
    for _ in range(20):
        writer.add(played)
    with pytest.raises(OSError, match=r"games-00000\.jsonl"), full_disk(10_000):
        writer.close()
    with Writer(tmp_path / "people", about) as writer:
        writer.add(played)
    assert list(content(tmp_path / "people")) == ["dataset.json", "games-00000.jsonl", "shard-00000.npz"]
    assert len(Dataset(tmp_path / "people").games) == 1


def test_a_shard_that_would_be_too_large_to_be_read_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mpenv.record.dataset.writer.LARGEST_SHARD", 2000)
    with pytest.raises(ValueError, match=r"at most 2,000 are read: put fewer games into a shard"):
        small(tmp_path / "new", ["random"] * 2, games=1, max_plies=5)


def test_a_manifest_that_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="games=5000000000 must be a whole number from 1 to 2,147,483,647"):
        manifest(WORLD, ["random"] * 2, BOTH, games=5_000_000_000)
