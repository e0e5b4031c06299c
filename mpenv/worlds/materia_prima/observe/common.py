"""Shared parts of `entities` and `planes`: table, seats, figures, Inquisition, goals, events, towns, prompts."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import cards
from mpenv.worlds.materia_prima.observe.rows import Common
from mpenv.worlds.materia_prima.observe.summary import here
from mpenv.worlds.materia_prima.observe.tokens import Player
from mpenv.worlds.materia_prima.rules import (
    board,
    display,
    events,
    figures,
    missions,
    order,
    prompts,
    sight,
    talk,
    towns,
)
from mpenv.worlds.materia_prima.rules.state import DECKS, PURPOSES, State


@rule()
def tell(t: Tables, s: State, seat: int, c: Common) -> None:
    """Fill a blank record with a seat's view."""
    me = here(s, seat)
    _table(t, s, c)
    _rules(t, s, c)
    _stores(t, s, c)
    for nth in range(s.seats):
        who = order.relative(s, seat, nth)
        _seat(t, s, who, me, c.seats[nth])
        _said(s, seat, s.candour.said[who], c.seats[nth])
        _deeds(t, s, who, c.seats[nth])
        _figures(t, s, who, nth, me, c)
        c.seats_mask[nth] = 1
    _inquisition(t, s, me, c)
    _goals(t, s, c)
    _events(t, s, c)
    _towns(t, s, me, c)
    _prompts(s, seat, c)
    cards.tell(t, s, seat, c)
    for hex in range(t.hexes):
        c.hexes_mask[hex] = 1


@rule()
def _table(t: Tables, s: State, c: Common) -> None:
    it = c.table
    it.seats = s.seats
    it.day = s.day
    it.days = s.days
    it.days_left = s.days - s.day
    it.difficulty = s.difficulty
    it.started = s.started
    it.phase = s.phase
    it.turn = s.turn
    it.outcome = s.outcome
    it.due = s.due
    if s.entry >= 0:
        it.entry_column = t.column[s.entry] + 1
        it.entry_row = t.row[s.entry] + 1
    it.hunter = s.hunter
    it.hunter_actions = s.hunter_actions
    it.temple = s.temple
    it.purse = events.points(t, s)
    it.decks[0] = s.alarms.cards
    it.decks[1] = s.pile.cards
    it.decks[2] = s.errands.cards
    it.decks[3] = s.extensions.cards
    for kind in range(len(v.KINDS)):
        it.decks[4 + kind] = s.recipes[kind].cards
    for deck in range(DECKS):
        it.shuffles[deck] = s.shuffled[deck]
    for which in range(4):
        it.bonus[which] = s.bonus[which]
        it.inquisition[which] = s.inquisition_bonus[which]
    for slot in range(v.TILES):
        for part in range(3):
            it.tiles[slot, part] = s.laid[slot, part]


@rule()
def _rules(t: Tables, s: State, c: Common) -> None:
    """Special rules of the scenario and switches of the table."""
    it, scenario, house = c.table, t.scenario[s.scenario], s.house
    for level in range(len(v.DIFFICULTIES)):
        it.lengths[level] = scenario.days[level]
    it.no_deck = scenario.no_deck
    it.ordered = scenario.ordered
    it.no_sailing = scenario.no_sailing
    it.marks_own_hex = scenario.marks_own_hex
    it.destroy_from = scenario.destroy_from
    it.sight = sight.reach(t, s)
    for side in range(v.DIE_SIDES):
        it.die[side] = house.die[side]
    it.event_total = house.event_total
    it.towers_quiet = house.towers_quiet
    it.top_card = house.top_card
    it.refill = house.refill
    it.no_private = house.no_private
    it.ask_payment = house.ask_payment
    it.at_once = house.at_once
    it.pick_up = house.pick_up
    it.anywhere = house.anywhere
    it.to_discard = house.to_discard
    it.extend = house.extend
    it.campaign = house.campaign
    it.limit = house.supply
    it.private_research = s.candour.private_research
    it.table_talk = s.candour.table_talk
    it.given_days = s.study.days
    for verb in range(len(v.VERBS)):
        it.without[verb] = figures.left_out(s, verb)
    for kind in range(len(v.ERRANDS)):
        it.without[len(v.VERBS) + kind] = s.study.errands >> kind & 1
    it.without[len(v.VERBS) + len(v.ERRANDS)] = s.study.peace


