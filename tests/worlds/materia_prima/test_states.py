"""States that come from outside are checked: every field, the laws of the table, what is derived, and which table."""

import random
import zlib
from typing import Any

import numpy as np
import pytest

from mpenv.world import IllegalAction
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules.state import ACCOUNT, KEPT_BYTES, STATE, new_accounts
from mpenv.worlds.materia_prima.states import bounds, check
from tests.places import TESTS
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.test_games import fresh, from_the_middle

CAMPAIGN = str(TESTS / "packs" / "campaign")
LEAVES = [one for one in bounds.leaves(STATE, bounds.STATES) if one.offset < KEPT_BYTES]


def rewritten(snapshot: bytes, offset: int, raw: bytes) -> bytes:
    """A snapshot with other bytes at a place of the state, and the checksum they should have."""
    start = len(snapshot) - 4 - KEPT_BYTES + offset
    body = snapshot[:start] + raw + snapshot[start + len(raw) : -4]
    return body + zlib.crc32(body).to_bytes(4, "little")


def test_every_field_of_a_state_and_of_an_account_has_limits() -> None:
    for kind, limits in ((STATE, bounds.STATES), (ACCOUNT, bounds.ACCOUNTS)):
        held = sum(one.dtype.itemsize * int(np.prod(one.shape)) for one in bounds.leaves(kind, limits))
        assert held == kind.itemsize
    free = {one.name for one in LEAVES if one.limits is None}
    assert free == {"seed", "event"}
    with pytest.raises(KeyError):
        list(bounds.leaves(STATE, {**bounds.STATES, "colour": (0, 1)}))
    with pytest.raises(KeyError):
        list(bounds.leaves(STATE, {name: one for name, one in bounds.STATES.items() if name != "day"}))


@pytest.mark.parametrize("start", [fresh, from_the_middle])
def test_own_snapshots_are_always_taken_back_and_lead_on_alike(start: Any) -> None:
    for seed in range(30):
        game, rng = start(seed), random.Random(seed)
        other = game.clone()
        while game.seat is not None:
            game.apply(rng.choice(game.legal()))
            other.restore(game.snapshot())
            assert other == game
            assert other.plies == game.plies
            assert other.legal() == game.legal()


def test_accounts_of_ended_games_lie_within_their_limits() -> None:
    for seed in range(40):
        game, rng = from_the_middle(seed), random.Random(seed)
        while game.seat is not None:
            game.apply(rng.choice(game.legal()))
        assert check.account_fault(game.pack.tables, game.overview().account()) is None
    assert check.account_fault(game.pack.tables, new_accounts(3)) is None


def test_every_field_beyond_its_limits_is_named_and_nothing_is_changed() -> None:
    game, tried = rich.any_game(5), 0
    before, fence = game.snapshot(), bounds.fence("states", bounds.counts_of(game.pack.tables))
    for leaf in LEAVES:
        edges = np.iinfo(leaf.dtype)
        for value, side in ((edges.min, 0), (edges.max, 1)):
            if leaf.limits is None or fence._spread(leaf, side)[0] == value:
                continue
            raw = np.array([value], leaf.dtype).tobytes()
            with pytest.raises(ValueError, match=f"no snapshot of a game: {leaf.name}.* is {value}, it goes from"):
                game.restore(rewritten(before, leaf.offset, raw))
            tried += 1
    assert tried > 500
    assert game.snapshot() == before


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("scenario", "the scenario of this table is another"),
        ("seats", "the number of seats of this table is another"),
        ("started", "the difficulty of this table is another"),
        ("asker", "the mask is what the rules allow"),
        ("legals", "the mask is what the rules allow"),
        ("legal", "the mask is what the rules allow"),
        ("order", "today's order is that of the alarm card"),
        ("heaps", "heaps are sorted"),
        ("site", "the tiles make the board"),
    ],
)
def test_what_does_not_follow_from_the_rest_is_refused(field: str, words: str) -> None:
    game = Game("alms", 3, 4, difficulty="normal")
    game.restore(game.snapshot())
    offset = STATE.fields[field][1] + (4 if field == "order" else 0)  # type: ignore[index]
    held = int(game._bytes[offset])
    changed = {"scenario": 0, "seats": 4, "started": 3, "legal": 1 - held, "heaps": 1, "site": 1}
    other = changed.get(field, (held + 1) % 3)
    with pytest.raises(ValueError, match=words):
        game.restore(rewritten(game.snapshot(), offset, bytes([other])))


