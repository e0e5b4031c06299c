"""Errand: fulfil the mission of the town a figure stands in."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Errand, Tables
from mpenv.worlds.materia_prima.rules import belongings, board, chance, figures, log, prompts, reasons, towns
from mpenv.worlds.materia_prima.rules.actions import drop
from mpenv.worlds.materia_prima.rules.state import Figure, State

FIGHT, ELEMENT, HOMUNCULUS, EQUIPMENT, STONE = range(5)
COMPONENT_KIND = HOMUNCULUS  # the kinds from here on are those of components, shifted
VERBS = (figures.FIGHTING, figures.DROPPING)  # the actions by which the first two kinds are fulfilled


@rule("MP-TOWNMISSION-7", also=("MP-ALCH-5",))
def why_not(t: Tables, s: State, seat: int, figure: int) -> int:
    one = s.seat[seat].figure[figure]
    if one.hex < 0:
        return reasons.NOT_ON_BOARD
    if one.actions == 0 and not pays_additionally(t, s, one):
        return reasons.NO_ACTION
    town = board.town_at(s, one.hex)
    if town < 0:
        return reasons.NOT_IN_TOWN
    if not towns.is_open(t, s, town):
        return reasons.TOWN_CLOSED
    if s.mission[town] < 0:
        return reasons.NO_MISSION
    if not towns.served(t, s, town):
        return reasons.NOT_PLAYED
    return reasons.FINE if fulfils(t, s, seat, figure, town) else reasons.CANNOT_FULFIL


@rule(also=("MP-TOWNMISSION-1", "MP-TOWNMISSION-2", "MP-TOWNMISSION-7", "MP-ABIL-1"))
def pays_additionally(t: Tables, s: State, figure: Figure) -> bool:
    """Has a figure an additional attack for a fight, or an additional drop for an element?"""
    town = board.town_at(s, figure.hex)
    if town < 0 or s.mission[town] < 0:
        return False
    kind = t.errand[s.mission[town]].kind
    return kind < HOMUNCULUS and figure.extra[VERBS[kind]] > 0


@rule(
    also=(
        "MP-TOWNMISSION-1",
        "MP-TOWNMISSION-2",
        "MP-TOWNMISSION-3",
        "MP-TOWNMISSION-4",
        "MP-TOWNMISSION-5",
        "MP-TOWNMISSION-7",
    )
)
def fulfils(t: Tables, s: State, seat: int, figure: int, town: int) -> bool:
    """Has the figure what the mission takes? Items and fragments are the alchemist's to give."""
    errand = t.errand[s.mission[town]]
    if not towns.served(t, s, town):
        return False
    if errand.kind == FIGHT:
        return True
    if errand.kind == ELEMENT:
        return carries(s.seat[seat].figure[figure], errand)
    if errand.kind == HOMUNCULUS:
        return takes(t, s, seat, figure, town)
    if figure > 0:
        return False
    for component in range(belongings.COMPONENTS):
        if at_hand(t, s, seat, component, town):
            return True
    return False


@rule(also=("MP-TOWNMISSION-2",))
def carries(one: Figure, errand: Errand) -> bool:
    """Does a figure carry what is to be brought, of both kinds where there are two?"""
    if errand.also < 0:
        return one.load[errand.wanted] > 0
    if errand.also == errand.wanted:
        return one.load[errand.wanted] > 1
    return one.load[errand.wanted] > 0 and one.load[errand.also] > 0


@rule(also=("MP-TOWNMISSION-3", "MP-BASE-TOWN-1"))
def takes(t: Tables, s: State, seat: int, figure: int, town: int) -> bool:
    """Does the mission take this homunculus? A printed level must match."""
    if figure == 0 or s.mission[town] < 0 or not towns.served(t, s, town):
        return False
    if t.errand[s.mission[town]].kind != HOMUNCULUS:
        return False
    wanted = t.errand[s.mission[town]].wanted
    return wanted == 0 or t.recipe[s.seat[seat].figure[figure].card].level == wanted


