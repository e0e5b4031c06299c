"""The open prompt in words: who must answer, and why."""

from collections.abc import Callable
from typing import Any

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import questions, where, words
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.actions.convert import PAID_AS
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, RUNNING
from mpenv.worlds.materia_prima.view import View

Because = Callable[[View, Any], str]


def asks(view: View) -> str:
    """The seat that must answer, the question and its cause; then the prompts that wait below it."""
    s = view.state
    if s.outcome != RUNNING:
        return f"The game has ended: {OUTCOMES[s.outcome]} on day {s.day}."
    asked = s.prompt[s.prompts - 1]
    lines = [
        f"{questions.question(view)}.",
        f"Why: {BECAUSE[asked.kind](view, asked)}. ({prompts.CAUSES[asked.cause]})",
    ]
    waiting = [s.prompt[k] for k in range(s.prompts - 2, -1, -1)]
    lines += [f"After that: {_waits(view, below)}." for below in waiting]
    return "\n".join(lines)


def _waits(view: View, one: Any) -> str:
    who = notation.colour(view.pack, view.state, one.seat)
    if one.kind == prompts.TURN:
        return f"{who}'s turn goes on"
    if one.kind == prompts.KEEP and not one.amount:
        return f"the other recipes that {who} drew are discarded"
    return f"{who} decides {questions.QUESTIONS[prompts.KINDS[one.kind]]}"


def _figure(view: View, one: Any) -> str:
    return notation.figure(view.pack, view.state, one.seat, one.figure)


def _who(view: View, one: Any) -> str:
    return notation.colour(view.pack, view.state, one.seat)


def _element(view: View, one: Any) -> str:
    return str(view.pack.ids["element"][one.element])


def _event(view: View, row: int) -> dict[str, Any]:
    found: dict[str, Any] = view.pack.entries["scenario"][view.state.scenario]["events"][row]
    return found


def _load(view: View, seat: int, figure: int) -> str:
    actor = view.state.seat[seat].figure[figure]
    room = view.stat(seat, figure, "capacity")
    return f"{words.elements(view.pack, actor.load)} ({actor.load.sum()} of {room})"


# --- why ----------------------------------------------------------------------------------------


def _turn(view: View, one: Any) -> str:
    s = view.state
    card = view.pack.ids["alarm"][s.revealed.card[s.revealed.cards - 1]] if s.revealed.cards else ""
    by = f" by alarm card {card}" if card else ""
    return f"{_who(view, one)} is number {s.turn + 1} of {s.seats} in today's order{by}"


