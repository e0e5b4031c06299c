"""Cooperative board games as worlds in which AI teammates are trained, benchmarked and judged."""

from importlib import metadata
from typing import TYPE_CHECKING, Any

import pettingzoo

if TYPE_CHECKING:
    from mpenv.envs.aec import AECGame
    from mpenv.materia import Game

__version__ = metadata.version("mpenv")
__all__ = ["Game", "__version__", "env", "scenarios"]


def env(
    scenario: str = "prologue",
    seats: int = 2,
    *,
    difficulty: str | None = None,
    alchemists: list[str] | tuple[str, ...] | None = None,
    layout: str = "standard",
    placement: str = "standard",
    rules: dict[str, Any] | None = None,
    pack: str = "inquisition",
    seed: int | None = None,
    extend: str = "never",
    encoder: str = "flat",
    reward: str = "team",
    on_illegal: str = "raise",
    max_plies: int | None = None,
    render_mode: str | None = None,
) -> "AECGame":
    """A PettingZoo AEC environment of Materia Prima; every option is a keyword, a wrong one is told what there is.

    `render_mode`: `ansi` (text), `svg`, `rgb_array` (needs `pip install 'mpenv[play]'`), or `human` (a page in a file
    that follows the game, with a display or without one).
    """
    from mpenv.envs.aec import AECGame
    from mpenv.materia import WORLD

    return AECGame(
        WORLD,
        scenario=scenario,
        seats=seats,
        difficulty=difficulty,
        alchemists=alchemists,
        layout=layout,
        placement=placement,
        rules=rules,
        pack=pack,
        seed=seed,
        extend=extend,
        encoder=encoder,
        reward=reward,
        on_illegal=on_illegal,
        max_plies=max_plies,
        render_mode=render_mode,
    )


def scenarios(pack: str = "inquisition") -> list[str]:
    """The scenarios of a pack."""
    from mpenv.materia.content.pack import load

    return list(load(pack).ids["scenario"])


def __getattr__(name: str) -> Any:
    if name == "Game":
        from mpenv.materia import Game

        return Game
    raise AttributeError(f"module 'mpenv' has no attribute {name!r}, it has {', '.join(__all__)}")


if hasattr(pettingzoo, "register"):  # the registry came with PettingZoo 1.26
    pettingzoo.register("aec", "mpenv/materia_prima_v0", "mpenv:env")
