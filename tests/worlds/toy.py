"""The ferry: a whole world in one file, to show how a world is written and to test the rooms that serve every world.

Two ferrymen take turns. The traveller who waits is let go or taken on board; the boat sinks when it is too full.
Before that the ferryman may ask his mate whether they sail, who answers OUT OF TURN: a full boat crosses, any other one
is rowed back empty. They win with the last crossing and lose when the boat sinks or nobody waits. The deck is hidden.
A world is records, compiled rules over them, and one class that names them all.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from mpenv.base import RecordGame, RecordWorld, records
from mpenv.encoders import EncoderInfo, Field
from mpenv.engine.jit import add, mul, rule
from mpenv.engine.records import I2, I4, I8, U8, Numbers, Plane
from mpenv.options import option
from mpenv.world import Outcome

WEIGHTS, EACH, CARDS = 3, 4, 12  # four travellers of each weight 1, 2, 3
PASS, LOAD, ASK, NO, YES = range(5)
RUNNING, SUCCESS, FAILURE = range(3)
WAITS, CROSSES, BACK, SINKS = range(4)
NOT_ASKED, ANSWER_FIRST, ASKED_BEFORE, EMPTY = range(1, 5)  # places in Ferry.reasons
GOLDEN, FIRST = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)

# --- records: the printed game, a game in progress, how one starts, how it ended ----------------


class Tables:
    full: I2  # the weight that the boat carries


class State:
    """Everything about a game; what stands from `logged` on is no part of the situation."""

    seed: U8
    goal: I8  # crossings to make
    turn: I2
    asking: I2  # the mate is asked
    asked: I2  # and was in this turn
    boat: I2  # weight on board
    crossed: I2
    outcome: I2
    open: I2  # the weight of the traveller who waits
    cards: I2
    deck: Annotated[Numbers, "i2", CARDS]  # the last is the top
    logged: I4
    event: Annotated[Plane, "i2", 3, 2]


class Setup:
    seed: U8
    goal: I8


class Account:
    turn: I2
    outcome: I2
    open: I2


# --- rules --------------------------------------------------------------------------------------


@rule()
def start(t: Tables, s: State, chosen: Setup) -> None:
    s.seed, s.goal, s.cards = chosen.seed, chosen.goal, CARDS
    bits = s.seed
    for place in range(CARDS):
        bits = add(bits, GOLDEN)
        mixed = mul(bits ^ (bits >> np.uint64(29)), FIRST)
        other = int(np.int64((mixed >> np.uint64(32)) % np.uint64(place + 1)))
        s.deck[place] = s.deck[other]
        s.deck[other] = 1 + place % WEIGHTS
    draw(s)


@rule()
def draw(s: State) -> None:
    if s.cards == 0:
        s.outcome, s.open = FAILURE, 0
        return
    s.cards -= 1
    s.open = s.deck[s.cards]
    s.deck[s.cards] = 0
    note(s, WAITS, s.open)


@rule()
def note(s: State, kind: int, number: int) -> None:
    s.event[s.logged, 0] = kind
    s.event[s.logged, 1] = number
    s.logged += 1


@rule()
def why_not(s: State, action: int) -> int:
    """The reason why an action is not legal, 0 if it is."""
    if s.asking:
        return 0 if action >= NO else ANSWER_FIRST
    if action == ASK:
        return ASKED_BEFORE if s.asked else EMPTY if s.boat == 0 else 0
    return NOT_ASKED if action >= NO else 0


@rule()
def answer(t: Tables, s: State, action: int) -> None:
    """Play a legal action and go on to the next decision."""
    s.logged = 0
    if action in (ASK, NO):
        s.asking, s.asked = int(action == ASK), 1
        return
    if action == LOAD:
        s.boat += s.open
        if s.boat > t.full:
            note(s, SINKS, s.boat)
            s.outcome = FAILURE
    elif action == YES and s.boat == t.full:
        s.crossed += 1
        note(s, CROSSES, s.goal - s.crossed)
        s.boat, s.outcome = 0, SUCCESS if s.crossed == s.goal else RUNNING
    elif action == YES:
        note(s, BACK, 0)
        s.boat = 0
    s.asking, s.asked = 0, 0
    if s.outcome == RUNNING:
        s.turn += 1
        draw(s)


@rule()
def asked(s: State) -> int:
    """The mate answers out of turn; nobody after the end."""
    return (s.turn + s.asking) % 2 if s.outcome == RUNNING else -1


@rule()
def account(t: Tables, s: State, a: Account) -> None:
    a.turn, a.outcome, a.open = s.turn, s.outcome, s.open


@rule()
def potential(t: Tables, s: State) -> float:
    """The crossings made and, for a little less, what sits in the boat; 0 after the end."""
    return (s.crossed + 0.9 * s.boat / t.full) / s.goal if s.outcome == RUNNING else 0.0


@rule()
def hide(t: Tables, s: State, seat: int) -> None:
    """Nobody knows the seed and the order of the deck, everybody what is in it."""
    s.seed = np.uint64(0)
    for one in range(s.cards):
        for other in range(one):
            if s.deck[other] > s.deck[one]:
                s.deck[other], s.deck[one] = s.deck[one], s.deck[other]


@rule()
def possible(t: Tables, s: State) -> bool:
    """Can play lead to this state? Snapshots may hold any bytes: no number may lead out of an array."""
    if not (1 <= s.goal <= 2 and 0 <= s.crossed <= s.goal and RUNNING <= s.outcome <= FAILURE):
        return False
    if not (0 <= s.cards < CARDS and 0 <= s.open <= WEIGHTS and s.cards + s.turn == CARDS - (s.open > 0)):
        return False
    if not (0 <= s.asking <= s.asked <= 1 and s.asking <= s.boat <= t.full + WEIGHTS):
        return False
    if s.outcome == RUNNING and (s.boat > t.full or s.open == 0 or s.crossed == s.goal):
        return False
    for weight in range(1, WEIGHTS + 1):
        if (s.deck[:] == weight).sum() + (s.open == weight) > EACH:
            return False
    there = s.deck[: s.cards]
    return bool((there >= 1).all() and (there <= WEIGHTS).all() and (s.deck[s.cards :] == 0).all())


@rule()
def write(t: Tables, s: State, seat: int, out: np.ndarray) -> None:
    """The encoder `flat`."""
    out[:] = 0.0
    out[0], out[1], out[2], out[3] = asked(s) == seat, s.turn % 2 == seat, s.asking, s.asked
    out[4], out[5], out[6], out[7] = min(1.0, s.boat / t.full), s.crossed / s.goal, s.cards / CARDS, s.goal / EACH
    for place in range(s.cards):
        out[7 + s.deck[place]] += 1 / EACH
    if s.open > 0:
        out[7 + WEIGHTS + s.open] = 1.0


@rule()
def ways(t: Tables, s: State) -> int:
    """For solvers: the next traveller is any of those in the deck."""
    return max(s.cards, 1)


@rule()
def fall(t: Tables, s: State, way: int) -> None:
    if s.cards > 0:
        s.deck[s.cards - 1], s.deck[way] = s.deck[way], s.deck[s.cards - 1]


# --- the world ----------------------------------------------------------------------------------


@dataclass
class Options:
    goal: int = option(2, "how often they cross, 1 or 2")

    def __post_init__(self) -> None:
        if self.goal not in (1, 2):
            raise ValueError(f"goal={self.goal!r} must be 1 or 2")


class Game(RecordGame):
    def to_position(self) -> str:
        names = ("turn", "boat", "crossed", "open", "deck")
        return "".join(f"{name} = {self._state[name].tolist()}\n" for name in names)


class Ferry(RecordWorld):
    name, agent, round, Options, game_class = "ferry", "ferryman", "day", Options, Game
    state_record, setup_record, account_record = State, Setup, Account
    compiled = (start, answer, why_not, asked, account, potential, hide, possible, write, ways, fall)
    names, outcomes = ("north", "south"), ("running", "success", "failure")
    words = ("pass", "load", "ask", "no", "yes")
    meanings = ("lets the traveller go", "takes the traveller aboard", "asks the mate", "they wait", "the boat sails")
    reasons = ("the question is not asked", "a question is to be answered", "the mate was asked", "the boat is empty")
    events = ("{} waits at the landing", "the boat crosses, {} to go", "the boat is rowed back", "the boat sinks")
    tables = records(1, Tables, full=4)
    seen = (Field("turn", 4, "is it asked, its turn, is the mate asked, and was he"),
            Field("boat", 4, "load, crossings, travellers left, the goal"),
            Field("deck", WEIGHTS, "travellers to come by weight"), Field("open", WEIGHTS, "who waits"))  # fmt: skip
    encoders = (EncoderInfo("flat", 0.0, 1.0, seen, None),)
    oracle = EncoderInfo("oracle", 0.0, CARDS, (Field("deck", CARDS, "the weights to come, in their order"),), None)

    def day(self, s: Any) -> int:
        return int(s.turn) // 2 + 1

    def text(self, s: Any) -> str:
        return f"day {self.day(s)}, {s.cards} to come, {s.open} waits\nboat {s.boat}, crossed {s.crossed} of {s.goal}"

    def ended(self, a: Any) -> Outcome:
        why = "all have crossed" if a.outcome == SUCCESS else "the boat sank" if a.open else "nobody waits any more"
        return Outcome(self.outcomes[a.outcome], self.day(a), (why,), float(a.outcome == SUCCESS), {"waiting": a.open})

    def redraw(self, s: Any, rng: np.random.Generator) -> None:
        s.deck[: s.cards] = rng.permutation(s.deck[: s.cards])


WORLD = Ferry()
