"""Spare time: without work for the mission, a seat makes what helps in the next scenario."""

from mpenv.agents.materia_prima import costs, goals
from mpenv.agents.materia_prima.memory import GEAR, NOBODY, NONE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import belongings, figures, missions
from mpenv.worlds.materia_prima.rules.state import State

MATCH = 6  # effort saved when an item gets the fragment of its level, or a fragment its item (MP-STONE-1)
ENOUGH = 2  # homunculi or equipment of a level
HELD = (missions.HOLD, missions.STOCK, missions.STAND, missions.KEEP)


@rule()
def spend(t: Tables, s: State, p: Memory) -> None:
    """Add a job for the cheapest useful recipe, if there is time for it."""
    if not p.habits.spare or at_stake(t, s):
        return
    best, chosen = UNCHOSEN, NONE
    for slot in range(v.POOL + 1):
        card = costs.card_in(s, p, p.seat, slot)
        if card < 0 or p.taken[slot] != NOBODY or p.recipe[p.seat, slot] >= UNCHOSEN:
            continue
        cost = p.recipe[p.seat, slot] + use(t, s, p.seat, card)
        if cost < best:
            best, chosen = cost, slot
    if chosen == NONE:
        return
    cost = p.recipe[p.seat, chosen]
    if cost <= (s.days - s.day + 1) * figures.stat(t, s, p.seat, 0, figures.ACTIONS):
        goals.begin(p, GEAR, NONE, p.seat, 1, chosen, cost)


@rule()
def at_stake(t: Tables, s: State) -> bool:
    """Check that something must be held at the end: then noise is worse than idleness."""
    for number in range(t.scenario[s.scenario].goals):
        goal = t.scenario[s.scenario].goal[number]
        if not goal.latched and goal.predicate in HELD:
            return True
    return False


@rule()
def use(t: Tables, s: State, seat: int, card: int) -> int:
    """Extra effort of a recipe: less for what completes a pair, prohibitive for a second fragment or third item of a
    level.
    """
    recipe = t.recipe[card]
    fragments, items = 0, 0
    for component in range(belongings.COMPONENTS):
        mine = belongings.card_of(s, seat, component)
        if mine >= 0 and t.recipe[mine].level == recipe.level:
            if t.recipe[mine].kind == missions.STONE:
                fragments += 1
            else:
                items += 1
    if recipe.kind == missions.STONE:
        return UNCHOSEN if fragments > 0 else -MATCH if items > 0 else 0
    return UNCHOSEN if items >= ENOUGH else -MATCH if fragments > items else 0


@rule()
def recruit(t: Tables, s: State, p: Memory) -> None:
    """Add a job to make a homunculus, while there is time to use it."""
    helpers = 0
    for figure in range(1, v.FIGURES):
        if s.seat[p.seat].figure[figure].hex >= 0:
            helpers += 1
    if helpers >= p.habits.helpers or s.days - s.day < p.habits.patience:
        return
    best, chosen = UNCHOSEN, NONE
    for slot in range(v.POOL + 1):
        card = costs.card_in(s, p, p.seat, slot)
        fits = card >= 0 and t.recipe[card].kind == missions.HOMUNCULUS and p.taken[slot] == NOBODY
        if fits and p.recipe[p.seat, slot] < best:
            best, chosen = p.recipe[p.seat, slot], slot
    if chosen != NONE:
        goals.begin(p, GEAR, NONE, p.seat, 1, chosen, best)
