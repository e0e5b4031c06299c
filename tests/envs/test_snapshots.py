"""Snapshots of environments and batches that come from outside: what is wrong is said, and nothing is changed."""

import base64
import hmac
import json
import os
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import mpenv
from mpenv.engine.batch import BatchGame
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima.rules.state import KEPT_BYTES, STATE
from scripts.maintain.fuzzing import snapshots
from tests.places import ROOT
from tests.worlds.toy import WORLD as FERRY

SOME = [{"scenario": "alms", "seats": 3}, {"scenario": "drill-errand"}, {"seats": 4}]


def aec(**options: Any) -> Any:
    return mpenv.env(**{"scenario": "drill-errand", **options})


def parallel(**options: Any) -> Any:
    return mpenv.parallel_env(**{"scenario": "drill-errand", **options})


def team(**options: Any) -> Any:
    return mpenv.team_env(**{"scenario": "drill-errand", **options})


def seat(**options: Any) -> Any:
    return mpenv.seat_env(**{"scenario": "drill-errand", "mates": "random", **options})


every = pytest.mark.parametrize("kind", [aec, parallel, team, seat])


def playing(kind: Any, **options: Any) -> Any:
    env = kind(**options)
    env.reset(seed=3)
    return env


def head_of(snapshot: bytes) -> tuple[dict[str, Any], bytes]:
    end = snapshot.index(b"\n") + 1
    return json.loads(snapshot[:end]), snapshot[end:]


def test_no_broken_snapshot_brings_anything_but_our_error() -> None:
    assert [fault for seed in range(400) if (fault := snapshots.attack(seed))] == []


@every
def test_each_value_of_a_head_is_checked(kind: Any) -> None:
    env = playing(kind, reward="shaped")
    before = env.snapshot()
    kept, game = head_of(before)
    for name in kept:
        wrongs = (None, "x", -1, 10**30, [], {"x": 1}, ["x"], 1.5, True)
        for wrong in [one for one in wrongs if (one, type(one)) != (kept[name], type(kept[name]))]:
            if (name, wrong) in (("start", -1), ("start", 1.5), ("owed", -1), ("owed", 1.5), ("skipped", None)):
                continue  # a number is a number
            if name in ("position", "max_plies", "skipped") and wrong is None:
                continue
            with pytest.raises(ValueError, match="this is no snapshot"):
                env.restore(json.dumps({**kept, name: wrong}).encode() + b"\n" + game)
        with pytest.raises(ValueError, match="this is no snapshot"):
            env.restore(json.dumps({key: one for key, one in kept.items() if key != name}).encode() + b"\n" + game)
    assert env.snapshot() == before


@every
@pytest.mark.parametrize("given", [b"", None, "x", {}, 3, b"\n", b"[1]\n", b"{}\n", b"[" * 10**5, b"9" * 10**4 + b"\n"])
def test_what_is_no_snapshot_at_all_is_one_error(kind: Any, given: Any) -> None:
    env = playing(kind)
    with pytest.raises(ValueError, match="this is no snapshot"):
        env.restore(given)


@every
def test_another_table_is_refused_with_what_differs(kind: Any) -> None:
    env = kind(scenario="prologue", seats=2)
    options = {"scenario": "alms", "seats": 3}
    other = playing(kind, **options, **({"mates": ["random"] * 2} if kind is seat else {}))
    with pytest.raises(ValueError, match=r"it is of .*scenario 'alms', seats 3.*this game is of .*'prologue', seats 2"):
        env.restore(other.snapshot())
    for options in ({"reward": "shaped"}, {"max_plies": 7}):
        with pytest.raises(ValueError, match=f"{next(iter(options))} is .*, it must be .* as in this environment"):
            kind().restore(playing(kind, **options).snapshot())


@every
def test_a_game_that_began_at_a_position_is_restored_with_it(kind: Any) -> None:
    position = mpenv.Game("prologue", seed=9).to_position()
    env, blank = kind(), kind()
    env.reset(seed=1, options={"position": position})
    moment = env.snapshot()
    blank.restore(moment)
    assert blank.game == env.game
    assert blank.game.options == env.game.options == {"position": position}
    assert blank.snapshot() == moment
    env.reset(seed=1, options={"position": tomllib.loads(position)})
    assert env.snapshot() == moment
    env.restore(moment)
    other = playing(kind)
    blank.restore(other.snapshot())
    assert blank.game == other.game
    assert blank.game.options == other.game.options
    kept, game = head_of(moment)
    for wrong in ("day = 99", "x", position.replace("prologue", "epilogue"), None):
        with pytest.raises(ValueError, match="this is no snapshot"):
            blank.restore(json.dumps({**kept, "position": wrong}).encode() + b"\n" + game)


def test_an_agent_whose_game_goes_on_is_no_survivor() -> None:
    env = playing(aec)
    kept, game = head_of(env.snapshot())
    with pytest.raises(ValueError, match="the game goes on"):
        env.restore(json.dumps({**kept, "agents": kept["agents"][:1]}).encode() + b"\n" + game)


