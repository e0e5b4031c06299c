"""Many games in one array are the same games as single ones, and a wrong call changes none of them."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from mpenv.engine import jit
from mpenv.engine.batch import BatchGame
from mpenv.engine.batch_steps import Step
from mpenv.engine.switches import PLAIN
from mpenv.world import Game as AnyGame
from mpenv.world import World
from mpenv.worlds.materia_prima import WORLD, Game
from tests.envs.digest import digest, everything
from tests.places import ROOT
from tests.worlds import toy

SMALL = str(ROOT / "tests" / "packs" / "small")
MANY = 24 if PLAIN else 1024


def mixed(games: int) -> list[dict[str, Any]]:
    """Both scenarios, all team sizes, boards drawn and printed, some games with a seed of their own."""
    each = []
    for i in range(games):
        one: dict[str, Any] = {"scenario": ("prologue", "drill-errand")[i % 2], "seats": 2 + i % 3}
        one |= {"layout": "random"} if i % 5 == 0 else {}
        one |= {"placement": "random"} if i % 7 < 3 else {}
        one |= {"seed": 9_000_000 + i * i} if i % 11 == 0 else {}
        each.append(one)
    return each


def hasty(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action in each game; half of them mostly end their turns, so that games end soon."""
    chosen = np.where(mask > 0, rng.random(mask.shape), -1).argmax(1)
    chosen[(mask[:, 0] > 0) & (rng.random(len(mask)) < np.where(np.arange(len(mask)) % 4 < 2, 0.9, 0.1))] = 0
    return np.asarray(chosen)


class Singles:
    """What a batch promises, made of single games."""

    def __init__(self, world: World, each: list[dict[str, Any]], seed: int, cap: int | None) -> None:
        self.world, self.cap = world, cap
        self.each = [{"seed": seed + i, **one} for i, one in enumerate(each)]
        self.games = [world.game(**one) for one in self.each]

    def shown(self) -> list[np.ndarray]:
        """Observation, mask, seat and potential."""
        seats = [game.seat or 0 for game in self.games]
        seen = [game.observe("flat", seat) for game, seat in zip(self.games, seats, strict=True)]
        hopes = np.array([game.potential() for game in self.games], np.float32)
        return [np.stack(seen), np.stack([game.mask() for game in self.games]), np.array(seats), hopes]

    def step(self, actions: np.ndarray) -> list[tuple[Any, ...] | None]:
        """Of each game that ended: reward, last observation, outcome, plies and whether it was cut off."""
        return [self._answer(i, int(action)) for i, action in enumerate(actions)]

    def _answer(self, i: int, action: int) -> tuple[Any, ...] | None:
        game, actor = self.games[i], self.games[i].seat or 0
        game.apply(action)
        if game.outcome is None and not (self.cap and game.plies >= self.cap):
            return None
        self.each[i]["seed"] += len(self.games)
        self.games[i] = self.world.game(**self.each[i])
        name = game.outcome.result if game.outcome else "running"
        result = float(game.outcome is not None and game.outcome.success)
        return result, game.observe("flat", actor), self.world.outcomes.index(name), game.plies, name == "running"


def same_games(world: World, each: list[dict[str, Any]], steps: int, cap: int | None = None) -> tuple[int, int]:
    """Play a batch beside single games; how many ended, and how many of them with a success."""
    batch, singles = BatchGame(world, each, seed=5, max_plies=cap), Singles(world, each, 5, cap)
    rng, step = np.random.default_rng(2), batch.reset()
    ended = won = 0
    for _ in range(steps):
        for mine, theirs in zip((step.observation, step.mask, step.seat, step.potential), singles.shown(), strict=True):
            assert np.array_equal(mine, theirs)
        actions = hasty(step.mask, rng)
        step, ends = batch.step(actions), singles.step(actions)
        assert step.done.tolist() == [end is not None for end in ends]
        for i, end in enumerate(ends):
            reward, last, outcome, plies, cut = end or (0.0, None, None, None, False)
            assert step.reward[i] == reward
            if end is not None:
                assert np.array_equal(step.info.observation[i], last)
                assert (step.info.outcome[i], step.info.plies[i], step.info.truncated[i]) == (outcome, plies, cut)
                ended, won = ended + 1, won + int(reward)
    return ended, won


