"""Orders: macro actions that a seat can be given, how they are carried out and when they are done."""

from mpenv.agents.materia_prima import costs, errands, goals, handover, hunting, tasks, trading
from mpenv.agents.materia_prima.memory import FAR, FETCH, GEAR, HELP, NONE, STUDY, TRADE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import figures, missions
from mpenv.worlds.materia_prima.rules.state import State

KINDS = ("nothing", "make", "serve", "defeat", "bring", "buy", "study", "fetch", "rest")
NOTHING, MAKE, SERVE, DEFEAT, BRING, BUY, STUDIES, FETCHES, REST = range(len(KINDS))


@rule()
def follow(t: Tables, s: State, p: Memory) -> None:
    """Make the order of the seat its job; drop one that is done or impossible."""
    order = p.order
    if order.kind == BRING:
        handover.ask(t, s, p, True)
    if s.day > order.until or not begun(t, s, p, order.kind, order.what, order.sign):
        order.kind = NOTHING
        return
    if order.kind == REST:
        p.main, p.gather = NONE, NONE
        return
    p.main = p.jobs - 1
    if tasks.gathers(t, s, p, p.main):
        p.gather = p.main


@rule()
def begun(t: Tables, s: State, p: Memory, kind: int, what: int, sign: int) -> bool:
    """Append an order to the list of jobs; return False when it is done or impossible."""
    if kind == REST:
        return True
    if p.jobs == len(p.job) or sign != sign_of(t, s, p, kind, what):
        return False
    cost = effort_of(t, s, p, kind, what)
    if cost >= UNCHOSEN:
        return False
    count = max(1, figures.stat(t, s, p.seat, 0, figures.CAPACITY)) if kind == FETCHES else 1
    goals.begin(p, predicate_of(kind), NONE, p.seat, count, place_of(s, p, kind, what), cost)
    last = p.jobs - 1
    if tasks.gathers(t, s, p, last) and tasks.stuck(t, s, p, last):
        p.jobs = last
        return False
    return True


@rule()
def predicate_of(kind: int) -> int:
    """The kind of job that carries out an order."""
    if kind == MAKE:
        return GEAR
    if kind == SERVE:
        return missions.EVENTS
    if kind == DEFEAT:
        return missions.DEFEAT
    if kind == BRING:
        return HELP
    if kind == BUY:
        return TRADE
    return STUDY if kind == STUDIES else FETCH


@rule()
def place_of(s: State, p: Memory, kind: int, what: int) -> int:
    """Index of what an order is about: the slot of a recipe, the row of an inquisitor, else the thing itself."""
    if kind == MAKE:
        for slot in range(v.POOL + 1):
            if costs.card_in(s, p, p.seat, slot) == what:
                return slot
        return NONE
    if kind == DEFEAT:
        for hunter in range(p.hunters):
            if p.hunter[hunter].slot * v.STANDEES + p.hunter[hunter].which == what:
                return hunter
        return NONE
    return what


@rule()
def sign_of(t: Tables, s: State, p: Memory, kind: int, what: int) -> int:
    """A number that changes when the order is carried out."""
    if kind == SERVE:
        return s.mission[what]
    if kind == DEFEAT:
        return s.seat[p.seat].defeated
    if kind == BRING:
        return p.ask[what // v.MAX_ELEMENTS, what % v.MAX_ELEMENTS]
    if kind == BUY:
        return s.market[what]
    if kind == STUDIES:
        return s.recipes[what].cards
    return s.seat[p.seat].stock[what] if kind == FETCHES else 0


@rule()
def effort_of(t: Tables, s: State, p: Memory, kind: int, what: int) -> int:
    """About how many actions an order takes a seat; UNCHOSEN or more when it is impossible."""
    place = place_of(s, p, kind, what)
    if place == NONE:
        return UNCHOSEN
    if kind == MAKE:
        return p.recipe[p.seat, place]
    if kind == SERVE:
        return errands.of_town(t, s, p, p.seat, what)
    if kind == DEFEAT:
        return hunting.chase(t, s, p, p.seat, place)
    if kind == BRING:
        away = handover.trip(t, s, p, p.seat, what // v.MAX_ELEMENTS, what % v.MAX_ELEMENTS)
        return away if away < FAR and sign_of(t, s, p, kind, what) > 0 else UNCHOSEN
    if kind == BUY:
        return trading.of_town(t, s, p, p.seat, what)
    if kind == STUDIES:
        return costs.town_away(t, s, p, p.seat) + 1 if costs.findable(s, what) else UNCHOSEN
    away = p.near[p.seat, what]
    return 2 * away + figures.stat(t, s, p.seat, 0, figures.CAPACITY) if away < FAR else UNCHOSEN


@rule()
def things(t: Tables, kind: int) -> int:
    """Number of things that an order of a kind can be about."""
    if kind == MAKE:
        return t.recipes
    if kind in (SERVE, BUY):
        return len(v.TOWNS)
    if kind == DEFEAT:
        return v.SLOTS * v.STANDEES
    if kind == BRING:
        return v.SEATS * v.MAX_ELEMENTS
    if kind == STUDIES:
        return len(v.KINDS)
    return t.elements if kind == FETCHES else 1
