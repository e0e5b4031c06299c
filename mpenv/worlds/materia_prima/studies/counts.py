"""Statistics over games: how often and how early events happened."""

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

from mpenv.evaluation.statistics import wilson
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.studies.game_stats import Course

BOARD_DAYS = (*v.EVENT_DAYS, 20)
COUNTED = {
    "attacks on alchemists": "attack",
    "defeats of inquisitors": "defeat",
    "stones lost": "stone lost",
    "homunculi lost": "homunculus lost",
    "elements destroyed": "destroyed",
    "elements handed over": "handed over",
    "events paid": "paid",
    "events unpaid": "unpaid",
}
Figures = dict[str, Any]


def figures(courses: Sequence[Course]) -> Figures:
    """All statistics by name; None for what never happened."""
    days = sum(course.day for course in courses)
    firsts = [first(course, "inquisitor") for course in courses]
    return {
        "games": len(courses),
        "days": max(course.length for course in courses),
        "days played": days / len(courses),
        "mission met": wilson(sum(course.outcome == "success" for course in courses), len(courses)),
        "aborted": sum(course.outcome == "abort" for course in courses) / len(courses),
        "decisions": sum(course.plies for course in courses) / len(courses),
        **_alarms(courses, days),
        "first inquisitor": middle(firsts),
        "inquisitors": {day: _on_board(courses, day) for day in BOARD_DAYS if day <= courses[0].length},
        **{name: often(courses, what) for name, what in COUNTED.items()},
        "blocked": sum(course.closed for course in courses) / max(1, sum(course.neighbours for course in courses)),
        **_first_items(courses),
        "missions": {day: _by(courses, "mission", day) for day in v.EVENT_DAYS if day <= courses[0].length},
        "actions": shares(courses),
    }


def first(course: Course, what: str) -> float:
    """First day of an event; infinity if it never happened."""
    return min(course.days.get(what, []), default=float("inf"))


def middle(days: Sequence[float]) -> float | None:
    """Median day; None when fewer than half of the games have one."""
    found = statistics.median_high(days)
    return None if found == float("inf") else found


def often(courses: Sequence[Course], what: str) -> float:
    """Mean number of an event per game."""
    return sum(len(course.days.get(what, [])) for course in courses) / len(courses)


def _alarms(courses: Sequence[Course], days: int) -> Figures:
    """Alarms a day, over the game and its halves."""
    halves = {}
    for name, wanted in (("first half", True), ("second half", False)):
        played = sum(_is_early(course, day) == wanted for course in courses for day in range(1, course.day + 1))
        alarms = sum(_is_early(course, day) == wanted for course in courses for day in course.days.get("alarm", []))
        halves[f"alarms a day, {name}"] = alarms / played if played else None
    return {"alarms a day": sum(len(course.days.get("alarm", [])) for course in courses) / days, **halves}


def _is_early(course: Course, day: int) -> bool:
    return 2 * day <= course.length


def _on_board(courses: Sequence[Course], day: int) -> float | None:
    """Mean number of inquisitors on the morning of a day, over games that reached it."""
    there = [course.on_board[day] for course in courses if day in course.on_board]
    return sum(there) / len(there) if there else None


def _by(courses: Sequence[Course], what: str, day: int) -> float:
    return sum(sum(one <= day for one in course.days.get(what, [])) for course in courses) / len(courses)


def _first_items(courses: Sequence[Course]) -> Figures:
    """Median day of the first item of each level, and the share of games that have one."""
    found: Figures = {}
    for level in range(1, v.LEVELS + 1):
        days = [first(course, f"level {level}") for course in courses]
        found[f"first level {level}"] = middle(days)
        found[f"games with level {level}"] = sum(day < float("inf") for day in days) / len(days)
    return found


def shares(courses: Sequence[Course]) -> dict[str, float]:
    """Share of each block of actions among all decisions."""
    counts = sum((course.actions for course in courses), Counter[str]())
    total = max(1, counts.total())
    return {block.name: counts[block.name] / total for block in c.BLOCKS if counts[block.name]}
