"""Policies that come with mpenv: found by name, checked by their hashes, told by their cards, played without torch."""

import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv import agents, cli, files, toml, worlds
from mpenv.agents import registry
from mpenv.agents.learned import checkpoint, shipped
from mpenv.agents.learned.card import Card, Reached
from mpenv.agents.learned.policy import Policy
from mpenv.worlds.materia_prima import WORLD
from tests.places import ROOT

REACHED = Reached(
    "drill-errand, 2 seats", {"scenario": "drill-errand", "seats": 2}, 1_000_000, 2000, "expert",
    (0.712, 0.69, 0.73), (0.62, 0.6, 0.64), (0.092, 0.07, 0.11),
)  # fmt: skip
CARD = Card(
    "materia_prima", "steps", "mpenv train quickstart --seats 2", {"learner.prior": 5.0}, 12_000_000, 9.8,
    "one core of a small machine", "leaves the tower too late when it is loud", [REACHED],
)  # fmt: skip
HIDDEN = 4


def weights(actions: int, kind: type = np.float32, hidden: int = HIDDEN, inputs: int = 640) -> dict[str, np.ndarray]:
    """The weights of a network with a hidden layer, drawn from a seed."""
    rng, found = np.random.default_rng(5), {}
    for name, shape in {"net.trunk.0": (hidden, inputs), "net.policy": (actions, hidden)}.items():
        found[f"{name}.weight"] = rng.normal(0, 0.5, shape).astype(kind)
        found[f"{name}.bias"] = np.zeros(shape[0], kind)
    return found


def write(folder: Path, card: Card | None = CARD, actions: str = "steps", **how: Any) -> Path:
    """A policy with drawn weights in a folder, with a card if one is given."""
    stamp = {name: how.pop(name) for name in list(how) if name in ("version", "plays", "fields", "encoder", "world")}
    world = worlds.by_actions(WORLD, actions)
    about = {"stamp": {**checkpoint.stamp(world, "flat", "any"), **stamp}, "decisions": 1, "seconds": 1.0}
    checkpoint.save(folder, about, weights(world.actions, **how))
    if card is not None:
        files.write(folder / shipped.CARD, card.write())
    return folder


