"""Put the policy of a training run into mpenv, as `policy:NAME` with a card.

    python -m scripts.maintain.ship_policy RUN NAME [--likeliest]

writes a draft, the weights alone, to build/policies/NAME and prints how to measure it. With what was measured

    python -m scripts.maintain.ship_policy RUN NAME [--likeliest] --results FILE ... --command "mpenv train ..."
        --machine "two cores of ..." --fails "where it fails, in words"

writes mpenv/policies/NAME and its hashes. Weights are stored in half precision when they would be too large otherwise.
A run that has not used up its budget is refused, and so are results of other weights, of too few or of broken games.
"""

import argparse
import dataclasses
import math
import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import files, options, seeds, worlds
from mpenv.agents import registry
from mpenv.agents.learned import checkpoint, config, run_folder, shipped
from mpenv.agents.learned.card import Card, Reached, Share
from mpenv.agents.learned.policy import Policy
from mpenv.intervals import SURE, wilson
from mpenv.play import decisions
from mpenv.world import View, World
from tests.places import ROOT

DRAFTS = ROOT / "build" / "policies"
NAME = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")
ROOM = 100_000  # bytes for all but the numbers: headers, about.json and the card
STATES, APART = 400, 5  # on which answers are compared: every so many decisions one
LEAST_SAME = 0.98  # of the answers in half precision
LEAST_GAMES = 500  # of a team in results
NOT_OPTIONS = ("seed", "isolated", "limits", "teams")  # in a file of results
NOT_SETTINGS = ("name", "seed", "world", "decisions", "updates", "minutes", "checkpoint_seconds", "evaluation_seeds")
POLICY = "policy:"


class Trained(NamedTuple):
    """A finished run: its configuration, the world it was trained in, and what its policy folder holds."""

    folder: Path
    chosen: config.TrainConfig
    world: World
    about: dict[str, Any]
    arrays: checkpoint.Arrays


def finished(folder: Path) -> Trained:
    """Read a run; one that is half done, or does not fit the game of today, is refused."""
    given = run_folder.read_config(folder)
    steps = worlds.load(given.get("world", worlds.DEFAULT))
    chosen = config.read(given, str(folder / run_folder.CONFIG), steps)
    world = worlds.by_actions(steps, chosen.game.actions)
    policy = folder / run_folder.POLICY
    about, arrays = checkpoint.load(policy)
    budget = chosen.total_updates
    if budget is None:
        done = about["seconds"] >= 60 * (chosen.minutes or 0)
    else:
        done = about["update"] >= budget
    if not done or not (folder / run_folder.LAST).exists():
        words = f"{about['update']} of {budget} updates" if budget else f"{about['seconds'] / 60:.1f} minutes"
        raise ValueError(f"{folder} is half done, after {words}: mpenv train --resume {folder}")
    stamp = about["stamp"]
    here = checkpoint.stamp(world, chosen.game.encoder, stamp["pack"], chosen.learner.prior)
    checkpoint.compare_stamp(policy, stamp, here)
    return Trained(folder, chosen, world, about, arrays)


# --- weights ----------------------------------------------------------------------------------------


def write_weights(run: Trained, folder: Path, likeliest: bool) -> float:
    """Write a policy without its critic; return on which share of states it answers as in single precision."""
    plays = {"plays": checkpoint.LIKELIEST} if likeliest else {}
    about = {**run.about, "stamp": {**run.about["stamp"], **plays}}
    arrays = {name: one for name, one in run.arrays.items() if not name.startswith("net.value.")}
    shutil.rmtree(folder, ignore_errors=True)
    checkpoint.save(folder, about, arrays)
    if sum(one.nbytes for one in arrays.values()) + ROOM <= shipped.MOST_BYTES:
        return 1.0
    whole = Policy(folder)
    with np.errstate(over="ignore"):
        half = {name: one.astype(np.float16) for name, one in arrays.items()}
    checkpoint.refuse_not_finite(f"{folder} in half precision", half)
    if (size := sum(one.nbytes for one in half.values()) + ROOM) > shipped.MOST_BYTES:
        raise ValueError(
            f"{run.folder} takes {size:,} bytes in half precision, at most {shipped.MOST_BYTES:,} are shipped"
        )
    checkpoint.save(folder, about, half)
    return same_answers(whole, Policy(folder), run)


def same_answers(whole: Policy, half: Policy, run: Trained) -> float:
    """Return the share of states in games of the run on which both answer the same; too small a share is refused."""
    rows, masks = states(whole, run)
    ours, theirs = (one.choose(rows, masks, np.random.default_rng(0)) for one in (whole, half))
    same = float((ours == theirs).mean())
    if same < LEAST_SAME:
        raise ValueError(f"in half precision only {same:.1%} of the answers stay the same, wanted are {LEAST_SAME:.0%}")
    return same


