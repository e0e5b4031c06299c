"""Nothing leaks: tables that differ only in what a seat may not see are the same to it, however it looks."""

import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.engine.batch import BatchGame
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.draw.brief import brief
from mpenv.worlds.materia_prima.draw.situation import described
from mpenv.worlds.materia_prima.draw.svg import svg
from mpenv.worlds.materia_prima.draw.text import table
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.observe import ELSEWHERE, ENCODERS
from mpenv.worlds.materia_prima.rules import entries, log, prompts
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN, FACE_DOWN
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.state import PLACING, RUNNING, STATE
from mpenv.worlds.materia_prima.view import View
from tests.worlds.materia_prima import laws, rich
from tests.worlds.materia_prima.test_encoders import same

SWITCHES: tuple[dict[str, Any], ...] = (
    {"sight": 1, "ask_payment": True},
    {"sight": 2, "private_research": True, "pick_up": "free on entry"},
    {"sight": 4, "table_talk": "open", "supply": 30},
    {"sight": "all", "private_research": True, "table_talk": "open"},
    {},
)
EVERY = 97 if PLAIN else 23
ALL = (*ENCODERS, *ELSEWHERE)
QUICK = ("flat", "entities", "planes")  # also without the compiler
MIDDLES = 3 if PLAIN else 60
DEALT = {"alarms", "pile", "errands", "extensions", "recipes", "seed", "dice", "dice_left"}


def starts() -> Iterator[Game]:
    """Every scenario and team size with every set of switches, and the middle of games with any rules."""
    for number, scenario in enumerate(load("inquisition").ids["scenario"]):
        for seats, rules in itertools.product((2, 3, 4), SWITCHES):
            where = "players" if number % 5 == seats else "standard"
            yield Game(scenario, seats, 31 * number + seats, rules=rules, placement=where)
    pack = load(rich.WHOLE)
    for seed in range(MIDDLES):
        rng = random.Random(seed)
        scenario, rules = rng.choice(pack.ids["scenario"]), SWITCHES[seed % 3] | {"lost_homunculus": "discard"}
        yield Game.from_position(rich.position(rng, pack, rich.WHOLE, scenario, rules))


def situations() -> Iterator[Game]:
    for seed, game in enumerate(starts()):
        rng = random.Random(seed)
        for ply in itertools.count(seed % EVERY):
            kind = game._state.prompt[game._state.prompts - 1].kind if game.seat is not None else 0
            rare = kind in (prompts.ENTRY, prompts.DESTROY, prompts.LOSE, prompts.WHO, prompts.PRIVATE, prompts.PAYMENT)
            if ply % EVERY == 0 or (rare and ply % 3 == 0) or (game._state.prompts > 1 and ply % 7 == 0):
                yield game
            if game.seat is None:
                break
            game.apply(rng.choice(game.legal()))


@cache
def some() -> list[Game]:
    """A sample, for what takes longer."""
    return [game.clone() for number, game in enumerate(situations()) if number % (3 if PLAIN else 9) == 0]


# --- what a seat sees, said again in other words ------------------------------------------------


def apart(t: Any, one: int, other: int) -> int:
    q, r = int(t.q[one]) - int(t.q[other]), int(t.r[one]) - int(t.r[other])
    return max(abs(q), abs(r), abs(q + r))


def in_sight(game: Game, seat: int) -> set[int]:
    """The hexes in sight by figures, tower and ships; what a question shows comes from the view itself."""
    s, t = game._state, game.pack.readable
    special = game.pack.entries["scenario"][s.scenario]["special"]
    far = s.candour.sight or special["sight"]
    every = set(range(t.hexes))
    if far <= 0 or s.phase == PLACING or s.outcome != RUNNING:
        return every
    me = s.seat[seat]
    eyes = [one.hex for one in me.figure if one.hex >= 0]
    seen = {hex for hex in every if hex == me.tower or any(apart(t, eye, hex) <= far for eye in eyes)}
    towns = {s.site[hex] - v.TOWN: hex for hex in every if s.site[hex] >= v.TOWN}
    port = s.site[me.figure[0].hex] - v.TOWN
    if port >= 0 and not special["no_sailing"] and s.day >= special["closed"].get(port, 0):
        seen |= {towns[there] for there in towns if t.route[port, there]}
    return seen


