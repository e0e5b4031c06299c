"""Work: what is still to be done for the mission, and which seat does what. Every seat reckons the same."""

from mpenv.agents.materia import danger, effort
from mpenv.agents.materia.picture import FAR, JOBS, NOBODY, Picture
from mpenv.jit import rule
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import board, events, figures, missions
from mpenv.materia.rules.actions import equip, research
from mpenv.materia.rules.state import UNDECIDED, State

HELP = len(v.PREDICATES)  # jobs behind those of goals: bringing something to another seat,
GEAR = HELP + 1  # and arming oneself for the hunt
NONE = -1
UNCHOSEN = FAR * 4
MOST_UNITS = 6  # of one goal that are planned ahead
NEARBY = 10  # the effort for an inquisitor that a seat with time to spare goes after
DRAWS = 3  # research actions until a wanted recipe is found
FETCHED = 6  # the effort behind each level of a recipe that is not known yet
WEAPON = v.ITEM_SLOTS.index("weapon")
WAIT = 200  # for what can not be begun now


@rule()
def plan(t: Tables, s: State, p: Picture) -> None:
    """Who does what: jobs are listed, then given out, the least effort first."""
    p.jobs = 0
    p.busy[:] = 0
    p.taken[:] = NOBODY
    for number in range(t.scenario[s.scenario].goals):
        list_each(t, s, p, number)
    for number in range(t.scenario[s.scenario].goals):
        list_team(t, s, p, number)
    p.finished = p.jobs == 0
    p.calls = calls(s, p)
    while give_out(t, s, p):
        pass
    for number in range(p.jobs):
        if p.job[number].what == NONE:
            put_off(t, s, p, number)
    if hunts(p):
        arm(t, s, p)
    if p.style.points > 0:
        add(p, missions.EVENTS, NONE, NOBODY, 1)
        give_out(t, s, p)


@rule()
def takes_part(p: Picture, seat: int) -> bool:
    return not p.style.alone or seat == p.seat


@rule()
def list_each(t: Tables, s: State, p: Picture, number: int) -> None:
    """What each seat still has to do for a goal of its own."""
    if t.scenario[s.scenario].goal[number].who != missions.EACH:
        return
    for seat in range(s.seats):
        if takes_part(p, seat) and not done(t, s, number, seat):
            missing = effort.wanted(t, s, number)
            if t.scenario[s.scenario].goal[number].predicate != missions.STAND:
                missing -= missions.progress(t, s, number, seat)
            spread(t, s, p, number, seat, missing)


@rule()
def done(t: Tables, s: State, number: int, seat: int) -> bool:
    """Is a goal out of the way? Who has to stand somewhere at the end stays there."""
    goal = t.scenario[s.scenario].goal[number]
    if goal.predicate == missions.STAND and not goal.latched:
        return False
    return missions.reached(t, s, number, seat)


@rule()
def list_team(t: Tables, s: State, p: Picture, number: int) -> None:
    """What is missing for a goal of the team beyond what its members do for themselves."""
    goal = t.scenario[s.scenario].goal[number]
    if goal.who == missions.EACH or done(t, s, number, 0):
        return
    missing = effort.wanted(t, s, number)
    for seat in range(s.seats):
        if goal.predicate != missions.STAND:
            missing -= missions.progress(t, s, number, seat)
    for other in range(p.jobs):
        one = p.job[other]
        if one.predicate == goal.predicate and one.goal >= 0:
            own = t.scenario[s.scenario].goal[one.goal]
            if own.kind == goal.kind and (goal.level == 0 or goal.level == own.level):
                missing -= one.count
    if missing > 0:
        spread(t, s, p, number, p.seat if p.style.alone else NOBODY, missing)


@rule()
def spread(t: Tables, s: State, p: Picture, number: int, seat: int, missing: int) -> None:
    """A job for each unit; what is only heaped up is one job."""
    predicate = t.scenario[s.scenario].goal[number].predicate
    if predicate == missions.KEEP:
        return
    if predicate == missions.STOCK or predicate == missions.EVENTS:
        add(p, predicate, number, seat, missing)
        return
    for _ in range(min(missing, MOST_UNITS)):
        add(p, predicate, number, seat, 1)


