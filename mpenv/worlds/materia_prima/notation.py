"""Notation: actions as short stable words that read like a move list, and back to the same id."""

from typing import Any

from mpenv.spelling import did_you_mean
from mpenv.world import brief
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.rules import prompts

LONGEST = 200  # characters of an action; the ids of a pack have 60
ENDS = ("end", "done")  # ends a turn; ends a sequence of answers within it


def colour(pack: Pack, s: Any, seat: int) -> str:
    """Colour of a seat: that of its stands."""
    return stands(pack, s["seat"]["alchemist"][seat], s["seat"]["figure"]["stand"][seat][0])


def stands(pack: Pack, alchemist: int, chosen: int) -> str:
    """The colour that was chosen for stands, or the one printed on the alchemist."""
    return v.COLOURS[chosen - 1 if chosen else pack.entries["alchemist"][alchemist]["colour"]]


def turn_order(s: Any) -> list[int]:
    """Seats in today's order."""
    return [seat for seat in s.order if seat >= 0]


def around(s: Any, seat: int) -> list[int]:
    """Players as a seat counts them: itself first, then the others in today's order."""
    return [seat, *(other for other in turn_order(s) if other != seat)]


def partner(s: Any, seat: int, k: int) -> tuple[int | None, int]:
    """Seat and figure of action WHO number `k`; no seat when fewer play."""
    nth, number = divmod(k, v.FIGURES)
    known = around(s, seat)
    return known[nth] if nth < len(known) else None, number


def bought(pack: Pack, s: Any, seat: int) -> list[int]:
    """Tower extensions that a player bought in this scenario (MP-CAMPAIGN-4)."""
    brought = s.seat[seat].carried_extension
    return [one for one in range(pack.readable.extensions) if s.owner[one] == seat and one != brought]


def figure(pack: Pack, s: Any, seat: int, number: int) -> str:
    """`green` for the alchemist, `green.h1` for a homunculus."""
    return colour(pack, s, seat) + (f".h{number}" if number else "")


def write(pack: Pack, s: Any, seat: int, action: int) -> str:
    """The notation of an action id for a seat in this state."""
    if said := _announcement(pack, s, seat, action):
        return said
    block = c.block_of(action)
    return str(_WRITERS[block.name](pack, s, seat, action - block.start))


def read(pack: Pack, s: Any, seat: int, words: str) -> int:
    """Action id of a notation; its colour may be left out."""
    if not isinstance(words, str):
        raise ValueError(f"{brief(words)} is no action: the words of one are a text")
    if len(words) > LONGEST:
        raise ValueError(f"{brief(words)} is no action: none has more than {LONGEST} characters, it has {len(words):,}")
    wanted = " ".join(words.split()).casefold()
    known = {write(pack, s, seat, action).casefold(): action for action in range(c.ACTIONS)}
    mine = colour(pack, s, seat)
    for form in (wanted, f"{mine} {wanted}"):
        if form in known:
            return known[form]
    if wanted.startswith("h") and f"{mine}.{wanted}" in known:
        return known[f"{mine}.{wanted}"]
    if wanted.removeprefix(mine).lstrip() in ENDS:
        raise ValueError(f"{words!r} {_wrong_end(pack, s, seat)}")
    spoken_to = wanted.replace(".", " ").partition(" ")[0]
    if spoken_to in v.COLOURS and spoken_to != mine:
        raise ValueError(f"{words!r} is not for {mine}, who is asked")
    short = {form.removeprefix(mine).lstrip(" ."): write(pack, s, seat, known[form]) for form in known}
    hint = did_you_mean(wanted.removeprefix(mine).lstrip(" ."), short, short)
    raise ValueError(f"{words!r} is no action{hint}")


def _wrong_end(pack: Pack, s: Any, seat: int) -> str:
    """Explain that `end` should be `done` now, or the reverse."""
    right, asked = write(pack, s, seat, c.END), _asked(s).replace("_", " ")
    if asked == "turn":
        return (
            "finishes a sequence, and none is open: one closes by itself when nothing is left to do in it; "
            f"it is {colour(pack, s, seat)}'s turn, {right!r} ends it"
        )
    if s.legal[c.END]:
        return f"ends a turn; {asked} is asked before it goes on, {right!r} finishes that"
    return f"ends a turn; {asked} is asked before it goes on, and wants an answer first"


