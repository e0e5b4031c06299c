"""JaxMARL's Hanabi on the CPU: many games in one array; each compiled step returns masks and observations."""

import time
from collections.abc import Callable
from typing import Any

PACKAGES = ("jaxmarl", "jax", "jaxlib")
GAMES_AT_ONCE = 1_024


def hanabi() -> Callable[[float], float]:
    """Measure choice, step, masks and observations of four players in all games, a call for each step."""
    import jax
    import jax.numpy as jnp
    from jaxmarl import make

    rules = make("hanabi", num_agents=4)

    def pick(key: Any, legal: Any) -> Any:
        return jax.random.categorical(key, jnp.where(legal > 0, 0.0, -jnp.inf))

    def one(state: Any, masks: Any, key: Any) -> Any:
        picks, chance = jax.random.split(key)
        keys = dict(zip(rules.agents, jax.random.split(picks, rules.num_agents), strict=True))
        actions = {agent: pick(keys[agent], masks[agent]) for agent in rules.agents}
        observations, state, rewards, dones, _infos = rules.step(chance, state, actions)
        return state, rules.get_legal_moves(state), observations, rewards, dones

    def step_batch(state: Any, masks: Any, key: Any) -> Any:
        key, chance = jax.random.split(key)
        return jax.vmap(one)(state, masks, jax.random.split(chance, GAMES_AT_ONCE)), key

    play = jax.jit(step_batch)

    state = masks = key = None

    def run(seconds: float) -> float:
        nonlocal state, masks, key
        if state is None:
            key = jax.random.PRNGKey(1)
            _, state = jax.jit(jax.vmap(rules.reset))(jax.random.split(key, GAMES_AT_ONCE))
            masks = jax.jit(jax.vmap(rules.get_legal_moves))(state)
            (state, masks, *_), key = jax.block_until_ready(play(state, masks, key))
        decisions, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            (state, masks, *_), key = jax.block_until_ready(play(state, masks, key))
            decisions += GAMES_AT_ONCE
        return decisions / (time.perf_counter() - start)

    return run


GAMES = {"jaxmarl_hanabi": hanabi}
