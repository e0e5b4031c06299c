"""The rules are compiled for tables, not for cards: no pack, scenario or card makes the compiler work again."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv.engine import jit
from mpenv.engine.batch import BatchGame
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.content import start
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.observe import ENCODERS
from tests.places import TESTS

PACKS = TESTS / "packs"
pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")


@contextmanager
def compilations() -> Iterator[list[Any]]:
    """All functions that numba compiles meanwhile; what comes from the cache is not compiled."""
    from numba.core import event

    with event.install_recorder("numba:compile") as recorder:
        yield recorder.buffer


def played(pack: str, scenario: str, seed: int = 1, plies: int = 200) -> None:
    """Games as users play them: alone with everything that is drawn of it, and in a batch."""
    game = Game(scenario, 2 + seed % 3, seed=seed, pack=pack)
    rng = random.Random(seed)
    for _ in range(plies):
        if game.seat is None:
            break
        game.apply(rng.choice(game.legal()))
    for encoder in ENCODERS:
        game.observe(encoder)
    game.oracle()
    game.text()
    game.view(0).determinize(np.random.default_rng(seed))
    assert Game.from_position(game.to_position()) == game
    games = BatchGame(WORLD, 4, scenario=scenario, seats=2, pack=pack)
    games.step(games.reset().mask.argmax(1))


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Everything is compiled once, with the smallest pack there is."""
    played(str(PACKS / "small"), "prologue")


def generated(folder: Path, seed: int) -> Path:
    """A pack as full as the engine takes it, with cards and scenarios from a seed."""
    rng = random.Random(seed)
    start.start(folder)
    elements = ("air", "earth", "water", "fire", "iron", "glass", "copper", "gold")
    tail = 'provenance = "reconstruction"\n'

    def cost() -> str:
        return ", ".join(f"{one} = {rng.randint(1, 3)}" for one in rng.sample(elements, 2))

    def add(file: str, kind: str, count: int, body: Any) -> None:
        there = (folder / file).read_text(encoding="utf-8").count(f"\n[[{kind}]]\n")
        with (folder / file).open("a", encoding="utf-8") as opened:
            for n in range(there, count):
                opened.write(f'\n[[{kind}]]\nid = "{kind}.x{n}"\n{body(n)}{tail}')

    def level() -> str:
        return f"level = {rng.randint(1, 3)}\ncost = {{ {cost()} }}\n"

    def ability() -> str:
        return f'abilities = ["extra {rng.choice(v.VERBS[:5])}", "mining {rng.choice(elements)}"]\n'

    def stats() -> str:
        return "".join(f"{stat} = {rng.randint(1, 5)}\n" for stat in v.STATS)

    def scenario(n: int) -> str:
        goal = rng.choice(
            (f"stock = {n % 9 + 1}", f"defeat = {n % 3 + 1}", f'make = "{rng.choice(v.KINDS)}"', 'stand = "R"')
        )
        special = rng.choice((f"sight = {n + 1}", "no_sailing = true", "dry = { iron = 3 }", "closed = { T = 5 }"))
        return f'types = ["A"]\ndays = {n + 2}\nspecial = {{ {special} }}\nmission = [{{ {goal}, who = "team" }}]\n'

    add("recipes.toml", "homunculus", v.MAX_DECK, lambda n: level() + stats() + ability())
    add(
        "recipes.toml",
        "equipment",
        v.MAX_DECK,
        lambda n: level() + f'slot = "{v.ITEM_SLOTS[n % 4]}"\n' + stats() + ability(),
    )
    add("recipes.toml", "stone", v.MAX_DECK, lambda n: level())
    add("towns.toml", "extension", v.MAX_EXTENSIONS, lambda n: f"price = {{ {cost()} }}\n" + stats() + ability())
    add("towns.toml", "mission", v.MAX_MISSIONS, lambda n: f'kind = "fight"\ndefence = {n % 5}\npoints = {n % 3 + 1}\n')
    add("scenarios.toml", "scenario", v.MAX_SCENARIOS, scenario)
    return folder


def test_a_compilation_would_be_noticed() -> None:
    import numba

    with compilations() as compiled:
        numba.njit(lambda x: x + 1)(1)
    assert compiled


def test_another_pack_compiles_nothing() -> None:
    with compilations() as compiled:
        played(str(PACKS / "whole"), "printed")
        played("inquisition", "prologue")
    assert compiled == []


def test_another_scenario_compiles_nothing() -> None:
    with compilations() as compiled:
        for seed, scenario in enumerate(load("inquisition").ids["scenario"]):
            played("inquisition", scenario, seed)
        for seed, scenario in enumerate(load(str(PACKS / "whole")).ids["scenario"]):
            played(str(PACKS / "whole"), scenario, seed)
    assert compiled == []


def test_a_generated_scenario_compiles_nothing(tmp_path: Path) -> None:
    start.start(tmp_path / "mine")
    with compilations() as compiled:
        for pack in ("inquisition", str(PACKS / "whole"), str(tmp_path / "mine")):
            for number in range(4):
                played(pack, f"generated:{number}", number)
    assert compiled == []


def test_a_pack_with_one_card_more_compiles_nothing(tmp_path: Path) -> None:
    start.start(tmp_path / "mine")
    with compilations() as compiled:
        played(str(tmp_path / "mine"), "two-towns")
        with (tmp_path / "mine/recipes.toml").open("a", encoding="utf-8") as file:
            file.write('\n[[stone]]\nid = "stone.9"\nlevel = 1\ncost = { air = 2 }\nprovenance = "reconstruction"\n')
        assert "stone.9" in load(str(tmp_path / "mine")).ids["stone"]
        played(str(tmp_path / "mine"), "two-towns")
    assert compiled == []


@pytest.mark.parametrize("seed", range(3))
def test_a_generated_pack_as_full_as_can_be_compiles_nothing(seed: int, tmp_path: Path) -> None:
    pack = str(generated(tmp_path / "full", seed))
    with compilations() as compiled:
        for number, scenario in enumerate(load(pack).ids["scenario"]):
            played(pack, scenario, seed + number)
    assert compiled == []
    assert load(pack).readable.recipes == v.MAX_RECIPES
    assert jit.copies() == {}
