"""How often a card mattered: the counts are those of the games, and each ability is told of the card that gives it."""

import pytest

from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.studies import card_usage
from mpenv.worlds.materia_prima.studies.game_stats import GameStats
from mpenv.worlds.materia_prima.studies.watchers import play
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.studies.teams import watched

BUSY = "tests.worlds.materia_prima.studies.teams:Busy"


def test_cards_are_counted_as_often_as_things_happened() -> None:
    pack = load(rich.WHOLE)
    games = card_usage.games_of(pack, rich.WHOLE, ["printed", "losses", "hunt", "vault", "watch", "drill"], 24)
    lines = card_usage.usage(pack, BUSY, games)
    counted_games = [GameStats() for _ in games]
    for one, (seed, options) in zip(counted_games, games, strict=True):
        play(BUSY, seed, options, one)

    def happened(*what: str) -> int:
        return sum(len(one.days.get(name, [])) for one in counted_games for name in what)

    def counted(sort: str, what: str) -> int:
        return sum(one.counts[what] for one in lines if one.sort == sort)

    assert counted("recipe", "made") == happened("level 1", "level 2", "level 3")
    assert counted("mission", "completed") == happened("mission")
    assert counted("alarm", "drawn") == sum(one.day for one in counted_games)
    assert counted("alarm", "alarms") == happened("alarm") > 0
    assert counted("event", "paid") == happened("paid")
    assert counted("event", "unpaid") == happened("unpaid") > 0
    assert counted("recipe", "dealt") == sum(3 * options["seats"] for _, options in games)
    assert counted("alchemist", "played") == sum(options["seats"] for _, options in games)
    assert counted("recipe", "discarded") > 0


def test_every_card_has_a_line_and_those_that_never_mattered_are_named() -> None:
    pack = load(rich.WHOLE)
    lines = card_usage.usage(pack, "random", card_usage.games_of(pack, rich.WHOLE, ["watch"], 2))
    cards = {(one.sort, one.card) for one in lines}
    for sort in ("recipe", "extension", "mission", "alarm", "alchemist"):
        assert {card for kind, card in cards if kind == sort} == {*pack.ids[sort]}
    assert {card for kind, card in cards if kind == "inquisitor"} == {f"{k}{n}" for k in "ABC" for n in range(1, 7)}
    assert ("event", "losses day 8") in cards
    assert card_usage.unused(lines)["recipe"]
    words = card_usage.table(lines)
    assert "extension, not bought: " in words.partition("never mattered:")[2]
    assert all(one.card in words for one in lines)


@pytest.mark.parametrize(
    ("name", "used"),
    [
        ("ability/extra-moves-from-two-sources-add-up", {"alchemist.yellow": 2, "ext.move": 2}),
        ("ability/a-worn-map-researches-anywhere", {"equipment.map": 1}),
        ("ability/a-worn-lens-draws-four", {"equipment.lens": 1}),
        ("ability/away-from-the-tower-a-homunculus-is-made-and-stands-in-the-tower", {"equipment.pot": 1}),
        ("ability/a-homunculus-that-mines-air-well-brings-two-and-its-alchemist-one", {"homunculus.2b": 1}),
        ("switch/the-private-slot-takes-the-kept-recipe", {"ext.private": 1}),
    ],
)
def test_an_ability_is_told_of_the_card_that_gives_it(name: str, used: dict[str, int]) -> None:
    watcher = card_usage.Usage()
    watched(name, watcher)
    assert {card: times for (_, card, what), times in watcher.counts.items() if what == "used"} == used
