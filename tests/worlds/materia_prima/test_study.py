"""What a study may change about the rules: how long a game lasts, and what it is played without."""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.record.replay.reading import chosen
from mpenv.record.replay.resimulate import plies
from mpenv.record.replay.writer import Recorder
from mpenv.worlds.materia_prima import WORLD, Game, switches
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from mpenv.worlds.materia_prima.rules import entries, reasons
from tests.worlds.materia_prima import rich

VERBS = {verb: {verb.upper()} for verb in v.VERBS} | {"drop": {"DROP", "PICK"}}
KINDS = [f"{kind} missions" for kind in v.ERRANDS]
GAMES = 12
SPACES = {
    name: mpenv.env(encoder=name).observation_space("alchemist_0")["observation"]
    for name in ("flat", "entities", "planes")
}


def crowded(seed: int, words: list[str], **rules: Any) -> Game:
    """A game in the middle, on a crowded board with full stores, that is played without some things."""
    rng, name = random.Random(seed), (rich.WHOLE, "inquisition")[seed % 2]
    pack = load(name)
    scenario = rng.choice(pack.ids["scenario"])
    return Game.from_position(rich.position(rng, pack, name, scenario, {"without": words, **rules}))


def played(game: Game, seed: int) -> set[str]:
    """The blocks of all that was ever legal in a random game to its end."""
    rng, found = random.Random(seed), set[str]()
    while game.seat is not None:
        legal = game.legal()
        found |= {c.block_of(one).name for one in legal}
        game.apply(rng.choice(legal))
    return found


@pytest.mark.parametrize("verb", v.VERBS)
@pytest.mark.rule("MP-ALCH-4")
def test_a_verb_that_is_left_out_is_never_legal_and_the_others_are(verb: str) -> None:
    found = set[str]()
    for seed in range(GAMES):
        found |= played(crowded(seed, [verb]), seed) | played(
            Game("vault", 2 + seed % 3, seed, rules={"without": [verb]}), seed
        )
    every = set.union(*VERBS.values())
    assert not found & VERBS[verb]
    rare = {"BUY", "SAIL"} | ({"EQUIP"} if verb == "move" else set())
    assert every - found <= VERBS[verb] | rare


@pytest.mark.parametrize("verb", v.VERBS)
def test_a_verb_that_is_left_out_is_told_as_the_reason(verb: str) -> None:
    found = set[str]()
    for seed in range(40):
        game = crowded(seed, [verb])
        if game.seat is None:
            continue
        for action in range(c.ACTIONS):
            if c.block_of(action).name in VERBS[verb]:
                with pytest.raises(ValueError, match=r".") as told:
                    game.apply(action)
                found.add(str(told.value.args[0]))
    assert any("disabled by rules=" in one for one in found)


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.rule("MP-TOWNMISSION-7")
def test_a_kind_of_town_missions_that_is_left_out_lies_in_the_towns_and_is_never_served(kind: int) -> None:
    lay = barred = 0
    for seed in range(3 * GAMES):
        game, rng = crowded(seed, [KINDS[kind], "inquisitors"]), random.Random(seed)
        errands = game.pack.entries["mission"]
        before = [*game._state.mission.tolist()]
        while game.seat is not None:
            lay += any(one >= 0 and errands[one]["kind"] == kind for one in before)
            barred += may_only_be_served_elsewhere(game)
            game.apply(rng.choice(game.legal()))
            after = [*game._state.mission.tolist()]
            gone = [one for one, other in zip(before, after, strict=True) if one != other]
            assert all(errands[one]["kind"] != kind for one in gone)
            before = after
    assert lay > 100
    assert barred > 0


def may_only_be_served_elsewhere(game: Game) -> bool:
    """Would a mission be served at a table that plays with everything?"""
    laden, other = game.clone(), game.clone()
    other._state.study.errands = 0
    for one in (laden, other):
        one._state.seat["figure"]["load"][:] = 1
        entries.mark(one.pack.tables, one._states, 0)
    serving = {one for one in {*other.legal()} - {*laden.legal()} if c.block_of(one).name == "MISSION"}
    whys = [entries.why_not(game.pack.tables, game._states, 0, one) for one in serving]
    assert all(why == reasons.NOT_PLAYED for why in whys)
    return bool(serving)


