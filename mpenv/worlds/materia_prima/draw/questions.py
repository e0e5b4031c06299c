"""The open question in words: who decides, about what."""

from collections.abc import Callable
from typing import Any

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, RUNNING
from mpenv.worlds.materia_prima.view import View

QUESTIONS = {
    "drop": "what to drop, one element after another",
    "pick": "what to pick up, one element after another",
    "equip": "which items to wear or store, then which elements to take; the rest stays in the tower",
    "who": "with whom to exchange",
    "exchange": "what to take of what both carry, one element after another; the partner keeps the rest",
    "keep": "which of the drawn recipes to keep",
    "private": "whether the recipe goes to the private slot, where only its owner can use it",
    "discard": "which recipe of the full pool to discard",
    "give": "what to give to the town mission",
    "enter_town": "whether to give the homunculus that entered to the town mission",
    "loot": "whether to take the loot, at full load for something carried",
    "swap": "what to drop for the loot",
    "payment": "where the element that is paid comes from",
    "overload": "what to drop of too heavy a load",
    "entry": "where the inquisitors enter: a column (q), then a row (r)",
    "pay": "whether the team pays for the event",
    "spend": "which completed missions to spend, by their points",
    "lose": "where the element that is lost comes from",
    "sacrifice": "what to give up",
    "destroy": "which element is destroyed, of the tower or of a load",
    "place_tower": "where the tower stands: a column (q), then a row (r)",
    "place_alchemist": "where the alchemist starts: a column (q), then a row (r)",
    "extend": "whether the game goes on at an easier level",
    "carry": "which item to take along to the next scenario; done takes none",
    "carry_extension": "which of the tower extensions bought here to take along",
    "say": "what to say of the day's intentions; nobody is bound by it",
}


def question(view: View) -> str:
    """The open question, or how the game ended."""
    pack, s = view.pack, view.state
    if s.outcome != RUNNING:
        return f"The game has ended: {OUTCOMES[s.outcome]} on day {s.day}."
    asked = s.prompt[s.prompts - 1]
    kind = prompts.KINDS[asked.kind]
    who = notation.colour(pack, s, asked.seat)
    if kind != "turn":
        about = _ABOUT[kind](pack, s, asked) if kind in _ABOUT else ""
        return f"{who} decides {QUESTIONS[kind]}" + (f" ({about})" if about else "")
    left = [
        f"{notation.figure(pack, s, asked.seat, number)}{budget(s, asked.seat, number).replace(',', ':', 1)}"
        for number in range(v.FIGURES)
        if budget(s, asked.seat, number)
    ]
    return f"{who}'s turn; {'; '.join(left)}"


def budget(s: Any, seat: int, number: int) -> str:
    """Actions a figure has left this turn, after a comma."""
    left = actions_left(s.seat[seat].figure[number])
    return f", {left}" if left else ""


def actions_left(one: Any) -> str:
    """`2 actions and 1 extra mine left`, or nothing."""
    extra = [f"{count} extra {verb}" for verb, count in zip(v.VERBS, one.extra.tolist(), strict=False) if count]
    left = ([words.counted(one.actions, "action")] if one.actions else []) + extra
    return f"{' and '.join(left)} left" if left else ""


def _recipe(pack: Pack, card: int) -> str:
    return pack.name(pack.ids["recipe"][card]) if card >= 0 else ""


def _element(pack: Pack, one: Any) -> str:
    return f"{one.amount} {pack.ids['element'][one.element]} to go"


def _column(pack: Pack, s: Any, one: Any) -> str:
    """Chosen column, as the notation names it."""
    q = one.column + pack.readable.q[0] - pack.readable.column[0]
    return f"column {q} is chosen" if one.column >= 0 else ""


def _partner(pack: Pack, s: Any, one: Any) -> str:
    return f"with {notation.figure(pack, s, *divmod(one.slot, v.FIGURES))}"


def _cost(pack: Pack, s: Any, one: Any) -> str:
    row = pack.entries["scenario"][s.scenario]["events"][one.slot]
    return f"{one.amount} of {row['cost'][s.seats - 2]} points so far"


_ABOUT: dict[str, Callable[[Pack, Any, Any], str]] = {
    "exchange": _partner,
    "keep": lambda pack, s, one: f"{one.amount} to keep",
    "private": lambda pack, s, one: _recipe(pack, s.drawn[one.slot]),
    "discard": lambda pack, s, one: f"for {_recipe(pack, s.drawn[one.slot])}",
    "loot": lambda pack, s, one: str(pack.ids["element"][one.element]),
    "swap": lambda pack, s, one: str(pack.ids["element"][one.element]),
    "payment": lambda pack, s, one: _element(pack, one),
    "entry": _column,
    "spend": _cost,
    "lose": lambda pack, s, one: _element(pack, one),
    "sacrifice": lambda pack, s, one: ("a homunculus", "equipment", "a fragment")[one.slot],
    "destroy": lambda pack, s, one: f"{one.amount} of level {(one.slot - 1) % v.LEVELS + 1} to go",
    "place_tower": _column,
    "place_alchemist": _column,
    "carry": lambda pack, s, one: f"level {one.slot}",
}
