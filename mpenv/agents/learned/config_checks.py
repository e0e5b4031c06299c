"""Check a configuration against the world, its encoders and the agents, before anything is written or learned."""

from collections.abc import Callable, Collection
from typing import Any

from mpenv import worlds
from mpenv.agents import codes, registry
from mpenv.agents.learned import mates, teacher
from mpenv.agents.learned.answers import answer_columns
from mpenv.agents.learned.config import TrainConfig
from mpenv.agents.learned.settings import shown
from mpenv.engine.binding import rule_of
from mpenv.options import declared
from mpenv.world import World


def options(chosen: TrainConfig) -> dict[str, Any]:
    """Return the options of the game as `World.game` takes them."""
    return {name: value for name, value in chosen.game.options().items() if name != "encoder"}


def faults(world: World, chosen: TrainConfig, wrong: Collection[str] = ()) -> list[str]:
    """List what is wrong with the game, its encoder, the potential and the mates.

    `wrong` names settings with faults found before, which stand at their defaults.
    """
    checks: dict[str, Callable[[], object]] = {
        "game.actions": lambda: worlds.by_actions(world, chosen.game.actions),
        "game.encoder": lambda: _check_encoder(world, chosen.game.encoder),
        "game": lambda: world.game(seed=0, **options(chosen)),
        "tasks": lambda: _check_tasks(world, chosen),
        "learner.prior": lambda: _check_prior(world, chosen),
        "learner.teacher": lambda: _check_teacher(world, chosen),
        "learner.potential": lambda: _check_potential(chosen.learner.potential),
        "learner.mates": lambda: _check_mates(world, chosen),
        "reference": lambda: _check_reference(world, chosen),
    }
    if "game.seats" in wrong:  # the game would be checked with the default instead
        del checks["game"]
    if not chosen.tasks or any(name.partition(".")[0] == "tasks" for name in wrong):
        del checks["tasks"]
    found = []
    for name, check in checks.items():
        try:
            check()
        except (ValueError, OSError) as fault:
            words = str(fault)
            found.append(words if words.startswith(name) else f"{name}: {words}")
    return found


def _check_encoder(world: World, encoder: str) -> None:
    if world.encoder(encoder).parts:
        raise ValueError(f"the learner takes a row of numbers, {encoder!r} gives a dict of arrays")


def _check_tasks(world: World, chosen: TrainConfig) -> None:
    known = options(chosen)
    if strange := [name for name in chosen.tasks if name not in declared(world)]:
        raise ValueError(f"there is no option {shown(strange[0])}, there are: {', '.join(declared(world))}")
    teams = {world.game(seed=0, **{**known, **one}).seats for one in chosen.all_tasks()}
    if chosen.learner.mates and len(teams) > 1:
        raise ValueError(f"beside mates all tasks have one number of seats, not {', '.join(map(str, sorted(teams)))}")


def _check_prior(world: World, chosen: TrainConfig) -> None:
    if chosen.learner.prior:
        answer_columns(worlds.by_actions(world, chosen.game.actions), chosen.game.encoder)


def _check_teacher(world: World, chosen: TrainConfig) -> None:
    if chosen.learner.teacher:
        longer, how = worlds.by_actions(world, chosen.game.actions), chosen.learner
        teacher.checked(longer, how.teacher, chosen.game.encoder, how.labels)


def _check_mates(world: World, chosen: TrainConfig) -> None:
    mates.checked(world, codes.team(chosen.learner.mates) if chosen.learner.mates else [])


def _check_reference(world: World, chosen: TrainConfig) -> None:
    if chosen.reference:
        if registry.parse(chosen.reference, world).form != "name":
            raise ValueError(f"{chosen.reference!r} must be the name of a scripted player")
        if not hasattr(registry.make(chosen.reference, world=world), "answer_batch"):
            raise ValueError(f"{chosen.reference!r} has no `answer_batch(games)`, as scripted players have")


def _check_potential(code: str) -> None:
    if code:
        rule_of(code, "potential", "a compiled rule (t, s)")
