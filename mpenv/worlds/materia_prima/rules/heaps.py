"""Loose elements: heaps sorted by hex and element, so that equal boards are equal bytes."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.content.vocabulary import MAX_ELEMENTS
from mpenv.worlds.materia_prima.rules import board, supply
from mpenv.worlds.materia_prima.rules.state import HEAPS, State

MOST = 127  # of one element on one hex


@rule()
def place_of(s: State, hex: int, element: int) -> int:
    """Index of a heap in the sorted row, or the index where it would be inserted."""
    wanted = hex * MAX_ELEMENTS + element
    low, high = 0, s.heaps
    while low < high:
        middle = (low + high) // 2
        if s.heap_at[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@rule()
def lies_there(s: State, hex: int, element: int) -> int:
    """Number of loose elements of a kind on a hex."""
    heap = place_of(s, hex, element)
    found = heap < s.heaps and s.heap_at[heap] == hex * MAX_ELEMENTS + element
    return s.heap_count[heap] if found else 0


@rule()
def loose_at(s: State, hex: int) -> int:
    """Number of loose elements on a hex."""
    heap, count = place_of(s, hex, 0), 0
    while heap < s.heaps and s.heap_at[heap] // MAX_ELEMENTS == hex:
        count += s.heap_count[heap]
        heap += 1
    return count


@rule()
def has_room(s: State, hex: int, element: int) -> bool:
    """A bound of the engine: so many heaps, and so many of one element in a heap."""
    if board.tower_at(s, hex) >= 0:
        return True
    there = lies_there(s, hex, element)
    return there < MOST if there > 0 else s.heaps < HEAPS


@rule("MP-ACT-DROP-4", also=("MP-ACT-DROP-1",))
def lay(s: State, hex: int, element: int, count: int) -> None:
    """Elements fall on a hex: into the stock on a tower hex, else loose; beyond the bound to the supply."""
    seat = board.tower_at(s, hex)
    if seat >= 0:
        s.seat[seat].stock[element] += count
        return
    if count == 0:
        return
    if not has_room(s, hex, element):
        supply.give_back(s, element, count)
        return
    heap = place_of(s, hex, element)
    if lies_there(s, hex, element) == 0:
        for later in range(s.heaps, heap, -1):
            s.heap_at[later] = s.heap_at[later - 1]
            s.heap_count[later] = s.heap_count[later - 1]
        s.heaps += 1
        s.heap_at[heap] = hex * MAX_ELEMENTS + element
        s.heap_count[heap] = 0
    fits = min(MOST - s.heap_count[heap], count)
    s.heap_count[heap] += fits
    supply.give_back(s, element, count - fits)


@rule(also=("MP-ACT-DROP-2",))
def lift(s: State, hex: int, element: int) -> None:
    """Take one element up; an empty heap is gone."""
    heap = place_of(s, hex, element)
    s.heap_count[heap] -= 1
    if s.heap_count[heap] > 0:
        return
    s.heaps -= 1
    for later in range(heap, s.heaps):
        s.heap_at[later] = s.heap_at[later + 1]
        s.heap_count[later] = s.heap_count[later + 1]
    s.heap_at[s.heaps] = 0
    s.heap_count[s.heaps] = 0


@rule()
def anything_at(t: Tables, s: State, hex: int) -> bool:
    """Is there something to pick up: loose elements, or stock on a tower hex?"""
    seat = board.tower_at(s, hex)
    if seat < 0:
        return loose_at(s, hex) > 0
    for element in range(t.elements):
        if s.seat[seat].stock[element] > 0:
            return True
    return False
