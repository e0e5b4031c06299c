"""What an agent is: it sees the view of its seat and names a legal action."""

from collections.abc import Sequence
from typing import Protocol

from mpenv.world import View


class Agent(Protocol):
    """A player for one seat; it brings its own generator and never sees the game itself."""

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins, and the agent sits on this seat."""

    def act(self, view: View) -> int:
        """A legal action id; asked only when it is this seat's turn to answer."""
        ...


class Batched(Agent, Protocol):
    """An agent whose answer hangs on the view alone, so that it can play many games at once."""

    def act_many(self, views: Sequence[View]) -> Sequence[int]:
        """A legal action id for each view; each is of another game, in which this agent sits on the same seat."""
        ...


class Explains(Agent, Protocol):
    """An agent that can say why."""

    def explain(self) -> str:
        """One line about the last decision."""
        ...


def why(agent: object) -> str:
    """What an agent says of its last decision; nothing where it has nothing to say."""
    explain = getattr(agent, "explain", None)
    return str(explain() or "") if callable(explain) else ""
