"""What an agent is: it sees the view of its seat and names a legal action."""

from typing import Protocol

from mpenv.world import View


class Agent(Protocol):
    """A player for one seat; it brings its own generator and never sees the game itself."""

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins, and the agent sits on this seat."""

    def act(self, view: View) -> int:
        """A legal action id; asked only when it is this seat's turn to answer."""
        ...
