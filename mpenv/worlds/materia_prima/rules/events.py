"""Scenario events: on some days the team pays with town missions, or the Inquisition has its way."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import belongings, log, order, piles, prompts, supply
from mpenv.worlds.materia_prima.rules.state import PAID, UNPAID, State

GAIN, LOSE, SACRIFICE, ALCHEMISTS, INQUISITORS = range(5)
NO_EVENT = -1
STORES = 1 + v.FIGURES  # alchemist, tower, three homunculi
TOWER = 1


@rule("MP-ALARM-2.2", "MP-EVENT-13", also=("MP-ALARM-2.1", "MP-EVENT-1"))
def today(t: Tables, s: State) -> int:
    """The row of the event table that belongs to today."""
    scenario = t.scenario[s.scenario]
    for row in range(scenario.events):
        if scenario.event[row].day == s.day:
            return row
    return NO_EVENT


@rule("MP-EVENT-1", "MP-SOLO-2", "MP-DIV-13")
def cost(t: Tables, s: State, row: int) -> int:
    """The column is chosen by the number of alchemists."""
    return t.scenario[s.scenario].event[row].cost[s.seats]


@rule("MP-EVENT-2", "MP-TOWNMISSION-8", "MP-DIV-7", also=("MP-EVENT-3",))
def points(t: Tables, s: State) -> int:
    """Points in the common purse."""
    total = 0
    for place in range(s.purse.cards):
        total += t.errand[s.purse.card[place]].points
    return total


@rule("MP-EVENT-4", "MP-DIV-2", also=("MP-EVENT-1", "MP-ALARM-2.3"))
def decide(t: Tables, s: State) -> None:
    """The leader by the face-up card may pay if the purse is large enough; else it is not paid."""
    row = today(t, s)
    if row == NO_EVENT:
        return
    if points(t, s) >= cost(t, s, row):
        prompts.ask(s, prompts.PAY, order.leader(s), 0, prompts.EVENT)
        prompts.asked(s).slot = row
    else:
        happen(t, s, row, UNPAID)


@rule(also=("MP-EVENT-4",))
def answer(t: Tables, s: State, yes: bool) -> None:
    row, leader = prompts.asked(s).slot, prompts.asked(s).seat
    prompts.answered(s)
    if yes:
        prompts.ask(s, prompts.SPEND, leader, 0, prompts.EVENT)
        prompts.asked(s).slot = row
    else:
        happen(t, s, row, UNPAID)


@rule("MP-EVENT-3", "MP-DIV-3", also=("MP-EVENT-4",))
def spend(t: Tables, s: State, worth: int) -> None:
    """One whole card of that value, the oldest; until the cost is met, what is too much is lost."""
    place = place_worth(t, s, worth)
    piles.put(s.spent, piles.pull(s.purse, place))
    asked = prompts.asked(s)
    asked.amount += worth
    row = asked.slot
    if asked.amount >= cost(t, s, row):
        prompts.answered(s)
        happen(t, s, row, PAID)


@rule(also=("MP-EVENT-3",))
def worth_of(a: int) -> int:
    """The value that an answer names: 1 to 3 have ids of their own, 4 and more stand in those of cards."""
    return a - c.POINTS + 1 if a >= c.POINTS else a - c.CARD + v.POINTS + 1


@rule(also=("MP-EVENT-3",))
def place_worth(t: Tables, s: State, worth: int) -> int:
    """Place of the oldest card of that value in the purse, or -1."""
    for place in range(s.purse.cards):
        if t.errand[s.purse.card[place]].points == worth:
            return place
    return -1


@rule(also=("MP-EVENT-3",))
def cards_worth(t: Tables, s: State, worth: int) -> int:
    """Number of cards of that value in the purse."""
    count = 0
    for place in range(s.purse.cards):
        if t.errand[s.purse.card[place]].points == worth:
            count += 1
    return count


@rule("MP-SETUP-18", "MP-EVENT-5", "MP-EVENT-10", "MP-EVENT-11", "MP-EVENT-12", "MP-DIV-11")
def happen(t: Tables, s: State, row: int, side: int) -> None:
    """One side comes, never both; increases hold until the end of the scenario."""
    s.happened[row] = side
    log.note(s, log.EVENT, row, side, 0)
    effect = t.scenario[s.scenario].event[row].effect[side - PAID]
    if effect.kind == ALCHEMISTS:
        s.bonus[effect.what] += effect.count
    elif effect.kind == INQUISITORS:
        s.inquisition_bonus[effect.what] += effect.count


@rule("MP-EVENT-6", "MP-EVENT-14", also=("MP-EVENT-7", "MP-EVENT-8"))
def befall(t: Tables, s: State, row: int, seat: int) -> None:
    """Apply the event to one player."""
    effect = t.scenario[s.scenario].event[row].effect[s.happened[row] - PAID]
    if effect.kind == GAIN:
        gain(s, seat, effect.what, effect.count)
        if effect.more > 0:
            gain(s, seat, effect.also, effect.more)
    elif effect.kind == LOSE:
        lose(s, seat, effect.what, effect.count)
        if s.prompts == 0 and effect.more > 0:
            lose(s, seat, effect.also, effect.more)
    elif effect.kind == SACRIFICE and belongings.count(s, seat, effect.what) > 0:
        prompts.ask(s, prompts.SACRIFICE, seat, 0, prompts.EVENT)
        prompts.asked(s).slot = effect.what


@rule(also=("MP-EVENT-6",))
def gain(s: State, seat: int, element: int, count: int) -> None:
    """As many as the supply has go to the tower."""
    come = supply.draw(s, element, count)
    s.seat[seat].stock[element] += come
    log.note(s, log.GAINED, seat, element, come)


@rule("MP-EVENT-7")
def lose(s: State, seat: int, element: int, count: int) -> None:
    """A player with no more than the loss gives all of it; otherwise he chooses the stores."""
    there = 0
    for store in range(STORES):
        there += stored(s, seat, store, element)
    if there > count:
        prompts.ask(s, prompts.LOSE, seat, 0, prompts.EVENT)
        prompts.asked(s).element = element
        prompts.asked(s).amount = count
        return
    for store in range(STORES):
        _take_from(s, seat, store, element, stored(s, seat, store, element))
    log.note(s, log.LOST, seat, element, there)


@rule(also=("MP-EVENT-7",))
def stored(s: State, seat: int, store: int, element: int) -> int:
    """Number of an element in a store: the alchemist's board, the tower, a homunculus card."""
    if store == TOWER:
        return s.seat[seat].stock[element]
    figure = s.seat[seat].figure[max(store - 1, 0)]
    return figure.load[element] if figure.hex >= 0 else 0


