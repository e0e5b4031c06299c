"""What an answer is said to mean is what happens: each sentence is read back and held against the game."""

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, product

import numpy as np
import pytest

from mpenv.worlds.materia_prima import Game, notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import odds, questions, words
from mpenv.worlds.materia_prima.draw.asks import asks
from mpenv.worlds.materia_prima.draw.meaning import meaning
from mpenv.worlds.materia_prima.draw.situation import described
from mpenv.worlds.materia_prima.rules import log, prompts
from mpenv.worlds.materia_prima.rules.state import TURNS
from scripts.maintain.fuzzing.games import a_game
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.test_positions import HERE, PACKS

GAMES, PLIES = 40, 60
Found = re.Match[str]
Said = Callable[[Game, Game, Found, int], bool]


def figure_of(game: Game, name: str) -> tuple[int, int]:
    """Seat and number of a figure by its name."""
    names = {
        notation.figure(game.pack, game._state, seat, number): (seat, number)
        for seat in range(game.seats)
        for number in range(v.FIGURES)
    }
    return names[name]


def actor(game: Game, action: int) -> tuple[int, int]:
    """Who plays an action of a turn."""
    assert game.seat is not None
    return figure_of(game, game.words(action).split()[0])


def moved_to(before: Game, after: Game, found: Found, action: int) -> bool:
    seat, number = actor(before, action)
    return words.place(after.pack, after._state.seat[seat].figure[number].hex) == found[1]


def carries(before: Game, after: Game, found: Found, action: int) -> bool:
    seat, number = figure_of(before, found[1])
    load = after._state.seat[seat].figure[number].load
    room = before.view(seat).stat(seat, number, "capacity")
    return (words.elements(after.pack, load), load.sum(), room) == (found[2], int(found[3]), int(found[4]))


def partner_carries(before: Game, after: Game, found: Found, action: int) -> bool:
    seat, number = figure_of(before, found[1])
    return words.elements(after.pack, after._state.seat[seat].figure[number].load) == found[2]


def holds(before: Game, after: Game, found: Found, action: int) -> bool:
    return words.elements(after.pack, after._state.seat[before.seat].stock) == found[1]


def has_left(before: Game, after: Game, found: Found, action: int) -> bool:
    if after.seat != before.seat or after._state.turn != before._state.turn:
        return True  # nothing was left to do, and the turn is over
    seat, number = actor(before, action)
    return (questions.actions_left(after._state.seat[seat].figure[number]) or "no action left") == found[1]


def mined(before: Game, after: Game, found: Found, action: int) -> bool:
    (row,) = [row for row in after.chance() if row[0] == log.MINED]
    return f"{row[3]} {before.pack.ids['element'][row[2]]}" == found[1]


def rolled(before: Game, after: Game, found: Found, action: int) -> bool:
    row = next(row for row in after.chance() if row[0] == log.ROLLED)
    seat, number = divmod(row[1], v.FIGURES)
    dice, needs = before.view(seat).stat(seat, number, "attack"), int(found["needs"])
    won = len(after.chance()) > 1 and after.chance()[1][0] in (log.DEFEATED, log.MISSION)
    adds = int(found["adds"] or 0)
    best = dice * max(before._state.house.die.tolist()) + adds
    possible = {"impossible": best < needs, "sure": best >= needs}.get(found["odds"], best >= needs)
    return (dice, row[3] + 1, won) == (int(found["dice"]), needs, row[2] >= needs) and possible


def drew(before: Game, after: Game, found: Found, action: int) -> bool:
    asked = after._state.prompt[after._state.prompts - 1]
    if asked.kind != prompts.KEEP:  # a single card keeps itself
        return int(found[1]) == 1
    cards = sum(card >= 0 for card in after._state.drawn.tolist())
    return (cards, asked.amount) == (int(found[1]), int(found[2]))


def owned(game: Game, seat: int) -> Counter[tuple[str, str]]:
    """Elements of a seat by store."""
    me, ids = game._state.seat[seat], game.pack.ids["element"]
    rows = {"load": me.figure[0].load, "tower": me.stock}
    return Counter({(store, name): row[k] for store, row in rows.items() for k, name in enumerate(ids)})


def paid(before: Game, after: Game, found: Found, action: int) -> bool:
    assert before.seat is not None
    gone = owned(before, before.seat) - owned(after, before.seat)
    said: Counter[tuple[str, str]] = Counter()
    for part in found[1].split(" and "):
        amounts, store = part.split(" from the ")
        said.update({(store, what.split(" ", 1)[1]): int(what.split(" ", 1)[0]) for what in amounts.split(", ")})
    return gone == said