@rule()
def _stores(t: Tables, s: State, c: Common) -> None:
    for element in range(t.elements):
        store = c.stores[element]
        store.supply = s.supply[element]
        store.dug = s.dug[element]
        store.dry = t.scenario[s.scenario].dry[element]


@rule()
def _seat(t: Tables, s: State, who: int, me: int, player: Player) -> None:
    """Printed values of the alchemist, the tower, and its counts."""
    they = s.seat[who]
    printed = t.alchemist[they.alchemist]
    player.alchemist = they.alchemist
    player.colour = order.colour(t, s, who)
    for place in range(s.seats):
        if s.order[place] == who:
            player.nth = place + 1
    player.asked = s.prompts > 0 and prompts.asked(s).seat == who
    player.stone = they.stone
    if they.tower >= 0:
        player.tower_column = t.column[they.tower] + 1
        player.tower_row = t.row[they.tower] + 1
        player.tower_q = t.q[they.tower] - t.q[me]
        player.tower_r = t.r[they.tower] - t.r[me]
    player.missions = they.missions
    player.defeated = they.defeated
    player.carried_extension = they.carried_extension + 1
    for row in range(2):
        for which in range(4):
            player.printed[row, which] = printed.grants[row, which]
    for verb in range(len(v.VERBS)):
        player.extra[verb] = printed.grants[0, v.EXTRA + verb]
    for gift in range(len(v.GIFTS)):
        player.gift[gift] = printed.grants[0, v.GIFT + gift]
    for element in range(t.elements):
        player.mining[element] = printed.grants[0, v.YIELD + element]
        player.barred[element] = t.scenario[s.scenario].forbidden[player.colour, element]
        player.stock[element] = they.stock[element]


@rule()
def _said(s: State, seat: int, said: int, player: Player) -> None:
    kind = talk.intention(said)
    player.said = kind
    if kind == talk.HELP:
        player.said_of = order.nth(s, seat, said - talk.FIRST[kind])
    elif kind != talk.NOTHING:
        player.said_of = said - talk.FIRST[kind] + 1


@rule()
def _deeds(t: Tables, s: State, who: int, player: Player) -> None:
    they = s.seat[who]
    for which in range(len(v.KEPT)):
        player.lost[which] = they.lost[which]
    for kind in range(len(v.KINDS)):
        for level in range(v.LEVELS + 1):
            player.made[kind, level] = they.made[kind, level]
    for level in range(v.LEVELS):
        player.carried[level] = they.carried[level] + 1
    for number in range(t.scenario[s.scenario].goals):
        player.reached[number] = missions.reached(t, s, number, who)
        player.progress[number] = _come(t, s, number, who)
        player.latched[number] = they.latched >> number & 1
    for purpose in range(PURPOSES):
        for figure in range(v.FIGURES):
            player.rolls[purpose, figure] = s.rolled[purpose, who * v.FIGURES + figure]


@rule()
def _come(t: Tables, s: State, number: int, who: int) -> int:
    """Progress of a seat toward a goal; events belong to nobody and are the same for all seats."""
    first = t.scenario[s.scenario].goal[number].predicate == missions.EVENTS
    return missions.progress(t, s, number, 0 if first else who)


@rule()
def _figures(t: Tables, s: State, who: int, nth: int, me: int, c: Common) -> None:
    for figure in range(v.FIGURES):
        actor = s.seat[who].figure[figure]
        if actor.hex < 0:
            continue
        it = c.figures[nth * v.FIGURES + figure]
        c.figures_mask[nth * v.FIGURES + figure] = 1
        it.whose = nth
        it.number = figure
        it.card = actor.card + 1 if figure > 0 else 0
        it.column = t.column[actor.hex] + 1
        it.row = t.row[actor.hex] + 1
        it.q = t.q[actor.hex] - t.q[me]
        it.r = t.r[actor.hex] - t.r[me]
        it.actions = actor.actions
        for which in range(4):
            it.stat[which] = figures.stat(t, s, who, figure, which)
        for element in range(t.elements):
            it.load[element] = actor.load[element]
        for verb in range(len(v.VERBS)):
            it.extra[verb] = actor.extra[verb]