@rule("MP-BASE-TOWN-1", also=("MP-TOWNMISSION-4", "MP-TOWNMISSION-5"))
def at_hand(t: Tables, s: State, seat: int, component: int, town: int) -> bool:
    errand = t.errand[s.mission[town]]
    return belongings.at_hand(t, s, seat, component, errand.kind - COMPONENT_KIND, errand.wanted)


@rule(
    "MP-TOWNMISSION-2",
    also=("MP-TOWNMISSION-1", "MP-TOWNMISSION-3", "MP-TOWNMISSION-6", "MP-TOWNMISSION-7", "MP-ABIL-1"),
)
def do(t: Tables, s: State, seat: int, figure: int) -> None:
    """Costs one action, for a fight or an element an additional one first; what is given leaves the game."""
    one = s.seat[seat].figure[figure]
    town = board.town_at(s, one.hex)
    kind = t.errand[s.mission[town]].kind
    if pays_additionally(t, s, one):
        figures.spend(one, VERBS[kind])
    else:
        one.actions -= 1
    if kind == FIGHT:
        _fight(t, s, seat, figure, town)
    elif kind == ELEMENT:
        mission = t.errand[s.mission[town]]
        one.load[mission.wanted] -= 1
        if mission.also >= 0:
            one.load[mission.also] -= 1
        towns.complete(s, seat, town)
    elif kind == HOMUNCULUS:
        belongings.give_up(t, s, seat, figure - 1)
        towns.complete(s, seat, town)
    else:
        prompts.ask(s, prompts.GIVE, seat, 0, prompts.OWN_TURN)
        prompts.asked(s).slot = town


@rule("MP-TOWNMISSION-1", "MP-TOWNMISSION-10", also=("MP-DIV-1",))
def _fight(t: Tables, s: State, seat: int, figure: int, town: int) -> None:
    """The roll must exceed the printed defence; no loot, and no modifier of the Inquisition counts."""
    total = chance.roll(s, chance.ATTACK, seat, figure, figures.stat(t, s, seat, figure, figures.ATTACK))
    total += figures.attack_bonus(s, figure)
    defence = t.errand[s.mission[town]].wanted
    log.note(s, log.ROLLED, seat * 4 + figure, total, defence)
    if total >= defence + 1:
        towns.complete(s, seat, town)


@rule("MP-TOWNMISSION-4", "MP-TOWNMISSION-5", "MP-TOWNMISSION-6", also=("MP-ALCH-8",))
def give(t: Tables, s: State, component: int) -> None:
    """An item or fragment is laid down; without the item the alchemist may be overloaded."""
    seat, town = prompts.asked(s).seat, prompts.asked(s).slot
    prompts.answered(s)
    belongings.give_up(t, s, seat, component)
    towns.complete(s, seat, town)
    belongings.check_load(t, s, seat, prompts.OWN_TURN)


@rule(also=("MP-TOWNMISSION-3", "MP-TOWNMISSION-7", "MP-ACT-DROP-2"))
def arrive(t: Tables, s: State, seat: int, figure: int) -> None:
    """A homunculus that enters a town may be given to its mission; then elements may lie free to pick up."""
    town = towns.open_town_at(t, s, s.seat[seat].figure[figure].hex)
    if town >= 0 and takes(t, s, seat, figure, town):
        prompts.ask(s, prompts.ENTER_TOWN, seat, figure, prompts.OWN_TURN)
        prompts.asked(s).slot = town
    else:
        drop.find(t, s, seat, figure)


@rule("MP-TOWNMISSION-3", also=("MP-TOWNMISSION-7",))
def answer(t: Tables, s: State, yes: bool) -> None:
    seat, figure, town = prompts.asked(s).seat, prompts.asked(s).figure, prompts.asked(s).slot
    prompts.answered(s)
    if yes:
        belongings.give_up(t, s, seat, figure - 1)
        towns.complete(s, seat, town)
    else:
        drop.find(t, s, seat, figure)
