"""The guide of a tutorial: what it says on a day, and what it would play."""

from typing import Any

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.view import View

Line = dict[str, Any]


def lines(pack: Pack, s: Any) -> list[Line]:
    """The lines of today; none at a table that they are not written for: four alchemists, the first of each colour."""
    guide: list[Line] = pack.entries["scenario"][s.scenario]["guide"]
    if not guide or s.seats != v.SEATS or s.house.campaign:
        return []
    entries = pack.entries["alchemist"]
    first = {one["colour"]: number for number, one in reversed(list(enumerate(entries)))}
    seated = [int(s.seat[seat].alchemist) for seat in range(v.SEATS)]
    if any(first[entries[one]["colour"]] != one for one in seated):
        return []
    return [one for one in guide if one["day"] == s.day]


def line_of(view: View, seat: int) -> Line | None:
    """The line of today for a seat."""
    mine = colour(view, seat)
    return next((one for one in lines(view.pack, view.state) if one["colour"] == mine), None)


def colour(view: View, seat: int) -> int:
    """The colour of a seat, as the guide names it."""
    found: int = view.pack.entries["alchemist"][view.state.seat[seat].alchemist]["colour"]
    return found


def said(view: View, language: str = "en") -> list[str]:
    """What the guide says while this seat is asked: of the day, and of the turn."""
    name, mine = v.COLOURS[colour(view, view.seat)], colour(view, view.seat)
    found = []
    for one in lines(view.pack, view.state):
        if one["colour"] is None:
            found.append(f"Day {one['day']}. {one[language]}")
        elif one["colour"] == mine:
            plays = f" [{', '.join((*one['answers'], 'end'))}]"
            found.append(f"Day {one['day']}, {name}: {one[language]}{plays}")
    return found


def action(view: View, answer: str) -> int | None:
    """The legal action of the seat that is asked that the guide calls so."""
    mine = v.COLOURS[colour(view, view.seat)]
    forms = {form.casefold() for form in (answer, f"{mine} {answer}", f"{mine}.{answer}")}
    return next((one for one in view.legal if view.words(one).casefold() in forms), None)
