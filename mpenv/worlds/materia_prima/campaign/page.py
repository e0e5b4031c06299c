"""A chronicle as text: progress, players, belongings and the next scenario."""

import textwrap
from collections.abc import Iterator

from mpenv.worlds.materia_prima.campaign import branches
from mpenv.worlds.materia_prima.campaign import map as drawn
from mpenv.worlds.materia_prima.campaign.chronicle import LETTERS, LEVEL, Chronicle, Played, Player
from mpenv.worlds.materia_prima.campaign.phrases import phrase
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase as drawn_phrase

INDENT = "  "
WIDTH = 110


def page(chronicle: Chronicle) -> str:
    """The whole chronicle as text."""
    pack = load(chronicle.pack)
    towers = {one.tower: one.digit for one in chronicle.players if one.tower}
    parts = [
        title(chronicle),
        "",
        phrase("page.so_far"),
        *_so_far(pack, chronicle),
        "",
        phrase("page.ahead"),
        *_ahead(pack, chronicle),
    ]
    parts += ["", phrase("page.players"), *(INDENT + line for one in chronicle.players for line in player(pack, one))]
    if chronicle.reward:
        parts += [INDENT + reward(pack, chronicle)]
    board = (f"{INDENT}{row}".rstrip() for row in drawn.rows(pack, chronicle.tiles, towers))
    return "\n".join([*parts, "", phrase("page.board"), *board])


def title(chronicle: Chronicle) -> str:
    name = load(chronicle.pack).name(chronicle.campaign)
    return phrase("page.title", name=name, players=len(chronicle.players), seed=chronicle.seed)


def _so_far(pack: Pack, chronicle: Chronicle) -> Iterator[str]:
    if not chronicle.played:
        yield INDENT + phrase("page.nothing_yet")
    for number, one in enumerate(chronicle.played, 1):
        yield f"{INDENT}{number:2}  {ended(pack, one)}"


def ended(pack: Pack, played: Played) -> str:
    """`The Forge: success on day 16, normal (begun as hard)`."""
    level = phrase("page.level", level=_level(played.difficulty)) if played.difficulty else ""
    longer = phrase("page.begun_as", level=_level(played.started)) if played.started != played.difficulty else ""
    scenario, outcome = pack.name(played.scenario), drawn_phrase(f"outcome.{played.outcome}")
    return phrase("page.ended", scenario=scenario, outcome=outcome, day=played.day, level=level, longer=longer)


def _level(letter: str) -> str:
    return words.term(v.DIFFICULTIES[LETTERS.index(letter)])


def _ahead(pack: Pack, chronicle: Chronicle) -> Iterator[str]:
    """Scenarios that can still come, in order, with their branches."""
    if not chronicle.next:
        yield INDENT + phrase("page.over")
    reached = {chronicle.next}
    if chronicle.played and not chronicle.played[-1].success:
        reached |= set(branches.walk(pack, chronicle.campaign, chronicle.played).open)
    for scenario in _in_order(pack, chronicle.campaign, reached):
        yield f"{INDENT}{'>' if scenario == chronicle.next else ' '} {pack.name(scenario)}"
        for branch in _branches(pack, chronicle.campaign, scenario):
            yield f"{INDENT * 4}{branch}"


def _in_order(pack: Pack, campaign: str, reached: set[str]) -> Iterator[str]:
    chapters = branches.chapters(pack, campaign)
    found = {one for one in reached if one}
    waiting = list(found)
    for scenario in waiting:
        others = [branches.following(pack, chapters[scenario], letter) for letter in LETTERS]
        for there in {*others, *branches.retries(pack, campaign, scenario)} - found - {""}:
            found.add(there)
            waiting.append(there)
    return (scenario for scenario in chapters if scenario in found)


def _branches(pack: Pack, campaign: str, scenario: str) -> Iterator[str]:
    """Next scenario and reward of a success at each level, and the branch after a failure."""
    chapter = branches.chapters(pack, campaign)[scenario]
    told: dict[str, list[str]] = {}
    for level in branches.levels(pack, scenario):
        letter = LEVEL[level]
        there, won = branches.following(pack, chapter, letter), branches.reward(pack, chapter, letter)
        gains = phrase("page.gains", elements=elements(pack, won)) if won else ""
        where = pack.name(there) if there else phrase("page.the_end")
        told.setdefault(f"{where}{gains}", []).append(words.term(level))
    for there, at in told.items():
        if len(told) == 1:
            yield phrase("page.success", there=there)
        else:
            yield phrase("page.success_at", levels=phrase("page.or").join(at), there=there)
    for other in branches.retries(pack, campaign, scenario)[1:]:
        yield phrase("page.failure", there=pack.name(other))


def elements(pack: Pack, counts: dict[str, int]) -> str:
    named = {words.element(pack, pack.index("element", element)): count for element, count in counts.items()}
    return ", ".join(f"{count} {element}" for element, count in named.items())


def introduction(pack: Pack, scenario: str) -> str:
    """Introduction of a scenario from the pack, wrapped for a terminal; empty where there is none."""
    paragraphs = pack.introduction(scenario).strip().split("\n\n")
    return "\n\n".join(textwrap.fill(" ".join(paragraph.split()), WIDTH) for paragraph in paragraphs)


def reward(pack: Pack, chronicle: Chronicle) -> str:
    return phrase("page.reward", elements=elements(pack, chronicle.reward))


def player(pack: Pack, one: Player) -> Iterator[str]:
    """A player and the belongings carried."""
    if one.tower:
        where = phrase("page.tower", digit=one.digit, place=one.tower)
    else:
        where = phrase("page.tower_unplaced", digit=one.digit)
    stone = phrase("page.soul_stone") if one.stone else phrase("page.no_stone")
    yield f"{one.name}: {pack.name(one.alchemist)}, {where}, {stone}"
    for item, fragment in {**one.homunculi, **one.equipment}.items():
        recipe = words.recipe(pack, pack.ids["recipe"].index(item))
        yield from _wrapped(phrase("page.carried", recipe=recipe, fragment=pack.name(fragment)))
    if one.extension:
        marker = words.extension(pack, pack.index("extension", one.extension))
        yield from _wrapped(phrase("page.extension", what=marker))


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH - len(INDENT), initial_indent=INDENT, subsequent_indent=INDENT * 3)


def special(pack: Pack, chronicle: Chronicle) -> str:
    """Special rules of the next scenario that concern its players."""
    entry = pack.entries["scenario"][pack.index("scenario", chronicle.next)]
    colours = [
        one.colour or v.COLOURS[pack.entries["alchemist"][pack.index("alchemist", one.alchemist)]["colour"]]
        for one in chronicle.players
    ]
    return "; ".join(words.special(pack, entry["special"], colours))
