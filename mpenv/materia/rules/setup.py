"""Setting up a new game: board, figures, decks, pool."""

from mpenv.jit import rule
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import board, chance, figures, piles
from mpenv.materia.rules.state import Setup, State

STANDARD, RANDOM = range(2)
DRAWN = -1  # the layout is drawn from the seed
FREE_BESIDE = 2  # free neighbours a tower needs
REACH = 8  # farther mines count no more when a place is judged
APART = 3  # hexes between towers that the greedy rule keeps


@rule("MP-SETUP-1", "MP-SETUP-15", "MP-SETUP-19")
def set_up(t: Tables, s: State, chosen: Setup) -> None:
    """A zeroed state becomes the morning of day 1."""
    s.seed = chosen.seed
    s.scenario = chosen.scenario
    s.difficulty = chosen.difficulty
    s.days = t.scenario[chosen.scenario].days[chosen.difficulty]
    s.day = 1
    s.seats = chosen.seats
    s.entry = -1
    s.order[:] = -1
    s.hunter_actions = -1
    lay_board(t, s, chosen.layout)
    seat_alchemists(s, chosen)
    place_towers(t, s, chosen)
    deal_recipes(t, s)
    shuffle_inquisition(t, s)


@rule("MP-SETUP-2", "MP-BASE-BOARD-4")
def lay_board(t: Tables, s: State, layout: int) -> None:
    for slot in range(v.TILES):
        for what in range(3):
            s.laid[slot, what] = t.layout[max(layout, 0)].laid[slot, what]
    if layout == DRAWN:
        draw_layout(t, s)
    for slot in range(v.TILES):
        side = t.tile[s.laid[slot, 0]].side[s.laid[slot, 1]]
        for place in range(t.tile_hexes):
            s.site[t.place[slot, t.turned[s.laid[slot, 2], place]]] = side.site[place]


@rule("MP-SETUP-2", "MP-BASE-BOARD-4")
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


@rule("MP-SETUP-6", "MP-SETUP-9")
def seat_alchemists(s: State, chosen: Setup) -> None:
    for seat in range(v.SEATS):
        me = s.seat[seat]
        me.alchemist = chosen.alchemist[seat] if seat < chosen.seats else -1
        me.tower = -1
        me.stone = 1 if seat < chosen.seats else 0
        me.items[:] = -1
        me.fragment[:] = -1
        for figure in range(v.FIGURES):
            figures.clear(me.figure[figure])


@rule("MP-SETUP-13", "MP-BASE-BOARD-7")
def place_towers(t: Tables, s: State, chosen: Setup) -> None:
    """Published for a layout and team size, drawn, or by the greedy rule where nothing is published."""
    for seat in range(chosen.seats):
        if chosen.placement == RANDOM:
            hex = draw_place(t, s, seat)
        elif chosen.layout >= 0:
            hex = t.layout[chosen.layout].tower[chosen.seats, seat]
        else:
            hex = greedy_place(t, s)
        s.seat[seat].tower = hex
        s.seat[seat].figure[0].hex = hex


@rule("MP-BASE-BOARD-7")
def draw_place(t: Tables, s: State, seat: int) -> int:
    free = 0
    for hex in range(t.hexes):
        if board.may_found(s, hex):
            free += 1
    nth = chance.below(chance.word(s, chance.PLACES, 0, seat, 0, 0), free)
    for hex in range(t.hexes):
        if board.may_found(s, hex):
            if nth == 0:
                return hex
            nth -= 1
    return -1


@rule("MP-BASE-BOARD-7")
def greedy_place(t: Tables, s: State) -> int:
    """The hex with the shortest ways to a mine of every kind; the lowest of equals."""
    best, least = -1, 1 << 20
    for hex in range(t.hexes):
        if board.may_found(s, hex):
            cost = _ways(t, s, hex) + _crowding(t, s, hex)
            if cost < least:
                best, least = hex, cost
    return best


@rule("MP-BASE-BOARD-6", "MP-BASE-BOARD-7")
def _ways(t: Tables, s: State, hex: int) -> int:
    total = 0
    for element in range(t.elements):
        if t.level[element] == 1:
            nearest = REACH
            for other in range(t.hexes):
                if board.mine_at(s, other) == element:
                    nearest = min(nearest, board.apart(t, hex, other))
            total += nearest
    return total


@rule("MP-BASE-BOARD-7")
def _crowding(t: Tables, s: State, hex: int) -> int:
    """A heavy price for standing close to another tower or where nobody can get out."""
    price = 0
    for seat in range(s.seats):
        if s.seat[seat].tower >= 0:
            price += 1000 * max(0, APART + 1 - board.apart(t, hex, s.seat[seat].tower))
    free = 0
    for direction in range(6):
        if board.beyond(t, s, hex, direction) >= 0:
            free += 1
    return price + 10000 * max(0, FREE_BESIDE - free)


@rule("MP-SETUP-10", "MP-SETUP-11")
def deal_recipes(t: Tables, s: State) -> None:
    """As many level-1 cards of each kind as alchemists to the pool; the rest makes three decks."""
    s.pool[:] = -1
    for kind in range(len(v.KINDS)):
        deck = s.recipes[kind]
        for card in range(t.recipes):
            if t.recipe[card].kind == kind:
                piles.put(deck, card)
        chance.shuffle(s, chance.HOMUNCULI + kind, deck)
        dealt = 0
        place = deck.cards - 1
        while dealt < s.seats:
            if t.recipe[deck.card[place]].level == 1:
                s.pool[kind * s.seats + dealt] = piles.pull(deck, place)
                dealt += 1
            place -= 1
        chance.shuffle(s, chance.HOMUNCULI + kind, deck)


@rule("MP-SETUP-14", "MP-SETUP-16", "MP-SETUP-17", "MP-BASE-SCEN-4")
def shuffle_inquisition(t: Tables, s: State) -> None:
    """The alarm deck, in the scenario's order or shuffled, and all six cards of every type it names."""
    scenario = t.scenario[s.scenario]
    if scenario.ordered > 0:
        for place in range(scenario.ordered - 1, -1, -1):
            piles.put(s.alarms, scenario.alarm[place])
    else:
        for card in range(t.alarms):
            piles.put(s.alarms, card)
        chance.shuffle(s, chance.ALARMS, s.alarms)
    for place in range(scenario.types):
        for card in range(v.TYPE_CARDS):
            piles.put(s.pile, scenario.type[place] * v.TYPE_CARDS + card)
    chance.shuffle(s, chance.INQUISITORS, s.pile)
    for slot in range(v.SLOTS):
        s.slot[slot].hex[:] = -1
