"""The stack of pending decisions; the top one is asked."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.vocabulary import VERBS
from mpenv.worlds.materia_prima.rules.state import Prompt, State

(
    TURN, DROP, PICK, EQUIP, WHO, EXCHANGE, KEEP, PRIVATE, DISCARD, GIVE, ENTER_TOWN, LOOT, SWAP, PAYMENT, OVERLOAD,
    ENTRY, PAY, SPEND, LOSE, SACRIFICE, DESTROY, PLACE_TOWER, PLACE_ALCHEMIST, EXTEND, CARRY, CARRY_EXTENSION,
    SAY,
) = range(1, 28)  # fmt: skip
KINDS = (
    "nothing", "turn", "drop", "pick", "equip", "who", "exchange", "keep", "private", "discard", "give", "enter_town",
    "loot", "swap", "payment", "overload", "entry", "pay", "spend", "lose", "sacrifice", "destroy", "place_tower",
    "place_alchemist", "extend", "carry", "carry_extension", "say",
)  # fmt: skip
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
