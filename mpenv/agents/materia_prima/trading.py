"""Trading: which tower extension is worth the trip to its town."""

from mpenv.agents.materia_prima import errands, goals, requirements, spare_time
from mpenv.agents.materia_prima.memory import NONE, TRADE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import figures, towns
from mpenv.worlds.materia_prima.rules.state import State

# What an extension saves a day, in hundredths of an action.
OF_ACTIONS, OF_ATTACK = 100, 15
HUNTING = 50  # an extra attack die, while an inquisitor must be defeated
OF_EXTRAS = tuple(60 if name == "move" else 25 if name in ("mine", "fight") else 10 for name in v.VERBS)
OF_MINING = 10


@rule()
def consider(t: Tables, s: State, p: Memory) -> None:
    """Add a job to buy the extension that saves most beyond its cost, if any does."""
    if p.habits.trade == 0 or p.busy[p.seat] == 0 or (spare_time.at_stake(t, s) and not p.habits.market):
        return
    best, chosen, least = 0, NONE, 0
    time = (s.days - s.day + 1) * figures.stat(t, s, p.seat, 0, figures.ACTIONS)
    for town in range(len(v.TOWNS)):
        cost = of_town(t, s, p, p.seat, town)
        if cost >= UNCHOSEN or p.busy[p.seat] + cost > time:
            continue
        gain = (s.days - s.day) * savings(t, s, p, s.market[town]) * p.habits.trade // 10000 - cost
        if gain > best and not somebody_nearer(t, s, p, town, cost):
            best, chosen, least = gain, town, cost
    if chosen != NONE:
        goals.begin(p, TRADE, NONE, p.seat, 1, chosen, least)


@rule()
def somebody_nearer(t: Tables, s: State, p: Memory, town: int, cost: int) -> bool:
    """Check that another seat can buy a town's extension with less effort."""
    for seat in range(s.seats):
        if goals.takes_part(p, seat) and seat != p.seat and of_town(t, s, p, seat, town) < cost:
            return True
    return False


@rule()
def of_town(t: Tables, s: State, p: Memory, seat: int, town: int) -> int:
    """Actions until a seat has bought the extension a town offers."""
    if s.market[town] < 0 or p.town[town] < 0 or not towns.is_open(t, s, town):
        return UNCHOSEN
    element = price(t, s.market[town])
    if element == NONE or t.scenario[s.scenario].dry[element] > 0:  # elements that run out are for the mission
        return UNCHOSEN
    return errands.to_bring(t, s, p, seat, town, element)


@rule()
def price(t: Tables, marker: int) -> int:
    """The single element that an extension costs; NONE where it costs more."""
    found = NONE
    for element in range(t.elements):
        if t.extension[marker].cost[element] > 0:
            if found != NONE or t.extension[marker].cost[element] > 1:
                return NONE
            found = element
    return found


@rule()
def savings(t: Tables, s: State, p: Memory, marker: int) -> int:
    """Estimated hundredths of an action that an extension saves a day."""
    one, saved = t.extension[marker], 0
    saved += one.grants[figures.ACTIONS] * OF_ACTIONS
    saved += one.grants[figures.ATTACK] * (HUNTING if p.hunts else OF_ATTACK)
    saved += (one.grants[figures.DEFENCE] + one.grants[figures.CAPACITY]) * p.habits.sturdy
    for verb in range(len(v.VERBS)):
        saved += one.grants[v.EXTRA + verb] * OF_EXTRAS[verb]
    for element in range(t.elements):
        saved += one.grants[v.YIELD + element] * OF_MINING
    for gift in range(len(v.GIFTS)):
        if gift != figures.MORE or not p.habits.abroad or requirements.wants_recipe(t, s, p, NONE) != NONE:
            saved += one.grants[v.GIFT + gift] * p.habits.gifts
    return saved
