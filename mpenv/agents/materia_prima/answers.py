"""Answers to everything that is asked inside and between turns."""

from mpenv.agents.materia_prima import costs, errands, goals, handover, hunting, placing, tasks, trading
from mpenv.agents.materia_prima.memory import FAR, GEAR, HELP, NONE, TRADE, UNCHOSEN, Picture
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import belongings, board, figures, missions, order, prompts
from mpenv.worlds.materia_prima.rules.actions import equip, errand
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def answer(t: Tables, s: State, p: Picture, kind: int) -> int:
    """The answer to an open prompt that is not a turn; what is not known here is left to the first legal answer."""
    asked = prompts.asked(s)
    if kind == prompts.EQUIP:
        return _equip(t, s, p)
    if kind == prompts.DROP:
        return _drop(t, s, p, asked.figure)
    if kind == prompts.PICK:
        return _pick_up(t, s, p, asked.figure)
    if kind == prompts.WHO:
        return handover.partner(t, s, p, asked.figure)
    if kind == prompts.EXCHANGE:
        return _split(t, s, p)
    if kind == prompts.KEEP or kind == prompts.DISCARD:
        return _keep(t, s, p) if kind == prompts.KEEP else _discard(t, s, p)
    if kind == prompts.ENTER_TOWN:
        return _enter(t, s, p)
    if kind == prompts.LOOT:
        return _loot(t, s, p)
    if kind == prompts.SWAP or kind == prompts.OVERLOAD or kind == prompts.DESTROY:
        return _worst(t, s, p, kind)
    if kind == prompts.SACRIFICE or kind == prompts.GIVE or kind == prompts.CARRY:
        return _component(t, s, p, kind)
    if kind == prompts.ENTRY:
        return _entry(t, s, p)
    if kind == prompts.PLACE_TOWER or kind == prompts.PLACE_ALCHEMIST:
        return placing.answer(t, s, p, kind)
    if kind == prompts.LOSE or kind == prompts.PAYMENT:
        return _store(s, kind)
    if kind == prompts.SPEND:
        return _spend(s)
    if kind == prompts.SAY:
        return _say(t, s, p)
    return c.YES if kind == prompts.PAY or kind == prompts.EXTEND else c.NO


@rule()
def worth(t: Tables, s: State, p: Picture, element: int) -> int:
    """What an element is worth to its owner: its level, more if the job needs it."""
    value = 2 * t.level[element]
    return value + 7 if p.need[element] > 0 else value


@rule()
def _want(t: Tables, s: State, p: Picture) -> None:
    """The needs of the seat, for all that is judged by them."""
    tasks.prepare(t, s, p, p.main if p.gather == NONE else p.gather)


@rule()
def _equip(t: Tables, s: State, p: Picture) -> int:
    """The better item of each slot is worn; then what a town mission or the vault wants is taken along."""
    me = s.seat[p.seat]
    for place in range(v.ITEMS):
        if me.items[place] >= 0 and not me.worn[place] and s.legal[c.FIRST_ITEM + place] and better(t, s, p, place):
            return c.FIRST_ITEM + place
    element = to_take_along(t, s, p)
    if element != NONE and me.figure[0].load[element] == 0 and s.legal[c.TAKE + element]:
        return c.TAKE + element
    return c.END


@rule()
def to_take_along(t: Tables, s: State, p: Picture) -> int:
    """The element that a town wants from the alchemist, for its mission or its market; or NONE."""
    if p.main == NONE or p.job[p.main].what == NONE:
        return NONE
    one = p.job[p.main]
    if one.predicate == TRADE:
        return trading.price(t, s.market[one.what])
    if goals.is_errand(one.predicate) and t.errand[s.mission[one.what]].kind == errand.ELEMENT:
        return t.errand[s.mission[one.what]].wanted
    return NONE


@rule()
def better(t: Tables, s: State, p: Picture, place: int) -> bool:
    """Is an item in the tower better than the one worn in its slot?"""
    me = s.seat[p.seat]
    worn = equip.worn_in(t, s, p.seat, t.recipe[me.items[place]].slot)
    return worn < 0 or t.recipe[me.items[place]].level > t.recipe[me.items[worn]].level