@pytest.mark.slow
def test_a_thousand_games_are_the_single_games_with_their_options_and_seeds_step_by_step() -> None:
    ended, _ = same_games(WORLD, mixed(MANY), 30 if PLAIN else 60)
    assert ended > MANY // 4


def test_the_games_of_another_world_are_its_single_games_too_and_a_success_pays_one() -> None:
    ended, won = same_games(toy.WORLD, [{"goal": 1 + i % 2} for i in range(200)], 60)
    assert ended > 200
    assert won > 10


def test_the_ply_cap_ends_games_as_it_ends_single_ones() -> None:
    ended, _ = same_games(WORLD, mixed(24), 40, cap=9)
    assert ended >= 24 * 4
    ended, won = same_games(toy.WORLD, [{"goal": 1}] * 100, 40, cap=8)
    assert ended > 400
    assert won


def greedy(game: AnyGame) -> int:
    """The legal action behind which it looks most promising; its success counts for most."""

    def worth(action: int) -> float:
        after = game.clone()
        after.apply(action)
        return after.potential() if after.outcome is None else 2.0 * after.outcome.success

    return max(game.legal(), key=worth)


@pytest.mark.skipif(PLAIN, reason="looks ahead a lot")
def test_a_met_mission_pays_one_in_the_step_in_which_the_game_ends() -> None:
    errand = {"scenario": "drill-errand", "seats": 2}
    batch, singles = BatchGame(WORLD, [errand] * 8, seed=1), Singles(WORLD, [errand] * 8, 1, None)
    paid: list[float] = []
    for _ in range(120):
        actions = [greedy(game) for game in singles.games]
        ends, step = singles.step(np.array(actions)), batch.step(actions)
        paid += step.reward[step.done].tolist()
        assert step.reward.tolist() == [0.0 if end is None else end[0] for end in ends]
        won = step.done & (step.reward == 1)
        assert (step.info.outcome[won] == WORLD.outcomes.index("success")).all()
    assert 1.0 in paid


def test_the_ply_cap_is_told_in_the_info_and_pays_nothing() -> None:
    batch = BatchGame(WORLD, 3, max_plies=4)
    step = batch.reset()
    first = step.observation.copy()
    for ply in range(1, 5):
        step = batch.step(batch.mask.argmax(1))
        assert step.done.tolist() == [ply == 4] * 3
    assert step.info.truncated.tolist() == [True] * 3
    assert step.info.plies.tolist() == [4] * 3
    assert step.info.outcome.tolist() == [WORLD.outcomes.index("running")] * 3
    assert step.reward.tolist() == [0.0] * 3
    assert not np.array_equal(step.observation, first)
    second = BatchGame(WORLD, 3, seed=3)
    assert np.array_equal(step.observation, second.observation), "game i goes on with seed i + N"


def run(batch: BatchGame, steps: int) -> list[bytes]:
    rng, shown = np.random.default_rng(6), [everything(batch.reset())]
    for _ in range(steps):
        shown.append(everything(batch.step(hasty(batch.mask, rng))))
    return shown


def test_reset_starts_all_games_again_alike() -> None:
    batch = BatchGame(WORLD, mixed(20), seed=8, max_plies=25)
    assert run(batch, 40) == run(batch, 40)


@pytest.mark.skipif(PLAIN, reason="needs many games")
def test_two_threads_play_what_one_plays_to_the_last_bit() -> None:
    one, two = (BatchGame(WORLD, mixed(600), seed=3, threads=threads) for threads in (1, 2))
    assert (one.threads, two.threads) == (1, 2)
    assert run(one, 60) == run(two, 60)
    assert one._states.tobytes() == two._states.tobytes()


