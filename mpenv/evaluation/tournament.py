"""Tournaments: teams play the same seeds. Success, time of a decision, and agents that failed."""

import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import files, text_table, workers
from mpenv.agents import Agent, codes
from mpenv.agents.errors import AgentFault
from mpenv.agents.process.isolated import Isolated
from mpenv.agents.process.stdio import Stdio
from mpenv.agents.registry import held_out, parse
from mpenv.evaluation.tournament_games import AGENT_ERRORS, BROKE, Fault, Plan, Played, Team, close
from mpenv.intervals import wilson
from mpenv.terms import Terms
from mpenv.workers import OnProgress
from mpenv.world import World

BLOCK = 50  # games of a team that are one piece of work; the same for any number of processes
ALONE = 10  # the same of a team without an agent that plays many games at once: less is lost when it is stopped
SHOWN = 10  # faults of a team that are printed; the JSON has all
WIDEST = 44  # letters of a team in the table
MOST_BLOCK = 1 << 30  # bytes of a finished block; ours, but the words of a fault may be many


class Standing(NamedTuple):
    """The games of a team in the order of their seeds, and the seconds of each decision."""

    team: str
    games: list[Played]
    seconds: list[float]

    @property
    def faults(self) -> list[Fault]:
        return [one.fault for one in self.games if one.fault]

    def share(self, outcome: str) -> tuple[float, float, float]:
        """Return the share of an outcome with its 95 % interval (Wilson); games that broke count as not met."""
        return wilson(sum(one.outcome == outcome for one in self.games), len(self.games))

    @property
    def plies(self) -> float:
        """Return the mean number of decisions of the games that came to their end."""
        whole = [one.plies for one in self.games if not one.fault]
        return float(np.mean(whole)) if whole else float("nan")

    @property
    def milliseconds(self) -> dict[str, float]:
        """Return the median, the mean and the 95th percentile of the time of a decision.

        The median alone says little of an agent that searches seldom, but then for long.
        """
        if not self.seconds:
            return dict.fromkeys(("median", "mean", "p95"), float("nan"))
        taken = 1000 * np.array(self.seconds)
        return {
            "median": float(np.median(taken)), "mean": float(taken.mean()), "p95": float(np.percentile(taken, 95)),
        }  # fmt: skip


class Block(NamedTuple):
    """Games of a team: a piece of work of one process."""

    team: int
    first: int
    games: int


def evaluate(
    world: World,
    teams: Sequence[str],
    plan: Plan,
    processes: int = 1,
    on_progress: OnProgress = workers.no_progress,
    folder: Path | None = None,
) -> list[Standing]:
    """Let every team play the same seeds; wrong codes, options and numbers are refused before the first game.

    `folder` holds the finished games, so that an evaluation that was stopped resumes when it is called again.
    """
    if plan.games < 1:
        raise ValueError(f"games={plan.games} must be 1 or more")
    seats = world.game(**plan.options, seed=plan.seeds[0]).seats
    blocks, ready = list[Block](), dict[str, Agent]()
    try:
        for number, team in enumerate(teams):
            size = BLOCK if _check(world, team, seats, plan, ready) else ALONE
            blocks += [Block(number, first, min(size, plan.games - first)) for first in range(0, plan.games, size)]
        played = {} if folder is None else _finished(folder, len(blocks))
        for number in played:
            on_progress(blocks[number].games, 0)
        missing = [number for number in range(len(blocks)) if number not in played]
        here = ready if min(processes, len(missing)) <= 1 else {}
        work = functools.partial(_block, world, list(teams), plan, blocks, folder, here)
        played |= workers.results(work, missing, processes, on_progress)
    finally:
        for agent in ready.values():
            close(agent)
    return [
        _standing(team, [played[at] for at, block in enumerate(blocks) if block.team == number])
        for number, team in enumerate(teams)
    ]


def _finished(folder: Path, blocks: int) -> dict[int, Any]:
    """Read the blocks that were played before."""
    there = [number for number in range(blocks) if _place(folder, number).exists()]
    return {number: files.read_json(_place(folder, number), MOST_BLOCK) for number in there}


def _place(folder: Path, number: int) -> Path:
    return folder / f"{number}.json"


def team_codes(team: str, seats: int) -> list[str]:
    """Return a code for each seat; a single code is used on all of them."""
    found = codes.team(team)
    if len(found) not in (1, seats):
        raise ValueError(f"team {team}: {len(found)} agents do not fit on {seats} seats")
    return found * seats if len(found) == 1 else found


