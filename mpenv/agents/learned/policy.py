"""A trained policy as an agent: `policy:NAME`, `policy:FOLDER`. It runs in numpy, so that playing needs no torch."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import array_files, files, trust
from mpenv.agents.learned import checkpoint
from mpenv.engine.batch import BatchGame
from mpenv.world import View, World

LARGEST = float(np.finfo(np.float32).max)
LARGEST_PRIOR = 100  # as of the setting learner.prior
WIDEST = 1 << 20  # inputs and actions
TRUNK = re.compile(r"net\.trunk\.(0|[1-9]\d{0,3})\.weight")


class Policy:
    """Plays with the weights of a checkpoint; draws each action by its probability, or plays the likeliest.

    Its stamp says which. Weights may be stored in half precision, and are computed with in single precision.
    """

    def __init__(self, path: str | Path) -> None:
        folder = Path(path)
        if (folder / "policy").is_dir():  # a run folder
            folder = folder / "policy"
        self.folder = folder
        self.about, arrays = checkpoint.load(folder, check=_check)
        checkpoint.refuse_not_finite(folder, arrays)
        stamp = self.about["stamp"]
        self.encoder: str = stamp["encoder"]
        trust.check(self.encoder, f"{folder / 'about.json'}: stamp.encoder")
        self.inputs, self.actions = int(stamp["inputs"]), int(stamp["actions"])
        self._sees = int(stamp.get("sees", self.inputs))
        self._prior = float(stamp.get("prior", 0.0))
        self._answer = _answer(stamp) if self._prior else slice(0)
        self._draws = stamp.get("plays", checkpoint.DRAWN) == checkpoint.DRAWN
        layers = [*(f"net.trunk.{number}" for number in _trunk(arrays)), "net.policy"]
        weights = {name: array.astype(np.float32, copy=False) for name, array in arrays.items()}
        self._layers = [(weights[f"{name}.weight"].T.copy(), weights[f"{name}.bias"]) for name in layers]
        self._rng = np.random.default_rng(0)
        self._last: tuple[np.ndarray, np.ndarray, int] | None = None

    def refuse_misfit(self, world: World) -> None:
        """Refuse a world whose observations or actions are not those of the policy, and say what differs."""
        try:
            differs = checkpoint.misfits(self.about["stamp"], world)
        except ValueError as fault:  # of its encoder
            raise ValueError(f"{self.folder} cannot play: {fault}") from None
        if differs:
            raise ValueError(f"{self.folder} does not fit {world.name}: {'; '.join(differs)}")

    def reset(self, seat: int, seed: int) -> None:
        self._rng, self._last = np.random.default_rng([seed, seat]), None

    def act(self, view: View) -> int:
        return self.act_many([view])[0]

    def act_many(self, views: Sequence[View]) -> list[int]:
        """Answer in many games with one pass through the network."""
        inputs = [self._inputs(view) for view in views]
        rows, masks = np.stack([row for row, _ in inputs]), np.stack([mask for _, mask in inputs])
        chosen: list[int] = self.choose(rows, masks, self._rng).tolist()
        self._last = rows[-1:], masks[-1:], chosen[-1]
        return chosen

    def answer_batch(self, games: BatchGame, rows: np.ndarray | None = None, whim: int = 0) -> np.ndarray:
        """Answer in every game of a batch, or in these rows; `whim` seeds the draws."""
        if games.encoder != self.encoder or games.world.actions != self.actions:
            raise ValueError(f"{self.folder} reads rows of {self.encoder!r}, the batch has {games.encoder!r}")
        seen: Any = games.observation
        rows = np.arange(games.games) if rows is None else rows
        return self.choose(seen[rows], games.mask[rows], np.random.default_rng(whim))

    def explain(self) -> str:
        """Tell the probability of its last answer."""
        if self._last is None:
            return ""
        row, mask, chosen = self._last
        logits = np.where(mask[0] == 0, -np.inf, self.logits(row)[0])
        likely = np.exp(logits - logits.max())
        how = "with probability" if self._draws else "as its likeliest, with"
        return f"plays this {how} {likely[chosen] / likely.sum():.0%}, one of {mask.sum()} legal answers"

    def _inputs(self, view: View) -> tuple[np.ndarray, np.ndarray]:
        row, mask = view.encode(self.encoder), view.mask
        if not isinstance(row, np.ndarray):
            raise ValueError(f"the policy takes rows of numbers, the encoder {self.encoder!r} gives none")
        if row.shape != (self.inputs,) or mask.shape != (self.actions,):
            words = f"{self.inputs} inputs and {self.actions} actions, this game has {row.size} and {mask.size}"
            raise ValueError(f"the policy was trained with {words}")
        return row, mask

    def choose(self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Choose an action for each row: the likeliest, or one drawn (Gumbel-max trick)."""
        noise = rng.gumbel(size=mask.shape) if self._draws else np.zeros(mask.shape)
        chosen: np.ndarray = (np.where(mask == 0, -np.inf, self.logits(observation)) + noise * (mask != 0)).argmax(1)
        return chosen

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """Return a logit for each action; finite for any weights, so that legal actions beat illegal ones."""
        features = observation[..., : self._sees]
        with np.errstate(over="ignore", invalid="ignore"):
            for weight, bias in self._layers[:-1]:
                features = np.tanh(features @ weight + bias)
            weight, bias = self._layers[-1]
            found: np.ndarray = np.nan_to_num(features @ weight + bias, nan=0.0, posinf=LARGEST, neginf=-LARGEST)
        return found + np.float32(self._prior) * observation[..., self._answer] if self._prior else found


