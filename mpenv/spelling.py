"""Suggestions for misspelled words."""

import difflib
from collections.abc import Iterable, Mapping

ALIKE = 0.6  # least similarity of a suggestion, from 0 to 1
MARGIN = 0.1  # how much less similar than the best other suggestions may be
MOST = 3
LONGEST = 80  # letters of a word, else nothing is suggested


def near(word: object, known_words: Iterable[object]) -> list[str]:
    """Known words most similar to a word, best first, ignoring case."""
    known = {str(candidate).casefold(): str(candidate) for candidate in known_words}
    if not isinstance(word, str) or not word or len(word) > LONGEST:
        return []
    wanted = word.casefold()
    if wanted in known:
        return [known[wanted]]
    alike = difflib.get_close_matches(wanted, known, MOST, ALIKE)
    if not alike:
        begun = [candidate for candidate in known if candidate.startswith(wanted)] if len(wanted) > 1 else []
        return [known[candidate] for candidate in begun[:MOST]]
    best = _likeness(alike[0], wanted)
    return [known[candidate] for candidate in alike if _likeness(candidate, wanted) >= best - MARGIN]


def _likeness(candidate: str, wanted: str) -> float:
    return difflib.SequenceMatcher(None, candidate, wanted).ratio()


def did_you_mean(word: object, known_words: Iterable[object], shown: Mapping[str, str] | None = None) -> str:
    """Ending of a message about an unknown word: `; did you mean 'expert'?`, or nothing.

    `shown` maps known words to what is suggested for them, where they differ.
    """
    found = [shown[candidate] if shown else candidate for candidate in near(word, known_words)]
    return f"; did you mean {' or '.join(map(repr, found))}?" if found else ""
