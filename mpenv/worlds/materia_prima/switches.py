"""Rule switches: the values each allows, its default, and the field of the rules it sets."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mpenv.engine.rule_ids import implements
from mpenv.spelling import did_you_mean
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.rules.sight import EVERYWHERE


class Switch(NamedTuple):
    """A switch and the field of the rules it sets; its first value is the printed rule."""

    field: str
    values: tuple[Any, ...]
    ruling: str
    record: str = "house"


SWITCHES = {
    "event_attack": Switch("event_total", ("dice", "total"), "AMB-7"),
    "tower_figures_mark": Switch("towers_quiet", (True, False), "AMB-12"),
    "base_from_top_card": Switch("top_card", (False, True), "AMB-17"),
    "pool_refill": Switch("refill", (False, True), "AMB-31"),
    "private_slot": Switch("no_private", (True, False), "AMB-32"),
    "ask_payment": Switch("ask_payment", (False, True), "AMB-33"),
    "new_homunculus_acts": Switch("at_once", ("next day", "at once"), "AMB-36"),
    "pick_up": Switch("pick_up", ("action", "free on entry", "never"), "AMB-37"),
    "free_placement": Switch("anywhere", ("not on towns and mines", "anywhere"), "AMB-50"),
    "lost_homunculus": Switch("to_discard", ("supply", "discard"), "AMB-52"),
    "private_research": Switch("private_research", (False, True), "MP-ACT-RESEARCH-1", "candour"),
    "table_talk": Switch("table_talk", ("silent", "open"), "MP-ALCH-1", "candour"),
}
MOST_SUPPLY = 999
MOST_SIGHT = 16
MOST_DAYS = 24
NAMES = ("die_faces", *SWITCHES, "supply", "sight", "days", "without")
WITHOUT = (
    *v.VERBS,
    *(f"{kind} missions" for kind in v.ERRANDS),
    "inquisitors",
)  # parts of the game that can be switched off


@implements(also=("MP-ALCH-7",))
def die_faces(value: Any) -> list[int]:
    if (
        not isinstance(value, list | tuple)
        or len(value) != v.DIE_SIDES
        or any(type(face) is not int or not 0 <= face < v.DIE_FACES for face in value)
    ):
        raise ValueError(f"rules: die_faces must be six results from 0 to {v.DIE_FACES - 1}, not {value!r}")
    return list(value)


@implements(also=("MP-SETUP-12",))
def supply(value: Any) -> int:
    if value == "unlimited":
        return 0
    if type(value) is not int or not 1 <= value <= MOST_SUPPLY:
        raise ValueError(
            f"rules: supply must be 'unlimited' or a number of each element from 1 to {MOST_SUPPLY}, not {value!r}"
        )
    return value


def sight(value: Any) -> int:
    if value == "all":
        return EVERYWHERE
    if type(value) is not int or not 1 <= value <= MOST_SIGHT:
        raise ValueError(f"rules: sight must be 'all' or a number of hexes from 1 to {MOST_SIGHT}, not {value!r}")
    return value


def days(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= MOST_DAYS:
        raise ValueError(f"rules: days must be a number of days from 1 to {MOST_DAYS}, not {value!r}")
    return value


def left_out(value: Any) -> list[str]:
    """Check a list of parts to leave out, and sort it."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"rules: without must be a list of what is left out, not {value!r}: {', '.join(WITHOUT)}")
    if unknown := [part for part in value if part not in WITHOUT]:
        said, hint = ", ".join(map(repr, unknown)), did_you_mean(unknown[0], WITHOUT)
        raise ValueError(f"rules: without: unknown part {said}, there are: {', '.join(WITHOUT)}{hint}")
    if twice := [part for part in WITHOUT if value.count(part) > 1]:
        raise ValueError(f"rules: without names {', '.join(map(repr, twice))} more than once")
    return [part for part in WITHOUT if part in value]


def _leave_out(study: Any, words: list[str]) -> None:
    verbs, kinds = len(v.VERBS), len(v.ERRANDS)
    bits = sum(1 << WITHOUT.index(word) for word in words)
    study.verbs, study.errands = bits & (1 << verbs) - 1, bits >> verbs & (1 << kinds) - 1
    study.peace = bits >> verbs + kinds


def without(table: Any) -> list[str]:
    """Parts switched off in a state or a setup."""
    study = table.study
    bits = study.verbs | study.errands << len(v.VERBS) | study.peace << len(v.VERBS) + len(v.ERRANDS)
    return [part for nth, part in enumerate(WITHOUT) if bits >> nth & 1]


def _chosen(name: str, value: Any) -> int:
    values = SWITCHES[name].values
    for index, allowed in enumerate(values):
        if type(allowed) is type(value) and allowed == value:
            return index
    raise ValueError(f"rules: {name} must be {' or '.join(map(repr, values))}, not {value!r}")


def furnish(table: Any, rules: dict[str, Any], fault: Callable[[str], None] | None = None) -> None:
    """Write switches into a state or a setup; the others keep the printed rules."""
    table.house.die[:] = v.PRINTED_FACES
    for name, value in rules.items():
        try:
            _set(table, name, value)
        except ValueError as wrong:
            if fault is None:
                raise
            fault(str(wrong))


def _set(table: Any, name: str, value: Any) -> None:
    if name not in NAMES:
        raise ValueError(f"there is no rule switch {name!r}, there are: {', '.join(NAMES)}{did_you_mean(name, NAMES)}")
    if name == "die_faces":
        table.house.die[:] = die_faces(value)
    elif name == "supply":
        table.house.supply = supply(value)
    elif name == "sight":
        table.candour.sight = sight(value)
    elif name == "days":
        table.study.days = days(value)
    elif name == "without":
        _leave_out(table.study, left_out(value))
    else:
        setattr(table[SWITCHES[name].record], SWITCHES[name].field, _chosen(name, value))


def as_options(table: Any) -> dict[str, Any]:
    """Switches of a state that differ from the printed rules."""
    switches: dict[str, Any] = {}
    if (die := table.house.die.tolist()) != list(v.PRINTED_FACES):
        switches["die_faces"] = die
    for name, switch in SWITCHES.items():
        if chosen := table[switch.record][switch.field]:
            switches[name] = switch.values[chosen]
    if table.house.supply:
        switches["supply"] = table.house.supply
    if far := table.candour.sight:
        switches["sight"] = "all" if far == EVERYWHERE else far
    if table.study.days:
        switches["days"] = table.study.days
    if words := without(table):
        switches["without"] = words
    return switches
