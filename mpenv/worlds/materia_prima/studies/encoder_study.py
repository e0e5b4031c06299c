"""Test of an encoder: how well a small network imitates the expert from its numbers alone, in minutes of one core.

`python -m mpenv.worlds.materia_prima.studies.encoder_study ENCODER SCENARIO SEATS --minutes M` trains a network of two
layers on states that the expert and the network itself visit, each with the expert's answer as its label (DAgger). On
held-out seeds it prints the share of answers that agree, and the success of teams beside the expert's.

The field `answer` is left out, or there would be nothing to learn.
"""

import argparse
import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np

from mpenv import worlds
from mpenv.agents.materia_prima.labels import labels
from mpenv.engine.batch import BatchGame
from mpenv.intervals import SURE, wilson
from mpenv.seeds import EVALUATION_SEED
from mpenv.worlds.materia_prima.catalogue import ACTIONS

if TYPE_CHECKING:
    from torch import Tensor, nn

WORLD = worlds.load("materia_prima")
HIDDEN = 256
GAMES, STEPS = 512, 8  # a chunk: so many decisions of so many games
MINIBATCH, EPOCHS = 1024, 2
RATE = 1e-3  # falls to 0
EXPERT_ALONE = 0.1  # share of the time in which the expert plays; then its share falls,
EXPERT_GONE = 0.6  # until the network plays alone
TRAINING_SEED = 10_000_000
WAYS = ("drawn", "greedy", "expert")  # of playing the held-out games


class Ends(NamedTuple):
    """Held-out games: which succeeded, and the share of answers that were the expert's."""

    success: np.ndarray
    agreement: float


def told(encoder: str) -> int:
    """The numbers of a row that are learned from: all but the answer, which comes last."""
    about = WORLD.encoder(encoder)
    if about.parts:
        raise ValueError(f"the study takes a row of numbers, {encoder!r} gives a dict of arrays")
    last = about.fields[-1]
    return about.size - (last.size if last.name == "answer" else 0)


def made(inputs: int) -> "nn.Sequential":
    from torch import nn

    layers: list[nn.Module] = []
    for width in (inputs, HIDDEN):
        layers += [nn.Linear(width, HIDDEN), nn.LayerNorm(HIDDEN), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(HIDDEN, ACTIONS))


def logits_of(network: "nn.Sequential", games: BatchGame, inputs: int) -> "Tensor":
    """The logits of all games, illegal answers left out."""
    import torch

    with torch.no_grad():
        found: Tensor = network(torch.from_numpy(games.observation[:, :inputs]))
        return found.masked_fill(torch.from_numpy(games.mask) == 0, -1e9)


def drawn(logits: "Tensor") -> np.ndarray:
    """Draw an answer for each row (Gumbel-max trick)."""
    import torch

    answers: np.ndarray = (logits - torch.empty_like(logits).exponential_().log_()).argmax(-1).numpy()
    return answers


def learn(encoder: str, options: dict[str, Any], minutes: float, seed: int) -> tuple["nn.Sequential", int]:
    """Train a network for minutes of processor time; return it and the number of decisions it learned from."""
    import torch
    from torch.nn import functional

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng, inputs = np.random.default_rng(seed), told(encoder)
    games = BatchGame(WORLD, GAMES, seed=TRAINING_SEED + seed * 1_000_003, encoder=encoder, **options)
    network = made(inputs)
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    rows = torch.zeros(STEPS, GAMES, inputs)
    masks, answers = torch.zeros(STEPS, GAMES, ACTIONS, dtype=torch.int8), torch.zeros(STEPS, GAMES, dtype=torch.int64)
    labels(games)
    begin, decisions, part = time.process_time(), 0, 0.0
    while part < 1:
        for step in range(STEPS):
            right = labels(games)
            rows[step], masks[step] = torch.from_numpy(games.observation[:, :inputs]), torch.from_numpy(games.mask)
            answers[step] = torch.from_numpy(right)
            by_expert = rng.random(GAMES) < 1 - (part - EXPERT_ALONE) / (EXPERT_GONE - EXPERT_ALONE)
            games.step(np.where(by_expert, right, drawn(logits_of(network, games, inputs))))
        decisions += STEPS * GAMES
        flat, mask, wanted = rows.flatten(0, 1), masks.flatten(0, 1), answers.flatten()
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - part)
        for _ in range(EPOCHS):
            for chosen in torch.split(torch.randperm(len(wanted)), MINIBATCH):
                loss = functional.cross_entropy(
                    network(flat[chosen]).masked_fill(mask[chosen] == 0, -1e9), wanted[chosen]
                )
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                optimizer.step()
        part = (time.process_time() - begin) / (60 * minutes)
    return network, decisions


def play(network: "nn.Sequential", encoder: str, options: dict[str, Any], held_out: int, how: str) -> Ends:
    """Play every held-out game once, and compare each answer of the network with the expert's."""
    games = BatchGame(WORLD, held_out, seed=EVALUATION_SEED, encoder=encoder, **options)
    inputs, runs = told(encoder), np.ones(held_out, bool)
    success, same, asked = np.zeros(held_out, bool), 0, 0
    while runs.any():
        logits, right = logits_of(network, games, inputs), labels(games)
        greedy = logits.argmax(-1).numpy()
        same += int((greedy == right)[runs].sum())
        asked += int(runs.sum())
        answers = right if how == "expert" else greedy if how == "greedy" else drawn(logits)
        step = games.step(answers)
        ended = runs & step.done
        success[ended] = step.info.outcome[ended] == 1
        runs &= ~step.done
    return Ends(success, same / asked)


def report(ends: dict[str, Ends]) -> str:
    """The success of each way to play with its interval, beside the expert on the same seeds."""
    expert = ends["expert"].success
    lines = []
    for how, found in ends.items():
        share, low, high = wilson(int(found.success.sum()), len(found.success))
        ahead = found.success.astype(float) - expert
        half = SURE * float(ahead.std(ddof=1)) / len(ahead) ** 0.5
        beside = "" if how == "expert" else f", beside the expert {100 * ahead.mean():+.1f} +- {100 * half:.1f}"
        lines.append(f"{how:>7}: {share:.1%} succeed ({low:.1%} to {high:.1%}){beside}")
        lines.append(f"         {found.agreement:.1%} of its greedy answers agree on the states visited so")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="How well a small network imitates the expert from an encoder.")
    parser.add_argument("encoder", metavar="ENCODER")
    parser.add_argument("scenario", metavar="SCENARIO")
    parser.add_argument("seats", metavar="SEATS", type=int)
    parser.add_argument("--minutes", type=float, default=10, help="of processor time to learn in; the usual test: 10")
    parser.add_argument("--held-out", type=int, default=500, metavar="N", help="games that are played afterwards")
    parser.add_argument("--difficulty", default=None, help="by default that of the scenario")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    options = {"scenario": chosen.scenario, "seats": chosen.seats, "difficulty": chosen.difficulty}
    network, decisions = learn(chosen.encoder, options, chosen.minutes, chosen.seed)
    print(
        f"{chosen.encoder} on {chosen.scenario}/{chosen.seats}: {told(chosen.encoder)} numbers, "
        f"{decisions:,} decisions in {chosen.minutes:g} minutes of a core",
        flush=True,
    )
    print(report({how: play(network, chosen.encoder, options, chosen.held_out, how) for how in WAYS}))


if __name__ == "__main__":
    main()
