"""Target bands, and by how much each was missed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mpenv.worlds.materia_prima.studies.calibration.plan import EXPERT, LEVELS, RANDOM, SEARCH, SEARCHED
from mpenv.worlds.materia_prima.switches import WITHOUT

MET, MISSED, UNKNOWN = "met", "missed", "not measured"
PEACE = "inquisitors"
ALL_SEARCHED = len(SEARCHED) * len(LEVELS)
Rows = Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Bands:
    """Target shares of games that meet the mission, and other targets."""

    random: float = 0.01  # at most, except where there are no levels
    expert: dict[str, tuple[float, float]] = field(
        default_factory=lambda: {"easy": (0.5, 0.85), "normal": (0.25, 0.6), "hard": (0.05, 0.35)}
    )
    cells: float = 0.8  # least share of cells within their bands
    of_search: float = 0.7  # least ratio of the expert's success to a search team's
    alike: float = 0.8  # greatest correlation of outcomes of expert and search on the same seeds
    peace: float = 0.15  # least gain without inquisitors,
    peace_scenarios: int = 4  # in so many scenarios


BANDS = Bands()


class Verdict(NamedTuple):
    """A target, whether it is met, and where it is missed."""

    wanted: str
    state: str
    told: str
    missed: list[str]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points(share: float) -> str:
    return f"{100 * share + 0.0:.1f} points"


def band_of(level: str | None, team: str) -> tuple[float, float] | None:
    """Band of a team at a level; None where there is none."""
    if level is None:
        return None
    return (0.0, BANDS.random) if team == RANDOM else BANDS.expert[level] if team == EXPERT else None


def outside(row: dict[str, Any], team: str) -> float | None:
    """Distance of a team's share above or below its band, 0 within; None without a band."""
    band = band_of(row["difficulty"], team)
    if band is None or team not in row["teams"]:
        return None
    share = float(row["teams"][team]["share"])
    return round(min(0.0, share - band[0]) + max(0.0, share - band[1]), 6)


def verdicts(found: dict[str, Any]) -> list[Verdict]:
    """All targets, whether measured or not."""
    cells, searched = found.get("difficulty", []), found.get("search") or {}
    return [
        in_bands(cells),
        not_easier(cells, EXPERT),
        not_easier(searched.get("cells", []), SEARCH),
        *ahead(searched),
        unlike(searched.get("cells", [])),
        whole(searched),
        *worth(found.get("ablations", []), partly=bool(found["about"]["only"])),
        climbs(found.get("ladder", [])),
    ]


def _verdict(wanted: str, measured: bool, good: bool, told: str, missed: list[str]) -> Verdict:
    if not measured:
        return Verdict(wanted, UNKNOWN, "", [])
    return Verdict(wanted, MET if good else MISSED, told, missed)


# --- cells ---------------------------------------------------------------------------------------------


def in_bands(cells: Rows) -> Verdict:
    """Check that enough cells meet the bands of random and expert."""
    wanted = f"{BANDS.cells:.0%} of the cells meet the bands of random and expert"
    whole = [row for row in cells if None not in (outside(row, RANDOM), outside(row, EXPERT))]
    bad = [row for row in whole if outside(row, RANDOM) or outside(row, EXPERT)]
    missed = [words for row in bad for words in _misses(row)]
    good = len(whole) - len(bad)
    return _verdict(wanted, bool(whole), good >= BANDS.cells * len(whole), f"{good} of {len(whole)}", missed)


def _misses(row: dict[str, Any]) -> Iterator[str]:
    for team in (RANDOM, EXPERT):
        if far := outside(row, team):
            low, high = band_of(row["difficulty"], team) or (0, 1)
            where = f"{points(abs(far))} {'above' if far > 0 else 'below'} {percent(low)} to {percent(high)}"
            yield f"{row['cell']}: {team} {percent(row['teams'][team]['share'])}, {where}"


def not_easier(cells: Rows, team: str) -> Verdict:
    """Check that no harder level is significantly easier on the same seeds."""
    pairs = [(row, row["harder"][team]) for row in cells if team in row.get("harder", {})]
    missed = [
        f"{row['cell']}: {team} is {points(step['ahead'])} better than at the easier level "
        f"({points(step['low'])} to {points(step['high'])})"
        for row, step in pairs
        if step["low"] > 0
    ]
    told = f"{len(pairs) - len(missed)} of {len(pairs)} steps"
    return _verdict(f"{team}: no harder level is easier", bool(pairs), not missed, told, missed)


