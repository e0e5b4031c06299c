"""The ferry: a whole world in one file, to show what a world is and to test the rooms that serve every world.

Two ferrymen take turns. The traveller who waits is let go or taken on board; the boat sinks above FULL. Before that
the ferryman may ask his mate whether they sail, who answers OUT OF TURN: a full boat crosses, any other one is rowed
back empty. They win with the last crossing and lose when the boat sinks or nobody waits any more. The deck is hidden.
"""

import hashlib
import operator
import secrets
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from mpenv.engine.jit import add, entry, mul, rule
from mpenv.engine.records import I2, U8, Numbers, Plane, layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.options import option
from mpenv.terms import Terms
from mpenv.world import EncoderInfo, Field, IllegalAction, Outcome

WEIGHTS, EACH = 3, 4  # four travellers of each weight 1, 2, 3
CARDS = WEIGHTS * EACH
PASS, LOAD, ASK, NO, YES = range(5)
WORDS = ("pass", "load", "ask", "no", "yes")
MEANINGS = ("lets the traveller go", "takes the traveller on board", "asks the mate", "they wait", "the boat sails")
SEATS = ("north", "south")
RUNNING, SUCCESS, FAILURE = range(3)
OUTCOMES = ("running", "success", "failure")
TOLD = ("{} waits at the landing", "the boat crosses, {} to go", "the boat is rowed back", "the boat sinks")
WAITS, CROSSES, BACK, SINKS = range(4)
REASONS = ("", "the question is not asked", "a question is to be answered", "the mate was asked", "the boat is empty")
REFUSED = len(REASONS)
GOLDEN, FIRST = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


class Tables:
    """The printed game."""

    full: I2


class State:
    """Everything about a game. Behind `logged` stands what is outside fingerprints."""

    seed: U8
    goal: I2
    turn: I2
    asking: I2  # the mate is asked
    asked: I2  # and was in this turn
    boat: I2
    crossed: I2
    outcome: I2
    open: I2  # the weight of the traveller who waits
    cards: I2
    spare: Annotated[Numbers, "i2", 3]
    deck: Annotated[Numbers, "i2", CARDS]  # the last is the top
    logged: I2
    event: Annotated[Plane, "i2", 3, 2]
    rest: I2


class Setup:
    seed: U8
    goal: I2
    spare: Annotated[Numbers, "i2", 3]


class Account:
    turn: I2
    outcome: I2
    open: I2


TABLES, STATE, SETUP, ACCOUNT = layout(Tables), layout(State), layout(Setup), layout(Account)
GAME_BYTES: int = STATE.fields["logged"][1]  # type: ignore[index]
WHOLE = GAME_BYTES // 8  # words that make two situations equal


def records(count: int, kind: Any) -> np.ndarray:
    return np.zeros(count, readable(kind) if PLAIN else kind)


PRINTED = records(1, TABLES)
PRINTED["full"] = 4

# --- the rules ----------------------------------------------------------------------------------


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
    """0 for a legal action, else the place of the reason in REASONS."""
    if s.outcome != RUNNING or action < 0 or action > YES:
        return REFUSED
    if s.asking or action >= NO:
        return 0 if s.asking and action >= NO else 1 + s.asking
    if action == ASK:
        return 3 if s.asked else 4 if s.boat == 0 else 0
    return 0


@rule()
def answer(t: Tables, s: State, action: int) -> bool:
    """Do a legal action and go on; an illegal one is refused and nothing changes."""
    if why_not(s, action) != 0:
        return False
    s.logged = 0
    if action in (ASK, NO):
        s.asking, s.asked = int(action == ASK), 1
        return True
    if action == LOAD:
        s.boat += s.open
        if s.boat > t.full:
            note(s, SINKS, s.boat)
            s.outcome = FAILURE
    elif action == YES:
        cross(t, s)
    s.asking, s.asked = 0, 0
    if s.outcome == RUNNING:
        s.turn += 1
        draw(s)
    return True


@rule()
def cross(t: Tables, s: State) -> None:
    if s.boat == t.full:
        s.crossed += 1
        note(s, CROSSES, s.goal - s.crossed)
        if s.crossed == s.goal:
            s.outcome = SUCCESS
    else:
        note(s, BACK, 0)
    s.boat = 0


