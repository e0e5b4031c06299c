"""Events of a step in words: dice, cards and moves of the Inquisition."""

from collections.abc import Callable
from typing import Any

from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase
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
    return words.figure(pack, s, who // v.FIGURES, who % v.FIGURES)


def _target(pack: Pack, s: Any, target: int) -> str:
    """Target of an inquisitor: a figure, or a tower."""
    seat, place = divmod(target, v.FIGURES + 1)
    if place == v.FIGURES:
        return phrase("where.tower", who=words.colour(pack, s, seat))
    return words.figure(pack, s, seat, place)


def _letter(pack: Pack, type_: int, which: int) -> str:
    return f"{pack.entries['type'][type_]['letter']}{which + 1}"


def _recipe(pack: Pack, card: int) -> str:
    return pack.name(pack.ids["recipe"][card])


def _event(pack: Pack, s: Any, row: int, side: int) -> str:
    event = pack.entries["scenario"][s.scenario]["events"][row]
    if side == PAID:
        return phrase("log.event_paid", day=event["day"], effect=words.effect(pack, event["paid"]))
    return phrase("log.event_unpaid", day=event["day"], effect=words.effect(pack, event["unpaid"]))


Line = Callable[[Pack, Any, int, int, int], str]
_WORDS: dict[int, Line] = {
    log.DAY: lambda pack, s, a, b, c: phrase("log.day", day=a),
    log.ALARM_CARD: lambda pack, s, a, b, c: phrase("log.alarm_card", card=words.alarm_card(pack, s, a)),
    log.MARKED: lambda pack, s, a, b, c: phrase("log.marked", place=words.place(pack, a)),
    log.ALARM: lambda pack, s, a, b, c: phrase("log.alarm", place=words.place(pack, a)),
    log.EVENT: lambda pack, s, a, b, c: _event(pack, s, a, b),
    log.EXTENDED: lambda pack, s, a, b, c: phrase("log.extended", level=words.term(v.DIFFICULTIES[a]), day=b),
    log.ENDED: lambda pack, s, a, b, c: phrase("log.ended", day=b, outcome=phrase(f"outcome.{OUTCOMES[a]}")),
    log.INQUISITOR_CARD: lambda pack, s, a, b, c: phrase("log.card", card=words.inquisitor_card(pack, a)),
    log.ENTERS: lambda pack, s, a, b, c: phrase("log.enters", who=_letter(pack, a, b), place=words.place(pack, c)),
    log.MOVED: lambda pack, s, a, b, c: phrase("log.moved", who=_letter(pack, a, b), place=words.place(pack, c)),
    log.FORFEITED: lambda pack, s, a, b, c: phrase(
        "log.forfeited", who=_letter(pack, a, b), place=words.place(pack, c)
    ),
    log.ATTACKS: lambda pack, s, a, b, c: phrase("log.attacks", who=_letter(pack, a, b), whom=_target(pack, s, c)),
    log.ROLLED: lambda pack, s, a, b, c: phrase("log.rolled", who=_figure(pack, s, a), roll=b, defence=c),
    log.DEFEATED: lambda pack, s, a, b, c: phrase("log.defeated", who=_figure(pack, s, a), whom=_letter(pack, b, c)),
    log.LOOT: lambda pack, s, a, b, c: phrase(
        "log.loot", who=_figure(pack, s, a), roll=c, element=words.element(pack, b)
    ),
    log.HELD: lambda pack, s, a, b, c: phrase("log.held", who=_figure(pack, s, a), roll=b, attack=c),
    log.FELLED: lambda pack, s, a, b, c: phrase("log.felled", who=_figure(pack, s, a), roll=b, attack=c),
    log.MINED: lambda pack, s, a, b, c: phrase(
        "log.mined", who=_figure(pack, s, a), count=c, element=words.element(pack, b)
    ),
    log.EXCHANGES: lambda pack, s, a, b, c: phrase("log.exchanges", who=_figure(pack, s, a), whom=_figure(pack, s, b)),
    log.LAID: lambda pack, s, a, b, c: phrase(
        "log.laid", who=_figure(pack, s, a), count=c, element=words.element(pack, b)
    ),
    log.TAKEN: lambda pack, s, a, b, c: phrase("log.taken", who=_figure(pack, s, a), element=words.element(pack, b)),
    log.TURN: lambda pack, s, a, b, c: phrase("log.turn", who=words.colour(pack, s, a)),
    log.STONE_LOST: lambda pack, s, a, b, c: phrase(
        "log.stone_lost", who=words.colour(pack, s, a), whom=_letter(pack, b, c)
    ),
    log.MADE: lambda pack, s, a, b, c: phrase("log.made", who=words.colour(pack, s, a), recipe=_recipe(pack, b)),
    log.CONVERTED: lambda pack, s, a, b, c: phrase(
        "log.converted", who=words.colour(pack, s, a), element=words.element(pack, b)
    ),
    log.GAINED: lambda pack, s, a, b, c: phrase(
        "log.gained", who=words.colour(pack, s, a), count=c, element=words.element(pack, b)
    ),
    log.LOST: lambda pack, s, a, b, c: phrase(
        "log.lost", who=words.colour(pack, s, a), count=c, element=words.element(pack, b)
    ),
    log.SACRIFICED: lambda pack, s, a, b, c: phrase(
        "log.sacrificed", who=words.colour(pack, s, a), recipe=_recipe(pack, b)
    ),
    log.DESTROYS: lambda pack, s, a, b, c: phrase("log.destroys", who=words.colour(pack, s, a), count=c, level=b),
    log.DESTROYED: lambda pack, s, a, b, c: phrase(
        "log.destroyed", who=words.colour(pack, s, a), element=words.element(pack, b)
    ),
    log.MISSION: lambda pack, s, a, b, c: phrase(
        "log.mission", who=words.colour(pack, s, a), town=v.TOWNS[c], errand=words.errand(pack, b)
    ),
    log.BOUGHT: lambda pack, s, a, b, c: phrase(
        "log.bought", who=words.colour(pack, s, a), what=words.extension(pack, b)
    ),
    log.RESEARCHED: lambda pack, s, a, b, c: phrase("log.researched", who=words.colour(pack, s, a)),
    log.CARRIED: lambda pack, s, a, b, c: phrase("log.carried", who=words.colour(pack, s, a), recipe=_recipe(pack, b)),
    log.SAID: lambda pack, s, a, b, c: phrase("log.said", who=words.colour(pack, s, a), what=words.said(pack, s, b)),
    log.ROBS: lambda pack, s, a, b, c: phrase("log.robs", who=_figure(pack, s, a), count=c, level=b),
    log.ROBBED: lambda pack, s, a, b, c: phrase("log.robbed", who=_figure(pack, s, a), element=words.element(pack, b)),
}
