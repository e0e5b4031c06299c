"""Breadth-first search for the Inquisition: how many moves away danger is."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def flood(t: Tables, s: State) -> None:
    """Write the moves of the nearest inquisitor in sight to each hex to the scratch space; -1 where none can come."""
    for hex in range(t.hexes):
        s.distance[hex] = -1
    head, tail = 0, 0
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            start = s.slot[slot].hex[which]
            if start >= 0 and s.distance[start] < 0:
                s.distance[start] = 0
                s.queue[tail] = start
                tail += 1
    while head < tail:
        hex = s.queue[head]
        head += 1
        for direction in range(6):
            there = t.neighbour[hex, direction]
            if there >= 0 and s.distance[there] < 0 and board.open_to_inquisitors(s, there):
                s.distance[there] = s.distance[hex] + 1
                s.queue[tail] = there
                tail += 1
