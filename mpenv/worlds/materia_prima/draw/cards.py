"""A scenario as a card: title and story, its mission in prose and in icons, its special rules with their reason."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.rules.state import SUCCESS

SIGNS = {"missions": "house", "events": "day", "defeat": "shield", "stand": "house"}  # drawings of the pictures


class Icon(NamedTuple):
    """A goal as a drawing: who has to reach it, what stands for it, how much of it, of which level or in which town."""

    who: str  # each or team
    sign: str  # a drawing of the pictures
    amount: str
    of: str  # a level, the letter of a town, or nothing
    goal: str  # the same in words


class Rule(NamedTuple):
    """A special rule in words, and the reason that the story gives for it, perhaps none."""

    words: str
    reason: str


@dataclass(frozen=True)
class ScenarioCard:
    """What there is to know before a scenario is played."""

    scenario: str
    title: str
    opening: str
    mission: str  # in prose; the goals in plain words where the pack tells no story
    goals: str
    icons: tuple[Icon, ...]
    rules: tuple[Rule, ...]


def scenario_card(pack: Pack, scenario: int, seats: int = 0) -> ScenarioCard:
    """The card of a scenario, for a team of that size or for any, in the language that is spoken."""
    entry = pack.entries["scenario"][scenario]
    name, goals = pack.ids["scenario"][scenario], words.mission(pack, scenario, seats)
    return ScenarioCard(
        scenario=name,
        title=pack.name(name),
        opening=" ".join(pack.introduction(name).split()),
        mission=pack.story("scenario", name, "mission") or goals,
        goals=goals,
        icons=tuple(_icon(pack, goal, seats) for goal in entry["mission"]),
        rules=tuple(_rules(pack, name, entry["special"])),
    )


def _icon(pack: Pack, goal: dict[str, Any], seats: int) -> Icon:
    predicate = next(name for name in v.PREDICATES if goal[name] is not None)
    kind, of = goal["kind"], ""
    if predicate in ("make", "hold"):
        sign, of = v.KINDS[kind], "I" * goal["level"]
    elif predicate == "stock":
        sign = f"s{kind}" if kind >= 0 else "keep"
    elif predicate == "keep":
        sign = ("stone", "homunculus", "keep")[kind]
    else:
        sign, of = SIGNS[predicate], v.TOWNS[kind] if predicate == "stand" else ""
    count = words.amount(goal, seats) if predicate != "keep" else "0"
    return Icon(v.WHO[goal["who"]], sign, count, of, words.goal(pack, goal, seats))


def _rules(pack: Pack, scenario: str, special: dict[str, Any]) -> Iterator[Rule]:
    for name in words.RULES:
        if special[name]:
            yield Rule("; ".join(words.rule(pack, special, name)), pack.story("scenario", scenario, "because", name))


# --- around a game --------------------------------------------------------------------------------


def opening(pack: Pack, scenario: int, alchemists: Sequence[int]) -> Iterator[str]:
    """Paragraphs before a scenario: how it opens, who plays, whom they meet; nothing where the pack tells no story."""
    name = pack.ids["scenario"][scenario]
    if told := pack.introduction(name):
        yield " ".join(told.split())
    if not pack.story("scenario", name, "mission"):
        return
    yield from prose(pack, scenario, len(alchemists))
    yield from portraits(pack, [pack.ids["alchemist"][one] for one in alchemists])


def prose(pack: Pack, scenario: int, seats: int) -> Iterator[str]:
    """The mission as the story tells it, the reasons of the special rules, and who comes to hunt."""
    card, types = scenario_card(pack, scenario, seats), pack.entries["scenario"][scenario]["types"]
    if card.mission == card.goals:
        return
    yield card.mission
    if reasons := [rule.reason for rule in card.rules if rule.reason]:
        yield " ".join(reasons)
    hunters = [entry["id"] for entry in pack.entries["type"] if entry["letter"] in types]
    yield from portraits(pack, hunters, named=True)


def portraits(pack: Pack, entries: Iterable[str], named: bool = False) -> Iterator[str]:
    """A paragraph about people and places of the story; nothing about those of whom it tells nothing."""
    told = [(pack.name(entry), text) for entry in entries if (text := pack.story("flavour", entry))]
    if told:
        yield " ".join(f"{name}: {text}" if named else text for name, text in told)


def closing(pack: Pack, scenario: str, outcome: int, following: str = "") -> Iterator[str]:
    """Paragraphs after a scenario: how it went and, in a campaign, what comes of it."""
    if told := pack.story("scenario", scenario, "success" if outcome == SUCCESS else "failure"):
        yield told
    if following and (told := pack.story("scenario", scenario, "branch", following)):
        yield told
