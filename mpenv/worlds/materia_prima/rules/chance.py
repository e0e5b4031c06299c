"""Chance without a stream: each value is a hash of its purpose, so that no roll shifts another."""

import numpy as np

from mpenv.engine.jit import add, mul, rule
from mpenv.worlds.materia_prima.content.vocabulary import DIE_SIDES, FIGURES
from mpenv.worlds.materia_prima.rules.state import DICE, Pile, State

ATTACK, LOOT, DEFENCE, DESTROY, SHUFFLE, BOARD, PLACES, TEMPLE = range(8)
ROLLS = ("attack", "loot", "defence", "destroy")
ALARMS, INQUISITORS, HOMUNCULI, EQUIPMENT, STONES, MISSIONS, EXTENSIONS = range(7)
DECKS = ("alarms", "inquisitors", "homunculus", "equipment", "stone", "missions", "extensions")

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)


@rule()
def mix(z: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64."""
    z = mul(z ^ (z >> np.uint64(30)), FIRST)
    z = mul(z ^ (z >> np.uint64(27)), SECOND)
    return z ^ (z >> np.uint64(31))


@rule()
def word(s: State, purpose: int, day: int, who: int, nth: int, place: int) -> np.uint64:
    """64 bits for one purpose: the `nth` time that day for `who`, `place` counts the dice or cards of that time."""
    key = purpose + (day << 8) + (who << 16) + (nth << 24) + (place << 40)
    return mix(add(mix(add(s.seed, GOLDEN)), mul(np.uint64(key), GOLDEN)))


@rule()
def below(bits: np.uint64, bound: int) -> int:
    return int(np.int64(mul(bits >> np.uint64(32), np.uint64(bound)) >> np.uint64(32)))


@rule(also=("MP-ALCH-7",))
def die(s: State, purpose: int, who: int, nth: int, place: int) -> int:
    """One face of a die, 0, 1 or 2; a position may carry the next dice."""
    if s.dice_left > 0:
        face = s.dice[0]
        for i in range(DICE - 1):
            s.dice[i] = s.dice[i + 1]
        s.dice[DICE - 1] = 0
        s.dice_left -= 1
        return face
    return s.house.die[below(word(s, purpose, s.day, who, nth, place), DIE_SIDES)]


@rule("MP-ALCH-7")
def roll(s: State, purpose: int, seat: int, figure: int, dice: int) -> int:
    """The sum of some dice that a figure rolls."""
    who = seat * FIGURES + figure
    nth = s.rolled[purpose, who]
    s.rolled[purpose, who] += 1
    total = 0
    for place in range(dice):
        total += die(s, purpose, who, nth, place)
    return total


@rule()
def shuffle(s: State, deck: int, pile: Pile) -> None:
    nth = s.shuffled[deck]
    s.shuffled[deck] += 1
    for last in range(pile.cards - 1, 0, -1):
        other = below(word(s, SHUFFLE, 0, deck, nth, last), last + 1)
        card = pile.card[last]
        pile.card[last] = pile.card[other]
        pile.card[other] = card
