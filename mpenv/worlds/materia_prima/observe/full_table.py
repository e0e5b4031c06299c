"""The table in a full row: recipes with their prices, what others own, goals, towns, mines and rules."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Recipe, Tables
from mpenv.worlds.materia_prima.observe.full_row import HELPERS, MINED, OTHERS, More
from mpenv.worlds.materia_prima.observe.summary import GOALS, HALF_THERE, cut, here
from mpenv.worlds.materia_prima.rules import missions, order, payment, secrets, sight
from mpenv.worlds.materia_prima.rules.actions import errand, mine
from mpenv.worlds.materia_prima.rules.state import DRAWN, State

FAR = 8.0


@rule()
def tell(t: Tables, s: State, seat: int, out: More) -> None:
    recipes(t, s, seat, out)
    owned(t, s, seat, out)
    homunculi(t, s, seat, out)
    for number in range(t.scenario[s.scenario].goals):
        lacking(t, s, seat, number, out)
    later_goals(t, s, out)
    hunted(t, s, out)
    mines(t, s, seat, out)
    in_towns(t, s, seat, out)
    switches(s, out)


@rule()
def recipes(t: Tables, s: State, seat: int, out: More) -> None:
    for slot in range(v.POOL):
        if s.pool[slot] >= 0:
            recipe, one = t.recipe[s.pool[slot]], out.recipes[slot]
            for place in range(recipe.parts):
                one.price[recipe.part[place]] = price(s, seat, recipe, recipe.part[place])
            for which in range(4):
                one.stats[which] = cut(recipe.grants[which] / 4)
            one.ability = ability(recipe)
    _in_hand(t, s, seat, 0, s.seat[seat].private, out)
    for place in range(DRAWN):
        if s.drawn[place] >= 0:
            _in_hand(t, s, seat, 1 + place, s.drawn[place], out)
        elif s.drawn[place] <= secrets.DRAWN_FACE_DOWN:
            out.in_hand[1 + place].kind[secrets.DRAWN_FACE_DOWN - s.drawn[place]] = 1.0


@rule()
def _in_hand(t: Tables, s: State, seat: int, nth: int, card: int, out: More) -> None:
    if card < 0:
        return
    recipe, one = t.recipe[card], out.in_hand[nth]
    one.kind[recipe.kind] = 1.0
    one.level = cut(recipe.level / 3)
    for place in range(recipe.parts):
        one.price[recipe.part[place]] = price(s, seat, recipe, recipe.part[place])
    for which in range(4):
        one.stats[which] = cut(recipe.grants[which] / 4)
    one.ability = ability(recipe)


@rule()
def price(s: State, seat: int, recipe: Recipe, element: int) -> float:
    """What the own alchemist lacks of an element; below 0 what it costs of it, where he has all."""
    lacks = recipe.cost[element] - payment.owns(s, seat, element)
    return cut(lacks / 3) if lacks > 0 else cut(-recipe.cost[element] / 3)


@rule()
def ability(recipe: Recipe) -> float:
    total = 0
    for column in range(v.EXTRA, v.GRANTS):
        total += recipe.grants[column]
    return cut(total / 2)


@rule()
def owned(t: Tables, s: State, seat: int, out: More) -> None:
    """What each other seat owns by element, and what the own homunculi carry."""
    for element in range(t.elements):
        carried = 0
        for figure in range(1, v.FIGURES):
            carried += s.seat[seat].figure[figure].load[element]
        out.carried[element] = cut(carried / 6)
        for nth in range(OTHERS):
            who = order.relative(s, seat, nth + 1)
            if who >= 0:
                count = s.seat[who].stock[element]
                for figure in range(v.FIGURES):
                    count += s.seat[who].figure[figure].load[element]
                out.owned[nth * v.MAX_ELEMENTS + element] = cut(count / 6)


@rule()
def homunculi(t: Tables, s: State, seat: int, out: More) -> None:
    me = here(s, seat)
    for nth in range(OTHERS):
        who = order.relative(s, seat, nth + 1)
        if who < 0:
            continue
        for figure in range(1, v.FIGURES):
            hex, one = s.seat[who].figure[figure].hex, out.homunculi[nth * HELPERS + figure - 1]
            if hex == sight.UNSEEN:
                one.there = HALF_THERE
            elif hex >= 0:
                one.there = 1.0
                one.place[0] = cut((t.q[hex] - t.q[me]) / FAR)
                one.place[1] = cut((t.r[hex] - t.r[me]) / FAR)


@rule()
def lacking(t: Tables, s: State, seat: int, number: int, out: More) -> None:
    """What a goal still lacks: each seat by itself, or all together and what each has given."""
    one, wanted = out.lacking[number], missions.wanted(t, s, number)
    each = t.scenario[s.scenario].goal[number].who == missions.EACH
    together, short = 0, 0
    for nth in range(s.seats):
        who = order.relative(s, seat, nth)
        own = missions.progress(t, s, number, who)
        lacks = 0 if missions.latched(s, number, who) else max(0, wanted - own)
        together += own
        short += lacks
        one.seat[nth] = cut(lacks / 6) if each else cut(-own / 6)
    if not each:
        short = 0 if missions.latched(s, number, seat) else max(0, wanted - together)
    one.team = cut(short / 6)


@rule()
def later_goals(t: Tables, s: State, out: More) -> None:
    scenario = t.scenario[s.scenario]
    for number in range(GOALS, scenario.goals):
        goal, one = scenario.goal[number], out.later_goals[number - GOALS]
        one.predicate = (goal.predicate + 1) / len(v.PREDICATES)
        one.team = goal.who
        one.what = cut((goal.kind + 1) / v.MAX_ELEMENTS)
        one.level = cut(goal.level / 3)


@rule()
def hunted(t: Tables, s: State, out: More) -> None:
    for slot in range(v.SLOTS):
        if s.slot[slot].cards > 0:
            out.hunted[slot * len(v.TARGETS) + t.inquisitor[s.slot[slot].type].secondary] = 1.0


@rule()
def mines(t: Tables, s: State, seat: int, out: More) -> None:
    for element in range(MINED):
        left = mine.in_the_ground(t, s, element)
        out.left[element] = cut(max(0, left) / 8)
        for nth in range(s.seats):
            colour = order.colour(t, s, order.relative(s, seat, nth))
            barred = t.scenario[s.scenario].forbidden[colour, element] > 0
            out.may_mine[nth * MINED + element] = left > 0 and not barred


@rule()
def in_towns(t: Tables, s: State, seat: int, out: More) -> None:
    for town in range(len(v.TOWNS)):
        one, opens = out.served[town], t.scenario[s.scenario].opens[town]
        one.opens = cut(max(0, opens - s.day) / 8)
        if s.mission[town] >= 0 and t.errand[s.mission[town]].kind == errand.ELEMENT:
            mission = t.errand[s.mission[town]]
            _wanted(s, seat, town, mission.wanted, 1 + (mission.also == mission.wanted), out)
            if mission.also >= 0 and mission.also != mission.wanted:
                _wanted(s, seat, town, mission.also, 1, out)


@rule()
def _wanted(s: State, seat: int, town: int, element: int, count: int, out: More) -> None:
    lacks = count - s.seat[seat].figure[0].load[element]
    out.served[town].wanted[element] = cut(lacks / 2) if lacks > 0 else cut(-count / 2)


@rule()
def switches(s: State, out: More) -> None:
    """The rules of the table that change what is wise; the order is that of the field's description."""
    house = s.house
    out.switches[0] = house.event_total
    out.switches[1] = house.towers_quiet
    out.switches[2] = house.top_card
    out.switches[3] = house.refill
    out.switches[4] = house.no_private
    out.switches[5] = house.ask_payment
    out.switches[6] = house.at_once
    out.switches[7] = cut(house.pick_up / 2)
    out.switches[8] = house.to_discard
    out.switches[9] = house.extend
    out.switches[10] = house.campaign
    out.switches[11] = s.candour.private_research
    out.switches[12] = s.candour.table_talk
    out.switches[13] = house.supply > 0
    out.switches[14] = s.study.peace
    out.switches[15] = s.study.verbs > 0
    total = 0
    for side in range(v.DIE_SIDES):
        total += house.die[side]
    out.switches[16] = cut(total / (2 * v.DIE_SIDES))
