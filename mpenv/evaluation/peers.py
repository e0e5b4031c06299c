"""Games of others, driven in the same way as ours. Each is a different game: a ratio says what a decision costs."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mpenv.evaluation.rounds import Side

ROLLOUTS = 20  # of one call; about 3 milliseconds
GAMES = 400  # to know how long a random game is
INSTALL = "pip install 'mpenv[bench]', or make bench"


def hanabi() -> Side:
    """OpenSpiel's Hanabi with four players: step, mask and observation of the one asked, from Python."""
    import pyspiel

    rng = random.Random(1)
    rules = pyspiel.load_game("hanabi(players=4)")

    def run(seconds: float) -> dict[str, float]:
        steps, start = 0, time.perf_counter()
        end = start + seconds
        state = rules.new_initial_state()
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
                    steps += 1
        return {"openspiel_hanabi": steps / (time.perf_counter() - start)}

    return run


def quoridor() -> Side:
    """Random rollouts of Quoridor inside OpenSpiel's C++: no mask, no observation, nothing crosses into Python.

    A search of one simulation is one call of the evaluator at the root. It does not count its steps: they are the
    games it played times the mean length of a random game, which is found first.
    """
    import pyspiel

    rules = pyspiel.load_game("quoridor")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(rules, evaluator, 2.0, 1, 10, False, 1, False)
    root, rng = rules.new_initial_state(), random.Random(1)
    length = sum(_length(rules, rng) for _ in range(GAMES)) / GAMES

    def run(seconds: float) -> dict[str, float]:
        games, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            bot.mcts_search(root)
            games += ROLLOUTS
        return {"openspiel_quoridor_rollout": games * length / (time.perf_counter() - start)}

    return run


def _length(rules: Any, rng: random.Random) -> int:
    """The moves of one random game."""
    state, moves = rules.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


def connect_four() -> Side:
    """PettingZoo's Connect Four, as its users get it."""
    from pettingzoo.classic.connect_four.connect_four import env

    return turns("connect_four", env())


def turns(name: str, env: Any) -> Side:
    """Random legal play of an AEC environment, ours or theirs: `last` and `step`, whole games with their resets."""
    rng = random.Random(1)
    env.reset(seed=1)

    def run(seconds: float) -> dict[str, float]:
        steps, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            for _ in range(20):
                if not env.agents:
                    env.reset()
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
        return {name: steps / (time.perf_counter() - start)}

    return run


# What has to be there, and the games that need it.
PEERS: dict[str, tuple[Callable[[], Side], ...]] = {
    "OpenSpiel": (hanabi, quoridor),
    "what PettingZoo's connect_four_v3 needs (pygame-ce)": (connect_four,),
}


def installed(say: Callable[[str], None]) -> dict[str, Side]:
    """The games that are there, by name; of each that is missing one line says how to get it."""
    found: dict[str, Side] = {}
    for needed, games in PEERS.items():
        try:
            found |= {game.__name__: game() for game in games}
        except ImportError:
            say(f"{needed} is not installed: {INSTALL}")
    return found
