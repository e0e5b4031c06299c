"""Cards, goals and amounts in words."""

from collections.abc import Container, Iterable, Iterator
from typing import Any

from mpenv.language import USUAL, spoken
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.clauses import TEAMS, Effect, wanted
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules import talk
from mpenv.worlds.materia_prima.rules.sight import EVERYWHERE
from mpenv.worlds.materia_prima.switches import without

WHERE = (*v.DIRECTIONS, "CENTRE")
RULES = (
    "no_sailing", "closed", "dry", "licences", "markers_on_own_hex", "start", "destroy_from", "sight",
)  # fmt: skip


def place(pack: Pack, hex: int) -> str:
    """A hex as `q,r`."""
    return pack.places[hex]


def whereabouts(pack: Pack, hex: int) -> str:
    """`at 3,4`, or `out of sight`."""
    return phrase("words.at", place=place(pack, hex)) if hex >= 0 else phrase("words.out_of_sight")


def term(word: str) -> str:
    """A word of the rules: `attack`, `weapon`, `hard`."""
    return phrase(f"term.{word}")


def direction(number: int) -> str:
    """A direction as the notation names it, or the centre."""
    return term(WHERE[number]) if number == v.CENTRE else WHERE[number]


def colour(pack: Pack, s: Any, seat: int) -> str:
    """Colour of a seat."""
    return phrase(f"colour.{notation.colour(pack, s, seat)}")


def figure(pack: Pack, s: Any, seat: int, number: int) -> str:
    """`green` for the alchemist, `green.h1` for a homunculus."""
    return colour(pack, s, seat) + (f".h{number}" if number else "")


def element(pack: Pack, number: int) -> str:
    """`iron`: an element by its id, in other languages by its name."""
    entry = pack.ids["element"][number]
    return entry if spoken() == USUAL else pack.name(entry)


def elements(pack: Pack, counts: Any) -> str:
    """`2 fire, 1 air`, or `nothing`."""
    kinds = range(len(pack.ids["element"]))
    found = [f"{count} {element(pack, k)}" for k, count in zip(kinds, counts, strict=False) if count]
    return ", ".join(found) or phrase("words.nothing")


def counted(number: int, thing: str) -> str:
    """`1 action`, `2 actions`."""
    return phrase.counted(number, thing)


def joined(parts: Iterable[str]) -> str:
    """`one and two`."""
    return phrase("words.and").join(parts)


def raised(stat: str, amount: int) -> str:
    """`attack +1`."""
    return f"{term(stat)} +{amount}"


def alarm_card(pack: Pack, s: Any, card: int) -> str:
    """Text of an alarm card, with the order of the players."""
    alarm = pack.entries["alarm"][card]
    marks = [
        f"{term(who)} {', '.join(map(direction, alarm[who]))}" for who in ("alchemists", "homunculi") if alarm[who]
    ] or [phrase("words.nothing")]
    seated = [notation.colour(pack, s, seat) for seat in range(s.seats)]
    turns = [v.COLOURS[one] for one in alarm["order"] if v.COLOURS[one] in seated]
    return phrase(
        "words.alarm_card",
        id=alarm["id"],
        town=pack.name(pack.ids["town"][alarm["town"]]),
        marks=joined(marks),
        values=", ".join(raised(*one) for one in alarm["modifiers"]) or phrase("words.no_modifier"),
        loot=", ".join(f"{face} {element(pack, one)}" for face, one in enumerate(alarm["loot"])),
        order=", ".join(phrase(f"colour.{one}") for one in turns),
    )


