"""A chronicle told to people: the road so far and ahead, who has what, what comes next."""

from collections.abc import Iterator

from mpenv.materia.campaign import map as drawn
from mpenv.materia.campaign import road
from mpenv.materia.campaign.kept import LETTERS, Chronicle, Played, Player
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.pack import Pack, load
from mpenv.materia.draw import words

INDENT = "  "


def page(chronicle: Chronicle) -> str:
    """Everything the chronicle keeps, for a reader."""
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


def ended(pack: Pack, one: Played) -> str:
    """`The Forge: success on day 16, normal (begun as hard)`."""
    level = f", {_level(one.difficulty)}" if one.difficulty else ""
    longer = f" (begun as {_level(one.started)})" if one.started != one.difficulty else ""
    return f"{pack.name(one.scenario)}: {one.outcome} on day {one.day}{level}{longer}"


def _level(letter: str) -> str:
    return v.DIFFICULTIES[LETTERS.index(letter)]


def _ahead(pack: Pack, chronicle: Chronicle) -> Iterator[str]:
    """Every scenario that can still come, in the order of the campaign, with where it leads."""
    if not chronicle.next:
        yield f"{INDENT}the campaign has ended"
    reached = {chronicle.next}
    if chronicle.played and not chronicle.played[-1].success:
        reached |= set(road.walk(pack, chronicle.campaign, chronicle.played).open)
    chapters = road.chapters(pack, chronicle.campaign)
    for scenario in _in_order(pack, chronicle.campaign, reached):
        mark = ">" if scenario == chronicle.next else " "
        yield f"{INDENT}{mark} {pack.name(scenario)}: {'; '.join(_branches(pack, chapters[scenario], scenario))}"


def _in_order(pack: Pack, campaign: str, reached: set[str]) -> Iterator[str]:
    chapters = road.chapters(pack, campaign)
    found = {one for one in reached if one}
    waiting = list(found)
    for scenario in waiting:
        others = [road.following(pack, chapters[scenario], letter) for letter in LETTERS]
        for there in {*others, *road.retries(pack, campaign, scenario)} - found - {""}:
            found.add(there)
            waiting.append(there)
    return (scenario for scenario in chapters if scenario in found)


def _branches(pack: Pack, chapter: dict[str, object], scenario: str) -> Iterator[str]:
    """Where a success leads at each level, what it wins, and the other road after a failure."""
    told: dict[str, list[str]] = {}
    for level in road.levels(pack, scenario):
        letter = LETTERS[v.DIFFICULTIES.index(level)]
        there, won = road.following(pack, chapter, letter), road.reward(pack, chapter, letter)
        gains = f" with {elements(won)} in each tower" if won else ""
        told.setdefault(f"{pack.name(there) if there else 'the end'}{gains}", []).append(level)
    for there, at in told.items():
        yield f"success {'' if len(told) == 1 else ' or '.join(at) + ' '}leads to {there}"
    if chapter["instead"] is not None:
        yield f"after a failure {pack.name(pack.ids['scenario'][int(str(chapter['instead']))])} may be played instead"


def elements(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {element}" for element, count in counts.items())


def reward(chronicle: Chronicle) -> str:
    return f"in each tower will lie {elements(chronicle.reward)}"


def player(pack: Pack, one: Player) -> Iterator[str]:
    """Who it is, and what is brought along."""
    where = f"tower {one.digit} at {one.tower}" if one.tower else f"tower {one.digit}, still to be placed"
    yield f"{one.name}: {pack.name(one.alchemist)}, {where}, {'a soul stone' if one.stone else 'NO soul stone'}"
    for item, fragment in {**one.homunculi, **one.equipment}.items():
        yield f"{INDENT}{words.recipe(pack, pack.ids['recipe'].index(item))} (carried by {pack.name(fragment)})"
    if one.extension:
        gives = words.extension(pack, pack.index("extension", one.extension))
        yield f"{INDENT}tower extension: {gives}"
