"""A training run in its folder: start, resume, train until the budget is used up, evaluate now and then, save.

The folder holds `config.json`, `metrics.jsonl` (a line for each update), `evaluations.jsonl` (held-out games),
`tensorboard/`, `curve.svg`, `checkpoints/NNNNNN/` (the last two), `policy/` (the weights that play), `first.jsonl` and
`last.jsonl` (replays of a game before and after). A kill at any moment leaves a folder from which training resumes
exactly.
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

from mpenv import array_files, files, worlds
from mpenv.agents.learned import checkpoint, config, config_checks, curve, learner_state, resuming, run_folder
from mpenv.agents.learned.evaluations import TRAINED, Evaluations, Point, cut
from mpenv.agents.learned.policy import Policy
from mpenv.agents.learned.ppo import Learner, Report
from mpenv.engine.batch import BatchGame
from mpenv.interrupts import held_back
from mpenv.play import begin_team, play
from mpenv.record.replay import Recorder
from mpenv.world import World


class Stopped(Exception):
    """The run was interrupted; the text names the checkpoint and the command that resumes it."""


class Run:
    """One run in one folder; `go()` trains until the budget is used up. One process at a time may hold it."""

    learner: Learner
    evaluations: Evaluations

    def __init__(self, world: World, place: Path, chosen: config.TrainConfig) -> None:
        self.folder, self.config = place, chosen
        self.world = world = worlds.by_actions(world, chosen.game.actions)
        self.seconds, self.decisions = 0.0, 0  # of training; evaluations do not count
        self.saved: Path | None = None
        self._complete = True  # False while an update or a checkpoint is half done
        self._claim = contextlib.ExitStack()
        identity = world.game(seed=0, **config_checks.options(chosen)).identity
        self.stamp = checkpoint.stamp(
            world, chosen.game.encoder, identity["hash"], chosen.learner.prior, chosen.learner.plays
        )

    @classmethod
    def start(cls, world: World, place: Path, chosen: config.TrainConfig) -> "Run":
        """Begin a run in a folder that does not exist yet; code that the configuration names is trusted from now on."""
        config.trust_codes(config.flat(dataclasses.asdict(chosen)))
        faults = config_checks.faults(world, chosen)  # before anything is written
        if faults:
            raise ValueError("\n".join(faults))
        try:
            (place / "checkpoints").mkdir(parents=True)
            with contextlib.ExitStack() as claim:
                claim.enter_context(_claimed(place))
                run = cls(world, place, chosen)
                run._write_config()
                run._build()
                run.evaluations = Evaluations(run.world, chosen, place)
                run._begin()
                run._claim = claim.pop_all()
        except OSError as fault:
            raise ValueError(f"the run folder {place} cannot be written: {fault.strerror or fault}") from None
        return run

    @classmethod
    def resume(cls, world: World, place: Path, changes: Mapping[str, Any] | None = None) -> "Run":
        """Resume a run from its last checkpoint, or from its beginning; `changes` are stored in its folder."""
        run_folder.read_config(place)  # before a lock is written into a folder of something else
        with contextlib.ExitStack() as claim:
            run_folder.refuse_links(place)
            claim.enter_context(_claimed(place))
            found = resuming.resumed(world, place, changes or {})
            run = cls(world, place, found.chosen)
            if found.place is not None:
                checkpoint.compare_stamp(found.place, found.about["stamp"], run.stamp)
            run._build()
            if found.place is not None:
                run._load(found.place)
            try:
                run_folder.remove_leftovers(place)
                run_folder.cut_metrics(place, run.learner.update_number)
                cut(place, run.learner.update_number)
                run.evaluations = Evaluations(run.world, run.config, place)
                run._write_config()
                if not run.learner.update_number and not (place / run_folder.FIRST).exists():
                    run._begin()
            except OSError as fault:
                raise ValueError(f"the run folder {place} cannot be written: {fault.strerror or fault}") from None
            run._claim = claim.pop_all()
        return run

    def _build(self) -> None:
        """Make the learner; the same configuration gives the same one."""
        how = self.config
        if how.minutes is not None:  # compile before the clock runs
            games = BatchGame(self.world, 1, potential=how.learner.potential, **how.game.options())
            games.step(games.mask.argmax(1))
        self.learner = Learner(self.world, how, how.total_updates)

    def _begin(self) -> None:
        """Save the first checkpoint, and record a game before anything is learned."""
        self.save()
        self.record(run_folder.FIRST)

    def _write_config(self) -> None:
        content = files.dump_json(dataclasses.asdict(self.config))
        path = self.folder / run_folder.CONFIG
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            files.write(path, content)

    def close(self) -> None:
        """Release the folder for other processes; `go()` does so at its end."""
        self._claim.close()

    # --- training -------------------------------------------------------------------------------

    @property
    def progress(self) -> float:
        """Return the share of the budget that is used up, from 0 to 1."""
        return self.learner.progress

    def go(
        self, show: Callable[["Run", Report], None], show_evaluation: Callable[["Run", Point], None] = lambda *_: None
    ) -> None:
        """Train until the budget is used up, with evaluations in between, saving a checkpoint at every interval.

        An interrupt waits until the update or checkpoint is complete; a second one stops at once.
        """
        from torch.utils.tensorboard import SummaryWriter

        board = SummaryWriter(str(self.folder / "tensorboard"), purge_step=self.decisions + 1)
        self._begun, saved = time.perf_counter() - self.seconds, time.perf_counter()
        try:
            with open(self.folder / run_folder.METRICS, "a", encoding="utf-8") as metrics:
                while self._goes_on():
                    self._evaluate(board, show_evaluation)
                    with held_back():
                        report = self._update(metrics)
                    for name, value in self._line(report).items():
                        board.add_scalar(name, value, self.decisions)
                    show(self, report)
                    if time.perf_counter() - saved > self.config.checkpoint_seconds:
                        with held_back():
                            self.save()
                        saved = time.perf_counter()
            self._evaluate(board, show_evaluation)
            with held_back():
                self.save()
            self.record(run_folder.LAST)
        except KeyboardInterrupt:
            raise Stopped(self._stop()) from None
        except OSError as fault:
            last = f"the last checkpoint is {self.saved}" if self.saved else "there is no checkpoint yet"
            raise ValueError(f"{self.folder} cannot be written any more ({fault.strerror}); {last}") from None
        finally:
            board.close()
            self.close()

    def _goes_on(self) -> bool:
        """Check that there is budget left; the clock of a run in minutes is read between two updates."""
        if self.config.minutes is None or self.learner.updates is not None:
            return self.learner.update_number < (self.learner.updates or 0)
        self.seconds = time.perf_counter() - self._begun
        self.learner.time_used = self.seconds / (60 * self.config.minutes)
        return self.learner.time_used < 1

    def _evaluate(self, board: Any, show: Callable[["Run", Point], None]) -> None:
        """Play held-out games if they are due; the clock of the training stands still meanwhile."""
        learner, begun = self.learner, time.perf_counter()
        if not self.evaluations.missing(learner.update_number, learner.updates, self.seconds):
            return
        about = {"update": learner.update_number, "decisions": self.decisions, "seconds": self.seconds}
        for one in self.evaluations.players(about):
            show(self, one)
        point = self.evaluations.team(learner.network, self.progress >= 1, about)
        show(self, point)
        for name in ("success", "low", "high", "beside", "beside_low", "beside_high"):
            board.add_scalar(f"held_out/{name}", point[name], self.decisions)
        self._begun += time.perf_counter() - begun

    def _update(self, metrics: TextIO) -> Report:
        """Run one update and write its line of metrics."""
        self._complete = False
        report = self.learner.update()
        if not math.isfinite(report.policy_loss + report.value_loss + report.kl):
            last = f"; the last checkpoint is {self.saved}" if self.saved else ""
            words = f"update {report.update} diverged to infinite numbers or NaN, learner.rate may be too high"
            raise ValueError(words + last)
        self.seconds, self.decisions = time.perf_counter() - self._begun, self.decisions + report.decisions
        metrics.write(run_folder.metrics_line(self._line(report)))
        metrics.flush()
        self._complete = True
        return report

    def _line(self, report: Report) -> dict[str, Any]:
        """Return the metrics of an update by name, the share of each outcome among them."""
        line = dataclasses.asdict(report)
        outcomes = line.pop("outcomes")
        return {**line, **outcomes, "seconds": self.seconds, "total": self.decisions}

    def _stop(self) -> str:
        """Save after an interrupt, unless it cut an update; return how to resume."""
        again = f"resume with --resume {shlex.quote(str(self.folder))}"
        place = run_folder.checkpoint_of(self.folder, self.learner.update_number)
        with contextlib.suppress(KeyboardInterrupt):
            if self._complete and self.saved != place:
                self.save()
        if self._complete and self.saved == place:
            return f"stopped after update {self.learner.update_number}; {again}"
        return f"stopped at once; the last checkpoint is {self.saved}; {again}"

    # --- saving ---------------------------------------------------------------------------------

    def save(self) -> None:
        """Write a checkpoint, the weights that play, and the learning curve."""
        self._complete, learner = False, self.learner
        about = {
            "stamp": self.stamp,
            "update": learner.update_number,
            "updates": learner.updates,
            "seconds": self.seconds,
            "decisions": self.decisions,
        }
        arrays = learner_state.arrays_of(learner)
        place = run_folder.checkpoint_of(self.folder, learner.update_number)
        checkpoint.save(place, about, arrays)
        checkpoint.save(self.folder / run_folder.POLICY, about, learner_state.policy_arrays(arrays))
        self.saved = place
        run_folder.remove_old_checkpoints(self.folder)
        if learner.update_number:
            self._draw_curve()
        self._complete = True

    def _draw_curve(self) -> None:
        there = self.evaluations
        points = [one for one in there.points if one["team"] == TRAINED]
        level = there.of_player(there.reference)
        metrics, path = self.folder / run_folder.METRICS, self.folder / run_folder.CURVE
        curve.draw(metrics, path, self.config.name, self.world, points, level)

    def _load(self, place: Path) -> None:
        """Load a checkpoint into the learner."""
        kinds, optional = learner_state.kinds_of(self.learner, int(checkpoint.read_about(place)["update"]))

        def check(about: dict[str, Any], held: array_files.Arrays) -> None:
            checkpoint.compare_arrays(held, kinds, optional)

        about, arrays = checkpoint.load(place, self.stamp, check, learner_state.bytes_of(kinds | optional))
        checkpoint.refuse_not_finite(place, arrays)
        try:
            learner_state.restore(self.learner, arrays)
        except ValueError as fault:
            raise ValueError(f"{place} cannot be resumed: {fault}") from None
        self.learner.update_number = about["update"]
        self.seconds, self.decisions, self.saved = float(about["seconds"]), about["decisions"], place

    def record(self, name: str) -> None:
        """Write a replay of one game of the team as it is now."""
        game = self.world.game(seed=self.config.seed, **config_checks.options(self.config))
        team = [Policy(self.folder) for _ in range(game.seats)]
        begin_team(game, team, self.config.seed)
        part = self.folder / f"{name}{files.PART}"
        with Recorder(part, self.world, game) as recorder:
            play(game, team, advance=recorder.advance)
        os.replace(part, self.folder / name)


def _claimed(place: Path) -> contextlib.AbstractContextManager[None]:
    return files.claimed(place / run_folder.LOCK, "is held by another process, which trains in this run folder")
