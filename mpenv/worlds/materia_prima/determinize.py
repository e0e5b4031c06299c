"""What a view does not show, drawn anew: a game that the view could be of."""

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

INQUISITION = v.SEATS  # beside the seats, as a group of figures that stand together
STOCK = 6  # the most elements that a tower out of sight is first thought to hold
TRIES = 400  # until somebody who is asked has a choice; a tower is thought richer with each
ABOUT = 10  # hexes that weigh as much as all that are seen: one of them is thought to be marked, one to hold something


def in_sight(pack: Pack, record: np.ndarray, seat: int) -> list[bool]:
    """Which hexes a seat sees."""
    if not entries.limited(pack.tables, record, 0):
        return [True] * pack.readable.hexes
    looked = record.copy()
    entries.look_around(pack.tables, looked, 0, seat)
    seen: list[int] = looked["first"][0][: pack.readable.hexes].tolist()
    return [*map(bool, seen)]


def drawn(pack: Pack, record: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """A state that a seat could be looking at.

    Decks are shuffled, and unseen recipes dealt from them. Where sight is limited, each figure stands on any hex out of
    sight where it may stand, all as likely; markers and loose elements lie there about as thick as in sight; figures
    carry from nothing to all they can, towers out of sight hold up to STOCK elements, of any kinds. Who has his turn
    out of sight has just begun it. With a limited supply no more of an element lies there than the supply lacks.
    """
    for number in range(TRIES):
        guess = Guess(pack, record.copy(), seat, rng)
        guess.cards()
        guess.board(number)
        entries.mark(pack.tables, guess.states, 0)
        if guess.s.outcome != RUNNING or entries.is_asked(pack.tables, guess.states, 0):
            return guess.states
    raise RuntimeError(f"no game was found in {TRIES} tries that this view could be of")


class Guess:
    """One try."""

    def __init__(self, pack: Pack, states: np.ndarray, seat: int, rng: np.random.Generator) -> None:
        self.pack, self.states, self.seat, self.rng = pack, states, seat, rng
        self.s: Any = states.view(readable(STATE))[0]

    # --- cards ----------------------------------------------------------------------------------

    def cards(self) -> None:
        """Another seed, other orders, and other recipes where some lie face down."""
        s, rng = self.s, self.rng
        s.seed = np.uint64(rng.integers(1 << 64, dtype=np.uint64))
        for pile in (s.alarms, s.pile, s.errands, s.extensions):
            pile.card[: pile.cards] = rng.permutation(pile.card[: pile.cards])
        private, drawn = self.states["seat"]["private"][0, : s.seats].tolist(), s.drawn.tolist()
        for kind in range(len(v.KINDS)):
            hands = [seat for seat, card in enumerate(private) if card == FACE_DOWN - kind]
            self._deal(kind, hands, [place for place, card in enumerate(drawn) if card == DRAWN_FACE_DOWN - kind])

    def _deal(self, kind: int, hands: list[int], places: list[int]) -> None:
        """Recipes that nobody sees go where one lies face down, the rest to the deck."""
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
        """Everything out of sight; `number` counts the tries."""
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
        """How many of each element can lie out of sight."""
        s, t = self.s, self.pack.readable
        if not s.house.supply:
            return [v.MAX_HEXES * t.elements] * t.elements
        known = np.zeros(v.MAX_ELEMENTS, np.int64) + s.supply
        for me in s.seat[: s.seats]:
            known += me.stock + me["figure"]["load"].sum(0)
        for where, count in zip(s.heap_at[: s.heaps].tolist(), s.heap_count[: s.heaps].tolist(), strict=True):
            known[where % v.MAX_ELEMENTS] += count
        return [max(0, s.house.supply - one) for one in known.tolist()[: t.elements]]

    def _fill(self, store: Any, count: int) -> None:
        """So many elements of any kind, as far as there are."""
        for element in self.rng.integers(self.pack.readable.elements, size=count).tolist():
            if self.left[element] > 0:
                self.left[element] -= 1
                store[element] += 1

    # --- who stands where -----------------------------------------------------------------------

    def _unseen(self) -> Iterator[tuple[int, Any, int]]:
        """Group, record and place of everybody out of sight."""
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
        """First a hex for each group, so that all find a place; then each figure wherever its kind may stand."""
        s, there = self.s, [*self._unseen()]
        groups = sorted({group for group, _, _ in there})
        ways = [self.rng.permutation(self._open_to(group)).tolist() for group in groups]
        held = dict(zip(_apart(ways), groups, strict=True))
        for k in self.rng.permutation(len(there)).tolist():
            group, one, number = there[k]
            free = [hex for hex in self._open_to(group) if held.get(hex, group) == group]
            hex = free[self.rng.integers(len(free))]
            held[hex] = group
            if group == INQUISITION:
                one.hex[number] = hex
                continue
            one.hex = hex
            self._fill(one.load, self._carried(group, number))
            if s.phase == TURNS and s.prompts and s.prompt[0].seat == group:
                entries.wind_up(self.pack.tables, self.states, 0, group, number)

    def _open_to(self, group: int) -> list[int]:
        """The hexes out of sight that a colour or the Inquisition may enter."""
        return [hex for hex in self.dark if self.towers.get(hex, group) == group]

    def _carried(self, seat: int, number: int) -> int:
        room = int(entries.room(self.pack.tables, self.states, 0, seat, number))
        return int(self.rng.integers(max(0, room) + 1))

    # --- what lies there ------------------------------------------------------------------------

    def _lie(self) -> None:
        """Markers and loose elements."""
        s = self.s
        heaps = dict(zip(s.heap_at[: s.heaps].tolist(), s.heap_count[: s.heaps].tolist(), strict=True))
        strewn = {where // v.MAX_ELEMENTS for where in heaps}
        marked = sum(s.marker[hex] > 0 for hex in self.shown)
        thick, loose = (1 + marked) / (ABOUT + len(self.shown)), (1 + len(strewn)) / (ABOUT + len(self.shown))
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
    """One hex of each row, all different, each row from its beginning as far as that goes."""
    return next(list(chosen) for chosen in _different(ways, ()))


def _different(ways: list[list[int]], taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(taken) == len(ways):
        yield taken
        return
    for hex in ways[len(taken)]:
        if hex not in taken:
            yield from _different(ways, (*taken, hex))