@pytest.mark.parametrize("scenario", load(rich.WHOLE).ids["scenario"])
@pytest.mark.rule("MP-ALARM-6.1")
def test_without_inquisitors_none_ever_stands_on_the_board_and_alarms_still_take_their_markers(scenario: str) -> None:
    for seed in range(4):
        game = Game(
            scenario,
            2 + seed % 3,
            seed,
            pack=rich.WHOLE,
            rules={"without": ["inquisitors"]},
            layout="random",
            placement="random",
        )
        rng = random.Random(seed)
        while game.seat is not None:
            assert not any(slot.cards or slot.figures for slot in game._state.slot)
            assert max(game._state.marker) < 2
            game.apply(rng.choice(game.legal()))
        assert game.outcome is not None
        assert game.outcome.result != "abort"


@pytest.mark.parametrize("days", [1, 7, 15, 24])
@pytest.mark.parametrize("scenario", ["prologue", "vault", "great-work", "tithe", "drill-hunt"])
@pytest.mark.rule("MP-SETUP-19")
def test_a_game_lasts_the_days_that_are_given_and_no_event_comes_later(scenario: str, days: int) -> None:
    for seed in range(3):
        game, rng = (
            Game(scenario, 2 + seed, seed, rules={"days": days, "without": ["inquisitors"]}),
            random.Random(seed),
        )
        while game.seat is not None:
            view = game.view(game.seat)
            assert view.days == days
            assert all(space.contains(game.observe(encoder)) for encoder, space in SPACES.items())
            game.apply(rng.choice(game.legal()))
        rows = game.pack.entries["scenario"][game._state.scenario]["events"]
        came = [row["day"] for k, row in enumerate(rows) if game._state.happened[k]]
        assert game.day == days
        assert came == [row["day"] for row in rows if row["day"] <= days]


@pytest.mark.rule("MP-DAY-4")
def test_alarm_cards_that_are_used_up_are_shuffled_again_on_long_games() -> None:
    for scenario in ("drill-hunt", "great-work", "prologue"):
        game, rng, most = Game(scenario, 4, 5, rules={"days": 24, "without": ["inquisitors"]}), random.Random(5), 0
        cards = game._state.alarms.cards + game._state.revealed.cards
        while game.seat is not None:
            most = max(most, game._state.revealed.cards)
            assert game._state.alarms.cards + game._state.revealed.cards == cards
            assert Game.from_position(game.to_position()) == game
            game.apply(rng.choice(game.legal()))
        assert most == min(cards, 24)


@pytest.mark.parametrize(("days", "asked"), [(8, ["hard", "normal", "easy"]), (24, ["hard"])])
@pytest.mark.rule("MP-DIFF-3", "MP-SETUP-19")
def test_a_game_of_given_days_goes_on_at_an_easier_level_only_where_that_is_longer(days: int, asked: list[str]) -> None:
    rules = {"days": days, "without": ["inquisitors", "mine"]}
    game, levels = Game("vault", 3, 1, difficulty="hard", extend="ask", rules=rules), ["hard"]
    while game.seat is not None:
        legal = game.legal()
        extension = game._state.prompt[game._state.prompts - 1].kind == 24
        game.apply(c.YES if extension else c.END if c.END in legal else legal[0])
        assert Game.from_position(game.to_position()) == game
        level = v.DIFFICULTIES[game._state.difficulty]
        levels += [level] if level != levels[-1] else []
    assert levels == asked
    lengths = game.pack.entries["scenario"][game._state.scenario]["days"]
    assert game.day == (days if len(asked) == 1 else lengths[1])


