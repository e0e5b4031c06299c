"""Statistics over games: how often and how early events happened."""

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

from mpenv.intervals import wilson
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.studies.game_stats import GameStats

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


def figures(games: Sequence[GameStats]) -> Figures:
    """All statistics by name; None for what never happened."""
    days = sum(game.day for game in games)
    firsts = [first(game, "inquisitor") for game in games]
    return {
        "games": len(games),
        "days": max(game.length for game in games),
        "days played": days / len(games),
        "mission met": wilson(sum(game.outcome == "success" for game in games), len(games)),
        "aborted": sum(game.outcome == "abort" for game in games) / len(games),
        "decisions": sum(game.plies for game in games) / len(games),
        **_alarms(games, days),
        "first inquisitor": middle(firsts),
        "inquisitors": {day: _on_board(games, day) for day in BOARD_DAYS if day <= games[0].length},
        **{name: often(games, what) for name, what in COUNTED.items()},
        "blocked": sum(game.closed for game in games) / max(1, sum(game.neighbours for game in games)),
        **_first_items(games),
        "missions": {day: _by(games, "mission", day) for day in v.EVENT_DAYS if day <= games[0].length},
        "actions": shares(games),
    }


def first(game: GameStats, what: str) -> float:
    """First day of an event; infinity if it never happened."""
    return min(game.days.get(what, []), default=float("inf"))


def middle(days: Sequence[float]) -> float | None:
    """Median day; None when fewer than half of the games have one."""
    found = statistics.median_high(days)
    return None if found == float("inf") else found


def often(games: Sequence[GameStats], what: str) -> float:
    """Mean number of an event per game."""
    return sum(len(game.days.get(what, [])) for game in games) / len(games)


def _alarms(games: Sequence[GameStats], days: int) -> Figures:
    """Alarms a day, over the game and its halves."""
    halves = {}
    for name, wanted in (("first half", True), ("second half", False)):
        played = sum(_is_early(game, day) == wanted for game in games for day in range(1, game.day + 1))
        alarms = sum(_is_early(game, day) == wanted for game in games for day in game.days.get("alarm", []))
        halves[f"alarms a day, {name}"] = alarms / played if played else None
    return {"alarms a day": sum(len(game.days.get("alarm", [])) for game in games) / days, **halves}


def _is_early(game: GameStats, day: int) -> bool:
    return 2 * day <= game.length


def _on_board(games: Sequence[GameStats], day: int) -> float | None:
    """Mean number of inquisitors on the morning of a day, over games that reached it."""
    there = [game.on_board[day] for game in games if day in game.on_board]
    return sum(there) / len(there) if there else None


def _by(games: Sequence[GameStats], what: str, day: int) -> float:
    return sum(sum(one <= day for one in game.days.get(what, [])) for game in games) / len(games)


def _first_items(games: Sequence[GameStats]) -> Figures:
    """Median day of the first item of each level, and the share of games that have one."""
    found: Figures = {}
    for level in range(1, v.LEVELS + 1):
        days = [first(game, f"level {level}") for game in games]
        found[f"first level {level}"] = middle(days)
        found[f"games with level {level}"] = sum(day < float("inf") for day in days) / len(days)
    return found


def shares(games: Sequence[GameStats]) -> dict[str, float]:
    """Share of each block of actions among all decisions."""
    counts = sum((game.actions for game in games), Counter[str]())
    total = max(1, counts.total())
    return {block.name: counts[block.name] / total for block in c.BLOCKS if counts[block.name]}
