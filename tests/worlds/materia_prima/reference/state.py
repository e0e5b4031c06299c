"""The game on the table: seats, figures, piles, and the questions that are open."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from .board import Board, Hex
from .pack import KINDS, Entry, Pack

DECKS = ("alarms", "inquisitors", "homunculus", "equipment", "stone", "missions", "extensions")
ITEM_PLACES = 12
FRAGMENT_PLACES = 6
POOL_PLACES = 12
SLOTS = 3
FIGURES = 2  # the most of one type
HUNTERS = SLOTS * FIGURES

SWITCHES: dict[str, object] = {
    "die_faces": [0, 0, 1, 1, 2, 2],
    "event_attack": "dice",
    "tower_figures_mark": True,
    "base_from_top_card": False,
    "pool_refill": False,
    "private_slot": True,
    "ask_payment": False,
    "new_homunculus_acts": "next day",
    "pick_up": "action",
    "supply": "unlimited",
    "free_placement": "not on towns and mines",
    "lost_homunculus": "supply",
    "private_research": False,
    "table_talk": "silent",
    "sight": None,
    "days": None,
    "without": [],
}

Heap = dict[str, int]  # element -> how many, never 0


def add(heap: Heap, element: str, amount: int = 1) -> None:
    if amount:
        heap[element] = heap.get(element, 0) + amount


def remove(heap: Heap, element: str, amount: int = 1) -> None:
    heap[element] -= amount
    if not heap[element]:
        del heap[element]


def size(heap: Heap) -> int:
    return sum(heap.values())


@dataclass
class Prompt:
    """An open question; which of the fields are used depends on the kind."""

    kind: str
    seat: int
    figure: int = 0
    done: int = 0
    slot: int = -1
    column: int = -1
    touched: int = 0
    element: str | None = None
    amount: int = 0


@dataclass
class Figure:
    """An alchemist (without card) or a homunculus. An alchemist not yet placed stands nowhere."""

    at: Hex | None
    card: str | None = None
    load: Heap = field(default_factory=dict)
    actions: int = 0
    extra: dict[str, int] = field(default_factory=dict)


@dataclass
class Item:
    card: str
    worn: bool


@dataclass
class Seat:
    """One colour: figures 0 (the alchemist) to 3, tower, belongings, and what it has done and lost."""

    alchemist: Entry
    stone: bool = True
    tower: Hex | None = None
    figures: list[Figure | None] = field(default_factory=lambda: [Figure(None), None, None, None])
    stock: Heap = field(default_factory=dict)
    items: list[Item | None] = field(default_factory=lambda: [None] * ITEM_PLACES)
    fragments: list[str | None] = field(default_factory=lambda: [None] * FRAGMENT_PLACES)
    private: str | None = None
    extensions: list[str] = field(default_factory=list)
    made: dict[str, list[int]] = field(default_factory=lambda: {kind: [0, 0, 0] for kind in KINDS})
    missions: int = 0
    defeated: int = 0
    lost: dict[str, int] = field(default_factory=lambda: {"stone": 0, "homunculus": 0, "stock": 0})
    latched: set[int] = field(default_factory=set)
    carried: list[str | None] = field(default_factory=lambda: [None] * 3)
    carried_extension: str | None = None
    said: str | None = None
    stands: str | None = None  # their colour, where it is another than the printed one

    @property
    def colour(self) -> str:
        return self.stands or self.alchemist["colour"]

    def standing(self) -> Iterator[tuple[int, Figure]]:
        """The figures on the board with their numbers."""
        for number, figure in enumerate(self.figures):
            if figure and figure.at:
                yield number, figure

    def worn(self) -> list[str]:
        return [item.card for item in self.items if item and item.worn]


@dataclass
class Slot:
    """A place of the display: the cards of one type and its figures, both the oldest first."""

    cards: list[str] = field(default_factory=list)
    figures: list[Hex] = field(default_factory=list)


@dataclass
class Pile:
    """Deck (top last) and discards (oldest first)."""

    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)


@dataclass
class Game:
    """All there is. Decks have their top last."""

    pack: Pack
    pack_name: str
    scenario: Entry
    board: Board
    tiles: list[str]
    seed: int
    seats: list[Seat]
    started: str
    difficulty: str
    days: int
    rules: dict
    extend: str = "never"
    campaign: bool = False
    day: int = 1
    phase: str = "placing"
    turn: int = 0
    outcome: str | None = None
    prompts: list[Prompt] = field(default_factory=list)
    # board
    markers: set[Hex] = field(default_factory=set)
    loose: dict[Hex, Heap] = field(default_factory=dict)
    dug: Heap = field(default_factory=dict)
    supply: dict[str, int] | None = None
    # alarm cards
    alarm_deck: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    due: int = 0
    entry: Hex | None = None
    # inquisitors
    display: list[Slot] = field(default_factory=lambda: [Slot() for _ in range(SLOTS)])
    inquisitor_deck: list[str] = field(default_factory=list)
    defeated: list[str] = field(default_factory=list)
    hunter: int = 0
    hunter_actions: int = -1
    # recipes
    pool: list[str | None] = field(default_factory=lambda: [None] * POOL_PLACES)
    recipes: dict[str, Pile] = field(default_factory=lambda: {kind: Pile() for kind in KINDS})
    drawn: list[str | None] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    # events and towns
    happened: dict[int, str] = field(default_factory=dict)
    purse: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    missions: list[str | None] = field(default_factory=lambda: [None] * 3)
    market: list[str | None] = field(default_factory=lambda: [None] * 3)
    mission_deck: list[str] = field(default_factory=list)
    extension_deck: list[str] = field(default_factory=list)
    temple: str | None = None
    # chance
    shuffled: dict[str, int] = field(default_factory=dict)
    rolled: dict[tuple[int, int], int] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)

    @property
    def special(self) -> dict:
        return self.scenario["special"]

    @property
    def alarm(self) -> Entry | None:
        """The active alarm card (MP-DAY-3)."""
        return self.pack.alarms[self.revealed[-1]] if self.revealed else None

    @property
    def order(self) -> list[int]:
        """MP-ALCH-1: the seats in the order of the card revealed last; before any, as they sit."""
        if not self.alarm:
            return list(range(len(self.seats)))
        return sorted(range(len(self.seats)), key=lambda seat: self.alarm["order"].index(self.seats[seat].colour))

    @property
    def leader(self) -> int:
        """AMB-46: who decides for the team."""
        return self.order[0]

    def ask(self, prompt: Prompt) -> None:
        self.prompts.append(prompt)

    def figures_at(self, place: Hex) -> Iterator[tuple[int, int]]:
        """Seat and number of every alchemist and homunculus on a hex."""
        for nth, seat in enumerate(self.seats):
            for number, figure in seat.standing():
                if figure.at == place:
                    yield nth, number

    def tower_at(self, place: Hex) -> int | None:
        return next((nth for nth, seat in enumerate(self.seats) if seat.tower == place), None)

    def inquisitor_at(self, place: Hex) -> bool:
        return any(place in slot.figures for slot in self.display)

    def closed_to(self, seat: int, place: Hex) -> bool:
        """MP-ACT-MOVE-2, 3: figures and towers of other colours and inquisitors bar the way."""
        tower = self.tower_at(place)
        others = any(nth != seat for nth, _ in self.figures_at(place))
        return others or tower not in (None, seat) or self.inquisitor_at(place)

    def in_tower(self, seat: int, figure: int) -> bool:
        return self.seats[seat].figures[figure].at == self.seats[seat].tower

    def lay_down(self, place: Hex, element: str, amount: int = 1) -> None:
        """MP-ACT-DROP-1, 4: loose on the hex, or into the stock of the tower there."""
        tower = self.tower_at(place)
        heap = self.loose.setdefault(place, {}) if tower is None else self.seats[tower].stock
        add(heap, element, amount)

    def spill(self, figure: Figure) -> None:
        """A figure loses its whole load on its hex."""
        for element, amount in figure.load.items():
            self.lay_down(figure.at, element, amount)
        figure.load = {}

    def fetch(self, element: str, amount: int) -> int:
        """AMB-38: take from the supply what is wanted, or what is left."""
        if self.supply is None:
            return amount
        amount = min(amount, self.supply[element])
        self.supply[element] -= amount
        return amount

    def discard(self, card: str) -> None:
        """A recipe card goes to the discards of its kind."""
        self.recipes[self.pack.recipes[card]["kind"]].discard.append(card)

    def give_back(self, element: str, amount: int = 1) -> None:
        if self.supply is not None:
            self.supply[element] += amount
