"""Setting up a new game: board, seats, decks, pool, towns."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, campaign, chance, display, figures, order, piles, placing, towns
from mpenv.worlds.materia_prima.rules.state import DAWN, PLACING, Setup, State

DRAWN, RECORDED, OWN = -1, -2, -3  # the layout: drawn from the seed, of the chronicle, of the scenario
HOMUNCULUS = 0


@rule("MP-SETUP-1", "MP-SETUP-15", also=("MP-SETUP-19", "MP-CAMPAIGN-1"))
def set_up(t: Tables, s: State, chosen: Setup) -> None:
    """A zeroed state becomes the morning of day 1."""
    s.seed = chosen.seed
    s.scenario = chosen.scenario
    s.difficulty = chosen.difficulty
    s.started = chosen.difficulty
    s.house = chosen.house
    s.candour = chosen.candour
    s.study = chosen.study
    s.days = s.study.days if s.study.days > 0 else t.scenario[chosen.scenario].days[chosen.difficulty]
    s.day = 1
    s.seats = chosen.seats
    s.entry = -1
    s.hunter_actions = -1
    s.phase = DAWN
    s.pool[:] = -1
    s.drawn[:] = -1
    s.owner[:] = -1
    s.supply[:] = s.house.supply
    order.as_seated(s)
    lay_board(t, s, chosen)
    seat_alchemists(s, chosen)
    if chosen.placement == placing.PLAYERS and not chosen.continued:
        s.phase = PLACING
    else:
        placing.place_towers(t, s, chosen)
    for seat in range(s.seats):
        if chosen.continued:
            campaign.bring_along(t, s, seat, chosen.recorded[seat])
            campaign.reward(t, s, seat, chosen)
    deal_recipes(t, s)
    shuffle_inquisition(t, s)
    furnish_towns(t, s, chosen)


@rule("MP-SETUP-2", "MP-BASE-BOARD-4")
def lay_board(t: Tables, s: State, chosen: Setup) -> None:
    for slot in range(v.TILES):
        for what in range(3):
            if chosen.layout == RECORDED:
                s.laid[slot, what] = chosen.laid[slot, what]
            elif chosen.layout == OWN:
                s.laid[slot, what] = t.scenario[s.scenario].laid[slot, what]
            else:
                s.laid[slot, what] = t.layout[max(chosen.layout, 0)].laid[slot, what]
    if chosen.layout == DRAWN:
        draw_layout(t, s)
    for slot in range(v.TILES):
        side = t.tile[s.laid[slot, 0]].side[s.laid[slot, 1]]
        for place in range(t.tile_hexes):
            s.site[t.place[slot, t.turned[s.laid[slot, 2], place]]] = side.site[place]


@rule(also=("MP-SETUP-2", "MP-BASE-BOARD-4"))
def draw_layout(t: Tables, s: State) -> None:
    """Tiles in any order, any side up, turned any way that fits."""
    for slot in range(v.TILES):
        s.laid[slot, 0] = slot
    for last in range(v.TILES - 1, 0, -1):
        other = chance.below(chance.word(s, chance.BOARD, 0, 0, 0, last), last + 1)
        tile = s.laid[last, 0]
        s.laid[last, 0] = s.laid[other, 0]
        s.laid[other, 0] = tile
    for slot in range(v.TILES):
        s.laid[slot, 1] = chance.below(chance.word(s, chance.BOARD, 0, 1, 0, slot), 2)
        turn = chance.below(chance.word(s, chance.BOARD, 0, 2, 0, slot), 6)
        while t.turned[turn, 0] < 0:
            turn = (turn + 1) % 6
        s.laid[slot, 2] = turn


@rule("MP-SETUP-6", "MP-SETUP-9", "MP-DIV-8")
def seat_alchemists(s: State, chosen: Setup) -> None:
    for seat in range(v.SEATS):
        me = s.seat[seat]
        me.alchemist = chosen.alchemist[seat] if seat < chosen.seats else -1
        me.tower = -1
        me.stone = 1 if seat < chosen.seats else 0
        me.private = -1
        me.carried_extension = -1
        me.carried[:] = -1
        me.items[:] = -1
        me.fragment[:] = -1
        for figure in range(v.FIGURES):
            figures.clear(me.figure[figure])
        me.figure[0].stand = chosen.stands[seat] if seat < chosen.seats else 0


@rule("MP-SETUP-10", "MP-SETUP-11", "MP-DIV-6")
def deal_recipes(t: Tables, s: State) -> None:
    """As many level-1 cards of each kind as alchemists to the pool; the rest makes three decks."""
    for kind in range(len(v.KINDS)):
        deck = s.recipes[kind]
        for card in range(t.recipes):
            if t.recipe[card].kind == kind and not campaign.brought(s, card):
                piles.put(deck, card)
        chance.shuffle(s, chance.HOMUNCULI + kind, deck)
        dealt = deal_named(t, s, kind)
        place = deck.cards - 1
        while dealt < s.seats and place >= 0:
            if t.recipe[deck.card[place]].level == 1:
                s.pool[kind * s.seats + dealt] = piles.pull(deck, place)
                dealt += 1
            place -= 1
        chance.shuffle(s, chance.HOMUNCULI + kind, deck)


@rule(also=("MP-SETUP-1", "MP-SETUP-10"))
def deal_named(t: Tables, s: State, kind: int) -> int:
    """Deal the recipes of a kind that the scenario names, as many as alchemists play; how many were dealt."""
    scenario, deck = t.scenario[s.scenario], s.recipes[kind]
    dealt = 0
    for number in range(scenario.dealt):
        for place in range(deck.cards - 1, -1, -1):
            if deck.card[place] == scenario.pool[number] and dealt < s.seats:
                s.pool[kind * s.seats + dealt] = piles.pull(deck, place)
                dealt += 1
                break
    return dealt


@rule("MP-SETUP-14", "MP-SETUP-16", "MP-SETUP-17", also=("MP-BASE-SCEN-4", "MP-BASE-SCEN-7", "MP-BASE-SCEN-8"))
def shuffle_inquisition(t: Tables, s: State) -> None:
    """Alarm deck, in the scenario's order or shuffled; inquisitors of the start; a deck of the other cards."""
    scenario = t.scenario[s.scenario]
    for place in range(scenario.alarms):
        piles.put(s.alarms, scenario.alarm[scenario.alarms - 1 - place if scenario.ordered else place])
    if not scenario.ordered:
        chance.shuffle(s, chance.ALARMS, s.alarms)
    for slot in range(v.SLOTS):
        s.slot[slot].hex[:] = -1
    for number in range(scenario.starters):
        if not s.study.peace:
            slot = display.show(t, s, scenario.starter[number, 0])
            s.slot[slot].figures = 1
            s.slot[slot].hex[0] = board.town(t, s, scenario.starter[number, 1])
        elif scenario.no_deck:
            piles.put(s.pile, scenario.starter[number, 0])
    for place in range(scenario.types):
        for card in range(scenario.type[place] * v.TYPE_CARDS, (scenario.type[place] + 1) * v.TYPE_CARDS):
            if not scenario.no_deck and not _starts(t, s, card):
                piles.put(s.pile, card)
    chance.shuffle(s, chance.INQUISITORS, s.pile)


@rule(also=("MP-BASE-SCEN-7",))
def _starts(t: Tables, s: State, card: int) -> bool:
    """Is this card displayed from the start?"""
    if s.study.peace:
        return False
    scenario = t.scenario[s.scenario]
    for number in range(scenario.starters):
        if scenario.starter[number, 0] == card:
            return True
    return False


@rule("MP-SETUP-3", "MP-SETUP-4", "MP-SETUP-5", "MP-BASE-TOWN-3", also=("MP-CAMPAIGN-9",))
def furnish_towns(t: Tables, s: State, chosen: Setup) -> None:
    """A mission and a marker face up in each town; one temple card, chosen or drawn, is shown and does nothing."""
    for card in range(t.errands):
        piles.put(s.errands, card)
    chance.shuffle(s, chance.MISSIONS, s.errands)
    for marker in range(t.extensions):
        if s.owner[marker] < 0:
            piles.put(s.extensions, marker)
    chance.shuffle(s, chance.EXTENSIONS, s.extensions)
    towns.stock(s)
    s.temple = chosen.temple - 1
    if t.temples > 0 and s.temple < 0:
        s.temple = chance.below(chance.word(s, chance.TEMPLE, 0, 0, 0, 0), t.temples)
