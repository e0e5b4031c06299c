"""Carry-over from one scenario of a campaign to the next: items by fragments, one extension, the soul stone."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import belongings, log, prompts, supply
from mpenv.worlds.materia_prima.rules.actions import transmute
from mpenv.worlds.materia_prima.rules.state import Recorded, Setup, State

NOTHING = -1
STEPS = v.LEVELS + 1  # a choice for each level, then the extension


@rule("MP-SETUP-8", "MP-SOUL-3", "MP-CAMPAIGN-9", "MP-STONE-3", "MP-CAMPAIGN-8", also=("MP-SETUP-9",))
def bring_along(t: Tables, s: State, seat: int, recorded: Recorded) -> None:
    """Hand out a player's record in the chronicle: soul stone, homunculi in the tower, equipment, an extension."""
    me = s.seat[seat]
    me.stone = recorded.stone
    for place in range(v.LEVELS):
        if recorded.items[place] >= 0:
            transmute.gain(t, s, seat, recorded.items[place])
    for figure in range(1, v.FIGURES):
        me.figure[figure].actions = 0
        me.figure[figure].extra[:] = 0
    if recorded.extension >= 0:
        s.owner[recorded.extension] = seat
        me.carried_extension = recorded.extension


@rule(also=("MP-CAMPAIGN-6",))
def reward(t: Tables, s: State, seat: int, chosen: Setup) -> None:
    """Lay the reward of the scenario before, at its difficulty, into the tower."""
    for element in range(t.elements):
        s.seat[seat].stock[element] += supply.draw(s, element, chosen.reward[element])


@rule(also=("MP-CAMPAIGN-9",))
def brought(s: State, card: int) -> bool:
    """Does a player bring this recipe card along from the scenario before?"""
    for seat in range(s.seats):
        for component in range(belongings.COMPONENTS):
            if belongings.card_of(s, seat, component) == card:
                return True
    return False


@rule("MP-STONE-2", also=("MP-STONE-1", "MP-CAMPAIGN-4", "MP-CAMPAIGN-7"))
def go_on(t: Tables, s: State) -> None:
    """After a success each owner, in seat order, chooses an item for each level and then an extension."""
    if s.due == STEPS:
        s.turn += 1
        s.due = 0
        return
    step = s.due
    s.due += 1
    if step < v.LEVELS:
        ask_item(t, s, s.turn, step + 1)
    else:
        ask_extension(t, s, s.turn)


@rule("MP-SOUL-2", also=("MP-STONE-1", "MP-STONE-5"))
def ask_item(t: Tables, s: State, seat: int, level: int) -> None:
    """With a soul stone and a fragment of the level there is a choice among what has that level."""
    me = s.seat[seat]
    fragments = 0
    for place in range(v.FRAGMENTS):
        if me.fragment[place] >= 0 and t.recipe[me.fragment[place]].level == level:
            fragments += 1
    if not me.stone or fragments == 0:
        return
    for component in range(belongings.FRAGMENTS):
        if may_carry(t, s, seat, component, level):
            prompts.ask(s, prompts.CARRY, seat, 0, prompts.CAMPAIGN)
            prompts.asked(s).slot = level
            return


@rule("MP-STONE-4", "MP-STONE-5", also=("MP-STONE-1",))
def may_carry(t: Tables, s: State, seat: int, component: int, level: int) -> bool:
    """A homunculus wherever it stands, an item worn or stored, never a fragment (AMB-42)."""
    if component >= belongings.FRAGMENTS:
        return False
    card = belongings.card_of(s, seat, component)
    return card >= 0 and t.recipe[card].level == level


@rule("MP-STONE-1", also=("MP-STONE-2",))
def carry(s: State, component: int) -> None:
    seat, level = prompts.asked(s).seat, prompts.asked(s).slot
    prompts.answered(s)
    s.seat[seat].carried[level - 1] = belongings.card_of(s, seat, component)
    log.note(s, log.CARRIED, seat, s.seat[seat].carried[level - 1], 0)


@rule("MP-CAMPAIGN-5", also=("MP-CAMPAIGN-4",))
def ask_extension(t: Tables, s: State, seat: int) -> None:
    """One extension bought in this scenario goes along, with or without a soul stone; of several the player picks."""
    bought = 0
    while extension(t, s, seat, bought) >= 0:
        bought += 1
    if bought > 1:
        prompts.ask(s, prompts.CARRY_EXTENSION, seat, 0, prompts.CAMPAIGN)
    else:
        s.seat[seat].carried_extension = extension(t, s, seat, 0)


@rule(also=("MP-CAMPAIGN-4",))
def extension(t: Tables, s: State, seat: int, nth: int) -> int:
    """The nth extension that a player bought in this scenario, in the order of the pack, or NOTHING."""
    for marker in range(t.extensions):
        if s.owner[marker] == seat and s.seat[seat].carried_extension != marker:
            if nth == 0:
                return marker
            nth -= 1
    return NOTHING


@rule("MP-CAMPAIGN-4")
def carry_extension(t: Tables, s: State, action: int) -> None:
    seat = prompts.asked(s).seat
    prompts.answered(s)
    s.seat[seat].carried_extension = extension(t, s, seat, action - c.CARD)
