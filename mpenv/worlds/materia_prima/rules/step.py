"""One step: the answer to a prompt, and everything that follows until the next real decision."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import actions, answers, day, legal, missions, prompts, setup
from mpenv.worlds.materia_prima.rules.ending import EASY
from mpenv.worlds.materia_prima.rules.state import LATE_SUCCESS, RUNNING, SUCCESS, Setup, State


@rule()
def answer(t: Tables, s: State, action: int) -> bool:
    """Do a legal action and go on; an illegal one is refused and nothing changes."""
    if action < 0 or action >= c.ACTIONS or s.legal[action] == 0:
        return False
    s.logged = 0
    do(t, s, action)
    settle(t, s)
    return True


@rule(also=("MP-SETUP-1",))
def start(t: Tables, s: State, chosen: Setup) -> None:
    """A zeroed state becomes a new game at its first decision."""
    setup.set_up(t, s, chosen)
    settle(t, s)


@rule()
def settle(t: Tables, s: State) -> None:
    """Go on to the next prompt with a choice; a single legal answer gives itself."""
    while not settled(t, s):
        pass


@rule()
def settled(t: Tables, s: State) -> bool:
    """Go on by one piece: to a prompt or one move of the day further; True when somebody has to decide, or at the end.

    Between two pieces everything stands in the state.
    """
    if s.prompts == 0 and s.outcome == RUNNING:
        day.go_on(t, s)
        return False
    if s.outcome != RUNNING or prompts.asked(s).kind != prompts.EQUIP:
        missions.latch(t, s)  # not while load and stock lie together
    legal.mark(t, s)
    if s.outcome != RUNNING or s.legals != 1 or prompts.is_asked_anyway(s):
        return True
    only = 0
    while s.legal[only] == 0:
        only += 1
    do(t, s, only)
    return False


@rule()
def do(t: Tables, s: State, a: int) -> None:
    kind = prompts.asked(s).kind
    if kind == prompts.TURN:
        in_turn(t, s, prompts.asked(s).seat, a)
    else:
        answers.do(t, s, kind, a)


@rule(also=("MP-ALCH-3",))
def in_turn(t: Tables, s: State, seat: int, a: int) -> None:
    if a == c.END:
        day.end_turn(s)
    elif a < c.CONVERT:
        of_figure(t, s, seat, a)
    elif a < c.TRANSMUTE:
        actions.convert.do(t, s, seat, a - c.CONVERT)
    elif a < c.EQUIP:
        actions.transmute.do(t, s, seat, a - c.TRANSMUTE)
    elif a == c.EQUIP:
        actions.equip.do(t, s, seat)
    elif a < c.BUY:
        actions.research.do(t, s, seat, a - c.RESEARCH)
    elif a == c.BUY:
        actions.buy.do(t, s, seat)
    else:
        actions.sail.do(t, s, seat, a - c.SAIL)


@rule(also=("MP-ALCH-4",))
def of_figure(t: Tables, s: State, seat: int, a: int) -> None:
    if a < c.MINE:
        actions.move.do(t, s, seat, (a - c.MOVE) // 6, (a - c.MOVE) % 6)
    elif a < c.DROP:
        actions.mine.do(t, s, seat, a - c.MINE)
    elif a < c.PICK:
        actions.drop.do(s, seat, a - c.DROP, prompts.DROP)
    elif a < c.MISSION:
        actions.drop.do(s, seat, a - c.PICK, prompts.PICK)
    elif a < c.EXCHANGE:
        actions.errand.do(t, s, seat, a - c.MISSION)
    elif a < c.FIGHT:
        actions.exchange.do(s, seat, a - c.EXCHANGE)
    else:
        target = (a - c.FIGHT) % legal.TARGETS
        actions.fight.do(t, s, seat, (a - c.FIGHT) // legal.TARGETS, target // v.STANDEES, target % v.STANDEES)


# What shared drivers ask of a world, in their words.


@rule()
def asked(s: State) -> int:
    """The seat that is asked; -1 after the end."""
    return s.asker


@rule()
def outcome(s: State) -> int:
    """0 while the game runs, then how it ended; a success after an extension counts for its own level (MP-DIFF-2)."""
    late = s.outcome == SUCCESS and s.difficulty != s.started
    return LATE_SUCCESS + s.difficulty - EASY if late else s.outcome


@rule(also=("MP-END-2",))
def result(s: State) -> float:
    """The reward of the whole team at the end: 1 for a success within the length chosen at the start."""
    return 1.0 if s.outcome == SUCCESS and s.difficulty == s.started else 0.0


@rule()
def is_legal(s: State, action: int) -> int:
    return s.legal[action]