class Collector:
    """Plays as a policy, and collects what it saw in every so many decisions."""

    def __init__(self, policy: Policy) -> None:
        self._policy, self._count = policy, 0
        self.rows, self.masks = list[np.ndarray](), list[np.ndarray]()

    def reset(self, seat: int, seed: int) -> None:
        self._policy.reset(seat, seed)

    def act(self, view: View) -> int:
        if self._count % APART == 0:
            self.rows.append(view.encode(self._policy.encoder))
            self.masks.append(view.mask)
        self._count += 1
        return self._policy.act(view)


def states(policy: Policy, run: Trained) -> tuple[np.ndarray, np.ndarray]:
    """Collect observations and masks of games that a policy plays with itself, all tasks of its run in turns."""
    known = {name: value for name, value in run.chosen.game.options().items() if name != "encoder"}
    tasks, one, seed = run.chosen.all_tasks(), Collector(policy), seeds.EVALUATION_SEED
    while len(one.rows) < STATES:
        game = run.world.game(**{**known, **tasks[seed % len(tasks)]}, seed=seed)
        one.reset(0, seed)
        for _ in decisions(game, [one] * game.seats):
            if len(one.rows) == STATES:
                break
        seed += 1
    return np.stack(one.rows), np.stack(one.masks)


# --- results ----------------------------------------------------------------------------------------


def reached(path: Path, draft: Path, steps: World) -> Reached:
    """Return what `mpenv evaluate --json` found for this policy beside another team."""
    given = files.read_json(path, 1 << 28)
    try:
        teams = {one["team"]: one for one in given["teams"]}
        ours = [name for name in teams if name.startswith(POLICY)]
        games = {name: [(one["seed"], one["outcome"]) for one in team["games"]] for name, team in teams.items()}
        broken = [name for name, team in teams.items() if team["faults"]]
    except (TypeError, KeyError) as fault:
        raise files.BadFile(path, f"is no file of mpenv evaluate --json: {fault!r}") from None
    if len(ours) != 1 or len(teams) != 2:
        raise files.BadFile(path, f"must hold one policy beside one other team, it holds {', '.join(teams)}")
    mine, other = sorted(teams, key=lambda name: name not in ours)
    if [seed for seed, _ in games[mine]] != [seed for seed, _ in games[other]]:
        raise files.BadFile(path, f"compares {mine} and {other} on other seeds")
    if broken or len(games[mine]) < LEAST_GAMES:
        words = f"games broke of {', '.join(broken)}" if broken else f"it has {len(games[mine])} of {LEAST_GAMES} games"
        raise files.BadFile(path, f"is half done: {words}")
    refuse_others(path, shipped.place_of(mine.removeprefix(POLICY)), draft)
    won, beside = (np.array([one == steps.terms.success for _, one in games[name]]) for name in (mine, other))
    played = {name: value for name, value in given.items() if name not in NOT_OPTIONS and value not in (None, {})}
    kind = options.summary(steps, played, steps.game(**played, seed=0).seats)
    return Reached(
        kind, played, given["seed"], len(won), other, _rounded(wilson(int(won.sum()), len(won))),
        _rounded(wilson(int(beside.sum()), len(won))), _rounded(paired(won, beside)),
    )  # fmt: skip


def paired(won: np.ndarray, beside: np.ndarray) -> Share:
    """Return the difference of two rows of successes on the same seeds with its 95 % interval."""
    apart = won.astype(float) - beside
    half = SURE * float(apart.std(ddof=1)) / math.sqrt(len(apart))
    return float(apart.mean()), float(apart.mean()) - half, float(apart.mean()) + half


def _rounded(share: Iterable[float]) -> Share:
    success, low, high = (round(one, 4) for one in share)
    return success, low, high


def refuse_others(path: Path, measured: Path, draft: Path) -> None:
    """Refuse results of a policy that has not the weights and the stamp of a draft, or had others then."""
    measured = measured / run_folder.POLICY if (measured / run_folder.POLICY).is_dir() else measured
    (mine, ours), (theirs, arrays) = checkpoint.load(draft), checkpoint.load(measured)
    same = mine["stamp"] == theirs["stamp"] and all(
        name in arrays and np.array_equal(arrays[name].astype(one.dtype), one) for name, one in ours.items()
    )
    if not same:
        raise files.BadFile(path, f"is of another policy: {measured} has other weights, or plays otherwise")
    if path.stat().st_mtime_ns < (measured / "arrays.npz").stat().st_mtime_ns:
        raise files.BadFile(path, f"is older than the weights in {measured}: measure them again")


