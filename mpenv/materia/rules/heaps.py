"""Loose elements: heaps sorted by hex, so that equal boards are equal bytes."""

from mpenv.jit import rule
from mpenv.materia.content.tables import Tables
from mpenv.materia.content.vocabulary import MAX_ELEMENTS
from mpenv.materia.rules import board
from mpenv.materia.rules.state import HEAPS, State

MOST = 127  # of one element on one hex


@rule()
def heap_at(s: State, hex: int) -> int:
    """The heap on a hex, or -1."""
    for heap in range(s.heaps):
        if s.heap[heap].hex == hex:
            return heap
    return -1


@rule()
def lies_there(s: State, hex: int, element: int) -> int:
    heap = heap_at(s, hex)
    return s.heap[heap].count[element] if heap >= 0 else 0


@rule()
def has_room(s: State, hex: int, element: int) -> bool:
    """A bound of the engine: so many heaps, and so many of one element in a heap."""
    if board.tower_at(s, hex) >= 0:
        return True
    heap = heap_at(s, hex)
    return s.heap[heap].count[element] < MOST if heap >= 0 else s.heaps < HEAPS


@rule("MP-ACT-DROP-1", "MP-ACT-DROP-4")
def lay(s: State, hex: int, element: int, count: int) -> None:
    """Elements fall on a hex: into the stock on a tower hex, else loose; beyond the bound to the supply."""
    seat = board.tower_at(s, hex)
    if seat >= 0:
        s.seat[seat].stock[element] += count
        return
    for _ in range(count):
        if has_room(s, hex, element):
            s.heap[_heap_for(s, hex)].count[element] += 1


@rule()
def _heap_for(s: State, hex: int) -> int:
    """The heap on a hex, made in its place when there is none."""
    heap = heap_at(s, hex)
    if heap >= 0:
        return heap
    heap = s.heaps
    while heap > 0 and s.heap[heap - 1].hex > hex:
        s.heap[heap] = s.heap[heap - 1]
        heap -= 1
    s.heaps += 1
    s.heap[heap].hex = hex
    s.heap[heap].count[:] = 0
    return heap


@rule("MP-ACT-DROP-2")
def lift(s: State, hex: int, element: int) -> None:
    """Take one element up; an empty heap is gone."""
    heap = heap_at(s, hex)
    s.heap[heap].count[element] -= 1
    for kind in range(MAX_ELEMENTS):
        if s.heap[heap].count[kind] > 0:
            return
    s.heaps -= 1
    while heap < s.heaps:
        s.heap[heap] = s.heap[heap + 1]
        heap += 1
    s.heap[heap].hex = 0
    s.heap[heap].count[:] = 0


@rule()
def anything_at(t: Tables, s: State, hex: int) -> bool:
    """Is there something to pick up: loose elements, or stock on a tower hex?"""
    seat = board.tower_at(s, hex)
    if seat < 0:
        return heap_at(s, hex) >= 0
    for element in range(t.elements):
        if s.seat[seat].stock[element] > 0:
            return True
    return False