def ship(home: Path, name: str, **how: Any) -> Path:
    """A policy in the folder of those that come along, with its hashes."""
    there = {**shipped.known(), name: shipped.hashes(write(home / name, **how))}
    files.write(home / shipped.HASHES, files.dump_json(there))
    return home / name


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of policies in place of that of mpenv, and a folder to work in."""
    (tmp_path / "policies").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(shipped, "HOME", tmp_path / "policies")
    return tmp_path / "policies"


def played(code: str, seed: int = 3) -> list[int]:
    """The first answers of a team in a game."""
    game, found = WORLD.game(scenario="drill-errand", seed=seed), list[int]()
    team = [agents.make(code, world=WORLD) for _ in range(game.seats)]
    for seat, player in enumerate(team):
        player.reset(seat, seed)
    while game.seat is not None and len(found) < 40:
        found.append(team[game.seat].act(game.view(game.seat)))
        game.apply(found[-1])
    return found


# --- what comes along today -------------------------------------------------------------------------


def test_what_lies_in_the_folder_of_policies_is_whole_small_and_plays_the_game_of_today() -> None:
    assert {one.name for one in shipped.HOME.iterdir() if one.is_dir()} == set(shipped.known())
    assert (shipped.HOME / shipped.HASHES).is_file()
    for name in shipped.known():
        card, folder = shipped.card(name), shipped.find(name)
        world = worlds.by_actions(worlds.load(card.world), card.actions)
        policy = Policy(folder)
        policy.refuse_misfit(world)
        assert policy.about["stamp"]["version"] == world.version, "its card tells of another version of the game"
        assert sum((folder / file).stat().st_size for file in shipped.FILES) <= shipped.MOST_BYTES


# --- names ------------------------------------------------------------------------------------------


def test_a_name_means_the_policy_that_comes_along_and_a_path_the_folder_there(home: Path) -> None:
    ship(home, "first")
    write(Path("first"), plays="likeliest")
    write(Path("second"), plays="likeliest")
    assert shipped.find("first") == home / "first"
    assert shipped.find("./first") == Path("first")
    assert shipped.find("second") == Path("second")
    assert played("policy:first") != played("policy:./first") == played("policy:second")


def test_an_unknown_name_is_told_the_names_there_are(home: Path) -> None:
    with pytest.raises(ValueError, match=r"no folder 'vualt' here, and no policy of that name .*; there are none yet"):
        agents.make("policy:vualt")
    ship(home, "vault")
    ship(home, "all")
    with pytest.raises(ValueError, match=r"'policy:vualt': .*; there are: all, vault; did you mean 'vault'\?"):
        agents.make("policy:vualt")
    with pytest.raises(ValueError, match="no agent 'vault', there is a policy of that name: policy:vault"):
        agents.make("vault")
    with pytest.raises(ValueError, match="no agent 'vault', there is a policy"):
        agents.make("vault:0.5")
    with pytest.raises(ValueError, match=r"\.\./vault is no checkpoint"):
        agents.make("policy:../vault")


@pytest.mark.parametrize("file", shipped.FILES)
def test_a_changed_file_is_refused_by_its_name(file: str, home: Path) -> None:
    folder = ship(home, "first")
    assert played("policy:first")
    (folder / file).write_bytes((folder / file).read_bytes() + b"\n")
    with pytest.raises(ValueError, match=rf"first/{file} was changed: its SHA-256 is .*; install mpenv anew"):
        agents.make("policy:first")
    (folder / file).unlink()
    with pytest.raises(ValueError, match=rf"first/{file} cannot be read: No such file"):
        agents.make("policy:first")


# --- playing ----------------------------------------------------------------------------------------


def test_the_likeliest_answer_is_played_where_the_stamp_says_so_and_drawn_where_not(tmp_path: Path) -> None:
    drawing, best = Policy(write(tmp_path / "a")), Policy(write(tmp_path / "b", plays="likeliest"))
    game = WORLD.game(scenario="drill-errand", seed=3)
    views = [game.view(game.seat or 0)] * 200
    likeliest = int(np.where(views[0].mask == 1, best.logits(views[0].encode("flat")), -np.inf).argmax())
    assert set(best.act_many(views)) == {likeliest}
    assert best.explain().startswith("plays this as its likeliest, with ")
    assert len(set(drawing.act_many(views))) > 1
    with pytest.raises(ValueError, match=r"about\.json is of no policy: it plays drawn or likeliest answers"):
        Policy(write(tmp_path / "c", plays="guessed"))


def test_a_stamp_says_how_answers_are_played_only_where_they_are_not_drawn() -> None:
    assert "plays" not in checkpoint.stamp(WORLD, "flat", "any")
    assert checkpoint.stamp(WORLD, "flat", "any", plays=checkpoint.LIKELIEST)["plays"] == "likeliest"


def test_weights_in_half_precision_are_computed_with_in_single_precision(tmp_path: Path) -> None:
    half, whole = Policy(write(tmp_path / "half", kind=np.float16)), Policy(write(tmp_path / "whole"))
    seen = np.random.default_rng(1).normal(size=(50, 640)).astype(np.float32)
    assert half.logits(seen).dtype == np.float32
    assert not (half.logits(seen) == whole.logits(seen)).all()
    assert np.allclose(half.logits(seen), whole.logits(seen), atol=0.02)


def test_arrays_of_two_precisions_are_refused(tmp_path: Path) -> None:
    about = checkpoint.read_about(write(tmp_path / "it"))
    mixed = {**weights(WORLD.actions), "net.policy.bias": np.zeros(WORLD.actions, np.float16)}
    checkpoint.save(tmp_path / "it", about, mixed)
    with pytest.raises(ValueError, match=r"'net\.policy\.bias' is float16\[234\], must be float32\[234\]"):
        Policy(tmp_path / "it")


def test_a_policy_by_errands_plays_step_by_step(home: Path) -> None:
    ship(home, "errands", actions="errands", card=replace(CARD, actions="errands"))
    assert played("policy:errands")
    assert "policy:errands" in [one.name for one in registry.listed()]


@pytest.mark.parametrize(
    ("stamp", "words"),
    [
        ({"version": 0, "fields": [["day", 5], ["gone", 635]]},
         r"in materia_prima_v0, this is v1; its encoder goes on with the field \['gone', 635\], here it is \['prompt'"),
        ({"fields": [["day", 5]]}, r"its encoder goes on with the field none, here it is \['prompt', 38\]"),
        ({"encoder": "planes"}, r"it has 640 inputs, this game has .*"),
        ({"encoder": "flatt"}, "cannot play: there is no encoder 'flatt'"),
        ({"world": "ferry"}, "'policy:it' was trained in ferry, this is materia_prima"),
    ],
)  # fmt: skip
def test_a_policy_of_another_version_encoder_or_world_says_what_differs(
    stamp: dict[str, Any], words: str, home: Path
) -> None:
    write(Path("it"), **stamp)
    with pytest.raises(ValueError, match=words):
        agents.make("policy:it", world=WORLD)


def test_weights_of_another_version_play_where_they_fit(home: Path) -> None:
    write(Path("it"), version=0)
    assert played("policy:it")


# --- cards ------------------------------------------------------------------------------------------


def test_a_card_is_read_as_it_was_written_and_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "card.toml"
    path.write_text(CARD.write())
    assert Card.read(path) == CARD
    assert CARD.sentence == "learned drill-errand, 2 seats: 71 % of held-out games, expert 62 %"
    more = replace(REACHED, success=(0.5, 0.4, 0.6), beside=(0.4, 0.3, 0.5))
    both = replace(CARD, reaches=[REACHED, more]).sentence
    assert both == "learned 2 kinds of games: 61 % of held-out games on the mean, expert 51 %"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"fails": None}, "it lacks 'fails'"),
        ({"fails": ""}, "'fails' must be words"),
        ({"decisions": 1.5}, "'decisions' must be a whole number"),
        ({"reaches": []}, "'reaches' must be a list with an entry at least"),
        ({"reaches": [{"game": "x"}]}, r"reaches\[0\]: it lacks 'beside'"),
        ({"reaches": [1]}, r"reaches\[0\] must be a table"),
        ({"colour": "red"}, "'colour' is unknown"),
    ],
)
def test_a_card_with_faults_is_refused_with_them(changes: dict[str, Any], words: str, tmp_path: Path) -> None:
    path = tmp_path / "card.toml"
    path.write_text(toml.lines({name: one for name, one in {**asdict(CARD), **changes}.items() if one is not None}))
    with pytest.raises(ValueError, match=rf"card\.toml is no card of a policy: .*{words}"):
        Card.read(path)


# --- the command line -------------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *words: object, code: int = 0) -> str:
    found = cli.main([str(one) for one in words])
    said = capsys.readouterr()
    assert found == code, said.err
    return said.out if code == 0 else said.err


def test_policies_are_listed_by_a_sentence_and_told_in_full(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ship(home, "errand")
    ship(home, "ferry", card=replace(CARD, world="ferry"))
    (ship(home, "spoilt") / shipped.CARD).write_text("")
    said = told(capsys, "agents")
    assert "policy:errand  mpenv  learned drill-errand, 2 seats: 71 % of held-out games, expert 62 %" in said
    assert "policy:spoilt  mpenv  cannot be loaded: " in said
    assert "policy:ferry" not in said
    page = told(capsys, "agents", "policy:errand")
    for words in (
        "policy:errand (mpenv): learned drill-errand", CARD.command, CARD.fails, CARD.machine, "learner.prior = 5.0",
        "12,000,000 decisions in 9.8 minutes", "71.2%  69.0% - 73.0%", "+7.0 to +11.0", "62.0%  60.0% - 64.0%",
    ):  # fmt: skip
        assert words in page
    found = json.loads(told(capsys, "agents", "policy:errand", "--json"))
    assert found["card"]["reaches"][0]["success"] == [0.712, 0.69, 0.73]
    assert told(capsys, "agents", "expert").startswith("expert (mpenv): reads the mission")
    assert "did you mean 'errand'?" in told(capsys, "agents", "policy:erand", code=2)
    assert "did you mean 'expert'?" in told(capsys, "agents", "exprt", code=2)
    assert "card.toml was changed" in told(capsys, "agents", "policy:spoilt", code=2)


WITHOUT_TORCH = """
import sys
from pathlib import Path

