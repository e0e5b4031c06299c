"""Errands in words: a notation that reads like an announcement, and what each would do."""

from collections.abc import Callable
from typing import Any

from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.spelling import did_you_mean
from mpenv.world import brief
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack

MEANINGS = {
    "MAKE": "gathers and converts what the recipe costs, goes home and transmutes it",
    "SERVE": "gets what the town wants, goes there and fulfils its mission",
    "DEFEAT": "goes there and attacks",
    "BRING": "mines it, or takes it along, and hands it over or lays it down beside the tower",
    "BUY": "gets the price, goes there and buys the tower extension",
    "STUDY": "goes to the nearest open town and draws recipes",
    "FETCH": "mines as much of it as the alchemist carries, and lays it into the tower",
    "GATHER": "mines or converts it for the tower, as much as the mission still counts, else one",
    "VISIT": "walks there, whatever the danger",
    "MEET": "walks beside that alchemist, whatever the danger",
    "HOME": "walks home, whatever the danger, and lays the load into the tower",
    "REST": "attacks who stands beside, hides, and ends the turn; homunculi go about their work",
}
UNTIL = "goes on until that is done, something happens or the day ends"


def write(pack: Pack, s: Any, seat: int, action: int) -> str:
    """Notation of an errand, like `green will fetch iron`."""
    kind = e.kind_of(action)
    what = _OBJECTS[kind.name](pack, s, seat, action - c.ACTIONS - kind.start)
    return f"{notation.colour(pack, s, seat)} will {_VERBS.get(kind.name, kind.name.lower())}{what and ' '}{what}"


def read(pack: Pack, s: Any, seat: int, words: str) -> int:
    """Action id of the notation of an errand; its colour may be left out."""
    mine = notation.colour(pack, s, seat)
    wanted = " ".join(words.split()).casefold().removeprefix(f"{mine} ")
    said = [write(pack, s, seat, action).removeprefix(f"{mine} ") for action in range(c.ACTIONS, e.ACTIONS)]
    known = {one.casefold(): one for one in said}
    if wanted not in known:
        raise ValueError(f"{brief(words)} is no errand{did_you_mean(wanted, known, known)}")
    return c.ACTIONS + said.index(known[wanted])


def is_errand(words: str) -> bool:
    """Check that a notation is meant as one of an errand."""
    return "will" in words.casefold().split()[:2]


def meaning(action: int) -> str:
    """What an errand would do."""
    return f"{MEANINGS[e.kind_of(action).name]}; {UNTIL}"


def _recipe(pack: Pack, s: Any, seat: int, k: int) -> str:
    if k == v.POOL:
        return "private"
    return pack.ids["recipe"][s.pool[k]] if s.pool[k] >= 0 else f"slot {k + 1}"


def _inquisitor(pack: Pack, s: Any, seat: int, k: int) -> str:
    return notation.inquisitor(pack, s, *divmod(k, v.STANDEES))


def _town(pack: Pack, s: Any, seat: int, k: int) -> str:
    return v.TOWNS[k]


def _element(pack: Pack, s: Any, seat: int, k: int) -> str:
    elements = pack.ids["element"]
    return elements[k] if k < len(elements) else f"#{k}"


def _player(pack: Pack, s: Any, seat: int, k: int) -> str:
    other, _ = notation.partner(s, seat, (1 + k) * v.FIGURES)
    return f"player {2 + k}" if other is None else notation.colour(pack, s, other)


def _delivery(pack: Pack, s: Any, seat: int, k: int) -> str:
    player, element = divmod(k, v.MAX_ELEMENTS)
    return f"{_element(pack, s, seat, element)} to {_player(pack, s, seat, player)}"


_VERBS = {"BUY": "buy in", "HOME": "go home"}
_OBJECTS: dict[str, Callable[..., str]] = {
    "MAKE": _recipe,
    "SERVE": _town,
    "DEFEAT": _inquisitor,
    "BRING": _delivery,
    "BUY": _town,
    "STUDY": lambda pack, s, seat, k: v.KINDS[k],
    "FETCH": _element,
    "GATHER": _element,
    "VISIT": _town,
    "MEET": _player,
    "HOME": lambda pack, s, seat, k: "",
    "REST": lambda pack, s, seat, k: "",
}