@rule()
def _drop(t: Tables, s: State, p: Picture, figure: int) -> int:
    """At home everything; beside the tower of another what he asked for."""
    me = s.seat[p.seat]
    home = figures.at_home(s, p.seat, figure)
    for element in range(t.elements):
        if (
            me.figure[figure].load[element] > 0
            and s.legal[c.PUT + element]
            and (home or _meant(t, s, p, me.figure[figure].hex, element))
        ):
            return c.PUT + element
    return c.END


@rule()
def _meant(t: Tables, s: State, p: Picture, hex: int, element: int) -> bool:
    """Does the owner of the tower beside ask for this?"""
    for seat in range(s.seats):
        if p.ask[seat, element] > 0 and board.apart(t, hex, s.seat[seat].tower) <= 1:
            return True
    return False


@rule()
def _pick_up(t: Tables, s: State, p: Picture, figure: int) -> int:
    """What the job needs first, then the highest level."""
    _want(t, s, p)
    best, chosen = 0, c.END
    for element in range(t.elements):
        if s.legal[c.TAKE + element]:
            value = worth(t, s, p, element) + (20 if p.short[element] > 0 else 0)
            if value > best:
                best, chosen = value, c.TAKE + element
    if s.legal[c.END] and figures.at_home(s, p.seat, figure):
        return c.END
    return chosen


@rule()
def _split(t: Tables, s: State, p: Picture) -> int:
    """The partner keeps what he needs; the rest is taken back."""
    partner = prompts.asked(s).slot
    for element in range(t.elements):
        if s.legal[c.TAKE + element] and handover.keeps(t, s, p, partner, element):
            return c.TAKE + element
    return c.END


@rule()
def _keep(t: Tables, s: State, p: Picture) -> int:
    """Of the drawn recipes the one that serves best."""
    best, chosen = NONE, c.END
    for place in range(len(s.drawn)):
        if s.drawn[place] >= 0:
            value = use(t, s, p, s.drawn[place])
            if value > best:
                best, chosen = value, prompts.DRAWN_CARD + place
    return chosen


@rule()
def use(t: Tables, s: State, p: Picture, card: int) -> int:
    """How much a recipe is wanted: by how many open jobs of any seat, then the lower its cost the better."""
    wanted = 0
    for number in range(p.jobs):
        one = p.job[number]
        if one.predicate == GEAR and hunting.arms(t, s, p, card):
            wanted += 100
        if one.goal >= 0 and (one.predicate == missions.MAKE or one.predicate == missions.HOLD):
            goal = t.scenario[s.scenario].goal[one.goal]
            if goal.kind == t.recipe[card].kind and (goal.level == 0 or goal.level == t.recipe[card].level):
                wanted += 200 if one.what == NONE else 20
        if (
            one.goal >= 0
            and one.what != NONE
            and goals.is_errand(one.predicate)
            and errands.serves(t, s, card, one.what)
        ):
            wanted += 150
    costs.need_recipe(t, p, card)
    return wanted + 100 - min(99, costs.of_need(t, s, p, p.seat))


@rule()
def _discard(t: Tables, s: State, p: Picture) -> int:
    """The pool loses what is wanted least."""
    place = prompts.asked(s).slot
    worst, chosen = use(t, s, p, s.drawn[place]), c.CARD + prompts.NEW_CARD
    for slot in range(v.POOL):
        if s.pool[slot] >= 0 and s.legal[c.CARD + slot]:
            value = use(t, s, p, s.pool[slot]) + (100 if p.taken[slot] != NONE else 0)
            if value < worst:
                worst, chosen = value, c.CARD + slot
    return chosen


@rule()
def _enter(t: Tables, s: State, p: Picture) -> int:
    """A homunculus is given up where this is somebody's job and no goal needs it."""
    asked = prompts.asked(s)
    town = board.town_at(s, s.seat[p.seat].figure[asked.figure].hex)
    for number in range(p.jobs):
        one = p.job[number]
        if one.seat == p.seat and one.what == town and goals.is_errand(one.predicate):
            return c.YES if errands.to_spare(t, s, p.seat, asked.figure - 1) else c.NO
    return c.NO


