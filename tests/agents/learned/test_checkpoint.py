"""Policies and checkpoints of strangers: loaded or refused in a sentence, and no code of theirs is run."""

import json
import os
import resource
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from mpenv import trust
from mpenv.agents.learned import checkpoint, config, run
from mpenv.agents.learned.policy import Policy
from mpenv.worlds.materia_prima import WORLD
from scripts.maintain.fuzzing import checkpoints as fuzzing

HIDDEN = 6
LAYERS = 7


@pytest.fixture(autouse=True)
def nothing_named() -> Iterator[None]:
    before = os.environ.pop(trust.NAMED, None)
    yield
    os.environ.pop(trust.NAMED, None)
    if before is not None:
        os.environ[trust.NAMED] = before


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained") / "run"
    given: dict[str, Any] = {**fuzzing.TINY, "learner": {**fuzzing.TINY["learner"], "hidden": HIDDEN, "layers": LAYERS}}
    run.Run.start(WORLD, folder, config.read(given, "tiny")).go(lambda *_: None)
    return folder


@pytest.fixture
def policy(trained: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(trained / "policy", tmp_path / "policy"))


def changed(policy: Path, **arrays: Any) -> None:
    """Other arrays in a policy, by names with `_` for dots; None takes one away."""
    with np.load(policy / "arrays.npz") as there:
        held = {name: there[name] for name in there.files}
    held |= {name.replace("_", "."): array for name, array in arrays.items()}
    full: Any = {name: array for name, array in held.items() if array is not None}
    np.savez(policy / "arrays.npz", **full)


def stamped(policy: Path, **stamp: Any) -> None:
    about = json.loads((policy / "about.json").read_text())
    about["stamp"] |= stamp
    (policy / "about.json").write_text(json.dumps(about))


@pytest.mark.parametrize("first", range(0, 320, 80))
def test_broken_policies_run_folders_and_configurations_are_loaded_or_refused_in_a_sentence(first: int) -> None:
    wrong = {seed: said for seed in range(first, first + 80) if (said := fuzzing.attack(seed)) is not None}
    assert wrong == {}


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"net_policy_weight": None}, r"lacks 'net\.policy\.weight'"),
        ({"net_more": np.zeros(3, np.float32)}, "'net.more' is unknown"),
        ({"net_policy_weight": np.zeros((234, 9), np.float32)}, r"is float32\[234, 9\], must be float32\[234, 6\]"),
        ({"net_trunk_2_bias": np.zeros(HIDDEN)}, r"is float64\[6\], must be float32\[6\]"),
        ({"net_trunk_2_bias": np.full(HIDDEN, np.nan, np.float32)}, "not finite, in net.trunk.2.bias"),
        ({"net_trunk_2_weight": None}, "its layers are net.trunk.0, net.trunk.2 and so on"),
        ({"net_policy_bias": np.array([print] * 234, object)}, "no array of plain numbers or text"),
    ],
)
def test_weights_that_do_not_lead_from_the_inputs_to_the_actions_are_refused(
    arrays: dict[str, Any], words: str, policy: Path
) -> None:
    changed(policy, **arrays)
    with pytest.raises(ValueError, match=words) as caught:
        Policy(policy)
    assert str(policy) in str(caught.value)


@pytest.mark.parametrize(
    ("stamp", "words"),
    [
        ({"inputs": -1}, "how many inputs and actions"),
        ({"actions": 10**30}, "how many inputs and actions"),
        ({"encoder": None}, "must name an encoder"),
        ({"format": 9}, "a format that is unknown here"),
    ],
)
def test_a_stamp_that_is_none_is_refused(stamp: dict[str, Any], words: str, policy: Path) -> None:
    stamped(policy, **stamp)
    with pytest.raises(ValueError, match=words):
        Policy(policy)


@pytest.mark.parametrize("name", ["update", "updates", "seconds", "decisions"])
@pytest.mark.parametrize("value", [-1, "1", True, 1e999, 10**40, [1]])
def test_numbers_about_a_checkpoint_are_finite_and_not_below_0(name: str, value: Any, policy: Path) -> None:
    about = json.loads((policy / "about.json").read_text())
    (policy / "about.json").write_text(json.dumps({**about, name: value}).replace("Infinity", "1e999"))
    with pytest.raises(ValueError, match=rf"about\.json: must be numbers that are not below 0: {name}"):
        Policy(policy)


