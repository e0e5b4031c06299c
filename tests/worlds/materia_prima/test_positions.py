"""Rule tests: each file under `positions/` is a position, what is played, and what must then be true.

The name of a file is the sentence it proves. In the place of a position a table `[new]` may give the options of
a new game. Beside it there is a table `[test]`: `rules` (ids of
rules and worked examples), `play` (notations, in order), and any of `then` (a part of a position that must
hold afterwards), `legal` and `illegal` (notations; illegal ones with the reason), `only_legal` (all of
them), `gone` (figures no longer on the board, like `green.h1`), `asked`, `prompt`, `events` (in this order
among what was played brought), `outcome`, and `start` (like `then`, before anything is played).
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from mpenv.world import IllegalAction
from mpenv.worlds.materia_prima.game import Game
from tests.places import TESTS

HERE = Path(__file__).parent
PACKS = TESTS / "packs"
FILES = sorted((HERE / "positions").rglob("*.toml"))
KNOWN = {
    "rules", "play", "then", "start", "legal", "illegal", "only_legal", "gone", "asked", "prompt", "events", "outcome",
}  # fmt: skip
EXACT = (".load", ".stock", ".extra", ".loose")


def cases() -> list[Any]:
    found = []
    for path in FILES:
        rules = tomllib.loads(path.read_text())["test"]["rules"]
        found.append(pytest.param(path, id=path.stem, marks=pytest.mark.rule(*rules)))
    return found


def matches(wanted: Any, found: Any, where: str = "") -> list[str]:
    """What of `wanted` does not hold in `found`; tables match in part, heaps of elements exactly, figures by name."""
    if isinstance(wanted, dict) and (where.endswith(EXACT) or (".slots[" in where and not wanted)):
        return [] if wanted == found else [f"{where}: wanted exactly {wanted!r}, found {found!r}"]
    if isinstance(wanted, dict):
        if not isinstance(found, dict):
            return [f"{where}: wanted a table, found {found!r}"]
        return [fault for key, one in wanted.items() for fault in matches(one, found.get(key), f"{where}.{key}")]
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], dict):
        faults = []
        for index, one in enumerate(wanted):
            same = [other for other in found or [] if other.get("name") == one.get("name")]
            other = same[0] if "name" in one and same else None
            if "name" not in one and index < len(found or []):
                other = found[index]
            faults += matches(one, other, f"{where}[{one.get('name', index)}]")
        return faults
    return [] if wanted == found else [f"{where}: wanted {wanted!r}, found {found!r}"]


@pytest.mark.parametrize("path", cases())
def test_the_sentence_of_this_position_holds(path: Path) -> None:
    check(path.read_text())


def play(game: Game, script: list[str]) -> list[str]:
    """Play a script, and return what happened; where it cannot be played the fault names the step and the prompt."""
    happened = [] if script else game.happened()
    for step, words in enumerate(script, 1):
        try:
            game.apply(words)
        except IllegalAction as fault:
            pytest.fail(f"step {step} of play: {fault}. {game.asks().splitlines()[0]}", pytrace=False)
        happened += game.happened()
    return happened


def check(text: str) -> None:
    """Fails when what a file expects does not hold."""
    given = tomllib.loads(text)
    test = given.pop("test")
    assert not set(test) - KNOWN, f"unknown in [test]: {set(test) - KNOWN}"
    assert set(test) & KNOWN - {"rules", "play"}, "the file expects nothing"
    assert "new" not in given or set(given) == {"new"}, "a file gives a position or a new game"
    where = given.get("new", given)
    if where.get("pack") in ("small", "whole", "campaign"):
        where["pack"] = str(PACKS / where["pack"])
    game = Game(**where) if "new" in given else Game.from_position(given)
    assert Game.from_position(game.to_position()) == game
    assert not matches(test.get("start", {}), tomllib.loads(game.to_position()))
    happened = play(game, test.get("play", []))
    after = tomllib.loads(game.to_position())
    assert not matches(test.get("then", {}), after)
    for who in test.get("gone", []):
        colour, _, name = who.partition(".")
        seat = next(one for one in after["seat"] if one["alchemist"] == f"alchemist.{colour}")
        assert name not in [figure["name"] for figure in seat["figure"]]
    legal = {game.words(action) for action in game.legal()}
    assert set(test.get("legal", [])) <= legal
    if "only_legal" in test:
        assert legal == set(test["only_legal"])
    for words, why in test.get("illegal", {}).items():
        before = game.snapshot()
        with pytest.raises(IllegalAction, match=why):
            game.apply(words)
        assert game.snapshot() == before
    if "asked" in test:
        assert game.seat is not None
        assert game.words(0).split()[0] == test["asked"]
    if "prompt" in test:
        assert after["prompt"][-1]["kind"] == test["prompt"]
    if "outcome" in test:
        assert game.outcome is not None
        assert game.outcome.result == test["outcome"]
    told = iter(happened)
    for words in test.get("events", []):
        assert any(words in one for one in told), f"{words!r} did not happen in this order: {happened}"


# --- turns that are asked without a word on actions ---------------------------------------------------------

TURN = """
scenario = "{}"
[alarm]
active = "alarm.02"
[[seat]]
alchemist = "yellow"
{}
[[seat]]
alchemist = "brown"
[[prompt]]
kind = "turn"
seat = "yellow"
"""
AT_HOME = '[[seat.figure]]\nname = "alchemist"\n'


@pytest.mark.parametrize("lines", ["", AT_HOME, AT_HOME + "load = { air = 1 }\n"])
def test_a_turn_without_a_word_on_actions_has_just_begun(lines: str) -> None:
    asked, begun = (
        Game.from_position(text)
        for text in (TURN.format("prologue", lines), TURN.format("prologue", lines).partition("[[prompt]]")[0])
    )
    assert asked == begun
    assert len(asked.legal()) > 1
    figure = tomllib.loads(asked.to_position())["seat"][0]["figure"][0]
    assert figure["actions"] >= 3


@pytest.mark.parametrize("left", ["actions = 0", "extra = {}", "actions = 1", "extra = { move = 1 }"])
def test_a_turn_with_a_word_on_actions_has_just_these_left(left: str) -> None:
    game = Game.from_position(TURN.format("prologue", AT_HOME + left))
    given = tomllib.loads(left)
    figure = tomllib.loads(game.to_position())["seat"][0]["figure"][0]
    if given.get("actions") or given.get("extra"):
        assert (figure["actions"], figure["extra"]) == (given.get("actions", 0), given.get("extra", {}))
    else:
        assert game.seat == 1  # nothing is left to do, so the turn has ended


def test_a_script_that_cannot_be_played_says_at_which_step_and_what_is_asked_there() -> None:
    game = Game.from_position(TURN.format("prologue", ""))
    with pytest.raises(pytest.fail.Exception, match=r"step 2 of play: .*'yellow end' ends it\. yellow's turn"):
        play(game, ["yellow move NE", "yellow done"])
