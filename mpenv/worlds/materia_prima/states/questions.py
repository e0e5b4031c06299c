"""Can this be asked now, of this seat, about this? The faults of the open prompts as bits, for positions and states."""

import numpy as np

from mpenv.engine.jit import entry, rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import events, figures, prompts
from mpenv.worlds.materia_prima.rules.actions import errand, research
from mpenv.worlds.materia_prima.rules.actions.convert import PAID_AS, portion
from mpenv.worlds.materia_prima.rules.state import (
    CARRYING,
    DRAWN,
    EVENT,
    SAYING,
    TURNS,
    Prompt,
    State,
)

BELOW, BESIDE, ABOVE = 1, 2, 4  # what is wrong with the stack: its lowest prompt, that there are more, those above
TURN, SPEAKER, LEADER, FIGURE, KIND, NOT_PLAYED, AMOUNT, ELEMENT, SLOT, COLUMN = (1 << k for k in range(10))

# The table of prompts by columns, for compiled rules.
PHASE = tuple(row.phase for row in prompts.TABLE)
IN_TURN = tuple(row.in_turn for row in prompts.TABLE)
VERBS = tuple(1 << v.VERBS.index(row.comes_of) if row.comes_of else 0 for row in prompts.TABLE)  # as bits


@rule()
def stacked(s: State) -> int:
    """Faults of the stack of prompts: upon a turn lies at most one, and one more while recipes are chosen."""
    first = s.prompt[0].kind
    if PHASE[first] != s.phase:
        return BELOW
    if s.prompts == 1:
        return 0
    if first != prompts.TURN:
        return BESIDE
    second = s.prompt[1].kind
    if not IN_TURN[second] or s.prompts > 3:
        return ABOVE
    if s.prompts == 3:
        third = s.prompt[2].kind
        if second != prompts.KEEP or (third != prompts.PRIVATE and third != prompts.DISCARD):
            return ABOVE
    return 0


@rule()
def of_another(s: State) -> int:
    """Is the lowest prompt asked of the seat whose turn it is?"""
    first, wrong = s.prompt[0], 0
    if s.phase == TURNS and (s.turn >= s.seats or first.seat != s.order[s.turn]):
        wrong |= TURN
    if s.phase == SAYING and (s.turn < 1 or s.turn > s.seats or first.seat != s.order[s.turn - 1]):
        wrong |= SPEAKER
    leads = first.kind == prompts.ENTRY or first.kind == prompts.PAY or first.kind == prompts.SPEND
    if (leads or first.kind == prompts.EXTEND) and first.seat != s.order[0]:
        wrong |= LEADER
    return wrong


@rule()
def faults(t: Tables, s: State, k: int) -> int:
    """Faults of one prompt of a stack that is right."""
    one, wrong = s.prompt[k], 0
    if k == 0:
        wrong |= of_another(s)
    elif one.seat != s.prompt[0].seat or s.seat[one.seat].figure[one.figure].hex < 0:
        wrong |= FIGURE
    elif one.kind == prompts.EQUIP and (one.figure > 0 or not figures.at_home(s, one.seat, 0)):
        wrong |= KIND
    if not_played(s, one.kind):
        wrong |= NOT_PLAYED
    counts = one.kind == prompts.PAYMENT or one.kind == prompts.LOSE or one.kind == prompts.DESTROY
    if counts and one.amount < 1:
        wrong |= AMOUNT
    named = one.kind == prompts.LOOT or one.kind == prompts.SWAP or one.kind == prompts.PAYMENT
    if (named or one.kind == prompts.LOSE) and one.element < 0:
        wrong |= ELEMENT
    if not about_something(t, s, one):
        wrong |= SLOT
    by_column = one.kind == prompts.ENTRY or one.kind == prompts.PLACE_TOWER or one.kind == prompts.PLACE_ALCHEMIST
    if one.column >= 0 and not by_column:
        wrong |= COLUMN
    return wrong


@rule()
def not_played(s: State, kind: int) -> bool:
    """Is the verb that leads to this prompt disabled at this table?"""
    if s.study.verbs & VERBS[kind]:
        return True
    if kind == prompts.ENTER_TOWN:
        return s.study.errands >> errand.HOMUNCULUS & 1 > 0
    hunted = kind == prompts.LOOT or kind == prompts.SWAP or kind == prompts.ENTRY or kind == prompts.DESTROY
    return hunted and s.study.peace > 0


@rule()
def about_something(t: Tables, s: State, one: Prompt) -> bool:
    """Is there what the slot of a prompt names?"""
    kind, slot = one.kind, one.slot
    if kind == prompts.EXCHANGE:
        return partner(s, one)
    if kind == prompts.GIVE or kind == prompts.ENTER_TOWN:
        return served(t, s, one)
    if kind == prompts.PRIVATE or kind == prompts.DISCARD:
        return 0 <= slot < DRAWN and s.drawn[slot] >= 0
    if kind == prompts.KEEP:
        return keeps(s, one)
    if kind == prompts.PAYMENT:
        return owed(t, s, one)
    if kind == prompts.ENTRY:
        return 0 <= slot < v.SLOTS
    if kind == prompts.PAY:
        return undecided(t, s, slot)
    if kind == prompts.SPEND:
        return undecided(t, s, slot) and enough(t, s, one)
    if kind == prompts.LOSE:
        return befalls(t, s, events.LOSE) and one.element >= 0 and owns(s, one.seat, one.element) > one.amount
    if kind == prompts.SACRIFICE:
        return 0 <= slot < len(v.KINDS) and befalls(t, s, events.SACRIFICE)
    if kind == prompts.DESTROY and slot > v.LEVELS:
        return slot <= 2 * v.LEVELS and s.seat[one.seat].figure[one.figure].hex >= 0
    if kind == prompts.DESTROY or kind == prompts.CARRY:
        return 1 <= slot <= v.LEVELS
    return True