def test_a_bomb_is_refused_by_its_declared_sizes_and_takes_no_memory(policy: Path) -> None:
    (policy / "arrays.npz").write_bytes(fuzzing.bomb())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValueError, match="is no uncompressed array"):
        Policy(policy)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 50_000


def test_layers_of_a_deep_policy_are_used_in_their_order(trained: Path) -> None:
    """Ten comes before two in the alphabet, not in a network."""
    about, arrays = checkpoint.load(trained / "policy")
    seen = observation = np.random.default_rng(1).normal(size=(5, about["stamp"]["inputs"])).astype(np.float32)
    for number in range(LAYERS):
        name = f"net.trunk.{2 * number}"
        seen = np.tanh(seen @ arrays[f"{name}.weight"].T + arrays[f"{name}.bias"])
    expected = seen @ arrays["net.policy.weight"].T + arrays["net.policy.bias"]
    assert np.allclose(Policy(trained).logits(observation), expected, atol=1e-6)


@pytest.mark.parametrize("size", [1e20, 3e38, -3e38])
def test_a_policy_of_absurd_weights_answers_legally(size: float, policy: Path) -> None:
    with np.load(policy / "arrays.npz") as there:
        huge = {name.replace(".", "_"): np.full_like(there[name], size) for name in there.files}
    changed(policy, **huge)
    player, game = Policy(policy), WORLD.game(seed=2)
    for _ in range(20):
        assert game.seat is not None
        view = game.view(game.seat)
        answer = player.act(view)
        assert answer in view.legal
        game.apply(answer)


class Words:
    """A view whose encoder gives a text."""

    mask = np.ones(234, np.int8)

    def encode(self, name: str) -> str:
        return f"{name} of a view"


def test_a_policy_whose_encoder_gives_no_rows_is_refused_when_it_looks(policy: Path) -> None:
    view: Any = Words()
    with pytest.raises(ValueError, match="takes rows of numbers, the encoder 'flat' gives none"):
        Policy(policy).act(view)
    stamped(policy, encoder="round")
    game = WORLD.game(seed=2)
    with pytest.raises(ValueError, match="there is no encoder 'round'"):
        Policy(policy).act(game.view(game.seat or 0))


def test_code_that_a_policy_names_is_not_imported_until_the_user_names_it(
    policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "payload_of_policy.py").write_text(f"open({str(tmp_path / 'harm')!r}, 'w')\n")
    monkeypatch.syspath_prepend(tmp_path)
    stamped(policy, encoder="payload_of_policy:x")
    with pytest.raises(ValueError, match=r"about\.json: stamp\.encoder names the code .* --trust payload_of_policy"):
        Policy(policy)
    assert "payload_of_policy" not in sys.modules
    assert not (tmp_path / "harm").exists()
    trust.allow("payload_of_policy")
    Policy(policy)


@pytest.mark.parametrize(
    "line",
    [
        '[game]\nencoder = "payload:x"',
        '[learner]\npotential = "payload:x"',
        '[learner]\nmates = "expert,payload:X"',
        '[learner]\nteacher = "payload:X"',
    ],
)
def test_code_that_a_configuration_names_is_not_imported_until_the_user_names_it(line: str, tmp_path: Path) -> None:
    path = tmp_path / "theirs.toml"
    path.write_text(line + "\n")
    with pytest.raises(ValueError, match=r"names the code 'payload:[xX]'.*--trust payload"):
        config.load(path, None, WORLD)
    trust.allow("payload")
    config.load(path)


def test_code_that_the_user_types_or_that_is_ours_needs_no_trust(tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text('[learner]\npotential = "mpenv.agents.materia_prima.policy:promise"\nmates = "expert:0.9"\n')
    config.load(path, None, WORLD)
    config.load(path, {"learner.potential": "typed_rule:promise"})
    assert trust.is_allowed("typed_rule:promise")


def test_a_checkpoint_in_place_of_an_older_one_is_never_missing(policy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a file operation interrupts, the policy can be read."""
    about, arrays = checkpoint.load(policy)
    moved = os.replace

    def replaced(*paths: Any) -> None:
        Policy(policy)
        moved(*paths)
        Policy(policy)

    monkeypatch.setattr(os, "replace", replaced)
    checkpoint.save(policy, about, arrays)
