"""Determinization: a complete game drawn at random from those that a view could show."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mpenv.engine.records import readable
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.rules import entries
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN, FACE_DOWN
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.state import HEAPS, RUNNING, STATE, TURNS

INQUISITION = v.SEATS  # the group of inquisitors, behind those of the seats
STOCK = 6  # most elements drawn for a tower out of sight, at the first try
TRIES = 400  # until the seat asked has a choice; towers get richer with each
PRIOR_HEXES = 10  # weight of the prior for hexes out of sight: 1 in 10 is marked, 1 in 10 holds elements


def in_sight(pack: Pack, record: np.ndarray, seat: int) -> list[bool]:
    """Mask of the hexes that a seat sees."""
    if not entries.limited(pack.tables, record, 0):
        return [True] * pack.readable.hexes
    looked = record.copy()
    entries.look_around(pack.tables, looked, 0, seat)
    seen: list[int] = looked["first"][0][: pack.readable.hexes].tolist()
    return [*map(bool, seen)]


def drawn(pack: Pack, record: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """Sample a state that a seat could be looking at.

    Decks are shuffled, but for an alarm deck of printed order, and unseen recipes dealt from them. Where sight is
    limited, each figure stands on a random hex out of sight where it may stand; markers and loose elements are about as
    frequent there as in sight; figures carry a random load, towers out of sight hold up to STOCK elements. A seat whose
    turn is out of sight has just begun it.
    With a limited supply no more of an element lies there than the supply lacks.
    """
    for attempt in range(TRIES):
        sample = Sample(pack, record.copy(), seat, rng)
        sample.cards()
        sample.board(attempt)
        entries.mark(pack.tables, sample.states, 0)
        if sample.s.outcome != RUNNING or entries.is_asked(pack.tables, sample.states, 0):
            return sample.states
    raise RuntimeError(f"found no game that fits this view in {TRIES} tries")


class Sample:
    """A try to sample a state."""

    def __init__(self, pack: Pack, states: np.ndarray, seat: int, rng: np.random.Generator) -> None:
        self.pack, self.states, self.seat, self.rng = pack, states, seat, rng
        self.s: Any = states.view(readable(STATE))[0]

    # --- cards ----------------------------------------------------------------------------------

    def cards(self) -> None:
        """Draw a new seed, new orders of decks, and new recipes where some lie face down."""
        s, rng = self.s, self.rng
        s.seed = np.uint64(rng.integers(1 << 64, dtype=np.uint64))
        printed = entries.alarms_known(self.pack.tables, self.states, 0)
        for pile in (s.pile, s.errands, s.extensions, *(() if printed else (s.alarms,))):
            pile.card[: pile.cards] = rng.permutation(pile.card[: pile.cards])
        private, drawn = self.states["seat"]["private"][0, : s.seats].tolist(), s.drawn.tolist()
        for kind in range(len(v.KINDS)):
            hands = [seat for seat, card in enumerate(private) if card == FACE_DOWN - kind]
            self._deal(kind, hands, [place for place, card in enumerate(drawn) if card == DRAWN_FACE_DOWN - kind])

    def _deal(self, kind: int, hands: list[int], places: list[int]) -> None:
        """Deal unseen recipes to the places that lie face down, the rest to the deck."""
        s, deck, out = self.s, self.s.recipes[kind], len(hands) + len(places)
        cards = self.rng.permutation(deck.card[: deck.cards + out])
        for seat, card in zip(hands, cards, strict=False):
            s.seat[seat].private = card
        for place, card in zip(places, cards[len(hands) :], strict=False):
            s.drawn[place] = card
        deck.card[:] = 0
        deck.card[: deck.cards] = cards[out:]

    # --- the board ------------------------------------------------------------------------------

    def board(self, number: int) -> None:
        """Draw everything out of sight; `number` counts the tries."""
        s, t = self.s, self.pack.readable
        seen = in_sight(self.pack, self.states, self.seat)
        if all(seen):
            return
        self.dark = [hex for hex in range(t.hexes) if not seen[hex] and s.site[hex] != v.BLOCKED]
        self.towers = {s.seat[seat].tower: seat for seat in range(s.seats)}
        self.shown = [hex for hex in range(t.hexes) if seen[hex]]
        self.left = self._supply()
        self._stand()
        self._lie()
        for seat in range(s.seats):
            if seat != self.seat and not seen[s.seat[seat].tower]:
                self._fill(s.seat[seat].stock, int(self.rng.integers(STOCK + number + 1)))

    def _supply(self) -> list[int]:
        """Amount of each element that can lie out of sight."""
        s, t = self.s, self.pack.readable
        if not s.house.supply:
            return [v.MAX_HEXES * t.elements] * t.elements
        known = np.zeros(v.MAX_ELEMENTS, np.int64) + s.supply
        for me in s.seat[: s.seats]:
            known += me.stock + me["figure"]["load"].sum(0)
        for where, count in zip(s.heap_at[: s.heaps].tolist(), s.heap_count[: s.heaps].tolist(), strict=True):
            known[where % v.MAX_ELEMENTS] += count
        return [max(0, s.house.supply - in_play) for in_play in known.tolist()[: t.elements]]

    def _fill(self, store: Any, count: int) -> None:
        """Add elements of random kinds, as far as the supply goes."""
        for element in self.rng.integers(self.pack.readable.elements, size=count).tolist():
            if self.left[element] > 0:
                self.left[element] -= 1
                store[element] += 1

    # --- figures --------------------------------------------------------------

    def _unseen(self) -> Iterator[tuple[int, Any, int]]:
        """Group, record and index of every figure out of sight."""
        s = self.s
        for seat in range(s.seats):
            for number in range(v.FIGURES):
                if s.seat[seat].figure[number].hex == UNSEEN:
                    yield seat, s.seat[seat].figure[number], number
        for slot in range(v.SLOTS):
            for which in range(s.slot[slot].figures):
                if s.slot[slot].hex[which] == UNSEEN:
                    yield INQUISITION, s.slot[slot], which

    def _stand(self) -> None:
        """Place figures: first a hex for each group, so that all find a place, then each figure where it may stand."""
        s, unseen = self.s, [*self._unseen()]
        groups = sorted({group for group, _, _ in unseen})
        choices = [self.rng.permutation(self._open_to(group)).tolist() for group in groups]
        taken = dict(zip(_apart(choices), groups, strict=True))
        for k in self.rng.permutation(len(unseen)).tolist():
            group, owner, number = unseen[k]
            free = [hex for hex in self._open_to(group) if taken.get(hex, group) == group]
            hex = free[self.rng.integers(len(free))]
            taken[hex] = group
            if group == INQUISITION:
                owner.hex[number] = hex
                continue
            owner.hex = hex
            self._fill(owner.load, self._carried(group, number))
            if s.phase == TURNS and s.prompts and s.prompt[0].seat == group:
                entries.fill_budget(self.pack.tables, self.states, 0, group, number)

    def _open_to(self, group: int) -> list[int]:
        """Hexes out of sight that a seat's figures or the Inquisition may enter."""
        return [hex for hex in self.dark if self.towers.get(hex, group) == group]

    def _carried(self, seat: int, number: int) -> int:
        room = int(entries.room(self.pack.tables, self.states, 0, seat, number))
        return int(self.rng.integers(max(0, room) + 1))

    # --- markers and elements ---------------------------------------------------------------------

    def _lie(self) -> None:
        """Place markers and loose elements."""
        s = self.s
        heaps = dict(zip(s.heap_at[: s.heaps].tolist(), s.heap_count[: s.heaps].tolist(), strict=True))
        strewn = {where // v.MAX_ELEMENTS for where in heaps}
        marked = sum(s.marker[hex] > 0 for hex in self.shown)
        thick, loose = (
            (1 + marked) / (PRIOR_HEXES + len(self.shown)),
            (1 + len(strewn)) / (PRIOR_HEXES + len(self.shown)),
        )
        for hex in self.dark:
            if hex in self.towers:
                continue
            s.marker[hex] = self.rng.random() < thick
            if self.rng.random() < loose and len(heaps) < HEAPS:
                found = np.zeros(v.MAX_ELEMENTS, np.int64)
                self._fill(found, 1)
                heaps |= {hex * v.MAX_ELEMENTS + element: 1 for element in found.nonzero()[0].tolist()}
        s.heaps = len(heaps)
        for place, where in enumerate(sorted(heaps)):
            s.heap_at[place], s.heap_count[place] = where, heaps[where]


def _apart(ways: list[list[int]]) -> list[int]:
    """A different hex for each row, as early in the row as possible (backtracking)."""
    return next(list(chosen) for chosen in _different(ways, ()))


def _different(ways: list[list[int]], taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(taken) == len(ways):
        yield taken
        return
    for hex in ways[len(taken)]:
        if hex not in taken:
            yield from _different(ways, (*taken, hex))
