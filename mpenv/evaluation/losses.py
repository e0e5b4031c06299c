"""Lost games played again with one seat replaced: would another player have saved them, and until when?

Chance is a hash of what happens, so the dice are the same wherever the games are.
"""

import functools
import re
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from mpenv import text_table, workers
from mpenv.agents import Agent, codes, make
from mpenv.agents.registry import held_out
from mpenv.evaluation.tournament import team_codes
from mpenv.intervals import wilson
from mpenv.play import Watcher, begin_team, play
from mpenv.seeds import begin
from mpenv.workers import OnProgress
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
    """A lost game: its outcome, the reasons, and the seats that could have saved it."""

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
        return wilson(sum(bool(loss.saved) for loss in self.losses), max(1, len(self.losses)))

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """Return the reasons, without the seat that each is about, and the number of lost games."""
        return Counter(reason for loss in self.losses for reason in {*loss.reasons}).most_common()

    def turns(self) -> list[float]:
        """Return the last moment at which each avoidable game could be saved, as a share of its length."""
        return [max(saved.ply for saved in loss.saved) / loss.plies for loss in self.losses if loss.saved]


class PlayedGame(Watcher):
    """A game as it went: a copy before each decision, the seat that decided, and its action."""

    def __init__(self, world: World, game: Game, team: Sequence[str], seed: int) -> None:
        self.world, self.team, self.seed = world, list(team), seed
        self.moments, self.seats, self.answers = list[Game](), list[int](), list[int]()
        self._agents = [make(code, world=world) for code in team]
        begin_team(game, self._agents, seed)
        self.end = play(game, self._agents, self)

    def before(self, game: Game, seat: int, action: int) -> None:
        self.moments.append(game.clone())
        self.seats.append(seat)
        self.answers.append(int(action))

    def _sit_down(self, seat: int, code: str) -> Agent:
        agent = make(code, world=self.world)
        begin(agent, seat, self.seed)
        return agent

    def replaced(self, ply: int, reference: str) -> bool:
        """Play on from a ply with the reference agent on the seat asked there: whether the mission is met."""
        agents = [self._as_before(seat, ply) for seat in range(len(self.team))]
        agents[self.seats[ply]] = self._sit_down(self.seats[ply], reference)
        end = play(self.moments[ply].clone(), agents)
        return end.outcome is not None and end.outcome.success

    def _as_before(self, seat: int, ply: int) -> Agent:
        """Return the agent of a seat in its state before a ply: an agent with a memory answers all views again."""
        if getattr(self._agents[seat], "forgets", False):
            begin(self._agents[seat], seat, self.seed)
            return self._agents[seat]
        agent = self._sit_down(seat, self.team[seat])
        for before in range(ply):
            if self.seats[before] == seat:
                agent.act(self.moments[before].view(seat))
        return agent

    def last_chance(self, seat: int, reference: str) -> int | None:
        """Return the last ply at which the seat could still have saved the game, as far as a coarse search finds it."""
        own = [ply for ply, who in enumerate(self.seats) if who == seat]
        step = max(1, len(own) // COARSE)
        for first in range((len(own) - 1) // step * step, -1, -step):
            if self.replaced(own[first], reference):
                between = range(min(first + step, len(own)) - 1, first, -1)
                return next((own[k] for k in between if self.replaced(own[k], reference)), own[first])
        return None


def examine(played: PlayedGame, reference: str | None) -> Loss | None:
    """Examine a lost game; None for a game that was not lost. Without reference: only the reasons."""
    outcome = played.end.outcome
    assert outcome is not None
    if outcome.success:
        return None
    saved = []
    for seat in range(len(played.team) if reference else 0):
        if reference and (ply := played.last_chance(seat, reference)) is not None:
            saved.append(Saved(seat, played.moments[ply].day, ply))
    names = played.end.view(0).names
    reasons = outcome.reasons[:1] if outcome.result in played.world.terms.abrupt else outcome.reasons
    shared = [_whoever(reason, names) for reason in reasons]
    return Loss(played.seed, outcome.result, outcome.day, len(played.answers), shared, saved)


def _whoever(reason: str, names: Sequence[str]) -> str:
    """Return a reason without the name of the seat and the amount that was lacking."""
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
    on_progress: OnProgress = workers.no_progress,
    processes: int = 1,
) -> Account:
    """Play a game of each seed, and examine the lost ones; without reference only their reasons."""
    work = functools.partial(_game, world, team, options, reference)
    found = workers.run(work, seeds, processes, on_progress)
    return Account(team, len(seeds), [loss for loss in found if loss is not None])


def _game(
    world: World, team: str, options: dict[str, Any], reference: str | None, seed: int, on_progress: OnProgress
) -> Loss | None:
    """Play the game of a seed, and examine it if it is lost."""
    game = world.game(**options, seed=seed)
    played = PlayedGame(world, game, team_codes(team, game.seats), seed)
    loss = examine(played, reference)
    on_progress(1, len(played.answers))
    return loss


# --- as text and as plain data -----------------------------------------------------------------------


def table(accounts: Sequence[Account], names: Sequence[str], again: bool = True) -> str:
    """Return the teams side by side, and under each the reasons; `again`: lost games were played again."""
    columns = [text_table.words("team", 20), *text_table.figures(("lost", 9))]
    if again:
        columns += text_table.figures(("avoidable", 10), ("95 % interval", 16))
        columns += text_table.figures(*((f"by {name}", 10) for name in names), ("until", 7))
    lines = text_table.lines(columns, [_row(one, len(names), again) for one in accounts])
    for one in accounts:
        lines += ["", f"{one.team}: what was missing, by lost games"]
        lines += [f"{count:5}  {reason}" for reason, count in one.reasons[:8]]
    if judges := held_out(code for one in accounts for code in codes.team(one.team)):
        lines += ["", f"held out, for judging those who never met them: {', '.join(judges)}"]
    return "\n".join(lines)


def _row(one: Account, seats: int, again: bool) -> list[str]:
    row = [one.team, f"{len(one.losses)} of {one.games}"]
    if not again:
        return row
    share, low, high = one.avoidable
    interval = f"{low:.1%} - {high:.1%}" if one.losses else "-"
    by = [sum(any(saved.seat == seat for saved in loss.saved) for loss in one.losses) for seat in range(seats)]
    shares = [f"{count / max(1, len(one.losses)):.0%}" for count in by]
    until = f"{median(one.turns()):.0%}" if one.turns() else "-"
    return [*row, f"{share:.1%}", interval, *shares, until]


def plain(one: Account) -> dict[str, Any]:
    """Return an account as plain data, for JSON."""
    losses = [{**loss._asdict(), "saved": [saved._asdict() for saved in loss.saved]} for loss in one.losses]
    return {"team": one.team, "games": one.games, "avoidable": one.avoidable, "losses": losses}
