"""Tasks: the job that a seat is at now, and the next action of each figure for it."""

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
from mpenv.agents.materia_prima.memory import FAR, FETCH, GEAR, HELP, NONE, STUDY, TRADE, UNCHOSEN, WAIT, Picture
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, missions, towns
from mpenv.worlds.materia_prima.rules.actions import errand
from mpenv.worlds.materia_prima.rules.state import State

STAY = c.ACTIONS  # no action: the figure is where it has to be


@rule()
def pick(t: Tables, s: State, p: Picture) -> None:
    """The job with the least effort, and the one for which elements are gathered."""
    p.main, p.gather = NONE, NONE
    least, nearest = WAIT, UNCHOSEN
    for number in range(p.jobs):
        one = p.job[number]
        if one.seat != p.seat:
            continue
        cost = WAIT if too_early(t, s, p, number) else one.effort
        if one.predicate == missions.EVENTS and one.goal >= 0:
            cost = max(0, cost - p.habits.punctual)
        if cost < least and gathers(t, s, p, number) and stuck(t, s, p, number):
            cost = WAIT - 1  # whatever else there is comes first
        if cost < least:
            least, p.main = cost, number
        if gathers(t, s, p, number) and one.effort < nearest:
            nearest, p.gather = one.effort, number
    if p.main != NONE and gathers(t, s, p, p.main):
        p.gather = p.main


@rule()
def too_early(t: Tables, s: State, p: Picture, number: int) -> bool:
    """A place that must be held at the end is taken just in time."""
    one = p.job[number]
    if one.predicate != missions.STAND or t.scenario[s.scenario].goal[one.goal].latched:
        return False
    pace = max(1, figures.stat(t, s, p.seat, 0, figures.ACTIONS))
    return (s.days - s.day) * pace > one.effort + p.habits.early


@rule()
def stuck(t: Tables, s: State, p: Picture, number: int) -> bool:
    """Can nothing be done before somebody brings something?"""
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
def convertible(t: Tables, s: State, p: Picture) -> bool:
    """Does the seat own both parts of something that is needed?"""
    for which in range(t.conversions):
        one = t.conversion[which]
        if (
            p.need[one.result] > costs.owned(s, p.seat, one.result)
            and costs.owned(s, p.seat, one.first) > 0
            and costs.owned(s, p.seat, one.second) > 0
        ):
            return True
    return False


@rule()
def gathers(t: Tables, s: State, p: Picture, number: int) -> bool:
    """Does the job begin with elements in the tower?"""
    one = p.job[number]
    if one.what == NONE:
        return False
    if goals.is_errand(one.predicate):
        kind = t.errand[s.mission[one.what]].kind
        if kind < errand.COMPONENT_KIND or errands.bearer(t, s, p.seat, one.what) >= 0:
            return False
        return errands.recipe_for(t, s, p, p.seat, one.what) >= 0
    return makes(one.predicate) or one.predicate == missions.STOCK or one.predicate == FETCH


@rule()
def makes(predicate: int) -> bool:
    """Is the job done by transmuting a recipe?"""
    return predicate == missions.MAKE or predicate == missions.HOLD or predicate == GEAR


@rule()
def prepare(t: Tables, s: State, p: Picture, number: int) -> None:
    """What the job still needs goes to `need` and `short`, the recipe it uses to `slot`."""
    p.need[:] = 0
    p.short[:] = 0
    p.slot = NONE
    if number == NONE:
        return
    one = p.job[number]
    if makes(one.predicate):
        p.slot = one.what
    elif one.predicate == missions.STOCK:
        requirements.need_stock(t, s, p, number)
    elif one.predicate == FETCH:
        p.need[one.what] = s.seat[p.seat].stock[one.what] + one.count
    elif one.predicate == TRADE:
        p.need[trading.price(t, s.market[one.what])] = 1
    elif goals.is_errand(one.predicate):
        if t.errand[s.mission[one.what]].kind == errand.ELEMENT:
            p.need[t.errand[s.mission[one.what]].wanted] = 1
        elif errands.bearer(t, s, p.seat, one.what) < 0:
            p.slot = errands.recipe_for(t, s, p, p.seat, one.what)
    if p.slot != NONE:
        costs.need_recipe(t, p, costs.card_in(s, p, p.seat, p.slot))
    costs.resolve(t, p, p.seat)


