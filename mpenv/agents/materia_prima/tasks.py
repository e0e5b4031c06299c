"""Tasks: the current job of a seat, and the next action of each figure for it."""

from mpenv.agents.materia_prima import (
    costs,
    danger,
    errands,
    gather,
    goals,
    handover,
    hunting,
    paths,
    requirements,
    trading,
)
from mpenv.agents.materia_prima.memory import FAR, FETCH, GEAR, HELP, NONE, STUDY, TRADE, UNCHOSEN, WAIT, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, missions, towns
from mpenv.worlds.materia_prima.rules.actions import errand
from mpenv.worlds.materia_prima.rules.actions.convert import portion
from mpenv.worlds.materia_prima.rules.state import State

STAY = c.ACTIONS  # no action: the figure is in place


@rule()
def pick(t: Tables, s: State, p: Memory) -> None:
    """Choose the cheapest job, and the job for which elements are gathered."""
    p.main, p.gather = NONE, NONE
    least, nearest = WAIT, UNCHOSEN
    for number in range(p.jobs):
        job = p.job[number]
        if job.seat != p.seat:
            continue
        cost = WAIT if too_early(t, s, p, number) else job.effort
        if job.predicate == missions.EVENTS and job.goal >= 0:
            cost = max(0, cost - p.habits.punctual)
        if cost < least and gathers(t, s, p, number) and stuck(t, s, p, number):
            cost = WAIT - 1  # any other job comes first
        if cost < least:
            least, p.main = cost, number
        if gathers(t, s, p, number) and job.effort < nearest:
            nearest, p.gather = job.effort, number
    if p.main != NONE and gathers(t, s, p, p.main):
        p.gather = p.main


@rule()
def too_early(t: Tables, s: State, p: Memory, number: int) -> bool:
    """Check that a place to be held at the end need not be taken yet."""
    job = p.job[number]
    if job.predicate != missions.STAND or t.scenario[s.scenario].goal[job.goal].latched:
        return False
    pace = max(1, figures.stat(t, s, p.seat, 0, figures.ACTIONS))
    return (s.days - s.day) * pace > job.effort + p.habits.early


@rule()
def stuck(t: Tables, s: State, p: Memory, number: int) -> bool:
    """Check that nothing can be done until another seat brings something."""
    prepare(t, s, p, number)
    lacking = False
    for element in range(t.elements):
        if p.short[element] == 0:
            continue
        if p.near[p.seat, element] < FAR or handover.laid_out(t, s, p.seat, element) > 0:
            return False
        lacking = True
    return lacking and not convertible(t, s, p)


@rule()
def convertible(t: Tables, s: State, p: Memory) -> bool:
    """Check that the seat owns both parts of a needed element."""
    for which in range(t.conversions):
        conversion = t.conversion[which]
        if (
            p.need[conversion.result] > costs.owned(s, p.seat, conversion.result)
            and costs.owned(s, p.seat, conversion.first) >= portion(conversion)
            and costs.owned(s, p.seat, conversion.second) > 0
        ):
            return True
    return False


@rule()
def gathers(t: Tables, s: State, p: Memory, number: int) -> bool:
    """Check that a job begins with elements in the tower."""
    job = p.job[number]
    if job.what == NONE:
        return False
    if goals.is_errand(job.predicate):
        kind = t.errand[s.mission[job.what]].kind
        if kind < errand.COMPONENT_KIND or errands.bearer(t, s, p.seat, job.what) >= 0:
            return False
        return errands.recipe_for(t, s, p, p.seat, job.what) >= 0
    return makes(job.predicate) or job.predicate == missions.STOCK or job.predicate == FETCH


@rule()
def makes(predicate: int) -> bool:
    """Check that a job is done by transmuting a recipe."""
    return predicate == missions.MAKE or predicate == missions.HOLD or predicate == GEAR


@rule()
def prepare(t: Tables, s: State, p: Memory, number: int) -> None:
    """Set `need` and `short` to what a job still takes, and `slot` to the recipe it uses."""
    p.need[:] = 0
    p.short[:] = 0
    p.slot = NONE
    if number == NONE:
        return
    job = p.job[number]
    if makes(job.predicate):
        p.slot = job.what
    elif job.predicate == missions.STOCK:
        requirements.need_stock(t, s, p, number)
    elif job.predicate == FETCH:
        p.need[job.what] = s.seat[p.seat].stock[job.what] + job.count
    elif job.predicate == TRADE:
        p.need[trading.price(t, s.market[job.what])] = 1
    elif goals.is_errand(job.predicate):
        if t.errand[s.mission[job.what]].kind == errand.ELEMENT:
            p.need[t.errand[s.mission[job.what]].wanted] = 1
            if t.errand[s.mission[job.what]].also >= 0:
                p.need[t.errand[s.mission[job.what]].also] += 1
        elif errands.bearer(t, s, p.seat, job.what) < 0:
            p.slot = errands.recipe_for(t, s, p, p.seat, job.what)
    if p.slot != NONE:
        costs.need_recipe(t, p, costs.card_in(s, p, p.seat, p.slot))
    costs.resolve(t, p, p.seat)