# --- expert and search ---------------------------------------------------------------------------------


def ahead(searched: dict[str, Any]) -> Iterator[Verdict]:
    """Check that search is significantly ahead of the expert, and not by too much."""
    over = searched.get("over_all") if len(searched.get("cells", [])) == ALL_SEARCHED else None
    wanted = "search is ahead of the expert over its cells", f"the expert reaches {BANDS.of_search:.0%} of search"
    if not over:
        yield from (_verdict(words, False, False, "", []) for words in wanted)
        return
    told = f"{points(over['ahead'])} ahead ({points(over['low'])} to {points(over['high'])})"
    missed = [] if over["low"] > 0 else [f"over {len(searched['cells'])} cells: {told}"]
    yield _verdict(wanted[0], True, not missed, told, missed)
    part = over[EXPERT] / over[SEARCH] if over[SEARCH] else 1.0
    told = f"{percent(over[EXPERT])} against {percent(over[SEARCH])}: {percent(part)}"
    good = part >= BANDS.of_search
    yield _verdict(wanted[1], True, good, told, [] if good else [f"{points(BANDS.of_search - part)} short: {told}"])


def unlike(cells: Rows) -> Verdict:
    """Check that the seed alone does not decide which team loses which game."""
    there = [row for row in cells if row["correlation"] is not None]
    missed = [
        f"{row['cell']}: {row['correlation']:.2f}, {row['correlation'] - BANDS.alike:.2f} too much"
        for row in there
        if row["correlation"] >= BANDS.alike
    ]
    told = f"at most {max(row['correlation'] for row in there):.2f} in {len(there)} cells" if there else ""
    wanted = f"expert and search fare unlike on the same seeds (correlation below {BANDS.alike})"
    return _verdict(wanted, bool(there), not missed, told, missed)


def whole(searched: dict[str, Any]) -> Verdict:
    """Check that no agent failed."""
    broke = {row["cell"]: row["broke"] for row in searched.get("cells", [])}
    missed = [f"{name}: {count} games broke" for name, count in broke.items() if count]
    return _verdict("no search agent breaks", bool(broke), not missed, "", missed)


# --- ablations and ladder ------------------------------------------------------------------------------


def worth(rows: Rows, partly: bool) -> Iterator[Verdict]:
    """Check that each verb and kind of mission helps significantly somewhere, and that inquisitors make it harder."""
    told = {word: [row["without"][word] for row in rows if word in row["without"]] for word in WITHOUT}
    verbs = {word: found for word, found in told.items() if word != PEACE and found}
    missed = [
        f"without {word}: nowhere surely worse, {points(-min(found, key=_high)['ahead'])} at most "
        f"(at least {points(-min(found, key=_high)['high'])})"
        for word, found in verbs.items()
        if not any(one["high"] < 0 for one in found)
    ]
    words = "every verb and every kind of town missions is missed somewhere"
    measured = bool(verbs) and not (partly and missed)
    yield _verdict(words, measured, not missed, f"{len(verbs) - len(missed)} of {len(verbs)}", missed)
    gains = {row["cell"]: row["without"][PEACE]["ahead"] for row in rows if PEACE in row["without"]}
    enough = [name for name, gain in gains.items() if gain >= BANDS.peace]
    words = f"without inquisitors it is {points(BANDS.peace)} easier in {BANDS.peace_scenarios} scenarios"
    short = [
        f"{name}: {points(gain)}, {points(BANDS.peace - gain)} short"
        for name, gain in gains.items()
        if gain < BANDS.peace
    ]
    good = len(enough) >= BANDS.peace_scenarios
    yield _verdict(
        words, bool(gains) and (good or not partly), good, f"{len(enough)} of {len(gains)}", [] if good else short
    )


def _high(one: dict[str, float]) -> float:
    return one["high"]


def climbs(rows: Rows) -> Verdict:
    """Check that another day never lowers success significantly."""
    missed = [
        f"{row['cell']}: {team} at {days} days lies outside of what rises"
        for row in rows
        for team, one in row["teams"].items()
        for days in one["falls"]
    ]
    return _verdict("more days never harm", bool(rows), not missed, "", missed)