def test_few_games_are_not_worth_a_thread() -> None:
    assert BatchGame(toy.WORLD, 100, threads=8).threads == 1


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="it is what it is compared with")
def test_compiled_and_plain_batches_are_the_same_to_the_last_bit() -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.envs.digest", "30"]
    there = {**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_BOUNDSCHECK": "0"}
    plain = subprocess.run(command, env=there, cwd=ROOT, capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr[-2000:]
    assert plain.stdout.strip() == digest(30)


def test_a_thousand_games_need_less_than_64_megabytes() -> None:
    assert BatchGame(WORLD, 1024).nbytes < 64 << 20


def test_measuring_leaves_the_games_alone() -> None:
    batch = BatchGame(toy.WORLD, 2)
    before = batch._states.tobytes() + batch._setups.tobytes()
    assert batch.play_out(1000, seed=1) > 50
    assert batch._states.tobytes() + batch._setups.tobytes() == before


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_batches_compile_no_rule_twice() -> None:
    for world in (WORLD, toy.WORLD):
        batch = BatchGame(world, 2)
        batch.step(batch.mask.argmax(1))
        world.game(seed=1).observe("flat", 0)
    assert jit.copies() == {}


# --- potential ----------------------------------------------------------------------------------


def met(game: Game) -> bool:
    """Has every seat what the mission asks of it?"""
    view = game.view(0)
    goals = game.pack.entries["scenario"][view.state.scenario]["mission"]
    return all(view.progress(n, seat) >= goal["count"] for n, goal in enumerate(goals) for seat in range(game.seats))


@pytest.mark.skipif(PLAIN, reason="looks ahead a lot")
def test_the_potential_of_a_running_game_is_above_0_and_is_1_only_when_the_mission_is_met() -> None:
    highest = 0.0
    for seed in range(20):
        game = Game("drill-errand", seats=2, seed=seed)
        while game.seat is not None:
            game.apply(greedy(game))
            hope = game.potential()
            assert (hope > 0) == (game.seat is not None)
            assert hope < 1 or met(game)
            assert hope <= 1 + 1e-12
            highest = max(highest, hope)
    assert highest == pytest.approx(1)


def test_what_the_potential_adds_to_a_game_is_minus_the_potential_of_its_start() -> None:
    worlds: list[tuple[World, Any]] = [(WORLD, mixed(48)), (toy.WORLD, 48)]
    for world, games in worlds:
        batch = BatchGame(world, games, seed=3, max_plies=None if world is toy.WORLD else 45)
        rng, step = np.random.default_rng(1), batch.reset()
        start, total, ended = step.potential.copy(), np.zeros(48), 0
        for _ in range(100):
            before = step.potential.copy()
            step = batch.step(hasty(step.mask, rng))
            assert ((step.potential >= 0) & (step.potential <= 1)).all()
            total += np.where(step.done, 0.0, step.potential) - before
            assert total[step.done] == pytest.approx(-start[step.done], abs=1e-5)
            ended += int(step.done.sum())
            total[step.done], start[step.done] = 0.0, step.potential[step.done]
        assert ended > 48


# --- what is wrong ------------------------------------------------------------------------------


def first_illegal(batch: BatchGame, game: int) -> int:
    return int(batch.mask[game].argmin())


WRONG: list[tuple[Any, str]] = [
    (lambda right: right[:-1], r"actions of shape \(4,\): a batch of 5 games takes \(5,\)"),
    (lambda right: right[None], r"actions of shape \(1, 5\)"),
    (lambda right: 0, r"actions of shape \(\)"),
    (lambda right: [], r"actions of shape \(0,\)"),
    (lambda right: right.astype(float), r"actions of type float64: an action is a whole number"),
    (lambda right: right > 0, r"actions of type bool"),
    (lambda right: right.astype(object), r"actions of type object"),
    (lambda right: [*right[:4], None], r"actions of type object"),
    (lambda right: [*right[:4], 2**64], r"actions of type (object|float64)"),
    (lambda right: right.astype(str), r"actions of type <U"),
    (lambda right: ["end"] * 5, r"actions of type <U3"),
    (lambda right: [*right[:2], -1, *right[3:]], r"game 2: \w+ may not play '-1': ids go from 0 to 233; no game moved"),
    (lambda right: right - 234, r"game 0: \w+ may not play '-\d+'"),  # counted from the end they are legal
    (lambda right: [*right[:3], -7, 999], r"game 3: \w+ may not play '-7'"),
    (lambda right: [*right[:4], 234], r"game 4: \w+ may not play '234'"),
    (lambda right: [*right[:4], 2**62], r"game 4: \w+ may not play '4611686018427387904'"),
    (lambda right: [2**64 - 1] + [2**63] * 4, r"game 0: \w+ may not play '18446744073709551615'"),
]


@pytest.mark.parametrize(("spoil", "words"), WRONG, ids=[str(i) for i in range(len(WRONG))])
def test_wrong_actions_are_one_error_before_any_game_moves(spoil: Any, words: str) -> None:
    batch = BatchGame(WORLD, 5, seed=2)
    held = [value for value in vars(batch).values() if isinstance(value, np.ndarray)]
    before = [value.tobytes() for value in held]
    with pytest.raises(ValueError, match=words):
        batch.step(spoil(batch.mask.argmax(1)))
    assert [value.tobytes() for value in held] == before
    batch.step(batch.mask.argmax(1))


def test_the_first_game_with_an_illegal_action_is_named() -> None:
    batch = BatchGame(WORLD, 50, seed=2)
    actions = batch.mask.argmax(1)
    actions[17], actions[31] = first_illegal(batch, 17), -1
    before = batch._states.tobytes()
    with pytest.raises(ValueError, match=rf"game 17: \w+ may not play .* \(action {actions[17]}\): .*; no game moved"):
        batch.step(actions)
    assert batch._states.tobytes() == before


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, ">i4", list, tuple])
def test_any_kind_of_whole_numbers_are_actions(kind: Any) -> None:
    batch, other = BatchGame(WORLD, 5), BatchGame(WORLD, 5)
    actions = batch.mask.argmax(1)
    step = batch.step(kind(actions.tolist()) if kind in (list, tuple) else actions.astype(kind))
    assert everything(step) == everything(other.step(actions))
    spread = np.repeat(batch.mask.argmax(1), 2)[::2]
    assert everything(batch.step(spread)) == everything(other.step(spread))


