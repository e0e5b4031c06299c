"""Tables of docs/speed.md and of the README from a report, as heads and rows."""

from collections.abc import Callable, Iterable, Iterator

from mpenv.bench.chart import times
from mpenv.bench.metrics import (
    AGAINST_OTHERS,
    AGAINST_OURSELVES,
    RATIOS,
    SINGLES,
    THEIRS,
    Ratio,
    Single,
    ours,
)
from mpenv.bench.peers import PEERS
from mpenv.bench.speed import Report, measured_world

Row = tuple[object, ...]
Table = tuple[tuple[str, ...], Iterable[Row]]
Part = Callable[[Report], Table]

RATES = ("", "ours, decisions a second", "theirs", "ratio")


def _rate(run: Report, name: str) -> str:
    rate = run["absolute"].get(f"{name}_steps_per_second")
    return f"{float(f'{rate:.3g}'):,.0f}" if rate else "not measured"


def _measured(run: Report, name: str) -> tuple[str, str]:
    """Return a ratio, and its lowest and highest round."""
    if name not in run["ratios"]:
        return "not measured", ""
    low, high = run["rounds"][name]
    return times(run["ratios"][name]), f"{times(low)} to {times(high)}"


def speed_run(run: Report) -> Table:
    """Machine, versions and rounds of the measurement."""
    run = run["run"]
    packages = {"Python": run["python"], **run["versions"]}
    theirs = {name: version for one in run["peers"].values() for name, version in one.items()}

    def rows() -> Iterator[Row]:
        yield "machine", f"{run['machine']}, {run['processor']}, {run['cores']} cores"
        yield "ours", ", ".join(f"{name} {version}" for name, version in packages.items())
        yield "theirs", ", ".join(f"{name} {version}" for name, version in theirs.items())
        yield "rounds", f"{run['rounds']} of {run['seconds']:g} s for each side, all sides taking turns"
        yield "rounds of learners", f"{run['learner_rounds']} of at least {run['learner_seconds']:g} s"

    return ("", ""), rows()


def speed_wanted(run: Report) -> Table:
    """Targets and results."""

    def rows() -> Iterator[Row]:
        for name, one in {**AGAINST_OTHERS, **AGAINST_OURSELVES}.items():
            if one.must is not None:
                value, around = _measured(run, name)
                yield one.words, value, around, _wanted(one), _met(one, run["ratios"].get(name))
        for name, single in SINGLES.items():
            if single.must is not None:
                found = run["absolute"].get(name)
                value = f"{format(found, single.form)} {single.unit}" if found is not None else "not measured"
                yield single.words, value, "", _wanted(single), _met(single, found)

    return ("", "measured", "rounds", "must / aim", ""), rows()


def _wanted(one: Ratio | Single) -> str:
    unit = f" {one.unit}" if isinstance(one, Single) else "x"
    return " / ".join(f"{wanted:,g}{unit}" for wanted in (one.must, one.aim) if wanted is not None)


def _met(one: Ratio | Single, value: float | None) -> str:
    """Say whether a figure reaches its target."""
    if value is None or one.must is None:
        return ""
    meets = one.meets if isinstance(one, Single) else lambda value, wanted: value >= wanted
    if one.aim is not None and meets(value, one.aim):
        return "aim reached"
    return "must reached" if meets(value, one.must) else "**not reached**"


def speed_peers(run: Report) -> Table:
    """Games of other libraries: rate, decision, and the work inside the measured time."""
    rows = ((one.words, _rate(run, name), one.decision, one.inside) for name, one in THEIRS.items())
    return ("game", "decisions a second", "a decision is", "inside the time measured"), rows


def speed_ratios(run: Report) -> Table:
    """All ratios to games of other libraries."""
    rows = ((one.words, *_measured(run, name)) for name, one in AGAINST_OTHERS.items())
    return ("ours vs theirs", "ratio", "rounds"), rows


def speed_ours(run: Report) -> Table:
    """All our rates, and their ratios to the fixed work, for comparing with later runs."""

    def rows() -> Iterator[Row]:
        for name, one in ours(measured_world(run)).items():
            yield one.words, _rate(run, name), *_worked(run, f"{name}_vs_work")

    return ("ours", "decisions a second", "for each row of the fixed work", "rounds"), rows()


def _worked(run: Report, name: str) -> tuple[str, str]:
    """Return decisions for each row of the fixed work; some are far below 1."""
    if name not in run["ratios"]:
        return "", ""
    low, high = run["rounds"][name]
    return f"{run['ratios'][name]:.3g}", f"{low:.3g} to {high:.3g}"


FRONT = ("batch_vs_openspiel_hanabi", "single_vs_openspiel_hanabi", "aec_vs_connect_four")


def speed_short(run: Report) -> Table:
    """Ratios with a minimum."""
    names = [name for name, one in RATIOS.items() if one.must is not None]
    return RATES, (_rates(run, name) for name in names)


def speed_front(run: Report) -> Table:
    """The three ratios of the README."""
    return RATES, (_rates(run, name) for name in FRONT)


def _rates(run: Report, name: str) -> Row:
    one = RATIOS[name]
    return one.words, _rate(run, one.ours), _rate(run, one.theirs), _measured(run, name)[0]


def speed_sizes(run: Report) -> Table:
    """Sizes and times."""
    found = run["absolute"]
    rows = (
        (one.words, f"{format(found[name], one.form)} {one.unit}".strip())
        for name, one in SINGLES.items()
        if name in found
    )
    return ("", "measured"), rows


def speed_install(run: Report) -> Table:
    """How each peer is installed."""
    return ("peer", "how"), ((one.words, one.install) for one in PEERS)


PARTS = (
    speed_run,
    speed_wanted,
    speed_peers,
    speed_ratios,
    speed_ours,
    speed_short,
    speed_front,
    speed_sizes,
    speed_install,
)
