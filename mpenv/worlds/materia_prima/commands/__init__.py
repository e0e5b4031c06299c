"""The verbs that this world brings to the command line."""

from mpenv.terms import Verb


def _verb(name: str, group: str, words: str) -> Verb:
    return Verb(name, group, words, f"{__name__}.{name}:parser")


VERBS = (
    _verb("campaign", "Play and watch", "begin a campaign, or go on with the one in a chronicle"),
    _verb("regret", "Train and judge agents", "measure how much agents give away in endings that are solved exactly"),
    _verb("rules", "The game", "list the rules of the game, the functions that play them, the tests that prove them"),
    _verb("pack", "The game", "check, show, start or measure a pack of cards, board and scenarios"),
    _verb("calibrate", "The game", "measure how hard every scenario is and what each rule is worth, and judge it"),
)