@pytest.mark.parametrize(
    ("games", "options", "words"),
    [
        (0, {}, r"a batch has at least one game"),
        (-3, {}, r"a batch has at least one game"),
        ([], {}, r"a batch has at least one game"),
        (True, {}, r"games=True must be how many, or a list with the options of each"),
        (2.5, {}, r"games=2.5 must be how many"),
        ("many", {}, r"games='many' must be how many"),
        ([{}, "prologue"], {}, r"game 1: 'prologue' must be a table of options"),
        (2, {"threads": 0}, r"threads=0 must be a whole number above 0"),
        (2, {"threads": True}, r"threads=True must be a whole number above 0"),
        (2, {"threads": "2"}, r"threads='2' must be a whole number above 0"),
        (2, {"max_plies": 0}, r"max_plies=0 must be a whole number above 0"),
        (2, {"max_plies": 1.5}, r"max_plies=1.5 must be a whole number above 0"),
        (2, {"seed": -1}, r"game 0: seed=-1 must be a whole number from 0"),
        (2, {"seed": -(2**80)}, r"game 0: seed=-\d+ must be a whole number from 0"),
        (2, {"seed": 2**64 - 1}, r"game 1: seed=18446744073709551616 must be a whole number"),
        (2, {"seed": "seven"}, r"seed='seven' must be a whole number"),
        ([{}, {"seed": None}], {}, r"game 1: seed=None must be a whole number"),
        (2, {"encoder": "tokens"}, r"there is no encoder 'tokens', there are: flat"),
        (2, {"encoder": ["flat"]}, r"there is no encoder \['flat'\]"),
        (2, {"seats": 5}, r"game 0: seats=5: there are games of 2, 3 and 4 seats"),
        (2, {"colour": "red"}, r"game 0: there is no option 'colour', there are: scenario, seats, difficulty"),
        ([{}, {}, {"colour": "red"}], {}, r"game 2: there is no option 'colour'"),
        ([{}, {"position": "x"}], {}, r"game 1: there is no option 'position'"),
        ([{}, {"scenario": "epilogue"}], {}, r"game 1: there is no scenario 'epilogue', there are: prologue"),
        ([{}, {"difficulty": "easy"}], {}, r"game 1: there is no difficulty 'easy'"),
        ([{}, {"pack": ["small"]}], {}, r"game 1: there is no pack \['small'\]"),
        ([{}, {"pack": SMALL}], {}, r"the games of a batch share one pack, not .*small, inquisition"),
    ],
    ids=str,
)
def test_a_wrong_option_is_told_what_there_is(games: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        BatchGame(WORLD, games, **options)


def test_the_arrays_are_the_same_in_every_step() -> None:
    batch = BatchGame(WORLD, 3)
    first: Step = batch.reset()
    later = batch.step(batch.mask.argmax(1))
    for name in ("observation", "mask", "reward", "seat", "potential"):
        assert getattr(first, name) is getattr(later, name)


def test_in_a_row_other_games_are_begun_and_play_what_single_games_play() -> None:
    batch, rng = BatchGame(WORLD, mixed(16), seed=3), np.random.default_rng(1)
    for _ in range(60):
        batch.step(hasty(batch.mask, rng))
    rows, like = np.array([2, 9]), np.array([5, 0])
    before, seeds = [batch.game(row).fingerprint() for row in range(16)], batch.seeds[rows]
    step = batch.begin(rows, like)
    for row, other, seed in zip(rows, like, seeds, strict=True):
        single = Game(**{**mixed(16)[other], "seed": int(seed)})
        assert batch.game(row) == single
        assert (step.observation[row] == single.view(single.seat or 0).encode()).all()
    kept = [row for row in range(16) if row not in rows]
    assert [batch.game(row).fingerprint() for row in kept] == [before[row] for row in kept]
    copy = BatchGame(WORLD, mixed(16), seed=3)
    copy.restore(batch.snapshot())
    assert copy.game(2) == batch.game(2)
    assert copy.game(2).options == batch.game(2).options


def test_a_moment_is_gone_back_to_with_other_chance() -> None:
    batch, rng = BatchGame(WORLD, mixed(8), seed=3), np.random.default_rng(2)
    for _ in range(30):
        batch.step(hasty(batch.mask, rng))
    moments, then = batch.moments(np.array([1, 6])), [batch.game(1), batch.game(6)]
    mask = batch.mask[[1, 6]].copy()
    for _ in range(30):
        batch.step(hasty(batch.mask, rng))
    step = batch.put(np.array([4, 0]), moments.of(np.array([0, 1])), np.array([11, 12], np.uint64))
    assert (step.mask[[4, 0]] == mask).all()
    for row, game in zip((4, 0), then, strict=True):
        now = batch.game(row)
        assert (now.options["scenario"], now.seats, now.plies) == (game.options["scenario"], game.seats, game.plies)
        assert (now.view(now.seat or 0).encode() == game.view(game.seat or 0).encode()).all()
        assert int(now._state.seed) == (11 if row == 4 else 12) != int(game._state.seed)
