"""`mpenv bench --compare OLD`: find ratios that have become lower since an older report.

Steps a second are never compared, because machines differ and are busy. A ratio is LOST when its median is lower by
more than a tenth and its rounds do not overlap those of the older run; such ratios are measured once more.
"""

from pathlib import Path
from typing import Any, NamedTuple

from mpenv import files
from mpenv.bench.metrics import RATIOS, THEIRS
from mpenv.bench.speed import FORMAT, Report

SHARE = "machine_share_of_a_core"
TOLERANCE = 0.10  # share of a ratio that may be lost
QUIET = 0.9  # share of a core below which the machine counts as busy


class Change(NamedTuple):
    """A ratio in both reports, and the verdict."""

    name: str
    before: float
    now: float
    verdict: str

    @property
    def lost(self) -> bool:
        return self.verdict == "LOST"


def load(path: Path) -> Report:
    """Read an older report; refuse files that cannot be compared, with the reason."""
    try:
        report = files.read_json(path)
    except files.BadFile as fault:
        raise ValueError(f"{path}: no report of mpenv bench: it {fault.why}") from None
    if not isinstance(report, dict) or report.get("format") != FORMAT:
        found = report.get("format", "none") if isinstance(report, dict) else "none"
        raise ValueError(f"{path}: no report that can be compared with: its format is {found!r}, not {FORMAT!r}")
    if wrong := _wrong(report):
        raise ValueError(f"{path}: a broken report: {wrong}")
    return report


def _wrong(report: Report) -> str:
    """Say what is wrong with a report; empty when nothing is."""
    ratios, rounds, run, absolute = (report.get(part) for part in ("ratios", "rounds", "run", "absolute"))
    if not (
        isinstance(ratios, dict) and isinstance(rounds, dict) and isinstance(run, dict) and isinstance(absolute, dict)
    ):
        return "ratios, rounds, absolute and run must be tables"
    for name, ratio in ratios.items():
        if not _number(ratio):
            return f"the ratio {name} is {ratio!r}, not a number above 0"
        spread = rounds.get(name)
        if not (isinstance(spread, list) and len(spread) == 2 and all(map(_number, spread))):
            return f"the rounds of {name} are {spread!r}, not the lowest and the highest, numbers above 0"
        if not spread[0] <= ratio <= spread[1]:
            return f"the ratio {name} is {ratio!r}, outside of its rounds"
    if not _number(absolute.get(SHARE, 1)):
        return f"{SHARE} is {absolute[SHARE]!r}, not a number above 0"
    if not ratios.keys() & RATIOS.keys():
        return "it has none of the ratios that are measured"
    if not all(isinstance(one, dict) for one in (run.get("versions"), run.get("peers"))):
        return "run must have the versions of ours and of the peers"
    return ""


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < float("inf")


def changes(old: Report, new: Report) -> list[Change]:
    """Compare every ratio that at least one report has."""
    found = []
    for name in {**old["ratios"], **new["ratios"]}:
        before, now = (one["ratios"].get(name, float("nan")) for one in (old, new))
        found.append(Change(name, before, now, _verdict(name, old, new)))
    return found


def _verdict(name: str, old: Report, new: Report) -> str:
    if name not in new["ratios"]:
        return "not measured now"
    if name not in old["ratios"]:
        return "new"
    if other_version(name, old, new):
        return "another version of the peer, not judged"
    before, now = old["ratios"][name], new["ratios"][name]
    if now >= before * (1 - TOLERANCE):
        return "" if now <= before * (1 + TOLERANCE) else "gained"
    apart = new["rounds"][name][1] < old["rounds"][name][0]
    return "LOST" if apart else "lower, but the rounds overlap"


def other_version(name: str, old: Report, new: Report) -> bool:
    """Check whether the peer of this ratio has changed its version, so that a change may be due to the peer."""
    theirs = RATIOS[name].theirs if name in RATIOS else ""
    if theirs not in THEIRS or "run" not in new:
        return False
    peer = THEIRS[theirs].peer
    return bool(old["run"]["peers"].get(peer) != new["run"]["peers"].get(peer))


def lost(old: Report, new: Report) -> list[str]:
    """Name the ratios that are lost."""
    return [one.name for one in changes(old, new) if one.lost]


def table(old: Report, new: Report) -> str:
    """Format the changes as text, losses last."""
    found = sorted(changes(old, new), key=lambda one: one.lost)
    lines = [f"{'ratio':44}{'before':>10}{'now':>10}{'change':>9}"]
    for one in found:
        change = f"{one.now / one.before - 1:+.1%}" if one.now == one.now and one.before == one.before else ""
        before, now = ("-" if value != value else f"{value:.3g}" for value in (one.before, one.now))
        lines.append(f"{one.name.replace('_', ' '):44}{before:>10}{now:>10}{change:>9}  {one.verdict}".rstrip())
    count = sum(one.lost for one in found)
    end = (
        f"{count} of {len(found)} ratios lost more than {TOLERANCE:.0%}"
        if count
        else f"no ratio lost more than {TOLERANCE:.0%}"
    )
    return "\n".join([*lines, "", *_warnings(old, new), end])


def _warnings(old: Report, new: Report) -> list[str]:
    """Warn about differences between the two runs that affect ratios, too."""
    differ = [
        name
        for name in ("processor", "cores", "python", "versions", "rounds", "seconds")
        if old["run"].get(name) != new["run"].get(name)
    ]
    lines = [f"the runs differ in {', '.join(differ)}, which changes ratios a little, too"] if differ else []
    for which, run in (("older", old), ("new", new)):
        if (share := run["absolute"].get(SHARE, 1)) < QUIET:
            lines.append(
                f"the machine was busy in the {which} run, which got {share:.0%} of a core: measure on a quiet machine"
            )
    return lines
