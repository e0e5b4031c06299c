"""Meanings of answers as plain sentences; their numbers come from the rules."""

from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.draw.meaning import answers, turn
from mpenv.worlds.materia_prima.draw.meaning.attempt import Attempt
from mpenv.worlds.materia_prima.rules import entries, prompts, reasons
from mpenv.worlds.materia_prima.view import View


def meaning(view: View, action: int) -> str:
    """Effect of an answer of this seat; the reason for one that is not legal."""
    if not view.mask[action]:
        if view.asked != view.seat:
            return "not now: another seat is asked" if view.asked is not None else "not now: the game has ended"
        return f"not now: {reasons.WORDS[entries.why_not(view.pack.tables, view.record, 0, action)]}"
    tried = Attempt(view, action)
    if tried.kind == prompts.TURN:
        return turn.MEANINGS[tried.block](tried)
    told = (answers.DONE if action == c.END else answers.MEANINGS)[tried.kind](tried)
    return f"{told}; by itself follows: {', '.join(tried.followed)}" if tried.followed else told


def choices(view: View) -> list[int]:
    """Legal answers, with ending the turn last."""
    return sorted(view.legal, key=lambda action: (action == c.END, action))


__all__ = ["Attempt", "choices", "meaning"]
