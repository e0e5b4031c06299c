"""The state of a game: one plain record of fixed size."""

from typing import Annotated

import numpy as np

from mpenv.jit import PLAIN
from mpenv.layout import I2, U8, Many, Numbers, Plane, layout, readable
from mpenv.materia.catalogue import ACTIONS
from mpenv.materia.content import vocabulary as v

HEAPS = 448  # more than all figures of a full table can lay in 20 days
PROMPTS = 8
DICE = 32
PURPOSES = 4
DECKS = 8
EVENTS = 128

DAWN, ENTRY, TURNS, INQUISITION, DUSK = range(5)
PHASES = ("dawn", "entry", "turns", "inquisition", "dusk")
RUNNING, SUCCESS, FAILURE, ABORT = range(4)
OUTCOMES = ("running", "success", "failure", "abort")


class Figure:
    """An alchemist (figure 0) or a homunculus; `hex` is -1 while it does not stand on the board."""

    hex: I2
    card: I2
    actions: I2
    load: Annotated[Numbers, "i1", v.MAX_ELEMENTS]
    extra: Annotated[Numbers, "i1", len(v.VERBS) + 1]


class Seat:
    """A player: alchemist, tower, and what both own.

    `made` counts deeds by kind and level, `fullest` is the fullest stock the tower ever held.
    """

    alchemist: I2
    tower: I2
    stone: I2
    fullest: I2
    stock: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    items: Annotated[Numbers, "i2", v.ITEMS]
    worn: Annotated[Numbers, "i1", v.ITEMS]
    fragment: Annotated[Numbers, "i2", v.FRAGMENTS]
    made: Annotated[Plane, "i1", 3, 4]
    figure: Annotated[Many[Figure], v.FIGURES]


class Slot:
    """A display slot: the cards of one type in the order drawn, and its figures, the older first."""

    type: I2
    cards: I2
    card: Annotated[Numbers, "i2", v.TYPE_CARDS]
    figures: I2
    hex: Annotated[Numbers, "i2", v.STANDEES]


class Pile:
    """A pile of cards; the last is the top."""

    cards: I2
    card: Annotated[Numbers, "i1", v.MAX_DECK]


class Prompt:
    """A pending decision of one seat: `done` steps taken in it, `slot`, `column`, `touched` as it needs."""

    kind: I2
    seat: I2
    figure: I2
    cause: I2
    done: I2
    slot: I2
    column: I2
    touched: I2


class State:
    """Everything about a game. Behind `logged` stands what is outside fingerprints and positions."""

    seed: U8
    scenario: I2
    difficulty: I2
    seats: I2
    days: I2
    day: I2
    phase: I2
    turn: I2
    outcome: I2
    due: I2  # inquisitor cards still to draw for today's alarms
    entry: I2  # the hex the leader chose for today's batch, -1 before
    hunter: I2  # slot x 2 + figure that acts now or next
    hunter_actions: I2  # -1 before its actions were counted
    prompts: I2
    heaps: I2
    dice_left: I2
    order: Annotated[Numbers, "i2", v.SEATS]  # the seats in today's turn order, -1 behind the last
    prompt: Annotated[Many[Prompt], PROMPTS]
    seat: Annotated[Many[Seat], v.SEATS]
    slot: Annotated[Many[Slot], v.SLOTS]
    pool: Annotated[Numbers, "i2", v.POOL]
    alarms: Pile
    revealed: Pile
    pile: Pile
    defeated: Pile
    recipes: Annotated[Many[Pile], len(v.KINDS)]
    discards: Annotated[Many[Pile], len(v.KINDS)]
    laid: Annotated[Plane, "i2", v.TILES, 3]
    site: Annotated[Numbers, "i1", v.MAX_HEXES]
    marker: Annotated[Numbers, "i1", v.MAX_HEXES]
    heap_at: Annotated[Numbers, "i2", HEAPS]  # hex x 16 + element, ascending
    heap_count: Annotated[Numbers, "i1", HEAPS]
    rolled: Annotated[Plane, "i2", PURPOSES, v.SEATS * v.FIGURES]
    shuffled: Annotated[Numbers, "i2", DECKS]
    dice: Annotated[Numbers, "i1", DICE]
    logged: I2
    logging: I2
    event: Annotated[Plane, "i2", EVENTS, 4]
    asker: I2  # the seat that is asked, -1 after the end
    legals: I2
    legal: Annotated[Numbers, "i1", ACTIONS]
    distance: Annotated[Numbers, "i1", v.MAX_HEXES]
    first: Annotated[Numbers, "i1", v.MAX_HEXES]
    queue: Annotated[Numbers, "i2", v.MAX_HEXES]


class Setup:
    """What is chosen before a game: for a batch, one record a game."""

    seed: U8
    scenario: I2
    difficulty: I2
    seats: I2
    layout: I2  # -1: drawn from the seed
    placement: I2
    spare: I2
    alchemist: Annotated[Numbers, "i2", v.SEATS]
    last: Annotated[Numbers, "i2", 2]


STATE: np.dtype[np.void] = layout(State)
SETUP: np.dtype[np.void] = layout(Setup)
GAME_BYTES: int = STATE.fields["logged"][1]  # type: ignore[index]
KEPT_BYTES: int = STATE.fields["distance"][1]  # type: ignore[index]  # all but scratch space


def new_states(count: int) -> np.ndarray:
    """Zeroed states, in the form that the rules of this process take."""
    states = np.zeros(count, STATE)
    return states.view(readable(STATE)) if PLAIN else states


def as_states(raw: np.ndarray) -> np.ndarray:
    """Bytes as states, without a copy, in the form that the rules of this process take."""
    return raw.view(readable(STATE) if PLAIN else STATE)


def new_setups(count: int) -> np.ndarray:
    setups = np.zeros(count, SETUP)
    return setups.view(readable(SETUP)) if PLAIN else setups
