"""Where the plan takes each own figure, step by step, and what dangers it runs."""

from mpenv.agents.materia_prima import danger, gather, goals, hunting, paths, tasks, turn
from mpenv.agents.materia_prima.deduced_row import Headed, Plan
from mpenv.agents.materia_prima.memory import FAR, HELP, HUNTERS, NONE, STUDY, TRADE, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.full_row import WALK, near
from mpenv.worlds.materia_prima.observe.summary import cut
from mpenv.worlds.materia_prima.rules import figures, missions, towns
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def tell(t: Tables, s: State, p: Memory, out: Plan) -> None:
    """Write the ways and dangers of own figures; overwrites `need` and `short`."""
    for figure in range(v.FIGURES):
        if s.seat[p.seat].figure[figure].hex < 0:
            continue
        one = out.headed[figure]
        _to_source(t, s, p, figure, one)
        _to_place(t, s, p, figure, one)
        _dangers(t, s, p, figure, one)


@rule()
def _to_source(t: Tables, s: State, p: Memory, figure: int, one: Headed) -> None:
    hex = source(t, s, p, figure)
    if hex >= 0:
        one.source = near(p.way[figure, hex], WALK)
        for direction in range(6):
            one.sourceward[direction] = nearer(t, s, p, figure, hex, direction)


@rule()
def source(t: Tables, s: State, p: Memory, figure: int) -> int:
    """The hex where a figure finds what is short, after those before it have theirs; -1: none."""
    job = p.main if p.gather == NONE else p.gather
    if job == NONE:
        return -1
    tasks.prepare(t, s, p, job)
    gather.claim(t, s, p, figure)
    hex = gather.source(t, s, p, figure)
    if hex >= 0 or p.slot == NONE or p.gather == NONE or figures.at_home(s, p.seat, figure):
        return hex
    tasks.foresee(t, s, p)
    return gather.on_the_way(t, s, p, figure)


@rule()
def _to_place(t: Tables, s: State, p: Memory, figure: int, one: Headed) -> None:
    hex = place_of_work(t, s, p)
    if hex >= 0:
        beside = paths.beside(t, s, p, figure, hex) if p.ground[hex] != paths.OPEN else hex
        one.place = near(p.way[figure, beside], WALK) if beside >= 0 else 0.0
        for direction in range(6):
            one.placeward[direction] = nearer(t, s, p, figure, hex, direction)


@rule()
def place_of_work(t: Tables, s: State, p: Memory) -> int:
    """The hex where the seat's job is done: a town, an inquisitor, the tower of who is helped, else its own; or -1."""
    if p.main == NONE:
        return -1
    job = p.job[p.main]
    if job.predicate == STUDY or tasks.unknown(t, s, p, p.main):
        return _nearest_town(t, s, p)
    if job.predicate == missions.DEFEAT:
        return p.hunter[job.what].hex
    if job.predicate == missions.STAND:
        return p.town[t.scenario[s.scenario].goal[job.goal].kind]
    if job.predicate == TRADE or goals.is_errand(job.predicate):
        return p.town[job.what]
    if job.predicate == HELP:
        return s.seat[job.what // v.MAX_ELEMENTS].tower
    return s.seat[p.seat].tower


@rule()
def _nearest_town(t: Tables, s: State, p: Memory) -> int:
    """The open town that the alchemist reaches first."""
    least, chosen = FAR, -1
    if s.seat[p.seat].figure[0].hex < 0:
        return chosen
    for town in range(len(v.TOWNS)):
        hex = p.town[town]
        if hex >= 0 and towns.is_open(t, s, town) and 0 <= p.way[0, hex] < least:
            least, chosen = p.way[0, hex], hex
    return chosen


@rule()
def nearer(t: Tables, s: State, p: Memory, figure: int, target: int, direction: int) -> bool:
    """Does a step bring a figure nearer to a hex? Floods anew for the first direction."""
    hex = s.seat[p.seat].figure[figure].hex
    if direction == 0:
        paths.flood(t, s, p, figure, target, FAR, hex)
    there = t.neighbour[hex, direction]
    if there < 0 or p.ground[there] != paths.OPEN or s.distance[hex] < 0:
        return False
    return 0 <= s.distance[there] < s.distance[hex]


@rule()
def _dangers(t: Tables, s: State, p: Memory, figure: int, one: Headed) -> None:
    """Peril of staying and in the calmest place, the odds against each inquisitor, and the way out of danger."""
    hex, dice = s.seat[p.seat].figure[figure].hex, figures.stat(t, s, p.seat, figure, figures.DEFENCE)
    safe = hex
    if p.hunters > 0:
        danger.look_for_prey(t, s, p, figure)
        one.peril[0] = danger.peril(t, s, p, figure, hex, dice, HUNTERS) / danger.SURE
        one.peril[1] = danger.calmest(t, s, p, figure, hex, danger.moves_left(s, p, figure), dice) / danger.SURE
        one.peril[2] = cut(danger.tolerance(s, p, figure) / danger.SURE)
        for hunter in range(p.hunters):
            place = p.hunter[hunter].slot * v.STANDEES + p.hunter[hunter].which
            one.odds[place] = hunting.strike(t, s, p, p.seat, figure, hunter) / danger.SURE
        safe = p.refuge
    if p.main == NONE:
        safe = turn.shelter(t, s, p, figure, dice)
    if safe != hex:
        for direction in range(6):
            one.safeward[direction] = nearer(t, s, p, figure, safe, direction)
