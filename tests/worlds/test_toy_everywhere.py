"""A world that comes from elsewhere goes through every verb and every view."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import mpenv
from mpenv import cli, trust, worlds
from mpenv.agents import known, make
from tests.worlds.toy import WORLD

CODE = "tests.worlds.toy:WORLD"
CONFIG = """
name = "ferry"
world = "ferry"
updates = 1
evaluation_seeds = 8
threads = 1

[game]
goal = 1

[learner]
games = 8
rollout = 8
hidden = 8
minibatch = 32
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy world as another package would bring it."""
    bring(tmp_path, f"ferry = {CODE}")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(worlds, "_loaded", {})
    monkeypatch.chdir(tmp_path)
    return


def bring(home: Path, points: str) -> None:
    """An installed package with these entry points for worlds."""
    about = home / "site" / "boats-1.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: boats\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[mpenv.worlds]\n{points}\n")


def run(capsys: pytest.CaptureFixture[str], *words: object, code: int = 0) -> str:
    """What a command prints."""
    found = cli.main([str(one) for one in words])
    said = capsys.readouterr()
    assert found == code, said.err
    return said.out if code == 0 else said.err


@pytest.mark.usefixtures("installed")
def test_worlds_are_found_by_entry_points_and_a_broken_one_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site" / "leaking.py").write_text("raise RuntimeError('it leaks')\n")
    bring(tmp_path, f"ferry = {CODE}\nleaking = leaking:WORLD\nlost = nowhere_at_all:WORLD\nhollow = json:decoder")
    assert worlds.names() == sorted(["ferry", "hollow", "leaking", "lost", worlds.DEFAULT])
    assert worlds.load("ferry") is WORLD
    assert worlds.load().name == worlds.DEFAULT
    for name, fault in {
        "leaking": "world 'leaking' cannot be loaded: leaking:WORLD raises RuntimeError: it leaks",
        "lost": "world 'lost' cannot be loaded: No module named 'nowhere_at_all'",
        "hollow": "json:decoder is no world, it lacks name, version",
        "fery": "there is no world 'fery', there are: ferry, .*did you mean 'ferry'",
    }.items():
        with pytest.raises(ValueError, match=fault):
            worlds.load(name)


def test_the_usual_world_cannot_be_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(tmp_path, f"{worlds.DEFAULT} = {CODE}")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(worlds, "_loaded", {})
    assert worlds.load().name == worlds.DEFAULT


@pytest.mark.usefixtures("installed")
def test_a_game_is_recorded_watched_verified_and_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "play", "--world", "ferry", "--goal", "1", "--seats", "random,random", "--seed", 3,
               "--record", "game.jsonl")  # fmt: skip
    assert "Played with seed 3. The replay is game.jsonl." in said
    assert "--world ferry" in said
    assert "1 play again, 0 part" in run(capsys, "replay", "game.jsonl", "--verify", "--jobs", 1)
    assert "goal 1" in run(capsys, "replay", "game.jsonl", "--text")
    run(capsys, "replay", "game.jsonl", "--html", "game.html")
    assert "on day" in (tmp_path / "game.html").read_text()
    assert "north is asked" in run(capsys, "describe", "game.jsonl", "--ply", 0)
    assert "has ended" in run(capsys, "play", "--position", "game.jsonl", code=2)
    assert "installed: ferry" not in run(capsys, "replay", "game.jsonl", "--text")


@pytest.mark.usefixtures("installed")
def test_teams_are_compared_recorded_and_studied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "evaluate", "random", "--world", "ferry", "--goal", 1, "--games", 4, "--jobs", 1,
               "--json", "out.json")  # fmt: skip
    assert "goal 1, 2 seats" in said
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["goal"] == 1
    assert set(found["teams"][0]["shares"]) == {"success", "failure", "broke"}
    games = ("--games", 4, "--out", "data", "--jobs", 1)
    run(capsys, "record", "--world", "ferry", "--agents", "random", "--seats", 2, *games)
    assert json.loads((tmp_path / "data" / "dataset.json").read_text())["world"] == "ferry"
    assert "lost" in run(capsys, "losses", "random", "--world", "ferry", "--games", 2)
    assert "compiled" in run(capsys, "warm", "--world", "ferry")


@pytest.mark.usefixtures("installed")
def test_a_team_is_trained_resumed_and_plays_where_its_folder_says_the_world(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("tqdm")
    (tmp_path / "ferry.toml").write_text(CONFIG)
    said = run(capsys, "train", "ferry.toml")
    assert "training goal 1, 2 seats" in said
    assert "mpenv play --world ferry --goal 1" in said.replace(sys.executable, "") or "play --world ferry" in said
    run(capsys, "train", "--resume", "runs/ferry-1", "--set", "updates=2")
    assert "policy:runs/ferry-1" in run(capsys, "evaluate", "policy:runs/ferry-1", "--games", 2, "--jobs", 1)
    assert "was trained in ferry" in run(
        capsys, "evaluate", "policy:runs/ferry-1", "--world", worlds.DEFAULT, "--games", 2, code=2
    )
    (tmp_path / "wrong.toml").write_text(CONFIG.replace("goal = 1", "goal = 1\nlayout = 'standard'"))
    assert "game.layout: is unknown, known are goal, encoder" in run(capsys, "train", "wrong.toml", code=2)
    assert "world: is 'ferry'" not in run(capsys, "train", "wrong.toml", code=2)


def test_code_of_a_world_in_a_file_is_run_only_when_the_user_named_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "_loaded", {})
    monkeypatch.setenv(trust.NAMED, "")
    config = tmp_path / "ferry.toml"
    config.write_text(CONFIG.replace('"ferry"\nupdates', f'"{CODE}"\nupdates'))
    said = run(capsys, "train", config, code=2)
    assert f"world names the code '{CODE}', which is not imported" in said
    assert "--trust tests.worlds.toy" in said


def test_agents_belong_to_worlds() -> None:
    assert known(WORLD) == ["random"]
    assert "expert" in known()
    with pytest.raises(ValueError, match=f"no agent 'expert' for ferry; it plays {worlds.DEFAULT}. There are: random"):
        make("expert", world=WORLD)
    with pytest.raises(ValueError, match="no agent 'expert' for ferry"):
        make("expert:0.5", world=WORLD)


def test_the_command_line_is_made_of_the_options_of_the_world(capsys: pytest.CaptureFixture[str]) -> None:
    named = f"--world={CODE}"
    assert "random" in run(capsys, "agents", named)
    assert "expert" not in run(capsys, "agents", named)
    assert f"regret is a command of {worlds.DEFAULT}; ferry has: play" in run(capsys, "regret", named, code=2)
    assert "seats=3: ferry is played by 2" in run(capsys, "evaluate", "random", named, "--seats", 3, code=2)
    assert "there is no world 'boat', there are:" in run(capsys, "agents", "--world", "boat", code=2)
    with pytest.raises(SystemExit):
        cli.main(["play", named, "--scenario", "any"])
    assert "unrecognized arguments: --scenario" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_every_view_is_made_at_the_front_door() -> None:
    env = mpenv.env(world="ferry", goal=1)  # type: ignore[call-arg]
    env.reset(seed=1)
    assert env.possible_agents == ["ferryman_0", "ferryman_1"]
    parallel = mpenv.parallel_env(world="ferry")
    assert set(parallel.reset(seed=1)[0]) == set(parallel.possible_agents)
    team, seat = mpenv.team_env(world="ferry"), mpenv.seat_env(world="ferry", seat=1)
    vector = mpenv.vector_env(3, world="ferry")
    for one in (team, seat, vector):
        one.reset(seed=1)
        one.step(one.action_masks().argmax(-1) if one is vector else int(np.argmax(one.action_masks())))
    with pytest.raises(
        ValueError, match="there is no option 'scenario', there are: goal, world, seed, actions, encoder"
    ):
        mpenv.env("any", world="ferry")
    mpenv.register("ferry")
    import gymnasium

    assert gymnasium.make("mpenv/FerryTeam-v0").reset(seed=1)


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_its_speed_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from mpenv.bench import peers, speed

    playing = peers.playing
    monkeypatch.setattr(speed.peers, "playing", lambda say: playing(say, []))
    monkeypatch.setattr(speed, "QUICK", speed.Plan(2, 0.02, 2, 0.01, starts=False))
    said = run(capsys, "bench", "--world", "ferry", "--quick", "--json", "speed.json")
    assert "one game from Python" in said
    assert json.loads((tmp_path / "speed.json").read_text())["run"]["world"] == "ferry"