@rule()
def act(t: Tables, s: State, p: Picture, figure: int) -> int:
    """The next action of a figure for the job of its seat; END when it has none, STAY when it is in place."""
    if p.main != NONE:
        one = p.job[p.main]
        if one.predicate == missions.DEFEAT:
            return _hunt(t, s, p, figure, one.what)
        if one.predicate == missions.STAND:
            action = _stand(t, s, p, figure, t.scenario[s.scenario].goal[one.goal].kind)
            if action != NONE:
                return action
        elif one.predicate == HELP and figure == 0:
            return handover.help(t, s, p, figure, one.what)
        elif one.predicate == TRADE and figure == 0:
            return _buy(t, s, p, one.what)
        elif one.predicate == STUDY and figure == 0:
            return _study(t, s, p, one.what)
        elif figure == 0 and (unknown(t, s, p, p.main) or for_the_team(t, s, p)):
            return _research(t, s, p)
        elif goals.is_errand(one.predicate) and one.what != NONE:
            action = _errand(t, s, p, figure, one.what)
            if action != NONE:
                return action
    return _make(t, s, p, figure)


@rule()
def _make(t: Tables, s: State, p: Picture, figure: int) -> int:
    """Gather, convert, transmute."""
    if p.gather == NONE:
        return c.END
    prepare(t, s, p, p.gather)
    if figure == 0 and figures.at_home(s, p.seat, 0):
        if p.slot != NONE and gather.can_pay(t, s, p, costs.card_in(s, p, p.seat, p.slot)):
            return c.TRANSMUTE + p.slot
        action = gather.convert(t, s, p)
        if action != c.END:
            return action
        if p.job[p.gather].predicate == missions.STOCK and figures.load(t, s.seat[p.seat].figure[0]) > 0:
            return c.EQUIP
    if figure == 0 and not gather.may_go(s, p, figure):
        return c.END
    gather.claim(t, s, p, figure)
    if gather.source(t, s, p, figure) < 0 and p.slot != NONE and not figures.at_home(s, p.seat, figure):
        _foresee(t, s, p)
        if gather.on_the_way(t, s, p, figure) < 0:
            p.short[:] = 0
    return gather.fetch(t, s, p, figure)


@rule()
def _foresee(t: Tables, s: State, p: Picture) -> None:
    """The recipe after this one is gathered for as well."""
    least, after = UNCHOSEN, NONE
    for number in range(p.jobs):
        one = p.job[number]
        if (
            one.seat == p.seat
            and number != p.gather
            and makes(one.predicate)
            and one.what != NONE
            and one.effort < least
        ):
            least, after = one.effort, one.what
    costs.need_recipe(t, p, costs.card_in(s, p, p.seat, p.slot))
    if after != NONE:
        for element in range(t.elements):
            p.need[element] += t.recipe[costs.card_in(s, p, p.seat, after)].cost[element]
    costs.resolve(t, p, p.seat)


@rule()
def unknown(t: Tables, s: State, p: Picture, number: int) -> bool:
    """Has the recipe for a job to be found first?"""
    one = p.job[number]
    if one.what == NONE:
        return True
    return goals.is_errand(one.predicate) and errands.lacks_recipe(t, s, p, p.seat, one.what)


@rule()
def for_the_team(t: Tables, s: State, p: Picture) -> bool:
    """In a town, while somebody has to look for a recipe: he need not come himself."""
    if towns.open_town_at(t, s, s.seat[p.seat].figure[0].hex) < 0:
        return False
    return requirements.wants_recipe(t, s, p, NONE) != NONE