def about(game: Game) -> bool:
    """Is something asked that shows more than what a seat sees by itself?"""
    s = game._state
    top = s.prompt[s.prompts - 1].kind if s.prompts else 0
    more = (prompts.ENTRY, prompts.DESTROY, prompts.LOSE, prompts.OVERLOAD, prompts.WHO, prompts.EXCHANGE)
    return top in (*more, prompts.PAYMENT)


def test_a_seat_sees_as_far_as_the_table_says_from_its_figures_its_tower_and_its_ships() -> None:
    limited = 0
    for game in situations():
        for seat in range(game.seats):
            seen = {hex for hex, one in enumerate(game.view(seat).sight) if one}
            wanted = in_sight(game, seat)
            assert seen >= wanted if about(game) else seen == wanted
            limited += len(seen) < len(game.view(seat).sight)
    assert limited


# --- tables that a seat cannot tell apart ------------------------------------------------------


def stirred(game: Game, seat: int, seed: int) -> Game:
    """The same table to a seat, with everything that it may not see written over."""
    other, rng = game.clone(), random.Random(seed)
    s, seen = other._state, game.view(seat).sight
    s.seed = np.uint64(seed)
    printed = entries.alarms_known(game.pack.tables, game._states, 0)  # then everybody knows the order
    for pile in (s.pile, s.errands, s.extensions, *(() if printed else (s.alarms,))):
        pile.card[: pile.cards] = rng.sample(pile.card[: pile.cards].tolist(), pile.cards)
    _swap_recipes(game, other, seat, rng)
    if all(seen):
        return other
    dark = [hex for hex, one in enumerate(seen) if not one]
    for hex in dark:
        s.marker[hex] = rng.randint(0, 1)
    for heap in range(s.heaps):
        if s.heap_at[heap] // v.MAX_ELEMENTS in dark:
            s.heap_count[heap] = rng.randint(1, 9)
    for row in range(s.logged):
        if s.event_at[row] - 1 in dark and not _befalls(s, row, seat):
            s.event[row, 2] = rng.randint(0, 3)
    for who in range(s.seats):
        if who != seat:
            _write_over(s, who, set(dark), rng)
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            if s.slot[slot].hex[which] in dark:
                s.slot[slot].hex[which] = rng.choice(dark)
    return other


def _write_over(s: Any, who: int, dark: set[int], rng: random.Random) -> None:
    they = s.seat[who]
    for number in range(v.FIGURES):
        one = they.figure[number]
        s.rolled[:, who * v.FIGURES + number] = rng.randint(0, 5)
        if one.hex in dark:
            one.hex = rng.choice(sorted(dark))
            one.load[0], one.actions, one.extra[0] = rng.randint(0, 4), rng.randint(0, 4), rng.randint(0, 2)
    if they.tower in dark:
        they.stock[1], they.lost[2] = rng.randint(0, 9), rng.randint(0, 9)


