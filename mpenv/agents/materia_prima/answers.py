"""Answers to every prompt other than the turn itself."""

from mpenv.agents.materia_prima import costs, errands, goals, handover, hunting, placing, tasks, trading
from mpenv.agents.materia_prima.memory import FAR, GEAR, HELP, NONE, TRADE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import belongings, board, figures, inquisition, missions, order, prompts
from mpenv.worlds.materia_prima.rules.actions import equip, errand, research
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def answer(t: Tables, s: State, p: Memory, kind: int) -> int:
    """Answer an open prompt that is not a turn; prompts not listed here get NO, or the first legal answer."""
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
    if kind == prompts.PRIVATE and p.habits.private:
        return c.YES if for_me_alone(t, s, p, s.drawn[asked.slot]) else c.NO
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
def worth(t: Tables, s: State, p: Memory, element: int) -> int:
    """Value of an element to its owner: by level, more if the current job needs it."""
    value = 2 * t.level[element]
    return value + 7 if p.need[element] > 0 else value


@rule()
def _want(t: Tables, s: State, p: Memory) -> None:
    """Compute the seat's needs, by which elements are judged."""
    tasks.prepare(t, s, p, p.main if p.gather == NONE else p.gather)


@rule()
def _equip(t: Tables, s: State, p: Memory) -> int:
    """Wear the better item of each slot; then take along the element a town mission or the market wants."""
    me = s.seat[p.seat]
    for place in range(v.ITEMS):
        if me.items[place] >= 0 and not me.worn[place] and s.legal[c.FIRST_ITEM + place] and better(t, s, p, place):
            return c.FIRST_ITEM + place
    element = to_take_along(t, s, p)
    if element != NONE and me.figure[0].load[element] == 0 and s.legal[c.TAKE + element]:
        return c.TAKE + element
    return c.END


@rule()
def to_take_along(t: Tables, s: State, p: Memory) -> int:
    """Find the element to carry to a town, for its mission or its market; NONE when there is none."""
    if p.main == NONE or p.job[p.main].what == NONE:
        return NONE
    job = p.job[p.main]
    if job.predicate == TRADE:
        return trading.price(t, s.market[job.what])
    if goals.is_errand(job.predicate) and t.errand[s.mission[job.what]].kind == errand.ELEMENT:
        return errands.lacking(t, s, p.seat, job.what)
    return NONE


@rule()
def better(t: Tables, s: State, p: Memory, place: int) -> bool:
    """Check whether an item in the tower beats the one worn in its slot."""
    me = s.seat[p.seat]
    worn = equip.worn_in(t, s, p.seat, t.recipe[me.items[place]].slot)
    return worn < 0 or t.recipe[me.items[place]].level > t.recipe[me.items[worn]].level


@rule()
def _drop(t: Tables, s: State, p: Memory, figure: int) -> int:
    """Drop everything at home; beside another tower drop what its owner asks for."""
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
def _meant(t: Tables, s: State, p: Memory, hex: int, element: int) -> bool:
    """Check whether the owner of a neighbouring tower asks for this element."""
    for seat in range(s.seats):
        if p.ask[seat, element] > 0 and board.apart(t, hex, s.seat[seat].tower) <= 1:
            return True
    return False


@rule()
def _pick_up(t: Tables, s: State, p: Memory, figure: int) -> int:
    """Take what the job needs first, then the highest level."""
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
def _split(t: Tables, s: State, p: Memory) -> int:
    """Leave the partner what it needs and take back the rest."""
    partner = prompts.asked(s).slot
    for element in range(t.elements):
        if s.legal[c.TAKE + element] and handover.keeps(t, s, p, partner, element):
            return c.TAKE + element
    return c.END


@rule()
def _keep(t: Tables, s: State, p: Memory) -> int:
    """Keep the most useful of the drawn recipes."""
    best, chosen = NONE, c.END
    for place in range(len(s.drawn)):
        if s.drawn[place] >= 0:
            value = use(t, s, p, s.drawn[place])
            if value > best:
                best, chosen = value, prompts.DRAWN_CARD + place
    return chosen


@rule()
def use(t: Tables, s: State, p: Memory, card: int) -> int:
    """Score a recipe: how many open jobs of any seat it serves, then the lower its cost the better."""
    wanted = 0
    for number in range(p.jobs):
        job = p.job[number]
        if job.predicate == GEAR and hunting.arms(t, s, p, card):
            wanted += 100
        if job.goal >= 0 and (job.predicate == missions.MAKE or job.predicate == missions.HOLD):
            goal = t.scenario[s.scenario].goal[job.goal]
            if goal.kind == t.recipe[card].kind and (goal.level == 0 or goal.level == t.recipe[card].level):
                wanted += 200 if job.what == NONE else 20
        if (
            job.goal >= 0
            and job.what != NONE
            and goals.is_errand(job.predicate)
            and errands.serves(t, s, card, job.what)
        ):
            wanted += 150
    costs.need_recipe(t, p, card)
    return wanted + 100 - min(99, costs.of_need(t, s, p, p.seat))


