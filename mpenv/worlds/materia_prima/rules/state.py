"""The state of a game: one plain record of fixed size."""

from typing import Annotated, Any

import numpy as np

from mpenv.engine.records import I1, I2, U8, Many, Numbers, Plane, layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.content import vocabulary as v

HEAPS = 448  # more than all figures of a full table can lay in 20 days
PROMPTS = 8
DICE = 32
PURPOSES = 4
DECKS = 8
EVENTS = 128
DRAWN = 4  # recipes drawn by a research
UNDECIDED, PAID, UNPAID = range(3)

PLACING, DAWN, EVENT, ENTRY, TURNS, INQUISITION, DUSK, CARRYING, SAYING = range(9)
PHASES = ("placing", "dawn", "event", "entry", "turns", "inquisition", "dusk", "carrying", "saying")
RUNNING, SUCCESS, FAILURE, ABORT = range(4)
OUTCOMES = ("running", "success", "failure", "abort")
LATE_SUCCESS = len(OUTCOMES)  # what drivers are told of a success after an extension as easy; then as normal


class Figure:
    """An alchemist (figure 0) or a homunculus; `hex` is -1 while it does not stand on the board.

    In a view it is -2 where it stands out of sight; a homunculus has a card exactly while it is on the board.
    """

    hex: I2
    card: I2
    actions: I2
    load: Annotated[Numbers, "i1", v.MAX_ELEMENTS]
    extra: Annotated[Numbers, "i1", len(v.VERBS)]  # by verb
    stand: I1  # of an alchemist the colour of his stands, from 1; 0: the printed one


class Seat:
    """A player: alchemist, tower, and what both own.

    `made` counts deeds by kind and level, `lost` what was lost of each kind a goal can ask to keep,
    `latched` has a bit for each goal that was reached, `carried` are the items chosen for the next scenario.
    """

    alchemist: I2
    tower: I2
    stone: I2
    private: I2
    missions: I2
    defeated: I2
    latched: I2
    carried_extension: I2  # that came from the scenario before; once its owner has chosen, the one that goes on
    lost: Annotated[Numbers, "i2", len(v.KEPT)]
    carried: Annotated[Numbers, "i2", v.LEVELS]
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
    """A pending decision of one seat: `done` steps taken in it, `amount` to go; the rest as its kind needs."""

    kind: I2
    seat: I2
    figure: I2
    cause: I2
    done: I2
    slot: I2
    column: I2
    touched: I2
    element: I2
    amount: I2


class Switches:
    """The rule switches of this table; 0: as the rules are written."""

    die: Annotated[Numbers, "i1", v.DIE_SIDES]
    event_total: I1
    towers_quiet: I1
    top_card: I1
    refill: I1
    no_private: I1
    ask_payment: I1
    at_once: I1
    pick_up: I1  # an action, free on entry, or never
    anywhere: I1
    to_discard: I1
    extend: I1
    campaign: I1  # carry-over is asked after a success
    supply: I2  # of each element, 0: unlimited


class Knowledge:
    """Knowledge of the seats about each other at this table, and their announcements; 0: as the rules are written."""

    sight: I2  # in hexes; 0: as the scenario says, -1: everywhere
    private_research: I1
    table_talk: I1
    said: Annotated[Numbers, "i1", v.SEATS]


class Ablation:
    """Parts of the game switched off or changed for an ablation study; 0: as the rules are written."""

    days: I2  # in place of those of the difficulty
    verbs: I2  # a bit for each verb that is switched off
    errands: I2  # a bit for each kind of town missions that cannot be served
    peace: I2  # no inquisitor ever stands on the board


