"""Suggest the word that somebody meant: the known ones that look like the one that is not known."""

import difflib
from collections.abc import Iterable, Mapping

ALIKE = 0.6  # the least likeness of a suggestion, from 0 to 1
BESIDE = 0.1  # how much less alike than the best the others may be
MOST = 3
LONGEST = 80  # letters of a word that is compared


def near(word: object, there: Iterable[object]) -> list[str]:
    """The known words that look most like this one, the best first; upper and lower case are the same."""
    known = {str(one).casefold(): str(one) for one in there}
    if not isinstance(word, str) or not word or len(word) > LONGEST:
        return []
    wanted = word.casefold()
    if wanted in known:
        return [known[wanted]]
    alike = difflib.get_close_matches(wanted, known, MOST, ALIKE)
    if not alike:
        begun = [one for one in known if one.startswith(wanted)] if len(wanted) > 1 else []
        return [known[one] for one in begun[:MOST]]
    best = _likeness(alike[0], wanted)
    return [known[one] for one in alike if _likeness(one, wanted) >= best - BESIDE]


def _likeness(one: str, wanted: str) -> float:
    return difflib.SequenceMatcher(None, one, wanted).ratio()


def did_you_mean(word: object, there: Iterable[object], shown: Mapping[str, str] | None = None) -> str:
    """The end of a message about an unknown word: `; did you mean 'expert'?`, or nothing.

    `shown` says what to suggest for a known word, where that is not the word itself.
    """
    found = [shown[one] if shown else one for one in near(word, there)]
    return f"; did you mean {' or '.join(map(repr, found))}?" if found else ""