def made(before: Game, after: Game, found: Found, action: int) -> bool:
    rows = [row for row in after.chance() if row[0] == log.MADE]
    return not rows or words.called(before.pack, rows[0][2]) == found[1]


def destroyed(before: Game, after: Game, found: Found, action: int) -> bool:
    assert before.seat is not None
    return (owned(before, before.seat) - owned(after, before.seat))["tower", found[1]] >= 1


def spent(before: Game, after: Game, found: Found, action: int) -> bool:
    top = after._state.prompt[after._state.prompts - 1]
    still = top.kind == prompts.SPEND
    return (top.amount == int(found[1])) if still else int(found[1]) >= int(found[2]) or "by itself" in found.string


def bought(before: Game, after: Game, found: Found, action: int) -> bool:
    assert before.seat is not None
    new = [k for k, owner in enumerate(after._state.owner.tolist()) if owner != before._state.owner[k]]
    (marker,) = new
    gone = owned(before, before.seat) - owned(after, before.seat)
    price = ", ".join(f"{count} {name}" for (_, name), count in gone.items())
    return (words.extension(before.pack, marker), sorted(price.split(", "))) == (found[1], sorted(found[2].split(", ")))


def in_the_pool(before: Game, after: Game, found: Found, action: int) -> bool:
    gone = [card for card in before._state.pool if card >= 0 and card not in after._state.pool]
    return [words.recipe(after.pack, card) for card in gone] == [found[1]]


def chosen_hex(before: Game, after: Game, found: Found, action: int) -> bool:
    s, seat = after._state, before.seat
    asked = before._state.prompt[before._state.prompts - 1].kind
    if asked == prompts.ENTRY:
        row = next(row for row in after.chance() if row[0] == log.ENTERS) if after.chance() else None
        hexes = [row[3]] if row else [s.slot[k].hex[0] for k in range(v.SLOTS)]
    else:
        hexes = [s.seat[seat].tower if asked == prompts.PLACE_TOWER else s.seat[seat].figure[0].hex]
    return found[1] in [words.place(after.pack, hex) for hex in hexes]


SAID: list[tuple[str, Said]] = [
    (r"^(?:goes|sails) to (-?\d+,-?\d+)", moved_to),
    (r"([\w.]+) then carries ([^;()]+) \((\d+) of (\d+)\)", carries),
    (r"and ([\w.]+) carries ([^;()]+)$", partner_carries),
    (r"the tower then holds ([^;]+)", holds),
    (r"; ([^;]* left)$", has_left),
    (r"^takes (\d+ [\w ]+) from the mine", mined),
    (r"rolls (?P<dice>\d+) di(?:e|ce)(?: and adds (?P<adds>\d+))? and needs (?P<needs>\d+) .*: (?P<odds>\w+)", rolled),
    (r"^draws (\d+) recipes? of .* and keeps (\d+)", drew),
    (r"(?:^turns|; pays) ((?:[^;]+? from the (?:load|tower)(?: and )?)+)(?: into|;)", paid),
    (r"^makes ([^,;]+?)(?:, | for )", made),
    (r"^1 (\w[\w ]*) is destroyed", destroyed),
    (r"^spends .*: (\d+) of (\d+); ", spent),
    (r"^buys (.*) for (.*) from the load", bought),
    (r"^discards (?!the new)(.*); .* takes its place", in_the_pool),
    (r"^chooses (-?\d+,-?\d+)", chosen_hex),
]


def of_rule_tests(name: str = "*") -> Iterator[Game]:
    """Every situation that the rule tests play through."""
    for path in sorted((HERE / "positions").rglob(f"{name}.toml")):
        given = tomllib.loads(path.read_text())
        play, where = given.pop("test").get("play", []), given.get("new", given)
        if where.get("pack") in ("small", "whole", "campaign"):
            where["pack"] = str(PACKS / where["pack"])
        game = Game(**where) if "new" in given else Game.from_position(given)
        for answer in (None, *play):
            if answer:
                game.apply(answer)
            if game.seat is not None:
                yield game


def undisturbed(before: Game, after: Game) -> bool:
    """Did nothing happen besides the answer that could change what it did?"""
    if after.day != before.day or after._state.phase != before._state.phase:
        return False
    return before._state.phase == TURNS or len(after.chance()) <= 1


def situations(seed: int) -> Iterator[Game]:
    """A random game from a rich situation or from the start."""
    game, rng = a_game(seed) if seed % 2 else rich.any_game(seed), random.Random(seed)
    for _ in range(PLIES):
        if game.seat is None:
            return
        yield game
        game.apply(rng.choice(game.legal()))