@rule()
def asked(s: State) -> int:
    """The mate answers out of turn; nobody after the end."""
    return (s.turn + s.asking) % 2 if s.outcome == RUNNING else -1


@rule()
def outcome(s: State) -> int:
    return s.outcome


@rule()
def result(s: State) -> float:
    return 1.0 if s.outcome == SUCCESS else 0.0


@rule()
def is_legal(s: State, action: int) -> int:
    return int(why_not(s, action) == 0)


@rule()
def account(t: Tables, s: State, a: Account) -> None:
    a.turn = s.turn
    a.outcome = s.outcome
    a.open = s.open


@rule()
def potential(t: Tables, s: State) -> float:
    """The crossings made and, for a little less, what sits in the boat; 0 after the end."""
    return (s.crossed + 0.9 * s.boat / t.full) / s.goal if s.outcome == RUNNING else 0.0


@rule()
def hide(s: State) -> None:
    """Nobody knows the seed and the order of the deck, everybody what is in it."""
    s.seed = np.uint64(0)
    for place in range(1, s.cards):
        card = s.deck[place]
        while place > 0 and s.deck[place - 1] > card:
            s.deck[place] = s.deck[place - 1]
            place -= 1
        s.deck[place] = card


@rule()
def hide_from(t: Tables, s: State, seat: int) -> None:
    """Both ferrymen see the same."""
    hide(s)


@rule()
def futures(t: Tables, S: np.ndarray, B: np.ndarray, P: np.ndarray, i: int, action: int, lo: int) -> int:
    """Who comes next is any of those in the deck; row 0 is scratch space."""
    S[0] = S[i]
    hide(S[0])
    cards, end = S[0].cards, lo
    for way in range(max(cards, 1)):
        S[end] = S[0]
        if cards > 0:
            S[end].deck[cards - 1] = S[0].deck[way]
            S[end].deck[way] = S[0].deck[cards - 1]
        answer(t, S[end], action)
        hide(S[end])
        same = lo
        while (B[same, :WHOLE] != B[end, :WHOLE]).any():
            same += 1
        if same == end:
            P[end] = 0.0
            end += 1
        P[same] += 1.0 / max(cards, 1)
    return end


@rule()
def sound(t: Tables, s: State) -> bool:
    """Could this state come up? No number leads out of an array, and the cards are as many as there were."""
    if not (1 <= s.goal <= 2 and 0 <= s.outcome <= FAILURE and 0 <= s.cards < CARDS and 0 <= s.open <= WEIGHTS):
        return False
    if not (0 <= s.turn <= CARDS and 0 <= s.asking <= s.asked <= 1 and 0 <= s.crossed <= s.goal):
        return False
    if s.boat < 0 or s.boat > t.full + WEIGHTS or (s.asking and s.boat == 0) or not 0 <= s.logged <= 3:
        return False
    if s.outcome == RUNNING and (s.boat > t.full or s.open == 0 or s.crossed == s.goal or s.cards + s.turn >= CARDS):
        return False
    left = np.full(WEIGHTS + 1, EACH, np.int64)
    left[s.open] -= 1
    for place in range(CARDS):
        if not 0 <= s.deck[place] <= WEIGHTS or (s.deck[place] > 0) != (place < s.cards):
            return False
        if place < s.cards:
            left[s.deck[place]] -= 1
    for row in range(s.logged):
        if not 0 <= s.event[row, 0] < len(TOLD):
            return False
    return left[1:].min() >= 0


SIZE = 8 + 2 * WEIGHTS


@rule()
def write(t: Tables, s: State, seat: int, out: np.ndarray) -> None:
    """The encoder `flat`."""
    out[:] = 0.0
    out[0] = asked(s) == seat
    out[1] = s.turn % 2 == seat
    out[2] = s.asking
    out[3] = s.asked
    out[4] = min(1.0, s.boat / t.full)
    out[5] = s.crossed / s.goal
    out[6] = s.cards / CARDS
    out[7] = s.goal / EACH
    for place in range(s.cards):
        out[7 + s.deck[place]] += 1 / EACH
    if s.open > 0:
        out[7 + WEIGHTS + s.open] = 1.0


# --- doors from Python --------------------------------------------------------------------------


@entry
def begin(T: np.ndarray, S: np.ndarray, chosen: np.ndarray) -> None:
    start(T[0], S[0], chosen[0])