def inquisitor_card(pack: Pack, card: int) -> str:
    one = pack.entries["type"][card // v.TYPE_CARDS]["cards"][card % v.TYPE_CARDS]
    what, amount = one["modifier"]
    return f"{one['id']} ({raised(what, amount) if what in v.VALUES else term(what)})"


def ability(pack: Pack, given: tuple[str, int]) -> str:
    kind, what = given
    if kind == "gift":
        return term(v.GIFTS[what])
    if kind == "extra":
        return phrase("words.extra", verb=term(v.VERBS[what]))
    return phrase("words.mining", element=element(pack, what))


def errand(pack: Pack, card: int) -> str:
    """Requirement and reward of a town mission."""
    one = pack.entries["mission"][card]
    kind = v.ERRANDS[one["kind"]]
    if kind == "fight":
        what = phrase("errand.fight", what=one["defence"])
    elif kind == "element":
        what = phrase("errand.element", what=joined(element(pack, each) for each in one["element"]))
    else:
        level = phrase("errand.level", level=one["level"]) if one["level"] else phrase("errand.any")
        what = phrase("errand.give", level=level, what=term("fragment" if kind == "stone" else kind))
    return phrase("words.errand", what=what, points=counted(one["points"], "point"))


def temple(pack: Pack, card: int) -> str:
    """The temple card that is shown; empty where the pack has no choice of them, as it does nothing."""
    return pack.name(pack.ids["temple"][card]) if card >= 0 and len(pack.ids["temple"]) > 1 else ""


def extension(pack: Pack, marker: int) -> str:
    """Benefits of a tower extension, without its price."""
    one = pack.entries["extension"][marker]
    gains = [raised(stat, one[stat]) for stat in v.STATS if one[stat]]
    return ", ".join(gains + [ability(pack, each) for each in one["abilities"]])


def effect(pack: Pack, given: Effect) -> str:
    """Effect of a side of an event."""
    verb = v.EFFECTS[given.kind]
    if verb in ("gain", "lose"):
        portions = [(given.amount, given.what), *([(given.more, given.also)] if given.more else [])]
        return phrase(f"effect.{verb}", what=joined(f"{count} {element(pack, one)}" for count, one in portions))
    if verb == "sacrifice":
        return phrase("effect.sacrifice", what=term(("homunculus", "equipment", "fragment")[given.what]))
    value = term((v.STATS if verb == "alchemists" else v.VALUES)[given.what])
    return phrase(f"effect.{verb}", what=value, amount=given.amount)


def recipe(pack: Pack, card: int) -> str:
    """Cost and product of a recipe."""
    name = pack.ids["recipe"][card]
    kind = v.KINDS[pack.readable.recipe[card].kind]
    one = pack.entries[kind][pack.ids[kind].index(name)]
    gains = [ability(pack, each) for each in one.get("abilities", [])]
    if kind == "homunculus":
        gains = [f"{term(stat)} {one[stat]}" for stat in v.STATS] + gains
    elif kind == "equipment":
        gains = [term(v.ITEM_SLOTS[one["slot"]])] + [raised(stat, one[stat]) for stat in v.STATS if one[stat]] + gains
    else:
        gains = [phrase("words.a_fragment")]
    cost = elements(pack, pack.readable.recipe[card].cost)
    return phrase("words.recipe", name=called(pack, card), level=one["level"], cost=cost, gains=", ".join(gains))


def called(pack: Pack, card: int) -> str:
    """Id of a recipe and, where it has one, its name."""
    name = pack.ids["recipe"][card]
    return name if pack.name(name) == name else f"{name} {pack.name(name)}"


def goal(pack: Pack, given: dict[str, Any], seats: int = 0) -> str:
    """A goal of a mission: `make 1 level-1 stone`; without a team `A` stands for the number of alchemists."""
    predicate = next(name for name in v.PREDICATES if given[name] is not None)
    most = max(wanted(given, each) for each in ([seats] if seats else TEAMS))
    count, many = amount(given, seats), "many" if most > 1 else "one"
    if predicate in ("make", "hold"):
        level = phrase("goal.level", level=given["level"]) if given["level"] else ""
        return phrase(f"goal.{predicate}", amount=count, level=level, what=term(v.KINDS[given["kind"]]))
    if predicate == "stock":
        what = phrase("goal.elements") if given["kind"] < 0 else element(pack, given["kind"])
        team = v.WHO[given["who"]] == "team"
        return (
            phrase("goal.stock_team", amount=count, what=what)
            if team
            else phrase("goal.stock", amount=count, what=what)
        )
    if predicate == "stand":
        return phrase(f"goal.stand.{many}", amount=count, what=v.TOWNS[given["kind"]])
    if predicate == "keep":
        kept = (phrase("goal.soul_stone"), term("homunculus"), phrase("goal.destroyed"))
        return phrase("goal.keep", what=kept[given["kind"]])
    return phrase(f"goal.{predicate}.{many}", amount=count)


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
    for who, name in enumerate((phrase("goal.each"), phrase("goal.team"))):
        mine = [goal(pack, one, seats) for one in goals if one["who"] == who]
        if mine:
            parts.append(f"{name}: {', '.join(mine)}")
    return "; ".join(parts)


def types(pack: Pack, scenario: int) -> str:
    """The letters on a scenario card: `inquisitors A, B, C`; `no inquisitors` where there are none."""
    letters: list[str] = pack.entries["scenario"][scenario]["types"]
    return phrase("words.types", letters=", ".join(letters)) if letters else phrase("words.no_types")


def special(pack: Pack, scenario: dict[str, Any], colours: Container[str] = v.COLOURS) -> Iterator[str]:
    """Special rules of a scenario in words; licences only of these colours."""
    for name in RULES:
        if scenario[name]:
            yield from rule(pack, scenario, name, colours)


def rule(pack: Pack, scenario: dict[str, Any], name: str, colours: Container[str] = v.COLOURS) -> Iterator[str]:
    """A special rule that a scenario has; a line for each town, element, colour or card that it names."""
    given = scenario[name]
    if name == "closed":
        yield from (phrase("rule.closed", town=v.TOWNS[town], day=day) for town, day in given.items())
    elif name == "dry":
        yield from (phrase("rule.dry", element=element(pack, one), count=count) for one, count in given.items())
    elif name == "licences":
        for one, allowed in given.items():
            if v.COLOURS[one] in colours:
                kinds = ", ".join(element(pack, each) for each in allowed) or phrase("words.nothing")
                yield phrase("rule.licences", who=phrase(f"colour.{v.COLOURS[one]}"), kinds=kinds)
    elif name == "start":
        yield from (phrase("rule.start", card=one["card"], town=v.TOWNS[one["town"]]) for one in given)
    elif name == "destroy_from":
        yield phrase("rule.destroy_from", day=given)
    elif name == "sight":
        yield phrase("rule.sight", hexes=given)
    else:
        yield phrase(f"rule.{name}")


def switches(s: Any, scenario: dict[str, Any]) -> Iterator[str]:
    """Knowledge, talk and ablations of this table, where they differ from the scenario's."""
    if s.candour.sight == EVERYWHERE and scenario["sight"]:
        yield phrase("rule.seen_here")
    elif s.candour.sight > 0:
        yield phrase("rule.sight_here", hexes=s.candour.sight)
    if s.candour.private_research:
        yield phrase("rule.private_research")
    if s.candour.table_talk:
        yield phrase("rule.table_talk")
    if s.study.days:
        yield phrase("rule.days", days=counted(s.study.days, "day"))
    if missing := without(s):
        yield phrase("rule.without", parts=", ".join(missing))


def said(pack: Pack, s: Any, number: int) -> str:
    """Announcement of a seat: `gather iron`."""
    kind = talk.intention(number)
    what = number - talk.FIRST[kind]
    if kind == talk.NOTHING:
        return phrase("intend.nothing")
    if kind == talk.GATHER:
        whom = element(pack, what)
    elif kind == talk.FIGHT:
        whom = pack.entries["type"][what]["letter"]
    elif kind == talk.HELP:
        whom = colour(pack, s, what)
    else:
        whom = term(v.KINDS[what]) if kind == talk.MAKE else v.TOWNS[what]
    return phrase(f"intend.{talk.INTENTIONS[kind]}", what=whom)


def heard(pack: Pack, s: Any, seat: int) -> str:
    """Announcement of a seat today; empty when it said nothing."""
    number = s.candour.said[seat]
    return phrase("intend.heard", what=said(pack, s, number)) if number else ""
