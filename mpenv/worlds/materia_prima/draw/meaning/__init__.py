"""Meanings of answers as plain sentences; their numbers come from the rules."""

from mpenv.language import USUAL, spoken
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.draw.meaning import answers, turn
from mpenv.worlds.materia_prima.draw.meaning.attempt import Attempt
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules import entries, prompts, reasons
from mpenv.worlds.materia_prima.view import View


def meaning(view: View, action: int) -> str:
    """Effect of an answer of this seat; the reason for one that is not legal."""
    if not view.mask[action]:
        if view.asked != view.seat:
            why = phrase("meaning.other_seat") if view.asked is not None else phrase("meaning.over")
        else:
            why = reason(entries.why_not(view.pack.tables, view.record, 0, action))
        return phrase("meaning.not_now", why=why)
    if longer := view.beyond_steps(action):
        return longer
    tried = Attempt(view, action)
    if tried.kind == prompts.TURN:
        return turn.MEANINGS[tried.block](tried)
    told = (answers.DONE if action == c.END else answers.MEANINGS)[tried.kind](tried)
    return phrase("meaning.follows", what=told, actions=", ".join(tried.followed)) if tried.followed else told


def reason(number: int) -> str:
    """Why an answer is not legal, by the number that the rules give."""
    return reasons.WORDS[number] if spoken() == USUAL else phrase(f"reason.{reasons.WORDS[number]}")


def choices(view: View) -> list[int]:
    """Legal answers, with ending the turn last."""
    return sorted(view.legal, key=lambda action: (action == c.END, action))


__all__ = ["Attempt", "choices", "meaning"]
