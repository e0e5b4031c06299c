"""Cards as tokens: where each lies, whose it is, and what is still unseen."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import tokens as k
from mpenv.worlds.materia_prima.observe.rows import Common
from mpenv.worlds.materia_prima.rules import display, order, payment, secrets
from mpenv.worlds.materia_prima.rules.actions import buy, errand
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN, FACE_DOWN
from mpenv.worlds.materia_prima.rules.state import DRAWN as DRAWN_AT_ONCE
from mpenv.worlds.materia_prima.rules.state import State

ALONE = 0  # the alchemist


@rule()
def tell(t: Tables, s: State, seat: int, c: Common) -> None:
    _recipes(t, s, seat, c)
    for nth in range(s.seats):
        _belongings(s, order.relative(s, seat, nth), nth, c)
    _private(t, s, seat, c)
    _extensions(t, s, seat, c)
    _missions(t, s, seat, c)
    _alarms(t, s, c)
    _inquisitors(s, c)


@rule()
def _put(c: Common, card: int, lies: int, whose: int, place: int) -> None:
    recipe = c.recipes[card]
    recipe.lies = lies
    recipe.whose = whose
    recipe.place = place


@rule()
def _recipes(t: Tables, s: State, seat: int, c: Common) -> None:
    for kind in range(len(v.KINDS)):
        for place in range(secrets.hidden(s, kind)):
            c.recipes[s.recipes[kind].card[place]].lies = k.UNSEEN
        for place in range(s.discards[kind].cards):
            c.recipes[s.discards[kind].card[place]].lies = k.DISCARDED
    for place in range(v.POOL):
        if s.pool[place] >= 0:
            _put(c, s.pool[place], k.IN_POOL, 0, place + 1)
            _price(t, s, seat, s.pool[place], c)
    for place in range(DRAWN_AT_ONCE):
        if s.drawn[place] >= 0:
            _put(c, s.drawn[place], k.DRAWN, 0, place + 1)
            _price(t, s, seat, s.drawn[place], c)
        elif s.drawn[place] <= DRAWN_FACE_DOWN:
            c.table.face_down[place] = 1 + DRAWN_FACE_DOWN - s.drawn[place]


@rule()
def _price(t: Tables, s: State, seat: int, card: int, c: Common) -> None:
    lacks = 0
    for element in range(t.elements):
        lacks += max(0, t.recipe[card].cost[element] - payment.owns(s, seat, element))
    c.recipes[card].missing = min(lacks, 127)
    c.recipes[card].payable = lacks == 0


@rule()
def _belongings(s: State, who: int, nth: int, c: Common) -> None:
    they = s.seat[who]
    for place in range(v.ITEMS):
        if they.items[place] >= 0:
            _put(c, they.items[place], k.WORN if they.worn[place] else k.STORED, nth + 1, place + 1)
    for place in range(v.FRAGMENTS):
        if they.fragment[place] >= 0:
            _put(c, they.fragment[place], k.FRAGMENT, nth + 1, place + 1)
    for figure in range(1, v.FIGURES):
        if they.figure[figure].card >= 0:
            _put(c, they.figure[figure].card, k.HOMUNCULUS, nth + 1, figure)


@rule()
def _private(t: Tables, s: State, seat: int, c: Common) -> None:
    """Own private recipe; of others' only the kind, the card counts as unseen."""
    for nth in range(s.seats):
        card = s.seat[order.relative(s, seat, nth)].private
        if card >= 0 and nth == 0:
            _put(c, card, k.PRIVATE, 1, 1)
            _price(t, s, seat, card, c)
        elif card >= 0:
            c.recipes[card].lies = k.UNSEEN
        if card >= 0:
            c.seats[nth].private = 1 + t.recipe[card].kind
        elif card <= FACE_DOWN:
            c.seats[nth].private = 1 + FACE_DOWN - card


@rule()
def _extensions(t: Tables, s: State, seat: int, c: Common) -> None:
    for place in range(s.extensions.cards):
        c.extensions[s.extensions.card[place]].lies = k.UNSEEN
    for town in range(len(v.TOWNS)):
        if s.market[town] >= 0:
            extension = c.extensions[s.market[town]]
            extension.lies = k.FOR_SALE
            extension.place = town + 1
            extension.payable = buy.can_pay(t, s, seat, s.market[town])
            c.towns[town].market = s.market[town] + 1
    for nth in range(s.seats):
        who = order.relative(s, seat, nth)
        for marker in range(t.extensions):
            if s.owner[marker] == who:
                c.extensions[marker].lies = k.BOUGHT
                c.extensions[marker].whose = nth + 1


@rule()
def _missions(t: Tables, s: State, seat: int, c: Common) -> None:
    for place in range(s.errands.cards):
        c.missions[s.errands.card[place]].lies = k.UNSEEN
    for place in range(s.purse.cards):
        c.missions[s.purse.card[place]].lies = k.IN_PURSE
        c.missions[s.purse.card[place]].place = place + 1
    for place in range(s.spent.cards):
        c.missions[s.spent.card[place]].lies = k.SPENT
    for town in range(len(v.TOWNS)):
        if s.mission[town] >= 0:
            mission = c.missions[s.mission[town]]
            mission.lies = k.ON_TOWN
            mission.place = town + 1
            mission.at_hand = errand.fulfils(t, s, seat, ALONE, town)
            c.towns[town].mission = s.mission[town] + 1


@rule()
def _alarms(t: Tables, s: State, c: Common) -> None:
    for place in range(s.alarms.cards):
        c.alarms[s.alarms.card[place]].lies = k.UNSEEN
    for place in range(s.revealed.cards):
        c.alarms[s.revealed.card[place]].lies = k.PAST
    if s.revealed.cards > 0:
        c.alarms[display.active(s)].lies = k.TODAY
    scenario = t.scenario[s.scenario]
    if scenario.ordered:
        for place in range(scenario.alarms):
            c.alarms[scenario.alarm[place]].nth = place + 1


@rule()
def _inquisitors(s: State, c: Common) -> None:
    for place in range(s.pile.cards):
        c.inquisitors[s.pile.card[place]].lies = k.UNSEEN
    for place in range(s.defeated.cards):
        c.inquisitors[s.defeated.card[place]].lies = k.DEFEATED
    for slot in range(v.SLOTS):
        for place in range(s.slot[slot].cards):
            inquisitor = c.inquisitors[s.slot[slot].card[place]]
            inquisitor.lies = k.DISPLAYED
            inquisitor.slot = slot + 1
            inquisitor.place = place + 1
