"""A trained team as an agent: `policy:FOLDER`. Plain numpy, so that playing needs no torch."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from mpenv.agents.learned import checkpoint
from mpenv.world import View

FORBIDDEN = -1e9


class Policy:
    """The weights of a checkpoint; draws each action as likely as it holds it to be good."""

    def __init__(self, path: str | Path) -> None:
        folder = Path(path)
        if (folder / "policy").is_dir():  # a run folder
            folder = folder / "policy"
        self.about, arrays = checkpoint.load(folder)
        try:
            self.encoder = str(self.about["stamp"]["encoder"])
            self.inputs, self.actions = int(self.about["stamp"]["inputs"]), int(self.about["stamp"]["actions"])
            trunk = sorted({name.rsplit(".", 1)[0] for name in arrays if name.startswith("net.trunk.")})
            layers = [*trunk, "net.policy"]
            self._layers = [(arrays[f"{name}.weight"].T.copy(), arrays[f"{name}.bias"]) for name in layers]
        except (KeyError, TypeError, ValueError) as fault:
            raise ValueError(f"{folder} holds no policy: {fault} is missing") from None
        self._rng = np.random.default_rng(0)
        self._last: tuple[np.ndarray, np.ndarray, int] | None = None

    def reset(self, seat: int, seed: int) -> None:
        self._rng, self._last = np.random.default_rng([seed, seat]), None

    def act(self, view: View) -> int:
        return self.act_many([view])[0]

    def act_many(self, views: Sequence[View]) -> list[int]:
        """One look through the network for the views of many games."""
        seen = [self._seen(view) for view in views]
        rows, masks = np.stack([row for row, _ in seen]), np.stack([mask for _, mask in seen])
        chosen: list[int] = self.choose(rows, masks, self._rng).tolist()
        self._last = rows[-1:], masks[-1:], chosen[-1]
        return chosen

    def explain(self) -> str:
        """How likely it was to answer as it did."""
        if self._last is None:
            return ""
        row, mask, chosen = self._last
        likes = np.where(mask[0] == 0, FORBIDDEN, self.logits(row)[0])
        likely = np.exp(likes - likes.max())
        return f"answers so in {likely[chosen] / likely.sum():.0%} of such situations, {mask.sum()} answers"

    def _seen(self, view: View) -> tuple[np.ndarray, np.ndarray]:
        row, mask = view.encode(self.encoder), view.mask
        if row.shape != (self.inputs,) or mask.shape != (self.actions,):
            words = f"{self.inputs} inputs and {self.actions} actions, this game has {row.size} and {mask.size}"
            raise ValueError(f"the policy was trained with {words}")
        return row, mask

    def choose(self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """An action for each row, drawn by the Gumbel trick."""
        noise = rng.gumbel(size=mask.shape)
        chosen: np.ndarray = (np.where(mask == 0, FORBIDDEN, self.logits(observation)) + noise * (mask != 0)).argmax(1)
        return chosen

    def logits(self, observation: np.ndarray) -> np.ndarray:
        seen = observation
        for weight, bias in self._layers[:-1]:
            seen = np.tanh(seen @ weight + bias)
        weight, bias = self._layers[-1]
        found: np.ndarray = seen @ weight + bias
        return found