@rule()
def partner(s: State, one: Prompt) -> bool:
    """Another figure on the board."""
    seat, figure = one.slot // v.FIGURES, one.slot % v.FIGURES
    if one.slot < 0 or seat >= s.seats or s.seat[seat].figure[figure].hex < 0:
        return False
    return seat != one.seat or figure != one.figure


@rule()
def served(t: Tables, s: State, one: Prompt) -> bool:
    """The town where the figure stands has a mission of the right kind."""
    if one.slot < 0 or one.slot >= len(v.TOWNS) or s.mission[one.slot] < 0:
        return False
    kind = t.errand[s.mission[one.slot]].kind
    hex = s.seat[one.seat].figure[one.figure].hex
    if hex < 0 or s.site[hex] != v.TOWN + one.slot or (one.figure > 0) != (kind == errand.HOMUNCULUS):
        return False
    if one.kind == prompts.ENTER_TOWN:
        return kind == errand.HOMUNCULUS
    return kind == errand.EQUIPMENT or kind == errand.STONE


@rule()
def keeps(s: State, one: Prompt) -> bool:
    """Cards are left to keep, besides the one whose place is being asked."""
    top = prompts.asked(s).kind
    placing = 1 if top == prompts.PRIVATE or top == prompts.DISCARD else 0
    cards = 0
    for place in range(DRAWN):
        cards += s.drawn[place] >= 0
    return 1 - placing <= one.amount <= cards - placing


@rule()
def owed(t: Tables, s: State, one: Prompt) -> bool:
    """A recipe or a conversion that takes the element, and as much of it as can still be owed."""
    if one.slot < 0 or one.element < 0:
        return False
    me = s.seat[one.seat]
    if one.slot >= PAID_AS:
        which = one.slot - PAID_AS
        if which >= t.conversions:
            return False
        takes = t.conversion[which]
        if one.amount < 1 or one.amount > portion(takes):
            return False
        return one.element == takes.first or one.element == takes.second
    if one.slot > v.POOL:
        return False
    card = me.private if one.slot == v.POOL else s.pool[one.slot]
    if card < 0 or one.amount > t.recipe[card].cost[one.element]:
        return False
    for element in range(one.element, t.elements):
        count = one.amount if element == one.element else t.recipe[card].cost[element]
        if me.stock[element] + me.figure[0].load[element] < count:
            return False
    return True


@rule()
def undecided(t: Tables, s: State, row: int) -> bool:
    """Is it today's event, with its side still undecided?"""
    return row >= 0 and row == events.today(t, s) and s.happened[row] == 0


@rule()
def enough(t: Tables, s: State, one: Prompt) -> bool:
    """The purse can still meet the cost, or the question would never end."""
    return one.amount < events.cost(t, s, one.slot) <= one.amount + events.points(t, s)


@rule()
def befalls(t: Tables, s: State, effect: int) -> bool:
    """Did today's event come with this effect?"""
    row = events.today(t, s)
    if row < 0 or s.happened[row] == 0:
        return False
    return t.scenario[s.scenario].event[row].effect[s.happened[row] - 1].kind == effect


@rule()
def owns(s: State, seat: int, element: int) -> int:
    """Number of an element that a player has, in the tower and with his figures on the board."""
    count = 0
    for store in range(events.STORES):
        count += events.stored(s, seat, store, element)
    return count


# Of states alone: positions are put right by the rules, or their writer may mean it so.


@rule()
def is_sound(t: Tables, s: State) -> bool:
    """Does what is counted on the way through a prompt agree with the rest?"""
    first, top = s.prompt[0], prompts.asked(s)
    if first.kind == prompts.PLACE_TOWER or first.kind == prompts.PLACE_ALCHEMIST:
        me = s.seat[first.seat]
        return first.seat == s.turn and (me.tower < 0) == (first.kind == prompts.PLACE_TOWER) and me.figure[0].hex < 0
    if s.phase == EVENT and first.kind != prompts.PAY and first.kind != prompts.SPEND:
        row = events.today(t, s)
        return row >= 0 and s.happened[row] > 0 and 0 < s.turn <= s.seats and first.seat == s.order[s.turn - 1]
    if s.phase == CARRYING:
        return first.seat == s.turn and s.due > 0
    if top.kind == prompts.PRIVATE:
        return s.seat[top.seat].private < 0
    if top.kind == prompts.DISCARD:
        return research.pooled(s) >= research.limit(s)
    if top.kind == prompts.EQUIP:
        return figures.load(t, s.seat[top.seat].figure[0]) == top.done
    if top.kind == prompts.EXCHANGE:
        other, number = top.slot // v.FIGURES, top.slot % v.FIGURES
        both = figures.room(t, s, other, number) + figures.room(t, s, top.seat, top.figure)
        return both >= 0 and figures.room(t, s, top.seat, top.figure) >= 0
    if top.kind == prompts.ENTRY:
        return s.slot[top.slot].cards > 0 and s.slot[top.slot].figures < v.STANDEES
    return True


@entry
def look_through(T: np.ndarray, S: np.ndarray, i: int, found: np.ndarray) -> None:
    """The faults of the open prompts of state i: those of the stack first, then where it has none of each prompt."""
    found[:] = 0
    if S[i].prompts > 0:
        found[0] = stacked(S[i])
    if found[0] == 0:
        for k in range(S[i].prompts):
            found[1 + k] = faults(T[0], S[i], k)


assert len(PHASE) == len(IN_TURN) == len(VERBS) == len(prompts.KINDS)
