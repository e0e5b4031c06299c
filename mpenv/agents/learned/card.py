"""Cards of policies: what a trained team plays, how it was trained, what it reaches and where it fails."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Self

from mpenv import files, text_table, toml

Share = tuple[float, float, float]  # with its 95 % interval
SHARES = ("success", "beside", "difference")  # the values of these keys are such shares


@dataclass(frozen=True)
class Reached:
    """What a team reached in games of one kind on held-out seeds, beside another team on the same seeds."""

    game: str  # in words: "vault, 3 seats"
    options: dict[str, Any]
    first_seed: int
    games: int
    team: str  # that is beside it
    success: Share
    beside: Share  # the success of that team
    difference: Share  # of both, game by game


@dataclass(frozen=True)
class Card:
    """Contents of `card.toml`."""

    world: str
    actions: str
    command: str  # that trained it
    settings: dict[str, Any]  # of its run, where they are not the defaults
    decisions: int
    minutes: float
    machine: str
    fails: str
    reaches: list[Reached]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a card; a ValueError names all keys that are missing, unknown or of a wrong type."""
        given = files.read_toml(path)
        reaches, faults = given.get("reaches"), _faults(cls, given, "")
        if not isinstance(reaches, list) or not reaches:
            faults.append("'reaches' must be a list with an entry at least")
        else:
            faults += [one for number, entry in enumerate(reaches) for one in _faults(Reached, entry, f"[{number}]")]
        if faults:
            raise files.BadFile(path, f"is no card of a policy: {'; '.join(faults)}")
        entries = [Reached(**{**one, **{name: tuple(one[name]) for name in SHARES}}) for one in given["reaches"]]
        return cls(**{**given, "reaches": entries})

    def write(self) -> str:
        """Return the card as TOML."""
        return toml.lines(dataclasses.asdict(self))

    @property
    def sentence(self) -> str:
        """Tell what was learned and reached, for lists of agents; the mean where there are games of several kinds."""
        first, kinds = self.reaches[0], len(self.reaches)
        games = first.game if kinds == 1 else f"{kinds} kinds of games"
        ours, theirs = (fmean(getattr(one, name)[0] for one in self.reaches) for name in ("success", "beside"))
        on = "held-out games" if kinds == 1 else "held-out games on the mean"
        return f"learned {games}: {_percent(ours)} of {on}, {first.team} {_percent(theirs)}"

    def page(self) -> str:
        """Return the whole card as text."""
        settings = ", ".join(f"{name} = {toml.value(one)}" for name, one in self.settings.items())
        rows = {
            "plays": self.world if self.actions == "steps" else f"{self.world} by {self.actions}",
            "trained by": self.command,
            "settings": settings or "the defaults",
            "budget": f"{self.decisions:,} decisions in {self.minutes:g} minutes on {self.machine}",
            "fails": self.fails,
        }
        about = text_table.table(
            [text_table.words("")] * 2, [[name, words] for name, words in rows.items()], "  ", False
        )
        names = [text_table.words(head) for head in ("on held-out seeds", "")]
        columns = [*names, *text_table.figures("games", "success", "95 % interval", "difference", "95 % interval")]
        lines = [line for one in self.reaches for line in _rows(one)]
        return f"{about}\n\n{text_table.table(columns, lines, '  ')}"


def _rows(one: Reached) -> list[list[str]]:
    """Return the rows of a table: the policy, and the team beside it."""
    apart, low, high = (f"{100 * share:+.1f}" for share in one.difference)
    ours, theirs = ([f"{share:.1%}", f"{least:.1%} - {most:.1%}"] for share, least, most in (one.success, one.beside))
    return [
        [one.game, "this policy", str(one.games), *ours, apart, f"{low} to {high}"],
        ["", one.team, str(one.games), *theirs, "", ""],
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _faults(kind: Any, given: Any, where: str) -> list[str]:
    """List what keeps a table from being a card, or an entry of one."""
    if not isinstance(given, Mapping):
        return [f"reaches{where} must be a table"]
    kinds = {one.name: one.type for one in dataclasses.fields(kind)}
    name = f"reaches{where}: " if where else ""
    faults = [f"{name}{one}" for one in files.missing_or_unknown(given, kinds)]
    for key, value in given.items():
        if key in kinds and not _fits(kinds[key], value):
            faults.append(f"{name}{key!r} must be {_NAMES[kinds[key]]}")
    return faults


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fits(kind: Any, value: Any) -> bool:
    if kind == Share:
        return isinstance(value, list) and len(value) == 3 and all(map(_number, value))
    if kind in (int, float):
        return _number(value) and (kind is float or isinstance(value, int))
    return isinstance(value, kind) and bool(value != "") if kind in (str, dict) else True


_NAMES: dict[Any, str] = {
    str: "words", int: "a whole number", float: "a number", Share: "a share with its interval, [0.5, 0.4, 0.6]",
    dict[str, Any]: "a table", list[Reached]: "a list",
}  # fmt: skip
