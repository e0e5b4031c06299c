"""`check_world`: worlds without faults pass, and the author of a broken one reads every fault at once."""

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.base import RecordView, RecordWorld
from mpenv.engine.switches import PLAIN
from mpenv.world import Outcome
from mpenv.world_check import BrokenWorld, check_world
from mpenv.worlds.materia_prima import WORLD as MATERIA
from tests.worlds import toy


class Game(toy.Game):
    """A game of its own, so that the real ferry keeps its world."""


class Ferry(toy.Ferry):
    game_class = Game


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A ferry to break: attributes of the world or, as `Game.x`, of its games."""

    def make(**parts: Any) -> Ferry:
        world = type("Broken", (Ferry,), {"home": toy.WORLD.home, "entries": toy.WORLD.entries})()
        for name, part in parts.items():
            where, _, inner = name.rpartition("__")
            monkeypatch.setattr(Game if where == "Game" else type(world), inner, part, raising=False)
        return world

    yield make
    Ferry()


def faults(world: Any, **options: Any) -> list[str]:
    with pytest.raises(BrokenWorld) as caught:
        check_world(world, games=2, **options)
    return caught.value.faults


@pytest.mark.parametrize("options", [{"goal": 1}, {"goal": 2}])
def test_the_ferry_has_no_fault(options: dict[str, Any]) -> None:
    said = mpenv.check_world(toy.WORLD, **options)
    assert said.startswith("ferry: nothing wrong in 5 games of ")


@pytest.mark.skipif(PLAIN, reason="it takes minutes without the compiler")
def test_materia_prima_has_no_fault() -> None:
    said = check_world(MATERIA, games=1, scenario="drill-errand", seats=2)
    assert said.startswith("materia_prima: nothing wrong in 1 games of ")


def test_a_world_that_lacks_members_is_told_all_of_them() -> None:
    assert faults(object()) == [
        "the world lacks name, version, actions, outcomes, home, agents, oracle, state_size, everything, encoder, "
        "reading, guide, game, rules, states, check_states, accounts, told, setups"
    ]


def test_rules_that_are_not_there_are_named(broken: Any) -> None:
    def rules(self: Any, encoder: str) -> dict[str, Any]:
        return {name: rule for name, rule in toy.WORLD.rules(encoder).items() if name not in ("hide", "result")}

    assert "World.rules('flat') lacks result, hide" in faults(broken(rules=rules))


class Peeking(RecordView):
    """Knows the order of the deck."""

    def determinize(self, rng: np.random.Generator) -> Any:
        game = super().determinize(rng)
        game.apply(game.legal()[0])
        return game


def worth(self: Any, account: Any) -> Outcome:
    return Outcome("victory", 1, (), 1.0)


def clone(self: Any) -> Any:
    copy = object.__new__(type(self))
    copy.pack, copy._options, copy.plies, copy._bytes = self.pack, self._options, self.plies, self._bytes
    return copy


def legal(self: Any) -> list[int]:
    return toy.Game.legal(self)[:1]


def snapshot(self: Any) -> bytes:
    copy = toy.Game.clone(self)
    copy.plies = 0
    return toy.Game.snapshot(copy)


ONE_BY_ONE = {
    "the world lists": {"ended": worth},
    "2 seats need as many different agents": {"agents": lambda self, seats: ["ferryman"] * seats},
    "playing on a clone changed the game": {"Game__clone": clone},
    "legal() has": {"Game__legal": legal},
    "restore(snapshot()) is another game": {"Game__snapshot": snapshot},
    "the potential after the end is 0.5": {"Game__potential": lambda self: 0.5},
    "asks or allows something else": {
        "Game__view": lambda self, seat: Peeking(self.world, self._options, self._states, seat)
    },
    "two games of the same seed begin differently": {
        "setup_rows": lambda self, games: toy.Ferry.setup_rows(
            self, [{**one, "seed": int(np.random.default_rng().integers(1 << 40))} for one in games]
        )
    },
    "is read as": {"words": ("pass", "load", "ask", "no", "no")},
    "have the probability 0.5": {
        "Game__futures": lambda self, action: (
            [(0.5 * p, game) for p, game in toy.Game.futures(self, action)[:1]]
            if len(toy.Game.futures(self, action)) == 1
            else [(0.5, self)]
        )
    },
    "shows something else than the single game": {
        "Game__observe": lambda self, encoder="flat", seat=None: toy.Game.observe(self, encoder, seat) * 0.5
    },
    "outside of its space": {"encoders": (toy.EncoderInfo("flat", 0.0, 0.1, toy.Ferry.seen, None),)},
}


@pytest.mark.parametrize("words", list(ONE_BY_ONE))
def test_a_ferry_that_is_broken_is_told_where(broken: Any, words: str) -> None:
    found = faults(broken(**ONE_BY_ONE[words]))
    assert any(words in fault for fault in found), found
    assert len(found) < 60


def test_all_faults_are_told_at_once(broken: Any) -> None:
    parts = ("the world lists", "2 seats need as many different agents", "the potential after the end is 0.5")
    with pytest.raises(BrokenWorld) as caught:
        check_world(broken(**{name: part for words in parts for name, part in ONE_BY_ONE[words].items()}), games=1)
    assert all(words in str(caught.value) for words in parts)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_class_that_lacks_what_an_author_writes_is_refused_with_all_of_it() -> None:
    class Bare(RecordWorld):
        name, outcomes = "bare", ("running", "success")

    needed = "words, names, Options, state_record, setup_record, account_record, tables, encoders, game_class, compiled"
    with pytest.raises(TypeError, match=f"the world Bare lacks {needed}, ended, redraw"):
        Bare()
