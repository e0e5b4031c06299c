"""A training run and its folder: configuration, metrics, curve, checkpoints, first and last replay.

`config.json`, `metrics.jsonl` (a line an update), `tensorboard/`, `curve.svg`, `checkpoints/NNNNNN/` (the last two),
`policy/` (the weights that play), `first.jsonl` and `last.jsonl` (a game before and after).
"""

import dataclasses
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mpenv.agents import codes
from mpenv.agents.learned import beside, checkpoint, config, curve
from mpenv.agents.learned.policy import Policy
from mpenv.agents.learned.ppo import Learner, Report, updates_for
from mpenv.record.replay import Recorder
from mpenv.world import World

KEPT = 2
Say = Callable[[str], None]


class Stopped(Exception):
    """The run was stopped by hand; what is safe is said."""


class Run:
    """One run in one folder; `go()` trains until the updates are done."""

    def __init__(self, world: World, folder: Path, chosen: config.TrainConfig, updates: int) -> None:
        self.world, self.folder, self.config = world, folder, chosen
        self.learner = Learner(world, chosen, updates)
        self.seconds, self.decisions = 0.0, 0
        self.saved: Path | None = None
        identity = world.game(seed=0, **_played(chosen)).identity
        self.stamp = checkpoint.stamp(world, chosen.game.encoder, identity["hash"])

    @classmethod
    def start(cls, world: World, folder: Path, chosen: config.TrainConfig) -> "Run":
        """A new run in a folder that does not exist yet."""
        _plain(world, chosen.game.encoder)  # what is wrong is told before anything is written
        beside.checked(codes.team(chosen.learner.mates) if chosen.learner.mates else [])
        world.game(seed=0, **_played(chosen))
        try:
            (folder / "checkpoints").mkdir(parents=True)
            (folder / "config.json").write_text(json.dumps(dataclasses.asdict(chosen), indent=1) + "\n")
        except OSError as fault:
            raise ValueError(f"the run folder {folder} can not be written: {fault.strerror}") from None
        run = cls(world, folder, chosen, updates_for(world, chosen))
        run.save()
        run.record("first.jsonl")
        return run

    @classmethod
    def resume(cls, world: World, folder: Path) -> "Run":
        """A run as its last checkpoint left it."""
        try:
            given = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as fault:
            raise ValueError(f"{folder} is no run folder: {fault}") from None
        chosen = config.read(given, str(folder / "config.json"))
        kept = sorted(one for one in (folder / "checkpoints").glob("[0-9]*") if one.suffix != ".new")
        if not kept:
            raise ValueError(f"{folder} has no checkpoint")
        about, _ = checkpoint.load(kept[-1])
        run = cls(world, folder, chosen, int(about["updates"]))
        run._load(kept[-1])
        return run

    # --- training -------------------------------------------------------------------------------

    def go(self, show: Callable[["Run", Report], None]) -> None:
        """Train to the end; every checkpoint interval what was learned is safe."""
        from torch.utils.tensorboard import SummaryWriter

        learner = self.learner
        board = SummaryWriter(str(self.folder / "tensorboard"), purge_step=self.decisions)
        begun, saved = time.perf_counter() - self.seconds, time.perf_counter()
        try:
            with open(self.folder / "metrics.jsonl", "a", encoding="utf-8") as metrics:
                while learner.update_number < learner.updates:
                    report = learner.update()
                    self.seconds, self.decisions = time.perf_counter() - begun, self.decisions + report.decisions
                    line = {**dataclasses.asdict(report), "seconds": self.seconds, "total": self.decisions}
                    metrics.write(json.dumps(line) + "\n")
                    metrics.flush()
                    for name, value in line.items():
                        board.add_scalar(name, value, self.decisions)
                    show(self, report)
                    if time.perf_counter() - saved > self.config.checkpoint_seconds:
                        self.save()
                        saved = time.perf_counter()
            self.save()
            self.record("last.jsonl")
        except KeyboardInterrupt:
            self.save()
            raise Stopped(f"stopped after update {learner.update_number}; go on with --resume {self.folder}") from None
        except OSError as fault:
            safe = f"safe is {self.saved}" if self.saved else "nothing is safe yet"
            raise ValueError(f"{self.folder} can not be written any more ({fault.strerror}); {safe}") from None
        finally:
            board.close()

    # --- what is kept ---------------------------------------------------------------------------

    def save(self) -> None:
        """A checkpoint, the weights that play, and the curve."""
        learner = self.learner
        about = {
            "stamp": self.stamp,
            "update": learner.update_number,
            "updates": learner.updates,
            "seconds": self.seconds,
            "decisions": self.decisions,
        }
        weights = {f"net.{name}": value.numpy() for name, value in learner.network.state_dict().items()}
        held = {f"games.{name}": value for name, value in learner.games.snapshot().items()}
        place = self.folder / "checkpoints" / f"{learner.update_number:06}"
        arrays = {**weights, **_optimizer(learner), **held, "torch.rng": torch.get_rng_state().numpy()}
        checkpoint.save(place, about, arrays)
        plays = {name: value for name, value in weights.items() if not name.startswith("net.critic.")}
        checkpoint.save(self.folder / "policy", about, plays)
        self.saved = place
        for old in sorted((self.folder / "checkpoints").glob("[0-9]*"))[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
        if learner.update_number:
            curve.draw(self.folder / "metrics.jsonl", self.folder / "curve.svg", self.config.name)

    def _load(self, place: Path) -> None:
        about, arrays = checkpoint.load(place, self.stamp)
        learner = self.learner
        weights = {
            name.removeprefix("net."): torch.from_numpy(a) for name, a in arrays.items() if name.startswith("net.")
        }
        learner.network.load_state_dict(weights)
        _restore_optimizer(learner, arrays)
        learner.games.restore({n.removeprefix("games."): a for n, a in arrays.items() if n.startswith("games.")})
        torch.set_rng_state(torch.from_numpy(arrays["torch.rng"]))
        learner.update_number = int(about["update"])
        self.seconds, self.decisions, self.saved = float(about["seconds"]), int(about["decisions"]), place
        _cut(self.folder / "metrics.jsonl", learner.update_number)

    def record(self, name: str) -> None:
        """A game of the team as it is now, as a replay."""
        game = self.world.game(seed=self.config.seed, **_played(self.config))
        team = [Policy(self.folder) for _ in range(game.seats)]
        for seat, player in enumerate(team):
            player.reset(seat, self.config.seed)
        with Recorder(self.folder / name, self.world, game) as record:
            while game.seat is not None:
                record.apply(team[game.seat].act(game.view(game.seat)))


def _played(chosen: config.TrainConfig) -> dict[str, Any]:
    return {name: value for name, value in chosen.game.options().items() if name != "encoder"}


def _optimizer(learner: Learner) -> dict[str, np.ndarray]:
    arrays = {}
    for number, state in learner.optimizer.state_dict()["state"].items():
        for name, value in state.items():
            arrays[f"adam.{number}.{name}"] = value.numpy()
    return arrays


def _restore_optimizer(learner: Learner, arrays: dict[str, np.ndarray]) -> None:
    kept: dict[int, dict[str, torch.Tensor]] = {}
    for name, value in arrays.items():
        if name.startswith("adam."):
            _, number, what = name.split(".")
            kept.setdefault(int(number), {})[what] = torch.from_numpy(value)
    learner.optimizer.load_state_dict({**learner.optimizer.state_dict(), "state": kept})


def _cut(metrics: Path, updates: int) -> None:
    """Forget what was measured after the checkpoint."""
    if metrics.exists():
        lines = metrics.read_text(encoding="utf-8").splitlines(keepends=True)[:updates]
        fresh = metrics.with_suffix(".new")
        fresh.write_text("".join(lines), encoding="utf-8")
        os.replace(fresh, metrics)


def free_folder(parent: Path, name: str) -> Path:
    """`runs/quickstart-1`, or the next number that is free."""
    number = 1
    while (parent / f"{name}-{number}").exists():
        number += 1
    return parent / f"{name}-{number}"


def _plain(world: World, encoder: str) -> None:
    if world.encoder(encoder).parts:
        raise ValueError(f"game.encoder: the learner takes a plain row like 'flat', {encoder!r} gives a dict of arrays")
