"""The texts of a pack in each of its languages: names, introductions and, where it has one, the story."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mpenv.language import LANGUAGES, USUAL
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import MOST_LETTERS, MOST_STORY, MOST_STRANGE, Ids, plain, shown
from mpenv.worlds.materia_prima.content.faults import Fault

NAMES, STORY = "names.toml", "story.toml"
INTRODUCTION = "introduction"
EPILOGUES = ("flawless", "won", "scarred", "lost")  # how a campaign can end, MP-CAMPAIGN-1
ENDS = ("success", "failure")
TOLD_OF = ("alchemist", "tower", "type", "town")  # kinds whose entries have a sentence of their own
DRILL = v.PROVENANCES.index("training drill")
Entries = dict[str, list[dict[str, Any]]]
Key = tuple[str, ...]  # the tables of a text and its name, without the language: scenario, vault, success


class Texts(NamedTuple):
    """What a pack says in a language."""

    names: dict[str, str]
    introductions: dict[str, str]
    story: dict[Key, str]


class Kind(NamedTuple):
    """How long a text may be, which characters it may have besides letters, and what a stray one does."""

    most: int
    allowed: str
    stray: str


NAME = Kind(MOST_LETTERS, "", "names an entry that does not exist")
OPENING = Kind(MOST_STORY, "\n", "introduces a scenario that does not exist")
TALE = Kind(MOST_STORY, "\n", "is no text of a story of this pack")


def read(files: dict[str, dict[str, Any]], ids: Ids, faults: list[Fault]) -> dict[str, Texts]:
    """The texts by language, the usual one first; what is wrong with them goes to the faults."""
    names, introductions = _names(files[NAMES], ids, faults)
    stories = {language: dict(_flat(table, ())) for language, table in _tables(STORY, files.get(STORY, {}), faults)}
    _same_keys(NAMES, "", names, faults)
    _same_keys(NAMES, f".{INTRODUCTION}", {one: told for one, told in introductions.items() if told}, faults)
    spoken = sorted({**names, **stories}, key=lambda one: (one != USUAL, one))
    return {one: Texts(names.get(one, {}), introductions.get(one, {}), stories.get(one, {})) for one in spoken}


def check_story(texts: dict[str, Texts], entries: Entries, ids: Ids, faults: list[Fault]) -> None:
    """Every text that this pack's story needs is there in each language of the story, and no other."""
    needed = set(story_keys(entries, ids))
    for language, said in texts.items():
        if not said.story:
            continue
        strange = [key for key in said.story if key not in needed]
        for key in strange[:MOST_STRANGE]:
            faults.append(_fault(STORY, language, key, TALE.stray))
        for key in story_keys(entries, ids):
            if key not in said.story:
                faults.append(_fault(STORY, language, key, "is missing"))
            else:
                _plain(STORY, ".".join((language, *key[:-1])), key[-1], said.story[key], TALE, faults)


def story_keys(entries: Entries, ids: Ids) -> Iterator[Key]:
    """The texts that a story of these entries has."""
    for campaign in ids["campaign"]:
        yield "campaign", campaign, "opening"
        yield from (("campaign", campaign, "epilogue", ending) for ending in EPILOGUES)
    after = _branches(entries, ids)
    for scenario, entry in zip(ids["scenario"], entries["scenario"], strict=False):
        if entry["provenance"] == DRILL:
            continue
        yield from (("scenario", scenario, part) for part in ("mission", *ENDS))
        yield from (("scenario", scenario, "because", rule) for rule, given in entry["special"].items() if given)
        yield from (("scenario", scenario, "branch", there) for there in after.get(scenario, ()))
    yield from (("flavour", one) for kind in TOLD_OF for one in ids[kind])


def _branches(entries: Entries, ids: Ids) -> dict[str, list[str]]:
    """The scenarios that can follow each one in a campaign."""
    found: dict[str, list[str]] = {}
    for campaign in entries["campaign"]:
        for chapter in campaign["chapters"]:
            there = [chapter["next"], *chapter["next_by_difficulty"].values(), chapter["instead"]]
            known = found.setdefault(ids["scenario"][chapter["scenario"]], [])
            known += [ids["scenario"][one] for one in there if one is not None and ids["scenario"][one] not in known]
    return {scenario: list(dict.fromkeys(known)) for scenario, known in found.items()}


# --- reading --------------------------------------------------------------------------------------


def _tables(file: str, text: dict[str, Any], faults: list[Fault]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The table of each language; anything else is a fault."""
    for language, table in text.items():
        if language in LANGUAGES and isinstance(table, dict):
            yield language, table
        else:
            known = ", ".join(f"[{one}]" for one in LANGUAGES)
            faults.append(Fault(file, language, "", f"is unknown, texts stand in a table for each language: {known}"))


def _names(
    text: dict[str, Any], ids: Ids, faults: list[Fault]
) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    names, introductions = {}, {}
    known = {one for kind in ids.values() for one in kind}
    for language, table in _tables(NAMES, text, faults):
        told = table.get(INTRODUCTION)
        if not isinstance(told, dict):
            told = {}
        said = {entry: name for entry, name in table.items() if entry != INTRODUCTION or not isinstance(name, dict)}
        where = f"{language}.{INTRODUCTION}"
        introductions[language] = _checked(where, told, OPENING, {*ids["scenario"]}, faults)
        names[language] = _checked(language, said, NAME, known, faults)
    return names, introductions


def _checked(where: str, table: dict[str, Any], kind: Kind, known: set[str], faults: list[Fault]) -> dict[str, str]:
    texts = {}
    for entry, words in table.items():
        if entry not in known:
            faults.append(Fault(NAMES, where, entry, kind.stray))
        elif (text := _plain(NAMES, where, entry, words, kind, faults)) is not None:
            texts[entry] = text
    return texts


def _plain(file: str, where: str, entry: str, words: Any, kind: Kind, faults: list[Fault]) -> str | None:
    if not isinstance(words, str) or not words.strip():
        faults.append(Fault(file, where, entry, f"must be a text, not {shown(words)}"))
        return None
    try:
        return plain(words, kind.most, kind.allowed)
    except ValueError as fault:
        faults.append(Fault(file, where, entry, str(fault)))
        return None


def _same_keys(file: str, below: str, tables: dict[str, dict[str, str]], faults: list[Fault]) -> None:
    """Whatever one language says, each other one says too."""
    for language, table in tables.items():
        for other, theirs in tables.items():
            missing = [key for key in theirs if key not in table]
            faults += [
                Fault(file, f"{language}{below}", key, f"is missing, [{other}{below}] has it") for key in missing
            ]


def _flat(table: dict[str, Any], above: Key) -> Iterator[tuple[Key, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, (*above, key))
        else:
            yield (*above, key), value


def _fault(file: str, language: str, key: Key, words: str) -> Fault:
    return Fault(file, ".".join((language, *key[:-1])), key[-1], words)