@entry
def play(T: np.ndarray, S: np.ndarray, action: int) -> int:
    """Answer the open prompt; 0 or why it is refused."""
    why = why_not(S[0], action)
    answer(T[0], S[0], action)
    return why


@entry
def fill_mask(S: np.ndarray, mask: np.ndarray) -> int:
    """Mark what is legal and tell who is asked."""
    for action in range(len(mask)):
        mask[action] = is_legal(S[0], action)
    return asked(S[0])


@entry
def first_unsound(T: np.ndarray, S: np.ndarray) -> int:
    """The first state that could not come up, or -1."""
    for i in range(len(S)):
        if not sound(T[0], S[i]):
            return i
    return -1


@entry
def look(S: np.ndarray) -> None:
    hide(S[0])


@entry
def see(T: np.ndarray, S: np.ndarray, seat: int, out: np.ndarray) -> None:
    write(T[0], S[0], seat, out)


@entry
def spread(T: np.ndarray, S: np.ndarray, B: np.ndarray, P: np.ndarray, action: int) -> int:
    return futures(T[0], S, B, P, 1, action, 2)


@entry
def hope(T: np.ndarray, S: np.ndarray) -> float:
    return potential(T[0], S[0])


# --- the world ----------------------------------------------------------------------------------


FIELDS = (
    ("turn", 4, "is it asked, its turn, is the mate asked, and was he"),
    ("boat", 4, "load, crossings, travellers left, the goal"),
    ("deck", WEIGHTS, "travellers to come by weight"),
    ("open", WEIGHTS, "who waits"),
)
FLAT = EncoderInfo("flat", 0.0, 1.0, tuple(Field(*one) for one in FIELDS), None)
ORACLE = EncoderInfo("oracle", 0.0, CARDS, (Field("deck", CARDS, "the weights to come, in their order"),), None)


class View:
    """A seat's own copy of what it may know."""

    def __init__(self, states: np.ndarray, seat: int) -> None:
        self.seat, self.record = seat, states.copy()
        look(self.record)

    @property
    def mask(self) -> np.ndarray:
        mask = np.zeros(len(WORDS), np.int8)
        return mask if fill_mask(self.record, mask) == self.seat else np.zeros_like(mask)

    @property
    def legal(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.mask)]

    def encode(self, name: str = "flat") -> np.ndarray:
        row = np.zeros(WORLD.encoder(name).size, np.float32)
        see(PRINTED, self.record, self.seat, row)
        return row

    @property
    def names(self) -> list[str]:
        return [*SEATS]

    def words(self, action: int) -> str:
        return f"{SEATS[self.seat]} {WORDS[action]}"

    def meaning(self, action: int) -> str:
        return MEANINGS[action]

    def determinize(self, rng: np.random.Generator) -> "Game":
        game = object.__new__(Game)
        game.plies, game._states = 0, self.record.copy()
        s = game._state
        s.seed = np.uint64(rng.integers(1 << 64, dtype=np.uint64))
        s.deck[: s.cards] = rng.permutation(s.deck[: s.cards])
        return game


