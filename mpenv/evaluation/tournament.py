"""Teams on the same seeds: how often each meets the mission, how long it thinks, and who broke."""

import functools
import math
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import files
from mpenv.agents import codes
from mpenv.agents.errors import AgentFault
from mpenv.agents.registry import held_out, parse
from mpenv.evaluation import statistics, workers
from mpenv.evaluation.statistics import wilson
from mpenv.evaluation.tournament_games import BROKE, STRANGE, Fault, Plan, Played, Team, close
from mpenv.evaluation.workers import Tell
from mpenv.terms import Terms
from mpenv.world import World

BLOCK = 50  # games of a team that are one piece of work; the same for any number of processes
ALONE = 10  # the same of a team in which nobody answers many games at once: less is lost when it is stopped
SHOWN = 10  # faults of a team that are printed; the JSON has all
WIDEST = 44  # letters of a team in the table
MOST_BLOCK = 1 << 30  # bytes of a finished block; ours, but a fault may have a lot to say


class Standing(NamedTuple):
    """How a team did: its games in the order of their seeds, and the seconds of each decision."""

    team: str
    games: list[Played]
    seconds: list[float]

    @property
    def faults(self) -> list[Fault]:
        return [one.fault for one in self.games if one.fault]

    def share(self, outcome: str) -> tuple[float, float, float]:
        """The share of an outcome with its 95 % interval (Wilson); broken games count as not met."""
        return wilson(sum(one.outcome == outcome for one in self.games), len(self.games))

    @property
    def plies(self) -> float:
        """Decisions a game, of those that came to their end."""
        whole = [one.plies for one in self.games if not one.fault]
        return float(np.mean(whole)) if whole else float("nan")

    @property
    def milliseconds(self) -> dict[str, float]:
        """How long a decision takes: the median, the mean, and what 95 % stay below.

        The median alone says little of an agent that thinks seldom, but then for long.
        """
        if not self.seconds:
            return dict.fromkeys(("median", "mean", "p95"), float("nan"))
        taken = 1000 * np.array(self.seconds)
        return {
            "median": float(np.median(taken)), "mean": float(taken.mean()), "p95": float(np.percentile(taken, 95)),
        }  # fmt: skip


class Block(NamedTuple):
    """Games of one team: a piece of work of one process."""

    team: int
    first: int
    games: int


def evaluate(
    world: World,
    teams: Sequence[str],
    plan: Plan,
    processes: int = 1,
    tell: Tell = lambda games, decisions: None,
    folder: Path | None = None,
) -> list[Standing]:
    """Let every team play the same seeds; wrong codes, options and numbers are refused before anybody plays.

    `folder` keeps the finished games, so that an evaluation that was stopped goes on when it is called again.
    """
    if plan.games < 1:
        raise ValueError(f"games={plan.games} must be 1 or more")
    seats = world.game(**plan.options, seed=plan.seeds[0]).seats
    blocks = list[Block]()
    for number, team in enumerate(teams):
        size = BLOCK if _check(world, team, seats, plan) else ALONE
        blocks += [Block(number, first, min(size, plan.games - first)) for first in range(0, plan.games, size)]
    with _kept_in(folder) as place:
        missing = [number for number in range(len(blocks)) if not (place / f"{number}.json").exists()]
        for number in set(range(len(blocks))).difference(missing):
            tell(blocks[number].games, 0)
        workers.run(functools.partial(_block, world, list(teams), plan, blocks, place), missing, processes, tell)
        played = [files.read_json(place / f"{number}.json", MOST_BLOCK) for number in range(len(blocks))]
    return [
        _standing(team, [one for one, block in zip(played, blocks, strict=True) if block.team == number])
        for number, team in enumerate(teams)
    ]


@contextmanager
def _kept_in(folder: Path | None) -> Iterator[Path]:
    """The folder of finished games; a temporary one where none is named."""
    if folder is not None:
        yield folder
        return
    with tempfile.TemporaryDirectory() as temporary:
        yield Path(temporary)