class Payload:
    def __reduce__(self) -> Any:
        return os.mkdir, (self.path,)  # type: ignore[attr-defined]


def test_mates_of_a_stranger_are_never_unpickled(tmp_path: Path) -> None:
    env, trap = playing(seat), Payload()
    trap.path = str(tmp_path / "trap")  # type: ignore[attr-defined]
    kept, game = head_of(env.snapshot())
    pickled = pickle.dumps([trap])
    for signature in (b"", bytes(32), hmac.digest(b"", pickled, "sha256"), base64.b64decode(kept["mates"])[:32]):
        forged = base64.b64encode(signature + pickled).decode()
        with pytest.raises(ValueError, match="taken in this process"):
            env.restore(json.dumps({**kept, "mates": forged}).encode() + b"\n" + game)
    assert not (tmp_path / "trap").exists()


RESTORES = """
import sys, pickle, mpenv
env = mpenv.seat_env(scenario="drill-errand", mates="random")
snapshot, pickled = pickle.load(sys.stdin.buffer)
try:
    env.restore(snapshot)
except ValueError as fault:
    print(fault)
print(pickle.loads(pickled).game.fingerprint())
"""


def test_mates_go_to_another_process_with_the_pickled_environment_only() -> None:
    env = playing(seat)
    sent = pickle.dumps((env.snapshot(), pickle.dumps(env)))
    run = subprocess.run([sys.executable, "-c", RESTORES], cwd=ROOT, input=sent, capture_output=True, check=True)
    said, _, fingerprint = run.stdout.decode().strip().rpartition("\n")
    assert "to go on elsewhere, pickle the environment" in said
    assert fingerprint == env.game.fingerprint()


# --- batches ------------------------------------------------------------------------------------


def batch(**options: Any) -> BatchGame:
    games = BatchGame(WORLD, SOME, **{"seed": 1, "max_plies": 50, **options})
    rng = np.random.default_rng(0)
    for _ in range(60):
        games.step((games.mask * rng.random(games.mask.shape)).argmax(1))
    return games


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("_states", "scenario is -1, it goes from 0 to"),
        ("_setups", "game 0 is of another scenario, team, difficulty or other options"),
        ("_first", "game 0 is of another scenario, team, difficulty or other options"),
        ("_accounts", "goes from 0 to"),
        ("mask", "asks another seat, or allows something else"),
        ("seat", "asks another seat, or allows something else"),
        ("_plies", "plies goes from 0 to 49"),
        ("_done", "done goes from 0 to 2"),
        ("_outcome", "outcome goes from 0 to 5"),
        ("reward", "reward is no number"),
        ("about", "here it is"),
    ],
)
def test_each_array_of_a_batch_is_checked(name: str, words: str) -> None:
    games = batch()
    before = games.snapshot()
    broken = {key: one.copy() for key, one in before.items()}
    if name in ("_states", "_setups", "_first", "_accounts"):
        broken[name][8 if name != "_accounts" else 0 : 10] = 255
    elif name == "about":
        broken[name][-5:] = 0
    else:
        broken[name][:1] = np.nan if broken[name].dtype.kind == "f" else 1 - broken[name][:1] if name == "mask" else 99
    with pytest.raises(ValueError, match=f"no snapshot of such a batch: .*{words}"):
        games.restore(broken)
    assert data_equivalence(games.snapshot(), before)


def test_a_batch_takes_snapshots_of_its_own_games_whatever_lies_in_scratch_space() -> None:
    games, other, rng = batch(), batch(seed=77), np.random.default_rng(1)
    for _ in range(20):
        moment = games.snapshot()
        rows = moment["_states"].reshape(games.games, -1)
        rows[:, KEPT_BYTES:] = rng.integers(0, 256, rows[:, KEPT_BYTES:].shape)
        other.restore(moment)
        actions = (games.mask * rng.random(games.mask.shape)).argmax(1)
        mine, theirs = games.step(actions), other.step(actions)
        assert (mine.observation == theirs.observation).all()
        assert (mine.mask == theirs.mask).all()
    assert STATE.fields["distance"][1] == KEPT_BYTES  # type: ignore[index]


def test_batches_of_other_games_worlds_and_encoders_are_told_apart() -> None:
    games = batch()
    for other, words in (
        (BatchGame(WORLD, 3, seed=1, max_plies=50), "game 0 is of another scenario"),
        (BatchGame(FERRY, 3, seed=1), "no snapshot of such a batch"),
        (BatchGame(WORLD, [{**one, "scenario": "generated:3"} for one in SOME], seed=1), "its edition is"),
    ):
        with pytest.raises(ValueError, match=words):
            games.restore(other.snapshot())
    for given in (None, b"", [], {}, {"about": 3}, {3: np.zeros(1)}):
        with pytest.raises(ValueError, match="no snapshot of"):
            games.restore(given)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="no snapshot of"):
            mpenv.vector_env(3).restore(given)  # type: ignore[arg-type]


