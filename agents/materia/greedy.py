"""The greedy player: the next useful thing, a look over the shoulder, no search and no memory."""

from typing import Any, cast

import numpy as np

from mpenv.agents.materia import answers, danger, effort, errands, gather, handing, hunting, spare, tasks, ways, work
from mpenv.agents.materia.picture import FAR, HUNTERS, NONE, Picture, new_pictures
from mpenv.agents.materia.style import BUSY, GREEDY, LONER, Style
from mpenv.jit import entry, rule
from mpenv.materia import catalogue as c
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import board, figures, missions, prompts
from mpenv.materia.rules.state import State
from mpenv.materia.view import View
from mpenv.world import View as AnyView

BRAVE = 200  # the chance of a win, in a thousand, from which a figure attacks what stands beside it
BRAVE_AT_HOME = 100  # the same out of the own tower, where nothing can happen to it
BOLD = 3  # how much more peril than at work a figure runs into for a fight
LIKELY = 450  # the chance to fell an inquisitor this turn for which a figure goes out of its way
LOUD = 30  # how much a marked neighbour repels an idle figure, in thousandths of a loss


@entry
def choose(T: np.ndarray, V: np.ndarray, i: int, P: np.ndarray, seat: int) -> int:
    """What a seat answers in view i: always a legal action. The scratch space of the view is written over."""
    P[0].seat = seat
    return decide(T[0], V[i], P[0])


@rule()
def decide(t: Tables, s: State, p: Picture) -> int:
    kind = prompts.asked(s).kind
    ways.survey(t, s, p)
    effort.survey(t, s, p)
    danger.spot(t, s, p)
    effort.of_recipes(t, s, p)
    errands.of_towns(t, s, p)
    work.plan(t, s, p)
    ways.measure(t, s, p)
    look_for_work(t, s, p)
    action = in_turn(t, s, p) if kind == prompts.TURN else answers.answer(t, s, p, kind)
    return action if s.legal[action] else anything(s)


@rule()
def look_for_work(t: Tables, s: State, p: Picture) -> None:
    """The job of the seat; when it has none that must be, an inquisitor nearby, or anything that another seat lacks."""
    handing.ask(t, s, p, False)
    handing.offer(t, s, p)
    tasks.pick(t, s, p)
    if p.main == NONE or (p.job[p.main].predicate == missions.EVENTS and p.job[p.main].goal == NONE):
        hunting.guard(t, s, p)
        handing.ask(t, s, p, True)
        handing.offer(t, s, p)
        tasks.pick(t, s, p)
    if p.main == NONE:
        spare.spend(t, s, p)
        tasks.pick(t, s, p)


@rule()
def anything(s: State) -> int:
    """The first legal answer."""
    for action in range(c.ACTIONS):
        if s.legal[action]:
            return action
    return c.END


@rule()
def in_turn(t: Tables, s: State, p: Picture) -> int:
    """Homunculi first, so that what they bring is there when the alchemist makes something."""
    for nth in range(v.FIGURES):
        figure = v.FIGURES - 1 - nth
        if s.seat[p.seat].figure[figure].hex < 0 or danger.moves_left(s, p, figure) <= 0:
            continue
        action = of_figure(t, s, p, figure)
        if action != c.END and s.legal[action]:
            return action
    return c.END


@rule()
def of_figure(t: Tables, s: State, p: Picture, figure: int) -> int:
    """Fight when it is promising, else work, unless that would end the day in danger; idle figures hide."""
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
    after = danger.calmest(t, s, p, figure, there, moves - 1, dice)
    if after <= bound:
        return action
    now = danger.calmest(t, s, p, figure, here, moves, dice)
    if now >= after:
        return action
    return c.END if p.refuge == here else gather.walk(t, s, p, figure, p.refuge)


