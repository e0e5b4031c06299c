"""The stack of pending decisions; the top one is asked."""

from typing import NamedTuple

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.vocabulary import POOL, VERBS
from mpenv.worlds.materia_prima.rules import state
from mpenv.worlds.materia_prima.rules.state import CARRYING, DUSK, PLACING, SAYING, TURNS, Prompt, State

(
    TURN, DROP, PICK, EQUIP, WHO, EXCHANGE, KEEP, PRIVATE, DISCARD, GIVE, ENTER_TOWN, LOOT, SWAP, PAYMENT, OVERLOAD,
    ENTRY, PAY, SPEND, LOSE, SACRIFICE, DESTROY, PLACE_TOWER, PLACE_ALCHEMIST, EXTEND, CARRY, CARRY_EXTENSION,
    SAY,
) = range(1, 28)  # fmt: skip
NEVER = -1
NEW_CARD = POOL  # the CARD that means the recipe in hand; behind it those drawn by a research
DRAWN_CARD = c.CARD + NEW_CARD + 1
EVENT_PHASE, ENTRY_PHASE, INQUISITION_PHASE = state.EVENT, state.ENTRY, state.INQUISITION

# Answers that several kinds share: the first id, and the one behind the last.
NO_OR_YES = (c.NO, c.MOVE)
ELEMENT_DOWN = (c.PUT, c.TAKE)
ELEMENT_UP = (c.TAKE, c.STORE)
FROM_STORE = (c.STORE, c.COMPONENT)
OWNED = (c.COMPONENT, c.CARD)  # homunculi, items and fragments
HEX = (c.COLUMN, c.ACTIONS)  # a column, then a row


class Kind(NamedTuple):
    """A kind of prompt: the ids from `first` to before `last` may answer it, besides END.

    In `phase` it lies at the bottom of the stack (NEVER: only upon others), `in_turn` says if it may lie upon a turn;
    a table that plays without the verb `comes_of` never asks it.
    """

    number: int
    name: str
    first: int = 0
    last: int = 0
    phase: int = NEVER
    in_turn: bool = False
    comes_of: str = ""


TABLE = (
    Kind(0, "nothing"),
    Kind(TURN, "turn", phase=TURNS),
    Kind(DROP, "drop", *ELEMENT_DOWN, in_turn=True, comes_of="drop"),
    Kind(PICK, "pick", *ELEMENT_UP, in_turn=True, comes_of="drop"),
    Kind(EQUIP, "equip", c.TAKE, c.CARD, in_turn=True, comes_of="equip"),
    Kind(WHO, "who", c.WHO, c.PUT, in_turn=True, comes_of="exchange"),
    Kind(EXCHANGE, "exchange", *ELEMENT_UP, in_turn=True, comes_of="exchange"),
    Kind(KEEP, "keep", DRAWN_CARD, c.POINTS, in_turn=True, comes_of="research"),
    Kind(PRIVATE, "private", *NO_OR_YES),
    Kind(DISCARD, "discard", c.CARD, DRAWN_CARD),
    Kind(GIVE, "give", *OWNED, in_turn=True),
    Kind(ENTER_TOWN, "enter_town", *NO_OR_YES, in_turn=True),
    Kind(LOOT, "loot", *NO_OR_YES, in_turn=True, comes_of="fight"),
    Kind(SWAP, "swap", *ELEMENT_DOWN, in_turn=True, comes_of="fight"),
    Kind(PAYMENT, "payment", *FROM_STORE, in_turn=True),
    Kind(OVERLOAD, "overload", *ELEMENT_DOWN, phase=EVENT_PHASE, in_turn=True),
    Kind(ENTRY, "entry", *HEX, phase=ENTRY_PHASE),
    Kind(PAY, "pay", *NO_OR_YES, phase=EVENT_PHASE),
    Kind(SPEND, "spend", c.CARD, c.COLUMN, phase=EVENT_PHASE),
    Kind(LOSE, "lose", *FROM_STORE, phase=EVENT_PHASE),
    Kind(SACRIFICE, "sacrifice", *OWNED, phase=EVENT_PHASE),
    Kind(DESTROY, "destroy", *ELEMENT_DOWN, phase=INQUISITION_PHASE),
    Kind(PLACE_TOWER, "place_tower", *HEX, phase=PLACING),
    Kind(PLACE_ALCHEMIST, "place_alchemist", *HEX, phase=PLACING),
    Kind(EXTEND, "extend", *NO_OR_YES, phase=DUSK),
    Kind(CARRY, "carry", *OWNED, phase=CARRYING),
    Kind(CARRY_EXTENSION, "carry_extension", c.CARD, c.POINTS, phase=CARRYING),
    Kind(SAY, "say", c.FIGHT, c.STORE, phase=SAYING),
)
assert [row.number for row in TABLE] == list(range(len(TABLE)))
KINDS = tuple(row.name for row in TABLE)
FIRST, LAST = tuple(row.first for row in TABLE), tuple(row.last for row in TABLE)  # for compiled rules
OWN_TURN, ALARM, EVENT, INQUISITION, SETUP, CAMPAIGN = range(6)
MOVES = 1 << VERBS.index("move")
CAUSES = ("own turn", "alarm", "event", "inquisition", "setup", "campaign")


@rule()
def ask(s: State, kind: int, seat: int, figure: int, cause: int) -> None:
    """Push a decision; its owner answers before anything else goes on."""
    top = s.prompt[s.prompts]
    s.prompts += 1
    top.kind = kind
    top.seat = seat
    top.figure = figure
    top.cause = cause
    top.done = 0
    top.slot = -1
    top.column = -1
    top.touched = 0
    top.element = -1
    top.amount = 0


@rule()
def asked(s: State) -> Prompt:
    return s.prompt[s.prompts - 1]


@rule(also=("MP-DAY-1",))
def is_asked_anyway(s: State) -> bool:
    """Without moves a turn is asked even if it can only end, or a game might end before anybody was asked."""
    return s.prompts > 0 and s.study.verbs & MOVES > 0 and asked(s).kind == TURN


@rule()
def answered(s: State) -> None:
    """Pop the decision and leave nothing of it behind."""
    s.prompts -= 1
    top = s.prompt[s.prompts]
    top.kind = 0
    top.seat = 0
    top.figure = 0
    top.cause = 0
    top.done = 0
    top.slot = 0
    top.column = 0
    top.touched = 0
    top.element = 0
    top.amount = 0