def test_a_game_of_a_batch_of_generated_scenarios_is_one_of_its_own_table() -> None:
    games = BatchGame(WORLD, [{"scenario": "generated:5"}, {"scenario": "generated:9"}], seed=1)
    for row, scenario in enumerate(("generated:5", "generated:9")):
        game = games.game(row)
        game.restore(game.snapshot())
        assert game == mpenv.Game(scenario, seed=1 + row)


def test_the_states_of_a_toy_world_are_checked_as_well() -> None:
    games = BatchGame(FERRY, 4, seed=1)
    moment = games.snapshot()
    games.restore(moment)
    for place, why in ((8, "game 2: its goal is another than it was set up with"), (16, "game 2: play cannot lead")):
        broken = {name: one.copy() for name, one in moment.items()}
        broken["_states"].reshape(4, -1)[2, place : place + 2] = 255
        with pytest.raises(ValueError, match=why):
            games.restore(broken)


# --- absurd options -----------------------------------------------------------------------------


@every
def test_absurd_options_are_refused_in_few_words(kind: Any) -> None:
    for most in (2**31, 2**70, 10**6000):
        with pytest.raises(ValueError, match=r"max_plies=.* must be at most 2,147,483,647, or None") as caught:
            kind(max_plies=most)
        assert len(str(caught.value)) < 200
    env = playing(kind)
    for options in ("x", [], 3, b"position"):
        with pytest.raises(ValueError, match=r"options=.* must be a dict"):
            env.reset(options=options)
    for seed in (2**64, 10**6000):
        with pytest.raises(ValueError, match=r"seed=.* must be a whole number below 2\*\*64"):
            env.reset(seed=seed)


def test_absurd_options_of_many_games_are_refused_in_few_words() -> None:
    env = mpenv.vector_env(3, scenario="drill-errand")
    for wrong, words in (
        ({"options": "x"}, "options='x' must be a dict"),
        ({"seed": 2**64}, r"below 2\*\*64"),
        ({"seed": 10**6000}, "a number of 19,932 bits"),
        ({"seed": [1, 2, 10**6000]}, "of game 2 must be"),
        ({"seed": 1.5}, "or one for each game"),
    ):
        with pytest.raises(ValueError, match=words):
            env.reset(**wrong)
    for options in ({"seed": 10**6000}, {"max_plies": 2**70}):
        with pytest.raises(ValueError, match="must be"):
            BatchGame(WORLD, 2, **options)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="must be"):
            mpenv.vector_env(2, **options)
    for seeds in ([1], np.zeros((2, 1), int), [0.5, 1.5], [-1, 2], ["a", "b"]):
        games = BatchGame(WORLD, 2, seed=4)
        before = games.snapshot()
        with pytest.raises(ValueError, match="must be 2 whole numbers"):
            games.reset(seeds)  # type: ignore[arg-type]
        assert data_equivalence(games.snapshot(), before)


# --- interrupts ---------------------------------------------------------------------------------

INTERRUPTED = """
import os, random, signal, sys, threading, time
import numpy as np
from mpenv.engine.batch import BatchGame
from mpenv.worlds.materia_prima import WORLD

games, other = (BatchGame(WORLD, 600, seed=1, threads=threads) for threads in (2, 1))
assert games.threads == 2
rng, torn, came = random.Random(1), 0, 0

def same(one, two):
    return all((a == b).all() for (name, a), b in zip(one.items(), two.values()) if name not in ("_rows", "_last"))

def kills():
    for _ in range(rng.choice((1, 1, 3))):
        time.sleep(rng.random() * 0.002)
        os.kill(os.getpid(), signal.SIGINT)

for number in range(int(sys.argv[1])):
    actions = (games.mask * np.random.default_rng(number).random(games.mask.shape)).argmax(1)
    before = games.snapshot()
    what = rng.choice(("step", "step", "reset", "restore"))
    given = {"step": (actions,), "reset": (), "restore": (before,)}[what]
    if what == "restore":
        games.reset(), other.reset()
        given, before = (before,), games.snapshot()
    getattr(other, what)(*given)
    after, killer = other.snapshot(), threading.Thread(target=kills)
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        killer.start()
        getattr(games, what)(*given)
        killer.join()
    except KeyboardInterrupt:
        came += 1
    while True:
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            killer.join()
            break
        except KeyboardInterrupt:
            pass
    now = games.snapshot()
    torn += not (same(now, before) or same(now, after))
    games.restore(after)
print(came, torn)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing interrupts itself there")
def test_after_an_interrupt_a_batch_stands_between_two_steps() -> None:
    command = [sys.executable, "-c", INTERRUPTED, "120"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    came, torn = map(int, run.stdout.split())
    assert came > 30
    assert torn == 0
