"""What a training run reached and what it cost, as words and as data."""

import json
import os
from importlib import metadata
from typing import TYPE_CHECKING, Any

from mpenv import files, text_table
from mpenv.machine import processor

if TYPE_CHECKING:
    from mpenv.agents.learned.evaluations import Point
    from mpenv.agents.learned.run import Run


def head(reference: str) -> str:
    """Return the head of the table of evaluations."""
    return text_table.lines(_columns(reference), [], "  ")[0]


def _columns(reference: str) -> list[text_table.Column]:
    beside = f"beside {reference}"
    return [
        text_table.words("team", 18),
        *text_table.figures(("held-out games", 14), ("success", 7), ("95 % interval", 15)),
        *text_table.figures((beside, len(beside)), ("95 % interval", 15)),
    ]


def row(point: "Point", trained: bool, reference: str) -> str:
    """Return a line of the table of evaluations: a player, or the team after so many decisions."""
    when = f"after {_many(point['decisions'])}" if point["decisions"] else "before training"
    beside = ["", ""]
    if trained:
        beside = [f"{100 * point['beside']:+.1f}", f"{_points(point['beside_low'])} to {_points(point['beside_high'])}"]
    name = when if trained else point["team"]
    interval = f"{100 * point['low']:.1f} - {100 * point['high']:.1f} %"
    cells = [name, f"{point['games']:,}", f"{point['success']:.1%}", interval, *beside]
    return text_table.lines(_columns(reference), [cells], "  ", head=False)[0]


def _many(decisions: int) -> str:
    return f"{decisions / 1e6:.2f} million" if decisions >= 1e6 else f"{decisions:,}"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def report(run: "Run", game: str, commands: dict[str, str]) -> dict[str, Any]:
    """Return what a run reached, what that cost and where, and the commands that go on from here."""
    from mpenv.agents.learned import run_folder

    there = run.evaluations
    lines = (run.folder / run_folder.METRICS).read_text(encoding="utf-8").splitlines()
    players = {one["team"]: one for one in (there.of_player(code) for code in there.players_wanted) if one}
    return {
        "game": game,
        "reached": _plain(there.last),
        "players": {name: _plain(one) for name, one in players.items()},
        "beside": there.reference,
        "cost": {
            "decisions": run.decisions,
            "updates": run.learner.update_number,
            "games": sum(json.loads(line).get("games") or 0 for line in lines),
            "minutes": run.seconds / 60,
            "decisions_per_second": run.decisions / run.seconds if run.seconds else None,
            "minutes_of_evaluations": sum(one["took"] for one in there.points) / 60,
        },
        "machine": {"processor": processor(), "cores": os.cpu_count(), "threads": run.config.threads},
        "versions": {name: metadata.version(name) for name in ("mpenv", "numpy", "torch")},
        "commands": commands,
    }


def _plain(point: "Point | None") -> dict[str, Any] | None:
    """Return an evaluation without its games one by one."""
    return {name: value for name, value in point.items() if name != "won"} if point else None


def words(found: dict[str, Any]) -> str:
    """Tell a report in sentences."""
    cost, machine = found["cost"], found["machine"]
    speed = cost["decisions_per_second"]
    threads = f"{machine['threads']} thread{'s' if machine['threads'] > 1 else ''}"
    return "\n".join(
        [
            f"reached: {_reached(found)}",
            f"cost: {cost['decisions']:,} decisions in {cost['games']:,} games, {_time(cost['minutes'])}"
            + (f" ({speed:,.0f} decisions/s)" if speed else "")
            + f", and {_time(cost['minutes_of_evaluations'])} of evaluations",
            f"machine: {machine['processor'] or 'unknown'}, {threads} of {machine['cores']} cores",
        ]
    )


def _time(minutes: float) -> str:
    return f"{minutes:.1f} minutes" if minutes >= 1 else f"{60 * minutes:.0f} seconds"


def _reached(found: dict[str, Any]) -> str:
    """Tell the last evaluation, and whether the team is surely better than the player beside it."""
    last = found["reached"]
    if last is None:
        return "not evaluated, for held_out is 0"
    ahead = f"{abs(100 * last['beside']):.1f} points {'above' if last['beside'] >= 0 else 'below'} {found['beside']}"
    sure = last["beside_low"] > 0 or last["beside_high"] < 0
    return (
        f"{last['success']:.1%} of {last['games']:,} held-out games "
        f"(95 % interval {100 * last['low']:.1f} to {100 * last['high']:.1f} %), "
        f"{ahead} ({_points(last['beside_low'])} to {_points(last['beside_high'])}{'' if sure else ', not sure'})"
    )


def write(run: "Run", found: dict[str, Any], told: str) -> None:
    """Write the report into the run folder, as data and as it was told."""
    from mpenv.agents.learned import run_folder

    files.write(run.folder / run_folder.REPORT, files.dump_json(found))
    files.write(run.folder / run_folder.REPORT_TEXT, f"{told}\n")