def _drop(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    return f"{_figure(view, one)} spent an action to drop, {one.done} dropped so far; it carries {carried}"


def _pick(view: View, one: Any) -> str:
    s = view.state
    hex = s.seat[one.seat].figure[one.figure].hex
    home = next((seat for seat in range(s.seats) if s.seat[seat].tower == hex), None)
    lying = words.elements(view.pack, where.loose(view.pack, s, hex) if home is None else s.seat[home].stock)
    spent = "came to loose elements, which it may pick up for free" if _free(s, home) else "spent an action to pick up"
    carried = _load(view, one.seat, one.figure)
    return f"{_figure(view, one)} {spent}, {one.done} picked up so far; {lying} lies there, it carries {carried}"


def _free(s: Any, home: int | None) -> bool:
    return home is None and s.house.pick_up == 1


def _equip(view: View, one: Any) -> str:
    stock = words.elements(view.pack, view.state.seat[one.seat].stock)
    carried = _load(view, one.seat, 0)
    return (
        f"{_who(view, one)} spent an action to rearrange in the tower, where {stock} lies together; "
        f"so far it carries {carried}"
    )


def _with_whom(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    return f"{_figure(view, one)}, who carries {carried}, spent an action to exchange"


def _exchange(view: View, one: Any) -> str:
    seat, figure = divmod(one.slot, v.FIGURES)
    partner = notation.figure(view.pack, view.state, seat, figure)
    rest = _load(view, seat, figure)
    mine = _load(view, one.seat, one.figure)
    who = _figure(view, one)
    return f"{who} and {partner} laid their loads together: {partner} has {rest}, {who} {mine}"


def _recipe(view: View, card: int) -> str:
    return words.called(view.pack, card) if card >= 0 else "a recipe that nobody else sees"


def _keep(view: View, one: Any) -> str:
    drawn = ", ".join(words.called(view.pack, card) for card in view.state.drawn if card >= 0)
    if hidden := sum(card <= DRAWN_FACE_DOWN for card in view.state.drawn.tolist()):
        drawn = f"{words.counted(hidden, 'recipe')} that nobody else sees"
    return f"{_who(view, one)} researched and drew {drawn}; {words.counted(one.amount, 'recipe')} more to keep"


def _private(view: View, one: Any) -> str:
    return f"{_who(view, one)} keeps {_recipe(view, view.state.drawn[one.slot])}, and the private slot is free"


def _discard(view: View, one: Any) -> str:
    cards = sum(card >= 0 for card in view.state.pool)
    return f"the pool is full with {cards} recipes, and {_recipe(view, view.state.drawn[one.slot])} comes in"


def _give(view: View, one: Any) -> str:
    errand = words.errand(view.pack, view.state.mission[one.slot])
    return f"{_who(view, one)} fulfils the mission of town {v.TOWNS[one.slot]}: {errand}"


def _enter_town(view: View, one: Any) -> str:
    errand = words.errand(view.pack, view.state.mission[one.slot])
    return f"{_figure(view, one)} came to town {v.TOWNS[one.slot]}, whose mission takes it: {errand}"


def _loot(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    finds = f"defeated an inquisitor and may loot 1 {_element(view, one)}"
    return f"{_figure(view, one)} {finds}; it carries {carried}"


def _swap(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    return f"{_figure(view, one)} takes the looted {_element(view, one)} for something of {carried}"


def _payment(view: View, one: Any) -> str:
    s = view.state
    if one.slot >= PAID_AS:
        made = view.pack.readable.conversion[one.slot - PAID_AS].result
        what = f"the conversion to {view.pack.ids['element'][made]}"
    else:
        card = s.seat[one.seat].private if one.slot == v.POOL else s.pool[one.slot]
        what = "a private recipe" if card < 0 else words.called(view.pack, card)
    return f"{what} is to be paid: {one.amount} {_element(view, one)} from the load or from the tower"


def _overload(view: View, one: Any) -> str:
    carried = _load(view, one.seat, one.figure)
    what = "the event took" if one.cause == prompts.EVENT else "it gave away"
    return f"{_figure(view, one)} carries more than it can since {what} an item: {carried}"


def _entry(view: View, one: Any) -> str:
    pack, s = view.pack, view.state
    slot = s.slot[one.slot]
    card = words.inquisitor_card(pack, slot.card[slot.cards - 1])
    town = v.TOWNS[pack.readable.alarm[s.revealed.card[s.revealed.cards - 1]].town]
    more = f"; {words.counted(s.due, 'card')} more to come, which enter there too" if s.due else ""
    return (
        f"an alarm brings inquisitor card {card}, but a figure or tower stands in town {town}; "
        f"the leader chooses among the nearest free hexes{more}"
    )


def _pay(view: View, one: Any) -> str:
    row = _event(view, one.slot)
    paid, unpaid = (words.effect(view.pack, row[side]) for side in ("paid", "unpaid"))
    cost = words.counted(row["cost"][view.state.seats - 2], "point")
    return f"the event of day {row['day']} can be paid with {cost}: then {paid}, else {unpaid}"


def _spend(view: View, one: Any) -> str:
    row = _event(view, one.slot)
    cost = words.counted(row["cost"][view.state.seats - 2], "point")
    return f"the event of day {row['day']} is to be paid: {cost}, {one.amount} paid so far"


def _befallen(view: View) -> str:
    rows = view.pack.entries["scenario"][view.state.scenario]["events"]
    today = next(row for row in rows if row["day"] == view.state.day)
    return f"the event of day {today['day']} takes"


def _lose(view: View, one: Any) -> str:
    return f"{_befallen(view)} {one.amount} more {_element(view, one)} from {_who(view, one)}, who has more than that"


def _sacrifice(view: View, one: Any) -> str:
    kind = ("a homunculus", "an item of equipment", "a fragment")[one.slot]
    return f"{_befallen(view)} {kind} from each alchemist who has one"


def _destroy(view: View, one: Any) -> str:
    much, level = words.counted(one.amount, "element"), (one.slot - 1) % v.LEVELS + 1
    target = f"{_who(view, one)}'s tower"
    if one.slot > v.LEVELS:
        target = f"{notation.figure(view.pack, view.state, one.seat, one.figure)}'s load"
    return (
        f"an inquisitor assails {target} and the roll was {level}: {much} of level {level}, "
        f"or of the next lower level that lies there"
    )


def _place(view: View, one: Any) -> str:
    what = "tower" if one.kind == prompts.PLACE_TOWER else "alchemist"
    chosen = f"; column {one.column + _first_column(view.pack)} is chosen" if one.column >= 0 else ""
    return f"the players place for themselves, and {_who(view, one)} has no {what} yet{chosen}"


def _first_column(pack: Pack) -> int:
    return int(pack.readable.q[0] - pack.readable.column[0])


def _extend(view: View, one: Any) -> str:
    s = view.state
    days = view.pack.entries["scenario"][s.scenario]["days"][s.difficulty - 1]
    easier = f"{v.DIFFICULTIES[s.difficulty - 1]}, to day {days}"
    return f"the mission is not met after day {s.day}, and the game may go on as {easier}"


def _carry(view: View, one: Any) -> str:
    return f"the mission is met, and a fragment of level {one.slot} takes something of that level to the next scenario"


def _carry_extension(view: View, one: Any) -> str:
    bought = len(notation.bought(view.pack, view.state, one.seat))
    return f"the mission is met, and of the {bought} extensions {_who(view, one)} bought one goes to the next scenario"


def _say(view: View, one: Any) -> str:
    s = view.state
    told = [f"{notation.colour(view.pack, s, seat)} {words.heard(view.pack, s, seat)}" for seat in range(s.seats)
            if s.candour.said[seat]]  # fmt: skip
    before = f"; {'; '.join(told)}" if told else ""
    return f"the day's turns begin, and {_who(view, one)} is number {s.turn} of {s.seats} to speak{before}"


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