def _befalls(s: Any, row: int, seat: int) -> bool:
    """Is an event about this seat, wherever it was?"""
    kind, a, _, c = s.event[row].tolist()
    if kind == log.ATTACKS:
        return bool(c // (v.FIGURES + 1) == seat)
    if kind in (log.CONVERTED, log.LOST, log.DESTROYS, log.DESTROYED):
        return bool(a == seat)
    figures = (log.ROLLED, log.DEFEATED, log.LOOT, log.HELD, log.FELLED, log.MINED, log.EXCHANGES, log.LAID, log.TAKEN)
    return kind in figures and bool(a // v.FIGURES == seat)


def _swap_recipes(game: Game, other: Game, seat: int, rng: random.Random) -> None:
    """Deal the recipes that lie face down to a seat anew."""
    view, s = game.view(seat).state, other._state
    for kind in range(len(v.KINDS)):
        hands = [who for who in range(s.seats) if view.seat[who].private == FACE_DOWN - kind]
        drawn = [place for place, card in enumerate(view.drawn.tolist()) if card == DRAWN_FACE_DOWN - kind]
        deck = s.recipes[kind]
        cards = [*deck.card[: deck.cards].tolist()]
        cards += [s.seat[who].private for who in hands] + [s.drawn[place] for place in drawn]
        rng.shuffle(cards)
        for who in hands:
            s.seat[who].private = cards.pop()
        for place in drawn:
            s.drawn[place] = cards.pop()
        deck.card[: deck.cards] = cards


LOOKS: dict[str, Callable[[View], Any]] = {
    "text": table,
    "description": lambda view: described(view) if view.seat == view.asked else "",
    "brief": brief,
    "picture": svg,
    "goals": lambda view: [view.progress(goal, who) for goal in range(5) for who in range(view.state.seats)],
}


def test_what_differs_only_out_of_sight_is_the_same_to_a_seat() -> None:
    differ = 0
    for number, game in enumerate(situations()):
        for seat in range(game.seats):
            view, other = game.view(seat), stirred(game, seat, number)
            assert other.view(seat).record.tobytes() == view.record.tobytes()
            assert other.happened(seat) == game.happened(seat)
            for name in ALL if not PLAIN or number % 20 == 0 else QUICK:
                outcome_info = game.observe(name, seat)
                assert same(outcome_info, other.observe(name, seat))
                assert same(outcome_info, view.encode(name))
            differ += other != game
    assert differ


def test_texts_and_pictures_tell_no_more_than_the_view() -> None:
    for number, game in enumerate(some()):
        for seat in range(game.seats):
            view, other = game.view(seat), stirred(game, seat, number).view(seat)
            for look in LOOKS.values():
                assert look(view) == look(other)


def test_the_environments_show_every_agent_the_same_with_the_same_masks_and_infos() -> None:
    for number, game in enumerate(some()):
        if game.seat is None:
            continue
        for seat in range(game.seats):
            other = stirred(game, seat, number)
            if seat == game.seat:
                entries.mark(other.pack.tables, other._states, 0)  # by the rules, from what was written over
            for make in (mpenv.env, mpenv.parallel_env):
                seen, mask, info = zip(*(_told(make, one, seat) for one in (game, other)), strict=True)
                assert same(*seen)
                assert mask[0].tobytes() == mask[1].tobytes()
                assert info[0].keys() == info[1].keys() == {"action_mask"}
                assert info[0]["action_mask"].tobytes() == info[1]["action_mask"].tobytes()


def _told(make: Callable[..., Any], game: Game, seat: int) -> tuple[Any, np.ndarray, dict[str, Any]]:
    """Observation, mask and info of an agent of an environment in which this game is played."""
    env, agent = make("prologue", seats=game.seats), f"alchemist_{seat}"
    env.reset(seed=1)
    env.game = game
    env._update_end()
    if make is mpenv.env:
        env._update_infos()
        observed, infos = env.observe(agent), env.infos
    else:
        everybody, infos = env._observe_all()
        observed = everybody[agent]
    return observed["observation"], observed["action_mask"], infos[agent]


def leaks() -> dict[str, Callable[[Any, Any], None]]:
    """Views that hide all but one thing: from the state, to the view."""

    def each(name: str) -> Callable[[Any, Any], None]:
        def leak(s: Any, seen: Any) -> None:
            seen[name] = s[name]

        return leak

    def figure(name: str) -> Callable[[Any, Any], None]:
        def leak(s: Any, seen: Any) -> None:
            seen["seat"]["figure"][name] = s["seat"]["figure"][name]

        return leak

    def seat(name: str) -> Callable[[Any, Any], None]:
        def leak(s: Any, seen: Any) -> None:
            seen["seat"][name] = s["seat"][name]

        return leak

    def slot(s: Any, seen: Any) -> None:
        seen["slot"]["hex"] = s["slot"]["hex"]

    found = {name: each(name) for name in ("marker", "heap_count", "rolled", "event", "drawn", "recipes", "seed")}
    found |= {f"figure {name}": figure(name) for name in ("hex", "load", "actions", "extra")}
    return found | {f"seat {name}": seat(name) for name in ("stock", "lost", "private")} | {"inquisitors": slot}


@pytest.mark.skipif(PLAIN, reason="needs many games")
def test_a_view_that_left_out_to_hide_one_thing_would_be_caught() -> None:
    wanted, caught = leaks(), set[str]()
    for number, game in enumerate(situations()):
        for seat in range(game.seats):
            other = stirred(game, seat, number)
            for name in wanted.keys() - caught:
                leaky = [one.view(seat).record.copy() for one in (game, other)]
                for one, record in zip((game, other), leaky, strict=True):
                    wanted[name](one._states[0], record[0])
                if leaky[0].tobytes() != leaky[1].tobytes():
                    caught.add(name)
    assert caught == wanted.keys()


# --- a game that the view could be of -----------------------------------------------------------


def test_a_drawn_game_looks_to_the_seat_exactly_as_the_true_one_and_breaks_no_law() -> None:
    unseen = 0
    for number, game in enumerate(situations()):
        for seat in range(game.seats):
            view, rng = game.view(seat), np.random.default_rng(number)
            drawn = view.determinize(rng)
            laws.hold(drawn)
            assert drawn.view(seat).record.tobytes() == view.record.tobytes()
            unseen += UNSEEN in view.record["seat"]["figure"]["hex"]
            assert drawn.seat == game.seat
    assert unseen > 100


def test_a_drawn_game_can_be_played_to_its_end() -> None:
    for number, game in enumerate(some()):
        drawn, rng = game.view(number % game.seats).determinize(np.random.default_rng(number)), random.Random(number)
        while drawn.seat is not None:
            drawn.apply(rng.choice(drawn.legal()))
            laws.hold(drawn)
        assert drawn.outcome


def test_two_draws_differ_where_nothing_is_seen() -> None:
    game = Game("watch-in-fog", 4, 3)
    for _ in range(60):
        game.apply(game.legal()[-1])
    draws = [game.view(0).determinize(np.random.default_rng(seed))._state for seed in range(2)]
    assert draws[0].seat[1].stock.tolist() != draws[1].seat[1].stock.tolist()


# --- one truth ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SWITCHES)
@pytest.mark.parametrize("name", ALL)
def test_batch_single_and_view_tell_the_same(name: str, rules: dict[str, Any]) -> None:
    options: dict[str, Any] = {"scenario": "alms", "seats": 3, "rules": rules}
    batch, games = BatchGame(WORLD, 4, seed=7, encoder=name, **options), [Game(seed=7 + k, **options) for k in range(4)]
    rng, step = random.Random(1), batch.reset()
    for _ in range(200):
        rows = step.observation
        for k, game in enumerate(games):
            row = {part: one[k] for part, one in rows.items()} if isinstance(rows, dict) else rows[k]
            assert same(game.view(game.seat or 0).encode(name), row)
        actions = [rng.choice(game.legal()) for game in games]
        for game, action in zip(games, actions, strict=True):
            game.apply(action)
        if any(game.seat is None for game in games):
            break  # the batch goes on with another one
        step = batch.step(np.array(actions))


def test_what_a_table_hides_is_said_in_its_rules_and_everything_comes_back_from_a_position() -> None:
    rules = {"sight": 3, "private_research": True, "table_talk": "open"}
    game, rng = Game("watch-in-fog", 3, 4, rules=rules), random.Random(2)
    for _ in range(90):
        again = Game.from_position(game.to_position())
        assert again == game
        assert again.to_position() == game.to_position()
        assert "sight = 3" in game.to_position()
        game.apply(rng.choice(game.legal()))


@pytest.mark.parametrize(
    ("value", "told"), [(0, "from 1 to 16"), (17, "from 1 to 16"), ("far", "'all' or"), (True, "'all' or")]
)
def test_a_sight_that_is_no_number_of_hexes_is_refused(value: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Game(rules={"sight": value})


def test_a_table_may_see_everything_where_the_scenario_does_not() -> None:
    assert not all(Game("watch-in-fog", 4, 1).view(0).sight)
    assert all(Game("watch-in-fog", 4, 1, rules={"sight": "all"}).view(0).sight)
    assert sum(Game("watch-in-fog", 4, 1, rules={"sight": 1}).view(0).sight) == 7


def test_every_field_of_the_state_was_thought_of() -> None:
    """How each field is told to a seat; the rulings say why (rules/RULES.md)."""
    open_to_all = {
        "scenario", "difficulty", "started", "seats", "days", "day", "phase", "turn", "outcome", "due", "hunter",
        "hunter_actions", "temple", "house", "order", "pool", "mission", "market", "purse", "spent", "owner",
        "happened", "bonus", "inquisition_bonus", "dug", "supply", "revealed", "defeated", "discards", "laid", "site",
        "shuffled", "candour", "study", "fallen_seat", "fallen_day", "fallen_to", "asker", "logging",
    }  # fmt: skip
    by_sight = {
        "entry", "prompts", "heaps", "prompt", "seat", "slot", "marker", "heap_at", "heap_count", "rolled", "logged",
        "event", "event_at", "distance", "first", "queue", "nearest",
    }  # fmt: skip
    of_the_asked = {"legals", "legal"}
    assert open_to_all | by_sight | of_the_asked | DEALT | {"drawn"} == set(STATE.names or ())
    game = Game("watch-in-fog", 4, 5, rules={"private_research": True})
    rng = random.Random(1)
    for _ in range(300):
        if game.seat is None:
            break
        for seat in range(4):
            view = game.view(seat)
            for name in open_to_all:
                assert view.record[name].tobytes() == game._states[name].tobytes(), name
        game.apply(rng.choice(game.legal()))


# --- single rulings -----------------------------------------------------------------------------


def placed(rules: str = "sight = 1", **figures: str) -> Game:
    """Yellow at 0,0 and brown where it is said, both on day 2 of a prologue; yellow's turn."""
    seats = "".join(
        f'[[seat]]\nalchemist = "{colour}"\n[[seat.figure]]\nname = "alchemist"\nat = "{at}"\nactions = 2\n'
        for colour, at in figures.items()
    )
    order = load("inquisition").entries["alarm"]
    card = next(one["id"] for one in order if v.COLOURS[one["order"][0]] == "yellow")
    text = f'day = 2\n[rules]\n{rules}\n[alarm]\nactive = "{card}"\n{seats}'
    return Game.from_position(text + '[[prompt]]\nkind = "turn"\nseat = "yellow"\n')


@pytest.mark.rule("MP-BASE-SCEN-7")
def test_who_stands_one_hex_too_far_is_not_seen() -> None:
    near, far = placed(yellow="0,0", brown="1,0"), placed(yellow="0,0", brown="2,0")
    assert near.view(0).state.seat[1].figure[0].hex >= 0
    assert far.view(0).state.seat[1].figure[0].hex == UNSEEN
    assert "brown is out of sight" in far.text()
    assert "brown is out of sight" not in near.text()


@pytest.mark.rule("MP-BASE-SCEN-7")
def test_from_a_port_the_towns_of_its_ships_are_seen_so_that_the_mask_tells_nothing_new() -> None:
    pack = load("inquisition")
    home = Game(seed=1)._state.site.tolist()
    town = {site - v.TOWN: pack.places[hex] for hex, site in enumerate(home) if site >= v.TOWN}
    taken, free = (placed(yellow=town[0], brown=at) for at in (town[1], "0,0"))
    assert taken.view(0).state.seat[1].figure[0].hex >= 0
    assert len(taken.legal()) == len(free.legal()) - 1