@rule(also=("MP-EVENT-7",))
def _take_from(s: State, seat: int, store: int, element: int, count: int) -> None:
    if store == TOWER:
        s.seat[seat].stock[element] -= count
    else:
        s.seat[seat].figure[max(store - 1, 0)].load[element] -= count
    supply.give_back(s, element, count)


@rule(also=("MP-EVENT-7",))
def lose_from(t: Tables, s: State, store: int) -> None:
    """One element of a store; after the last one of a kind the second kind goes."""
    asked = prompts.asked(s)
    effect = t.scenario[s.scenario].event[today(t, s)].effect[s.happened[today(t, s)] - PAID]
    _take_from(s, asked.seat, store, asked.element, 1)
    log.note(s, log.LOST, asked.seat, asked.element, 1)
    asked.amount -= 1
    if asked.amount == 0:
        seat, another = asked.seat, effect.more > 0 and asked.element == effect.what
        prompts.answered(s)
        if another:
            lose(s, seat, effect.also, effect.more)


@rule("MP-EVENT-8", also=("MP-EVENT-9",))
def sacrifice(t: Tables, s: State, component: int) -> None:
    """The card goes to the recipe discard; the load of a homunculus falls on its hex (AMB-9)."""
    seat = prompts.asked(s).seat
    prompts.answered(s)
    if component < c.FIRST_ITEM - c.COMPONENT:
        s.seat[seat].lost[belongings.LOST_HOMUNCULUS] += 1
    card = belongings.give_up(t, s, seat, component)
    piles.put(s.discards[t.recipe[card].kind], card)
    log.note(s, log.SACRIFICED, seat, card, 0)
    belongings.check_load(t, s, seat, prompts.EVENT)
