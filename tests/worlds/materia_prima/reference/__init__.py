"""A second, slow and plain telling of the cooperative rules, to compare the game against."""

from . import positions
from .play import answer, legal, play_on
from .setup import new_game
from .state import Game


class Reference:
    """One game: ask who is to answer and what is legal, answer, and read off the position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._legal: set[int] | None = None  # of the open question, once asked for

    @classmethod
    def new(
        cls,
        folder: str,
        scenario: str,
        seats: int,
        seed: int,
        *,
        difficulty: str | None = None,
        alchemists: list[str] | None = None,
        colours: list[str] | None = None,
        temple: str | None = None,
        layout: str = "standard",
        placement: str = "standard",
        rules: dict | None = None,
        extend: str = "never",
        campaign: dict | None = None,
    ) -> "Reference":
        """Set up a game and play it up to the first decision."""
        game = new_game(
            folder, scenario, seats, seed, difficulty, alchemists, layout, placement, rules or {}, extend, campaign
        )
        for seat, colour in zip(game.seats, colours or [], strict=False):  # MP-SETUP-6
            seat.stands = colour if colour != seat.alchemist["colour"] else None
        game.temple = temple or game.temple
        play_on(game)
        return cls(game)

    @classmethod
    def load(cls, position: dict, folder: str) -> "Reference":
        """Take up a position that stands at a decision."""
        return cls(positions.load(position, folder))

    def position(self) -> dict:
        """The whole game as a dictionary."""
        return positions.write(self.game)

    def legal(self) -> set[int]:
        """The answers to the open question; none when the game is over."""
        if self._legal is None:
            self._legal = legal(self.game)
        return self._legal

    def apply(self, action: int) -> None:
        """Give an answer and play on to the next decision."""
        if action not in self.legal():
            raise ValueError(f"{action} is no answer here")
        answer(self.game, action)
        play_on(self.game)
        self._legal = None

    @property
    def seat(self) -> int | None:
        """Who is asked."""
        return self.game.prompts[-1].seat if self.game.prompts else None

    @property
    def outcome(self) -> str | None:
        """None, "success", "failure" or "abort"."""
        return self.game.outcome
