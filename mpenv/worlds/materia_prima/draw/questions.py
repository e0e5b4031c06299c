"""The open question in words: who decides, about what."""

from collections.abc import Callable
from typing import Any

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, RUNNING
from mpenv.worlds.materia_prima.view import View


def decides(kind: str) -> str:
    """What a prompt of this kind is about: `which of the drawn recipes to keep`."""
    return phrase(f"question.{kind}")


def question(view: View) -> str:
    """The open question, or how the game ended."""
    pack, s = view.pack, view.state
    if s.outcome != RUNNING:
        return phrase("asked.ended", outcome=phrase(f"outcome.{OUTCOMES[s.outcome]}"), day=s.day)
    asked = s.prompt[s.prompts - 1]
    kind = prompts.KINDS[asked.kind]
    who = words.colour(pack, s, asked.seat)
    if kind != "turn":
        about = _ABOUT[kind](pack, s, asked) if kind in _ABOUT else ""
        return phrase("asked.decides", who=who, question=decides(kind)) + (f" ({about})" if about else "")
    left = [
        f"{words.figure(pack, s, asked.seat, number)}{budget(s, asked.seat, number).replace(',', ':', 1)}"
        for number in range(v.FIGURES)
        if budget(s, asked.seat, number)
    ]
    return f"{phrase('asked.turn', who=who)}; {'; '.join(left)}"


def budget(s: Any, seat: int, number: int) -> str:
    """Actions a figure has left this turn, after a comma."""
    left = actions_left(s.seat[seat].figure[number])
    return f", {left}" if left else ""


def actions_left(one: Any) -> str:
    """`2 actions and 1 extra mine left`, or nothing."""
    left = actions(one)
    return phrase("asked.left", what=left) if left else ""


def actions(one: Any) -> str:
    """`2 actions and 1 extra mine`, or nothing."""
    extra = [
        phrase("asked.extra", count=count, verb=words.term(verb))
        for verb, count in zip(v.VERBS, one.extra.tolist(), strict=False)
        if count
    ]
    return words.joined(([words.counted(one.actions, "action")] if one.actions else []) + extra)


def _recipe(pack: Pack, card: int) -> str:
    return pack.name(pack.ids["recipe"][card]) if card >= 0 else ""


def _element(pack: Pack, one: Any) -> str:
    return phrase("asked.to_go", amount=one.amount, element=words.element(pack, one.element))


def _column(pack: Pack, s: Any, one: Any) -> str:
    """Chosen column, as the notation names it."""
    q = one.column + pack.readable.q[0] - pack.readable.column[0]
    return phrase("asked.column", column=q) if one.column >= 0 else ""


def _partner(pack: Pack, s: Any, one: Any) -> str:
    return phrase("asked.partner", who=words.figure(pack, s, *divmod(one.slot, v.FIGURES)))


def _cost(pack: Pack, s: Any, one: Any) -> str:
    row = pack.entries["scenario"][s.scenario]["events"][one.slot]
    return phrase("asked.spend", paid=one.amount, cost=row["cost"][s.seats - 2])


_ABOUT: dict[str, Callable[[Pack, Any, Any], str]] = {
    "exchange": _partner,
    "keep": lambda pack, s, one: phrase("asked.keep", amount=one.amount),
    "private": lambda pack, s, one: _recipe(pack, s.drawn[one.slot]),
    "discard": lambda pack, s, one: phrase("asked.discard", recipe=_recipe(pack, s.drawn[one.slot])),
    "loot": lambda pack, s, one: words.element(pack, one.element),
    "swap": lambda pack, s, one: words.element(pack, one.element),
    "payment": lambda pack, s, one: _element(pack, one),
    "entry": _column,
    "spend": _cost,
    "lose": lambda pack, s, one: _element(pack, one),
    "sacrifice": lambda pack, s, one: (phrase("asked.homunculus"), phrase("asked.equipment"), phrase("asked.fragment"))[
        one.slot
    ],
    "destroy": lambda pack, s, one: phrase("asked.destroy", amount=one.amount, level=(one.slot - 1) % v.LEVELS + 1),
    "place_tower": _column,
    "place_alchemist": _column,
    "carry": lambda pack, s, one: phrase("asked.carry", level=one.slot),
}
