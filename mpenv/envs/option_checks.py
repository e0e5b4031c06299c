"""The options of every environment, and the errors of one in which no game is played."""

from typing import Any

from gymnasium.error import ResetNeeded

from mpenv.engine.checks import ON_ILLEGAL, one_of
from mpenv.world import brief

REWARDS = ("team", "shaped")
RENDER_MODES = ("ansi", "svg", "rgb_array", "human")


class NoGame(ResetNeeded, AssertionError, AttributeError):
    """Nothing can be asked of an environment before its first `reset`, nor answered after the end of a game.

    gymnasium raises ResetNeeded then, PettingZoo an AssertionError, and an attribute that is not there yet is missed.
    """


NOT_BEGUN = "no game has begun: call reset(seed=...) first"
OVER = "no game waits for an answer: call reset() for the next one"


def checked(reward: object, on_illegal: object, render_mode: object) -> None:
    """The options that every environment has."""
    one_of("reward", reward, REWARDS)
    one_of("on_illegal", on_illegal, ON_ILLEGAL)
    one_of("render_mode", render_mode, (None, *RENDER_MODES))


def options_checked(options: Any) -> dict[str, Any]:
    """The options of a reset as a table."""
    if options is not None and not isinstance(options, dict):
        raise ValueError(f"options={brief(options)} must be a table, like {{'position': ...}}, or None")
    return options or {}
