"""Shipping a policy: from a finished run and its results to a folder of mpenv, or refused with what is missing."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from mpenv import agents, cli, files
from mpenv.agents.learned import checkpoint, config, run, shipped
from mpenv.agents.learned.policy import Policy
from mpenv.worlds.materia_prima import WORLD
from scripts.maintain import ship_policy

SMALL: dict[str, Any] = {
    "name": "small", "updates": 2, "threads": 1, "checkpoint_seconds": 1e9,
    "game": {"scenario": "drill-errand"},
    "learner": {"games": 4, "rollout": 4, "epochs": 1, "minibatch": 16, "hidden": 8, "critic": "own"},
}  # fmt: skip
WORDS = ("--command", "mpenv train small.toml", "--machine", "a laptop", "--fails", "nearly everywhere")
GAMES = 4


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained") / "run"
    run.Run.start(WORLD, folder, config.read(SMALL, "small", WORLD)).go(lambda *_: None)
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty folders in place of those of mpenv and of drafts."""
    monkeypatch.setattr(shipped, "HOME", tmp_path / "policies")
    monkeypatch.setattr(ship_policy, "DRAFTS", tmp_path / "drafts")
    monkeypatch.setattr(ship_policy, "LEAST_GAMES", GAMES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(*words: object) -> str:
    """What the script says when it refuses."""
    with pytest.raises(SystemExit) as caught:
        ship_policy.main([str(one) for one in words])
    return str(caught.value)


def measured(policy: Path, mate: str = "random", games: int = GAMES) -> Path:
    """Results of a policy beside another team."""
    path = policy.with_name("measured.json")
    words = ["evaluate", f"policy:{policy}", mate, "--scenario", "drill-errand", "--jobs", "1", "--json", str(path)]
    assert cli.main([*words, "--seats", "2", "--games", str(games)]) == 0
    return path


def test_a_finished_run_is_drafted_measured_and_shipped(
    trained: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ship_policy.main([str(trained), "small", "--likeliest"])
    said = capsys.readouterr().out
    assert f"mpenv evaluate policy:{home / 'drafts' / 'small'} expert --scenario drill-errand --seats 2" in said
    results = measured(home / "drafts" / "small")
    assert refused(trained, "small", "--results", results, *WORDS).endswith("has other weights, or plays otherwise")
    assert not shipped.known()
    ship_policy.main([str(trained), "small", "--likeliest", "--results", str(results), *WORDS])
    assert "policy:small: learned drill-errand, 2 seats: " in capsys.readouterr().out
    assert {one.name for one in (home / "policies" / "small").iterdir()} == set(shipped.FILES)
    policy = agents.make("policy:small", world=WORLD)
    assert isinstance(policy, Policy)
    assert policy.about["stamp"]["plays"] == checkpoint.LIKELIEST
    card = shipped.card("small")
    assert card.settings == {
        "threads": 1, "game.scenario": "drill-errand", "learner.games": 4, "learner.rollout": 4, "learner.epochs": 1,
        "learner.minibatch": 16, "learner.hidden": 8, "learner.critic": "own",
    }  # fmt: skip
    (reached,) = card.reaches
    assert (reached.games, reached.first_seed, reached.team) == (GAMES, 1_000_000, "random")
    assert reached.success[1] <= reached.success[0] <= reached.success[2]
    with np.load(home / "policies" / "small" / "arrays.npz") as held:
        assert {name.split(".")[1] for name in held.files} == {"trunk", "policy"}
    assert "there is a policy 'small' already" in refused(trained, "small")


@pytest.mark.parametrize("spoiled", ["budget", "last game"])
def test_a_run_that_is_half_done_is_refused(spoiled: str, trained: Path, home: Path) -> None:
    folder = Path(shutil.copytree(trained, home / "run"))
    if spoiled == "budget":
        given = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps({**given, "updates": 3}))
    else:
        (folder / "last.jsonl").unlink()
    said = refused(folder, "small")
    assert f"{folder} is half done, after 2 of {3 if spoiled == 'budget' else 2} updates" in said
    assert not (home / "drafts").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Small",), "'Small' is no name for a policy"),
        (("../small",), "is no name for a policy"),
        (("expert",), "'expert' is no name for a policy"),
        (("small", "--results", "it.json", "--machine", "a laptop"), "the card lacks --command, --fails"),
    ],
)
def test_wrong_names_and_cards_without_words_are_refused(
    words: tuple[str, ...], said: str, trained: Path, home: Path
) -> None:
    assert said in refused(trained, *words)


