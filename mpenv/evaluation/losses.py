"""Lost games played again with one seat replaced: would another player have saved them, and until when?

Chance is a hash of what happens, so the dice are the same wherever the games are.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

from mpenv.agents import Agent, codes, make
from mpenv.agents.registry import held_out
from mpenv.evaluation.statistics import wilson
from mpenv.evaluation.tournament import seated
from mpenv.seeds import begin
from mpenv.world import Game, World

COARSE = 16  # decisions of a seat that are tried first; then those between the last that saves and the next
SOMEBODY = "somebody"
COUNT = re.compile(r" \(\d+ of \d+\)$")


class Saved(NamedTuple):
    """The last decision of a seat from which the other player would have won."""

    seat: int
    day: int
    ply: int


class Loss(NamedTuple):
    """A lost game: how and why it ended, and who could have saved it."""

    seed: int
    outcome: str
    day: int
    plies: int
    reasons: list[str]
    saved: list[Saved]


class Account(NamedTuple):
    """A team on its seeds: the games it lost."""

    team: str
    games: int
    losses: list[Loss]

    @property
    def avoidable(self) -> tuple[float, float, float]:
        """The share of lost games that another player would have saved on one of the seats, with its interval."""
        return wilson(sum(bool(one.saved) for one in self.losses), max(1, len(self.losses)))

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """What was missing, and in how many lost games; whoever lacked it."""
        return Counter(reason for one in self.losses for reason in {*one.reasons}).most_common()

    def turns(self) -> list[float]:
        """Of each game that could have been saved, how far it had come at the last moment for that: 0 to 1."""
        return [max(one.ply for one in loss.saved) / loss.plies for loss in self.losses if loss.saved]


class Course:
    """A game as it went: a copy before each decision, who decided, and what."""

    def __init__(self, world: World, game: Game, team: Sequence[str], seed: int) -> None:
        self.world, self.team, self.seed = world, list(team), seed
        self.moments, self.seats, self.answers = list[Game](), list[int](), list[int]()
        agents = [self._sit_down(seat, code) for seat, code in enumerate(team)]
        while game.seat is not None:
            answer = int(agents[game.seat].act(game.view(game.seat)))
            self.moments.append(game.clone())
            self.seats.append(game.seat)
            self.answers.append(answer)
            game.apply(answer)
        self.end = game
        self._agents = agents

    def _sit_down(self, seat: int, code: str) -> Agent:
        agent = make(code, world=self.world)
        begin(agent, seat, self.seed)
        return agent

    def replaced(self, ply: int, reference: str) -> bool:
        """Is the game won when the seat that is asked before this ply answers as another from here on?"""
        game, who = self.moments[ply].clone(), self.seats[ply]
        agents = [self._as_before(seat, ply) for seat in range(len(self.team))]
        agents[who] = self._sit_down(who, reference)
        while game.seat is not None:
            game.apply(int(agents[game.seat].act(game.view(game.seat))))
        return game.outcome is not None and game.outcome.worth > 0

    def _as_before(self, seat: int, ply: int) -> Agent:
        """The player of a seat as he was before a ply: one who remembers is asked again what he was asked."""
        if getattr(self._agents[seat], "forgets", False):
            begin(self._agents[seat], seat, self.seed)
            return self._agents[seat]
        agent = self._sit_down(seat, self.team[seat])
        for before in range(ply):
            if self.seats[before] == seat:
                agent.act(self.moments[before].view(seat))
        return agent

    def last_chance(self, seat: int, reference: str) -> int | None:
        """The last ply at which the seat could still have saved the game, as far as a coarse search finds one."""
        own = [ply for ply, who in enumerate(self.seats) if who == seat]
        step = max(1, len(own) // COARSE)
        for first in range((len(own) - 1) // step * step, -1, -step):
            if self.replaced(own[first], reference):
                between = range(min(first + step, len(own)) - 1, first, -1)
                return next((own[k] for k in between if self.replaced(own[k], reference)), own[first])
        return None


def examine(course: Course, reference: str | None) -> Loss | None:
    """What there is to say of a game that was lost; None of one that was not. Without reference: only why."""
    outcome = course.end.outcome
    assert outcome is not None
    if outcome.worth > 0:
        return None
    saved = []
    for seat in range(len(course.team) if reference else 0):
        if reference and (ply := course.last_chance(seat, reference)) is not None:
            saved.append(Saved(seat, course.moments[ply].day, ply))
    names = course.end.view(0).names
    reasons = outcome.reasons[:1] if outcome.result in course.world.terms.abrupt else outcome.reasons
    told = [_whoever(reason, names) for reason in reasons]
    return Loss(course.seed, outcome.result, outcome.day, len(course.answers), told, saved)


def _whoever(reason: str, names: Sequence[str]) -> str:
    """A reason without who it was and how much was lacking."""
    reason = COUNT.sub("", reason)
    for name in names:
        if reason.startswith(f"{name} "):
            return SOMEBODY + reason.removeprefix(name)
    return reason


def account(
    world: World,
    team: str,
    options: dict[str, Any],
    seeds: Sequence[int],
    reference: str | None,
    tell: Callable[[int], None],
) -> Account:
    """Play a game of each seed, and look into those that are lost."""
    losses = []
    for seed in seeds:
        game = world.game(**options, seed=seed)
        course = Course(world, game, seated(team, game.seats), seed)
        if (loss := examine(course, reference)) is not None:
            losses.append(loss)
        tell(seed)
    return Account(team, len(seeds), losses)


# --- as text and as plain data -----------------------------------------------------------------------


def table(accounts: Sequence[Account], names: Sequence[str], again: bool = True) -> str:
    """Teams side by side, and under each what was missing; `again`: lost games were played again."""
    seats = " ".join(f"{'by ' + name:>10}" for name in names)
    wide = max([20, *(len(one.team) for one in accounts)])
    head = f"{'team':{wide}} {'lost':>9}"
    lines = [head if not again else f"{head} {'avoidable':>10} {'95 % interval':>16} {seats} {'until':>7}"]
    for one in accounts:
        lost = f"{len(one.losses)} of {one.games}"
        if not again:
            lines.append(f"{one.team:{wide}} {lost:>9}")
            continue
        share, low, high = one.avoidable
        interval = f"{low:.1%} - {high:.1%}" if one.losses else "-"
        by = [sum(any(saved.seat == seat for saved in loss.saved) for loss in one.losses) for seat in range(len(names))]
        shares = " ".join(f"{count / max(1, len(one.losses)):10.0%}" for count in by)
        until = f"{median(one.turns()):7.0%}" if one.turns() else f"{'-':>7}"
        lines.append(f"{one.team:{wide}} {lost:>9} {share:10.1%} {interval:>16} {shares} {until}")
    for one in accounts:
        lines += ["", f"{one.team}: what was missing, by lost games"]
        lines += [f"{count:5}  {reason}" for reason, count in one.reasons[:8]]
    if kept := held_out(code for one in accounts for code in codes.team(one.team)):
        lines += ["", f"held out, for judging those who never met them: {', '.join(kept)}"]
    return "\n".join(lines)


def plain(one: Account) -> dict[str, Any]:
    """An account as plain data, for JSON."""
    losses = [{**loss._asdict(), "saved": [saved._asdict() for saved in loss.saved]} for loss in one.losses]
    return {"team": one.team, "games": one.games, "avoidable": one.avoidable, "losses": losses}
