"""Cards, goals and amounts in words."""

from typing import Any

from mpenv.materia import notation
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.pack import Pack

WHERE = (*v.DIRECTIONS, "CENTRE")


def place(pack: Pack, hex: int) -> str:
    """A hex as `q,r`."""
    t = pack.readable
    return f"{t.q[hex]},{t.r[hex]}"


def elements(pack: Pack, counts: Any) -> str:
    """`2 fire, 1 air`, or `nothing`."""
    found = [f"{counts[i]} {name}" for i, name in enumerate(pack.ids["element"]) if counts[i]]
    return ", ".join(found) or "nothing"


def alarm_card(pack: Pack, s: Any, card: int) -> str:
    """What an alarm card says, with the order of those who play."""
    one = pack.entries["alarm"][card]
    marks = [f"{who} {', '.join(WHERE[d] for d in one[who])}" for who in ("alchemists", "homunculi") if one[who]] or [
        "nothing"
    ]
    values = [f"{stat} +{amount}" for stat, amount in one["modifiers"]] or ["no modifier"]
    loot = ", ".join(f"{face} {pack.ids['element'][element]}" for face, element in enumerate(one["loot"]))
    seated = [notation.colour(pack, s, seat) for seat in range(s.seats)]
    turns = ", ".join(v.COLOURS[colour] for colour in one["order"] if v.COLOURS[colour] in seated)
    town = pack.name(pack.ids["town"][one["town"]])
    return f"{one['id']}: {town}; marks {' and '.join(marks)}; {', '.join(values)}; loot {loot}; order {turns}"


def inquisitor_card(pack: Pack, card: int) -> str:
    one = pack.entries["type"][card // v.TYPE_CARDS]["cards"][card % v.TYPE_CARDS]
    what, amount = one["modifier"]
    return f"{one['id']} ({what if what == 'extra figure' else f'{what} +{amount}'})"


def ability(pack: Pack, one: tuple[str, int]) -> str:
    kind, what = one
    return f"extra {v.VERBS[what]}" if kind == "extra" else f"mining {pack.ids['element'][what]}"


def recipe(pack: Pack, card: int) -> str:
    """What a recipe costs and what it makes."""
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
    return f"{name} {pack.name(name)}, level {one['level']}: {cost} -> {', '.join(gains)}"


def goal(one: dict[str, Any]) -> str:
    """A goal of a mission: `make 1 level-1 stone`."""
    if one["stock"] is not None:
        return f"bring {one['stock']} elements into the tower"
    verb = "make" if one["make"] is not None else "hold"
    kind = v.KINDS[one["make"] if one["make"] is not None else one["hold"]]
    level = f"level-{one['level']} " if one["level"] else ""
    return f"{verb} {one['count']} {level}{kind}"


def mission(pack: Pack, scenario: int) -> str:
    """All goals: `each alchemist: make 1 homunculus, make 1 level-1 stone`."""
    goals = pack.entries["scenario"][scenario]["mission"]
    parts = []
    for who, name in enumerate(("each alchemist", "the team")):
        mine = [goal(one) for one in goals if one["who"] == who]
        if mine:
            parts.append(f"{name}: {', '.join(mine)}")
    return "; ".join(parts)