def test_a_snapshot_is_of_one_table_and_says_what_differs() -> None:
    game = Game("prologue", 2, 1)
    for other, words in (
        (Game("alms", 3, 1), r"it is of scenario 'alms', seats 3.*this game is of scenario 'prologue', seats 2"),
        (Game("alms", 3, 1), "difficulty 'normal'"),
        (Game("prologue", 2, 1, layout="random"), "it is of layout 'random'; this game is of layout 'standard'"),
        (Game("prologue", 2, 1, alchemists=["grey", "green"]), r"alchemists \['alchemist.grey', 'alchemist.green'\]"),
        (Game("prologue", 2, 1, rules={"pool_refill": True}), "rules {'pool_refill': True}"),
        (Game.from_position(game.to_position()), "position"),
        (Game("printed", 2, 1, pack=rich.WHOLE), "pack 'whole'"),
    ):
        with pytest.raises(ValueError, match=f"no snapshot of this table: .*{words}"):
            game.restore(other.snapshot())
    game.restore(Game("prologue", 2, 99, difficulty=None, rules={"pool_refill": False}).snapshot())
    assert game.options["seed"] == 99


def test_every_byte_of_a_snapshot_is_under_its_checksum() -> None:
    game = Game(seed=1)
    whole = game.snapshot()
    rng = random.Random(1)
    places = [*range(len(whole) - 4 - KEPT_BYTES - 8, len(whole) - 4 - KEPT_BYTES), *rng.sample(range(len(whole)), 200)]
    for place in places:
        broken = bytearray(whole)
        broken[place] ^= 1 << rng.randrange(8)
        with pytest.raises(ValueError, match="no snapshot"):
            game.restore(bytes(broken))
    assert game.snapshot() == whole


@pytest.mark.parametrize("given", [b"", b"x", None, "x", {}, 3, b"mpenv-snapshot-2 ", b"mpenv-snapshot-2 {}\n"])
def test_what_is_no_snapshot_is_one_error(given: Any) -> None:
    with pytest.raises(ValueError, match="this is no snapshot"):
        Game(seed=1).restore(given)


def test_a_snapshot_of_another_version_says_so() -> None:
    with pytest.raises(ValueError, match="another version made it"):
        Game(seed=1).restore(b"mpenv-snapshot-1" + bytes(6000))


def test_a_pickle_with_a_broken_state_is_refused() -> None:
    game = Game(seed=1)
    options, snapshot = game.__getstate__()
    broken = rewritten(snapshot, STATE.fields["prompts"][1], b"\x07")  # type: ignore[index]
    with pytest.raises(ValueError, match="prompts is 7, it goes from 0 to 3"):
        object.__new__(Game).__setstate__((options, broken))


def test_states_of_a_batch_are_told_by_their_row() -> None:
    tables, setups = WORLD.setups([{"seed": seed, "scenario": "alms", "seats": 3} for seed in range(4)])
    states, accounts = WORLD.states(4), WORLD.accounts(4)
    for row in range(4):
        Game("alms", 3, row).into(states, row)
    assert WORLD.check_states(tables, states, setups, accounts) == []
    states["seat"]["figure"]["hex"][2, 1, 0] = 999
    assert WORLD.check_states(tables, states, setups, accounts) == [
        "game 2: seat 1 figure 0 hex is 999, it goes from -1 to 132"
    ]
    Game("alms", 3, 7).into(states, 2)
    assert WORLD.check_states(tables, states, setups, accounts) == [
        "game 2: its seed is another than it was set up with"
    ]
    setups["seed"][2] = 7
    accounts["outcome"][3] = 9
    assert WORLD.check_states(tables, states, setups, accounts) == ["game 3: outcome is 9, it goes from 0 to 3"]


def test_campaigns_and_generated_scenarios_keep_to_their_own_tables() -> None:
    for options in ({"scenario": "generated:3"}, {"campaign": {}}, {"scenario": "alms", "extend": "ask"}):
        game = Game(**options, seed=2)  # type: ignore[arg-type]
        Game(**options, seed=3).restore(game.snapshot())  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="no snapshot of this table"):
            Game(seed=1).restore(game.snapshot())


def test_an_absurd_action_is_refused_in_few_words() -> None:
    for action in ("mine " * 3_000_000, 10**6000, -(10**6000), [0] * 10**6, b"x" * 10**6):
        with pytest.raises(IllegalAction) as caught:
            Game(seed=1).apply(action)  # type: ignore[arg-type]
        assert len(caught.value.args[0]) < 200
        assert len(str(caught.value)) < 1000


def test_an_absurd_notation_and_an_absurd_seed_are_refused_in_few_words() -> None:
    for wrong in ("mine " * 3_000_000, 7):
        with pytest.raises(ValueError, match="is no action") as caught:
            Game(seed=1).read(wrong)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 200
    with pytest.raises(ValueError, match="seed=a number of 19,932 bits must be a whole number from 0 to"):
        Game(seed=10**6000)