def _announcement(pack: Pack, s: Any, seat: int, action: int) -> str:
    """Notation of an announcement, like `green says gather iron`; empty for what cannot be announced."""
    if _asked(s) != "say":
        return ""
    block = c.block_of(action)
    k, what = action - block.start, ""
    if block.name == "END":
        what = "nothing"
    elif block.name == "TAKE":
        what = f"gather {_element(pack, k)}"
    elif block.name == "RESEARCH":
        what = f"make {v.KINDS[k]}"
    elif block.name == "SAIL":
        what = f"serve {v.TOWNS[k]}"
    elif block.name == "FIGHT" and k < v.SLOTS * v.STANDEES and k % v.STANDEES == 0:
        what = f"fight {displayed(pack, s, k // v.STANDEES)}"
    elif block.name == "WHO" and k % v.FIGURES == 0:
        other, _ = partner(s, seat, k)
        what = f"help {f'player {k // v.FIGURES + 1}' if other is None else colour(pack, s, other)}"
    return f"{colour(pack, s, seat)} says {what}" if what else ""


def _element(pack: Pack, index: int) -> str:
    elements = pack.ids["element"]
    return elements[index] if index < len(elements) else f"#{index}"


def _owner(verb: str) -> Any:
    return lambda pack, s, seat, k: f"{colour(pack, s, seat)} {verb}"


def _of_figure(verb: str) -> Any:
    return lambda pack, s, seat, k: f"{figure(pack, s, seat, k)} {verb}"


def _of_element(verb: str) -> Any:
    return lambda pack, s, seat, k: f"{colour(pack, s, seat)} {verb} {_element(pack, k)}"


def _numbered(verb: str) -> Any:
    return lambda pack, s, seat, k: f"{colour(pack, s, seat)} {verb} {k + 1}"


def _end(pack: Pack, s: Any, seat: int, k: int) -> str:
    in_turn = s.prompts and s.prompt[s.prompts - 1].kind == prompts.TURN
    return f"{colour(pack, s, seat)} {'end' if in_turn else 'done'}"


def _move(pack: Pack, s: Any, seat: int, k: int) -> str:
    return f"{figure(pack, s, seat, k // 6)} move {v.DIRECTIONS[k % 6]}"


def _fight(pack: Pack, s: Any, seat: int, k: int) -> str:
    number, target = divmod(k, v.SLOTS * v.STANDEES)
    slot, which = divmod(target, v.STANDEES)
    return f"{figure(pack, s, seat, number)} fight {inquisitor(pack, s, slot, which)}"


def displayed(pack: Pack, s: Any, slot: int) -> str:
    """Letter of the type in a slot; an empty slot has its number."""
    return str(pack.entries["type"][s.slot[slot].type]["letter"]) if s.slot[slot].cards else f"slot {slot + 1}"


def inquisitor(pack: Pack, s: Any, slot: int, which: int) -> str:
    """`B1` for the older figure of type B; an empty slot has its number."""
    return f"{displayed(pack, s, slot)}{'' if s.slot[slot].cards else '.'}{which + 1}"


def _convert(pack: Pack, s: Any, seat: int, k: int) -> str:
    if k >= len(pack.entries["conversion"]):
        return f"{colour(pack, s, seat)} convert #{k}"
    first, second = pack.entries["conversion"][k]["from"]
    return f"{colour(pack, s, seat)} convert {_element(pack, first)}+{_element(pack, second)}"


def _transmute(pack: Pack, s: Any, seat: int, k: int) -> str:
    if k == v.POOL:
        what = "private"
    else:
        what = pack.ids["recipe"][s.pool[k]] if s.pool[k] >= 0 else f"slot {k + 1}"
    return f"{colour(pack, s, seat)} transmute {what}"


