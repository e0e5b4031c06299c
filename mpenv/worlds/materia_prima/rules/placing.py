"""Starting places of towers and alchemists: published, drawn, by a fixed rule, or as the players agree."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, chance, prompts
from mpenv.worlds.materia_prima.rules.state import DAWN, Setup, State

STANDARD, RANDOM, PLAYERS, OWN = range(4)  # OWN: as the scenario says
FREE_BESIDE = 2  # free neighbours a tower needs
REACH = 8  # farther mines count no more when a place is judged
APART = 3  # hexes between towers that the greedy rule keeps


@rule("MP-SETUP-13", also=("MP-BASE-BOARD-7", "MP-CAMPAIGN-3"))
def place_towers(t: Tables, s: State, chosen: Setup) -> None:
    """Recorded, drawn, of the scenario, of the layout for this team size, or by the greedy rule."""
    for seat in range(chosen.seats):
        colour = t.alchemist[s.seat[seat].alchemist].colour
        if chosen.continued:
            hex = chosen.recorded[seat].tower
        elif chosen.placement == RANDOM:
            hex = draw_place(t, s, seat)
        elif chosen.placement == OWN:
            hex = t.scenario[s.scenario].tower[colour]
        elif chosen.layout >= 0:
            hex = t.layout[chosen.layout].tower[chosen.seats, seat]
        else:
            hex = greedy_place(t, s)
        s.seat[seat].tower = hex
        s.seat[seat].figure[0].hex = hex
        if chosen.placement == OWN and not chosen.continued:
            s.seat[seat].figure[0].hex = t.scenario[s.scenario].begins[colour]


@rule(also=("MP-BASE-BOARD-7",))
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


@rule(also=("MP-BASE-BOARD-7",))
def greedy_place(t: Tables, s: State) -> int:
    """The hex with the shortest ways to a mine of every kind; the lowest of equals."""
    best, least = -1, 1 << 20
    for hex in range(t.hexes):
        if board.may_found(s, hex):
            cost = _ways(t, s, hex) + _crowding(t, s, hex)
            if cost < least:
                best, least = hex, cost
    return best


@rule(also=("MP-BASE-BOARD-6", "MP-BASE-BOARD-7"))
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


@rule(also=("MP-BASE-BOARD-7",))
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


@rule(also=("MP-SETUP-13",))
def go_on(s: State) -> None:
    """Player after player says where his tower stands, then where his alchemist does."""
    if s.turn == s.seats:
        s.turn = 0
        s.phase = DAWN
        return
    me = s.seat[s.turn]
    if me.tower < 0:
        prompts.ask(s, prompts.PLACE_TOWER, s.turn, 0, prompts.SETUP)
    elif me.figure[0].hex < 0:
        prompts.ask(s, prompts.PLACE_ALCHEMIST, s.turn, 0, prompts.SETUP)
    else:
        s.turn += 1


@rule(also=("MP-SETUP-13",))
def settle_on(s: State, hex: int) -> None:
    """The answer: a hex was chosen by column and row."""
    asked = prompts.asked(s)
    kind, seat = asked.kind, asked.seat
    prompts.answered(s)
    if kind == prompts.PLACE_TOWER:
        s.seat[seat].tower = hex
    else:
        s.seat[seat].figure[0].hex = hex
