"""The player of a tutorial: plays the lines of its guide, and where they cannot be played as the expert."""

from typing import cast

from mpenv.agents.materia_prima.scripted import Expert
from mpenv.world import View as AnyView
from mpenv.worlds.materia_prima.catalogue import END
from mpenv.worlds.materia_prima.draw import guide
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.view import View


class Guided:
    """Plays what the guide of a tutorial says for its colour; without a guide, or off its path, the expert."""

    def __init__(self) -> None:
        self._expert = Expert()
        self.reset(0, 0)

    def reset(self, seat: int, seed: int) -> None:
        self._expert.reset(seat, seed)
        self._day, self._left, self._follows, self._said = 0, list[str](), False, ""

    def act(self, view: AnyView) -> int:
        seen = cast(View, view)
        if self._day != seen.state.day:
            line = guide.line_of(seen, seen.seat)
            self._day, self._left = seen.state.day, [] if line is None else list(line["answers"])
            self._follows = line is not None
        answer = self._next(seen) if self._follows and not guide.is_by_chance(seen) else None
        if answer is None:
            self._said = ""
            return self._expert.act(view)
        self._said = "as the guide says"
        return answer

    def explain(self) -> str:
        """One line on the last decision."""
        return self._said or self._expert.explain()

    def _next(self, view: View) -> int | None:
        """The next answer of the line, and the end of the turn behind the last; None off its path."""
        s = view.state
        if self._left:
            if (found := guide.action(view, self._left[0])) is None:
                self._follows = False
            else:
                self._left.pop(0)
            return found
        in_turn = s.prompts == 1 and s.prompt[0].kind == prompts.TURN
        return END if in_turn and END in view.legal else None
