"""OpenSpiel: Hanabi and Quoridor from Python, and Quoridor's random rollouts inside C++."""

import random
import time
from collections.abc import Callable
from typing import Any

PACKAGES = ("open_spiel",)
ROLLOUTS = 20  # of one call; about 3 milliseconds
LENGTHS = 400  # games, to estimate the mean length of a random game


def one_by_one(game: str) -> Callable[[float], float]:
    """Measure step, mask and observation of the player to move, from Python."""
    import numpy as np
    import pyspiel

    rng = random.Random(1)
    rules = pyspiel.load_game(game)
    state = rules.new_initial_state()

    def run(seconds: float) -> float:
        nonlocal state
        decisions, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            for _ in range(50):
                if state.is_terminal():
                    state = rules.new_initial_state()
                elif state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    player = state.current_player()
                    np.asarray(state.observation_tensor(player), np.float32)
                    state.legal_actions_mask(player)
                    state.apply_action(rng.choice(state.legal_actions(player)))
                    decisions += 1
        return decisions / (time.perf_counter() - start)

    return run


def rollouts() -> Callable[[float], float]:
    """Measure random games of Quoridor inside C++, without masks and observations.

    A search of one simulation calls the evaluator once, at the root. The evaluator does not count steps: they are its
    games times the mean length of a random game, which is measured first.
    """
    import pyspiel

    rules = pyspiel.load_game("quoridor")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(rules, evaluator, 2.0, 1, 10, False, 1, False)
    root, rng = rules.new_initial_state(), random.Random(1)
    length = sum(moves_of_a_game(rules, rng) for _ in range(LENGTHS)) / LENGTHS

    def run(seconds: float) -> float:
        games, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            bot.mcts_search(root)
            games += ROLLOUTS
        return games * length / (time.perf_counter() - start)

    return run


def moves_of_a_game(rules: Any, rng: random.Random) -> int:
    """Count the moves of one random game."""
    state, moves = rules.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


GAMES = {
    "openspiel_hanabi": lambda: one_by_one("hanabi(players=4)"),
    "openspiel_quoridor": lambda: one_by_one("quoridor"),
    "openspiel_quoridor_rollout": rollouts,
}