@rule()
def for_me_alone(t: Tables, s: State, p: Memory, card: int) -> bool:
    """Check that a recipe is one that the seat looks for, or that there is no more room for it in the pool."""
    for number in range(p.jobs):
        job = p.job[number]
        if job.seat != p.seat:
            continue
        if goals.is_errand(job.predicate) and job.what != NONE:
            if errands.lacks_recipe(t, s, p, p.seat, job.what) and errands.serves(t, s, card, job.what):
                return True
        elif job.what == NONE and job.goal >= 0 and tasks.makes(job.predicate):
            goal = t.scenario[s.scenario].goal[job.goal]
            if goal.kind == t.recipe[card].kind and (goal.level == 0 or goal.level == t.recipe[card].level):
                return True
    return research.pooled(s) >= research.limit(s)


@rule()
def _discard(t: Tables, s: State, p: Memory) -> int:
    """Discard the least useful recipe of the pool."""
    place = prompts.asked(s).slot
    worst, chosen = use(t, s, p, s.drawn[place]), c.CARD + prompts.NEW_CARD
    for slot in range(v.POOL):
        if s.pool[slot] >= 0 and s.legal[c.CARD + slot]:
            value = use(t, s, p, s.pool[slot]) + (100 if p.taken[slot] != NONE else 0)
            if value < worst:
                worst, chosen = value, c.CARD + slot
    return chosen


@rule()
def _enter(t: Tables, s: State, p: Memory) -> int:
    """Give up a homunculus where this seat has a job in the town and no goal needs it."""
    asked = prompts.asked(s)
    town = board.town_at(s, s.seat[p.seat].figure[asked.figure].hex)
    for number in range(p.jobs):
        job = p.job[number]
        if job.seat == p.seat and job.what == town and goals.is_errand(job.predicate):
            return c.YES if errands.to_spare(t, s, p.seat, asked.figure - 1) else c.NO
    return c.NO


@rule()
def _loot(t: Tables, s: State, p: Memory) -> int:
    """Take loot that fits, or that is worth more than the least valuable element carried."""
    asked = prompts.asked(s)
    if figures.room(t, s, p.seat, asked.figure) > 0:
        return c.YES
    _want(t, s, p)
    for element in range(t.elements):
        if s.seat[p.seat].figure[asked.figure].load[element] > 0 and worth(t, s, p, element) < worth(
            t, s, p, asked.element
        ):
            return c.YES
    return c.NO


@rule()
def _worst(t: Tables, s: State, p: Memory, kind: int) -> int:
    """Give up the least useful element."""
    _want(t, s, p)
    best, chosen = UNCHOSEN, c.END
    for element in range(t.elements):
        if s.legal[c.PUT + element]:
            value = worth(t, s, p, element) * 4
            if kind == prompts.DESTROY:
                value -= min(3, inquisition.held(s, p.seat, inquisition.robbed(prompts.asked(s)), element))
            if value < best:
                best, chosen = value, c.PUT + element
    return chosen


@rule()
def _component(t: Tables, s: State, p: Memory, kind: int) -> int:
    """Sacrifice the component of the lowest level that no goal needs; carry the first one to the next scenario."""
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
def _entry(t: Tables, s: State, p: Memory) -> int:
    """Let inquisitors enter far from all figures, and farther still from those outside towers."""
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
    """Weighted distance of a hex to the nearest figure."""
    nearest = FAR
    for seat in range(s.seats):
        for figure in range(v.FIGURES):
            where = s.seat[seat].figure[figure].hex
            if where >= 0:
                away = board.apart(t, hex, where) * 2 + (3 if board.tower_at(s, where) >= 0 else 0)
                nearest = min(nearest, away)
    return nearest


@rule()
def _say(t: Tables, s: State, p: Memory) -> int:
    """Announce the seat's current job."""
    if p.main == NONE or p.job[p.main].what == NONE:
        return c.END
    job = p.job[p.main]
    if job.predicate == HELP:
        return c.WHO + order.nth(s, p.seat, job.what // v.MAX_ELEMENTS) * v.FIGURES
    if job.predicate == missions.DEFEAT:
        return c.FIGHT + p.hunter[job.what].slot * v.STANDEES
    if goals.is_errand(job.predicate):
        return c.SAIL + job.what
    if job.predicate == missions.STOCK:
        return c.TAKE + job.what
    makes = job.predicate == missions.MAKE or job.predicate == missions.HOLD or job.predicate == GEAR
    card = costs.card_in(s, p, p.seat, job.what) if makes else NONE
    return c.RESEARCH + t.recipe[card].kind if card >= 0 else c.END


@rule()
def _store(s: State, kind: int) -> int:
    """Take losses from the tower, payments from the load."""
    if kind == prompts.LOSE and s.legal[c.STORE + 1]:
        return c.STORE + 1
    for store in range(1 + v.FIGURES):
        if s.legal[c.STORE + store]:
            return c.STORE + store
    return c.END


@rule()
def _spend(s: State) -> int:
    """Spend the cheapest card first."""
    for points in range(v.POINTS):
        if s.legal[c.POINTS + points]:
            return c.POINTS + points
    for high in range(v.MOST_POINTS - v.POINTS):
        if s.legal[c.CARD + high]:
            return c.CARD + high
    return c.END