@rule()
def _loot(t: Tables, s: State, p: Picture) -> int:
    """Taken when it is worth more than the least that is carried."""
    _want(t, s, p)
    asked = prompts.asked(s)
    for element in range(t.elements):
        if s.seat[p.seat].figure[asked.figure].load[element] > 0 and worth(t, s, p, element) < worth(
            t, s, p, asked.element
        ):
            return c.YES
    return c.NO


@rule()
def _worst(t: Tables, s: State, p: Picture, kind: int) -> int:
    """The least useful element goes."""
    _want(t, s, p)
    best, chosen = UNCHOSEN, c.END
    for element in range(t.elements):
        if s.legal[c.PUT + element]:
            value = worth(t, s, p, element) * 4
            if kind == prompts.DESTROY:
                value -= min(3, s.seat[p.seat].stock[element])
            if value < best:
                best, chosen = value, c.PUT + element
    return chosen


@rule()
def _component(t: Tables, s: State, p: Picture, kind: int) -> int:
    """Given up: what no goal needs, of the lowest level; carried to the next scenario: the first."""
    best, chosen = UNCHOSEN, c.END
    for component in range(belongings.COMPONENTS):
        if not s.legal[c.COMPONENT + component]:
            continue
        if kind == prompts.CARRY:
            return c.COMPONENT + component
        value = t.recipe[belongings.card_of(s, p.seat, component)].level
        if not errands.to_spare(t, s, p.seat, component):
            value += 10
        if value < best:
            best, chosen = value, c.COMPONENT + component
    return chosen


@rule()
def _entry(t: Tables, s: State, p: Picture) -> int:
    """Where inquisitors enter: far from all figures, and farther still from those outside towers."""
    asked = prompts.asked(s)
    best, chosen = NONE, c.END
    for hex in range(t.hexes):
        if asked.column < 0:
            action = c.COLUMN + t.column[hex]
        else:
            action = c.ROW + t.row[hex]
            if t.column[hex] != asked.column:
                continue
        if not s.legal[action] or not board.open_to_inquisitors(s, hex):
            continue
        value = _distance(t, s, hex)
        if value > best:
            best, chosen = value, action
    return chosen


@rule()
def _distance(t: Tables, s: State, hex: int) -> int:
    nearest = FAR
    for seat in range(s.seats):
        for figure in range(v.FIGURES):
            where = s.seat[seat].figure[figure].hex
            if where >= 0:
                away = board.apart(t, hex, where) * 2 + (3 if board.tower_at(s, where) >= 0 else 0)
                nearest = min(nearest, away)
    return nearest


@rule()
def _say(t: Tables, s: State, p: Picture) -> int:
    """What the seat is about to do: its job."""
    if p.main == NONE or p.job[p.main].what == NONE:
        return c.END
    one = p.job[p.main]
    if one.predicate == HELP:
        return c.WHO + order.nth(s, p.seat, one.what // v.MAX_ELEMENTS) * v.FIGURES
    if one.predicate == missions.DEFEAT:
        return c.FIGHT + p.hunter[one.what].slot * v.STANDEES
    if goals.is_errand(one.predicate):
        return c.SAIL + one.what
    if one.predicate == missions.STOCK:
        return c.TAKE + one.what
    makes = one.predicate == missions.MAKE or one.predicate == missions.HOLD or one.predicate == GEAR
    card = costs.card_in(s, p, p.seat, one.what) if makes else NONE
    return c.RESEARCH + t.recipe[card].kind if card >= 0 else c.END


@rule()
def _store(s: State, kind: int) -> int:
    """Losses come from the tower, payments from the load."""
    if kind == prompts.LOSE and s.legal[c.STORE + 1]:
        return c.STORE + 1
    for store in range(1 + v.FIGURES):
        if s.legal[c.STORE + store]:
            return c.STORE + store
    return c.END


@rule()
def _spend(s: State) -> int:
    """The cheapest card first."""
    for points in range(v.POINTS):
        if s.legal[c.POINTS + points]:
            return c.POINTS + points
    return c.END