def test_results_that_say_too_little_are_refused(trained: Path, home: Path) -> None:
    draft = home / "drafts" / "small"
    ship_policy.main([str(trained), "small"])
    results = measured(draft)
    given = json.loads(results.read_text())

    def said(**changes: Any) -> str:
        results.write_text(json.dumps({**given, **changes}))
        return refused(trained, "small", "--results", results, *WORDS)

    one, other = given["teams"]
    short = [{**team, "games": team["games"][1:]} for team in given["teams"]]
    assert "is half done: it has 3 of 4 games" in said(teams=short)
    assert "on other seeds" in said(teams=[one, short[1]])
    assert f"is half done: games broke of {one['team']}" in said(teams=[{**one, "faults": [{}]}, other])
    assert "must hold one policy beside one other team" in said(teams=[one])
    assert "is no file of mpenv evaluate --json" in said(teams=None)
    os.utime(draft / "arrays.npz", ns=(2**62, 2**62))
    assert "is older than the weights" in said()
    assert not shipped.known()


def test_weights_that_are_too_large_are_stored_in_half_precision(
    trained: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sum(one.nbytes for name, one in checkpoint.load(trained / "policy")[1].items() if "value" not in name)
    monkeypatch.setattr(ship_policy, "ROOM", 0)
    monkeypatch.setattr(shipped, "MOST_BYTES", whole - 1)
    found = ship_policy.finished(trained)
    assert ship_policy.write_weights(found, home / "half", likeliest=True) >= ship_policy.LEAST_SAME
    arrays = checkpoint.load(home / "half")[1]
    assert {one.dtype for one in arrays.values()} == {np.dtype(np.float16)}
    rows, masks = ship_policy.states(Policy(home / "half"), found)
    assert len(rows) == ship_policy.STATES
    assert len(np.unique(rows, axis=0)) > ship_policy.STATES // 4
    assert (masks.sum(1) > 0).all()
    monkeypatch.setattr(ship_policy, "LEAST_SAME", 1.01)
    with pytest.raises(ValueError, match="of the answers stay the same, wanted are 101%"):
        ship_policy.write_weights(found, home / "half", likeliest=False)
    monkeypatch.setattr(shipped, "MOST_BYTES", whole // 2 - 1)
    with pytest.raises(ValueError, match="bytes in half precision, at most"):
        ship_policy.write_weights(found, home / "half", likeliest=False)


def test_an_interrupted_shipping_leaves_no_policy_that_is_half_there(
    trained: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship_policy.main([str(trained), "small"])
    results = measured(home / "drafts" / "small")
    written = files.write

    def full(path: Any, content: Any) -> None:
        if Path(path).name == shipped.HASHES:
            raise OSError(28, "cannot be written: No space left on device", str(path))
        written(path, content)

    words = [str(trained), "small", "--results", str(results), *WORDS]
    monkeypatch.setattr(files, "write", full)
    assert "hashes.json cannot be written" in refused(*words)
    assert not shipped.known()
    monkeypatch.setattr(files, "write", written)
    ship_policy.main(words)
    assert list(shipped.known()) == ["small"]


def test_a_difference_is_paired_game_by_game() -> None:
    won, beside = np.array([True] * 60 + [False] * 40), np.array([True] * 50 + [False] * 50)
    mean, low, high = ship_policy.paired(won, beside)
    assert mean == pytest.approx(0.1)
    assert (high - low) / 2 == pytest.approx(1.96 * np.sqrt(0.1 * 0.9 * 100 / 99) / 10)
