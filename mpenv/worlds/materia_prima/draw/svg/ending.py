"""How the game ended and why, on top of the conversions, which nobody needs any more."""

from mpenv.world import Outcome
from mpenv.worlds.materia_prima.draw import account
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.svg.letters import say
from mpenv.worlds.materia_prima.draw.svg.marks import group, panel, rect
from mpenv.worlds.materia_prima.draw.svg.scene import Scene

LEAD, FIRST = 15.5, 50  # from line to line, and down to the first one


def outcome(scene: Scene) -> str:
    """The result and its account; nothing while the game runs."""
    end, box = account.outcome_of(scene.view), scene.places.hand
    if end is None:
        return ""
    result = account.result(end)
    said = phrase("svg.ended", outcome=result[:1].upper() + result[1:], day=end.day)
    kind = "good" if end.success else "alert"
    rows, most = told(end), int((box.h - FIRST) / LEAD)
    shown = (
        rows
        if len(rows) <= most
        else [*rows[: most - 1], (phrase("svg.more_lines", count=len(rows) - most + 1), "pale")]
    )
    parts = [panel(box), rect(box, "now", 8), say(box.x + 14, box.y + 29, said, f"title {kind}", box.w - 28)]
    for k, (words, style) in enumerate(shown):
        left = 14 if style == "name" else 22
        parts.append(say(box.x + left, box.y + FIRST + LEAD * k, words, style, box.w - left - 10))
    return group("; ".join([said, *(words for words, style in rows if style == "fine")]), *parts)


def told(end: Outcome) -> list[tuple[str, str]]:
    """The account in lines, each with its style: who lacked what, when stones fell, which events came."""
    details = end.details
    missing = [account.lacked(detail) for detail in details["missing"]]
    stones = [account.fell(detail) for detail in details["stones"]]
    events = [
        phrase("svg.event", day=detail["day"], paid=_paid(detail["paid"]), effect=detail["effect"])
        for detail in details["events"]
    ]
    rows = [] if missing else [(reason[:1].upper() + reason[1:], "fine") for reason in end.reasons[:1]]
    headings = (phrase("svg.missing"), phrase("svg.stones"), phrase("svg.events"))
    for heading, lines in zip(headings, (missing, stones, events), strict=True):
        rows += [(heading, "name"), *((line, "fine") for line in lines)] if lines else []
    return rows


def _paid(paid: bool) -> str:
    return phrase("svg.paid") if paid else phrase("svg.not_paid")