def test_what_is_said_of_an_answer_is_what_happens() -> None:
    held: Counter[str] = Counter()
    for game in chain(of_rule_tests(), *map(situations, range(GAMES))):
        view = game.view(game.seat or 0)
        for action in view.legal:
            told, after = meaning(view, action), game.clone()
            after.apply(action)
            if not undisturbed(game, after):
                continue
            for pattern, true in SAID:
                if found := re.search(pattern, told):
                    held[true.__name__] += 1
                    assert true(game, after, found, action), (game.words(action), told, pattern, game.to_position())
    assert all(held[true.__name__] > 3 for _, true in SAID), held


def test_what_is_told_depends_on_nothing_hidden() -> None:
    for seed in range(12):
        for ply, game in enumerate(situations(seed)):
            view = game.view(ply % game.seats)
            other = view.determinize(np.random.default_rng(seed))
            assert described(other.view(view.seat)) == described(view)


def test_a_private_recipe_that_is_paid_is_not_named_to_others() -> None:
    game = next(of_rule_tests("the-private-recipe-is-made-by-its-owner"))
    given = tomllib.loads(game.to_position())
    me = given["seat"][game.seat or 0]
    me["stock"] = me["figure"][0]["load"] = dict.fromkeys(game.pack.ids["element"][:3], 1)
    game = Game.from_position({**given, "rules": {"ask_payment": True}})
    game.apply("transmute private")
    assert "a private recipe is to be paid" not in game.asks()
    assert "Why: a private recipe is to be paid: " in asks(game.view(1 - (game.seat or 0)))


def test_every_question_is_told_with_its_reason_and_its_answers() -> None:
    asked: set[str] = set()
    for game in of_rule_tests():
        top = game._state.prompt[game._state.prompts - 1]
        asked.add(prompts.KINDS[top.kind])
        told = game.asks()
        assert told.startswith(notation.colour(game.pack, game._state, top.seat))
        assert "\nWhy: " in told
        assert f"({prompts.CAUSES[top.cause]})" in told
        assert all(game.meaning(action) for action in game.legal())
    assert asked == {*prompts.KINDS[1:]}


def test_an_overloaded_alchemist_is_told_why_he_drops() -> None:
    game = next(of_rule_tests("without-the-sack-earth-is-dropped"))
    assert "carries more than it can since the event took an item: 2 earth, 2 fire (4 of 3)" in game.asks()
    assert game.meaning("put fire") == "drops 1 fire at 0,0; yellow then carries 2 earth, 1 fire (3 of 3)"


def test_an_answer_that_is_not_legal_is_told_its_reason() -> None:
    game = Game(seed=3)
    assert game.meaning("mine") == "not now: it does not stand on a mine"
    assert meaning(game.view(1), 3) == "not now: another seat is asked"


@pytest.mark.parametrize("faces", [[0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 1, 2], [0, 0, 0, 0, 0, 2]])
def test_chances_are_those_of_all_faces_of_all_dice(faces: list[int]) -> None:
    for dice, total in product(range(5), range(9)):
        rolls = [sum(roll) >= total for roll in product(faces, repeat=dice)]
        assert odds.at_least(faces, dice, total) == Fraction(sum(rolls), len(rolls))


def test_what_is_not_sure_is_never_told_as_sure() -> None:
    assert [odds.percent(Fraction(*one)) for one in ((0, 1), (1, 999), (1, 3), (998, 999), (1, 1))] == [
        "impossible", "1%", "33%", "99%", "sure"
    ]  # fmt: skip


def test_a_situation_names_those_in_danger_and_by_how_much() -> None:
    game = next(game for seed in range(200) for game in situations(seed) if "DANGER" in game.describe())
    line = next(line for line in game.describe().splitlines() if line.startswith("DANGER"))
    assert re.match(
        r"DANGER: [A-Z]\d at \S+, with \d actions? tonight, stands next to .*(: falls|: holds|destroys)", line
    )


def test_the_numbers_of_the_answers_are_the_ids_that_play_them() -> None:
    game = Game(seed=3)
    rows = [line.split() for line in game.describe().split("\n\n")[-1].splitlines()[1:]]
    assert sorted(int(row[0]) for row in rows) == game.legal()
    assert all(game.words(int(row[0])) == " ".join(row[1 : 1 + len(game.words(int(row[0])).split())]) for row in rows)


def test_a_game_that_has_ended_says_so() -> None:
    game = Game(seed=3)
    while game.seat is not None:
        game.apply(0 if 0 in game.legal() else game.legal()[0])
    assert game.outcome
    assert game.asks() == f"The game has ended: {game.outcome.result} on day {game.day}."
    assert game.describe().endswith(game.asks())
