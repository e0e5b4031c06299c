"""The part of a game that is for people: texts, questions, pictures and the story, in the language that is spoken.

Each text takes a `language` of its own, `en` or `de`; without it the language of `mpenv.language.speaking` holds.
"""

from typing import TYPE_CHECKING, Any

from mpenv.language import speaking
from mpenv.world import Outcome
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import account, cards, events, svg, text
from mpenv.worlds.materia_prima.draw.asks import asks
from mpenv.worlds.materia_prima.draw.meaning import meaning
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.situation import described
from mpenv.worlds.materia_prima.rules.state import RUNNING
from mpenv.worlds.materia_prima.view import View


class Shown:
    """What a game says and shows."""

    if TYPE_CHECKING:  # the part that plays, `mpenv.worlds.materia_prima.game`
        pack: Pack

        @property
        def seat(self) -> int | None: ...
        @property
        def seats(self) -> int: ...
        @property
        def _state(self) -> Any: ...
        def view(self, seat: int) -> View: ...
        def overview(self, seat: int = ...) -> View: ...
        def watched(self) -> View: ...
        def _number(self, action: int | str) -> int: ...

    def happened(self, seat: int | None = None, language: str | None = None) -> list[str]:
        """What the last step brought, in words; to a seat what it may know of that."""
        with speaking(language):
            return events.described(self.pack, self._state if seat is None else self.view(seat).state)

    def text(self, language: str | None = None) -> str:
        """The table as text."""
        with speaking(language):
            return text.table(self.view(self.seat or 0))

    def meaning(self, action: int | str, language: str | None = None) -> str:
        """What an answer would do, in plain words; of one that is not legal the reason."""
        with speaking(language):
            return meaning(self.view(self.seat or 0), self._number(action))

    def asks(self, language: str | None = None) -> str:
        """Describe the open prompt: the seat that must answer, the question, and its cause."""
        with speaking(language):
            return asks(self.view(self.seat or 0))

    def describe(self, language: str | None = None) -> str:
        """The situation, the table, what is asked and why, and what each legal answer means."""
        with speaking(language):
            return described(self.view(self.seat or 0))

    # --- pictures -------------------------------------------------------------------------------

    def svg(self, theme: str = "light", seat: int | None = None, language: str | None = None) -> str:
        """The table as a picture, as a seat sees it: the one that is asked, or another; light, dark or auto."""
        with speaking(language):
            return svg.svg(self.view((self.seat or 0) if seat is None else seat), theme)

    def parts(self, theme: str = "light") -> list[tuple[tuple[float, float, float, float], str]]:
        """The picture as pictures side by side, each with its x, y, width and height."""
        return [*svg.parts(self.view(self.seat or 0), theme)]

    def pieces(self) -> list[tuple[str, str]]:
        """The picture for those who watch, in pieces, key and markup; `frame` opens it."""
        return svg.pieces(self.watched())

    def frame(self, theme: str = "light") -> str:
        """What comes before the pieces of a picture; `</svg>` closes it."""
        return svg.frame(theme, self.watched())

    # --- the story ------------------------------------------------------------------------------

    def card(self, language: str | None = None) -> cards.ScenarioCard:
        """The scenario as a card: its story, its mission and its special rules, for this team."""
        with speaking(language):
            return cards.scenario_card(self.pack, self._state.scenario, self.seats)

    def opening(self) -> list[str]:
        """The story before the first question, in paragraphs; none where the pack tells none."""
        state = self._state
        return [*cards.opening(self.pack, state.scenario, [seat.alchemist for seat in state.seat[: self.seats]])]

    def closing(self) -> list[str]:
        """The story after the end, in paragraphs; none while the game runs, or where the pack tells none."""
        state = self._state
        if state.outcome == RUNNING:
            return []
        return [*cards.closing(self.pack, self.pack.ids["scenario"][state.scenario], state.outcome)]

    def verdict(self) -> Outcome | None:
        """The outcome in the language that is spoken, for people; `outcome` has the words of records."""
        found = account.outcome_of(self.overview())
        if found is None:
            return None
        said, listed = phrase(f"outcome.{found.result}"), account.result(found)
        return Outcome(said, found.day, found.reasons, found.worth, found.details, found.success, listed)