@rule()
def add(p: Picture, predicate: int, goal: int, seat: int, count: int) -> None:
    if p.jobs >= JOBS:
        return
    one = p.job[p.jobs]
    p.jobs += 1
    one.predicate = predicate
    one.goal = goal
    one.seat = seat
    one.what = NONE
    one.count = count
    one.effort = UNCHOSEN


@rule()
def give_out(t: Tables, s: State, p: Picture) -> bool:
    """Of all open jobs the one that is done first, with what it is done and by whom; False when none is left."""
    best, job, who, what = UNCHOSEN, NONE, NOBODY, NONE
    for number in range(p.jobs):
        one = p.job[number]
        if one.what != NONE:
            continue
        for seat in range(s.seats):
            if (one.seat != NOBODY and one.seat != seat) or not takes_part(p, seat):
                continue
            chosen = choose(t, s, p, number, seat)
            if chosen == NONE:
                continue
            cost = price(t, s, p, number, seat, chosen) + (p.busy[seat] if one.seat == NOBODY else 0)
            if cost < best:
                best, job, who, what = cost, number, seat, chosen
    if job == NONE:
        return False
    one = p.job[job]
    one.effort = price(t, s, p, job, who, what)
    one.seat = who
    one.what = what
    p.busy[who] += one.effort
    claim(p, one.predicate, what, who)
    return True


@rule()
def claim(p: Picture, predicate: int, what: int, who: int) -> None:
    """Nobody else uses this recipe, or does this town mission."""
    if predicate == missions.MAKE or predicate == missions.HOLD:
        p.taken[what] = who
    elif predicate == missions.MISSIONS or predicate == missions.EVENTS:
        for seat in range(v.SEATS):
            p.errand[seat, what] += UNCHOSEN


@rule()
def choose(t: Tables, s: State, p: Picture, job: int, seat: int) -> int:
    """The easiest thing with which a seat can do a job: a recipe, a town mission, a town, an inquisitor."""
    one = p.job[job]
    if one.predicate == missions.MAKE or one.predicate == missions.HOLD:
        return choose_recipe(t, s, p, job, seat)
    if one.predicate == missions.MISSIONS or one.predicate == missions.EVENTS:
        return choose_errand(t, s, p, job, seat)
    if one.predicate == missions.DEFEAT:
        return choose_prey(t, s, p, seat)
    return NONE if one.predicate == GEAR else 0


@rule()
def price(t: Tables, s: State, p: Picture, job: int, seat: int, what: int) -> int:
    one = p.job[job]
    if one.predicate == missions.MAKE or one.predicate == missions.HOLD:
        return p.recipe[seat, what]
    if one.predicate == missions.MISSIONS or one.predicate == missions.EVENTS:
        return p.errand[seat, what]
    if one.predicate == missions.DEFEAT:
        return chase(t, s, p, seat, what)
    if one.predicate == missions.STAND:
        return nearest_to(t, s, seat, max(p.town[t.scenario[s.scenario].goal[one.goal].kind], 0))
    need_stock(t, s, p, job)
    return effort.of_need(t, s, p, seat) + 1


@rule()
def nearest_to(t: Tables, s: State, seat: int, hex: int) -> int:
    """How far the nearest figure of a seat is from a hex."""
    nearest = FAR
    for figure in range(v.FIGURES):
        if s.seat[seat].figure[figure].hex >= 0:
            nearest = min(nearest, board.apart(t, s.seat[seat].figure[figure].hex, hex))
    return nearest


@rule()
def choose_recipe(t: Tables, s: State, p: Picture, job: int, seat: int) -> int:
    goal = t.scenario[s.scenario].goal[p.job[job].goal]
    best, chosen = UNCHOSEN, NONE
    for slot in range(v.POOL + 1):
        card = effort.card_in(s, p, seat, slot)
        if card < 0 or p.taken[slot] != NOBODY or t.recipe[card].kind != goal.kind:
            continue
        if (goal.level == 0 or t.recipe[card].level == goal.level) and p.recipe[seat, slot] < best:
            best, chosen = p.recipe[seat, slot], slot
    return chosen


