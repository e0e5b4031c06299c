"""Belongings of a player besides elements: homunculi, items and fragments, chosen by COMPONENT."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import figures, prompts
from mpenv.worlds.materia_prima.rules.state import State

HOMUNCULUS, EQUIPMENT, FRAGMENT = range(3)
LOST_STONE, LOST_HOMUNCULUS, LOST_STOCK = range(3)
ITEMS = c.FIRST_ITEM - c.COMPONENT
FRAGMENTS = c.FIRST_FRAGMENT - c.COMPONENT
COMPONENTS = c.CARD - c.COMPONENT
NOTHING = -1


@rule()
def card_of(s: State, seat: int, component: int) -> int:
    """The recipe behind a component, or NOTHING."""
    me = s.seat[seat]
    if component < ITEMS:
        return me.figure[component + 1].card
    if component < FRAGMENTS:
        return me.items[component - ITEMS]
    return me.fragment[component - FRAGMENTS]


@rule()
def kind_of(component: int) -> int:
    if component < ITEMS:
        return HOMUNCULUS
    return EQUIPMENT if component < FRAGMENTS else FRAGMENT


@rule(also=("MP-EVENT-8",))
def is_of(s: State, seat: int, component: int, kind: int) -> bool:
    """Does a player own this, and is it of that kind?"""
    return kind_of(component) == kind and card_of(s, seat, component) != NOTHING


@rule()
def count(s: State, seat: int, kind: int) -> int:
    owned = 0
    for component in range(COMPONENTS):
        if is_of(s, seat, component, kind):
            owned += 1
    return owned


@rule(also=("MP-TOWNMISSION-4", "MP-TOWNMISSION-5", "MP-TOWNMISSION-7"))
def at_hand(t: Tables, s: State, seat: int, component: int, kind: int, level: int) -> bool:
    """Can an alchemist hand this over: a worn item (AMB-34) or a fragment of the level (0: any)?"""
    if not is_of(s, seat, component, kind):
        return False
    if kind == EQUIPMENT and not s.seat[seat].worn[component - ITEMS]:
        return False
    return level == 0 or t.recipe[card_of(s, seat, component)].level == level


@rule("MP-EVENT-9", also=("MP-TOWNMISSION-7",))
def give_up(t: Tables, s: State, seat: int, component: int) -> int:
    """Take it from its owner; a homunculus drops its load on its hex. The card is the caller's to lay away."""
    card = card_of(s, seat, component)
    me = s.seat[seat]
    if component < ITEMS:
        figures.drop_all(t, s, seat, component + 1)
        figures.clear(me.figure[component + 1])
    elif component < FRAGMENTS:
        me.items[component - ITEMS] = NOTHING
        me.worn[component - ITEMS] = 0
    else:
        me.fragment[component - FRAGMENTS] = NOTHING
    return card


@rule("MP-ALCH-8")
def check_load(t: Tables, s: State, seat: int, cause: int) -> None:
    """An alchemist whose capacity fell below his load drops elements of his choice at once (AMB-49)."""
    if figures.room(t, s, seat, 0) < 0:
        prompts.ask(s, prompts.OVERLOAD, seat, 0, cause)


@rule(also=("MP-ALCH-8",))
def unload(t: Tables, s: State, element: int) -> None:
    """One element falls on the hex; done when the rest fits."""
    seat, figure = prompts.asked(s).seat, prompts.asked(s).figure
    figures.let_fall(s, seat, figure, element)
    if figures.room(t, s, seat, figure) >= 0:
        prompts.answered(s)
