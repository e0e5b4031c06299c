"""The compiled loops over many games, written once; each world binds its own rules into them (`mpenv.engine.jit.bind`).

The names annotated below are filled in by the world. Loops that Python calls take each array as an argument of its own:
numba takes 0.2 us for an array, and three times that for one inside a NamedTuple, which small batches would feel.
"""

# ruff: noqa: F821 - these names are bound by the world

from collections.abc import Callable
from typing import Any

import numpy as np

from mpenv.engine.jit import add, mul, rule

answer: Callable[..., Any]  # (t, s, action): answer what is asked and go on to the next decision
proceed: Callable[..., Any]  # the same where `present` follows, which may have some of the work
start: Callable[..., None]  # (t, s, chosen): a zeroed state becomes a game at its first decision
asked: Callable[..., int]  # (s): the seat that is asked, -1 after the end
outcome: Callable[..., int]  # (s): 0 while it runs, then how it ended
result: Callable[..., float]  # (s): what the end is worth to the team
legal: Callable[..., int]  # (s, action): 1 when it may be played
accepts: Callable[..., int]  # the same with what is played, but not offered
write: Callable[..., None]  # (t, s, seat, row): the observation of a seat
present: Callable[..., None]  # the same for the seat that is asked, before its mask is shown
account: Callable[..., None]  # (t, s, record): write what there is to say of its end
choose: Callable[..., int]  # (t, s, bits): the action of a policy for the seat that is asked
potential: Callable[..., float]  # (t, s): how promising it looks, for shaped rewards
show_mask: Callable[..., None]  # `write_mask`, bound to the world
ACTIONS: int

Rows = np.ndarray
BEGIN, SHOW, SKIP = -1, -2, -3  # in place of an action: start the game of this row, write its row again, leave it
OVER, CUT = 1, 2
WAITS, FULL = 3, 4  # for the action of a seat that is not drawn; for a longer page
DRAWS = np.uint64(0xD1B54A32D192ED03)  # sets the answers drawn of a seed apart from the chance of its game
FIRST = np.uint64(0xBF58476D1CE4E5B9)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@rule()
def stir(bits: np.uint64) -> np.uint64:
    """Next 64-bit pseudo-random value."""
    z = add(bits, GOLDEN)
    return mul(z ^ (z >> np.uint64(30)), FIRST)


def write_mask(s: Any, mask: Rows, row: int) -> None:
    """Write into a row of a mask what may be answered."""
    for action in range(ACTIONS):
        mask[row, action] = legal(s, action)


def refused(S: Rows, actions: Rows) -> int:
    """Find the first game whose action is illegal; -1 if all are legal. Games with SKIP are left out."""
    for i in range(len(actions)):
        if actions[i] == SKIP:
            continue
        if actions[i] < 0 or actions[i] >= ACTIONS or accepts(S[i], actions[i]) == 0:
            return i
    return -1


def standing(S: Rows, mask: Rows, seat: Rows) -> None:
    """Write the acting seat and the legal actions of each game."""
    for i in range(len(seat)):
        seat[i] = asked(S[i])
        show_mask(S[i], mask, i)


def step_games(
    T: Rows, S: Rows, lo: int, hi: int, blank: Rows, chosen: Rows, stride: int, cap: int, actions: Rows,
    obs: Rows, mask: Rows, seat: Rows, hope: Rows, plies: Rows,
    reward: Rows, done: Rows, ended: Rows, length: Rows, last: Rows, accounts: Rows,
) -> None:  # fmt: skip
    """Answer in games lo to hi, or start them where the action is BEGIN, and write the next decision of each.

    A game that ends starts again with its next seed before its row is written.
    """
    t = T[0]
    for i in range(lo, hi):
        if actions[i] == SKIP:
            continue
        fresh = actions[i] == BEGIN
        if actions[i] >= 0:
            proceed(t, S[i], actions[i])
            plies[i] += 1
            done[i] = 0
            reward[i] = 0.0
            over = outcome(S[i])
            if over != 0 or 0 < cap <= plies[i]:
                done[i] = OVER if over != 0 else CUT
                if over != 0:
                    reward[i] = result(S[i])
                ended[i] = over
                length[i] = plies[i]
                write(t, S[i], seat[i], last[i])
                account(t, S[i], accounts[i])
                chosen[i].seed = add(chosen[i].seed, np.uint64(stride))
                fresh = True
        if fresh:
            S[i] = blank[0]
            start(t, S[i], chosen[i])
            plies[i] = 0
        seat[i] = asked(S[i])
        hope[i] = potential(t, S[i])
        present(t, S[i], seat[i], obs[i])
        show_mask(S[i], mask, i)


