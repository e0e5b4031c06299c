"""Fight: attack an inquisitor on an adjacent hex, and loot."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, chance, display, figures, heaps, log, prompts, reasons, supply
from mpenv.worlds.materia_prima.rules.state import State


@rule("MP-ACT-FIGHT-1", "MP-ACT-FIGHT-11")
def why_not(t: Tables, s: State, seat: int, figure: int, slot: int, which: int) -> int:
    one = s.seat[seat].figure[figure]
    if one.hex < 0:
        return reasons.NOT_ON_BOARD
    reason = figures.why_unpaid(s, one, figures.FIGHTING)
    if reason != reasons.FINE:
        return reason
    if which >= s.slot[slot].figures:
        return reasons.NO_TARGET
    return reasons.FINE if board.apart(t, one.hex, s.slot[slot].hex[which]) == 1 else reasons.NOT_ADJACENT


@rule("MP-ACT-FIGHT-3", "MP-ACT-FIGHT-4", "MP-DIV-1")
def do(t: Tables, s: State, seat: int, figure: int, slot: int, which: int) -> None:
    """The roll must exceed the defence; a tie loses and changes nothing."""
    figures.spend(s.seat[seat].figure[figure], figures.FIGHTING)
    total = chance.roll(s, chance.ATTACK, seat, figure, figures.stat(t, s, seat, figure, figures.ATTACK))
    total += figures.attack_bonus(s, figure)
    defence = display.value(t, s, slot, display.DEFENCE)
    log.note(s, log.ROLLED, seat * 4 + figure, total, defence)
    if total >= defence + 1:
        log.note(s, log.DEFEATED, seat * 4 + figure, s.slot[slot].type, which)
        display.defeat(t, s, slot, which)
        s.seat[seat].defeated += 1
        loot(t, s, seat, figure)


@rule("MP-ACT-FIGHT-8", "MP-DIV-10", also=("MP-ACT-FIGHT-9",))
def loot(t: Tables, s: State, seat: int, figure: int) -> None:
    """One die names the element on the active alarm card; the player says whether the attacker takes it."""
    face = chance.roll(s, chance.LOOT, seat, figure, 1)
    element = t.alarm[display.active(s)].loot[face]
    log.note(s, log.LOOT, seat * 4 + figure, element, face)
    if supply.draw(s, element, 1) > 0:
        prompts.ask(s, prompts.LOOT, seat, figure, prompts.OWN_TURN)
        prompts.asked(s).element = element


@rule(also=("MP-ACT-FIGHT-8", "MP-ACT-FIGHT-9"))
def why_not_take(t: Tables, s: State) -> int:
    """Without room loot is only taken for something that can be dropped."""
    seat, figure = prompts.asked(s).seat, prompts.asked(s).figure
    if figures.room(t, s, seat, figure) > 0:
        return reasons.FINE
    one = s.seat[seat].figure[figure]
    for element in range(t.elements):
        if one.load[element] > 0 and heaps.has_room(s, one.hex, element):
            return reasons.FINE
    return reasons.NONE_OF_IT


@rule("MP-ACT-FIGHT-9", also=("MP-ACT-FIGHT-8",))
def answer(t: Tables, s: State, yes: bool) -> None:
    """Loot that fits is taken or forgone; at full load it replaces something carried, or stays on the hex."""
    asked = prompts.asked(s)
    seat, figure, element = asked.seat, asked.figure, asked.element
    fits = figures.room(t, s, seat, figure) > 0
    if yes and not fits:
        asked.kind = prompts.SWAP
        return
    prompts.answered(s)
    if yes:
        s.seat[seat].figure[figure].load[element] += 1
    elif fits:
        supply.give_back(s, element, 1)
    else:
        heaps.lay(s, s.seat[seat].figure[figure].hex, element, 1)


@rule(also=("MP-ACT-FIGHT-9",))
def swap(s: State, element: int) -> None:
    """The loot is carried, the other element drops."""
    seat, figure, loot = prompts.asked(s).seat, prompts.asked(s).figure, prompts.asked(s).element
    prompts.answered(s)
    figures.let_fall(s, seat, figure, element)
    s.seat[seat].figure[figure].load[loot] += 1
