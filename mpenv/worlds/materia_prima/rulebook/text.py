"""The rules as text for people and as JSON for programs."""

import json
import textwrap

from mpenv.worlds.materia_prima.rulebook import contents
from mpenv.worlds.materia_prima.rulebook.contents import Place, Rule

COLUMNS, FIRST = 120, 20


def dump(rules: list[Rule]) -> str:
    """The rules as JSON, the primary function first; without tests at hand `tests` is null."""
    listed = [
        {
            "id": one.id,
            "chapter": one.chapter,
            "line": one.line,
            "source": one.source,
            "functions": [place._asdict() for place in one.functions],
            "tests": [place._asdict() for place in one.tests] if contents.tested() else None,
            "exempt": one.exempt,
        }
        for one in rules
    ]
    return json.dumps(listed, indent=1)


def page(rules: list[Rule], full: bool) -> str:
    """The rules as a paragraph each under the names of their chapters, or with every function and test."""
    text, chapter = [], ""
    for one in rules:
        if one.chapter != chapter:
            text += ["", one.chapter]
            chapter = one.chapter
        text += paragraphs(one) if full else paragraph(one)
    return "\n".join([*text, "", *_sum(rules)]).lstrip("\n")


def paragraph(one: Rule) -> list[str]:
    """The line of a rule, its place in the rulebook, its primary function, the others, the number of its tests."""
    text = [*wrapped(one.id, one.line), *wrapped("", _source(one)), *wrapped("", _where(one.primary))]
    others = ", ".join(f"{place.path.removeprefix(_room())}:{place.line} {place.name}" for place in one.also)
    return [*text, *wrapped("", f"also in {others}" if others else ""), *wrapped("", _proofs(one))]


def _room() -> str:
    return f"{contents.short(contents.HERE)}/"


def _source(one: Rule) -> str:
    return one.source if one.source.startswith("ours") else f"rulebook: {one.source}"


def _where(place: Place | None) -> str:
    return f"{place.path}:{place.line} {place.name}" if place else "no function"


def _proofs(one: Rule) -> str:
    """The number of tests, and the reason why there may be none."""
    words = [counted(len(one.tests), "test")] if contents.tested() else []
    return "; ".join([*words, f"exempt: {one.exempt}"] if one.exempt else words)


def paragraphs(one: Rule) -> list[str]:
    """All that is known of a rule."""
    text = ["", *wrapped(one.id, one.line), f"    {_source(one)}", "    played by"]
    text += wrapped("", _where(one.primary), 6)
    if one.also:
        text.append("    also in")
    for place in one.also:
        text += wrapped("", _where(place), 6)
    if contents.tested():
        text.append(f"    proved by {counted(len(one.tests), 'test')}")
    for test in one.tests:
        words = f"{test.path}:{test.line} {test.name}"
        if contents.POSITIONS in (contents.HOME / test.path).parents:
            words = (contents.HOME / test.path).relative_to(contents.POSITIONS).as_posix()
        text += wrapped("", words, 6)
    return [*text, f"    exempt: {one.exempt}"] if one.exempt else text


def counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'s' if number > 1 else ''}"


def wrapped(head: str, words: str, margin: int = FIRST) -> list[str]:
    """A paragraph behind a margin, its head in the margin; nothing for no words."""
    paper = textwrap.TextWrapper(COLUMNS, break_long_words=False, break_on_hyphens=False)
    paper.initial_indent, paper.subsequent_indent = f"  {head:<{margin - 2}}", " " * margin
    return paper.wrap(words)


def _sum(rules: list[Rule]) -> list[str]:
    if not rules:
        return ["No rule lacks a function or a test."]
    counts = f"{counted(len(rules), 'rule')}, {sum(one.primary is not None for one in rules)} with a function"
    if not contents.tested():
        return [f"{counts}. The tests are not installed here; a checkout has them."]
    proved, free = sum(bool(one.tests) for one in rules), sum(bool(one.exempt) for one in rules)
    return [
        f"{counts}, {proved} with a test, {free} exempt.",
        f"Position files are under {contents.short(contents.POSITIONS)}; "
        "`mpenv rules ID` names the tests of a rule or a chapter.",
    ]