def _check(world: World, team: str, seats: int, plan: Plan, ready: dict[str, Agent]) -> bool:
    """Refuse a team with a code of no agent; whether one of its agents plays many games at once.

    The agents made for this go to `ready`, but for those in processes of their own, which would wait there for long.
    An agent that fails when it is made is blamed for it in each of its games.
    """
    many = False
    for code in dict.fromkeys(team_codes(team, seats)):
        parse(code, world)
        if code not in ready and (agent := _made(world, code, plan)) is not None:
            many = many or callable(getattr(agent, "act_many", None))
            if isinstance(agent, Isolated | Stdio):
                close(agent)
            else:
                ready[code] = agent
        many = many or callable(getattr(ready.get(code), "act_many", None))
    return many


def _made(world: World, code: str, plan: Plan) -> Agent | None:
    """Make an agent to check its code; None where the agent itself fails."""
    agent = None
    try:
        agent = plan.agent(code, world)
        getattr(agent, "begin", lambda: None)()
    except AgentFault:
        close(agent)
        return None
    except (ValueError, OSError):
        close(agent)
        raise
    except AGENT_ERRORS:
        close(agent)
        return None
    return agent


def _block(
    world: World,
    teams: list[str],
    plan: Plan,
    blocks: list[Block],
    folder: Path | None,
    ready: dict[str, Agent],
    number: int,
    on_progress: OnProgress,
) -> dict[str, Any]:
    """Play the games of a block; they are written to the folder, if there is one."""
    block, played = blocks[number], list[Played]()
    seeds, name = plan.seeds[block.first : block.first + block.games], teams[block.team]

    def done(one: Played) -> None:
        played.append(one)
        on_progress(1, one.plies)

    team = Team(world, name, team_codes(name, world.game(**plan.options, seed=seeds[0]).seats), plan, ready)
    team.play(seeds, done)
    found = {"games": played, "seconds": team.seconds}
    if folder is not None:
        files.write(_place(folder, number), files.dump_json(found, None))
    return found


def _standing(team: str, blocks: list[Any]) -> Standing:
    games = [
        Played(seed, outcome, plies, Fault(*fault) if fault else None)
        for block in blocks
        for seed, outcome, plies, fault in block["games"]
    ]
    return Standing(team, games, [one for block in blocks for one in block["seconds"]])


# --- as text and as JSON --------------------------------------------------------------------------


def report(standings: Sequence[Standing], world: World) -> str:
    """Return the agents that failed, then the teams side by side."""
    judges = held_out((code for one in standings for code in codes.team(one.team)), world)
    note = ["", f"held out, for judging those who never met them: {', '.join(judges)}"] if judges else []
    return "\n".join([*(line for one in standings for line in _broken(one)), *_table(standings, world.terms), *note])


def _broken(one: Standing) -> list[str]:
    faults = one.faults
    if not faults:
        return []
    more = [f"  and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
    head = f"BROKEN: team {one.team} in {len(faults)} of {len(one.games)} games"
    return [head, *(f"  {fault}" for fault in faults[:SHOWN]), *more, ""]


def _table(standings: Sequence[Standing], terms: Terms) -> list[str]:
    happened = {game.outcome for one in standings for game in one.games}
    shown = {name: title for name, title in terms.columns.items() if name not in terms.rare or name in happened}
    success, *others = shown
    columns = [
        text_table.words("team", 12),
        *text_table.figures(("broke", 6), (shown[success], 12), ("95 % interval", 16)),
        *text_table.figures(*((shown[name], max(9, len(shown[name]) + 1)) for name in others)),
        *text_table.figures(("decisions", 10), ("ms: median", 11), ("mean", 8), ("p95", 8)),
    ]
    return text_table.lines(columns, [_row(one, success, others) for one in standings])


def _row(one: Standing, success: str, others: Sequence[str]) -> list[str]:
    share, low, high = one.share(success)
    name = one.team if len(one.team) <= WIDEST else f"{one.team[:6]}...{one.team[9 - WIDEST :]}"
    return [
        name, str(len(one.faults)), f"{share:.1%}", f"{low:.1%} - {high:.1%}",
        *(f"{one.share(name)[0]:.1%}" for name in others), _number(one.plies, 0),
        *(_number(value, 3) for value in one.milliseconds.values()),
    ]  # fmt: skip


def _number(value: float, digits: int) -> str:
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def plain(one: Standing, world: World) -> dict[str, Any]:
    """Return a standing as plain data, for JSON."""
    shares = {name: one.share(name) for name in (*world.outcomes[1:], BROKE)}
    return {
        "team": one.team,
        "games": [{"seed": game.seed, "outcome": game.outcome, "plies": game.plies} for game in one.games],
        "faults": [fault._asdict() for fault in one.faults],
        "shares": {name: share for name, (share, _, _) in shares.items()},
        "intervals": {name: interval for name, (_, *interval) in shares.items()},
        "decisions": None if math.isnan(one.plies) else one.plies,
        **{f"{name}_ms": None if math.isnan(value) else value for name, value in one.milliseconds.items()},
    }
