"""Efforts: about how many actions a seat needs to make or fetch something."""

from mpenv.agents.materia_prima import paths
from mpenv.agents.materia_prima.memory import FAR, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, missions, order
from mpenv.worlds.materia_prima.rules.actions import mine, transmute
from mpenv.worlds.materia_prima.rules.state import State

UNKNOWN = 20  # effort of an element that can be neither mined nor converted


@rule()
def may_mine(t: Tables, s: State, seat: int, element: int) -> bool:
    """Check that a seat may mine this element and that some is left."""
    colour = order.colour(t, s, seat)
    return not t.scenario[s.scenario].forbidden[colour, element] and mine.in_the_ground(t, s, element) > 0


@rule()
def survey(t: Tables, s: State, p: Memory) -> None:
    """Record what each seat owns, and the straight distance from its tower to the nearest usable mine of each
    element.
    """
    line_up(t, p)
    for seat in range(s.seats):
        for element in range(t.elements):
            p.near[seat, element] = FAR
            p.own[seat, element] = owned(s, seat, element)
        for number in range(p.mines):
            element = board.mine_at(s, p.mine[number])
            away = board.apart(t, max(s.seat[seat].tower, 0), p.mine[number])
            p.near[seat, element] = min(p.near[seat, element], away)
        for element in range(t.elements):
            if p.near[seat, element] < FAR and not may_mine(t, s, seat, element):
                p.near[seat, element] = FAR


@rule()
def carried(s: State, seat: int, element: int) -> int:
    """Count an element in the loads of a seat's figures."""
    count = 0
    for figure in range(v.FIGURES):
        if s.seat[seat].figure[figure].hex >= 0:
            count += s.seat[seat].figure[figure].load[element]
    return count


@rule()
def owned(s: State, seat: int, element: int) -> int:
    """Count an element in a seat's tower and in the loads of its figures."""
    return s.seat[seat].stock[element] + carried(s, seat, element)


@rule()
def line_up(t: Tables, p: Memory) -> None:
    """Order the elements by level, highest first, and find the conversion that makes each (-1: none)."""
    count = 0
    for steps_down in range(v.LEVELS):
        for element in range(t.elements):
            if t.level[element] == v.LEVELS - steps_down:
                p.rank[count] = element
                count += 1
    for element in range(t.elements):
        p.made[element] = -1
    for which in range(t.conversions):
        one = t.conversion[which]
        if t.level[one.result] > max(t.level[one.first], t.level[one.second]):  # others go in circles
            p.made[one.result] = which


@rule()
def resolve(t: Tables, p: Memory, seat: int) -> int:
    """Break `need` down into `short`, the elements that can only be found; return the number of conversions on the
    way.
    """
    conversions = 0
    for place in range(t.elements):
        element = p.rank[place]
        lacking = max(0, p.need[element] - p.own[seat, element])
        which = p.made[element]
        p.short[element] = lacking if which < 0 else 0
        if lacking > 0 and which >= 0:
            p.need[t.conversion[which].first] += lacking
            p.need[t.conversion[which].second] += lacking
            conversions += lacking
    return conversions


@rule()
def of_need(t: Tables, s: State, p: Memory, seat: int) -> int:
    """Actions until all of `need` lies in the tower of a seat."""
    effort = resolve(t, p, seat)
    units = 0
    for element in range(t.elements):
        if p.short[element] == 0:
            continue
        if p.near[seat, element] < FAR:
            units += p.short[element]
            effort += p.short[element] + p.near[seat, element] + p.near[seat, element] // 2
        elif t.level[element] == 1:
            effort += p.short[element] * (p.habits.brought if somebody_brings(s, p, element) else UNCHOSEN)
        else:
            effort += p.short[element] * UNKNOWN
    room = max(1, figures.stat(t, s, seat, 0, figures.CAPACITY))
    if units == 0:
        effort += min(6, board.apart(t, paths.whereabouts(s, seat, 0), max(s.seat[seat].tower, 0)))
    return effort + 2 * (units // (room + 1))


@rule()
def somebody_brings(s: State, p: Memory, element: int) -> bool:
    """Check whether another seat could bring an element."""
    for seat in range(s.seats):
        if p.habits.handover and not p.habits.alone and p.near[seat, element] < FAR:
            return True
    return False


@rule()
def need_recipe(t: Tables, p: Memory, card: int) -> None:
    """Set `need` to the cost of a recipe."""
    for element in range(t.elements):
        p.need[element] = t.recipe[card].cost[element]


@rule()
def card_in(s: State, p: Memory, seat: int, slot: int) -> int:
    """The recipe in a slot of the pool, or in the seat's own private slot behind it."""
    if slot < v.POOL:
        return s.pool[slot]
    return s.seat[seat].private if seat == p.seat else -1


@rule()
def of_recipes(t: Tables, s: State, p: Memory) -> None:
    """Compute the effort of every recipe for every seat."""
    for seat in range(s.seats):
        of_seat(t, s, p, seat)


@rule()
def of_seat(t: Tables, s: State, p: Memory, seat: int) -> None:
    """Compute the effort of every recipe for a seat."""
    for slot in range(v.POOL + 1):
        p.recipe[seat, slot] = UNCHOSEN
        card = card_in(s, p, seat, slot)
        if card >= 0 and can_keep(t, s, seat, card):
            need_recipe(t, p, card)
            p.recipe[seat, slot] = of_need(t, s, p, seat) + 1


@rule()
def can_keep(t: Tables, s: State, seat: int, card: int) -> bool:
    """Check that there is room for what the recipe makes."""
    kind = t.recipe[card].kind
    if kind == missions.HOMUNCULUS:
        return transmute.free_stand(s, seat) > 0
    if kind == missions.EQUIPMENT:
        return transmute.free_item(s, seat) >= 0
    return transmute.free_fragment(s, seat) >= 0


@rule()
def findable(s: State, kind: int) -> bool:
    """Check that recipes of a kind are left in the deck or its discards."""
    return s.recipes[kind].cards + s.discards[kind].cards > 0


@rule()
def town_away(t: Tables, s: State, p: Memory, seat: int) -> int:
    """Distance of a seat's alchemist to the nearest open town; none where it may look for recipes anywhere."""
    if p.habits.abroad and figures.has_gift(t, s, seat, figures.ANYWHERE):
        return 0
    nearest = FAR
    for town in range(len(v.TOWNS)):
        if p.town[town] >= 0 and s.day >= t.scenario[s.scenario].opens[town]:
            nearest = min(nearest, board.apart(t, paths.whereabouts(s, seat, 0), p.town[town]))
    return nearest


@rule()
def to_find(t: Tables, s: State, p: Memory, seat: int, level: int) -> int:
    """Actions until a recipe not known yet is found and made."""
    return town_away(t, s, p, seat) + p.habits.draws + p.habits.fetched * max(1, level)
