"""What the error of an illegal action teaches: what is asked, and which answers are legal."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mpenv.world import Game

EXAMPLES = 3


def question(game: "Game") -> str:
    """What is asked, and why, on one line."""
    return " ".join(game.asks().split("\n")[:2])


def answers(game: "Game", ids: bool) -> str:
    """How many actions are legal, and a few of them: by id and notation, or by notation alone."""
    legal = game.legal()
    last = len(legal) - 1
    few = sorted({legal[last * k // (EXAMPLES - 1)] for k in range(EXAMPLES)}) if legal else []
    shown = ", ".join(f"{action} {game.words(action)!r}" if ids else repr(game.words(action)) for action in few)
    return f"{len(legal)} of {len(game.mask())} actions{', like' if last >= EXAMPLES else ':'} {shown}"


def of_game(game: "Game", ids: bool) -> str:
    """What `Game.apply` says besides."""
    where = "game.mask() marks them with 1" if ids else "game.describe() says what each does"
    return f"asked: {question(game)}\nlegal: {answers(game, ids)}; {where}"


def of_environment(game: "Game", who: str, masks: str) -> str:
    """What an environment says besides; `masks`: where this one shows its masks."""
    return (
        f"asked: {who}. {question(game)}\n"
        f"legal: {answers(game, ids=True)}\n"
        f"masks: {masks}\n"
        'programs that draw actions without a mask: make the environment with on_illegal="random" (or "pass")'
    )
