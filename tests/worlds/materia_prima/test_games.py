"""Whole games: thousands of random ones, half of them from rich situations, never break a law of the table."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules import log, prompts
from mpenv.worlds.materia_prima.rules.state import EVENTS
from tests.places import TESTS
from tests.worlds.materia_prima import laws, rich

SMALL, BOX = (str(TESTS / "packs" / name) for name in ("small", "box"))
MANY = 6 if PLAIN else 1500
WHOLE = rich.WHOLE


def fresh(seed: int) -> Game:
    rng = random.Random(seed)
    seats = rng.randint(2, 4)
    where = {"layout": rng.choice(["standard", "random"]), "placement": rng.choice(["standard", "random"])}
    if seed % 12 == 0:
        return Game("robbers", seats, seed, pack=BOX, difficulty="easy")
    if seed % 3 == 0:
        return Game(seats=seats, seed=seed, **where)
    pack = SMALL if seed % 3 == 1 else WHOLE
    entry = rng.choice(load(pack).entries["scenario"])
    level = None if entry["days"][0] else rng.choice(["easy", "normal", "hard"])
    players = rng.random() < 0.3
    where |= {"placement": "players"} if players else {}
    chosen = {"difficulty": level, "rules": rich.switches(rng), "extend": rng.choice(["never", "ask"])}
    return Game(entry["id"], seats, seed, pack=pack, campaign=rng.choice([None, {}]), **chosen, **where)


def from_the_middle(seed: int) -> Game:
    return rich.any_game(seed) if seed % 2 else rich.game(seed, SMALL, "trial")


def steps(game: Game, seed: int) -> Iterator[int]:
    """Random legal play; yields each action after it was played."""
    rng = random.Random(seed)
    while game.seat is not None:
        action = rng.choice(game.legal())
        game.apply(action)
        yield action


@pytest.mark.parametrize("start", [fresh, from_the_middle])
def test_no_law_of_the_table_is_ever_broken(start: Callable[[int], Game]) -> None:
    for seed in range(MANY):
        game = start(seed)
        laws.hold(game)
        for _ in steps(game, seed):
            laws.hold(game)


@pytest.mark.skipif(PLAIN, reason="needs many games")
def test_every_kind_of_action_and_prompt_and_event_comes_up() -> None:
    blocks: Counter[str] = Counter()
    asked: Counter[int] = Counter()
    events: Counter[int] = Counter()
    ended: Counter[str] = Counter()
    longest = 0
    for seed in range(2 * MANY):
        game = from_the_middle(seed) if seed % 4 else fresh(seed)
        for action in steps(game, seed):
            blocks[c.block_of(action).name] += 1
            events.update(kind for kind, *_ in game.chance())
            longest = max(longest, game._state.logged)
            if game.seat is not None:
                asked[game._state.prompt[game._state.prompts - 1].kind] += 1
        assert game.outcome
        ended[game.outcome.result] += 1
    assert set(blocks) == {block.name for block in c.BLOCKS}
    rare = {prompts.OVERLOAD}  # a full load and an item lost; positions/overload has it
    assert set(asked) | rare == set(range(1, len(prompts.KINDS)))
    assert set(events) == set(range(log.DAY, log.LAST + 1)), "an event never happened"
    assert set(ended) == {"success", "failure", "abort"}
    assert longest <= EVENTS, "the ring must hold the longest step"


def test_a_game_never_takes_more_steps_than_its_budgets_allow() -> None:
    for seed in range(MANY // 10 or 2):
        game = fresh(seed)
        assert sum(1 for _ in steps(game, seed)) < 4000
