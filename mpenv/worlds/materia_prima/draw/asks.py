"""The open prompt in words: who must answer, and why."""

from collections.abc import Callable
from typing import Any

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import questions, where, words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.actions.convert import PAID_AS
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN
from mpenv.worlds.materia_prima.rules.state import RUNNING
from mpenv.worlds.materia_prima.view import View

Because = Callable[[View, Any], str]


def asks(view: View) -> str:
    """The seat that must answer, the question and its cause; then the prompts that wait below it."""
    s = view.state
    if s.outcome != RUNNING:
        return questions.question(view)
    asked = s.prompt[s.prompts - 1]
    cause = phrase(f"cause.{prompts.CAUSES[asked.cause]}")
    lines = [f"{questions.question(view)}.", phrase("asked.why", why=BECAUSE[asked.kind](view, asked), cause=cause)]
    waiting = [s.prompt[k] for k in range(s.prompts - 2, -1, -1)]
    lines += [phrase("asked.after", what=_waits(view, below)) for below in waiting]
    return "\n".join(lines)


def _waits(view: View, one: Any) -> str:
    who = _who(view, one)
    if one.kind == prompts.TURN:
        return phrase("asked.goes_on", who=who)
    if one.kind == prompts.KEEP and not one.amount:
        return phrase("asked.discarded", who=who)
    return phrase("asked.decides", who=who, question=questions.decides(prompts.KINDS[one.kind]))


def _figure(view: View, one: Any) -> str:
    return words.figure(view.pack, view.state, one.seat, one.figure)


def _who(view: View, one: Any) -> str:
    return words.colour(view.pack, view.state, one.seat)


def _element(view: View, one: Any) -> str:
    return words.element(view.pack, one.element)


def _event(view: View, row: int) -> dict[str, Any]:
    found: dict[str, Any] = view.pack.entries["scenario"][view.state.scenario]["events"][row]
    return found


def _load(view: View, seat: int, figure: int) -> str:
    actor = view.state.seat[seat].figure[figure]
    room = view.stat(seat, figure, "capacity")
    return phrase("why.load", what=words.elements(view.pack, actor.load), count=actor.load.sum(), room=room)


# --- why ----------------------------------------------------------------------------------------


def _turn(view: View, one: Any) -> str:
    s = view.state
    card = view.pack.ids["alarm"][s.revealed.card[s.revealed.cards - 1]] if s.revealed.cards else ""
    by = phrase("why.by_card", card=card) if card else ""
    return phrase("why.turn", who=_who(view, one), number=s.turn + 1, seats=s.seats, card=by)