sys.modules["torch"] = None  # importing it fails
from mpenv import cli
from mpenv.agents.learned import shipped

shipped.HOME = Path(sys.argv[1])
code, drill = "policy:errand", ["--scenario", "drill-errand"]
for words in (
    ["evaluate", code, f"{code},expert", *drill, "--games", "2", "--jobs", "1"],
    ["evaluate", f"{code}:0.5", *drill, "--seats", "2", "--games", "2", "--jobs", "1"],
    ["play", *drill, "--seats", f"{code},{code}", "--seed", "1", "--record", "game.jsonl", "--explain"],
    ["replay", "game.jsonl", "--verify", "--jobs", "1"],
    ["replay", "game.jsonl", "--html", "game.html"],
    ["record", "--agents", code, "--seats", "2", *drill, "--games", "2", "--out", "games", "--jobs", "1"],
    ["losses", code, *drill, "--games", "2", "--jobs", "1"],
    ["regret", code, "--only", "hunt-2", "--seeds", "1", "--jobs", "1"],
    ["agents", code],
):
    if cli.main(words):
        sys.exit(f"{words} failed")
assert Path("game.html").stat().st_size
"""


@pytest.mark.slow
def test_every_verb_plays_a_policy_that_comes_along_without_torch(home: Path) -> None:
    ship(home, "errand")
    command = [sys.executable, "-c", WITHOUT_TORCH, str(home)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "policy:errand" in done.stdout
