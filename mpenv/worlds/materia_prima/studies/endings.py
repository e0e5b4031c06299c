"""The shipped endings: states on the last day with exact solutions."""

import functools
from pathlib import Path
from typing import Any

from mpenv import files, toml, workers
from mpenv.evaluation.exact_values import Solver, Truth
from mpenv.evaluation.regret import Ending
from mpenv.spelling import did_you_mean
from mpenv.world import World
from mpenv.worlds.materia_prima.game import Game

HOME = Path(__file__).resolve().parents[1] / "content/endings"
TRUTH = "truth.toml"
DIGITS = 9  # digits of a probability in the file


def shipped(only: str = "", home: Path = HOME) -> list[Ending]:
    """All endings, or those whose names begin with `only`."""
    truth = files.read_toml(home / TRUTH)
    names = [name for name in sorted(truth) if name.startswith(only)]
    if not names:
        kinds = sorted({name.rpartition("-")[0] for name in truth})
        raise ValueError(f"there is no ending {only!r}, they begin with {', '.join(kinds)}{did_you_mean(only, kinds)}")
    return [Ending(name, (home / f"{name}.toml").read_text(encoding="utf-8"), truth[name]["moves"]) for name in names]


def solve(position: str, solver: Solver) -> tuple[dict[str, float], int]:
    """Exact values of a position's answers by notation, as in the file, and the number of states."""
    game = Game.from_position(position)
    truth = solver.solve(game)
    return by_words(game, truth), truth.situations


def by_words(game: Game, truth: Truth) -> dict[str, float]:
    return {game.words(action): round(value, DIGITS) for action, value in truth.moves.items()}


def line_of(name: str, moves: dict[str, float], situations: int) -> str:
    """Line of an ending in the file of solutions."""
    return f"[{toml.key(name)}]\n{toml.lines({'situations': situations, 'moves': moves})}"


@functools.cache
def _solver(world: Any) -> Solver:
    return Solver(world)


def check(world: World, endings: list[Ending], number: int, on_progress: workers.OnProgress) -> int:
    """Solve an ending again and return the number of situations; ValueError when other values come out."""
    one = endings[number]
    moves, situations = solve(one.position, _solver(world))  # type: ignore[arg-type]
    wrong = [
        f"{words} is worth {moves.get(words)}, not {one.moves.get(words)}"
        for words in {**moves, **one.moves}
        if moves.get(words) != one.moves.get(words)
    ]
    if wrong:
        raise ValueError(f"{one.name}: {'; '.join(wrong)}")
    on_progress(1, 0)
    return situations


def recompute(
    world: World, endings: list[Ending], processes: int, on_progress: workers.OnProgress = workers.no_progress
) -> int:
    """Solve endings again and compare; the number of situations that were solved."""
    return sum(workers.run(functools.partial(check, world, endings), range(len(endings)), processes, on_progress))
