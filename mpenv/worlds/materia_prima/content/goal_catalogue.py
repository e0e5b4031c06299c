"""Every goal that a generated mission may have, and about how long it takes a team."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.supplies import Means

Goal = dict[str, Any]
ERRANDS = 12  # town missions that can be fulfilled, before a scenario asks for several


class Deed(NamedTuple):
    """A goal; a mission takes one of a family, and its days together fit into the shortest game."""

    family: str
    goal: Goal
    days: int
    least: int = 0  # days that the game must have
    spoilt: str = ""  # the event that would spoil it

    @property
    def held(self) -> bool:
        return not self.goal["latched"]


def deeds(means: Means, types: list[str]) -> list[Deed]:
    """Deeds that a mission can ask for with these types of inquisitors."""
    found = [*_made(means), *(_stored(means) if means.mined else ()), *_standing()]
    found += _served(means) if means.errands >= ERRANDS else []
    found += _fought(means, types) if types else []
    return found


def _goal(who: str, held: bool = False, **said: Any) -> Goal:
    return {**said, "who": who, "latched": not held}


EACH_DAYS = {1: 3, 2: 7, 3: 11}
TEAM_DAYS = {1: 4, 2: 6, 3: 8}
TEAM_COUNT = {1: (1, 1), 2: (0, 1), 3: (1, 0)}  # level: so many, and so many more for each alchemist
HELD_DAYS = 2  # more than making it
SPOILS = {"homunculus": "lose homunculus", "equipment": "lose equipment", "stone": "lose fragment"}


def _made(means: Means) -> Iterator[Deed]:
    for kind in v.KINDS:
        for level in means.made[kind]:
            yield Deed(kind, _goal("each", make=kind, level=level, count=1), EACH_DAYS[level])
            count, a_seat = TEAM_COUNT[level]
            yield Deed(kind, _goal("team", make=kind, level=level, count=count, a_seat=a_seat), TEAM_DAYS[level])
            if level < v.LEVELS:
                goal = _goal("each", held=True, hold=kind, level=level, count=1)
                yield Deed(kind, goal, EACH_DAYS[level] + HELD_DAYS, spoilt=SPOILS[kind])


def _stored(means: Means) -> Iterator[Deed]:
    for count in (3, 4, 5):
        yield Deed("stock", _goal("each", stock=count), 2 + count // 2)
        yield Deed("stock", _goal("team", stock=1, a_seat=count), 2 + count // 2)
    for element in means.had[2]:
        yield Deed("stock", _goal("each", stock=1, element=element), 5)
        yield Deed("stock", _goal("team", stock=1, element=element, a_seat=1), 6)
    for element in means.had[3]:
        yield Deed("stock", _goal("team", stock=1, element=element), 6)
        yield Deed("stock", _goal("each", held=True, stock=1, element=element), 10)


def _standing() -> Iterator[Deed]:
    for town in v.TOWNS:
        yield Deed("stand", _goal("each", stand=town, count=1), 4)
        yield Deed("stand", _goal("team", held=True, stand=town, count=1), 3)


def _served(means: Means) -> Iterator[Deed]:
    """Town missions, and events paid with them."""
    yield Deed("missions", _goal("each", missions=1), 5)
    for count, days in ((1, 6), (2, 8), (3, 10)):
        yield Deed("missions", _goal("team", missions=count, a_seat=1), days)
    for count, days in ((1, 5), (2, 9)):
        yield Deed("events", _goal("team", events=count), days, least=(count + 1) * v.EVENT_DAYS[0])


def _fought(means: Means, types: list[str]) -> Iterator[Deed]:
    yield Deed("defeat", _goal("team", defeat=2), 6)
    yield Deed("defeat", _goal("team", defeat=1, a_seat=1), 8)
    yield Deed("defeat", _goal("each", defeat=1), 9)
    if means.raises(types, "attack"):
        yield Deed("keep", _goal("each", held=True, keep="stone"), 2)
    if means.raises(types, "destroy"):
        yield Deed("keep", _goal("each", held=True, keep="stock"), 3)
