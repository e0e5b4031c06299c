"""The guide of a tutorial: what it says on a day, and what it would play."""

from typing import Any

from mpenv.language import speaking, spoken
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.view import View

Line = dict[str, Any]


def lines(pack: Pack, s: Any) -> list[Line]:
    """The lines of today; none at a table that they are not written for."""
    guide: list[Line] = pack.entries["scenario"][s.scenario]["guide"]
    return [one for one in guide if one["day"] == s.day] if guide and _is_laid_out(pack, s) else []


def _is_laid_out(pack: Pack, s: Any) -> bool:
    """Do four alchemists play, the first of each colour, with the board and the towers of the scenario?"""
    own, entries = pack.readable.scenario[s.scenario], pack.entries["alchemist"]
    if s.seats != v.SEATS or s.laid.tolist() != own.laid.tolist():
        return False
    first = {one["colour"]: number for number, one in reversed(list(enumerate(entries)))}
    for me in (s.seat[seat] for seat in range(v.SEATS)):
        colour = entries[me.alchemist]["colour"]
        if me.alchemist != first[colour] or me.tower != own.tower[colour]:
            return False
    return True


def line_of(view: View, seat: int) -> Line | None:
    """The line of today for a seat."""
    mine = colour(view, seat)
    return next((one for one in lines(view.pack, view.state) if one["colour"] == mine), None)


def colour(view: View, seat: int) -> int:
    """The colour of a seat, as the guide names it."""
    found: int = view.pack.entries["alchemist"][view.state.seat[seat].alchemist]["colour"]
    return found


def said(view: View, language: str | None = None) -> list[str]:
    """What the guide says while this seat is asked: of the day, and of the turn; notation is the same everywhere."""
    with speaking(language):
        mine = colour(view, view.seat)
        name = phrase(f"colour.{v.COLOURS[mine]}")
        found = []
        for one in lines(view.pack, view.state):
            if one["colour"] is None:
                found.append(phrase("guide.day", day=one["day"], line=one[spoken()]))
            elif one["colour"] == mine:
                plays = f" [{', '.join(one['answers'])}]" if one["answers"] else ""
                found.append(phrase("guide.turn", day=one["day"], who=name, line=one[spoken()]) + plays)
        return found


def is_by_chance(view: View) -> bool:
    """Does the question come from dice, so that no line can foresee it: whether to take loot, and for what?"""
    s = view.state
    return bool(s.prompts) and s.prompt[s.prompts - 1].kind in (prompts.LOOT, prompts.SWAP)


def action(view: View, answer: str) -> int | None:
    """The legal action of the seat that is asked that the guide calls so."""
    mine = v.COLOURS[colour(view, view.seat)]
    forms = {form.casefold() for form in (answer, f"{mine} {answer}", f"{mine}.{answer}")}
    return next((one for one in view.legal if view.words(one).casefold() in forms), None)
