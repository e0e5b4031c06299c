"""The story of a campaign around its scenarios, in paragraphs; none where the pack tells no story."""

from mpenv.worlds.materia_prima.campaign.chronicle import Chronicle
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.draw import cards
from mpenv.worlds.materia_prima.rules.state import OUTCOMES


def opening(chronicle: Chronicle) -> list[str]:
    """Before the first scenario: how it all begins, the towns, the players and their towers."""
    pack = load(chronicle.pack)
    towers = {entry["digit"]: entry["id"] for entry in pack.entries["tower"]}
    paragraphs = [*_told(pack, "campaign", chronicle.campaign, "opening"), *cards.portraits(pack, pack.ids["town"])]
    for player in chronicle.players:
        paragraphs += cards.portraits(pack, [player.alchemist, towers[player.digit]])
    return paragraphs


def before(chronicle: Chronicle) -> list[str]:
    """The mission of the next scenario in prose, the reasons of its special rules, and who comes to hunt."""
    pack = load(chronicle.pack)
    return [*cards.prose(pack, pack.index("scenario", chronicle.next), len(chronicle.players))]


def after(chronicle: Chronicle) -> list[str]:
    """How the last scenario went, and what comes of it."""
    last = chronicle.played[-1]
    there = chronicle.next if last.success else ""
    return [*cards.closing(load(chronicle.pack), last.scenario, OUTCOMES.index(last.outcome), there)]


def aside(chronicle: Chronicle) -> list[str]:
    """What leads to the scenario that is played instead of one that failed."""
    return _told(load(chronicle.pack), "scenario", chronicle.played[-1].scenario, "branch", chronicle.next)


def epilogue(chronicle: Chronicle) -> list[str]:
    """How it all ended."""
    return _told(load(chronicle.pack), "campaign", chronicle.campaign, "epilogue", ending(chronicle))


def ending(chronicle: Chronicle) -> str:
    """How a campaign ended: lost with its last scenario, won at a price, won, or won without a failure."""
    if not chronicle.played or not chronicle.played[-1].success:
        return "lost"
    if not all(player.stone for player in chronicle.players):
        return "scarred"
    return "flawless" if all(one.success for one in chronicle.played) else "won"


def _told(pack: Pack, *key: str) -> list[str]:
    text = pack.story(*key)
    return [text] if text else []