class Game:
    """One game of the ferry."""

    seats, identity = len(SEATS), {"pack": "ferry", "hash": "1"}

    def __init__(self, goal: int = 2, seed: int | None = None) -> None:
        options = {"goal": goal, "seed": secrets.randbits(63) if seed is None else seed}
        self.plies, self._states = 0, records(1, STATE)
        begin(PRINTED, self._states, WORLD.setups([options])[1])

    @property
    def _state(self) -> Any:
        return self._states.view(readable(STATE))[0]

    @property
    def options(self) -> dict[str, Any]:
        return {"goal": self._state.goal, "seed": int(self._state.seed)}

    @property
    def seat(self) -> int | None:
        seat = fill_mask(self._states, np.zeros(len(WORDS), np.int8))
        return None if seat < 0 else int(seat)

    @property
    def day(self) -> int:
        return int(self._state.turn) // 2 + 1

    @property
    def outcome(self) -> Outcome | None:
        return ended(self._state) if self._state.outcome else None

    def mask(self) -> np.ndarray:
        mask = np.zeros(len(WORDS), np.int8)
        fill_mask(self._states, mask)
        return mask

    def legal(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.mask())]

    def apply(self, action: int | str) -> None:
        try:
            number = self.read(action) if isinstance(action, str) else operator.index(action)
        except (TypeError, ValueError) as fault:
            raise IllegalAction(self._who(), action, str(action), str(fault)) from None
        if not 0 <= number < len(WORDS):
            raise IllegalAction(self._who(), number, str(number), f"ids go from 0 to {YES}")
        if why := play(PRINTED, self._states, number):
            words = "the game has ended" if why == REFUSED else REASONS[why]
            raise IllegalAction(self._who(), number, WORDS[number], words)
        self.plies += 1

    def _who(self) -> str:
        return "nobody" if self.seat is None else SEATS[self.seat]

    def words(self, action: int) -> str:
        return f"{self._who()} {WORDS[action]}"

    def heard(self, action: int, seat: int) -> str:
        return self.words(action)

    def read(self, words: str) -> int:
        said = words.casefold().removeprefix(self._who()).strip()
        if said not in WORDS:
            raise ValueError(f"{words!r} is no action, there are: {', '.join(WORDS)}")
        return WORDS.index(said)

    def observe(self, encoder: str = "flat", seat: int | None = None) -> np.ndarray:
        return self.view((self.seat or 0) if seat is None else seat).encode(encoder)

    def view(self, seat: int) -> View:
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}, seats go from 0 to {self.seats - 1}")
        return View(self._states, seat)

    def oracle(self) -> np.ndarray:
        return WORLD.everything(PRINTED, self._states)[0]

    def potential(self) -> float:
        return float(hope(PRINTED, self._states))

    def clone(self) -> "Game":
        copy = object.__new__(Game)
        copy.plies, copy._states = self.plies, self._states.copy()
        return copy

    def at(self, states: np.ndarray, index: int) -> "Game":
        copy = object.__new__(Game)
        copy.plies, copy._states = 0, states[index : index + 1].copy()
        return copy

    def into(self, states: np.ndarray, index: int) -> np.ndarray:
        states[index] = self._states[0]
        return PRINTED

    def futures(self, action: int | str) -> "list[tuple[float, Game]]":
        number = self.read(action) if isinstance(action, str) else action
        self.clone().apply(number)  # refuses what is not legal
        states, likely = records(3 + CARDS, STATE), np.zeros(3 + CARDS)
        self.into(states, 1)
        end = spread(PRINTED, states, states.view(np.uint64).reshape(len(states), -1), likely, number)
        return [(float(likely[row]), self.at(states, row)) for row in range(2, end)]

    def snapshot(self) -> bytes:
        return self.plies.to_bytes(8, "little") + self._states.tobytes()

    def restore(self, snapshot: bytes) -> None:
        if not isinstance(snapshot, bytes) or len(snapshot) != 8 + STATE.itemsize:
            raise ValueError("this is no snapshot of this game")
        states, plies = records(1, STATE), int.from_bytes(snapshot[:8], "little")
        states.view(np.uint8)[:] = np.frombuffer(snapshot[8:], np.uint8)
        if first_unsound(PRINTED, states) >= 0 or states["goal"] != self._states["goal"] or plies >= 1 << 31:
            raise ValueError("this is no snapshot of this game")
        self.plies, self._states[:] = plies, states

    def fingerprint(self) -> str:
        return hashlib.sha256(self._states.tobytes()[:GAME_BYTES]).hexdigest()[:16]

    def checks(self) -> dict[str, str]:
        held, deck = self._states.tobytes(), STATE.fields["deck"][1]  # type: ignore[index]
        return {"boat": f"{zlib.crc32(held[:deck]):08x}", "deck": f"{zlib.crc32(held[deck:GAME_BYTES]):08x}"}

    def chance(self) -> list[list[int]]:
        return [[int(number) for number in line] for line in self._state.event[: self._state.logged]]

    def happened(self, seat: int | None = None) -> list[str]:
        return [TOLD[kind].format(number) for kind, number in self.chance()]

    def to_position(self) -> str:
        s = self._state
        deck = [int(card) for card in s.deck[: s.cards]]
        return f"turn = {s.turn}\nboat = {s.boat}\ncrossed = {s.crossed}\nopen = {s.open}\ndeck = {deck}\n"

    def text(self) -> str:
        s = self._state
        return f"day {self.day}, {s.cards} to come, {s.open} waits\nboat {s.boat}, crossed {s.crossed} of {s.goal}"

    def meaning(self, action: int | str) -> str:
        number = self.read(action) if isinstance(action, str) else action
        return MEANINGS[number] if number in self.legal() else "not now"

    def asks(self) -> str:
        return "The game has ended." if self.seat is None else f"{self._who()} is asked"

    def describe(self) -> str:
        answers = [f"{action} {self.words(action)}: {self.meaning(action)}" for action in self.legal()]
        return "\n".join([self.text(), self.asks(), *answers])

    def frame(self, theme: str = "light") -> str:
        page, ink = ("#ffffff", "#000000") if theme == "light" else ("#000000", "#ffffff")
        size = 'viewBox="0 0 240 50" width="240" height="50"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="{ink}"><rect width="240" height="50" fill="{page}"/>'
        )

    def parts(self, theme: str = "light") -> list[tuple[tuple[float, float, float, float], str]]:
        return [((0, 0, 240, 50), self.svg(theme))]

    def pieces(self) -> list[tuple[str, str]]:
        return [
            (f"line {k}", f'<text x="8" y="{20 + 20 * k}">{line}</text>')
            for k, line in enumerate(self.text().split("\n"))
        ]

    def svg(self, theme: str = "light", seat: int | None = None) -> str:
        return self.frame(theme) + "".join(markup for _, markup in self.pieces()) + "</svg>"