@rule()
def choose_errand(t: Tables, s: State, p: Picture, job: int, seat: int) -> int:
    """A town mission; those that only pay for events must be worth it."""
    best, chosen = UNCHOSEN, NONE
    for town in range(len(v.TOWNS)):
        cost = p.errand[seat, town]
        if cost >= best:
            continue
        if p.job[job].predicate == missions.EVENTS and not pays(t, s, p, job, town, cost):
            continue
        if p.job[job].goal < 0 and not at_leisure(t, s, p, seat, cost):
            continue
        best, chosen = cost, town
    return chosen


@rule()
def at_leisure(t: Tables, s: State, p: Picture, seat: int, cost: int) -> bool:
    """Is there time for something besides what a seat has to do? Its own jobs are already given out."""
    days = s.days - s.day
    return days * figures.stat(t, s, seat, 0, figures.ACTIONS) >= 2 * (p.busy[seat] + cost)


@rule()
def pays(t: Tables, s: State, p: Picture, job: int, town: int, cost: int) -> bool:
    """Are there events to come that the purse can not pay yet, and is this mission cheap for its points?"""
    due = 0
    for row in range(t.scenario[s.scenario].events):
        event = t.scenario[s.scenario].event[row]
        if s.happened[row] == UNDECIDED and event.day <= s.days:
            due += event.cost[s.seats]
    if due <= events.points(t, s):
        return False
    worth = t.errand[s.mission[town]].points
    return p.job[job].goal >= 0 or cost * cost <= p.style.points * p.style.points * worth


@rule()
def choose_prey(t: Tables, s: State, p: Picture, seat: int) -> int:
    best, chosen = UNCHOSEN, NONE
    for hunter in range(p.hunters):
        cost = chase(t, s, p, seat, hunter)
        if cost < best:
            best, chosen = cost, hunter
    return chosen


