"""`entities` and `planes` tell all that a seat may know and nothing more; `oracle` tells the rest."""

import hashlib
import itertools
import pickle
import random
import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

import mpenv
from mpenv.engine.batch import BatchGame
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima import WORLD, notation
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.observe import ELSEWHERE, ENCODERS, ORACLE, encoder, every
from mpenv.worlds.materia_prima.observe.page import DOCS, page
from mpenv.worlds.materia_prima.rules import entries, prompts, talk
from tests.worlds.materia_prima import campaigns, known, rich
from tests.worlds.materia_prima.draw.test_meaning import of_rule_tests
from tests.worlds.materia_prima.test_games import SMALL, WHOLE
from tests.worlds.materia_prima.test_views import stirred

COMPLETE = ("entities", "planes")
ALL = (*ENCODERS, *ELSEWHERE)
EVERY, FILES = (211, 60) if PLAIN else (41, 3)
PARTS = {name: encoder(name).parts for name in COMPLETE}


def starts() -> Iterator[Game]:
    """All scenarios of all packs, all team sizes, generated scenarios, and the middle of games with any rules."""
    for pack in ("inquisition", SMALL, WHOLE, campaigns.PACK):
        for number, entry in enumerate(load(pack).entries["scenario"]):
            for seats in (2, 3, 4):
                level = None if entry["days"][0] else ("easy", "normal", "hard")[number % 3]
                where = ("standard", "players")[(number + seats) % 5 == 0]
                yield Game(entry["id"], seats, number, pack=pack, difficulty=level, placement=where)
    for number in range(6):
        yield Game(f"generated:{number}", 2 + number % 3, number, layout="random")
    for seed in range(40):
        yield rich.any_game(seed)


def situations() -> Iterator[Game]:
    for seed, game in enumerate(starts()):
        rng = random.Random(seed)
        for ply in itertools.count():
            if ply % EVERY == 0 or (game._state.prompts > 1 and ply % 5 == 0) or game.seat is None:
                yield game
            if game.seat is None:
                break
            game.apply(rng.choice(game.legal()))
    yield from itertools.islice(of_rule_tests(), 0, None, FILES)


@cache
def some() -> list[Game]:
    """A sample of all situations, for what takes longer to check."""
    return [game.clone() for number, game in enumerate(situations()) if number % 11 == 0]


def printed(seen: dict[str, np.ndarray]) -> bytes:
    return hashlib.sha256(b"".join(one.tobytes() for one in seen.values())).digest()


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return bool(one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes())


def test_a_row_alone_tells_all_that_a_seat_may_know_and_rows_are_equal_exactly_for_equal_views() -> None:
    told: dict[tuple[str, str, bytes], str] = {}
    rows: dict[tuple[str, str, str], bytes] = {}
    for number, game in enumerate(situations()):
        view = game.view(number % game.seats)
        wanted = known.of_view(view)
        for name in COMPLETE:
            seen = view.encode(name)
            found = known.of_row(name, seen)
            assert {k: found[k] for k in wanted} == wanted
            key, value = printed(seen), hashlib.sha256(repr(sorted(wanted.items(), key=str)).encode()).hexdigest()
            assert told.setdefault((game.pack.id, name, key), value) == value
            assert rows.setdefault((game.pack.id, name, value), key) == key
    assert len(told) == len(rows) > (100 if PLAIN else 2000)


def test_the_faces_are_those_of_the_cards() -> None:
    for pack in map(load, ("inquisition", WHOLE)):
        seen = Game(pack.ids["scenario"][0], 2, 1, pack="inquisition" if pack.id == "inquisition" else WHOLE).observe(
            "entities"
        )
        for kind, ids in (("recipe", "recipe"), ("mission", "mission"), ("extension", "extension"), ("alarm", "alarm")):
            assert seen[f"{kind}s_mask"].sum() == len(pack.ids[ids])
        row = known.Row("entities", seen)
        for card, one in enumerate(pack.entries["homunculus"]):
            cost = [one["cost"].get(element, 0) for element in range(16)]
            assert (row("recipe_faces", "level", card), row("recipe_faces", "cost", card)) == (one["level"], cost)
            assert row("recipe_faces", "stat", card) == [one[s] for s in ("attack", "defence", "capacity", "actions")]


