"""Figures: status values, loads, and the actions they may still take this turn."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import heaps, reasons
from mpenv.worlds.materia_prima.rules.state import Figure, State

ATTACK, DEFENCE, CAPACITY, ACTIONS = range(4)
(
    MOVING, MINING, DROPPING, FIGHTING, EXCHANGING, CONVERTING, TRANSMUTING, EQUIPPING, RESEARCHING, BUYING, SAILING,
) = range(11)  # fmt: skip
MORE, PRIVATE, ANYWHERE, FORGING = range(4)


@rule("MP-ALCH-6", "MP-SOUL-5", "MP-BASE-FIG-2", also=("MP-BASE-RECIPE-3", "MP-EVENT-10", "MP-EVENT-12"))
def stat(t: Tables, s: State, seat: int, figure: int, which: int) -> int:
    """Attack dice, defence dice, capacity or actions, with what the alchemist wears, bought and won by events."""
    value = granted(t, s, seat, figure, which)
    if figure > 0 or (which == ATTACK and s.house.event_total):
        return value
    return value + s.bonus[which]


@rule(also=("MP-EVENT-10",))
def attack_bonus(s: State, figure: int) -> int:
    """The events' addition to the total of an alchemist's attack where they give no dice (AMB-7)."""
    return s.bonus[ATTACK] if figure == 0 and s.house.event_total else 0


@rule("MP-ABIL-1", also=("MP-ABIL-7",))
def extras(t: Tables, s: State, seat: int, figure: int, verb: int) -> int:
    """Additional actions of one kind a turn, from the figure and what the alchemist wears."""
    return granted(t, s, seat, figure, v.EXTRA + verb)


@rule("MP-ABIL-3", "MP-ACT-MINE-2")
def mining(t: Tables, s: State, seat: int, figure: int, element: int) -> int:
    """More elements of a kind with every mine action."""
    return granted(t, s, seat, figure, v.YIELD + element)


@rule("MP-ABIL-7")
def has_gift(t: Tables, s: State, seat: int, gift: int) -> bool:
    """Has an alchemist one of the abilities that do not add up?"""
    return granted(t, s, seat, 0, v.GIFT + gift) > 0


@rule()
def granted(t: Tables, s: State, seat: int, figure: int, column: int) -> int:
    """The sum of what a homunculus's card, or an alchemist's board, worn items and extensions grant."""
    me = s.seat[seat]
    if figure > 0:
        return t.recipe[me.figure[figure].card].grants[column]
    total = t.alchemist[me.alchemist].grants[1 - me.stone, column]
    for place in range(v.ITEMS):
        if me.worn[place]:
            total += t.recipe[me.items[place]].grants[column]
    for marker in range(t.extensions):
        if s.owner[marker] == seat:
            total += t.extension[marker].grants[column]
    return total


@rule()
def load(t: Tables, figure: Figure) -> int:
    """Number of elements that a figure carries."""
    count = 0
    for element in range(t.elements):
        count += figure.load[element]
    return count


@rule()
def room(t: Tables, s: State, seat: int, figure: int) -> int:
    """Number of elements that a figure can still take up."""
    return stat(t, s, seat, figure, CAPACITY) - load(t, s.seat[seat].figure[figure])


@rule("MP-ALCH-3", also=("MP-ALCH-2",))
def fill_budgets(t: Tables, s: State, seat: int) -> None:
    """Fix the budgets of a player's figures at the start of his turn."""
    for figure in range(v.FIGURES):
        if s.seat[seat].figure[figure].hex >= 0:
            fill_budget(t, s, seat, figure)


@rule("MP-ALCH-2", also=("MP-ABIL-1",))
def fill_budget(t: Tables, s: State, seat: int, figure: int) -> None:
    """Give a figure the actions and additional actions of its turn."""
    one = s.seat[seat].figure[figure]
    one.actions = stat(t, s, seat, figure, ACTIONS)
    for verb in range(len(v.VERBS)):
        one.extra[verb] = extras(t, s, seat, figure, verb)


@rule(also=("MP-ALCH-3",))
def clear_budgets(s: State, seat: int) -> None:
    """Unused actions lapse."""
    for figure in range(v.FIGURES):
        one = s.seat[seat].figure[figure]
        one.actions = 0
        one.extra[:] = 0


@rule()
def left_out(s: State, verb: int) -> bool:
    """Is a verb switched off at this table?"""
    return s.study.verbs >> verb & 1 > 0


@rule(also=("MP-ALCH-5",))
def why_unpaid(s: State, figure: Figure, verb: int) -> int:
    """FINE, or why nothing pays for a verb: no action is left, or the verb is switched off."""
    if left_out(s, verb):
        return reasons.NOT_PLAYED
    return reasons.FINE if figure.actions > 0 or figure.extra[verb] > 0 else reasons.NO_ACTION


@rule("MP-ALCH-5", also=("MP-ABIL-1",))
def spend(figure: Figure, verb: int) -> None:
    """An additional action of the kind is spent before a normal one."""
    if figure.extra[verb] > 0:
        figure.extra[verb] -= 1
    else:
        figure.actions -= 1


@rule()
def at_home(s: State, seat: int, figure: int) -> bool:
    """Does a figure stand in its own tower?"""
    return s.seat[seat].figure[figure].hex == s.seat[seat].tower


@rule()
def drop_all(t: Tables, s: State, seat: int, figure: int) -> None:
    one = s.seat[seat].figure[figure]
    for element in range(t.elements):
        heaps.lay(s, one.hex, element, one.load[element])
        one.load[element] = 0


@rule(also=("MP-ALCH-8", "MP-ACT-FIGHT-9"))
def let_fall(s: State, seat: int, figure: int, element: int) -> None:
    """Drop one carried element on the hex."""
    one = s.seat[seat].figure[figure]
    one.load[element] -= 1
    heaps.lay(s, one.hex, element, 1)


@rule()
def clear(figure: Figure) -> None:
    """Take a figure from the board."""
    figure.hex = -1
    figure.card = -1
    figure.actions = 0
    figure.load[:] = 0
    figure.extra[:] = 0
