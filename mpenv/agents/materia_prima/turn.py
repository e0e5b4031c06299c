"""Actions within a turn: the next useful action of each figure, checked against danger."""

from mpenv.agents.materia_prima import danger, gather, hunting, paths, tasks
from mpenv.agents.materia_prima.memory import FAR, HUNTERS, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def in_turn(t: Tables, s: State, p: Memory) -> int:
    """Choose the next action, homunculi first, so that what they bring is there when the alchemist makes something."""
    for nth in range(v.FIGURES):
        figure = v.FIGURES - 1 - nth
        if s.seat[p.seat].figure[figure].hex < 0:
            continue
        if danger.moves_left(s, p, figure) > 0:
            action = of_figure(t, s, p, figure)
            if action != c.END and s.legal[action]:
                return action
        elif s.legal[c.MISSION + figure] and tasks.act(t, s, p, figure) == c.MISSION + figure:
            return c.MISSION + figure  # an additional action pays
    return c.END


@rule()
def of_figure(t: Tables, s: State, p: Memory, figure: int) -> int:
    """Fight when the odds are good, else work unless that ends the day in danger; idle figures hide."""
    danger.look_for_prey(t, s, p, figure)
    dice = figures.stat(t, s, p.seat, figure, figures.DEFENCE)
    bound = danger.tolerance(s, p, figure)
    action = fight(t, s, p, figure, dice, bound)
    if action != c.END:
        return action
    action = tasks.act(t, s, p, figure)
    if action == tasks.STAY:
        return c.END
    if action == c.END or not s.legal[action]:
        return hide(t, s, p, figure, dice)
    if p.hunters == 0:
        return action
    here, moves = s.seat[p.seat].figure[figure].hex, danger.moves_left(s, p, figure)
    there = here
    if c.MOVE <= action < c.MINE:
        there = board.beyond(t, s, here, (action - c.MOVE) % 6)
    elif c.SAIL <= action < c.WHO:
        there = p.town[action - c.SAIL]
    after = danger.calmest(t, s, p, figure, there, moves - 1, dice)
    if after <= bound:
        return action
    now = danger.calmest(t, s, p, figure, here, moves, dice)
    if now >= after:
        return action
    return c.END if p.refuge == here else gather.walk(t, s, p, figure, p.refuge)


@rule()
def fight(t: Tables, s: State, p: Memory, figure: int, dice: int, bound: int) -> int:
    """Attack an inquisitor beside the figure, or approach one that probably falls today; END otherwise."""
    actor = s.seat[p.seat].figure[figure]
    actions = actor.actions + actor.extra[figures.FIGHTING]
    if actions == 0:
        return c.END
    best, chosen = 0, -1
    for hunter in range(p.hunters):
        odds = hunting.strike(t, s, p, p.seat, figure, hunter)
        hex = p.hunter[hunter].hex
        brave = p.habits.brave_at_home if figures.at_home(s, p.seat, figure) else p.habits.brave
        if odds < brave or odds <= best or board.apart(t, actor.hex, hex) != 1:
            continue
        left = lost_after(odds, actions) * danger.peril(t, s, p, figure, actor.hex, dice, HUNTERS) // danger.SURE
        if left <= p.habits.bold * bound:
            best, chosen = odds, hunter
    if chosen >= 0:
        return c.FIGHT + (figure * v.SLOTS + p.hunter[chosen].slot) * v.STANDEES + p.hunter[chosen].which
    return approach(t, s, p, figure, dice, bound)


@rule()
def lost_after(odds: int, attacks: int) -> int:
    """Chance in thousandths that so many attacks all fail."""
    failed = danger.SURE
    for _ in range(attacks):
        failed = failed * (danger.SURE - odds) // danger.SURE
    return failed


@rule()
def approach(t: Tables, s: State, p: Memory, figure: int, dice: int, bound: int) -> int:
    """Move beside an inquisitor that probably falls today; END when there is none."""
    actor = s.seat[p.seat].figure[figure]
    likely = p.habits.keen if p.hunts else p.habits.likely
    for hunter in range(p.hunters):
        odds = hunting.strike(t, s, p, p.seat, figure, hunter)
        beside = paths.beside(t, s, p, figure, p.hunter[hunter].hex)
        if beside < 0:
            continue
        attacks = danger.moves_left(s, p, figure) + actor.extra[figures.FIGHTING] - p.way[figure, beside]
        if attacks <= 0 or danger.SURE - lost_after(odds, attacks) < likely:
            continue
        risk = lost_after(odds, attacks) * danger.peril(t, s, p, figure, beside, dice, HUNTERS) // danger.SURE
        if risk <= bound:
            return gather.walk(t, s, p, figure, beside)
    return c.END


@rule()
def hide(t: Tables, s: State, p: Memory, figure: int, dice: int) -> int:
    """Without work, go to the quietest safe hex in reach, not far from home."""
    chosen = shelter(t, s, p, figure, dice)
    return c.END if chosen == s.seat[p.seat].figure[figure].hex else gather.walk(t, s, p, figure, chosen)


@rule()
def shelter(t: Tables, s: State, p: Memory, figure: int, dice: int) -> int:
    """The quietest safe hex that an idle figure reaches today, not far from home."""
    here, moves = s.seat[p.seat].figure[figure].hex, danger.moves_left(s, p, figure)
    best, chosen = 1 << 20, here
    reached = paths.flood(t, s, p, figure, here, moves, paths.NOWHERE)
    for place in range(reached):
        hex = s.queue[place]
        loud = paths.noise(t, s, p, hex) * (-2 * p.habits.loud if p.calls else p.habits.loud)
        if p.calls and t.scenario[s.scenario].marks_own_hex and board.tower_at(s, hex) < 0:
            loud -= 2 * p.habits.loud
        cost = danger.peril(t, s, p, figure, hex, dice, HUNTERS) + loud
        cost += 4 * s.distance[hex] + p.habits.near * (p.home[hex] if p.home[hex] >= 0 else FAR)
        if p.finished and p.hunters > 0 and hex != s.seat[p.seat].tower:
            cost += p.habits.loud
        if cost < best:
            best, chosen = cost, hex
    return chosen
