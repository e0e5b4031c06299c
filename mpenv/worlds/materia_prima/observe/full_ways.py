"""Ways in a full row: own figures to home, mines, towns, towers and friends; inquisitors to them; what lies around."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import walks
from mpenv.worlds.materia_prima.observe.full_row import CHASE, MINED, OTHERS, WALK, More, near
from mpenv.worlds.materia_prima.observe.summary import cut, here
from mpenv.worlds.materia_prima.observe.walks import Walks
from mpenv.worlds.materia_prima.rules import figures, order
from mpenv.worlds.materia_prima.rules.state import State

OWN = 6  # the step that is the alchemist's own hex


@rule()
def tell(t: Tables, s: State, seat: int, w: Walks, out: More) -> None:
    for figure in range(v.FIGURES):
        if s.seat[seat].figure[figure].hex >= 0:
            _embark(t, s, seat, figure, w)
            _figure(t, s, seat, figure, out)
            _near(t, s, seat, figure, w, out)
            _steps(t, s, seat, figure, w, out)
    if w.hunters > 0:
        _prowling(s, seat, w, out)
    _around(t, s, seat, w, out)


@rule()
def _figure(t: Tables, s: State, seat: int, figure: int, out: More) -> None:
    actor, one = s.seat[seat].figure[figure], out.walkers[figure]
    one.strength[0] = cut(figures.stat(t, s, seat, figure, figures.ATTACK) / 6)
    one.strength[1] = cut(figures.stat(t, s, seat, figure, figures.DEFENCE) / 6)
    others = 0
    for verb in range(figures.MINING, len(v.VERBS)):
        others += actor.extra[verb]
    one.extra[0] = cut(actor.extra[figures.FIGHTING] / 2)
    one.extra[1] = cut((others - actor.extra[figures.FIGHTING]) / 2)
    loud = 0
    for direction in range(6):
        there = t.neighbour[actor.hex, direction]
        if there >= 0 and s.marker[there] > 0:
            loud += 1
    one.loud = loud / 6


@rule()
def _embark(t: Tables, s: State, seat: int, figure: int, w: Walks) -> None:
    """Note where ships take the alchemist from each step; homunculi do not sail."""
    if figure > 0:
        return
    hex = s.seat[seat].figure[0].hex
    walks.embark(w, OWN, hex)
    for direction in range(6):
        there = t.neighbour[hex, direction]
        if there >= 0 and w.ground[there] > 0:
            walks.embark(w, direction, there)


@rule()
def _away(w: Walks, row: int, figure: int, step: int, hex: int) -> int:
    """Moves of a figure from a hex to what a row is about; below 0: no way."""
    return walks.by_ship(w, row, step, hex) if figure == 0 else w.away[row, hex]


@rule()
def _near(t: Tables, s: State, seat: int, figure: int, w: Walks, out: More) -> None:
    hex, one = s.seat[seat].figure[figure].hex, out.walkers[figure]
    one.home = near(_away(w, walks.HOME, figure, OWN, hex), WALK)
    for element in range(MINED):
        one.mine[element] = near(_away(w, walks.MINE + element, figure, OWN, hex), WALK)
    for town in range(len(v.TOWNS)):
        one.town[town] = near(_away(w, walks.TOWN + town, figure, OWN, hex), WALK)
    for nth in range(OTHERS):
        who = order.relative(s, seat, nth + 1)
        if who < 0:
            continue
        if s.seat[who].tower >= 0:
            one.tower[nth] = near(_until_beside(t, w, figure, s.seat[who].tower), WALK)
        if s.seat[who].figure[0].hex >= 0:
            one.friend[nth] = near(_until_beside(t, w, figure, s.seat[who].figure[0].hex), WALK)


@rule()
def _until_beside(t: Tables, w: Walks, figure: int, hex: int) -> int:
    """Moves of a figure until it stands beside a hex; below 0: no way."""
    best = walks.until_beside(t, w, walks.FIGURE + figure, hex)
    if figure > 0:
        return best
    best = best if best >= 0 else walks.NO_WAY
    for port in range(len(v.TOWNS)):
        if w.port[port] >= 0:
            rest = walks.until_beside(t, w, walks.TOWN + port, hex)
            if rest >= 0:
                best = min(best, w.arrival[OWN, port] + rest)
    return best if best < walks.NO_WAY else walks.UNREACHED


@rule()
def _steps(t: Tables, s: State, seat: int, figure: int, w: Walks, out: More) -> None:
    """For each direction, whether a step comes nearer; 0 also where there is no step."""
    hex, one = s.seat[seat].figure[figure].hex, out.walkers[figure]
    for direction in range(6):
        there = t.neighbour[hex, direction]
        if there < 0 or w.ground[there] == 0:
            continue
        one.homeward[direction] = _nearer(w, walks.HOME, figure, hex, direction, there)
        for element in range(MINED):
            one.mineward[element * 6 + direction] = _nearer(w, walks.MINE + element, figure, hex, direction, there)
        if figure == 0:
            for town in range(len(v.TOWNS)):
                out.townward[town * 6 + direction] = _nearer(w, walks.TOWN + town, 0, hex, direction, there)


@rule()
def _nearer(w: Walks, row: int, figure: int, hex: int, direction: int, there: int) -> float:
    now, then = _away(w, row, figure, OWN, hex), _away(w, row, figure, direction, there)
    return cut(1.0 * (now - then)) if now >= 0 and then >= 0 else 0.0


@rule()
def _prowling(s: State, seat: int, w: Walks, out: More) -> None:
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            hex, one = s.slot[slot].hex[which], out.prowling[slot * v.STANDEES + which]
            if hex < 0:
                continue
            for figure in range(v.FIGURES):
                if s.seat[seat].figure[figure].hex >= 0:
                    one.figure[figure] = near(w.away[walks.HUNTED + figure, hex] - 1, CHASE)
            one.tower = near(w.away[walks.HUNTED + v.FIGURES, hex] - 1, CHASE)


@rule()
def _around(t: Tables, s: State, seat: int, w: Walks, out: More) -> None:
    """Markers on the second ring, straight on and then between the directions; the nearest loose elements."""
    me = here(s, seat)
    for direction in range(6):
        beside = t.neighbour[me, direction]
        if beside < 0:
            continue
        straight, between = t.neighbour[beside, direction], t.neighbour[beside, (direction + 1) % 6]
        if straight >= 0:
            out.ring[2 * direction] = s.marker[straight] > 0
        if between >= 0:
            out.ring[2 * direction + 1] = s.marker[between] > 0
    if s.seat[seat].figure[0].hex < 0:
        return
    for heap in range(s.heaps):
        hex, element = s.heap_at[heap] // v.MAX_ELEMENTS, s.heap_at[heap] % v.MAX_ELEMENTS
        out.loose[element] = max(out.loose[element], near(w.away[walks.FIGURE, hex], WALK))
