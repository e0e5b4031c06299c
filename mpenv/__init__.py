"""Cooperative board games as worlds in which AI teammates are trained, benchmarked and judged."""

from importlib import metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mpenv.envs.aec import AECGame
    from mpenv.materia import Game

__version__ = metadata.version("mpenv")
__all__ = ["Game", "__version__", "env", "scenarios"]


def env(**options: Any) -> "AECGame":
    """A PettingZoo AEC environment: `mpenv.env(scenario="prologue", seats=2)`."""
    from mpenv.envs.aec import AECGame
    from mpenv.materia import WORLD

    return AECGame(WORLD, **options)


def scenarios(pack: str = "inquisition") -> list[str]:
    """The scenarios of a pack."""
    from mpenv.materia.content.pack import load

    return list(load(pack).ids["scenario"])


def __getattr__(name: str) -> Any:
    if name == "Game":
        from mpenv.materia import Game

        return Game
    raise AttributeError(f"module 'mpenv' has no attribute {name!r}, it has {', '.join(__all__)}")