def test_what_is_worked_out_for_the_reader_is_what_the_rules_say() -> None:
    for game in some():
        view = game.view(game.seat or 0)
        seen, s, t = view.encode("entities"), view.state, game.pack.readable
        row, around = known.Row("entities", seen), notation.around(view.state, view.seat)
        for k in row.there("figures"):
            who, number = around[row("figures", "whose", k)], row("figures", "number", k)
            stats = [entries.stat(game.pack.tables, view.record, 0, who, number, which) for which in range(4)]
            assert row("figures", "stat", k) == stats
        for slot in row.there("slots"):
            assert row("slots", "value", slot) == [
                entries.value(game.pack.tables, view.record, 0, slot, which) for which in range(4)
            ]
        for goal in row.there("goals"):
            reached = [view.reached(goal, who) for who in around]
            assert [row("seats", "reached", nth)[goal] for nth in row.there("seats")] == reached
            assert row("goals", "met", goal) == all(reached)
        for card in row.there("recipes"):
            if row("recipes", "lies", card) in (3, 4, 5):
                me, cost = s.seat[view.seat], t.recipe[card].cost
                lacks = sum(max(0, cost[e] - me.stock[e] - me.figure[0].load[e]) for e in range(t.elements))
                assert (row("recipes", "missing", card), row("recipes", "payable", card)) == (lacks, lacks == 0)


def test_danger_tells_the_moves_of_the_nearest_inquisitor() -> None:
    felt = 0
    for game in some():
        row = known.Row("entities", game.observe("entities"))
        at = {known._spot(row, "hexes", "", k): k for k in row.there("hexes")}
        starts = {known._spot(row, "standees", "", k) for k in row.there("standees")}
        barred = {
            spot
            for spot, k in at.items()
            if row("hexes", "blocked", k) or row("hexes", "tower", k) or row("hexes", "figures", k)
        }
        far, edge = dict.fromkeys(starts, 1), list(starts)
        while edge:
            column, line = edge.pop(0)
            for dq, dr in ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)):
                there = column + dq, line + dr
                if there in at and there not in far and there not in barred:
                    far[there] = far[column, line] + 1
                    edge.append(there)
        assert {spot: row("hexes", "danger", k) for spot, k in at.items()} == {spot: far.get(spot, 0) for spot in at}
        felt += len(starts)
    assert felt


def test_cards_that_nobody_has_seen_are_counted() -> None:
    for game in some():
        seen, s = game.observe("entities"), game._state
        row = known.Row("entities", seen)
        for deck, kind in ((s.alarms, "alarms"), (s.pile, "inquisitors"), (s.errands, "missions")):
            unseen = [card for card in row.there(kind) if row(kind, "lies", card) == 1]
            assert unseen == sorted(known._pile(deck))


def test_no_encoder_but_the_oracle_tells_what_is_hidden() -> None:
    differ = 0
    for number, game in enumerate(some()):
        other = stirred(game)
        for seat in range(game.seats):
            view = game.view(seat)
            worlds = [view.determinize(np.random.default_rng(seed)) for seed in (1, 2)]
            for name in ALL if not PLAIN or number % 20 == 0 else COMPLETE:
                told = [one.observe(name, seat) for one in (game, other, *worlds)]
                assert all(same(told[0], one) for one in told)
                assert same(view.encode(name), told[0])
        differ += (game.oracle() != other.oracle()).any()
        assert (game.oracle() == game.clone().oracle()).all()
    assert differ > len(some()) * 0.9


def test_the_oracle_tells_every_hidden_order_and_no_chance() -> None:
    for game in some():
        told = known_hidden(game.oracle())
        s = game._state
        for pile, name in ((s.alarms, "alarms"), (s.pile, "inquisitors"), (s.errands, "missions")):
            assert [card - 1 for card in told[name] if card] == known._pile(pile)[::-1]
        assert told["private"][: game.seats] == [s.seat[who].private + 1 for who in notation.around(s, 0)]
        other = game.clone()
        other._state.seed = np.uint64(12345)
        assert (other.oracle() == game.oracle()).all()


def known_hidden(numbers: np.ndarray) -> dict[str, list[int]]:
    found, at = {}, 0
    for name, shape, _ in ORACLE.parts[0].fields:
        end = at + int(np.prod(shape))
        found[name], at = numbers[at:end].tolist(), end
    return found


def test_those_who_act_do_not_get_the_oracle() -> None:
    game = Game(seed=1)
    for ask in (
        lambda: game.view(0).encode("oracle"),
        lambda: game.observe("oracle"),
        lambda: mpenv.env(encoder="oracle"),
    ):
        with pytest.raises(ValueError, match="acting agents do not get the encoder 'oracle'"):
            ask()


