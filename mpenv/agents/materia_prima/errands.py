"""Town missions: what each would cost each seat, and with what it is fulfilled."""

from mpenv.agents.materia_prima import costs, danger, paths
from mpenv.agents.materia_prima.memory import FAR, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import belongings, board, figures, missions, towns
from mpenv.worlds.materia_prima.rules.actions import errand
from mpenv.worlds.materia_prima.rules.state import State

WORTH_A_ROLL = 100  # chances below this, in a thousand, are not tried


@rule()
def of_towns(t: Tables, s: State, p: Memory) -> None:
    for seat in range(s.seats):
        for town in range(len(v.TOWNS)):
            p.errand[seat, town] = of_town(t, s, p, seat, town)


@rule()
def of_town(t: Tables, s: State, p: Memory, seat: int, town: int) -> int:
    """Actions until the mission of a town is fulfilled by a seat."""
    if s.mission[town] < 0 or p.town[town] < 0 or not towns.is_open(t, s, town):
        return UNCHOSEN
    kind = t.errand[s.mission[town]].kind
    if kind == errand.FIGHT:
        return _fight(t, s, p, seat, town)
    if kind == errand.ELEMENT:
        return to_bring_all(t, s, p, seat, town)
    holder = bearer(t, s, seat, town)
    if holder >= 0:
        return board.apart(t, paths.whereabouts(s, seat, holder), p.town[town]) + 1
    last = board.apart(t, max(s.seat[seat].tower, 0), p.town[town]) + 1
    slot = recipe_for(t, s, p, seat, town)
    if slot >= 0:
        return p.recipe[seat, slot] + last
    if not costs.findable(s, kind - errand.COMPONENT_KIND):
        return UNCHOSEN
    return costs.to_find(t, s, p, seat, t.errand[s.mission[town]].wanted) + last


@rule()
def lacks_recipe(t: Tables, s: State, p: Memory, seat: int, town: int) -> bool:
    """Must a recipe be found first for what a town wants?"""
    if t.errand[s.mission[town]].kind < errand.COMPONENT_KIND or bearer(t, s, seat, town) >= 0:
        return False
    return recipe_for(t, s, p, seat, town) < 0


@rule()
def _fight(t: Tables, s: State, p: Memory, seat: int, town: int) -> int:
    best = UNCHOSEN
    for figure in range(v.FIGURES):
        actor = s.seat[seat].figure[figure]
        if actor.hex < 0:
            continue
        odds = fight_odds(t, s, p, seat, figure, town)
        if odds >= WORTH_A_ROLL:
            best = min(best, board.apart(t, actor.hex, p.town[town]) + danger.SURE // odds)
    return best


@rule()
def fight_odds(t: Tables, s: State, p: Memory, seat: int, figure: int, town: int) -> int:
    dice = figures.stat(t, s, seat, figure, figures.ATTACK)
    return danger.chance(p, dice, t.errand[s.mission[town]].wanted + 1 - figures.attack_bonus(s, figure))


@rule()
def to_bring_all(t: Tables, s: State, p: Memory, seat: int, town: int) -> int:
    """Actions until what a town wants is brought: one element, or two together."""
    mission = t.errand[s.mission[town]]
    first = to_bring(t, s, p, seat, town, mission.wanted)
    if mission.also < 0 or first >= UNCHOSEN:
        return first
    if carrier(t, s, seat, town) >= 0:
        return first
    return min(UNCHOSEN, first + to_bring(t, s, p, seat, town, mission.also))


@rule()
def carrier(t: Tables, s: State, seat: int, town: int) -> int:
    """A figure that carries all that a town wants brought; -1: none."""
    for figure in range(v.FIGURES):
        one = s.seat[seat].figure[figure]
        if one.hex >= 0 and errand.carries(one, t.errand[s.mission[town]]):
            return figure
    return -1


@rule()
def lacking(t: Tables, s: State, seat: int, town: int) -> int:
    """The element that the alchemist still lacks of what a town wants brought; the first when he has all."""
    mission = t.errand[s.mission[town]]
    load = s.seat[seat].figure[0].load
    if mission.also < 0 or load[mission.wanted] == 0 or errand.carries(s.seat[seat].figure[0], mission):
        return mission.wanted
    return mission.also


@rule()
def to_bring(t: Tables, s: State, p: Memory, seat: int, town: int, element: int) -> int:
    """Actions until an element is brought to a town and given."""
    me = s.seat[seat]
    best = UNCHOSEN
    for figure in range(v.FIGURES):
        actor = me.figure[figure]
        if actor.hex >= 0 and actor.load[element] > 0:
            best = min(best, board.apart(t, actor.hex, p.town[town]) + 1)
    if best < UNCHOSEN:
        return best
    start = paths.whereabouts(s, seat, 0)
    tower = max(me.tower, 0)
    last = board.apart(t, tower, p.town[town]) + 2
    if me.stock[element] > 0:
        return board.apart(t, start, tower) + last
    if t.level[element] == 1:
        if p.near[seat, element] >= FAR:
            return UNCHOSEN
        for number in range(p.mines):
            if board.mine_at(s, p.mine[number]) == element:
                there = p.mine[number]
                best = min(best, board.apart(t, start, there) + board.apart(t, there, p.town[town]) + 2)
        return best
    for other in range(t.elements):
        p.need[other] = 1 if other == element else 0
    return costs.of_need(t, s, p, seat) + last


@rule()
def bearer(t: Tables, s: State, seat: int, town: int) -> int:
    """The figure that can give what a town wants: a homunculus itself, an item or a fragment; -1: none."""
    if t.errand[s.mission[town]].kind == errand.HOMUNCULUS:
        for figure in range(1, v.FIGURES):
            if (
                s.seat[seat].figure[figure].hex >= 0
                and errand.takes(t, s, seat, figure, town)
                and to_spare(t, s, seat, figure - 1)
            ):
                return figure
        return -1
    for component in range(belongings.COMPONENTS):
        if errand.at_hand(t, s, seat, component, town) and to_spare(t, s, seat, component):
            return 0
    return -1


@rule()
def to_spare(t: Tables, s: State, seat: int, component: int) -> bool:
    """Is no goal lost when a seat gives this away?"""
    kind = belongings.kind_of(component)
    level = t.recipe[belongings.card_of(s, seat, component)].level
    for number in range(t.scenario[s.scenario].goals):
        goal = t.scenario[s.scenario].goal[number]
        if goal.predicate != missions.HOLD or goal.kind != kind or (goal.level != 0 and goal.level != level):
            continue
        if goal.latched and s.seat[seat].latched >> number & 1:
            continue
        if goal.who != missions.EACH or missions.progress(t, s, number, seat) <= missions.wanted(t, s, number):
            return False
    return True


@rule()
def recipe_for(t: Tables, s: State, p: Memory, seat: int, town: int) -> int:
    """The easiest recipe of the pool for what a town wants, or -1."""
    best, chosen = UNCHOSEN, -1
    for slot in range(v.POOL + 1):
        card = costs.card_in(s, p, seat, slot)
        if card >= 0 and serves(t, s, card, town) and p.recipe[seat, slot] < best:
            best, chosen = p.recipe[seat, slot], slot
    return chosen


@rule()
def serves(t: Tables, s: State, card: int, town: int) -> bool:
    """Does a recipe make what a town wants?"""
    mission = t.errand[s.mission[town]]
    if t.recipe[card].kind != mission.kind - errand.COMPONENT_KIND:
        return False
    return mission.wanted == 0 or t.recipe[card].level == mission.wanted
