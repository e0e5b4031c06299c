"""Gathering elements: where each figure goes for them, and its next action."""

from mpenv.agents.materia_prima import costs, paths
from mpenv.agents.materia_prima.memory import FAR, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, payment
from mpenv.worlds.materia_prima.rules.actions.convert import portion
from mpenv.worlds.materia_prima.rules.state import State

NEAR_TOWER = 2  # what lies so close to a tower is meant for its owner


@rule()
def claim(t: Tables, s: State, p: Memory, figure: int) -> None:
    """Take off `short` what figures before this one fetch; each fills its hands at its nearest source."""
    for other in range(figure):
        actor = s.seat[p.seat].figure[other]
        if actor.hex < 0 or not may_go(s, p, other):
            continue
        target = source(t, s, p, other)
        if target < 0:
            continue
        room = figures.room(t, s, p.seat, other)
        for element in range(t.elements):
            if lies(s, p, target, element) > 0:
                p.short[element] = max(0, p.short[element] - room)


@rule()
def may_go(s: State, p: Memory, figure: int) -> bool:
    """Check that the figure is free to gather."""
    return figure > 0 or p.main == p.gather


@rule()
def lies(s: State, p: Memory, hex: int, element: int) -> int:
    """Amount of an element on a hex: loose, or from a mine."""
    for heap in range(s.heaps):
        if s.heap_at[heap] == hex * v.MAX_ELEMENTS + element:
            return s.heap_count[heap]
    return 9 if board.mine_at(s, hex) == element and p.near[p.seat, element] < FAR else 0


@rule()
def source(t: Tables, s: State, p: Memory, figure: int) -> int:
    """The hex with a missing element that costs a figure the least detour on its way home; -1 when there is none."""
    if figures.room(t, s, p.seat, figure) <= 0:
        return -1
    best, chosen = UNCHOSEN, -1
    for number in range(p.mines):
        hex = p.mine[number]
        element = board.mine_at(s, hex)
        if p.short[element] > 0 and p.near[p.seat, element] < FAR and p.way[figure, hex] >= 0 and p.home[hex] >= 0:
            cost = 2 * p.way[figure, hex] + p.home[hex]
            if cost < best:
                best, chosen = cost, hex
    for heap in range(s.heaps):
        hex, element = s.heap_at[heap] // v.MAX_ELEMENTS, s.heap_at[heap] % v.MAX_ELEMENTS
        if p.short[element] > 0 and p.way[figure, hex] >= 0 and p.home[hex] >= 0 and for_me(t, s, p, hex):
            cost = 2 * p.way[figure, hex] + p.home[hex]
            if cost < best:
                best, chosen = cost, hex
    return chosen


@rule()
def on_the_way(t: Tables, s: State, p: Memory, figure: int) -> int:
    """The next source, if it is hardly a detour on the way home; else -1."""
    hex = source(t, s, p, figure)
    if hex < 0:
        return -1
    longer = p.way[figure, hex] + p.home[hex] - p.home[s.seat[p.seat].figure[figure].hex]
    return hex if longer <= p.habits.detour else -1


@rule()
def for_me(t: Tables, s: State, p: Memory, hex: int) -> bool:
    """Check that loose elements on a hex are not meant for another tower close by."""
    for seat in range(s.seats):
        if seat != p.seat and s.seat[seat].tower >= 0 and board.apart(t, hex, s.seat[seat].tower) <= NEAR_TOWER:
            return board.apart(t, hex, max(s.seat[p.seat].tower, 0)) <= NEAR_TOWER
    return True


@rule()
def unload(s: State, p: Memory) -> int:
    """Lay the alchemist's load into his tower, by an additional drop if he has one."""
    return c.DROP if s.seat[p.seat].figure[0].extra[figures.DROPPING] > 0 else c.EQUIP


@rule()
def fetch(t: Tables, s: State, p: Memory, figure: int) -> int:
    """Next action of a figure that fetches missing elements; END when it has nothing to do."""
    actor = s.seat[p.seat].figure[figure]
    home = figures.at_home(s, p.seat, figure)
    laden = figures.load(t, actor) > 0
    if home and figure > 0 and laden:
        return c.DROP + figure
    target = source(t, s, p, figure)
    if target < 0:
        if home and figure == 0 and figures.room(t, s, p.seat, 0) <= 0 and left_to_fetch(t, p):
            return unload(s, p)
        if home or not (laden or figure == 0):
            return c.END
        return walk(t, s, p, figure, s.seat[p.seat].tower)
    if target != actor.hex:
        return walk(t, s, p, figure, target)
    for element in range(t.elements):
        if p.short[element] > 0 and board.mine_at(s, target) == element and costs.may_mine(t, s, p.seat, element):
            return c.MINE + figure
    return c.PICK + figure


@rule()
def left_to_fetch(t: Tables, p: Memory) -> bool:
    """Check that a missing element can still be mined."""
    for element in range(t.elements):
        if p.short[element] > 0 and p.near[p.seat, element] < FAR:
            return True
    return False


@rule()
def walk(t: Tables, s: State, p: Memory, figure: int, hex: int) -> int:
    """A move or a voyage toward a hex; END when there is no way."""
    step = paths.toward(t, s, p, figure, hex)
    if step >= paths.SAIL:
        return c.SAIL + step - paths.SAIL
    return c.END if step < 0 else c.MOVE + figure * 6 + step


@rule()
def convert(t: Tables, s: State, p: Memory) -> int:
    """A conversion that brings the alchemist in its tower nearer to `need`; END when there is none."""
    for which in range(t.conversions):
        conversion = t.conversion[which]
        if (
            p.need[conversion.result] > costs.owned(s, p.seat, conversion.result)
            and payment.owns(s, p.seat, conversion.first) >= portion(conversion)
            and payment.owns(s, p.seat, conversion.second) > 0
        ):
            return c.CONVERT + which
    return c.END


@rule()
def can_pay(t: Tables, s: State, p: Memory, card: int) -> bool:
    """Check that the elements at hand pay for a recipe."""
    for element in range(t.elements):
        if payment.owns(s, p.seat, element) < t.recipe[card].cost[element]:
            return False
    return True