def test_every_number_lies_within_the_bounds_of_its_field_and_masked_tokens_are_blank() -> None:
    for number, game in enumerate(some()):
        for name in COMPLETE:
            seen = game.observe(name, number % game.seats)
            assert list(seen) == [part.name for part in PARTS[name]]
            for part in PARTS[name]:
                one, (low, high) = seen[part.name], part.bounds
                assert (one.dtype, one.shape) == (part.kind, part.shape)
                mask = seen.get(f"{part.name.removesuffix('_faces')}{'s' * part.name.endswith('_faces')}_mask")
                assert ((one >= low) & (one <= high)).all(), part.name
                if mask is not None and part.name not in BEYOND_THE_MASK:
                    assert not one[mask == 0].any(), part.name
        if number % 5 == 0:
            low, high = ORACLE.bounds()
            assert ((game.oracle() >= low) & (game.oracle() <= high)).all()


BEYOND_THE_MASK = ("towns",)  # a board without a town still has its rules


def test_seats_are_told_alike_whatever_chair_they_sit_on() -> None:
    for game in some():
        turned, count = game.clone(), game.seats
        s, chairs = turned._state, [(k + 1) % count for k in range(count)]
        before = game._state
        for old, new in enumerate(chairs):
            turned._states["seat"][0, new] = game._states["seat"][0, old]
            s.rolled[:, new * 4 : new * 4 + 4] = before.rolled[:, old * 4 : old * 4 + 4]
        for old, new in enumerate(chairs):
            said = before.candour.said[old]
            helps = talk.intention(said) == talk.HELP
            s.candour.said[new] = talk.FIRST[talk.HELP] + chairs[said - talk.FIRST[talk.HELP]] if helps else said
        for place in range(count):
            s.order[place] = chairs[before.order[place]]
        for k in range(len(s.owner)):
            s.owner[k] = chairs[before.owner[k]] if before.owner[k] >= 0 else before.owner[k]
        for k in range(s.prompts):
            s.prompt[k].seat = chairs[before.prompt[k].seat]
            if s.prompt[k].kind == prompts.EXCHANGE:
                s.prompt[k].slot = chairs[before.prompt[k].slot // 4] * 4 + before.prompt[k].slot % 4
        for name in COMPLETE:
            assert all(same(game.observe(name, k), turned.observe(name, chairs[k])) for k in range(count))


@pytest.mark.parametrize("name", ALL)
def test_batch_single_and_aec_tell_the_same(name: str) -> None:
    options = {"scenario": "alms", "seats": 3}
    batch = BatchGame(WORLD, 4, seed=7, encoder=name, **options)
    games = [Game(seed=7 + k, **options) for k in range(4)]
    env = mpenv.env(encoder=name, seed=7, **options)
    env.reset(seed=7)
    rng, step = random.Random(1), batch.reset()
    for _ in range(60):
        rows = step.observation
        for k, game in enumerate(games):
            row = {part: one[k] for part, one in rows.items()} if isinstance(rows, dict) else rows[k]
            assert same(game.observe(name), row)
            assert (batch.state()[k] == game.oracle()).all()
        assert same(env.observe(env.agent_selection)["observation"], games[0].observe(name))
        assert env.observation_space(env.agent_selection).contains(env.observe(env.agent_selection))
        again = pickle.loads(pickle.dumps(env))
        assert same(again.observe(env.agent_selection), env.observe(env.agent_selection))
        actions = [rng.choice(game.legal()) for game in games]
        for game, action in zip(games, actions, strict=True):
            game.apply(action)
        env.step(actions[0])
        step = batch.step(np.array(actions))


def test_a_batch_goes_back_to_a_snapshot_with_what_was_seen() -> None:
    batch = BatchGame(WORLD, 3, seed=1, encoder="entities")
    step = batch.reset()
    kept, seen = batch.snapshot(), {name: one.copy() for name, one in step.observation.items()}
    for _ in range(20):
        step = batch.step(step.mask.argmax(1))
    assert not same(seen, batch.observation)
    batch.restore(kept)
    assert same(seen, batch.observation)


@pytest.mark.parametrize("name", COMPLETE)
def test_pettingzoo_takes_each_encoder(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(mpenv.env(seats=2, encoder=name), num_cycles=60)


def test_the_state_of_the_environment_is_what_critics_may_see() -> None:
    env = mpenv.env(seats=2, seed=3)
    env.reset(seed=3)
    assert env.state().shape == (WORLD.state_size,) == env.state_space.shape
    assert env.state_space.contains(env.state())
    assert (env.state() == env.game.oracle()).all()


def test_the_names_of_parts_and_fields_are_those_of_the_schema() -> None:
    for one in every().values():
        assert one.size == sum(field.size for field in one.fields)
        assert len({field.name for field in one.fields}) == len(one.fields)
        assert all(field.meaning for field in one.fields)
    assert known.Row("planes", Game(seed=1).observe("planes"))("planes", "board")


def test_the_page_of_the_encoders_is_what_the_schema_says() -> None:
    assert DOCS.read_text(encoding="utf-8") == page(), "make docs-tables"
