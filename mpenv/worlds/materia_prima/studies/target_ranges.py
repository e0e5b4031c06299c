"""Target ranges of play statistics by number of seats; per-game numbers are for twenty days."""

from collections.abc import Collection
from typing import Any, NamedTuple

LONG = 20  # days
MEANT = "busy"  # the team that the targets are for: it works regardless of noise
Figures = dict[str, Any]


class Target(NamedTuple):
    """A range for two, three and four seats; with `a_game` it grows with the days played."""

    two: tuple[float, float]
    three: tuple[float, float]
    four: tuple[float, float]
    a_game: bool = False

    def range(self, seats: int, days: float) -> tuple[float, float]:
        low, high = (self.two, self.three, self.four)[seats - 2]
        share = days / LONG if self.a_game else 1.0
        return low * share, high * share


def _all(low: float, high: float, a_game: bool = False) -> Target:
    return Target((low, high), (low, high), (low, high), a_game)


# A name may end with a day: `inquisitors 8`.
TARGETS = {
    "aborted": _all(0.0, 0.2),
    "decisions": Target((250, 300), (380, 440), (500, 600), True),
    "alarms a day": Target((0.4, 0.6), (0.7, 1.0), (1.0, 1.4)),
    "first inquisitor": _all(3, 5),
    "inquisitors 8": _all(1, 2),
    "inquisitors 16": _all(2, 3),
    "attacks on alchemists": _all(5, 12, True),
    "stones lost": _all(1, 3, True),
    "blocked": _all(0.0, 0.1),
    "first level 1": _all(3, 6),
    "first level 2": _all(12, 17),
}


def target(name: str, seats: int, days: float) -> tuple[float, float] | None:
    """Range of a statistic in games of so many days; None where it has no target."""
    return TARGETS[name].range(seats, days) if name in TARGETS else None


def is_outside(name: str, value: float | None, seats: int, days: float) -> bool:
    wanted = target(name, seats, days)
    return wanted is not None and value is not None and not wanted[0] <= value <= wanted[1]


def is_meant(team: str, teams: Collection[str]) -> bool:
    """Check that the targets are for this team; where their own team does not play, they are for all but random
    ones.
    """
    return team == MEANT if MEANT in teams else team != "random"


def team(teams: Collection[str]) -> str:
    return MEANT if MEANT in teams else ""