class State:
    """Everything about a game. Behind `logged` stands what is outside fingerprints and positions."""

    seed: U8
    scenario: I2
    difficulty: I2
    started: I2  # the difficulty chosen at the start
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
    temple: I2
    house: Switches
    order: Annotated[Numbers, "i2", v.SEATS]  # the seats in today's turn order, -1 behind the last
    prompt: Annotated[Many[Prompt], PROMPTS]
    seat: Annotated[Many[Seat], v.SEATS]
    slot: Annotated[Many[Slot], v.SLOTS]
    pool: Annotated[Numbers, "i2", v.POOL]
    drawn: Annotated[Numbers, "i2", DRAWN]  # recipes of an open research
    mission: Annotated[Numbers, "i2", len(v.TOWNS)]
    market: Annotated[Numbers, "i2", len(v.TOWNS)]
    errands: Pile  # town missions face down
    purse: Pile
    spent: Pile
    extensions: Pile  # markers face down
    owner: Annotated[Numbers, "i1", v.MAX_EXTENSIONS]  # the seat that bought a marker, -1
    happened: Annotated[Numbers, "i1", v.EVENTS]  # the side of each event that came
    bonus: Annotated[Numbers, "i1", 4]  # of all alchemists, from events
    inquisition_bonus: Annotated[Numbers, "i1", 4]
    dug: Annotated[Numbers, "i2", v.MAX_ELEMENTS]  # of kinds that run dry
    supply: Annotated[Numbers, "i2", v.MAX_ELEMENTS]  # left, where it is limited
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
    candour: Knowledge  # here and last, because what came later is left out of fingerprints where it says nothing
    study: Ablation
    logged: I2
    logging: I2
    event: Annotated[Plane, "i2", EVENTS, 4]
    event_at: Annotated[Numbers, "u1", EVENTS]  # the hex where it happened, from 1; 0: on the table
    fallen_seat: Annotated[Numbers, "i2", v.SEATS]  # soul stones lost since this record began, in that order
    fallen_day: Annotated[Numbers, "i2", v.SEATS]  # 0 behind the last
    fallen_to: Annotated[Numbers, "i2", v.SEATS]  # the figure: type x 2 + which
    asker: I2  # the seat that is asked, -1 after the end
    legals: I2
    legal: Annotated[Numbers, "i1", ACTIONS]
    # Scratch space: each call that reads it fills it first, and nothing of it outlives the call. By hex, but for two:
    distance: Annotated[Numbers, "i1", v.MAX_HEXES]  # moves from a start; for encoders by element and town, straight
    first: Annotated[Numbers, "i1", v.MAX_HEXES]  # the first direction of a way (targeting); 1: in sight (sight)
    queue: Annotated[Numbers, "i2", v.MAX_HEXES]  # hexes in the order found; for encoders what a seat can pay with
    nearest: Annotated[Numbers, "i2", v.MAX_ELEMENTS + len(v.TOWNS) + 1]  # a hex of each kind; one to spare


class Recorded:
    """A seat's record in the chronicle of a campaign."""

    tower: I2
    stone: I2
    extension: I2
    items: Annotated[Numbers, "i2", v.LEVELS]


class Setup:
    """Options of a game, chosen before it: for a batch, one record a game."""

    seed: U8
    scenario: I2
    difficulty: I2
    seats: I2
    layout: I2  # -1: drawn from the seed, -2: recorded
    placement: I2
    continued: I2
    alchemist: Annotated[Numbers, "i2", v.SEATS]
    house: Switches
    candour: Knowledge
    study: Ablation
    recorded: Annotated[Many[Recorded], v.SEATS]
    reward: Annotated[Numbers, "i2", v.MAX_ELEMENTS]  # into each tower, from the scenario before
    laid: Annotated[Plane, "i2", v.TILES, 3]
    stands: Annotated[Numbers, "i1", v.SEATS]  # their colours, as in a state
    temple: I2  # the temple card, from 1; 0: drawn from the seed


class Seated:
    """A seat in the account of a game: its alchemist, and the colour of his stands as in a state."""

    alchemist: I1
    stand: I1


class Account:
    """The account of a game that ended: for a batch, one record a game."""

    seats: I2
    outcome: I2
    difficulty: I2
    started: I2
    day: I2
    seated: Annotated[Many[Seated], v.SEATS]
    reached: Annotated[Numbers, "i2", v.SEATS]  # a bit for each goal
    progress: Annotated[Plane, "i2", v.SEATS, v.MAX_GOALS]
    lost_stones: Annotated[Numbers, "i2", v.SEATS]
    fallen_seat: Annotated[Numbers, "i2", v.SEATS]
    fallen_day: Annotated[Numbers, "i2", v.SEATS]
    fallen_to: Annotated[Numbers, "i2", v.SEATS]
    happened: Annotated[Numbers, "i2", v.EVENTS]


STATE: np.dtype[np.void] = layout(State)
ACCOUNT: np.dtype[np.void] = layout(Account)
SETUP: np.dtype[np.void] = layout(Setup)
GAME_BYTES: int = STATE.fields["logged"][1]  # type: ignore[index]
LATER: tuple[int, ...] = tuple(STATE.fields[name][1] for name in ("study", "candour"))  # type: ignore[index]
KEPT_BYTES: int = STATE.fields["distance"][1]  # type: ignore[index]  # all but scratch space


KIND: Any = readable(STATE) if PLAIN else STATE  # in the form that the rules of this process take


def new_states(count: int) -> np.ndarray:
    """Zeroed states, in the form that the rules of this process take."""
    return np.zeros(count, KIND)


def as_states(raw: np.ndarray) -> np.ndarray:
    """Bytes as states, without a copy, in the form that the rules of this process take."""
    return raw.view(KIND)


def new_accounts(count: int) -> np.ndarray:
    accounts = np.zeros(count, ACCOUNT)
    return accounts.view(readable(ACCOUNT)) if PLAIN else accounts


def new_setups(count: int) -> np.ndarray:
    setups = np.zeros(count, SETUP)
    return setups.view(readable(SETUP)) if PLAIN else setups