@rule()
def _inquisition(t: Tables, s: State, me: int, c: Common) -> None:
    for slot in range(v.SLOTS):
        one, it = s.slot[slot], c.slots[slot]
        if one.cards == 0:
            continue
        c.slots_mask[slot] = 1
        it.type = one.type + 1
        it.cards = one.cards
        it.figures = one.figures
        for which in range(len(v.VALUES)):
            it.value[which] = display.value(t, s, slot, which)
        it.destroys = t.inquisitor[one.type].destroys
        it.primary = t.inquisitor[one.type].primary
        it.secondary = t.inquisitor[one.type].secondary
        for which in range(one.figures):
            hex, place = one.hex[which], slot * v.STANDEES + which
            if hex < 0:
                continue
            standee = c.standees[place]
            c.standees_mask[place] = 1
            standee.slot = slot
            standee.which = which
            standee.column = t.column[hex] + 1
            standee.row = t.row[hex] + 1
            standee.q = t.q[hex] - t.q[me]
            standee.r = t.r[hex] - t.r[me]


@rule()
def _goals(t: Tables, s: State, c: Common) -> None:
    for number in range(t.scenario[s.scenario].goals):
        goal, it = t.scenario[s.scenario].goal[number], c.goals[number]
        c.goals_mask[number] = 1
        it.predicate = goal.predicate
        it.team = goal.who
        it.kind = goal.kind
        it.level = goal.level
        it.latches = goal.latched
        it.wanted = missions.wanted(t, s, number)
        it.met = missions.met(t, s, number)
        for who in range(s.seats):
            it.together += missions.progress(t, s, number, who)


@rule()
def _events(t: Tables, s: State, c: Common) -> None:
    for row in range(t.scenario[s.scenario].events):
        event, it = t.scenario[s.scenario].event[row], c.events[row]
        c.events_mask[row] = 1
        it.day = event.day
        it.cost = events.cost(t, s, row)
        it.came = s.happened[row]
        for side in range(2):
            it.effect[side] = event.effect[side].kind
            it.what[side] = event.effect[side].what
            it.count[side] = event.effect[side].count
            it.also[side] = event.effect[side].also + 1 if event.effect[side].more > 0 else 0
            it.more[side] = event.effect[side].more


@rule()
def _towns(t: Tables, s: State, me: int, c: Common) -> None:
    for hex in range(t.hexes):
        town = board.town_at(s, hex)
        if town >= 0:
            it = c.towns[town]
            c.towns_mask[town] = 1
            it.column = t.column[hex] + 1
            it.row = t.row[hex] + 1
            it.q = t.q[hex] - t.q[me]
            it.r = t.r[hex] - t.r[me]
    for town in range(len(v.TOWNS)):
        it = c.towns[town]
        it.opens = t.scenario[s.scenario].opens[town]
        it.is_open = towns.is_open(t, s, town)
        for other in range(len(v.TOWNS)):
            it.routes[other] = t.route[town, other]


@rule()
def _prompts(s: State, seat: int, c: Common) -> None:
    for nth in range(s.prompts):
        asked, it = s.prompt[s.prompts - 1 - nth], c.prompts[nth]
        c.prompts_mask[nth] = 1
        it.kind = asked.kind
        it.whose = order.nth(s, seat, asked.seat)
        it.figure = asked.figure
        it.cause = asked.cause
        it.done = asked.done
        it.slot = asked.slot
        if asked.kind == prompts.EXCHANGE:
            it.slot = order.nth(s, seat, asked.slot // v.FIGURES) * v.FIGURES + asked.slot % v.FIGURES
        it.column = asked.column + 1
        it.element = asked.element + 1
        it.amount = asked.amount
        for place in range(v.ITEMS):
            it.touched[place] = asked.touched >> place & 1
