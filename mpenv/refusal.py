"""Help in the error of an illegal action: the prompt, and the legal actions."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mpenv.world import Game

EXAMPLES = 3


def question(game: "Game") -> str:
    """The prompt and its cause, on a line."""
    return " ".join(game.asks().split("\n")[:2])


def answers(game: "Game", ids: bool) -> str:
    """Number of legal actions and a few of them, by id and notation or by notation alone."""
    legal = game.legal()
    last = len(legal) - 1
    few = sorted({legal[last * k // (EXAMPLES - 1)] for k in range(EXAMPLES)}) if legal else []
    shown = ", ".join(f"{action} {game.words(action)!r}" if ids else repr(game.words(action)) for action in few)
    return f"{len(legal)} of {len(game.mask())} actions{', like' if last >= EXAMPLES else ':'} {shown}"


def of_game(game: "Game", ids: bool) -> str:
    """Help added by `Game.apply`."""
    where = "game.mask() marks them with 1" if ids else "game.describe() says what each does"
    return f"asked: {question(game)}\nlegal: {answers(game, ids)}; {where}"


def of_environment(game: "Game", who: str, masks: str) -> str:
    """Help added by an environment; `masks` says where it has its masks."""
    return (
        f"asked: {who}. {question(game)}\n"
        f"legal: {answers(game, ids=True)}\n"
        f"masks: {masks}\n"
        'programs that draw actions without a mask: make the environment with on_illegal="random" (or "pass")'
    )
