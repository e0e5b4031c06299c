"""Features of answers, computed after the seat has made its plan."""

from mpenv.agents.materia_prima import costs, danger, goals, handover, hunting, paths, tasks
from mpenv.agents.materia_prima import features as f
from mpenv.agents.materia_prima.features import ONE
from mpenv.agents.materia_prima.memory import FAR, NOBODY, NONE, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, missions, prompts, towns
from mpenv.worlds.materia_prima.rules.state import State

MOST_LATE = 2 * ONE
HANDS = v.SLOTS * v.STANDEES


@rule()
def begin(t: Tables, s: State, p: Memory, planned: int) -> None:
    """Compute what all answers of a decision are compared with."""
    p.planned = planned
    p.late = lateness(t, s, p)
    p.watched = NONE
    tasks.prepare(t, s, p, p.main if p.gather == NONE else p.gather)


@rule()
def lateness(t: Tables, s: State, p: Memory) -> int:
    """Share of the time left that the seat's jobs take, in hundredths."""
    due = 0
    for number in range(p.jobs):
        job = p.job[number]
        if job.seat == p.seat and job.goal >= 0:
            due += min(job.effort, FAR)
    left = (s.days - s.day + 1) * max(1, figures.stat(t, s, p.seat, 0, figures.ACTIONS))
    return min(MOST_LATE, ONE * due // max(1, left))


@rule()
def weigh(t: Tables, s: State, p: Memory, action: int) -> None:
    """Write the features of an answer to `feature`."""
    p.feature[:] = 0
    if action == p.planned:
        p.feature[f.PLAN] = ONE
        p.feature[f.HURRY] = p.late
    if prompts.asked(s).kind == prompts.TURN:
        _in_turn(t, s, p, action)
    else:
        _answer(t, s, p, action)


@rule()
def _in_turn(t: Tables, s: State, p: Memory, a: int) -> None:
    if a == c.END:
        p.feature[f.STOP] = ONE // max(1, _actions_left(s, p))
    elif a < c.MINE:
        _move(t, s, p, (a - c.MOVE) // 6, (a - c.MOVE) % 6)
    elif a < c.DROP:
        _mine(t, s, p, a - c.MINE)
    elif a < c.PICK:
        p.feature[f.TIDY] = ONE
        p.feature[f.SHARE] = ONE if _beside_who_asks(t, s, p, a - c.DROP) else 0
    elif a < c.MISSION:
        p.feature[f.HOARD] = ONE
    elif a < c.EXCHANGE:
        _serve(t, s, p, a - c.MISSION)
    elif a < c.FIGHT:
        p.feature[f.SHARE] = ONE if _carries_what_is_asked(t, s, p, a - c.EXCHANGE) else 0
    elif a < c.CONVERT:
        _fight(t, s, p, (a - c.FIGHT) // HANDS, (a - c.FIGHT) % HANDS)
    elif a < c.TRANSMUTE:
        p.feature[f.TIDY] = ONE
    elif a < c.EQUIP:
        _transmute(t, s, p, a - c.TRANSMUTE)
    elif a == c.EQUIP:
        p.feature[f.TIDY] = ONE
    elif a < c.BUY:
        p.feature[f.STUDY] = ONE
    else:
        p.feature[f.TRAVEL] = ONE


@rule()
def _actions_left(s: State, p: Memory) -> int:
    left = 0
    for figure in range(v.FIGURES):
        if s.seat[p.seat].figure[figure].hex >= 0:
            left += danger.moves_left(s, p, figure)
    return left


# --- moves --------------------------------------------------------------------------------------


@rule()
def _move(t: Tables, s: State, p: Memory, figure: int, direction: int) -> None:
    here = s.seat[p.seat].figure[figure].hex
    there = board.beyond(t, s, here, direction)
    if p.home[here] >= 0 and p.home[there] >= 0:
        p.feature[f.HOME] = ONE * (p.home[here] - p.home[there])
    p.feature[f.VISIT] = ONE * (_to_friends(t, s, p, here) - _to_friends(t, s, p, there))
    p.feature[f.TOWN] = ONE * (_to_town(t, s, p, here) - _to_town(t, s, p, there))
    p.feature[f.MINE] = ONE * (_to_mine(t, s, p, here) - _to_mine(t, s, p, there))
    p.feature[f.NOISE] = ONE * paths.markers(t, s, there)
    if p.hunters > 0:
        p.feature[f.PREY] = ONE * (_to_prey(t, p, here) - _to_prey(t, p, there))
        p.feature[f.PERIL] = ONE * _worse(t, s, p, figure, here, there) // danger.SURE


@rule()
def _to_friends(t: Tables, s: State, p: Memory, hex: int) -> int:
    """Distance to the nearest tower whose owner lacks something; when nobody does, to the nearest alchemist."""
    asking, nearest = FAR, FAR
    for seat in range(s.seats):
        if seat == p.seat:
            continue
        if s.seat[seat].figure[0].hex >= 0:
            nearest = min(nearest, board.apart(t, hex, s.seat[seat].figure[0].hex))
        if _asks(t, p, seat):
            asking = min(asking, board.apart(t, hex, max(s.seat[seat].tower, 0)))
    return asking if asking < FAR else nearest


@rule()
def _asks(t: Tables, p: Memory, seat: int) -> bool:
    for element in range(t.elements):
        if p.ask[seat, element] > 0:
            return True
    return False


@rule()
def _to_town(t: Tables, s: State, p: Memory, hex: int) -> int:
    nearest = FAR
    for town in range(len(v.TOWNS)):
        if p.town[town] >= 0 and towns.is_open(t, s, town):
            nearest = min(nearest, board.apart(t, hex, p.town[town]))
    return nearest


@rule()
def _to_mine(t: Tables, s: State, p: Memory, hex: int) -> int:
    wanted, nearest = FAR, FAR
    for number in range(p.mines):
        element = board.mine_at(s, p.mine[number])
        if p.near[p.seat, element] >= FAR:
            continue
        away = board.apart(t, hex, p.mine[number])
        nearest = min(nearest, away)
        if p.short[element] > 0:
            wanted = min(wanted, away)
    return wanted if wanted < FAR else nearest


@rule()
def _to_prey(t: Tables, p: Memory, hex: int) -> int:
    nearest = FAR
    for number in range(p.hunters):
        nearest = min(nearest, board.apart(t, hex, p.hunter[number].hex))
    return nearest


@rule()
def _worse(t: Tables, s: State, p: Memory, figure: int, here: int, there: int) -> int:
    """Growth of the least peril still reachable tonight, in thousandths."""
    dice, moves = figures.stat(t, s, p.seat, figure, figures.DEFENCE), danger.moves_left(s, p, figure)
    if p.watched != figure:
        danger.look_for_prey(t, s, p, figure)
        p.watched = figure
        p.calm = danger.calmest(t, s, p, figure, here, moves, dice)
    return danger.calmest(t, s, p, figure, there, moves - 1, dice) - p.calm


# --- work ---------------------------------------------------------------------------------------


@rule()
def _mine(t: Tables, s: State, p: Memory, figure: int) -> None:
    element = max(board.mine_at(s, s.seat[p.seat].figure[figure].hex), 0)
    p.feature[f.HOARD] = ONE * t.level[element]
    p.feature[f.GATHER] = ONE if p.short[element] > 0 else 0
    for seat in range(s.seats):
        if seat != p.seat and p.ask[seat, element] > 0:
            p.feature[f.SHARE] = ONE


@rule()
def _beside_who_asks(t: Tables, s: State, p: Memory, figure: int) -> bool:
    """Check that the figure stands at a tower whose owner asks for something it carries."""
    hex = s.seat[p.seat].figure[figure].hex
    for seat in range(s.seats):
        near = seat != p.seat and s.seat[seat].tower >= 0 and board.apart(t, hex, s.seat[seat].tower) <= 1
        if near and handover.carries_for(t, s, p, figure, seat):
            return True
    return False


@rule()
def _carries_what_is_asked(t: Tables, s: State, p: Memory, figure: int) -> bool:
    for seat in range(s.seats):
        if handover.carries_for(t, s, p, figure, seat):
            return True
    return False


@rule()
def _serve(t: Tables, s: State, p: Memory, figure: int) -> None:
    town = board.town_at(s, s.seat[p.seat].figure[figure].hex)
    if town < 0 or s.mission[town] < 0:
        return
    p.feature[f.SERVE] = ONE * t.errand[s.mission[town]].points
    for number in range(p.jobs):
        job = p.job[number]
        if job.goal >= 0 and job.what == town and goals.is_errand(job.predicate):
            p.feature[f.GOAL] = ONE


@rule()
def _fight(t: Tables, s: State, p: Memory, figure: int, target: int) -> None:
    p.feature[f.ATTACK] = ONE
    for hunter in range(p.hunters):
        if p.hunter[hunter].slot * v.STANDEES + p.hunter[hunter].which == target:
            p.feature[f.ODDS] = ONE * hunting.strike(t, s, p, p.seat, figure, hunter) // danger.SURE
    for number in range(p.jobs):
        job = p.job[number]
        if job.goal >= 0 and job.predicate == missions.DEFEAT and (job.seat == p.seat or job.seat == NOBODY):
            p.feature[f.GOAL] = p.feature[f.ODDS]


@rule()
def _transmute(t: Tables, s: State, p: Memory, slot: int) -> None:
    card = costs.card_in(s, p, p.seat, slot)
    if card < 0:
        return
    p.feature[f.CRAFT] = ONE * (1 + t.recipe[card].level)
    for number in range(p.jobs):
        job = p.job[number]
        if job.goal < 0 or (job.predicate != missions.MAKE and job.predicate != missions.HOLD):
            continue
        goal = t.scenario[s.scenario].goal[job.goal]
        mine = job.seat == p.seat or job.seat == NOBODY
        if mine and goal.kind == t.recipe[card].kind and (goal.level == 0 or goal.level == t.recipe[card].level):
            p.feature[f.GOAL] = ONE


# --- answers to what is asked -------------------------------------------------------------------


@rule()
def _answer(t: Tables, s: State, p: Memory, a: int) -> None:
    if a == c.YES:
        p.feature[f.CONSENT] = ONE
    elif a == c.NO or a == c.END:
        p.feature[f.DECLINE] = ONE
    elif c.PUT <= a < c.TAKE:
        p.feature[f.PART] = ONE * t.level[a - c.PUT]
    elif c.TAKE <= a < c.STORE:
        p.feature[f.HOARD] = ONE * t.level[a - c.TAKE]
        p.feature[f.GATHER] = ONE if p.short[a - c.TAKE] > 0 else 0
