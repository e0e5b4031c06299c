"""Cards, goals and amounts in words."""

from collections.abc import Container, Iterator
from typing import Any

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.clauses import TEAMS, Effect, wanted
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.rules import talk
from mpenv.worlds.materia_prima.rules.sight import EVERYWHERE
from mpenv.worlds.materia_prima.switches import without

WHERE = (*v.DIRECTIONS, "CENTRE")


def place(pack: Pack, hex: int) -> str:
    """A hex as `q,r`."""
    return pack.places[hex]


def whereabouts(pack: Pack, hex: int) -> str:
    """`at 3,4`, or `out of sight`."""
    return f"at {place(pack, hex)}" if hex >= 0 else "out of sight"


def elements(pack: Pack, counts: Any) -> str:
    """`2 fire, 1 air`, or `nothing`."""
    found = [f"{count} {name}" for name, count in zip(pack.ids["element"], counts, strict=False) if count]
    return ", ".join(found) or "nothing"


def counted(number: int, thing: str) -> str:
    """`1 action`, `2 actions`."""
    return f"{number} {thing}{'s' * (number != 1)}"


def alarm_card(pack: Pack, s: Any, card: int) -> str:
    """Text of an alarm card, with the order of the players."""
    alarm = pack.entries["alarm"][card]
    marks = [
        f"{who} {', '.join(WHERE[d] for d in alarm[who])}" for who in ("alchemists", "homunculi") if alarm[who]
    ] or ["nothing"]
    values = [f"{stat} +{amount}" for stat, amount in alarm["modifiers"]] or ["no modifier"]
    loot = ", ".join(f"{face} {pack.ids['element'][element]}" for face, element in enumerate(alarm["loot"]))
    seated = [notation.colour(pack, s, seat) for seat in range(s.seats)]
    turns = ", ".join(v.COLOURS[colour] for colour in alarm["order"] if v.COLOURS[colour] in seated)
    town = pack.name(pack.ids["town"][alarm["town"]])
    return f"{alarm['id']}: {town}; marks {' and '.join(marks)}; {', '.join(values)}; loot {loot}; order {turns}"


