"""Play the guide of a tutorial: every line must be playable in every game, and lead to a success."""

import weakref
from typing import Any

from mpenv.worlds.materia_prima.catalogue import END
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.faults import BrokenPack, Fault
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.draw import guide
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules import prompts

FILE = "scenarios.toml"
SEEDS = 8  # games with other cards and dice that the lines are played in


_sound = weakref.WeakSet[Pack]()


def refuse_unplayable(pack: Pack) -> None:
    """Play the guides of a pack once, and raise BrokenPack where they cannot be played."""
    if pack not in _sound:
        if found := faults(pack.path):
            raise BrokenPack(pack.id, found)
        _sound.add(pack)


def faults(pack: str) -> list[Fault]:
    """Everything that cannot be played in the guides of a pack; BrokenPack where it does not load."""
    found: dict[Fault, None] = {}
    for one in load(pack).entries["scenario"]:
        for seed in range(SEEDS if one["guide"] else 0):
            found |= dict.fromkeys(_Trial(pack, one, seed).faults())
    return list(found)


class _Trial:
    """A game in which every seat plays its lines."""

    def __init__(self, pack: str, scenario: dict[str, Any], seed: int) -> None:
        self._scenario = scenario
        self._given_up = set[int]()  # lines that cannot be played
        self._game = Game(scenario["id"], v.SEATS, seed, pack=pack)
        self._lines = {
            (one["day"], one["colour"]): (number, list(one["answers"]))
            for number, one in enumerate(scenario["guide"], 1)
            if one["colour"] is not None and one["answers"]
        }

    def faults(self) -> list[Fault]:
        """What could not be played in this game."""
        found = []
        while (outcome := self._game.outcome) is None:
            wrong = self._answer()
            if wrong:
                found.append(self._fault(wrong))
        if not found:
            found += [
                self._fault(f"line {number}: {answers[0]!r} is never asked for")
                for number, answers in self._lines.values()
                if answers
            ]
        if not found and not outcome.success:
            found.append(self._fault(f"who follows it does not win: {'; '.join(outcome.reasons)}"))
        return found

    def _answer(self) -> str:
        """Play one decision; what is wrong with the line that should have given it."""
        game = self._game
        view = game.view(game.seat or 0)
        mine = guide.colour(view, view.seat)
        number, left = self._lines.get((game.day, mine), (0, []))
        if guide.is_by_chance(view):
            taken = guide.action(view, "yes")
            game.apply(view.legal[0] if taken is None else taken)
            return ""
        in_turn = view.state.prompts == 1 and view.state.prompt[0].kind == prompts.TURN
        if not left:
            game.apply(END if in_turn and END in view.legal else view.legal[0])
            unfinished = in_turn and number and number not in self._given_up
            return f"line {number}: the turn goes on behind the last answer, 'end' ends it" if unfinished else ""
        wanted = left.pop(0)
        action = guide.action(view, wanted)
        if action is not None:
            game.apply(action)
            return ""
        left.clear()
        self._given_up.add(number)
        legal = ", ".join(view.words(one) for one in view.legal[:8])
        return f"line {number}: {v.COLOURS[mine]} cannot play {wanted!r} on day {game.day}, but {legal}"

    def _fault(self, words: str) -> Fault:
        return Fault(FILE, self._scenario["id"], "guide", words)