def _drop(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    return phrase("why.drop", who=_figure(view, one), done=one.done, load=carried)


def _pick(view: View, one: Any) -> str:
    s = view.state
    hex = s.seat[one.seat].figure[one.figure].hex
    home = next((seat for seat in range(s.seats) if s.seat[seat].tower == hex), None)
    lying = words.elements(view.pack, where.loose(view.pack, s, hex) if home is None else s.seat[home].stock)
    spent = phrase("why.pick_free") if _free(s, home) else phrase("why.pick_spent")
    carried = _load(view, one.seat, one.figure)
    return phrase("why.pick", who=_figure(view, one), spent=spent, done=one.done, lying=lying, load=carried)


def _free(s: Any, home: int | None) -> bool:
    return home is None and s.house.pick_up == 1


def _equip(view: View, one: Any) -> str:
    stock = words.elements(view.pack, view.state.seat[one.seat].stock)
    carried = _load(view, one.seat, 0)
    return phrase("why.equip", who=_who(view, one), stock=stock, load=carried)


def _with_whom(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    return phrase("why.with_whom", who=_figure(view, one), load=carried)


def _exchange(view: View, one: Any) -> str:
    seat, figure = divmod(one.slot, v.FIGURES)
    partner = words.figure(view.pack, view.state, seat, figure)
    rest = _load(view, seat, figure)
    mine = _load(view, one.seat, one.figure)
    return phrase("why.exchange", who=_figure(view, one), partner=partner, rest=rest, mine=mine)


def _recipe(view: View, card: int) -> str:
    return words.called(view.pack, card) if card >= 0 else phrase("why.hidden_recipe")


def _keep(view: View, one: Any) -> str:
    drawn = ", ".join(words.called(view.pack, card) for card in view.state.drawn if card >= 0)
    if hidden := sum(card <= DRAWN_FACE_DOWN for card in view.state.drawn.tolist()):
        drawn = phrase("why.hidden_recipes", recipes=words.counted(hidden, "recipe"))
    return phrase("why.keep", who=_who(view, one), drawn=drawn, recipes=words.counted(one.amount, "recipe"))


def _private(view: View, one: Any) -> str:
    return phrase("why.private", who=_who(view, one), recipe=_recipe(view, view.state.drawn[one.slot]))


def _discard(view: View, one: Any) -> str:
    cards = sum(card >= 0 for card in view.state.pool)
    return phrase("why.discard", count=cards, recipe=_recipe(view, view.state.drawn[one.slot]))


def _give(view: View, one: Any) -> str:
    errand = words.errand(view.pack, view.state.mission[one.slot])
    return phrase("why.give", who=_who(view, one), town=v.TOWNS[one.slot], errand=errand)


def _enter_town(view: View, one: Any) -> str:
    errand = words.errand(view.pack, view.state.mission[one.slot])
    return phrase("why.enter_town", who=_figure(view, one), town=v.TOWNS[one.slot], errand=errand)


def _loot(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    return phrase("why.loot", who=_figure(view, one), element=_element(view, one), load=carried)


def _swap(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    return phrase("why.swap", who=_figure(view, one), element=_element(view, one), load=carried)


def _payment(view: View, one: Any) -> str:
    s = view.state
    if one.slot >= PAID_AS:
        made = view.pack.readable.conversion[one.slot - PAID_AS].result
        what = phrase("why.conversion", element=words.element(view.pack, made))
    else:
        card = s.seat[one.seat].private if one.slot == v.POOL else s.pool[one.slot]
        what = phrase("why.private_recipe") if card < 0 else words.called(view.pack, card)
    return phrase("why.payment", what=what, amount=one.amount, element=_element(view, one))


def _overload(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    what = phrase("why.event_took") if one.cause == prompts.EVENT else phrase("why.gave_away")
    return phrase("why.overload", who=_figure(view, one), what=what, load=carried)


def _entry(view: View, one: Any) -> str:
    pack, s = view.pack, view.state
    slot = s.slot[one.slot]
    card = words.inquisitor_card(pack, slot.card[slot.cards - 1])
    town = v.TOWNS[pack.readable.alarm[s.revealed.card[s.revealed.cards - 1]].town]
    more = phrase("why.entry_more", cards=words.counted(s.due, "card")) if s.due else ""
    return phrase("why.entry", card=card, town=town, more=more)


def _pay(view: View, one: Any) -> str:
    row = _event(view, one.slot)
    paid, unpaid = (words.effect(view.pack, row[side]) for side in ("paid", "unpaid"))
    cost = words.counted(row["cost"][view.state.seats - 2], "point")
    return phrase("why.pay", day=row["day"], cost=cost, paid=paid, unpaid=unpaid)


def _spend(view: View, one: Any) -> str:
    row = _event(view, one.slot)
    cost = words.counted(row["cost"][view.state.seats - 2], "point")
    return phrase("why.spend", day=row["day"], cost=cost, paid=one.amount)


def _befallen(view: View) -> str:
    rows = view.pack.entries["scenario"][view.state.scenario]["events"]
    today = next(row for row in rows if row["day"] == view.state.day)
    return phrase("why.takes", day=today["day"])


def _lose(view: View, one: Any) -> str:
    who, element = _who(view, one), _element(view, one)
    return phrase("why.lose", takes=_befallen(view), amount=one.amount, element=element, who=who)


def _sacrifice(view: View, one: Any) -> str:
    kind = (phrase("why.homunculus"), phrase("why.item"), phrase("why.fragment"))[one.slot]
    return phrase("why.sacrifice", takes=_befallen(view), what=kind)


def _destroy(view: View, one: Any) -> str:
    level = (one.slot - 1) % v.LEVELS + 1
    target = phrase("why.of_tower", who=_who(view, one))
    if one.slot > v.LEVELS:
        target = phrase("why.of_load", who=words.figure(view.pack, view.state, one.seat, one.figure))
    much = words.counted(one.amount, "element")
    return phrase("why.destroy", target=target, level=level, elements=much)


def _place(view: View, one: Any) -> str:
    who, column = _who(view, one), one.column + _first_column(view.pack)
    chosen = phrase("why.column", column=column) if one.column >= 0 else ""
    if one.kind == prompts.PLACE_TOWER:
        return phrase("why.place_tower", who=who, chosen=chosen)
    return phrase("why.place_alchemist", who=who, chosen=chosen)


def _first_column(pack: Pack) -> int:
    return int(pack.readable.q[0] - pack.readable.column[0])


def _extend(view: View, one: Any) -> str:
    s = view.state
    days = view.pack.entries["scenario"][s.scenario]["days"][s.difficulty - 1]
    easier = phrase("why.easier", level=words.term(v.DIFFICULTIES[s.difficulty - 1]), day=days)
    return phrase("why.extend", day=s.day, easier=easier)


def _carry(view: View, one: Any) -> str:
    return phrase("why.carry", level=one.slot)


def _carry_extension(view: View, one: Any) -> str:
    bought = len(notation.bought(view.pack, view.state, one.seat))
    return phrase("why.carry_extension", count=bought, who=_who(view, one))


def _say(view: View, one: Any) -> str:
    s = view.state
    told = [f"{words.colour(view.pack, s, seat)} {words.heard(view.pack, s, seat)}" for seat in range(s.seats)
            if s.candour.said[seat]]  # fmt: skip
    before = f"; {'; '.join(told)}" if told else ""
    return phrase("why.say", who=_who(view, one), number=s.turn, seats=s.seats, before=before)


BECAUSE: dict[int, Because] = {
    prompts.TURN: _turn,
    prompts.DROP: _drop,
    prompts.PICK: _pick,
    prompts.EQUIP: _equip,
    prompts.WHO: _with_whom,
    prompts.EXCHANGE: _exchange,
    prompts.KEEP: _keep,
    prompts.PRIVATE: _private,
    prompts.DISCARD: _discard,
    prompts.GIVE: _give,
    prompts.ENTER_TOWN: _enter_town,
    prompts.LOOT: _loot,
    prompts.SWAP: _swap,
    prompts.PAYMENT: _payment,
    prompts.OVERLOAD: _overload,
    prompts.ENTRY: _entry,
    prompts.PAY: _pay,
    prompts.SPEND: _spend,
    prompts.LOSE: _lose,
    prompts.SACRIFICE: _sacrifice,
    prompts.DESTROY: _destroy,
    prompts.PLACE_TOWER: _place,
    prompts.PLACE_ALCHEMIST: _place,
    prompts.EXTEND: _extend,
    prompts.CARRY: _carry,
    prompts.CARRY_EXTENSION: _carry_extension,
    prompts.SAY: _say,
}
