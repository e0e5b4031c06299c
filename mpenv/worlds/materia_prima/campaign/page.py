"""A chronicle as text: progress, players, belongings and the next scenario."""

import textwrap
from collections.abc import Iterator

from mpenv.worlds.materia_prima.campaign import branches
from mpenv.worlds.materia_prima.campaign import map as drawn
from mpenv.worlds.materia_prima.campaign.chronicle import LETTERS, LEVEL, Chronicle, Played, Player
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.draw import words

INDENT = "  "
WIDTH = 110


def page(chronicle: Chronicle) -> str:
    """The whole chronicle as text."""
    pack = load(chronicle.pack)
    towers = {one.tower: one.digit for one in chronicle.players if one.tower}
    parts = [
        title(chronicle),
        "",
        "The road so far",
        *_so_far(pack, chronicle),
        "",
        "The road ahead",
        *_ahead(pack, chronicle),
    ]
    parts += ["", "The players", *(INDENT + line for one in chronicle.players for line in player(pack, one))]
    if chronicle.reward:
        parts += [INDENT + reward(chronicle)]
    board = (f"{INDENT}{row}".rstrip() for row in drawn.rows(pack, chronicle.tiles, towers))
    return "\n".join([*parts, "", "The board", *board])


def title(chronicle: Chronicle) -> str:
    name = load(chronicle.pack).name(chronicle.campaign)
    return f"{name}, for {len(chronicle.players)} players, with seed {chronicle.seed}"


def _so_far(pack: Pack, chronicle: Chronicle) -> Iterator[str]:
    if not chronicle.played:
        yield f"{INDENT}nothing was played yet"
    for number, one in enumerate(chronicle.played, 1):
        yield f"{INDENT}{number:2}  {ended(pack, one)}"


def ended(pack: Pack, played: Played) -> str:
    """`The Forge: success on day 16, normal (begun as hard)`."""
    level = f", {_level(played.difficulty)}" if played.difficulty else ""
    longer = f" (begun as {_level(played.started)})" if played.started != played.difficulty else ""
    return f"{pack.name(played.scenario)}: {played.outcome} on day {played.day}{level}{longer}"


def _level(letter: str) -> str:
    return v.DIFFICULTIES[LETTERS.index(letter)]


def _ahead(pack: Pack, chronicle: Chronicle) -> Iterator[str]:
    """Scenarios that can still come, in order, with their branches."""
    if not chronicle.next:
        yield f"{INDENT}the campaign has ended"
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
        gains = f", with {elements(won)} in each tower" if won else ""
        told.setdefault(f"{pack.name(there) if there else 'the end'}{gains}", []).append(level)
    for there, at in told.items():
        yield f"success{'' if len(told) == 1 else ' at ' + ' or '.join(at)}: {there}"
    for other in branches.retries(pack, campaign, scenario)[1:]:
        yield f"failure: again, or {pack.name(other)} instead"


def elements(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {element}" for element, count in counts.items())


def introduction(pack: Pack, scenario: str) -> str:
    """Introduction of a scenario from the pack, wrapped for a terminal; empty where there is none."""
    paragraphs = pack.introduction(scenario).strip().split("\n\n")
    return "\n\n".join(textwrap.fill(" ".join(paragraph.split()), WIDTH) for paragraph in paragraphs)


def reward(chronicle: Chronicle) -> str:
    return f"in each tower will lie {elements(chronicle.reward)}"


def player(pack: Pack, one: Player) -> Iterator[str]:
    """A player and the belongings carried."""
    where = f"tower {one.digit} at {one.tower}" if one.tower else f"tower {one.digit}, still to be placed"
    yield f"{one.name}: {pack.name(one.alchemist)}, {where}, {'a soul stone' if one.stone else 'NO soul stone'}"
    for item, fragment in {**one.homunculi, **one.equipment}.items():
        recipe = words.recipe(pack, pack.ids["recipe"].index(item))
        yield from _wrapped(f"{recipe} (carried by {pack.name(fragment)})")
    if one.extension:
        yield from _wrapped(f"tower extension: {words.extension(pack, pack.index('extension', one.extension))}")


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH - len(INDENT), initial_indent=INDENT, subsequent_indent=INDENT * 3)


def special(pack: Pack, chronicle: Chronicle) -> str:
    """Special rules of the next scenario that concern its players."""
    entry = pack.entries["scenario"][pack.index("scenario", chronicle.next)]
    figures = [pack.entries["alchemist"][pack.index("alchemist", one.alchemist)] for one in chronicle.players]
    return "; ".join(words.special(pack, entry["special"], [v.COLOURS[figure["colour"]] for figure in figures]))
