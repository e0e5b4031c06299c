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


@rule("MP-ACT-FIGHT-8", "MP-ACT-FIGHT-9", "MP-DIV-10")
def loot(t: Tables, s: State, seat: int, figure: int) -> None:
    """One die names the element on the active alarm card; at full load the player says where it goes."""
    face = chance.roll(s, chance.LOOT, seat, figure, 1)
    element = t.alarm[display.active(s)].loot[face]
    log.note(s, log.LOOT, seat * 4 + figure, element, face)
    if supply.draw(s, element, 1) == 0:
        return
    if figures.room(t, s, seat, figure) > 0:
        s.seat[seat].figure[figure].load[element] += 1
    else:
        prompts.ask(s, prompts.LOOT, seat, figure, prompts.OWN_TURN)
        prompts.asked(s).element = element


@rule(also=("MP-ACT-FIGHT-9",))
def answer(s: State, yes: bool) -> None:
    """Left on the attacker's hex, or taken for something that he carries."""
    asked = prompts.asked(s)
    if yes:
        asked.kind = prompts.SWAP
    else:
        hex, element = s.seat[asked.seat].figure[asked.figure].hex, asked.element
        prompts.answered(s)
        heaps.lay(s, hex, element, 1)


@rule(also=("MP-ACT-FIGHT-9",))
def swap(s: State, element: int) -> None:
    """The loot is carried, the other element drops."""
    seat, figure, loot = prompts.asked(s).seat, prompts.asked(s).figure, prompts.asked(s).element
    prompts.answered(s)
    figures.let_fall(s, seat, figure, element)
    s.seat[seat].figure[figure].load[loot] += 1