def inquisitor_card(pack: Pack, card: int) -> str:
    one = pack.entries["type"][card // v.TYPE_CARDS]["cards"][card % v.TYPE_CARDS]
    what, amount = one["modifier"]
    return f"{one['id']} ({f'{what} +{amount}' if what in v.VALUES else what})"


def ability(pack: Pack, given: tuple[str, int]) -> str:
    kind, what = given
    if kind == "gift":
        return v.GIFTS[what]
    return f"extra {v.VERBS[what]}" if kind == "extra" else f"mining {pack.ids['element'][what]}"


def errand(pack: Pack, card: int) -> str:
    """Requirement and reward of a town mission."""
    one = pack.entries["mission"][card]
    kind = v.ERRANDS[one["kind"]]
    if kind == "fight":
        what = f"fight against {one['defence']}"
    elif kind == "element":
        what = f"bring {' and '.join(pack.ids['element'][each] for each in one['element'])}"
    else:
        level = f"level-{one['level']} " if one["level"] else ""
        what = f"give {level or 'any '}{'fragment' if kind == 'stone' else kind}"
    return f"{what}, {one['points']} point{'s' * (one['points'] > 1)}"


def temple(pack: Pack, card: int) -> str:
    """The temple card that is shown; empty where the pack has no choice of them, as it does nothing."""
    return pack.name(pack.ids["temple"][card]) if card >= 0 and len(pack.ids["temple"]) > 1 else ""


def extension(pack: Pack, marker: int) -> str:
    """Benefits of a tower extension, without its price."""
    one = pack.entries["extension"][marker]
    gains = [f"{stat} +{one[stat]}" for stat in v.STATS if one[stat]]
    return ", ".join(gains + [ability(pack, each) for each in one["abilities"]])


def effect(pack: Pack, given: Effect) -> str:
    """Effect of a side of an event."""
    verb = v.EFFECTS[given.kind]
    if verb in ("gain", "lose"):
        also = f" and {given.more} {pack.ids['element'][given.also]}" if given.more else ""
        return f"each alchemist {verb}s {given.amount} {pack.ids['element'][given.what]}{also}"
    if verb == "sacrifice":
        return f"each alchemist loses one {('homunculus', 'equipment', 'fragment')[given.what]}"
    return f"{verb} {(v.STATS if verb == 'alchemists' else v.VALUES)[given.what]} +{given.amount}"


def recipe(pack: Pack, card: int) -> str:
    """Cost and product of a recipe."""
    name = pack.ids["recipe"][card]
    kind = v.KINDS[pack.readable.recipe[card].kind]
    one = pack.entries[kind][pack.ids[kind].index(name)]
    gains = [ability(pack, each) for each in one.get("abilities", [])]
    if kind == "homunculus":
        gains = [f"{stat} {one[stat]}" for stat in v.STATS] + gains
    elif kind == "equipment":
        gains = [v.ITEM_SLOTS[one["slot"]]] + [f"{stat} +{one[stat]}" for stat in v.STATS if one[stat]] + gains
    else:
        gains = ["a fragment"]
    cost = elements(pack, pack.readable.recipe[card].cost)
    return f"{called(pack, card)}, level {one['level']}: {cost} -> {', '.join(gains)}"


def called(pack: Pack, card: int) -> str:
    """Id of a recipe and, where it has one, its name."""
    name = pack.ids["recipe"][card]
    return name if pack.name(name) == name else f"{name} {pack.name(name)}"


def goal(pack: Pack, given: dict[str, Any], seats: int = 0) -> str:
    """A goal of a mission: `make 1 level-1 stone`; without a team `A` stands for the number of alchemists."""
    predicate = next(name for name in v.PREDICATES if given[name] is not None)
    most = max(wanted(given, each) for each in ([seats] if seats else TEAMS))
    count, many = amount(given, seats), "s" * (most > 1)
    if predicate in ("make", "hold"):
        level = f"level-{given['level']} " if given["level"] else ""
        return f"{predicate} {count} {level}{v.KINDS[given['kind']]}"
    if predicate == "stock":
        what = "elements" if given["kind"] < 0 else pack.ids["element"][given["kind"]]
        return f"bring {count} {what} into the tower{'s' * (v.WHO[given['who']] == 'team')}"
    if predicate == "stand":
        return f"stand in town {v.TOWNS[given['kind']]} with {count} figure{many}"
    if predicate == "keep":
        return f"lose no {('soul stone', 'homunculus', 'element to destroyers')[given['kind']]}"
    verbs = {"missions": "complete {} town mission", "events": "pay for {} event", "defeat": "defeat {} inquisitor"}
    return f"{verbs[predicate].format(count)}{many}"


def amount(goal_entry: dict[str, Any], seats: int) -> str:
    """Amount a goal requires: `3`; before the team is known `A + 3`, or `2/3/3` by its size."""
    if seats:
        return str(wanted(goal_entry, seats))
    if not goal_entry["a_seat"]:
        return (
            "/".join(map(str, goal_entry["count"]))
            if isinstance(goal_entry["count"], list)
            else str(goal_entry["count"])
        )
    grown = "A" if goal_entry["a_seat"] == 1 else f"{goal_entry['a_seat']}A"
    return f"{grown} + {goal_entry['count']}" if goal_entry["count"] else grown


def mission(pack: Pack, scenario: int, seats: int = 0) -> str:
    """All goals: `each alchemist: make 1 homunculus, make 1 level-1 stone`."""
    goals = pack.entries["scenario"][scenario]["mission"]
    parts = []
    for who, name in enumerate(("each alchemist", "the team")):
        mine = [goal(pack, one, seats) for one in goals if one["who"] == who]
        if mine:
            parts.append(f"{name}: {', '.join(mine)}")
    return "; ".join(parts)


def types(pack: Pack, scenario: int) -> str:
    """The letters on a scenario card: `inquisitors A, B, C`; `no inquisitors` where there are none."""
    letters: list[str] = pack.entries["scenario"][scenario]["types"]
    return f"inquisitors {', '.join(letters)}" if letters else "no inquisitors"


def special(pack: Pack, scenario: dict[str, Any], colours: Container[str] = v.COLOURS) -> Iterator[str]:
    """Special rules of a scenario in words; licences only of these colours."""
    if scenario["no_sailing"]:
        yield "no sailing"
    for town, day in scenario["closed"].items():
        yield f"town {v.TOWNS[town]} is closed until day {day}"
    for element, count in scenario["dry"].items():
        yield f"all mines of {pack.ids['element'][element]} give {count} together"
    for colour, allowed in scenario["licences"].items():
        if v.COLOURS[colour] in colours:
            kinds = ", ".join(pack.ids["element"][each] for each in allowed)
            yield f"{v.COLOURS[colour]} may mine {kinds or 'nothing'}"
    if scenario["markers_on_own_hex"]:
        yield "who lays alarm markers lays one on the own hex as well"
    for starter in scenario["start"]:
        yield f"card {starter['card']} is displayed from the start, with its figure in town {v.TOWNS[starter['town']]}"
    if scenario["destroy_from"]:
        yield f"destroy +1 from day {scenario['destroy_from']}"
    if scenario["sight"]:
        yield f"each seat sees {scenario['sight']} hexes far"


def switches(s: Any, scenario: dict[str, Any]) -> Iterator[str]:
    """Knowledge, talk and ablations of this table, where they differ from the scenario's."""
    if s.candour.sight == EVERYWHERE and scenario["sight"]:
        yield "but here everywhere"
    elif s.candour.sight > 0:
        yield f"here each seat sees {s.candour.sight} hexes far"
    if s.candour.private_research:
        yield "drawn recipes are seen by who drew them"
    if s.candour.table_talk:
        yield "each seat says what it intends"
    if s.study.days:
        yield f"the game lasts {counted(s.study.days, 'day')}"
    if missing := without(s):
        yield f"played without {', '.join(missing)}"


def said(pack: Pack, s: Any, number: int) -> str:
    """Announcement of a seat: `gather iron`."""
    kind = talk.intention(number)
    what = number - talk.FIRST[kind]
    if kind == talk.GATHER:
        return f"gather {pack.ids['element'][what]}"
    if kind == talk.FIGHT:
        return f"fight {pack.entries['type'][what]['letter']}"
    names = {talk.MAKE: v.KINDS, talk.SERVE: v.TOWNS}
    if kind in names:
        return f"{talk.INTENTIONS[kind]} {names[kind][what]}"
    return "nothing" if kind == talk.NOTHING else f"help {notation.colour(pack, s, what)}"


def heard(pack: Pack, s: Any, seat: int) -> str:
    """Announcement of a seat today; empty when it said nothing."""
    number = s.candour.said[seat]
    return f"says it will {said(pack, s, number)}" if number else ""
