"""The supply of elements: unlimited, or a number of each (AMB-38)."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.rules.state import State

ENOUGH = 9999


@rule(also=("MP-SETUP-12",))
def left(s: State, element: int) -> int:
    return s.supply[element] if s.house.supply > 0 else ENOUGH


@rule("MP-SETUP-12")
def draw(s: State, element: int, wanted: int) -> int:
    """Take from the supply; with a shortage fewer come."""
    if s.house.supply == 0:
        return wanted
    come = min(wanted, s.supply[element])
    s.supply[element] -= come
    return come


@rule(also=("MP-SETUP-12",))
def give_back(s: State, element: int, count: int) -> None:
    if s.house.supply > 0:
        s.supply[element] += count
