"""A pack for reading: tables of its cards, texts of its scenarios."""

from collections.abc import Callable, Sequence

from mpenv.spelling import did_you_mean
from mpenv.worlds.materia_prima.content import schema
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.pack import cards, stories
from mpenv.worlds.materia_prima.draw.pack.table import Story, Table

Parts = Sequence[Table | Story]
SECTIONS: dict[str, Callable[[Pack], Parts]] = {
    "elements": cards.elements,
    "board": cards.the_board,
    "alchemists": cards.alchemists,
    "recipes": cards.recipes,
    "extensions": cards.extensions,
    "missions": cards.missions,
    "inquisitors": cards.inquisitors,
    "alarms": cards.alarms,
    "scenarios": stories.scenarios,
    "campaigns": stories.campaigns,
    "provenance": cards.provenance,
}


def holds(pack: Pack) -> str:
    """Summary of a pack in a line, with its hash."""
    counts = {kind: len(pack.entries[kind]) for kinds in schema.FILES.values() for kind in kinds if kind}
    recipes = " + ".join(str(counts.pop(kind)) for kind in ("homunculus", "equipment", "stone"))
    parts = [f"{count} {kind}{'s' * (count != 1)}" for kind, count in counts.items() if kind in COUNTED]
    return f"{pack.id} {pack.version} ({pack.hash}): {recipes} recipes, {', '.join(parts)}"


COUNTED = ("element", "conversion", "alchemist", "mission", "extension", "type", "alarm", "scenario", "campaign")


def page(pack: Pack, section: str | None = None) -> str:
    """The whole pack, a section, or an entry: `recipes`, `scenario.hunt`, `equipment.1a`."""
    if section is None:
        return f"{holds(pack)}\n\n{_together([part for draw in SECTIONS.values() for part in draw(pack)])}"
    if section in SECTIONS:
        return _together(SECTIONS[section](pack)) or f"There are no {section}."
    return _entry(pack, section)


def _together(parts: Parts) -> str:
    return "\n\n".join("\n".join(part.lines()) for part in parts)


def _entry(pack: Pack, words: str) -> str:
    """Rows about an entry, and its provenance."""
    kind, _, rest = words.partition(".")
    entry = rest if rest in pack.ids.get(kind, []) else words
    parts = [part.only(entry) for draw in SECTIONS.values() for part in draw(pack)]
    found = [part for part in parts if part.rows]
    if not found:
        raise ValueError(
            f"there is no section or entry {words!r}, sections are {', '.join(SECTIONS)}; entries go by ids"
            f"{did_you_mean(words, [*SECTIONS, *(one for ids in pack.ids.values() for one in ids)])}"
        )
    return f"{_together(found)}\n\n{_source(pack, entry)}".rstrip()


def _source(pack: Pack, entry: str) -> str:
    sources = (
        (file, pack.entries[kind][pack.index(kind, entry)])
        for file, kinds in schema.FILES.items()
        for kind in kinds
        if kind and entry in pack.ids[kind]
    )
    return "\n".join(f"{file}, provenance: {v.PROVENANCES[one['provenance']]}" for file, one in sources)
