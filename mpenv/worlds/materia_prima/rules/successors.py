"""Enumerate all successor states of an answer with their probabilities.

An answer is played in pieces; after each piece that threw dice or drew a card, equal situations are one again. What
nobody can see is taken out of them: seed, counters of chance, the order of decks and of piles that only grow. A deck
that is drawn from holds its cards in any order, each as likely as the others; recipes drawn together lie sorted.
"""

import numpy as np

from mpenv.engine.jit import mul, rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.content.vocabulary import DIE_FACES, DIE_SIDES, KINDS
from mpenv.worlds.materia_prima.rules import early_result, piles, secrets, step
from mpenv.worlds.materia_prima.rules.chance import HOMUNCULI
from mpenv.worlds.materia_prima.rules.state import DICE, ENTRY, EVENT, GAME_BYTES, RUNNING, STATE, Pile, State

BASE, TRIAL, BEFORE, FREE = range(4)  # rows that are worked in, and the first that is free
WORK, PATIENCE = BASE, TRIAL  # of P, which tells nothing of these rows
WORDS = -(-GAME_BYTES // 8)  # the last reaches into `logged`, which is 0 in all of them
SHORT = STATE.itemsize // 8 - 1  # the word in the scratch space behind the record that `in_short` is kept in
FACTOR = np.uint64(0x9E3779B97F4A7C15)
TOO_WIDE, UNCLEAR = -1, -2
WHY = {
    TOO_WIDE: "it can lead to too many situations",
    UNCLEAR: "a deck is shuffled while it is drawn from, or too many dice fall at once",
}
NO_DECK, ALARM, PILE, ERRANDS, EXTENSIONS, RECIPES = range(6)
NOTHING = -1


@rule()
def futures(t: Tables, S: np.ndarray, B: np.ndarray, P: np.ndarray, i: int, action: int, lo: int) -> int:
    """Write all successors of an answer in row i into rows from `lo` on; the row behind the last, or an error code.

    B are the same rows as words; P[row] is the probability, below 0 while the row is not settled;
    P[WORK] counts the pieces that were played, of which there may be no more than P[PATIENCE].
    """
    return lead_to(t, S, B, P, i, action, lo, False)


@rule()
def worth(t: Tables, S: np.ndarray, B: np.ndarray, P: np.ndarray, i: int, action: int, lo: int) -> int:
    """Write the successors of an answer for a solver that only needs their worth: a certain end comes at once."""
    return lead_to(t, S, B, P, i, action, lo, True)


@rule()
def lead_to(t: Tables, S: np.ndarray, B: np.ndarray, P: np.ndarray, i: int, action: int, lo: int, cut: bool) -> int:
    S[BASE] = S[i]
    see_only(t, S[BASE])
    hi = spread(t, S, B, P, lo, lo, 1.0, action, cut)
    row = lo
    while lo <= row < hi:
        if P[row] >= 0.0:
            row += 1
            continue
        if P[WORK] > P[PATIENCE]:
            return TOO_WIDE
        chance = -P[row]
        S[BASE] = S[row]
        hi -= 1
        S[row] = S[hi]
        P[row] = P[hi]
        hi = spread(t, S, B, P, lo, hi, chance, NOTHING, cut)
    return hi


@rule()
def see_only(t: Tables, s: State) -> None:
    """Forget what is hidden and cannot matter, so that equal situations are equal."""
    secrets.hide(t, s, secrets.SHOWN)
    s.logging = 0
    s.logged = 0
    s.rolled[:, :] = 0
    s.shuffled[:] = 0
    secrets.sort(s.revealed, s.revealed.cards - 1)  # the last is the active one
    secrets.sort(s.defeated, s.defeated.cards)
    secrets.sort(s.spent, s.spent.cards)
    for kind in range(len(KINDS)):
        secrets.sort(s.discards[kind], s.discards[kind].cards)


@rule()
def spread(
    t: Tables, S: np.ndarray, B: np.ndarray, P: np.ndarray, lo: int, hi: int, chance: float, action: int, cut: bool
) -> int:
    """Play on from row BASE to the next chance and over it, for all faces of the dice thrown there."""
    base = S[BASE]
    base.dice[:] = 0
    base.dice_left = DICE
    while hi >= 0:
        P[WORK] += 1.0
        S[TRIAL] = S[BASE]
        settled, played = go_on(t, S, action, cut)
        thrown = DICE - S[TRIAL].dice_left
        if thrown == DICE:
            return UNCLEAR
        likely = chance * of_faces(base, thrown)
        if likely > 0.0:
            hi = deal(t, S, B, P, lo, hi, likely, settled, played)
        while thrown > 0 and base.dice[thrown - 1] == DIE_FACES - 1:
            thrown -= 1
            base.dice[thrown] = 0
        if thrown == 0:
            return hi
        base.dice[thrown - 1] += 1
    return hi


@rule()
def of_faces(s: State, dice: int) -> float:
    """Probability of the first faces of the queue of dice."""
    likely = 1.0
    for place in range(dice):
        sides = 0
        for side in range(DIE_SIDES):
            if s.house.die[side] == s.dice[place]:
                sides += 1
        likely *= sides / DIE_SIDES
    return likely


@rule()
def go_on(t: Tables, S: np.ndarray, action: int, cut: bool) -> tuple[bool, int]:
    """Play on piece by piece until chance fell or a decision is due; settled or not, and the kind of the last piece."""
    trial = S[TRIAL]
    while True:
        pour(trial)
        S[BEFORE] = S[TRIAL]
        settled = piece(t, trial, action)
        if cut and early_result.outcome(t, trial) != RUNNING:
            trial.outcome = early_result.outcome(t, trial)
            settled = True
        if settled or trial.dice_left < DICE or drawn_from(S[BEFORE], trial) != NO_DECK:
            return settled, action
        action = NOTHING


@rule()
def piece(t: Tables, s: State, action: int) -> bool:
    if action == NOTHING:
        return step.settled(t, s)
    step.do(t, s, action)
    return False


@rule(also=("MP-DAY-4", "MP-ALARM-6.13"))
def pour(s: State) -> None:
    """A deck that is empty when it is drawn from is made of its discards; their order is not known yet."""
    if s.phase == EVENT and s.alarms.cards == 0:
        keep = piles.take(s.revealed)
        piles.pour(s.revealed, s.alarms)
        piles.put(s.revealed, keep)
        secrets.sort(s.alarms, s.alarms.cards)
    if s.phase == ENTRY and s.pile.cards == 0:
        piles.pour(s.defeated, s.pile)
        secrets.sort(s.pile, s.pile.cards)


@rule()
def drawn_from(b: State, s: State) -> int:
    """The deck from which a piece drew."""
    if s.alarms.cards < b.alarms.cards:
        return ALARM
    if s.pile.cards != b.pile.cards:
        return PILE
    if s.errands.cards < b.errands.cards:
        return ERRANDS
    if s.extensions.cards < b.extensions.cards:
        return EXTENSIONS
    for kind in range(len(KINDS)):
        if s.recipes[kind].cards != b.recipes[kind].cards or s.shuffled[HOMUNCULI + kind] > 0:
            return RECIPES + kind
    return NO_DECK


@rule()
def deal(
    t: Tables, S: np.ndarray, B: np.ndarray, P: np.ndarray, lo: int, hi: int, likely: float, settled: bool, action: int
) -> int:
    """Keep what came of the dice; where a piece drew cards, for all cards that could have come."""
    deck = drawn_from(S[BEFORE], S[TRIAL])
    if deck == NO_DECK:
        return keep(t, S, B, P, lo, hi, likely, settled)
    cards, left = of_deck(S[BEFORE], deck), of_deck(S[TRIAL], deck)
    drawn = 1 if deck == PILE else cards - left
    if deck >= RECIPES and S[TRIAL].shuffled[HOMUNCULI + deck - RECIPES] > 0:
        return UNCLEAR
    ways, orders = 1, 1
    for place in range(drawn):
        ways *= cards - place
        orders *= place + 1
    if deck < RECIPES:
        orders = 1
    if deck == ALARM and secrets.alarms_known(t, S[BEFORE]):
        ways = 1  # no card is exchanged: the top one is the one printed for the day
    for way in range(ways):
        S[TRIAL] = S[BEFORE]
        if ways > 1 or cards == 1 or deck != ALARM:
            stack(S[TRIAL], deck, drawn, way)
        if orders > 1 and not in_order(S[TRIAL].recipes[deck - RECIPES], drawn):
            continue
        P[WORK] += 1.0
        settled = piece(t, S[TRIAL], action)
        hi = keep(t, S, B, P, lo, hi, likely * orders / ways, settled)
        if hi < 0:
            return hi
    return hi


@rule()
def of_deck(s: State, deck: int) -> int:
    """Number of cards in a deck."""
    if deck == ALARM:
        return s.alarms.cards
    if deck == PILE:
        return s.pile.cards
    if deck == ERRANDS:
        return s.errands.cards
    return s.extensions.cards if deck == EXTENSIONS else s.recipes[deck - RECIPES].cards


@rule()
def stack(s: State, deck: int, drawn: int, way: int) -> None:
    """Lay a deck so that its top cards come in one of all orders."""
    if deck == ALARM:
        lay(s.alarms, drawn, way)
    elif deck == PILE:
        lay(s.pile, drawn, way)
    elif deck == ERRANDS:
        lay(s.errands, drawn, way)
    elif deck == EXTENSIONS:
        lay(s.extensions, drawn, way)
    else:
        lay(s.recipes[deck - RECIPES], drawn, way)


@rule()
def lay(pile: Pile, drawn: int, way: int) -> None:
    for top in range(pile.cards - 1, pile.cards - 1 - drawn, -1):
        other = way % (top + 1)
        way //= top + 1
        card = pile.card[top]
        pile.card[top] = pile.card[other]
        pile.card[other] = card


@rule()
def in_order(pile: Pile, drawn: int) -> bool:
    """Recipes are drawn together, so one order stands for all."""
    for place in range(pile.cards - drawn, pile.cards - 1):
        if pile.card[place] > pile.card[place + 1]:
            return False
    return True


@rule()
def keep(t: Tables, S: np.ndarray, B: np.ndarray, P: np.ndarray, lo: int, hi: int, likely: float, settled: bool) -> int:
    """Add row TRIAL to the rows, or its probability to the row that is equal."""
    see_only(t, S[TRIAL])
    B[TRIAL, SHORT] = in_short(B, TRIAL)
    for row in range(lo, hi):
        if (P[row] >= 0.0) == settled and same(B, row, TRIAL):
            P[row] += likely if settled else -likely
            return hi
    if hi == len(P):
        return TOO_WIDE
    S[hi] = S[TRIAL]
    P[hi] = likely if settled else -likely
    return hi + 1


@rule()
def in_short(B: np.ndarray, row: int) -> np.uint64:
    """A word that equal situations share and few others do."""
    word = np.uint64(0)
    for place in range(WORDS):
        word = mul(word ^ B[row, place], FACTOR)
        word = word ^ (word >> np.uint64(29))
    return word


@rule()
def same(B: np.ndarray, one: int, other: int) -> bool:
    if B[one, SHORT] != B[other, SHORT]:
        return False
    for place in range(WORDS):
        if B[one, place] != B[other, place]:
            return False
    return True