@rule()
def chase(t: Tables, s: State, p: Picture, seat: int, hunter: int) -> int:
    """Moves to an inquisitor and attacks until it falls, for the best fighter of a seat."""
    best = UNCHOSEN
    for figure in range(v.FIGURES):
        one = s.seat[seat].figure[figure]
        if one.hex >= 0:
            odds = strike(t, s, p, seat, figure, hunter)
            if odds > 0:
                best = min(best, board.apart(t, one.hex, p.hunter[hunter].hex) + danger.SURE // odds)
    return best


@rule()
def strike(t: Tables, s: State, p: Picture, seat: int, figure: int, hunter: int) -> int:
    """The chance of one attack."""
    dice = figures.stat(t, s, seat, figure, figures.ATTACK)
    return danger.chance(p, dice, p.hunter[hunter].defence + 1 - figures.attack_bonus(s, figure))


@rule()
def put_off(t: Tables, s: State, p: Picture, job: int) -> None:
    """A job for which there is nothing on the table yet: somebody has to find a recipe, or it has to wait."""
    one = p.job[job]
    one.effort = WAIT
    if one.predicate != missions.MAKE and one.predicate != missions.HOLD:
        return
    goal = t.scenario[s.scenario].goal[one.goal]
    if not findable(s, goal.kind):
        return
    first, last = (0, s.seats) if one.seat == NOBODY else (one.seat, one.seat + 1)
    least = UNCHOSEN
    for seat in range(first, last):
        if takes_part(p, seat):
            cost = town_away(t, s, p, seat) + DRAWS + FETCHED * max(1, goal.level)
            if cost + p.busy[seat] < least:
                least, one.seat, one.effort = cost + p.busy[seat], seat, cost
    p.busy[one.seat] += one.effort


@rule()
def calls(s: State, p: Picture) -> bool:
    """Is more to be defeated than stands on the board?"""
    wanted = 0
    for number in range(p.jobs):
        if p.job[number].predicate == missions.DEFEAT:
            wanted += 1
    return wanted > p.hunters and p.hunters < s.seats


@rule()
def hunts(p: Picture) -> bool:
    """Has this seat, or anybody of the team, still somebody to defeat?"""
    for number in range(p.jobs):
        one = p.job[number]
        if one.predicate == missions.DEFEAT and (one.seat == p.seat or one.seat == NOBODY):
            return True
    return False


@rule()
def guard(t: Tables, s: State, p: Picture) -> None:
    """Who has time goes for the inquisitor that is defeated soonest."""
    if p.style.alone:
        return
    prey = choose_prey(t, s, p, p.seat)
    if prey == NONE or chase(t, s, p, p.seat, prey) > NEARBY:
        return
    add(p, missions.DEFEAT, NONE, p.seat, 1)
    one = p.job[p.jobs - 1]
    one.what = prey
    one.effort = chase(t, s, p, p.seat, prey)


@rule()
def arm(t: Tables, s: State, p: Picture) -> None:
    """The easiest recipe that makes the own alchemist a better fighter; where the pool has none, one is looked for."""
    best, chosen = UNCHOSEN, NONE
    for slot in range(v.POOL + 1):
        card = effort.card_in(s, p, p.seat, slot)
        if card >= 0 and p.taken[slot] == NOBODY and arms(t, s, p, card) and p.recipe[p.seat, slot] < best:
            best, chosen = p.recipe[p.seat, slot], slot
    armed = equip.worn_in(t, s, p.seat, WEAPON) >= 0
    if chosen == NONE and (armed or not findable(s, missions.EQUIPMENT)):
        return
    add(p, GEAR, NONE, p.seat, 1)
    one = p.job[p.jobs - 1]
    one.what = chosen
    one.effort = best if chosen != NONE else town_away(t, s, p, p.seat) + DRAWS + FETCHED


@rule()
def arms(t: Tables, s: State, p: Picture, card: int) -> bool:
    """Would this item help in fights, and is its slot free or filled with a weaker one?"""
    one = t.recipe[card]
    if one.kind != missions.EQUIPMENT or one.stat[figures.ATTACK] + one.extra[figures.FIGHTING] == 0:
        return False
    worn = equip.worn_in(t, s, p.seat, one.slot)
    return worn < 0 or t.recipe[s.seat[p.seat].items[worn]].stat[figures.ATTACK] < one.stat[figures.ATTACK]


@rule()
def findable(s: State, kind: int) -> bool:
    return s.recipes[kind].cards + s.discards[kind].cards > 0


@rule()
def town_away(t: Tables, s: State, p: Picture, seat: int) -> int:
    nearest = FAR
    for town in range(len(v.TOWNS)):
        if p.town[town] >= 0 and s.day >= t.scenario[s.scenario].opens[town]:
            nearest = min(nearest, board.apart(t, max(s.seat[seat].figure[0].hex, 0), p.town[town]))
    return nearest


@rule()
def want(t: Tables, s: State, p: Picture, job: int) -> None:
    """What a job of any seat is done with goes to `need`, and what its owner lacks to `short`."""
    one = p.job[job]
    if one.predicate == missions.STOCK:
        need_stock(t, s, p, job)
    else:
        effort.need_recipe(t, p, effort.card_in(s, p, one.seat, one.what))
    effort.resolve(t, s, p, one.seat)


@rule()
def need_stock(t: Tables, s: State, p: Picture, job: int) -> None:
    """What a goal wants in the tower; of any kind: what is there and the nearest kind of mine."""
    one = p.job[job]
    kind = t.scenario[s.scenario].goal[one.goal].kind
    seat = p.seat if one.seat == NOBODY else one.seat
    nearest = 0
    for element in range(t.elements):
        p.need[element] = 0
        if p.near[seat, element] < p.near[seat, nearest]:
            nearest = element
    wanted = one.count if kind == missions.ANY else one.count + s.seat[seat].stock[kind]
    if kind != missions.ANY:
        p.need[kind] = wanted
        return
    for element in range(t.elements):
        have = effort.carried(s, seat, element)
        p.need[element] = s.seat[seat].stock[element] + min(have, wanted)
        wanted -= min(have, wanted)
    p.need[nearest] += wanted


@rule()
def wants_recipe(t: Tables, s: State, p: Picture, seat: int) -> int:
    """The kind of recipe that a seat must look for, or any seat; -1: none."""
    for number in range(p.jobs):
        one = p.job[number]
        if one.predicate == GEAR and one.what == NONE:
            return missions.EQUIPMENT
        if one.what == NONE and (one.seat == seat or one.seat == NOBODY or seat == NOBODY) and one.goal >= 0:
            goal = t.scenario[s.scenario].goal[one.goal]
            if (one.predicate == missions.MAKE or one.predicate == missions.HOLD) and findable(s, goal.kind):
                return goal.kind
    return NONE


@rule()
def pool_is_full(s: State) -> bool:
    return research.pooled(s) >= research.limit(s)
