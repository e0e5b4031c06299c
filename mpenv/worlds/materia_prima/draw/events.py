"""Events of a step in words: dice, cards and moves of the Inquisition."""

from collections.abc import Callable
from typing import Any

from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.rules import log, prompts
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN
from mpenv.worlds.materia_prima.rules.state import EVENTS, OUTCOMES, PAID
from mpenv.worlds.materia_prima.view import View

OF_FIGURES = {
    "MOVE",
    "MINE",
    "DROP",
    "PICK",
    "MISSION",
    "EXCHANGE",
    "FIGHT",
}  # verbs of any figure; the others are of alchemists


def described(pack: Pack, s: Any) -> list[str]:
    """Events of the last step, oldest first."""
    return [_WORDS[kind](pack, s, a, b, c) for kind, a, b, c in numbers(s)]


def numbers(s: Any) -> list[list[int]]:
    """Events as numbers, kind and three arguments each, as replays store them."""
    logged = s["logged"]
    if not logged:
        return []
    rows: list[list[int]] = s["event"][: min(logged, EVENTS)].tolist()
    start = logged % EVENTS if logged > EVENTS else 0
    return rows[start:] + rows[:start]


def is_heard(view: View, action: int) -> bool:
    """Check that this seat may know an action: it sees the figure that acts, and the recipes involved."""
    s = view.state
    if view.asked == view.seat or view.asked is None:
        return True
    asked = s.prompt[s.prompts - 1]
    if asked.kind in (prompts.KEEP, prompts.PRIVATE, prompts.DISCARD):
        return not any(card <= DRAWN_FACE_DOWN for card in s.drawn.tolist())
    if asked.kind != prompts.TURN or action == c.END:
        return True
    block = c.block_of(action)
    figures = block.size // v.FIGURES if block.name in OF_FIGURES else block.size
    return bool(s.seat[asked.seat].figure[(action - block.start) // figures].hex >= 0)


def _figure(pack: Pack, s: Any, who: int) -> str:
    return notation.figure(pack, s, who // v.FIGURES, who % v.FIGURES)


def _target(pack: Pack, s: Any, target: int) -> str:
    """Target of an inquisitor: a figure, or a tower."""
    seat, place = divmod(target, v.FIGURES + 1)
    if place == v.FIGURES:
        return f"{notation.colour(pack, s, seat)}'s tower"
    return notation.figure(pack, s, seat, place)


def _letter(pack: Pack, type_: int, which: int) -> str:
    return f"{pack.entries['type'][type_]['letter']}{which + 1}"


def _card(pack: Pack, s: Any, card: int, slot: int, c: int) -> str:
    return f"an alarm brings inquisitor card {words.inquisitor_card(pack, card)}"


def _loot(pack: Pack, s: Any, who: int, element: int, face: int) -> str:
    return f"{_figure(pack, s, who)} rolls {face} for loot: {pack.ids['element'][element]}"


def _event(pack: Pack, s: Any, row: int, side: int) -> str:
    event = pack.entries["scenario"][s.scenario]["events"][row]
    said = "is paid" if side == PAID else "is not paid"
    return f"the event of day {event['day']} {said}: {words.effect(pack, event['paid' if side == PAID else 'unpaid'])}"


_WORDS: dict[int, Callable[[Pack, Any, int, int, int], str]] = {
    log.DAY: lambda pack, s, a, b, c: f"day {a} begins",
    log.ALARM_CARD: lambda pack, s, a, b, c: f"alarm card {words.alarm_card(pack, s, a)}",
    log.MARKED: lambda pack, s, a, b, c: f"alarm marker on {words.place(pack, a)}",
    log.ALARM: lambda pack, s, a, b, c: f"ALARM on {words.place(pack, a)}",
    log.INQUISITOR_CARD: _card,
    log.ENTERS: lambda pack, s, a, b, c: f"{_letter(pack, a, b)} enters on {words.place(pack, c)}",
    log.TURN: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)}'s turn",
    log.ROLLED: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} rolls {b} against defence {c}",
    log.DEFEATED: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} defeats {_letter(pack, b, c)}",
    log.LOOT: _loot,
    log.MOVED: lambda pack, s, a, b, c: f"{_letter(pack, a, b)} moves to {words.place(pack, c)}",
    log.HELD: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} rolls {b} against attack {c} and holds",
    log.FELLED: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} rolls {b} against attack {c} and is DEFEATED",
    log.FORFEITED: lambda pack, s, a, b, c: f"{_letter(pack, a, b)} waits before the tower on {words.place(pack, c)}",
    log.STONE_LOST: lambda pack, s, a, b, c: (
        f"{notation.colour(pack, s, a)} loses the soul stone to {_letter(pack, b, c)}"
    ),
    log.MADE: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)} makes {pack.name(pack.ids['recipe'][b])}",
    log.MINED: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} mines {c} {pack.ids['element'][b]}",
    log.CONVERTED: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)} converts to {pack.ids['element'][b]}",
    log.EVENT: lambda pack, s, a, b, c: _event(pack, s, a, b),
    log.GAINED: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)} gains {c} {pack.ids['element'][b]}",
    log.LOST: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)} loses {c} {pack.ids['element'][b]}",
    log.SACRIFICED: lambda pack, s, a, b, c: (
        f"{notation.colour(pack, s, a)} gives up {pack.name(pack.ids['recipe'][b])}"
    ),
    log.DESTROYS: lambda pack, s, a, b, c: (
        f"{notation.colour(pack, s, a)}'s tower is assailed: {c} elements of level {b} or less"
    ),
    log.DESTROYED: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)}'s {pack.ids['element'][b]} is DESTROYED",
    log.MISSION: lambda pack, s, a, b, c: (
        f"{notation.colour(pack, s, a)} completes the mission of {v.TOWNS[c]}: {words.errand(pack, b)}"
    ),
    log.BOUGHT: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)} buys {words.extension(pack, b)}",
    log.RESEARCHED: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)} keeps a recipe",
    log.EXTENDED: lambda pack, s, a, b, c: f"the game goes on as {v.DIFFICULTIES[a]}, to day {b}",
    log.CARRIED: lambda pack, s, a, b, c: (
        f"{notation.colour(pack, s, a)} takes {pack.name(pack.ids['recipe'][b])} along"
    ),
    log.ATTACKS: lambda pack, s, a, b, c: f"{_letter(pack, a, b)} attacks {_target(pack, s, c)}",
    log.EXCHANGES: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} exchanges with {_figure(pack, s, b)}",
    log.LAID: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} offers {c} {pack.ids['element'][b]}",
    log.TAKEN: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} takes 1 {pack.ids['element'][b]}",
    log.SAID: lambda pack, s, a, b, c: f"{notation.colour(pack, s, a)} says: {words.said(pack, s, b)}",
    log.ROBS: lambda pack, s, a, b, c: f"{_figure(pack, s, a)} is robbed: {c} elements of level {b} or less",
    log.ROBBED: lambda pack, s, a, b, c: f"{_figure(pack, s, a)}'s {pack.ids['element'][b]} is DESTROYED",
    log.ENDED: lambda pack, s, a, b, c: f"the game ends on day {b}: {OUTCOMES[a]}",
}
