"""Handing over: the nearest seat brings to a tower what its owner cannot get."""

from mpenv.agents.materia_prima import costs, danger, gather, goals, paths, requirements
from mpenv.agents.materia_prima.memory import FAR, HELP, NOBODY, NONE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, missions, order
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def ask(t: Tables, s: State, p: Memory, anything: bool) -> None:
    """Record what each other seat lacks and cannot mine for its next recipe; with `anything`, all that it lacks."""
    for seat in range(s.seats):
        for element in range(t.elements):
            p.ask[seat, element] = 0
        if seat == p.seat or not p.habits.handover or p.habits.alone:
            continue
        job = next_job(p, seat)
        if job < 0:
            continue
        requirements.want(t, s, p, job)
        for element in range(t.elements):
            if (
                p.short[element] > 0
                and (anything or p.habits.generous or p.near[seat, element] >= FAR)
                and t.level[element] == 1
            ):
                p.ask[seat, element] = max(0, p.short[element] - laid_out(t, s, seat, element))


@rule()
def next_job(p: Memory, seat: int) -> int:
    """The cheapest job of a seat that takes elements; -1 when there is none."""
    best, chosen = UNCHOSEN, -1
    for number in range(p.jobs):
        job = p.job[number]
        if job.seat != seat or job.what < 0 or job.effort >= best:
            continue
        if job.predicate == missions.MAKE or job.predicate == missions.HOLD or job.predicate == missions.STOCK:
            best, chosen = job.effort, number
    return chosen


@rule()
def laid_out(t: Tables, s: State, seat: int, element: int) -> int:
    """Count an element lying around the tower of a seat."""
    count = 0
    for heap in range(s.heaps):
        if (
            s.heap_at[heap] % v.MAX_ELEMENTS == element
            and board.apart(t, s.heap_at[heap] // v.MAX_ELEMENTS, s.seat[seat].tower) <= gather.NEAR_TOWER
        ):
            count += s.heap_count[heap]
    return count


@rule()
def offer(t: Tables, s: State, p: Memory) -> None:
    """Add a job for every delivery for which this seat is the nearest helper."""
    for seat in range(s.seats):
        for element in range(t.elements):
            if p.ask[seat, element] > 0 and helper(t, s, p, seat, element) == p.seat:
                cost = trip(t, s, p, p.seat, seat, element) * p.habits.eager // danger.USUAL
                goals.begin(p, HELP, NONE, p.seat, p.ask[seat, element], seat * v.MAX_ELEMENTS + element, cost)


@rule()
def helper(t: Tables, s: State, p: Memory, asking: int, element: int) -> int:
    """The seat with the shortest trip to deliver an element."""
    best, chosen = FAR, NOBODY
    for seat in range(s.seats):
        if seat != asking:
            cost = trip(t, s, p, seat, asking, element)
            if cost < best:
                best, chosen = cost, seat
    return chosen


@rule()
def trip(t: Tables, s: State, p: Memory, seat: int, asking: int, element: int) -> int:
    """Moves of an alchemist, by way of a mine if needed, to the tower of the seat that asks."""
    actor = s.seat[seat].figure[0]
    if actor.load[element] > 0:
        return board.apart(t, paths.whereabouts(s, seat, 0), s.seat[asking].tower)
    if p.near[seat, element] >= FAR:
        return FAR
    best = FAR
    for number in range(p.mines):
        if board.mine_at(s, p.mine[number]) == element:
            way = board.apart(t, paths.whereabouts(s, seat, 0), p.mine[number]) + 1
            best = min(best, way + board.apart(t, p.mine[number], s.seat[asking].tower) + 1)
    return best


@rule()
def help(t: Tables, s: State, p: Memory, figure: int, what: int) -> int:
    """Next action of a figure that mines an element and brings it to the seat that asks."""
    asking, element = what // v.MAX_ELEMENTS, what % v.MAX_ELEMENTS
    actor = s.seat[p.seat].figure[figure]
    room = figures.room(t, s, p.seat, figure)
    wanted = min(p.ask[asking, element], p.habits.most)
    at_mine = board.mine_at(s, actor.hex) == element and room > 0
    if actor.load[element] >= wanted or (actor.load[element] > 0 and not at_mine):
        return _hand_over(t, s, p, figure, asking)
    if room == 0:
        return (
            gather.unload(s, p) if figures.at_home(s, p.seat, 0) else gather.walk(t, s, p, figure, s.seat[p.seat].tower)
        )
    p.need[:] = 0
    p.short[:] = 0
    p.short[element] = wanted - actor.load[element]
    best, chosen = UNCHOSEN, -1
    for number in range(p.mines):
        hex = p.mine[number]
        if board.mine_at(s, hex) == element and p.way[figure, hex] >= 0:
            cost = p.way[figure, hex] + board.apart(t, hex, s.seat[asking].tower)
            if cost < best:
                best, chosen = cost, hex
    if chosen < 0:
        return c.END
    return c.MINE + figure if chosen == actor.hex else gather.walk(t, s, p, figure, chosen)


@rule()
def _hand_over(t: Tables, s: State, p: Memory, figure: int, asking: int) -> int:
    """Exchange with the alchemist beside; else drop the element beside its tower."""
    hex = s.seat[p.seat].figure[figure].hex
    theirs = s.seat[asking].figure[0].hex
    if theirs >= 0 and board.apart(t, hex, theirs) <= 1 and figures.room(t, s, asking, 0) > 0:
        return c.EXCHANGE + figure
    if board.apart(t, hex, s.seat[asking].tower) <= 1:
        return c.DROP + figure
    beside = paths.beside(t, s, p, figure, s.seat[asking].tower)
    return c.END if beside < 0 else gather.walk(t, s, p, figure, beside)


@rule()
def partner(t: Tables, s: State, p: Memory, figure: int) -> int:
    """Answer whom to exchange with: the seat that asks, counted from this seat; END when there is none."""
    for nth in range(1, s.seats):
        if carries_for(t, s, p, figure, order.relative(s, p.seat, nth)):
            return c.WHO + nth * v.FIGURES
    return c.END


@rule()
def carries_for(t: Tables, s: State, p: Memory, figure: int, seat: int) -> bool:
    """Check that an own figure carries something a seat asks for."""
    for element in range(t.elements):
        if p.ask[seat, element] > 0 and s.seat[p.seat].figure[figure].load[element] > 0:
            return True
    return False


@rule()
def keeps(t: Tables, s: State, p: Memory, partner: int, element: int) -> bool:
    """Check that, of loads that lie together, the seat that splits them wants this element."""
    seat = partner // v.FIGURES
    job = next_job(p, seat)
    if job < 0:
        return True
    requirements.want(t, s, p, job)
    return costs.owned(s, seat, element) > p.need[element]