@pytest.mark.rule("MP-DAY-1")
def test_without_moves_every_turn_is_asked_so_that_no_game_is_over_at_once() -> None:
    game = Game("vault", 3, 1, rules={"without": list(v.VERBS), "days": 5})
    assert game.seat is not None
    turns = 0
    while game.seat is not None:
        assert game.legal() == [c.END]
        guess = game.view(1 - game.seat // 2).determinize(np.random.default_rng(turns))
        assert guess.legal() == [c.END]
        game.apply(c.END)
        turns += 1
    assert turns == 15


@pytest.mark.rule("MP-ACT-DROP-2")
def test_without_drop_nothing_is_picked_up_that_lies_free() -> None:
    found = {way: set[str]() for way in ((), ("drop",))}
    for way, blocks in found.items():
        for seed in range(GAMES):
            game, rng = crowded(seed, [*way, "equip", "exchange"], pick_up="free on entry"), random.Random(seed)
            blocks |= played(game, rng.randrange(9))
    assert "TAKE" in found[()]
    assert "TAKE" not in found["drop",]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"days": 0}, "rules: days must be a number of days from 1 to 24, not 0"),
        ({"days": 25}, "rules: days must be a number of days from 1 to 24, not 25"),
        ({"days": True}, "rules: days must be a number of days from 1 to 24, not True"),
        ({"days": 9.0}, "rules: days must be a number of days from 1 to 24, not 9.0"),
        ({"days": "12"}, "rules: days must be a number of days from 1 to 24, not '12'"),
        ({"without": "move"}, "rules: without must be a list of what is left out, not 'move': move, mine, drop"),
        ({"without": {"move": 1}}, "rules: without must be a list of what is left out, not {'move': 1}"),
        ({"without": ["walk", "mine", 3]}, "rules: without: unknown part 'walk', 3, there are: move, mine"),
        ({"without": [["move"]]}, "unknown part ['move']"),
        ({"without": ["sail", "move", "sail"]}, "rules: without names 'sail' more than once"),
    ],
)
def test_a_wrong_study_is_told_what_there_is(rules: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Game("vault", 3, 1, rules=rules)


def test_a_position_tells_all_that_is_wrong_with_its_study_at_once() -> None:
    text = Game("vault", 3, 1).to_position() + '\n[rules]\ndays = 99\nwithout = ["walk"]\n'
    with pytest.raises(BrokenPosition) as told:
        Game.from_position(text)
    assert "days must be a number of days from 1 to 24, not 99" in str(told.value)
    assert "unknown part 'walk'" in str(told.value)


def test_a_position_with_inquisitors_is_refused_where_there_are_none() -> None:
    text = Game("hunt", 3, 3, rules={"days": 9}).to_position()
    while "slots = [\n  {}" in text or "slots = []" in text:
        pytest.skip("nobody is on the board")
    with pytest.raises(BrokenPosition, match="this table plays without inquisitors"):
        Game.from_position(text.replace("days = 9\n\n", 'days = 9\nwithout = ["inquisitors"]\n\n'))


def test_what_is_left_out_is_told_back_in_one_order() -> None:
    words = ["inquisitors", "stone missions", "sail", "move", "fight missions"]
    game = Game("vault", 3, 1, rules={"without": words, "days": 11})
    assert switches.as_options(game._state) == {
        "days": 11,
        "without": ["move", "sail", "fight missions", "stone missions", "inquisitors"],
    }
    assert "the game lasts 11 days; played without move, sail, fight missions" in " ".join(game.text().split())
    assert game == Game("vault", 3, 1, rules={"without": tuple(reversed(words)), "days": 11})
    assert game != Game("vault", 3, 1, rules={"without": words[1:], "days": 11})


@pytest.mark.parametrize("word", switches.WITHOUT)
def test_positions_and_replays_of_a_study_come_back_exactly(word: str, tmp_path: Path) -> None:
    game, rng = Game("great-work", 3, 7, rules={"without": [word], "days": 13}), random.Random(7)
    with Recorder(tmp_path / "game.jsonl", WORLD, game) as recorder:
        while game.seat is not None:
            if rng.random() < 0.05:
                again = Game.from_position(game.to_position())
                assert again == game
                assert again.legal() == game.legal()
            recorder.apply(rng.choice(game.legal()))
    last = [*plies(chosen(tmp_path / "game.jsonl"), WORLD)][-1]
    assert last is not None


def test_a_game_without_a_study_keeps_the_fingerprint_that_it_had() -> None:
    assert Game("vault", 3, 1).fingerprint() == Game("vault", 3, 1, rules={"without": []}).fingerprint()
    assert Game("vault", 3, 1).fingerprint() != Game("vault", 3, 1, rules={"days": 24}).fingerprint()
    assert "study" not in Game("vault", 3, 1, rules={"table_talk": "open"}).checks()
    assert "study" in Game("vault", 3, 1, rules={"days": 24}).checks()
