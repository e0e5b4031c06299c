"""The team of `with_sb3_prior.py` begins as the scripted player, and plays here as it does in its own library."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from mpenv.agents.learned.policy import Policy  # noqa: E402
from scripts.examples import with_sb3_prior as example  # noqa: E402
from scripts.maintain import docs_learning  # noqa: E402
from scripts.maintain.learning import plan, sb3  # noqa: E402


class AtOnce:
    """A budget that is used up before anything is learned."""

    most = 512 * 32

    def over(self, decisions: int) -> bool:
        return True


@pytest.fixture(scope="module")
def model() -> Any:
    """The model before training, a little further in its games."""
    found = example.learn(AtOnce())
    found.env.step(masks(found).argmax(1))
    return found


def masks(model: Any) -> np.ndarray:
    return np.stack(model.env.env_method("action_masks"))


def seen(model: Any) -> np.ndarray:
    found: np.ndarray = model.env.games.batch.observation
    return found


def test_it_begins_by_the_answer_that_the_observation_names(model: Any) -> None:
    rows, answer = seen(model), seen(model)[:, -model.action_space.n :]
    chosen, _ = model.predict(rows, action_masks=masks(model), deterministic=True)
    assert (chosen == answer.argmax(1))[answer.any(1)].mean() > 0.99


def test_at_first_only_the_critic_can_learn(model: Any) -> None:
    fixed = {name for name, weights in model.policy.named_parameters() if not weights.requires_grad}
    assert {name.partition(".")[0] for name in fixed} == {"mlp_extractor", "action_net"}
    assert not any("value" in name for name in fixed)


def test_its_policy_gives_the_same_probabilities_in_numpy(model: Any, tmp_path: Path) -> None:
    with torch.no_grad():
        model.policy.action_net.weight.normal_(0, 0.5)
        model.policy.action_net.bias.normal_(0, 0.5)
        rows, allowed = seen(model), masks(model)
        theirs = model.policy.get_distribution(torch.from_numpy(rows), allowed).distribution.probs.numpy()
    sb3.save(model, tmp_path / "policy", 0.0)
    logits = np.where(allowed, Policy(tmp_path).logits(rows), -np.inf)
    ours = np.exp(logits - logits.max(1, keepdims=True))
    np.testing.assert_allclose(ours / ours.sum(1, keepdims=True), theirs, rtol=1e-3, atol=1e-5)


def test_its_result_is_a_row_beside_the_other_configurations(tmp_path: Path) -> None:
    run, share = plan.Run(plan.LIBRARY, plan.LIBRARY, 1, "", {}), {"share": 0.5}
    made = {"decisions": 3_014_656, "minutes": 9.7, "expert": share, "likeliest": {"share": 0.6}}
    ahead = {"beside_expert": {"mean": 0.1, "low": 0.08, "high": 0.12}}
    path = tmp_path / plan.LIBRARY / "result.json"
    path.parent.mkdir()
    path.write_text(json.dumps({**run._asdict(), **made, **ahead}), encoding="utf-8")
    table = docs_learning.others_table(docs_learning.gathered(tmp_path))
    assert "| `sb3` | 3.0 M | 10 | 50.0 | 60.0 | +10.0 ± 2.0 |" in table
