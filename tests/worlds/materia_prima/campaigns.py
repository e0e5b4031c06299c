"""Campaigns of the tests: short scenarios, and a team that plays what it is told."""

import random
import tomllib
from dataclasses import replace
from typing import Any

from mpenv.world import View
from mpenv.worlds.materia_prima import campaign
from mpenv.worlds.materia_prima.campaign import Chronicle, Played
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.game import Game
from tests.places import TESTS

PACK = str(TESTS / "packs" / "campaign")


def begin(**chosen: Any) -> Chronicle:
    return campaign.begin(PACK, **{"seed": 3, **chosen})


# --- before and after a success, with everything that a success can change -------------------------------

WON = Played("setting-out", "success", 3, "N", "N")
LOST = Played("setting-out", "failure", 4, "E", "N")
REWARD = {"air": 5, "earth": 5, "water": 5, "fire": 5, "iron": 5}
MINE = {"equipment": {"equipment.1a": "stone.1c"}, "homunculi": {"homunculus.2a": "stone.2a"}}


def won() -> tuple[Chronicle, Chronicle]:
    """A campaign after a failure and after a success, with everything that a success can change."""
    before = replace(begin(names=["Ada", "Bo"]), played=(LOST,))
    ada, bo = before.players
    players = (replace(ada, **MINE, extension="ext.move"), replace(bo, stone=False))
    after = replace(before, next="forge", reward=REWARD, players=players, played=(LOST, WON))
    assert campaign.parse(campaign.write(after)) == after
    return before, after


def ended() -> tuple[Chronicle, Chronicle]:
    """A campaign before and after its last success."""
    _, then = won()
    played = (*then.played, Played("forge", "success", 4, "N", "H"), Played("ambush", "success", 7))
    before = replace(then, next="homecoming", reward={}, played=played)
    last = Played("homecoming", "success", 3, "N", "N")
    bo = replace(before.players[1], stone=True)
    return replace(before, players=(before.players[0], bo)), replace(before, next="", played=(*played, last))


def placed() -> tuple[Chronicle, Chronicle]:
    """A campaign before the towers stand, and after the players placed them and won."""
    before = begin(names=["Ada", "Bo"], placement="players")
    standing = begin(names=["Ada", "Bo"])
    return before, replace(standing, next="forge", reward=REWARD, played=(WON,))


# --- playing it -------------------------------------------------------------------------------------


def start(chronicle: Chronicle, difficulty: str | None = None) -> Game:
    return Game(**campaign.options(chronicle, difficulty))


def finish(game: Game, **plans: list[str]) -> Game:
    """Each colour plays its plan step by step, and passes where the next step is not legal.

    A step is the beginning of a notation without the colour, or `go q,r`.
    """
    left = {colour: [*steps] for colour, steps in plans.items()}
    while game.seat is not None:
        colour = game.words(game.legal()[0]).split()[0]
        game.apply(_step(game, colour, left.setdefault(colour, [])))
    unplayed = [step for steps in left.values() for step in steps if not step.startswith("go ")]
    assert not unplayed, f"never played: {unplayed}"
    return game


def _step(game: Game, colour: str, steps: list[str]) -> int:
    while steps and steps[0].startswith("go ") and _here(game) == _hex(steps[0][3:]):
        del steps[0]
    for action in game.legal() if steps else []:
        words = game.words(action).removeprefix(f"{colour} ")
        if steps[0].startswith("go ") and words.startswith("move ") and _nearer(game, words[5:], _hex(steps[0][3:])):
            return action
        if words.startswith(steps[0]):
            del steps[0]
            return action
    return game.legal()[0]


def _hex(words: str) -> tuple[int, int]:
    q, r = words.split(",")
    return int(q), int(r)


def _here(game: Game) -> tuple[int, int]:
    assert game.seat is not None
    return _hex(game.pack.places[game._state.seat[game.seat].figure[0].hex])


def _nearer(game: Game, direction: str, there: tuple[int, int]) -> bool:
    (q, r), (dq, dr) = _here(game), v.STEPS[v.DIRECTIONS.index(direction)]
    return _apart((q + dq, r + dr), there) < _apart((q, r), there)


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def play(chronicle: Chronicle, difficulty: str | None = None, **plans: list[str]) -> Chronicle:
    """The chronicle after the next scenario."""
    return campaign.record(chronicle, finish(start(chronicle, difficulty), **plans))


def at_random(game: Game, rng: random.Random) -> Game:
    """Play on at random, but make things and take them along when there is a chance."""
    while game.seat is not None:
        busy = [one for one in game.legal() if {"transmute", "choose", "buy"} & {*game.words(one).split()}]
        game.apply(rng.choice(busy or game.legal()))
    return game


def table(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.to_position())


class Maker:
    """An agent that makes what can be made in its tower, takes along what it may, and stays at home."""

    def reset(self, seat: int, seed: int) -> None:
        """It needs nothing."""

    def act(self, view: View) -> int:
        words = {view.words(action): action for action in view.legal}
        for wanted in ("transmute stone.", "transmute equipment.", "choose "):
            for said, action in words.items():
                if wanted in said:
                    return action
        return view.legal[0]


class Idler:
    """An agent that passes whatever it is asked."""

    def reset(self, seat: int, seed: int) -> None:
        """It needs nothing."""

    def act(self, view: View) -> int:
        return view.legal[0]
