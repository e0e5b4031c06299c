"""A world of its own goes through all shared rooms; none of them knows which game it is."""

import ast
import copy
import pickle
import random
import warnings
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from mpenv.agents import make
from mpenv.engine import cache
from mpenv.engine.batch import BatchGame
from mpenv.engine.binding import drivers
from mpenv.engine.records import layout
from mpenv.engine.switches import PLAIN
from mpenv.envs.aec import AECGame
from mpenv.record.replay import Parted, Recorder, resimulate
from mpenv.record.replay.reading import chosen
from mpenv.record.replay.story import Story
from mpenv.table import replay_viewer, terminal
from mpenv.world import IllegalAction
from mpenv.worlds.materia_prima import WORLD as MATERIA
from tests.worlds import toy
from tests.worlds.toy import WORLD, Game

WON = 3  # a seed with which `crossing` finds a way


def test_it_stands_on_six_modules_and_knows_no_other_world() -> None:
    names = set()
    for node in ast.walk(ast.parse(Path(toy.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    assert {name for name in names if name.startswith("mpenv")} == {
        "mpenv.base",
        "mpenv.encoders",
        "mpenv.engine.jit",
        "mpenv.engine.records",
        "mpenv.options",
        "mpenv.world",
    }


def test_its_records_have_no_padding() -> None:
    for dtype in map(layout, (toy.Tables, toy.State, toy.Setup)):
        assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names or ())


def crossing(game: Game, action: int | None = None) -> list[int] | None:
    """Legal actions to a success, found by looking ahead; None when there are none."""
    if action is not None:
        game = game.clone()
        game.apply(action)
    if game.outcome:
        return [] if game.outcome.success else None
    for then in game.legal():
        rest = crossing(game, then)
        if rest is not None:
            return [then, *rest]
    return None


# --- the game -----------------------------------------------------------------------------------


def test_the_mate_answers_out_of_turn_and_the_turn_goes_on_after_a_no() -> None:
    game = Game(seed=1)
    game.apply("load")
    assert (game.seat, game.words(toy.LOAD)) == (1, "south load")
    game.apply("south ask")
    assert game.seat == 0
    assert [game.words(action) for action in game.legal()] == ["north no", "north yes"]
    assert game.view(1).legal == []
    assert game.view(0).legal == [toy.NO, toy.YES]
    game.apply("no")
    assert game.seat == 1
    assert game.legal() == [toy.PASS, toy.LOAD]
    game.apply("pass")
    assert (game.seat, game.day) == (0, 2)


def test_a_refused_action_says_who_what_and_why_and_changes_nothing() -> None:
    game = Game(seed=1)
    before = game.snapshot()
    for action, why in (
        ("ask", "the boat is empty"),
        (toy.YES, "the question is not asked"),
        ("swim", "may not play 'swim': it is no action, there are: pass, load"),
        (9, "ids go from 0 to 4"),
        (1.5, "an action is a whole number"),
    ):
        with pytest.raises(IllegalAction, match=why) as caught:
            game.apply(action)  # type: ignore[arg-type]
        assert caught.value.seat == "north"
        assert game.snapshot() == before
    game.apply("load")
    game.apply("ask")
    with pytest.raises(IllegalAction, match="a question is to be answered"):
        game.apply("load")


def test_it_is_won_and_lost_in_every_way() -> None:
    ended = set()
    for seed in range(400):
        game, rng = Game(seed=seed, goal=1), random.Random(seed)
        while game.seat is not None:
            assert 0 <= game.potential() < 1
            assert [action for action in range(5) if game.mask()[action]] == game.legal()
            assert len(game.legal()) > 1, "a forced prompt is none"
            game.apply(rng.choice(game.legal()))
        assert game.outcome is not None
        assert game.potential() == 0
        assert not game.mask().any()
        ended.add((game.outcome.result, *game.outcome.reasons))
    assert ended == {
        ("success", "all have crossed"),
        ("failure", "the boat sank"),
        ("failure", "nobody waits any more"),
    }


def test_the_seed_decides_the_deck_and_every_traveller_is_in_it() -> None:
    decks = set()
    for seed in range(50):
        state = Game(seed=seed)._state
        deck = (*state.deck[: state.cards].tolist(), state.open)
        assert sorted(deck) == [1] * 4 + [2] * 4 + [3] * 4
        decks.add(deck)
        assert Game(seed=seed).fingerprint() == Game(seed=seed).fingerprint()
    assert len(decks) > 45


# --- views --------------------------------------------------------------------------------------


def test_views_and_encodings_do_not_tell_the_order_of_the_deck() -> None:
    game = Game(seed=1)
    for action in ("load", "pass", "load"):
        game.apply(action)
    other = game.clone()
    state = other._state
    hidden = state.deck[: state.cards].tolist()
    state.deck[: state.cards] = hidden[::-1]
    state.seed = np.uint64(99)
    assert hidden not in (hidden[::-1], sorted(hidden))
    assert other.fingerprint() != game.fingerprint()
    for seat in range(2):
        assert game.view(seat).record.tobytes() == other.view(seat).record.tobytes()
        assert (game.observe("flat", seat) == other.observe("flat", seat)).all()
        assert (game.view(seat).encode() == game.observe("flat", seat)).all()
    assert game.text() == other.text()


def test_a_view_does_not_follow_the_game_nor_lead_back_to_it() -> None:
    game = Game(seed=1)
    view, before = game.view(0), game.fingerprint()
    view.record["boat"] = 3
    assert game.fingerprint() == before
    seen = view.record.tobytes()
    game.apply("load")
    assert view.record.tobytes() == seen


def test_each_of_both_sees_whose_turn_it_is_and_who_is_asked() -> None:
    game = Game(seed=1)
    game.apply("load")
    game.apply("ask")
    assert game.observe("flat", 0)[:4].tolist() == [1, 0, 1, 1]
    assert game.observe("flat", 1)[:4].tolist() == [0, 1, 1, 1]


# --- the rooms ----------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["team", "shaped"])
def test_it_passes_the_tests_of_pettingzoo(reward: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo's own games with a mask have a Dict space too.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(AECGame(WORLD, reward=reward), num_cycles=300)
        seed_test(lambda: AECGame(WORLD, reward=reward), num_cycles=200)


@pytest.mark.parametrize("options", [{}, {"max_plies": 6}, {"on_illegal": "random", "reward": "shaped"}])
def test_every_copy_of_its_environment_is_exact_and_goes_on_alike(options: dict[str, object]) -> None:
    env, blank = AECGame(WORLD, **options), AECGame(WORLD, **options)  # type: ignore[arg-type]
    for seed in range(5):
        env.reset(seed=seed)
        rng = random.Random(seed)
        while env.agents:
            blank.restore(env.snapshot())
            copies = [blank, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
            dead = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
            action = None if dead else rng.choice(np.flatnonzero(env.action_masks()).tolist())
            env.step(action)
            for one in copies:
                one.step(action)
                assert one.snapshot() == env.snapshot()
                assert one.rewards == env.rewards
                assert one.agents == env.agents


def test_the_asked_mate_is_the_agent_that_is_selected() -> None:
    env = AECGame(WORLD)
    env.reset(seed=1)
    env.step(toy.LOAD)
    assert env.agent_selection == "ferryman_1"
    env.step(toy.ASK)
    assert env.agent_selection == "ferryman_0"
    assert not env.observe("ferryman_1")["action_mask"].any()
    assert np.flatnonzero(env.observe("ferryman_0")["action_mask"]).tolist() == [toy.NO, toy.YES]


def test_a_replay_plays_itself_again_and_says_where_it_parts(tmp_path: Path) -> None:
    path, game = tmp_path / "ferry.jsonl", Game(seed=8)
    rng = random.Random(8)
    with Recorder(path, WORLD, game) as record:
        while game.seat is not None:
            action = rng.choice(game.legal())
            answers: list[int | str] = [action, game.words(action)]
            record.apply(rng.choice(answers))
    again = resimulate(path, WORLD)
    assert (again.fingerprint(), again.plies, again.outcome) == (game.fingerprint(), game.plies, game.outcome)
    text = path.read_text()
    path.write_text(text.replace('"chance":[[0, ', '"chance":[[0, 1', 1))
    with pytest.raises(Parted, match="parts at ply 1: north"):
        resimulate(path, WORLD)
    path.write_text(text)
    with pytest.raises(Parted, match="it was recorded in ferry_v0, this is materia_prima_v1"):
        resimulate(path, MATERIA)


def test_a_replay_is_watched_and_every_answer_has_a_meaning(tmp_path: Path) -> None:
    path, game = tmp_path / "ferry.jsonl", Game(seed=8)
    with Recorder(path, WORLD, game, ["one", "other"]) as record:
        while game.seat is not None:
            assert game.meaning(game.legal()[0]) in game.describe()
            record.apply(game.legal()[0])
    told = "\n".join(replay_viewer.whole(Story(chosen(path), WORLD)))
    assert "ferry_v0, ferry " in told
    assert "goal 2, seed 8; players: one, other" in told
    assert f"FAILURE on day {game.day} after {game.plies} plies: nobody waits any more." in told


def test_a_game_that_was_played_on_is_not_recorded_where_there_are_no_positions(tmp_path: Path) -> None:
    game = Game(seed=8)
    game.apply(toy.PASS)
    with pytest.raises(ValueError, match="the ferry has no position files"):
        Recorder(tmp_path / "ferry.jsonl", WORLD, game)
    assert not [*tmp_path.iterdir()]


def test_a_person_and_an_agent_play_it_at_the_terminal(tmp_path: Path) -> None:
    rng, said = random.Random(4), list[str]()
    game = Game(seed=4)

    def ask(prompt: str) -> str:
        action = rng.choice(game.legal())
        return rng.choice(["swim", "7", "list", game.words(action), WORDS[action]])

    WORDS = WORLD.words
    players = terminal.players_of(["human", "random"], ask, said.append)
    terminal.play(WORLD, game, players, said.append, 4, tmp_path / "game.jsonl")
    assert game.outcome is not None
    told = "\n".join(said)
    assert f"{game.outcome.result.upper()} on day {game.outcome.day}" in said[-1]
    assert "'swim' is no action, there are: pass, load, ask, no, yes" in told
    assert "waits at the landing" in told
    assert resimulate(tmp_path / "game.jsonl", WORLD).fingerprint() == game.fingerprint()


def test_two_people_who_look_ahead_win_at_the_terminal() -> None:
    game, said = Game(seed=WON), list[str]()
    way = crossing(game)
    assert way is not None
    answers = iter(WORLD.words[action] for action in way)
    players = terminal.players_of(["human", "human"], lambda prompt: next(answers), said.append)
    terminal.play(WORLD, game, players, said.append, 0)
    assert game.outcome is not None
    assert game.outcome.success
    assert "SUCCESS on day" in said[-1]


def test_random_agents_see_it_only_through_their_views() -> None:
    played = []
    for _ in range(2):
        game, players = Game(seed=6), [make("random"), make("random")]
        for seat, player in enumerate(players):
            player.reset(seat, 6)
        while game.seat is not None:
            view = game.view(game.seat)
            assert view.legal == game.legal()
            game.apply(players[game.seat].act(view))
        played.append(game.fingerprint())
    assert played[0] == played[1]


def test_the_batches_of_two_worlds_live_in_one_process() -> None:
    batches = [BatchGame(MATERIA, 2, seed=1), BatchGame(WORLD, 2, seed=1)]
    alone = BatchGame(WORLD, 2, seed=1)
    assert (batches[0].mask.shape, batches[1].mask.shape) == ((2, MATERIA.actions), (2, WORLD.actions))
    for _ in range(20):
        for batch in batches:
            batch.step(batch.mask.argmax(1))
        alone.step(alone.mask.argmax(1))
    assert alone._states.tobytes() == batches[1]._states.tobytes()
    loops = [drivers(world, "flat") for world in (MATERIA, WORLD)]
    assert loops[1] is drivers(WORLD, "flat")
    assert all(loops[0][name] is not loops[1][name] for name in loops[0])


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_the_compiled_rules_of_two_worlds_are_kept_apart() -> None:
    folders = [cache.cache_folder(world.home) for world in (MATERIA, WORLD)]
    assert folders[0] != folders[1]
    BatchGame(WORLD, 2)
    kept = [{path.name for path in folder.rglob("*.nbi")} for folder in folders if folder]
    assert any("step_games" in name for name in kept[1])
    assert not any("toy" in name for name in kept[0])


def test_a_wrong_option_is_told_what_there_is() -> None:
    for options, why in (
        ({"goal": 7}, "goal=7 must be 1 or 2"),
        ({"seed": -1}, "seed=-1 must be a whole number, not below 0"),
        ({"colour": "red"}, "there is no option 'colour', there are: goal, seed"),
    ):
        with pytest.raises(ValueError, match=f"game 0: {why}"):
            BatchGame(WORLD, 2, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no encoder 'planes'"):
        BatchGame(WORLD, 2, encoder="planes")