def _research(pack: Pack, s: Any, seat: int, k: int) -> str:
    return f"{colour(pack, s, seat)} research {v.KINDS[k]}"


def _sail(pack: Pack, s: Any, seat: int, k: int) -> str:
    return f"{colour(pack, s, seat)} sail {v.TOWNS[k]}"


def _who(pack: Pack, s: Any, seat: int, k: int) -> str:
    other, number = partner(s, seat, k)
    name = f"player {k // v.FIGURES + 1}.{number}" if other is None else figure(pack, s, other, number)
    return f"{colour(pack, s, seat)} with {name}"


def _store(pack: Pack, s: Any, seat: int, k: int) -> str:
    return f"{colour(pack, s, seat)} from {('alchemist', 'tower', 'h1', 'h2', 'h3')[k]}"


def _asked(s: Any) -> str:
    return prompts.KINDS[s.prompt[s.prompts - 1].kind if s.prompts else 0]


def _card(pack: Pack, s: Any, seat: int, k: int) -> str:
    """Card that `keep`, `discard` or `carry` names, or the value of a mission to spend."""
    mine = colour(pack, s, seat)
    recipes, asked = pack.ids["recipe"], _asked(s)
    if asked == "carry_extension":
        known = bought(pack, s, seat)
        return f"{mine} carry {pack.ids['extension'][known[k]]}" if k < len(known) else f"{mine} carry #{k + 1}"
    if asked == "spend" and k < v.MOST_POINTS - v.POINTS:
        return _spend(pack, s, seat, v.POINTS + k)
    if k > v.POOL:
        card = s.drawn[k - v.POOL - 1]
        return f"{mine} keep {recipes[card] if card >= 0 else f'#{k - v.POOL}'}"
    card = s.drawn[s.prompt[s.prompts - 1].slot] if asked == "discard" and k == v.POOL else -1
    if k < v.POOL:
        card = s.pool[k]
    return f"{mine} discard {recipes[card] if card >= 0 else f'#{k + 1}'}"


def _spend(pack: Pack, s: Any, seat: int, k: int) -> str:
    return f"{colour(pack, s, seat)} spend {k + 1}"


def _component(pack: Pack, s: Any, seat: int, k: int) -> str:
    me = s.seat[seat]
    if k < v.FIGURES - 1:
        return f"{colour(pack, s, seat)} choose h{k + 1}"
    k -= v.FIGURES - 1
    if k < v.ITEMS:
        dressing = _asked(s) in ("equip", "nothing", "turn")
        verb = ("store" if me.worn[k] else "wear") if dressing else "choose"
        card, kind = me.items[k], "item"
    else:
        k -= v.ITEMS
        verb, card, kind = "choose", me.fragment[k], "fragment"
    return f"{colour(pack, s, seat)} {verb} {pack.ids['recipe'][card] if card >= 0 else f'{kind} {k + 1}'}"


def _column(pack: Pack, s: Any, seat: int, k: int) -> str:
    return f"{colour(pack, s, seat)} column {k + pack.readable.q[0] - pack.readable.column[0]}"


def _row(pack: Pack, s: Any, seat: int, k: int) -> str:
    return f"{colour(pack, s, seat)} row {k + pack.readable.r[0] - pack.readable.row[0]}"


_WRITERS = {
    "END": _end,
    "NO": _owner("no"),
    "YES": _owner("yes"),
    "MOVE": _move,
    "MINE": _of_figure("mine"),
    "DROP": _of_figure("drop"),
    "PICK": _of_figure("pick"),
    "MISSION": _of_figure("mission"),
    "EXCHANGE": _of_figure("exchange"),
    "FIGHT": _fight,
    "CONVERT": _convert,
    "TRANSMUTE": _transmute,
    "EQUIP": _owner("equip"),
    "RESEARCH": _research,
    "BUY": _owner("buy"),
    "SAIL": _sail,
    "WHO": _who,
    "PUT": _of_element("put"),
    "TAKE": _of_element("take"),
    "STORE": _store,
    "COMPONENT": _component,
    "CARD": _card,
    "POINTS": _spend,
    "COLUMN": _column,
    "ROW": _row,
}
