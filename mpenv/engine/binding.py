"""The shared loops, bound to the rules of a world."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mpenv.engine import loops
from mpenv.engine.jit import bind, bound
from mpenv.engine.switches import PLAIN
from mpenv.world import World, brought

LOOPS = loops.step_games, loops.refused, loops.standing, loops.play_on, loops.play_out
_BOUND: dict[tuple[Path, str, str], dict[str, Callable[..., Any]]] = {}


def drivers(world: World, encoder: str, potential: str = "") -> dict[str, Callable[..., Any]]:
    """Bind the loops to a world's rules: once, also for copies of the world that came out of a pickle.

    `potential`: `module:NAME` of a compiled rule `(t, s)` in place of the world's own.
    """
    key = world.home, encoder, potential
    if key not in _BOUND:
        names = world.rules(encoder)
        for name, usual in (("accepts", "legal"), ("proceed", "answer"), ("present", "write")):
            names.setdefault(name, names[usual])
        names["choose"] = bound(loops.any_legal, **names)
        names["show_mask"] = bound(loops.write_mask, **names)
        if potential:
            names["potential"] = rule_of(potential, "potential", "a compiled rule (t, s)")
        label = f"{encoder}.{potential}" if potential else encoder
        _BOUND[key] = {loop.__name__: bind(loop, world.home, label, **names) for loop in LOOPS}
    return _BOUND[key]


def rule_of(code: str, what: str, kind: str) -> Callable[..., Any]:
    """Import the compiled rule that `module:NAME` names."""
    found: Any = brought(code, f"{what} {code!r}") if isinstance(code, str) and ":" in code else None
    if not (hasattr(found, "py_func") or (PLAIN and callable(found))):
        raise ValueError(f"there is no {what} {code!r}: it is module:NAME of {kind}")
    rule: Callable[..., Any] = found
    return rule