@rule()
def fight(t: Tables, s: State, p: Picture, figure: int, dice: int, bound: int) -> int:
    """Attack an inquisitor beside the figure, or go and attack one that will probably fall today; END: rather not."""
    one = s.seat[p.seat].figure[figure]
    actions = one.actions + one.extra[figures.FIGHTING]
    if actions == 0:
        return c.END
    best, chosen = 0, -1
    for hunter in range(p.hunters):
        odds = hunting.strike(t, s, p, p.seat, figure, hunter)
        hex = p.hunter[hunter].hex
        brave = BRAVE_AT_HOME if figures.at_home(s, p.seat, figure) else BRAVE
        if odds < brave or odds <= best or board.apart(t, one.hex, hex) != 1:
            continue
        left = lost_after(odds, actions) * danger.peril(t, s, p, figure, one.hex, dice, HUNTERS) // danger.SURE
        if left <= BOLD * bound:
            best, chosen = odds, hunter
    if chosen >= 0:
        return c.FIGHT + (figure * v.SLOTS + p.hunter[chosen].slot) * v.STANDEES + p.hunter[chosen].which
    return approach(t, s, p, figure, dice, bound)


@rule()
def lost_after(odds: int, attacks: int) -> int:
    """How often that many attacks all fail."""
    failed = danger.SURE
    for _ in range(attacks):
        failed = failed * (danger.SURE - odds) // danger.SURE
    return failed


@rule()
def approach(t: Tables, s: State, p: Picture, figure: int, dice: int, bound: int) -> int:
    one = s.seat[p.seat].figure[figure]
    for hunter in range(p.hunters):
        odds = hunting.strike(t, s, p, p.seat, figure, hunter)
        beside = ways.beside(t, s, p, figure, p.hunter[hunter].hex)
        if beside < 0:
            continue
        attacks = danger.moves_left(s, p, figure) + one.extra[figures.FIGHTING] - p.way[figure, beside]
        if attacks <= 0 or danger.SURE - lost_after(odds, attacks) < LIKELY:
            continue
        risk = lost_after(odds, attacks) * danger.peril(t, s, p, figure, beside, dice, HUNTERS) // danger.SURE
        if risk <= bound:
            return gather.walk(t, s, p, figure, beside)
    return c.END


@rule()
def hide(t: Tables, s: State, p: Picture, figure: int, dice: int) -> int:
    """Without work: to the quietest safe hex that can be reached, not far from home."""
    here, moves = s.seat[p.seat].figure[figure].hex, danger.moves_left(s, p, figure)
    best, chosen = 1 << 20, here
    reached = ways.flood(t, s, p, p.seat, here, moves)
    for place in range(reached):
        hex = s.queue[place]
        loud = ways.noise(t, s, p, hex) * (-2 * LOUD if p.calls else LOUD)
        if p.calls and t.scenario[s.scenario].marks_own_hex and board.tower_at(s, hex) < 0:
            loud -= 2 * LOUD
        cost = danger.peril(t, s, p, figure, hex, dice, HUNTERS) + loud
        cost += 4 * s.distance[hex] + 6 * (p.home[hex] if p.home[hex] >= 0 else FAR)
        if p.finished and p.hunters > 0 and hex != s.seat[p.seat].tower:
            cost += LOUD
        if cost < best:
            best, chosen = cost, hex
    return c.END if chosen == here else gather.walk(t, s, p, figure, chosen)


class Greedy:
    """A sensible team player without foresight; the same view always gets the same answer."""

    style: Style = GREEDY

    def __init__(self) -> None:
        self._seat = 0
        self._picture = new_pictures(1)
        for name, number in self.style._asdict().items():
            self._picture["style"][name] = number

    def reset(self, seat: int, seed: int) -> None:
        self._seat = seat

    def act(self, view: AnyView) -> int:
        seen = cast(View, view)
        record: Any = seen.record
        return int(choose(seen.pack.tables, record, 0, self._picture, self._seat))


class Busy(Greedy):
    """The same, but with a homunculus at work and no ear for the noise it all makes."""

    style = BUSY


class Loner(Greedy):
    """The same, but he sees only his own part and hands nothing over."""

    style = LONER