def seated(team: str, seats: int) -> list[str]:
    """A code for each seat; one alone sits on all of them."""
    found = codes.team(team)
    if len(found) not in (1, seats):
        raise ValueError(f"team {team}: {len(found)} agents do not fit on {seats} seats")
    return found * seats if len(found) == 1 else found


def _check(world: World, team: str, seats: int, plan: Plan) -> bool:
    """Refuse a team with a code of no agent, and say whether one of its agents answers many games at once.

    An agent that breaks when it is made is blamed for it in each of its games.
    """
    many = False
    for code in dict.fromkeys(seated(team, seats)):
        parse(code, world)
        agent = None
        try:
            agent = plan.agent(code, world)
            getattr(agent, "begin", lambda: None)()
            many = many or callable(getattr(agent, "act_many", None))
        except AgentFault:
            pass
        except (ValueError, OSError):
            raise
        except STRANGE:
            pass
        finally:
            close(agent)
    return many


def _block(
    world: World, teams: list[str], plan: Plan, blocks: list[Block], folder: Path, number: int, tell: Tell
) -> None:
    """Play the games of one block and write down how they went."""
    block, played = blocks[number], list[Played]()
    seeds, name = plan.seeds[block.first : block.first + block.games], teams[block.team]

    def done(one: Played) -> None:
        played.append(one)
        tell(1, one.plies)

    team = Team(world, name, seated(name, world.game(**plan.options, seed=seeds[0]).seats), plan)
    team.play(seeds, done)
    files.write(folder / f"{number}.json", files.dump_json({"games": played, "seconds": team.seconds}, None))


def _standing(team: str, blocks: list[Any]) -> Standing:
    games = [
        Played(seed, outcome, plies, Fault(*fault) if fault else None)
        for block in blocks
        for seed, outcome, plies, fault in block["games"]
    ]
    return Standing(team, games, [one for block in blocks for one in block["seconds"]])


# --- as text and as JSON --------------------------------------------------------------------------


def report(standings: Sequence[Standing], world: World) -> str:
    """Who broke, and then the teams side by side."""
    kept = held_out((code for one in standings for code in codes.team(one.team)), world)
    note = ["", f"held out, for judging those who never met them: {', '.join(kept)}"] if kept else []
    return "\n".join([*(line for one in standings for line in _broken(one)), *_table(standings, world.terms), *note])


def _broken(one: Standing) -> list[str]:
    faults = one.faults
    if not faults:
        return []
    more = [f"  and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
    head = f"BROKEN: team {one.team} in {len(faults)} of {len(one.games)} games"
    return [head, *(f"  {fault}" for fault in faults[:SHOWN]), *more, ""]


def _table(standings: Sequence[Standing], terms: Terms) -> list[str]:
    met, *others = statistics.columns(terms, [game.outcome for one in standings for game in one.games])
    wide = min(WIDEST, max(12, *(len(one.team) for one in standings)))
    head = f"{'team':{wide}} {'broke':>6} {met.title:>{met.wide}} {'95 % interval':>16} "
    ends = f"{'decisions':>10} {'ms: median':>11} {'mean':>8} {'p95':>8}"
    lines = [head + "".join(f"{other.title:>{other.wide}} " for other in others) + ends]
    for one in standings:
        share, low, high = one.share(met.outcome)
        name = one.team if len(one.team) <= wide else f"{one.team[:6]}...{one.team[9 - wide :]}"
        line = f"{name:{wide}} {len(one.faults):6} {share:{met.wide}.1%} {f'{low:.1%} - {high:.1%}':>16} "
        line += "".join(f"{one.share(other.outcome)[0]:{other.wide}.1%} " for other in others)
        median, mean, p95 = (_number(value, 3) for value in one.milliseconds.values())
        line += f"{_number(one.plies, 0):>10} {median:>11} {mean:>8} {p95:>8}"
        lines.append(line)
    return lines


def _number(value: float, digits: int) -> str:
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def plain(one: Standing, world: World) -> dict[str, Any]:
    """A standing as plain data, for JSON."""
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
