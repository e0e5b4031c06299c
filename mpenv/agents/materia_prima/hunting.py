"""Hunting: which inquisitor falls soonest and to whom, and which gear helps."""

from mpenv.agents.materia_prima import costs, danger, goals
from mpenv.agents.materia_prima.memory import GEAR, NOBODY, NONE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, missions
from mpenv.worlds.materia_prima.rules.actions import equip
from mpenv.worlds.materia_prima.rules.state import State

WEAPON = v.ITEM_SLOTS.index("weapon")


@rule()
def choose_prey(t: Tables, s: State, p: Memory, seat: int) -> int:
    """The inquisitor that a seat defeats soonest; NONE when there is none."""
    best, chosen = UNCHOSEN, NONE
    for hunter in range(p.hunters):
        cost = chase(t, s, p, seat, hunter)
        if cost < best:
            best, chosen = cost, hunter
    return chosen


@rule()
def chase(t: Tables, s: State, p: Memory, seat: int, hunter: int) -> int:
    """Expected moves and attacks until a seat's best fighter has defeated an inquisitor."""
    best = UNCHOSEN
    for figure in range(v.FIGURES):
        actor = s.seat[seat].figure[figure]
        if actor.hex >= 0:
            odds = strike(t, s, p, seat, figure, hunter)
            if odds > 0:
                best = min(best, board.apart(t, actor.hex, p.hunter[hunter].hex) + danger.SURE // odds)
    return best


@rule()
def strike(t: Tables, s: State, p: Memory, seat: int, figure: int, hunter: int) -> int:
    """Chance in thousandths that a single attack succeeds."""
    dice = figures.stat(t, s, seat, figure, figures.ATTACK)
    return danger.chance(p, dice, p.hunter[hunter].defence + 1 - figures.attack_bonus(s, figure))


@rule()
def guard(t: Tables, s: State, p: Memory) -> None:
    """Add a job to defeat the nearest inquisitor, if it is cheap enough for spare time."""
    if p.habits.alone:
        return
    prey = choose_prey(t, s, p, p.seat)
    if prey != NONE and chase(t, s, p, p.seat, prey) <= p.habits.guard:
        goals.begin(p, missions.DEFEAT, NONE, p.seat, 1, prey, chase(t, s, p, p.seat, prey))


@rule()
def arm(t: Tables, s: State, p: Memory) -> None:
    """Add a job for the cheapest recipe that makes the alchemist a better fighter, or to look for such a recipe."""
    best, chosen = UNCHOSEN, NONE
    for slot in range(v.POOL + 1):
        card = costs.card_in(s, p, p.seat, slot)
        if card >= 0 and p.taken[slot] == NOBODY and arms(t, s, p, card) and p.recipe[p.seat, slot] < best:
            best, chosen = p.recipe[p.seat, slot], slot
    armed = equip.worn_in(t, s, p.seat, WEAPON) >= 0
    if chosen == NONE and (armed or not costs.findable(s, missions.EQUIPMENT)):
        return
    cost = best if chosen != NONE else costs.to_find(t, s, p, p.seat, 1)
    goals.begin(p, GEAR, NONE, p.seat, 1, chosen, cost)


@rule()
def arms(t: Tables, s: State, p: Memory, card: int) -> bool:
    """Check that an item helps in fights and beats what its slot holds."""
    recipe = t.recipe[card]
    if (
        recipe.kind != missions.EQUIPMENT
        or recipe.grants[figures.ATTACK] + recipe.grants[v.EXTRA + figures.FIGHTING] == 0
    ):
        return False
    worn = equip.worn_in(t, s, p.seat, recipe.slot)
    return worn < 0 or t.recipe[s.seat[p.seat].items[worn]].grants[figures.ATTACK] < recipe.grants[figures.ATTACK]
