"""Checks of prompts: whether a seat can be asked this now."""

from collections.abc import Iterator

import numpy as np

from mpenv.worlds.materia_prima import switches
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, PHASES, PROMPTS, RUNNING
from mpenv.worlds.materia_prima.states import questions
from mpenv.worlds.materia_prima.view import View

Faults = Iterator[tuple[str, str, str]]
NEEDS = {
    "drop": ["drop"],
    "pick": ["drop"],
    "equip": ["equip"],
    "who": ["exchange"],
    "exchange": ["exchange"],
    "keep": ["research"],
    "loot": ["fight", "inquisitors"],
    "swap": ["fight", "inquisitors"],
    "enter_town": ["homunculus missions"],
    "entry": ["inquisitors"],
    "destroy": ["inquisitors"],
}  # prompts of parts of the game that may be switched off
STACK = {
    questions.BELOW: "{said} cannot be asked in the phase {phase}",
    questions.BESIDE: "{said} cannot be asked at once",
    questions.ABOVE: "{said} cannot be asked in a turn",
}
ORDER = {
    questions.TURN: ("seat", "it is another colour's turn by today's alarm card (MP-ALCH-1)"),
    questions.SPEAKER: ("seat", "it is another colour's turn to speak by today's alarm card (MP-ALCH-1)"),
    questions.LEADER: ("seat", "the first colour of today's order is asked (AMB-46)"),
}
PLACE = {
    questions.FIGURE: ("figure", "is not a figure on the board of the player whose turn it is"),
    questions.KIND: ("kind", "only an alchemist in his tower equips (MP-ACT-EQUIP-1)"),
}
DETAILS = {
    questions.NOT_PLAYED: ("kind", "this table plays without {missing} (rules: without)"),
    questions.AMOUNT: ("amount", "must say how many are still to come"),
    questions.ELEMENT: ("element", "must be named"),
    questions.COLUMN: ("column", "is only of prompts that choose a hex"),
    questions.SLOT: ("slot", "{slot} is nothing that can be asked about now"),
}


def asked(view: View) -> Faults:
    """Check that prompts fit the phase: in a turn at most one above it, and one more while recipes are kept."""
    s = view.state
    kinds = [prompts.KINDS[s.prompt[k].kind] for k in range(s.prompts)]
    if s.outcome == OUTCOMES.index("abort") and any(s.seat[seat].stone for seat in range(s.seats)):
        yield "", "outcome", "an abort leaves no soul stone (MP-END-1)"
    if not kinds:
        return
    if s.outcome != RUNNING:
        yield "prompt", "kind", "nobody is asked after the end"
    found = np.zeros(1 + PROMPTS, np.int64)
    questions.look_through(view.pack.tables, view.record, 0, found)
    stack, *each = found.tolist()
    if stack:
        yield "prompt", "kind", STACK[stack].format(said=", ".join(kinds), phase=PHASES[s.phase])
        return
    yield from (("prompt", *words) for bit, words in ORDER.items() if each[0] & bit)
    for k in range(len(kinds)):
        yield from ((f"prompt {k}", *words) for bit, words in PLACE.items() if each[k] & bit)
    for k, kind in enumerate(kinds):
        missing = ", ".join({*NEEDS.get(kind, ())} & {*switches.without(s)})
        for bit, (field, words) in DETAILS.items():
            if each[k] & bit:
                yield f"prompt {k}", field, words.format(missing=missing, slot=s.prompt[k].slot)