def ended(a: Any) -> Outcome:
    why = "all have crossed" if a.outcome == SUCCESS else "the boat sank" if a.open else "nobody waits any more"
    return Outcome(OUTCOMES[a.outcome], a.turn // 2 + 1, (why,), float(a.outcome == SUCCESS), {"waiting": a.open})


@dataclass(frozen=True)
class Options:
    """How long a game is."""

    goal: int = option(2, "how often they cross, 1 or 2")


class Ferry:
    """The world as the shared rooms see it."""

    Options, terms, verbs = Options, Terms(success="success", round="day"), ()

    name, version, actions, outcomes = "ferry", 0, len(WORDS), OUTCOMES
    home = Path(__file__).resolve().parent

    def agents(self, seats: int) -> list[str]:
        return [f"ferryman_{seat}" for seat in range(seats)]

    oracle, state_size = ORACLE, ORACLE.size

    def everything(self, tables: np.ndarray, states: np.ndarray) -> np.ndarray:
        return np.array(states["deck"], np.int16)

    def encoder(self, name: str) -> EncoderInfo:
        if name != "flat":
            raise ValueError(f"there is no encoder {name!r}, there are: flat")
        return FLAT

    def reading(self, name: str) -> None:
        self.encoder(name)

    def game(self, position: str | None = None, **options: Any) -> Game:
        if position is not None:
            raise ValueError("the ferry has no position files")
        return Game(**options)

    def rules(self, encoder: str) -> dict[str, Any]:
        same = (answer, start, asked, outcome, result, write, potential, account, futures)
        other = {"legal": is_legal, "hide": hide_from, "ACTIONS": len(WORDS), "WORDS": WHOLE}
        return {**{one.__name__: one for one in same}, **other}

    def states(self, count: int) -> np.ndarray:
        return records(count, STATE)

    def check_states(
        self, tables: np.ndarray, states: np.ndarray, setups: np.ndarray, accounts: np.ndarray
    ) -> list[str]:
        wrong = first_unsound(tables, states)
        others = np.flatnonzero(states["goal"] != setups["goal"])
        ended = np.flatnonzero((accounts["outcome"] < 0) | (accounts["outcome"] > FAILURE))
        found = [wrong] if wrong >= 0 else [int(one[0]) for one in (others, ended) if len(one)]
        return [f"game {row} could not come up" for row in found]

    def accounts(self, count: int) -> np.ndarray:
        return records(count, ACCOUNT)

    def told(self, options: dict[str, Any], account: np.ndarray) -> Outcome:
        return ended(account.view(readable(ACCOUNT))[0])

    def setups(self, games: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
        setups = records(len(games), SETUP)
        for i, options in enumerate(games):
            goal, seed = options.get("goal", 2), options["seed"]
            if (
                options.keys() - {"goal", "seed"}
                or goal not in (1, 2)
                or type(seed) is not int
                or not 0 <= seed < 1 << 64
            ):
                raise ValueError(f"game {i}: {options} are no options, there are: goal (1 or 2), seed")
            setups["goal"][i], setups["seed"][i] = goal, seed
        return PRINTED, setups


WORLD = Ferry()