def _check(about: dict[str, Any], held: array_files.Arrays) -> None:
    """Refuse arrays that are no network from the inputs of the stamp over hidden layers to its actions."""
    stamp = about["stamp"]
    inputs, actions, encoder = stamp.get("inputs"), stamp.get("actions"), stamp.get("encoder")
    if stamp.get("format") != checkpoint.FORMAT:
        raise files.BadFile(held.path, f"is of a format that is unknown here, known is {checkpoint.FORMAT}")
    if not (isinstance(encoder, str) and 0 < len(encoder) <= 200 and _size(inputs) and _size(actions)):
        words = "its stamp must name an encoder, and how many inputs and actions there are"
        raise files.BadFile(held.path.parent / "about.json", f"is of no policy: {words}")
    sees = stamp.get("sees", inputs)
    if not _size(sees) or sees > inputs:
        raise files.BadFile(held.path.parent / "about.json", "is of no policy: it sees no more than its inputs")
    if not _is_prior(stamp.get("prior", 0.0)) or (stamp.get("prior") and _answer(stamp).stop == 0):
        words = f"its prior must be a number from 0 to {LARGEST_PRIOR}, added to a field 'answer' of the encoder"
        raise files.BadFile(held.path.parent / "about.json", f"is of no policy: {words}")
    if stamp.get("plays", checkpoint.DRAWN) not in checkpoint.PLAYS:
        words = f"it plays {' or '.join(checkpoint.PLAYS)} answers"
        raise files.BadFile(held.path.parent / "about.json", f"is of no policy: {words}")
    numbers = _trunk(held.members)
    if not numbers or numbers != list(range(0, 2 * len(numbers), 2)):
        raise files.BadFile(held.path, "holds no policy: its layers are net.trunk.0, net.trunk.2 and so on")
    half = held.members["net.trunk.0.weight"].dtype == np.float16
    kind = np.dtype(np.float16 if half else np.float32)
    wanted: dict[str, checkpoint.Kind] = {}
    width = sees
    for number in numbers:
        shape = held.members[f"net.trunk.{number}.weight"].shape
        wanted |= _layer(f"net.trunk.{number}", shape[0] if shape else 0, width, kind)
        width = shape[0] if shape else 0
    critic = _layer("net.value", 1, width, kind)
    checkpoint.compare_arrays(held, wanted | _layer("net.policy", actions, width, kind), critic)


def _trunk(names: Iterable[str]) -> list[int]:
    """Return the numbers of the hidden layers, in ascending order."""
    return sorted(int(found[1]) for name in names if (found := TRUNK.fullmatch(name)))


def _layer(name: str, outputs: int, inputs: int, kind: np.dtype[Any]) -> dict[str, checkpoint.Kind]:
    return {f"{name}.weight": (kind, (outputs, inputs)), f"{name}.bias": (kind, (outputs,))}


def _answer(stamp: dict[str, Any]) -> slice:
    """Return the columns of the field `answer`, with a number for each action; an empty slice where there are none."""
    start, fields = 0, stamp.get("fields")
    for one in fields if isinstance(fields, list) else ():
        if not (isinstance(one, list) and len(one) == 2 and _size(one[1])):
            return slice(0)
        if one[0] == "answer" and one[1] == stamp["actions"]:
            return slice(start, start + one[1])
        start += one[1]
    return slice(0)


def _is_prior(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LARGEST_PRIOR


def _size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= WIDEST