@rule()
def _research(t: Tables, s: State, p: Picture) -> int:
    """Look for the recipe that is missing."""
    kind = requirements.wants_recipe(t, s, p, p.seat)
    if kind == NONE:
        kind = requirements.wants_recipe(t, s, p, NONE)
    return c.END if kind == NONE else _study(t, s, p, kind)


@rule()
def _study(t: Tables, s: State, p: Picture, kind: int) -> int:
    """To the nearest open town, and draw recipes of a kind."""
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
def _hunt(t: Tables, s: State, p: Picture, figure: int, hunter: int) -> int:
    """Beside the inquisitor, then attack; figures that can hardly win keep away."""
    if hunter == NONE:
        return c.END
    one = p.hunter[hunter]
    if hunting.strike(t, s, p, p.seat, figure, hunter) < errands.WORTH_A_ROLL:
        return c.END
    if board.apart(t, s.seat[p.seat].figure[figure].hex, one.hex) == 1:
        return c.FIGHT + (figure * v.SLOTS + one.slot) * v.STANDEES + one.which
    beside = paths.beside(t, s, p, figure, one.hex)
    return c.END if beside < 0 else gather.walk(t, s, p, figure, beside)


@rule()
def _stand(t: Tables, s: State, p: Picture, figure: int, town: int) -> int:
    """The figure that is nearest goes and stays; NONE for the others."""
    there, nearest, chosen = p.town[town], FAR, NONE
    for other in range(v.FIGURES):
        if s.seat[p.seat].figure[other].hex >= 0 and 0 <= p.way[other, there] < nearest:
            nearest, chosen = p.way[other, there], other
    if chosen != figure:
        return NONE
    return STAY if nearest == 0 else gather.walk(t, s, p, figure, there)


@rule()
def _errand(t: Tables, s: State, p: Picture, figure: int, town: int) -> int:
    """What a figure does for a town mission; NONE when it has no part in it."""
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
def fighter(t: Tables, s: State, p: Picture, town: int) -> int:
    """The figure that is done first with the fight in a town."""
    best, chosen = FAR, NONE
    for figure in range(v.FIGURES):
        if s.seat[p.seat].figure[figure].hex < 0 or p.way[figure, p.town[town]] < 0:
            continue
        odds = errands.fight_odds(t, s, p, p.seat, figure, town)
        if odds >= errands.WORTH_A_ROLL and p.way[figure, p.town[town]] + danger.SURE // odds < best:
            best, chosen = p.way[figure, p.town[town]] + danger.SURE // odds, figure
    return chosen


@rule()
def _bring(t: Tables, s: State, p: Picture, figure: int, town: int) -> int:
    """One element to a town: from the load, else from the tower, else from a mine."""
    element, there = t.errand[s.mission[town]].wanted, p.town[town]
    me = s.seat[p.seat]
    nearest, chosen = FAR, NONE
    for other in range(v.FIGURES):
        if me.figure[other].hex >= 0 and me.figure[other].load[element] > 0 and 0 <= p.way[other, there] < nearest:
            nearest, chosen = p.way[other, there], other
    if chosen == NONE and figure == 0:
        return _get(t, s, p, element)
    if chosen != figure:
        return NONE
    return c.MISSION + figure if nearest == 0 else gather.walk(t, s, p, figure, there)


@rule()
def _buy(t: Tables, s: State, p: Picture, town: int) -> int:
    """The price to a town, and the extension home."""
    element, me = trading.price(t, s.market[town]), s.seat[p.seat].figure[0]
    if me.load[element] == 0:
        return _get(t, s, p, element)
    return c.BUY if me.hex == p.town[town] else gather.walk(t, s, p, 0, p.town[town])


@rule()
def _get(t: Tables, s: State, p: Picture, element: int) -> int:
    """The alchemist gets hold of one element."""
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
