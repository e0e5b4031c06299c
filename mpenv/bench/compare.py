"""`mpenv bench --compare OLD`: what has become slower since an older report, by ratios of each run.

Steps a second are never compared, because machines differ and are busy. A ratio counts as lost when its middle is lower
by more than a tenth and none of its rounds reaches one of the older run; what looks so is measured once more.
"""

from pathlib import Path
from typing import Any, NamedTuple

from mpenv import files
from mpenv.bench.metrics import RATIOS, THEIRS
from mpenv.bench.speed import FORMAT, Report

SHARE = "machine_share_of_a_core"
MOST = 0.10  # that may be lost
QUIET = 0.9  # of a core: a machine that gives less is busy


class Change(NamedTuple):
    """One ratio, before and now."""

    name: str
    before: float
    now: float
    verdict: str

    @property
    def lost(self) -> bool:
        return self.verdict == "LOST"


def load(path: Path) -> Report:
    """An older report; what can not be compared with is refused with the reason."""
    try:
        report = files.read_json(path)
    except files.BadFile as fault:
        raise ValueError(f"{path}: no report of mpenv bench: it {fault.why}") from None
    if not isinstance(report, dict) or report.get("format") != FORMAT:
        told = report.get("format", "none") if isinstance(report, dict) else "none"
        raise ValueError(f"{path}: no report that can be compared with: its format is {told!r}, not {FORMAT!r}")
    if wrong := _wrong(report):
        raise ValueError(f"{path}: a broken report: {wrong}")
    return report


def _wrong(report: Report) -> str:
    """What is wrong with a report, in words."""
    ratios, rounds, run, absolute = (report.get(part) for part in ("ratios", "rounds", "run", "absolute"))
    if not (
        isinstance(ratios, dict) and isinstance(rounds, dict) and isinstance(run, dict) and isinstance(absolute, dict)
    ):
        return "ratios, rounds, absolute and run must be tables"
    for name, ratio in ratios.items():
        if not _number(ratio):
            return f"the ratio {name} is {ratio!r}, not a number above 0"
        lie = rounds.get(name)
        if not (isinstance(lie, list) and len(lie) == 2 and all(map(_number, lie))):
            return f"the rounds of {name} are {lie!r}, not the lowest and the highest, numbers above 0"
        if not lie[0] <= ratio <= lie[1]:
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
    """Every ratio of both reports that was measured in one of them."""
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
    if now >= before * (1 - MOST):
        return "" if now <= before * (1 + MOST) else "gained"
    apart = new["rounds"][name][1] < old["rounds"][name][0]
    return "LOST" if apart else "lower, but the rounds overlap"


def other_version(name: str, old: Report, new: Report) -> bool:
    """Whether theirs of this ratio is another version than it was: its rate may have changed, and not ours."""
    theirs = RATIOS[name].theirs if name in RATIOS else ""
    if theirs not in THEIRS or "run" not in new:
        return False
    peer = THEIRS[theirs].peer
    return bool(old["run"]["peers"].get(peer) != new["run"]["peers"].get(peer))


def lost(old: Report, new: Report) -> list[str]:
    return [one.name for one in changes(old, new) if one.lost]


def table(old: Report, new: Report) -> str:
    """Each change for people, the losses last where they are seen."""
    found = sorted(changes(old, new), key=lambda one: one.lost)
    lines = [f"{'ratio':44}{'before':>10}{'now':>10}{'change':>9}"]
    for one in found:
        change = f"{one.now / one.before - 1:+.1%}" if one.now == one.now and one.before == one.before else ""
        before, now = ("-" if value != value else f"{value:.3g}" for value in (one.before, one.now))
        lines.append(f"{one.name.replace('_', ' '):44}{before:>10}{now:>10}{change:>9}  {one.verdict}".rstrip())
    count = sum(one.lost for one in found)
    end = (
        f"{count} of {len(found)} ratios lost more than {MOST:.0%}" if count else f"no ratio lost more than {MOST:.0%}"
    )
    return "\n".join([*lines, "", *_elsewhere(old, new), end])


def _elsewhere(old: Report, new: Report) -> list[str]:
    """A word of care when the two runs were not made alike."""
    unlike = [
        what
        for what in ("processor", "cores", "python", "versions", "rounds", "seconds")
        if old["run"].get(what) != new["run"].get(what)
    ]
    lines = [f"the runs differ in {', '.join(unlike)}: ratios, too, change a little with that"] if unlike else []
    for which, run in (("older", old), ("new", new)):
        if (share := run["absolute"].get(SHARE, 1)) < QUIET:
            lines.append(
                f"the machine was busy in the {which} run, it gave {share:.0%} of a core: measure when it is quiet"
            )
    return lines
