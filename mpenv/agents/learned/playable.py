"""What a world, its encoders and the agents say of a configuration, before anything is written or learned."""

from collections.abc import Callable, Collection
from typing import Any

from mpenv.agents import codes
from mpenv.agents.learned import mates
from mpenv.agents.learned.config import TrainConfig
from mpenv.engine.binding import rule_of
from mpenv.world import World


def options(chosen: TrainConfig) -> dict[str, Any]:
    """The options of the game that is trained on, as `World.game` takes them."""
    return {name: value for name, value in chosen.game.options().items() if name != "encoder"}


def faults(world: World, chosen: TrainConfig, wrong: Collection[str] = ()) -> list[str]:
    """All that is wrong with the game, its encoder, the potential and the mates; `wrong` settings are known already."""
    checks: dict[str, Callable[[], object]] = {
        "game.encoder": lambda: _plain(world, chosen.game.encoder),
        "game": lambda: world.game(seed=0, **options(chosen)),
        "learner.potential": lambda: _potential(chosen.learner.potential),
        "learner.mates": lambda: mates.checked(codes.team(chosen.learner.mates) if chosen.learner.mates else []),
    }
    if "game.seats" in wrong:  # another number of seats would be judged in their place
        del checks["game"]
    found = []
    for name, check in checks.items():
        try:
            check()
        except (ValueError, OSError) as fault:
            words = str(fault)
            found.append(words if words.startswith(name) else f"{name}: {words}")
    return found


def _plain(world: World, encoder: str) -> None:
    if world.encoder(encoder).parts:
        raise ValueError(f"the learner takes a plain row like 'flat', {encoder!r} gives a dict of arrays")


def _potential(code: str) -> None:
    if code:
        rule_of(code, "potential", "a compiled rule (t, s)")
