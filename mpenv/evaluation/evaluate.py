"""Teams on the same seeds: how often each meets the mission, how long it thinks, and who broke."""

import functools
import json
import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv.agents import codes
from mpenv.agents.fault import AgentFault
from mpenv.agents.registry import held_out, known
from mpenv.evaluation import jobs
from mpenv.evaluation.jobs import Tell
from mpenv.evaluation.match import wilson
from mpenv.evaluation.sittings import BROKE, LATE, STRANGE, Fault, Plan, Played, Team, close
from mpenv.world import World

BLOCK = 50  # games that may be played beside each other; the same for any number of processes
SHOWN = 10  # faults of a team that are printed; the JSON has all
WIDEST = 44  # letters of a team in the table


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
    def thinks(self) -> float:
        """The median of milliseconds for a decision."""
        return 1000 * float(np.median(self.seconds)) if self.seconds else float("nan")

    @property
    def thinks_on_average(self) -> float:
        """The mean of milliseconds for a decision: it shows who thinks seldom, but then for long."""
        return 1000 * float(np.mean(self.seconds)) if self.seconds else float("nan")


def evaluate(
    world: World, teams: Sequence[str], plan: Plan, processes: int = 1, tell: Tell = lambda games, decisions: None
) -> list[Standing]:
    """Every team plays the same seeds; codes, options and numbers that can not be are told before anybody plays."""
    if plan.games < 1:
        raise ValueError(f"games={plan.games} must be 1 or more")
    seats = world.game(**plan.options, seed=plan.seed).seats
    for team in teams:
        _check(team, seats, plan)
    numbers = range(len(teams) * -(-plan.games // BLOCK))
    with tempfile.TemporaryDirectory() as folder:
        jobs.run(functools.partial(_block, world, list(teams), plan, Path(folder)), numbers, processes, tell)
        blocks = [json.loads((Path(folder) / f"{number}.json").read_text(encoding="utf-8")) for number in numbers]
    each = len(blocks) // len(teams)
    return [_standing(team, blocks[k * each : (k + 1) * each]) for k, team in enumerate(teams)]


def seated(team: str, seats: int) -> list[str]:
    """A code for each seat; one alone sits on all of them."""
    found = codes.team(team)
    if len(found) not in (1, seats):
        raise ValueError(f"team {team}: {len(found)} agents do not fit on {seats} seats")
    return found * seats if len(found) == 1 else found


def _check(team: str, seats: int, plan: Plan) -> None:
    """Is every code of a team one of an agent? Who only breaks is told by his games."""
    for code in dict.fromkeys(seated(team, seats)):
        codes.parse(code, known())
        agent = None
        try:
            agent = plan.agent(code)
            getattr(agent, "begin", lambda: None)()
        except AgentFault:
            pass
        except (ValueError, OSError):
            raise
        except STRANGE:
            pass
        finally:
            close(agent)


def _block(world: World, teams: list[str], plan: Plan, folder: Path, number: int, tell: Tell) -> None:
    """Play the games of one block and write down how they went."""
    each, played = -(-plan.games // BLOCK), list[Played]()
    first = number % each * BLOCK
    seeds = [plan.seed + game for game in range(first, min(first + BLOCK, plan.games))]
    name = teams[number // each]

    def done(one: Played) -> None:
        played.append(one)
        tell(1, one.plies)

    team = Team(world, name, seated(name, world.game(**plan.options, seed=plan.seed).seats), plan)
    team.play(seeds, done)
    (folder / f"{number}.json").write_text(json.dumps({"games": played, "seconds": team.seconds}), encoding="utf-8")


def _standing(team: str, blocks: list[Any]) -> Standing:
    games = [
        Played(seed, outcome, plies, Fault(*fault) if fault else None)
        for block in blocks
        for seed, outcome, plies, fault in block["games"]
    ]
    return Standing(team, games, [one for block in blocks for one in block["seconds"]])


# --- as text and as JSON --------------------------------------------------------------------------


def report(standings: Sequence[Standing]) -> str:
    """Who broke, and then the teams side by side."""
    kept = held_out(code for one in standings for code in codes.team(one.team))
    note = ["", f"held out, for judging those who never met them: {', '.join(kept)}"] if kept else []
    return "\n".join([*(line for one in standings for line in _broken(one)), *_table(standings), *note])


def _broken(one: Standing) -> list[str]:
    faults = one.faults
    if not faults:
        return []
    more = [f"  and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
    head = f"BROKEN: team {one.team} in {len(faults)} of {len(one.games)} games"
    return [head, *(f"  {fault}" for fault in faults[:SHOWN]), *more, ""]


def _table(standings: Sequence[Standing]) -> list[str]:
    late = any(one.share(LATE)[0] for one in standings)
    wide = min(WIDEST, max(12, *(len(one.team) for one in standings)))
    head = f"{'team':{wide}} {'broke':>6} {'mission met':>12} {'95 % interval':>16} "
    lines = [head + (f"{'met later':>10} " if late else "") + f"{'aborted':>9} {'decisions':>10} {'ms each':>9}"]
    for one in standings:
        share, low, high = one.share("success")
        name = one.team if len(one.team) <= wide else f"{one.team[:6]}...{one.team[9 - wide :]}"
        line = f"{name:{wide}} {len(one.faults):6} {share:12.1%} {f'{low:.1%} - {high:.1%}':>16} "
        line += f"{one.share(LATE)[0]:10.1%} " if late else ""
        lines.append(line + f"{one.share('abort')[0]:9.1%} {_number(one.plies, 0):>10} {_number(one.thinks, 3):>9}")
    return lines


def _number(value: float, digits: int) -> str:
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def plain(one: Standing) -> dict[str, Any]:
    """A standing as plain data, for JSON."""
    shares = {name: one.share(name) for name in ("success", LATE, "failure", "abort", BROKE)}
    return {
        "team": one.team,
        "games": [{"seed": game.seed, "outcome": game.outcome, "plies": game.plies} for game in one.games],
        "faults": [fault._asdict() for fault in one.faults],
        "shares": {name: share for name, (share, _, _) in shares.items()},
        "intervals": {name: interval for name, (_, *interval) in shares.items()},
        "decisions": None if math.isnan(one.plies) else one.plies,
        "median_ms": None if math.isnan(one.thinks) else one.thinks,
        "mean_ms": None if math.isnan(one.thinks_on_average) else one.thinks_on_average,
    }
