"""Placement of towers by the players: near mines of all kinds, away from other towers."""

from mpenv.agents.materia_prima.memory import FAR, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, placing, prompts
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def answer(t: Tables, s: State, p: Memory, kind: int) -> int:
    """Choose the column of the best hex, then its row; the alchemist starts in its tower."""
    asked = prompts.asked(s)
    best, chosen = 1 << 20, c.END
    for hex in range(t.hexes):
        action = c.COLUMN + t.column[hex] if asked.column < 0 else c.ROW + t.row[hex]
        if (asked.column >= 0 and t.column[hex] != asked.column) or not s.legal[action]:
            continue
        if not board.may_settle(s, p.seat, hex, kind == prompts.PLACE_TOWER):
            continue
        cost = (
            board.apart(t, hex, max(s.seat[p.seat].tower, 0))
            if kind == prompts.PLACE_ALCHEMIST
            else _cost(t, s, p, hex)
        )
        if cost < best:
            best, chosen = cost, action
    return chosen


@rule()
def _cost(t: Tables, s: State, p: Memory, hex: int) -> int:
    """Distance to the nearest mines, plus a penalty close to another tower or at the edge."""
    total = 0
    for element in range(t.elements):
        if t.level[element] == 1:
            nearest = placing.REACH
            for number in range(p.mines):
                if board.mine_at(s, p.mine[number]) == element:
                    nearest = min(nearest, board.apart(t, hex, p.mine[number]))
            total += nearest
    for seat in range(s.seats):
        if s.seat[seat].tower >= 0:
            total += FAR * max(0, placing.APART + 1 - board.apart(t, hex, s.seat[seat].tower))
    free = 0
    for direction in range(6):
        if board.beyond(t, s, hex, direction) >= 0:
            free += 1
    return total + FAR * max(0, placing.FREE_BESIDE - free)
