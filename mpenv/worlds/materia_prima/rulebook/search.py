"""Search the rulebook by words of players: lines, headings, rulings, functions and docstrings, names of tests."""

import functools
import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from mpenv import files
from mpenv.spelling import near
from mpenv.worlds.materia_prima.rulebook import contents, text
from mpenv.worlds.materia_prima.rulebook.contents import Rule

MOST = 8  # rules in an answer
ENOUGH = 0.4  # the least score of a hit beside the best one
SYNONYM = 0.7  # the worth of a synonym beside the word itself
WORDS = re.compile(r"[^\W_]+")

LINE, SOURCE, CHAPTER, RULING, PRIMARY, OTHER, TEST = 5.0, 4.0, 2.0, 2.0, 3.0, 1.0, 1.5  # worth of a word found there


class Entry(NamedTuple):
    """A rule with the worth of each word that names it."""

    rule: Rule
    worth: dict[str, float]


class Hits(NamedTuple):
    """The rules that fit a query, the best first; `unknown` are the words that no rule has, each with near ones."""

    rules: list[Rule]
    unknown: dict[str, list[str]]

    def __str__(self) -> str:
        """The hits for people, and for a word that no rule has the words that look like it."""
        lines = []
        for word, words in self.unknown.items():
            nearest = f"; nearest words: {', '.join(words)}" if words else ""
            lines.append(f"No rule has the word {word!r}{nearest}.")
        if not self.rules:
            return "\n".join([*lines, "`mpenv rules` lists all rules, `mpenv rules MP-ACT` a chapter."])
        found = [line for rule in self.rules for line in ("", *text.paragraph(rule))]
        more = f"`mpenv rules {self.rules[0].id}` names every function and test of the first."
        return "\n".join([*lines, *found, "", more]).lstrip("\n")


def find(rules: list[Rule], query: str) -> Hits:
    """The rules that the words of a query fit best."""
    entries = index(rules)
    asked = list(dict.fromkeys(stems(phrases(query)))) or list(dict.fromkeys(stems(query, small=True)))
    if not asked:
        raise ValueError("--find needs words to search for, as in --find 'last soul stone'")
    known = {word: word for entry in entries for word in entry.worth} | _spelt(rules)
    scores = [(_score(entry, asked, entries) * _verbatim(entry.rule, query), entry.rule) for entry in entries]
    best = max((score for score, _ in scores), default=0.0)
    fitting = sorted((pair for pair in scores if pair[0] > 0 and pair[0] >= best * ENOUGH), key=lambda pair: -pair[0])
    written = {stem(word): word for word in WORDS.findall(query.casefold())}
    unknown = {
        written.get(word, word): near(written.get(word, word), known.values())
        for word in asked
        if not _meant(word) & known.keys()
    }
    return Hits([rule for _, rule in fitting[:MOST]], unknown)


def _spelt(rules: list[Rule]) -> dict[str, str]:
    """Each word of the lines and headings as it is written there, by its stem."""
    return {stem(word): word for one in rules for word in WORDS.findall(f"{one.source} {one.line}".casefold())}


def _score(entry: Entry, asked: list[str], entries: list[Entry]) -> float:
    """The worth of the query's words in an entry: rare words count more, and so do entries that have all words."""
    total, found = 0.0, 0
    for word in asked:
        worth = max(entry.worth.get(one, 0.0) * (1.0 if one == word else SYNONYM) for one in _meant(word))
        found += worth > 0
        having = sum(any(one in other.worth for one in _meant(word)) for other in entries)
        total += worth * math.log(1 + len(entries) / max(having, 1))
    return total * (found / len(asked)) ** 2


def _verbatim(rule: Rule, query: str) -> float:
    """A line or heading that has the query as it stands counts double."""
    return 2.0 if query.strip().casefold() in f"{rule.line} {rule.source} {rule.id}".casefold() else 1.0


# --- words --------------------------------------------------------------------------------------


def stems(text: str, small: bool = False) -> list[str]:
    """The words of a text without endings; small words are left out."""
    return [stem(word) for word in WORDS.findall(text.casefold()) if small or word not in _tables()[2]]


def stem(word: str) -> str:
    """A word without the commonest English endings: towers and tower, attacking and attack are the same."""
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending) + instead
            break
    return word.removesuffix("e") if len(word) > 3 else word


@functools.cache
def _tables() -> tuple[dict[str, str], dict[str, frozenset[str]], frozenset[str]]:
    """Phrases with the word for them, each word with those that mean the same, and small words."""
    read = files.read_toml(contents.HERE / "rulebook" / "synonyms.toml")
    groups: dict[str, set[str]] = {}
    for row in read["same"]:
        ones = {stem(word) for word in row}
        for one in ones:
            groups.setdefault(one, set()).update(ones)
    return read["phrases"], {one: frozenset(words) for one, words in groups.items()}, frozenset(read["small"].split())


def phrases(text: str) -> str:
    """A text with one word for each known phrase: "next to" is "adjacent"."""
    text = text.casefold()
    for phrase, word in _tables()[0].items():
        text = re.sub(rf"\b{re.escape(phrase)}\b", word, text)
    return text


def _meant(word: str) -> set[str]:
    return {word, *_tables()[1].get(word, ())}


# --- index --------------------------------------------------------------------------------------


def index(rules: list[Rule]) -> list[Entry]:
    """Each rule with the words of its line, heading, chapter, rulings, functions and tests."""
    ruled: dict[str, list[str]] = {}
    for one, words in contents.rulings():
        ruled.setdefault(one, []).append(words)
    return [_entry(rule, list(_texts(rule, ruled.get(rule.id, [])))) for rule in rules]


def _entry(rule: Rule, texts: list[tuple[float, str]]) -> Entry:
    """A word is worth most where it stands most prominently, and a little more for each other place."""
    worth: dict[str, float] = {}
    for weight, words in texts:
        for word in set(stems(phrases(words))):
            worth[word] = max(worth.get(word, 0.0), weight) + 0.1 * min(worth.get(word, 0.0), weight)
    return Entry(rule, worth)


def _texts(rule: Rule, rulings: list[str]) -> Iterator[tuple[float, str]]:
    yield LINE, rule.line
    yield SOURCE, f"{rule.id} {rule.source}"
    yield CHAPTER, rule.chapter
    yield from ((RULING, words) for words in rulings)
    for place in rule.functions:
        weight = PRIMARY if place == rule.primary else OTHER
        yield weight, f"{place.name} {place.path.rpartition('/')[2]}".replace("_", " ")
        yield weight / 2, _docstring(place)
    yield from ((TEST, place.name.replace("-", " ").replace("_", " ")) for place in rule.tests)


def _docstring(place: contents.Place) -> str:
    path = contents.HOME / place.path
    return contents.docstrings(path).get(place.name, "") if path.suffix == ".py" else ""
