"""Checks of the options that all environments share, and the error for calls without a running game."""

from typing import Any

from gymnasium.error import ResetNeeded

from mpenv.engine.checks import ON_ILLEGAL, one_of
from mpenv.world import brief

REWARDS = ("team", "shaped")
RENDER_MODES = ("ansi", "svg", "rgb_array", "human")


class NoGame(ResetNeeded, AssertionError, AttributeError):
    """Raised before the first `reset`, and for actions after the end of a game.

    It is what gymnasium (ResetNeeded), PettingZoo (AssertionError) and a missing attribute would raise.
    """


NOT_BEGUN = "no game has begun: call reset(seed=...) first"
OVER = "no game waits for an answer: call reset() for the next one"


def checked(reward: object, on_illegal: object, render_mode: object) -> None:
    """Check the options that all environments share."""
    one_of("reward", reward, REWARDS)
    one_of("on_illegal", on_illegal, ON_ILLEGAL)
    one_of("render_mode", render_mode, (None, *RENDER_MODES))


def options_checked(options: Any) -> dict[str, Any]:
    """The options of a reset as a dict."""
    if options is not None and not isinstance(options, dict):
        raise ValueError(f"options={brief(options)} must be a dict, like {{'position': ...}}, or None")
    return options or {}
