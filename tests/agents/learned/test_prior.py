"""Residual policies begin as the player whose answer the encoder names; other networks must not see that answer."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mpenv import worlds  # noqa: E402
from mpenv.agents.learned import config, run  # noqa: E402
from mpenv.agents.learned.answers import answer_columns, columns_seen  # noqa: E402
from mpenv.agents.learned.policy import Policy  # noqa: E402
from mpenv.agents.learned.ppo import Learner  # noqa: E402
from mpenv.worlds.materia_prima import WORLD  # noqa: E402

SMALL: dict[str, Any] = {
    "name": "small",
    "updates": 2,
    "threads": 1,
    "checkpoint_seconds": 1e9,
    "game": {"scenario": "drill-errand", "encoder": "deduced"},
    "learner": {"games": 16, "rollout": 16, "epochs": 1, "minibatch": 64, "hidden": 8},
}
BY_ERRANDS = {"scenario": "drill-errand", "encoder": "errands", "actions": "errands"}


def chosen(prior: float, game: dict[str, Any] = SMALL["game"], rollout: int = 16) -> config.TrainConfig:
    how = {**SMALL["learner"], "prior": prior, "rollout": rollout}
    return config.read({**SMALL, "game": game, "learner": how}, "small", WORLD)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[float, run.Run]:
    """A finished run without a prior, and one with it, by the prior."""
    found = {}
    for prior in (0.0, 3.0):
        one = run.Run.start(WORLD, tmp_path_factory.mktemp("runs") / "run", chosen(prior))
        one.go(lambda *_: None)
        found[prior] = one
    return found


def rows(one: run.Run) -> tuple[np.ndarray, np.ndarray]:
    games = one.learner.games
    return games.observation.copy(), games.mask.copy()


@pytest.mark.parametrize("game", [SMALL["game"], BY_ERRANDS], ids=["by steps", "by errands"])
def test_a_fresh_network_with_a_large_prior_plays_exactly_the_scripted_answer(game: dict[str, Any]) -> None:
    world = worlds.by_actions(WORLD, game.get("actions", "steps"))
    one = Learner(world, chosen(100.0, game, rollout=80), 2)
    one._play()
    told = one._rollout.observations[..., answer_columns(world, one.games.encoder)]
    assert (told.sum(-1) == 1).all()
    assert torch.equal(told.argmax(-1), one._rollout.actions)
    assert one._rollout.dones.any(), "whole games are played so"


def test_a_fresh_network_without_a_prior_does_not() -> None:
    one = Learner(WORLD, chosen(0.0), 2)
    told = one.games.observation[:, answer_columns(WORLD, "deduced")].argmax(1)
    one._play()
    assert (one._rollout.actions[0].numpy() == told).mean() < 0.5


def test_a_prior_of_a_policy_is_part_of_its_logits_as_in_training(runs: dict[float, run.Run]) -> None:
    for prior, one in runs.items():
        observation, mask = rows(one)
        policy = Policy(one.folder)
        with torch.no_grad():
            expected = one.learner.network(torch.from_numpy(observation), torch.from_numpy(mask))[0].numpy()
        legal = mask > 0
        assert np.allclose(policy.logits(observation)[legal], expected[legal], atol=1e-5)
        columns = answer_columns(WORLD, "deduced")
        blind = observation.copy()
        blind[:, columns] = 0
        apart = policy.logits(observation) - policy.logits(blind)
        assert apart.any() if prior else not apart.any()


def test_a_policy_says_which_columns_it_sees_and_which_prior_it_adds(runs: dict[float, run.Run]) -> None:
    size, columns = WORLD.encoder("deduced").size, answer_columns(WORLD, "deduced")
    assert columns == slice(size - WORLD.actions, size)
    without, with_prior = (json.loads((one.folder / "policy" / "about.json").read_text()) for one in runs.values())
    assert (without["stamp"]["inputs"], without["stamp"]["sees"]) == (size, columns.start)
    assert "prior" not in without["stamp"]
    assert with_prior["stamp"]["prior"] == 3.0
    assert "sees" not in with_prior["stamp"]
    shapes = [next(one.learner.network.trunk.parameters()).shape[1] for one in runs.values()]
    assert shapes == [columns.start, size] == [columns_seen(WORLD, "deduced", prior) for prior in runs]


def test_an_encoder_that_names_no_answer_is_seen_as_a_whole() -> None:
    assert columns_seen(WORLD, "flat", 0.0) == columns_seen(WORLD, "flat", 1.0) == WORLD.encoder("flat").size
    with pytest.raises(ValueError, match="the encoder 'flat' has no field 'answer' with a number for each action"):
        answer_columns(WORLD, "flat")
    with pytest.raises(ValueError, match="'errands' has no field 'answer'"):  # its answers are errands, not steps
        answer_columns(WORLD, "errands")


@pytest.mark.parametrize("prior", [0.0, 3.0])
def test_policies_of_both_kinds_play_whole_games(prior: float, runs: dict[float, run.Run]) -> None:
    policy, game = Policy(runs[prior].folder), WORLD.game(scenario="drill-errand", seed=7)
    policy.reset(0, 1)
    while game.seat is not None:
        view = game.view(game.seat)
        answer = policy.act(view)
        assert answer in view.legal
        game.apply(answer)


NONE = "no policy: it sees no more than its inputs"
NO_PRIOR = "no policy: its prior must be a number from 0 to 100, added to a field 'answer' of the encoder"


@pytest.mark.parametrize(
    ("prior", "stamp", "words"),
    [
        (0.0, {"sees": 0}, NONE),
        (0.0, {"sees": -5}, NONE),
        (0.0, {"sees": "all"}, NONE),
        (0.0, {"sees": None}, NONE),
        (0.0, {"sees": True}, NONE),
        (0.0, {"sees": 10**9}, NONE),
        (0.0, {"sees": 7}, r"'net\.trunk\.0\.weight' is float32\[8, 1999\], must be float32\[8, 7\]"),
        (3.0, {"sees": 7}, r"'net\.trunk\.0\.weight' is float32\[8, 2233\], must be float32\[8, 7\]"),
        (3.0, {"prior": "much"}, NO_PRIOR),
        (3.0, {"prior": None}, NO_PRIOR),
        (3.0, {"prior": [3.0]}, NO_PRIOR),
        (3.0, {"prior": True}, NO_PRIOR),
        (3.0, {"prior": -3.0}, NO_PRIOR),
        (3.0, {"prior": 100.5}, NO_PRIOR),
        (3.0, {"prior": 10**400}, NO_PRIOR),
        (3.0, {"fields": []}, NO_PRIOR),
        (3.0, {"fields": [["answer", 7]]}, NO_PRIOR),
        (3.0, {"fields": [["all", -1], ["answer", 234]]}, NO_PRIOR),
        (3.0, {"fields": "answer"}, NO_PRIOR),
    ],
)
def test_a_damaged_stamp_is_refused(
    prior: float, stamp: dict[str, Any], words: str, runs: dict[float, run.Run], tmp_path: Path
) -> None:
    place = Path(shutil.copytree(runs[prior].folder / "policy", tmp_path / "policy"))
    about = json.loads((place / "about.json").read_text())
    about["stamp"] |= stamp
    (place / "about.json").write_text(json.dumps(about))
    with pytest.raises(ValueError, match=words) as caught:
        Policy(place)
    assert str(place) in str(caught.value)
