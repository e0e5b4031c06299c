"""Pgx on the CPU: many games in one array; each compiled step returns masks and observations."""

import time
from collections.abc import Callable
from typing import Any

PACKAGES = ("pgx", "jax", "jaxlib")
GAMES_AT_ONCE = 1_024


def batch(game: str, *, reset: bool = True) -> Callable[[float], float]:
    """Measure choice, step, mask and observation of all games, one call for each step of the batch.

    `reset`: with Pgx's wrapper that begins a new game after an end; without it an ended game stays as it is.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    rules = pgx.make(game)
    step = jax.vmap(auto_reset(rules.step, rules.init) if reset else rules.step)

    def step_batch(state: Any, key: Any) -> Any:
        key, pick, chance = jax.random.split(key, 3)
        actions = jax.random.categorical(pick, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        return step(state, actions, jax.random.split(chance, GAMES_AT_ONCE)), key

    play = jax.jit(step_batch)
    state = key = None

    def run(seconds: float) -> float:
        nonlocal state, key
        if state is None:
            key = jax.random.PRNGKey(1)
            state = jax.jit(jax.vmap(rules.init))(jax.random.split(key, GAMES_AT_ONCE))
            state, key = jax.block_until_ready(play(state, key))
        decisions, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            state, key = jax.block_until_ready(play(state, key))
            decisions += GAMES_AT_ONCE
        return decisions / (time.perf_counter() - start)

    return run


GAMES = {
    "pgx_connect_four": lambda: batch("connect_four"),
    "pgx_hex": lambda: batch("hex"),
    "pgx_backgammon": lambda: batch("backgammon"),
    "pgx_backgammon_no_reset": lambda: batch("backgammon", reset=False),
    "pgx_chess": lambda: batch("chess"),
}