# --- the folder in mpenv ----------------------------------------------------------------------------


def card(run: Trained, asked: argparse.Namespace, draft: Path) -> Card:
    """Return the card of a policy: from its run, from what was measured, and what was typed."""
    steps = getattr(run.world, "steps", run.world)
    usual = config.flat(dataclasses.asdict(config.read({"world": run.chosen.world}, "the defaults", steps)))
    settings = {
        name: value
        for name, value in config.flat(dataclasses.asdict(run.chosen)).items()
        if name not in NOT_SETTINGS and value is not None and value != usual.get(name)
    }
    return Card(
        steps.name, run.chosen.game.actions, asked.command, settings, run.about["decisions"],
        round(run.about["seconds"] / 60, 1), asked.machine, asked.fails,
        [reached(path, draft, steps) for path in asked.results],
    )  # fmt: skip


def ship(draft: Path, name: str, words: Card) -> Path:
    """Move a draft with its card to mpenv/policies and write its hashes, the last thing of all."""
    files.write(draft / shipped.CARD, words.write())
    Card.read(draft / shipped.CARD)
    Policy(draft)
    size = sum((draft / file).stat().st_size for file in shipped.FILES)
    if size > shipped.MOST_BYTES:
        raise ValueError(f"{draft} has {size:,} bytes, at most {shipped.MOST_BYTES:,} are shipped")
    place, there = shipped.HOME / name, shipped.known()
    new = place.with_name(f"{name}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    for file in shipped.FILES:
        shutil.copyfile(draft / file, new / file)
    shutil.rmtree(place, ignore_errors=True)
    os.replace(new, place)
    there[name] = shipped.hashes(place)
    files.write(shipped.HOME / shipped.HASHES, files.dump_json(dict(sorted(there.items()))))
    return place


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="run folder of mpenv train")
    parser.add_argument("name", help="of the policy: small letters, digits, - and .")
    parser.add_argument("--likeliest", action="store_true", help="it plays its likeliest answer instead of drawing one")
    parser.add_argument(
        "--results", type=Path, nargs="+", help="files of mpenv evaluate --json, one for a kind of games"
    )
    parser.add_argument("--command", help="with which the run can be made again")
    parser.add_argument("--machine", help="on which it ran")
    parser.add_argument("--fails", help="where the policy fails, in words")
    parser.add_argument("--replace", action="store_true", help="put it in the place of the policy of that name")
    asked = parser.parse_args(argv)
    try:
        print(_done(asked))
    except (ValueError, OSError) as fault:
        sys.exit(f"ship_policy: {files.described(fault)}")


def _done(asked: argparse.Namespace) -> str:
    """Write a draft, or ship it; return what was done."""
    if not NAME.fullmatch(asked.name) or asked.name in registry.known():
        raise ValueError(
            f"{asked.name!r} is no name for a policy: small letters, digits, - and ., and of no other agent"
        )
    if asked.name in shipped.known() and not asked.replace:
        raise ValueError(f"there is a policy {asked.name!r} already; --replace puts this one in its place")
    if asked.results and (missing := [one for one in ("command", "machine", "fails") if not getattr(asked, one)]):
        raise ValueError(f"the card lacks {', '.join(f'--{one}' for one in missing)}")
    run, draft = finished(asked.run), DRAFTS / (f"{asked.name}.shipped" if asked.results else asked.name)
    same = write_weights(run, draft, asked.likeliest)
    size = f"{(draft / 'arrays.npz').stat().st_size:,} bytes, {same:.1%} of its answers as before"
    if not asked.results:
        return f"{draft}: {size}\nmeasure it:\n  mpenv evaluate policy:{draft} {_flags(run)} --games 2000 --json FILE"
    words = card(run, asked, draft)
    place = ship(draft, asked.name, words)
    return f"{place}: {size}\n{POLICY}{asked.name}: {words.sentence}"


def _flags(run: Trained) -> str:
    """The usual mate and the first game of a run, as words of a command."""
    known = {name: value for name, value in run.chosen.game.options().items() if name != "encoder"}
    known |= run.chosen.all_tasks()[0]
    steps = getattr(run.world, "steps", run.world)
    seats = steps.game(**known, seed=0).seats
    named = [("--world", run.chosen.world)] if run.chosen.world != worlds.DEFAULT else []
    flags = [*named, *options.typed(steps, known)]
    return " ".join([steps.terms.teammate, *(f"{flag} {value}" for flag, value in flags), f"--seats {seats}"])


if __name__ == "__main__":
    main()