@rule()
def drawn_of(mask: Rows, i: int, bits: np.uint64) -> int:
    """Draw an action from a row of a mask, each legal one equally likely."""
    count = 0
    for action in range(mask.shape[1]):
        count += mask[i, action]
    nth = int(np.int64((bits >> np.uint64(33)) % np.uint64(count)))
    action = -1
    while nth >= 0:
        action += 1
        nth -= mask[i, action]
    return action


def play_on(
    T: Rows, S: Rows, i: int, chosen: Rows, cap: int, drawn: Rows, given: int, plies: Rows, reward: Rows, ended: Rows,
    obs: Rows, mask: Rows, action: Rows, seat: Rows,
) -> int:  # fmt: skip
    """Play game i, one row per decision, until it ends, is cut, the page is full or a seat outside `drawn` must act.

    Seats in `drawn` play random actions that depend on the game's seed and the ply alone. `given` is the action for
    the row that waited, or -1.
    """
    t, s = T[0], S[i]
    bits = stir(chosen[i].seed ^ DRAWS)
    while True:
        ply = plies[i]
        ended[i] = outcome(s)
        reward[i] = 0.0
        if ended[i] != 0:
            reward[i] = result(s)
            return OVER
        if 0 < cap <= ply:
            return CUT
        if ply == len(action):
            return FULL
        if given < 0:
            seat[ply] = asked(s)
            write(t, s, seat[ply], obs[ply])
            show_mask(s, mask, ply)
            if drawn[seat[ply]] == 0:
                return WAITS
        if given < 0:
            given = drawn_of(mask, ply, stir(stir(add(bits, np.uint64(ply)))))
        action[ply] = given
        answer(t, s, given)
        plies[i] = ply + 1
        given = -1


def any_legal(t: Any, s: Any, bits: np.uint64) -> int:
    """Policy: draw a legal action, each equally likely."""
    count = 0
    for action in range(ACTIONS):
        count += legal(s, action)
    nth = int(np.int64((bits >> np.uint64(33)) % np.uint64(count)))
    action = -1
    while nth >= 0:
        action += 1
        nth -= legal(s, action)
    return action


def play_out(T: Rows, S: Rows, i: int, blank: Rows, chosen: Rows, steps: int, bits: np.uint64) -> int:
    """Play `steps` decisions with the policy `choose`, game after game; return how many games ended."""
    t = T[0]
    games = 0
    for _ in range(steps):
        if outcome(S[i]) != 0:
            games += 1
            chosen[i].seed = add(chosen[i].seed, np.uint64(1))
            S[i] = blank[0]
            start(t, S[i], chosen[i])
        bits = stir(bits)
        answer(t, S[i], choose(t, S[i], bits))
    return games


def play_to_the_end(
    T: Rows, S: Rows, times: int, bits: np.uint64, cap: int, worth: Rows, plies: Rows, ended: Rows
) -> None:
    """Play copies of row 0 to the end in row 1, each with new dice and hidden draws; ply -1 marks an illegal policy."""
    t, s = T[0], S[1]
    for k in range(times):
        S[1] = S[0]
        bits = stir(bits)
        s.seed = bits
        dice = stir(bits ^ DRAWS)
        ply = 0
        while outcome(s) == 0 and (cap == 0 or ply < cap):
            dice = stir(dice)
            action = choose(t, s, dice)
            if action < 0 or action >= ACTIONS or legal(s, action) == 0:
                ply = -1
                break
            answer(t, s, action)
            ply += 1
        plies[k] = ply
        ended[k] = outcome(s)
        worth[k] = 0.0
        if ended[k] != 0:
            worth[k] = result(s)