@rule()
def act(t: Tables, s: State, p: Memory, figure: int) -> int:
    """Next action of a figure for the seat's job; END when it has none, STAY when it is in place."""
    if p.main != NONE:
        job = p.job[p.main]
        if job.predicate == missions.DEFEAT:
            return _hunt(t, s, p, figure, job.what)
        if job.predicate == missions.STAND:
            action = _stand(t, s, p, figure, t.scenario[s.scenario].goal[job.goal].kind)
            if action != NONE:
                return action
        elif job.predicate == HELP and figure == 0:
            return handover.help(t, s, p, figure, job.what)
        elif job.predicate == TRADE and figure == 0:
            return _buy(t, s, p, job.what)
        elif job.predicate == STUDY and figure == 0:
            return _study(t, s, p, job.what)
        elif figure == 0 and (unknown(t, s, p, p.main) or for_the_team(t, s, p)):
            return _research(t, s, p)
        elif goals.is_errand(job.predicate) and job.what != NONE:
            action = _errand(t, s, p, figure, job.what)
            if action != NONE:
                return action
    return _make(t, s, p, figure)


@rule()
def _make(t: Tables, s: State, p: Memory, figure: int) -> int:
    """Gather, convert or transmute."""
    if p.gather == NONE:
        return c.END
    prepare(t, s, p, p.gather)
    made_here = figure == 0 and p.slot != NONE and may_transmute(t, s, p)
    if made_here and gather.can_pay(t, s, p, costs.card_in(s, p, p.seat, p.slot)):
        return c.TRANSMUTE + p.slot
    if figure == 0 and figures.at_home(s, p.seat, 0):
        action = gather.convert(t, s, p)
        if action != c.END:
            return action
        if p.job[p.gather].predicate == missions.STOCK and figures.load(t, s.seat[p.seat].figure[0]) > 0:
            return gather.unload(s, p)
    if figure == 0 and not gather.may_go(s, p, figure):
        return c.END
    gather.claim(t, s, p, figure)
    if gather.source(t, s, p, figure) < 0 and p.slot != NONE and not figures.at_home(s, p.seat, figure):
        foresee(t, s, p)
        if gather.on_the_way(t, s, p, figure) < 0:
            p.short[:] = 0
    return gather.fetch(t, s, p, figure)


@rule()
def may_transmute(t: Tables, s: State, p: Memory) -> bool:
    """Check that the alchemist is in its tower, or knows that it needs none."""
    anywhere = p.habits.abroad > 0 and figures.has_gift(t, s, p.seat, figures.FORGING)
    return anywhere or figures.at_home(s, p.seat, 0)


@rule()
def foresee(t: Tables, s: State, p: Memory) -> None:
    """Add the elements of the recipe after the current one to `need`."""
    least, after = UNCHOSEN, NONE
    for number in range(p.jobs):
        job = p.job[number]
        if (
            job.seat == p.seat
            and number != p.gather
            and makes(job.predicate)
            and job.what != NONE
            and job.effort < least
        ):
            least, after = job.effort, job.what
    costs.need_recipe(t, p, costs.card_in(s, p, p.seat, p.slot))
    if after != NONE:
        for element in range(t.elements):
            p.need[element] += t.recipe[costs.card_in(s, p, p.seat, after)].cost[element]
    costs.resolve(t, p, p.seat)


@rule()
def unknown(t: Tables, s: State, p: Memory, number: int) -> bool:
    """Check that the recipe for a job must be found first."""
    job = p.job[number]
    if job.what == NONE:
        return True
    return goals.is_errand(job.predicate) and errands.lacks_recipe(t, s, p, p.seat, job.what)


@rule()
def for_the_team(t: Tables, s: State, p: Memory) -> bool:
    """Check that the alchemist is in a town while a recipe is wanted by any seat, which then need not come itself."""
    if towns.open_town_at(t, s, s.seat[p.seat].figure[0].hex) < 0:
        return False
    return requirements.wants_recipe(t, s, p, NONE) != NONE


@rule()
def _research(t: Tables, s: State, p: Memory) -> int:
    """Look for the recipe that is missing."""
    kind = requirements.wants_recipe(t, s, p, p.seat)
    if kind == NONE:
        kind = requirements.wants_recipe(t, s, p, NONE)
    return c.END if kind == NONE else _study(t, s, p, kind)


