"""Search cannot cheat: what it is handed leads back to no game, and hidden things change nothing of what it does."""

import functools
import gc
import tomllib
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mpenv.engine.playouts import Playouts
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.view import View

OPEN_TO_ALL = (types.ModuleType, type, Pack)  # what does not belong to one game: code, and the printed game
TABLES: list[dict[str, Any]] = [
    {"scenario": "prologue", "seats": 2},
    {"scenario": "vault", "seats": 3},
    {"scenario": "hunt", "seats": 4, "layout": "random"},
    {"scenario": "generated:11", "seats": 2},
]


def reached(start: object) -> Iterator[object]:
    """Everything that can be reached from an object, but for code and the printed game."""
    seen, waiting = set[int](), [start]
    while waiting:
        one = waiting.pop()
        try:
            known = id(one) in seen or isinstance(one, OPEN_TO_ALL)
        except ReferenceError:  # a proxy of what is gone leads nowhere
            continue
        if known:
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, types.FunctionType):  # its globals are its module
            waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__, vars(one)]
        elif isinstance(one, np.ndarray):
            waiting.append(one.base)
        else:
            waiting += gc.get_referents(one)


def held(one: object) -> bytes:
    """The bytes that an object brings along itself."""
    if isinstance(one, np.ndarray | np.void):
        return one.tobytes() if one.dtype != object else b""
    if isinstance(one, int) and not isinstance(one, bool) and 0 <= one < 1 << 64:
        return one.to_bytes(8, "little")
    return (
        one.encode(errors="surrogatepass")
        if isinstance(one, str)
        else bytes(one)
        if isinstance(one, bytes | bytearray)
        else b""
    )


def secrets_of(game: Game) -> list[bytes]:
    """Bytes that give the future away: the seed, as number and in words, and the order of a shuffled alarm deck."""
    s = game._state
    seed = int(s.seed)
    order = s.alarms.card[: s.alarms.cards]
    hidden = (
        []
        if game.pack.tables[0]["scenario"][s.scenario]["ordered"]
        else [order.tobytes(), str(order.tolist()).encode()]
    )
    return [seed.to_bytes(8, "little"), str(seed).encode(), *hidden]


def leaks(view: object, game: Game) -> list[str]:
    told = []
    for one in reached(view):
        if one is game or isinstance(one, Game):
            told.append("the game")
        if isinstance(one, np.ndarray) and np.shares_memory(one, game._bytes):
            told.append("its record")
        told += [f"{type(one).__name__} with {secret!r}" for secret in secrets_of(game) if secret in held(one)]
    return told


def played(options: dict[str, Any], plies: int, seed: int = 0x1234567890ABCDEF) -> Game:
    game, rng = Game(seed=seed, **options), np.random.default_rng(plies)
    while game.plies < plies and game.seat is not None:
        game.apply(int(rng.choice(game.legal())))
    return game


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("plies", [0, 25])
def test_from_a_view_no_game_seed_or_deck_can_be_reached(options: dict[str, Any], plies: int) -> None:
    game = played(options, plies)
    for seat in range(game.seats):
        view = game.view(seat)
        view.encode(), view.encode("text"), view.determinize(np.random.default_rng(1))
        assert leaks(view, game) == []


def test_nor_from_the_view_of_a_game_that_a_position_file_began_which_names_seed_and_decks() -> None:
    game = Game.from_position(played(TABLES[0], 10).to_position())
    assert "deck" in game.to_position()
    assert leaks(game.view(0), game) == []


def test_nor_from_a_game_that_was_drawn_of_a_view() -> None:
    for game in (played(TABLES[1], 12), Game.from_position(played(TABLES[1], 12).to_position())):
        drawn = game.view(1).determinize(np.random.default_rng(3))
        assert [one for one in leaks(drawn, game) if one != "the game"] == []
        assert all(one is drawn for one in reached(drawn) if isinstance(one, Game))


def test_a_view_that_kept_a_way_back_would_be_found() -> None:
    game = played(TABLES[0], 3)
    for way in (functools.partial(print, game), lambda: game, {"deep": [game._states]}, str(game.seed), game._state):
        view = game.view(0)
        view.way = way  # type: ignore[attr-defined]
        assert leaks(view, game)


def plan(view: View, seed: int) -> int:
    """A small search: worlds drawn of the view, random playouts after each answer."""
    rng, playouts = np.random.default_rng(seed), search()
    worth = dict.fromkeys(view.legal, 0.0)
    for _ in range(3):
        world = view.determinize(rng)
        for action in worth:
            tried = world.clone()
            tried.apply(action)
            worth[action] += playouts.play(tried, 4, seed=int(rng.integers(1 << 62)), max_plies=300).plies.mean()
    return max(worth, key=lambda action: worth[action])


@functools.cache
def search() -> Playouts:
    return Playouts(WORLD)


def twin(game: Game, seat: int, rng: np.random.Generator) -> Game:
    """The same table with other hidden cards and another future."""
    return game.view(seat).determinize(rng)  # type: ignore[no-any-return]


@pytest.mark.parametrize("options", TABLES)
def test_two_worlds_that_differ_in_hidden_cards_and_dice_to_come_are_one_to_search(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(7)
    for plies in (0, 9, 30):
        game = played(options, plies)
        seat = game.seat
        assert seat is not None
        other = twin(game, seat, rng)
        assert other.fingerprint() != game.fingerprint()
        one, two = game.view(seat), other.view(seat)
        assert one.record.tobytes() == two.record.tobytes()
        assert one.legal == two.legal
        assert one.encode("text") == two.encode("text")
        assert plan(one, 5) == plan(two, 5)


def test_a_future_that_lies_ready_in_the_dice_changes_nothing_for_search() -> None:
    position, views = tomllib.loads(played({"scenario": "drill-hunt", "seats": 2}, 8).to_position()), list[View]()
    for dice in ([2, 2, 2], [0, 1, 2], []):
        position["chance"]["dice"] = dice
        views.append(Game.from_position(position).view(0))
    assert len({view.record.tobytes() for view in views}) == 1
    assert len({plan(view, 2) for view in views}) == 1


def test_a_clone_goes_its_own_way() -> None:
    game = played(TABLES[1], 5)
    copy, before = game.clone(), game.fingerprint()
    copy.apply(copy.legal()[-1])
    assert game.fingerprint() == before != copy.fingerprint()
