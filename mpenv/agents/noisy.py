"""`NAME:SHARE`: an agent that plays at random in a share of its decisions."""

import random
from collections.abc import Sequence
from typing import Any

from mpenv.agents.protocol import Agent, why
from mpenv.world import View


class Noisy:
    """Plays as another agent in a share of its decisions, and any legal action otherwise."""

    def __init__(self, agent: Agent, share: float) -> None:
        self.agent, self.share, self._slipped = agent, share, False
        self.held_out = bool(getattr(agent, "held_out", False))
        self._rng = random.Random(0)
        if hasattr(agent, "act_many"):
            self.act_many = self._act_many

    def reset(self, seat: int, seed: int) -> None:
        self._rng = random.Random(f"share {seed} {seat}")
        self.agent.reset(seat, seed)

    def act(self, view: View) -> int:
        self._slipped = self._rng.random() >= self.share
        return self._rng.choice(view.legal) if self._slipped else self.agent.act(view)

    def _act_many(self, views: Sequence[View]) -> list[int]:
        slipped = [self._rng.random() >= self.share for _ in views]
        batched: Any = self.agent
        meant = [view for view, slips in zip(views, slipped, strict=True) if not slips]
        answers = iter(batched.act_many(meant) if meant else ())
        return [
            self._rng.choice(view.legal) if slips else next(answers) for view, slips in zip(views, slipped, strict=True)
        ]

    def explain(self) -> str:
        return "any legal action" if self._slipped else why(self.agent)

    def close(self) -> None:
        """Close the other agent."""
        close = getattr(self.agent, "close", None)
        if close:
            close()