@rule()
def _study(t: Tables, s: State, p: Memory, kind: int) -> int:
    """Go to the nearest open town and draw recipes of a kind."""
    hex = s.seat[p.seat].figure[0].hex
    if towns.open_town_at(t, s, hex) >= 0 or figures.has_gift(t, s, p.seat, figures.ANYWHERE):
        return c.RESEARCH + kind
    nearest, chosen = FAR, NONE
    for town in range(len(v.TOWNS)):
        there = p.town[town]
        if there >= 0 and towns.is_open(t, s, town) and 0 <= p.way[0, there] < nearest:
            nearest, chosen = p.way[0, there], there
    return c.END if chosen == NONE else gather.walk(t, s, p, 0, chosen)


@rule()
def _hunt(t: Tables, s: State, p: Memory, figure: int, hunter: int) -> int:
    """Go beside the inquisitor and attack; figures with poor odds keep away."""
    if hunter == NONE:
        return c.END
    inquisitor = p.hunter[hunter]
    if hunting.strike(t, s, p, p.seat, figure, hunter) < errands.WORTH_A_ROLL:
        return c.END
    if board.apart(t, s.seat[p.seat].figure[figure].hex, inquisitor.hex) == 1:
        return c.FIGHT + (figure * v.SLOTS + inquisitor.slot) * v.STANDEES + inquisitor.which
    beside = paths.beside(t, s, p, figure, inquisitor.hex)
    return c.END if beside < 0 else gather.walk(t, s, p, figure, beside)


@rule()
def _stand(t: Tables, s: State, p: Memory, figure: int, town: int) -> int:
    """Send the nearest figure to a town and leave it there; NONE for the others."""
    there, nearest, chosen = p.town[town], FAR, NONE
    for other in range(v.FIGURES):
        if s.seat[p.seat].figure[other].hex >= 0 and 0 <= p.way[other, there] < nearest:
            nearest, chosen = p.way[other, there], other
    if chosen != figure:
        return NONE
    return STAY if nearest == 0 else gather.walk(t, s, p, figure, there)


@rule()
def _errand(t: Tables, s: State, p: Memory, figure: int, town: int) -> int:
    """Action of a figure for a town mission; NONE when it has no part in it."""
    kind, there = t.errand[s.mission[town]].kind, p.town[town]
    if kind == errand.ELEMENT:
        return _bring(t, s, p, figure, town)
    if kind == errand.FIGHT:
        chosen = fighter(t, s, p, town)
    else:
        chosen = errands.bearer(t, s, p.seat, town)
    if chosen != figure:
        return NONE
    if s.seat[p.seat].figure[figure].hex == there:
        return c.MISSION + figure
    return gather.walk(t, s, p, figure, there)


@rule()
def fighter(t: Tables, s: State, p: Memory, town: int) -> int:
    """The figure that finishes the fight in a town first."""
    best, chosen = FAR, NONE
    for figure in range(v.FIGURES):
        if s.seat[p.seat].figure[figure].hex < 0 or p.way[figure, p.town[town]] < 0:
            continue
        odds = errands.fight_odds(t, s, p, p.seat, figure, town)
        if odds >= errands.WORTH_A_ROLL and p.way[figure, p.town[town]] + danger.SURE // odds < best:
            best, chosen = p.way[figure, p.town[town]] + danger.SURE // odds, figure
    return chosen


@rule()
def _bring(t: Tables, s: State, p: Memory, figure: int, town: int) -> int:
    """Bring an element to a town: from the load, else from the tower, else from a mine."""
    mission, there = t.errand[s.mission[town]], p.town[town]
    me = s.seat[p.seat]
    nearest, chosen = FAR, NONE
    for other in range(v.FIGURES):
        ready = me.figure[other].hex >= 0 and errand.carries(me.figure[other], mission)
        if ready and 0 <= p.way[other, there] < nearest:
            nearest, chosen = p.way[other, there], other
    if chosen == NONE and figure == 0:
        return _get(t, s, p, errands.lacking(t, s, p.seat, town))
    if chosen != figure:
        return NONE
    return c.MISSION + figure if nearest == 0 else gather.walk(t, s, p, figure, there)


@rule()
def _buy(t: Tables, s: State, p: Memory, town: int) -> int:
    """Bring the price to a town and the tower extension home."""
    element, me = trading.price(t, s.market[town]), s.seat[p.seat].figure[0]
    if me.load[element] == 0:
        return _get(t, s, p, element)
    return c.BUY if me.hex == p.town[town] else gather.walk(t, s, p, 0, p.town[town])


@rule()
def _get(t: Tables, s: State, p: Memory, element: int) -> int:
    """Let the alchemist get an element: from the tower, by conversion, or from a mine."""
    me = s.seat[p.seat]
    home = figures.at_home(s, p.seat, 0)
    if me.stock[element] > 0:
        return c.EQUIP if home else gather.walk(t, s, p, 0, me.tower)
    prepare(t, s, p, p.main)
    if home:
        action = gather.convert(t, s, p)
        if action != c.END:
            return action
    return gather.fetch(t, s, p, 0)
