"""The inquisition board: displayed cards by type, their values, figures entering and leaving."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import chance, piles
from mpenv.worlds.materia_prima.rules.state import Slot, State

ATTACK, DEFENCE, ACTIONS, DESTROY = range(4)


@rule("MP-DAY-3")
def active(s: State) -> int:
    """The active alarm card: the one revealed last; -1 before the first."""
    return s.revealed.card[s.revealed.cards - 1] if s.revealed.cards > 0 else -1


@rule("MP-INQ-6", "MP-INQ-7", "MP-INQ-8", "MP-ACT-FIGHT-2", also=("MP-INQ-5", "MP-EVENT-11", "MP-EVENT-12"))
def value(t: Tables, s: State, slot: int, which: int) -> int:
    """Base, every displayed card of the type, the active alarm card, and what events gave the Inquisition."""
    one = s.slot[slot]
    total = base(t, s, slot, which) + s.inquisition_bonus[which]
    if s.revealed.cards > 0:
        total += t.alarm[active(s)].value[which]
    for place in range(one.cards):
        total += t.card[one.card[place]].value[which]
    late = t.scenario[s.scenario].destroy_from
    if which == DESTROY and 0 < late <= s.day:
        total += 1
    return total


@rule("MP-INQ-9")
def base(t: Tables, s: State, slot: int, which: int) -> int:
    """The base value of the type, or what its card displayed last prints (AMB-17)."""
    one = s.slot[slot]
    if s.house.top_card and one.cards > 0:
        return t.card[one.card[one.cards - 1]].printed[which]
    return t.inquisitor[one.type].value[which]


@rule("MP-ALARM-6.4", also=("MP-ALARM-6.3",))
def slot_of(s: State, type: int) -> int:
    """The slot of a type: where its cards lie, else the leftmost free one."""
    for slot in range(v.SLOTS):
        if s.slot[slot].cards > 0 and s.slot[slot].type == type:
            return slot
    for slot in range(v.SLOTS):
        if s.slot[slot].cards == 0:
            return slot
    return -1


@rule("MP-ALARM-6.5", "MP-ALARM-6.6", "MP-ALARM-6.7", "MP-ALARM-6.8", "MP-ALARM-6.9", "MP-ALARM-6.15", "MP-DIV-16")
def figures_due(t: Tables, one: Slot) -> int:
    """Number of figures due for a type's displayed cards: none, one, or two with the extra-figure card."""
    extra = 0
    for place in range(one.cards):
        extra += t.card[one.card[place]].extra_figure
    return min(one.cards, 1 + extra, v.STANDEES)


@rule("MP-ALARM-6.14", also=("MP-ALARM-6.13",))
def draw(s: State) -> int:
    """The next inquisitor card, or -1; when the last one is drawn the defeated are shuffled in at once."""
    if s.pile.cards == 0:
        _reshuffle(s)
    if s.pile.cards == 0:
        return -1
    card = piles.take(s.pile)
    if s.pile.cards == 0:
        _reshuffle(s)
    return card


@rule("MP-ALARM-6.13")
def _reshuffle(s: State) -> None:
    if s.defeated.cards > 0:
        piles.pour(s.defeated, s.pile)
        chance.shuffle(s, chance.INQUISITORS, s.pile)


@rule("MP-ALARM-6.3")
def show(t: Tables, s: State, card: int) -> int:
    """Lay a card face up to its type; the slot it lies in."""
    slot = slot_of(s, t.card[card].type)
    one = s.slot[slot]
    one.type = t.card[card].type
    one.card[one.cards] = card
    one.cards += 1
    return slot


@rule(also=("MP-ALARM-6.9", "MP-ACT-FIGHT-6"))
def only_extra(t: Tables, one: Slot) -> bool:
    """Does every displayed card of a type bring an extra figure?"""
    for place in range(one.cards):
        if not t.card[one.card[place]].extra_figure:
            return False
    return True


@rule("MP-ACT-FIGHT-5", "MP-ACT-FIGHT-6", "MP-ACT-FIGHT-7", "MP-ACT-FIGHT-10")
def defeat(t: Tables, s: State, slot: int, which: int) -> None:
    """Of two figures one goes with the extra-figure cards; the last one goes with all cards of its type.

    Where nothing but extra-figure cards lies, the oldest stays for the figure that is left.
    """
    one = s.slot[slot]
    alone = one.figures == 1
    stays = 0 if not alone and only_extra(t, one) else -1
    kept = 0
    for place in range(one.cards):
        card = one.card[place]
        if alone or (t.card[card].extra_figure and place != stays):
            piles.put(s.defeated, card)
        else:
            one.card[kept] = card
            kept += 1
    for place in range(kept, one.cards):
        one.card[place] = 0
    one.cards = kept
    if which == 0:
        one.hex[0] = one.hex[1]
    one.hex[1] = -1
    one.figures -= 1
    if one.figures == 0:
        one.hex[0] = -1
        one.type = 0
