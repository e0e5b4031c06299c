"""A training run and its folder: configuration, metrics, curve, checkpoints, first and last replay.

`config.json`, `metrics.jsonl` (a line an update), `tensorboard/`, `curve.svg`, `checkpoints/NNNNNN/` (the last two),
`policy/` (the weights that play), `first.jsonl` and `last.jsonl` (a game before and after). Everything is written so
that a kill at any moment leaves a folder that goes on as if nothing had happened.
"""

import contextlib
import dataclasses
import math
import os
import shlex
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from mpenv import array_files, files
from mpenv.agents.learned import checkpoint, config, curve, folder, playable, resuming, state
from mpenv.agents.learned.folder import free_folder
from mpenv.agents.learned.policy import Policy
from mpenv.agents.learned.ppo import Learner, Report
from mpenv.engine.batch import BatchGame
from mpenv.interrupts import held_back
from mpenv.record.replay import Recorder
from mpenv.seeds import begin
from mpenv.world import World

__all__ = ["Run", "Stopped", "free_folder"]


class Stopped(Exception):
    """The run was stopped by hand; its text says what is safe."""


class Run:
    """One run in one folder; `go()` trains until the budget is used up. Only one process at a time may have it."""

    def __init__(self, world: World, place: Path, chosen: config.TrainConfig) -> None:
        self.world, self.folder, self.config = world, place, chosen
        self.seconds, self.decisions = 0.0, 0
        self.saved: Path | None = None
        self._complete = True  # no update and no checkpoint is half done
        self._claim = contextlib.ExitStack()
        identity = world.game(seed=0, **playable.options(chosen)).identity
        self.stamp = checkpoint.stamp(world, chosen.game.encoder, identity["hash"])

    @classmethod
    def start(cls, world: World, place: Path, chosen: config.TrainConfig) -> "Run":
        """A new run in a folder that does not exist yet. Code that the configuration names is trusted from now on."""
        config.trust_codes(resuming.flat(dataclasses.asdict(chosen)))
        faults = playable.faults(world, chosen)  # before anything is written
        if faults:
            raise ValueError("\n".join(faults))
        try:
            (place / "checkpoints").mkdir(parents=True)
            with contextlib.ExitStack() as claim:
                claim.enter_context(_claimed(place))
                run = cls(world, place, chosen)
                run._write_config()
                run._build()
                run._begin()
                run._claim = claim.pop_all()
        except OSError as fault:
            raise ValueError(f"the run folder {place} can not be written: {fault.strerror or fault}") from None
        return run

    @classmethod
    def resume(cls, world: World, place: Path, changes: Mapping[str, Any] | None = None) -> "Run":
        """A run as its last checkpoint left it, or as it began; `changes` like `decisions` are stored in its folder."""
        folder.read_config(place)  # what is no run folder gets no lock either
        with contextlib.ExitStack() as claim:
            folder.refuse_links(place)
            claim.enter_context(_claimed(place))
            found = resuming.resumed(world, place, changes or {})
            run = cls(world, place, found.chosen)
            if found.place is not None:
                checkpoint.compare_stamp(found.place, found.about["stamp"], run.stamp)
            run._build()
            if found.place is not None:
                run._load(found.place)
            try:
                folder.remove_leftovers(place)
                folder.cut_metrics(place, run.learner.update_number)
                run._write_config()
                if not run.learner.update_number and not (place / folder.FIRST).exists():
                    run._begin()
            except OSError as fault:
                raise ValueError(f"the run folder {place} can not be written: {fault.strerror or fault}") from None
            run._claim = claim.pop_all()
        return run

    def _build(self) -> None:
        """Make the learner, which is the same for the same configuration."""
        how = self.config
        if how.minutes is not None:  # compiling is no training
            games = BatchGame(self.world, 1, potential=how.learner.potential, **how.game.options())
            games.step(games.mask.argmax(1))
        self.learner = Learner(self.world, how, how.total_updates)

    def _begin(self) -> None:
        """The first checkpoint, and a game before anything is learned."""
        self.save()
        self.record(folder.FIRST)

    def _write_config(self) -> None:
        content = files.dump_json(dataclasses.asdict(self.config))
        path = self.folder / folder.CONFIG
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            files.write(path, content)

    def close(self) -> None:
        """Let others write to the folder; `go()` does it at its end."""
        self._claim.close()

    # --- training -------------------------------------------------------------------------------

    @property
    def progress(self) -> float:
        """The share of the budget that is used up, from 0 to 1."""
        return self.learner.progress

    def go(self, show: Callable[["Run", Report], None]) -> None:
        """Train until the budget is used up; every checkpoint interval what was learned is safe.

        An interrupt waits until the update and the checkpoint are complete; a second one ends at once.
        """
        from torch.utils.tensorboard import SummaryWriter

        board = SummaryWriter(str(self.folder / "tensorboard"), purge_step=self.decisions)
        begun, saved = time.perf_counter() - self.seconds, time.perf_counter()
        try:
            with open(self.folder / folder.METRICS, "a", encoding="utf-8") as metrics:
                while self._goes_on(time.perf_counter() - begun):
                    with held_back():
                        report = self._update(begun, metrics)
                    for name, value in self._line(report).items():
                        board.add_scalar(name, value, self.decisions)
                    show(self, report)
                    if time.perf_counter() - saved > self.config.checkpoint_seconds:
                        with held_back():
                            self.save()
                        saved = time.perf_counter()
            with held_back():
                self.save()
            self.record(folder.LAST)
        except KeyboardInterrupt:
            raise Stopped(self._stop()) from None
        except OSError as fault:
            safe = f"safe is {self.saved}" if self.saved else "nothing is safe yet"
            raise ValueError(f"{self.folder} can not be written any more ({fault.strerror}); {safe}") from None
        finally:
            board.close()
            self.close()

    def _goes_on(self, seconds: float) -> bool:
        """Is there budget left? The clock of a run in minutes is looked at here, between two updates."""
        if self.config.minutes is None or self.learner.updates is not None:
            return self.learner.update_number < (self.learner.updates or 0)
        self.seconds, self.learner.time_used = seconds, seconds / (60 * self.config.minutes)
        return self.learner.time_used < 1

    def _update(self, begun: float, metrics: TextIO) -> Report:
        """One update and its line of metrics."""
        self._complete = False
        report = self.learner.update()
        if not math.isfinite(report.policy_loss + report.value_loss + report.kl):
            safe = f"; safe is {self.saved}" if self.saved else ""
            words = f"update {report.update} left no finite numbers in the network, learner.rate may be too high"
            raise ValueError(words + safe)
        self.seconds, self.decisions = time.perf_counter() - begun, self.decisions + report.decisions
        metrics.write(folder.measured(self._line(report)))
        metrics.flush()
        self._complete = True
        return report

    def _line(self, report: Report) -> dict[str, Any]:
        return {**dataclasses.asdict(report), "seconds": self.seconds, "total": self.decisions}

    def _stop(self) -> str:
        """Save after an interrupt, if no update was cut by it; what to do to go on."""
        again = f"go on with --resume {shlex.quote(str(self.folder))}"
        place = folder.checkpoint_of(self.folder, self.learner.update_number)
        with contextlib.suppress(KeyboardInterrupt):
            if self._complete and self.saved != place:
                self.save()
        if self._complete and self.saved == place:
            return f"stopped after update {self.learner.update_number}; {again}"
        return f"stopped at once; safe is the checkpoint {self.saved}; {again}"

    # --- what is kept ---------------------------------------------------------------------------

    def save(self) -> None:
        """A checkpoint, the weights that play, and the curve."""
        self._complete, learner = False, self.learner
        about = {
            "stamp": self.stamp,
            "update": learner.update_number,
            "updates": learner.updates,
            "seconds": self.seconds,
            "decisions": self.decisions,
        }
        arrays = state.arrays_of(learner)
        place = folder.checkpoint_of(self.folder, learner.update_number)
        checkpoint.save(place, about, arrays)
        checkpoint.save(self.folder / folder.POLICY, about, state.playing(arrays))
        self.saved = place
        folder.remove_old_checkpoints(self.folder)
        if learner.update_number:
            curve.draw(self.folder / folder.METRICS, self.folder / "curve.svg", self.config.name)
        self._complete = True

    def _load(self, place: Path) -> None:
        kinds, optional = state.kinds_of(self.learner, int(checkpoint.read_about(place)["update"]))

        def check(about: dict[str, Any], held: array_files.Arrays) -> None:
            checkpoint.compare_arrays(held, kinds, optional)

        about, arrays = checkpoint.load(place, self.stamp, check, state.bytes_of(kinds | optional))
        checkpoint.refuse_not_finite(place, arrays)
        try:
            state.restore(self.learner, arrays)
        except ValueError as fault:
            raise ValueError(f"{place} can not be gone on with: {fault}") from None
        self.learner.update_number = about["update"]
        self.seconds, self.decisions, self.saved = float(about["seconds"]), about["decisions"], place

    def record(self, name: str) -> None:
        """A game of the team as it is now, as a replay; agents get a seed from which the game's can not be read."""
        game = self.world.game(seed=self.config.seed, **playable.options(self.config))
        team = [Policy(self.folder) for _ in range(game.seats)]
        for seat, player in enumerate(team):
            begin(player, seat, self.config.seed)
        part = self.folder / f"{name}{files.PART}"
        with Recorder(part, self.world, game) as record:
            while game.seat is not None:
                record.apply(team[game.seat].act(game.view(game.seat)))
        os.replace(part, self.folder / name)


def _claimed(place: Path) -> contextlib.AbstractContextManager[None]:
    return files.claimed(place / folder.LOCK, "is held by another process, which trains in this run folder")
