"""Collects the endings that are shipped: `mpenv regret --collect FOLDER`.

Situations of games are brought near the end and solved. Those are kept in which the answer matters, first of all where
chance decides how much, as different from each other as can be found.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mpenv import files, workers
from mpenv.evaluation.exact_values import Solver
from mpenv.world import World
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.studies import endings
from mpenv.worlds.materia_prima.studies.endgame_sampling import moments
from mpenv.worlds.materia_prima.studies.trim_position import short
from mpenv.worlds.materia_prima.studies.watchers import asked

SCENARIOS = (
    "drill-errand", "drill-hunt", "prologue", "alms", "licences", "hunt", "vault", "tithe", "watch", "great-work",
)  # fmt: skip
SEATS = (2, 3, 4)
GROUPS = tuple(itertools.product(SCENARIOS, SEATS))
EACH = 8  # endings per group, scenario and number of seats
LOOKED, MOST = 250, 1500  # states examined per group; the limit while too few endings are found
SPARE = 6  # candidates found per ending chosen
PLAIN = 3  # most endings without chance, while there are others
SMALL = (1 << 14, 1 << 18)  # states and work that most endings may take
LARGE = (1 << 17, 1 << 21)
RARE = 25  # one in so many may be large
ROWS = 1 << 11  # rows in the solver's queue
OFTEN = 3  # questions of a kind taken from a state
MATTERS = 0.02  # least difference between best and worst answer
Values = dict[str, float]


class Found(NamedTuple):
    game: Game
    moves: Values
    situations: int

    @property
    def value(self) -> float:
        return max(self.moves.values())

    @property
    def by_chance(self) -> bool:
        """Whether chance decides after the best, or after two answers."""
        inside = {value for value in self.moves.values() if MATTERS < value < 1 - MATTERS}
        return len(inside) > 1 or self.value in inside

    @property
    def traits(self) -> tuple[str, ...]:
        """Properties that endings should not share: question and best answer, question, rounded value, size."""
        best = max(self.moves, key=lambda words: self.moves[words])
        kind = prompts.KINDS[asked(self.game.overview())]
        return f"{kind} {best.split()[1]}", kind, f"value {int(5 * self.value)}", f"size {len(str(self.situations))}"


def collect(world: World, folder: Path, processes: int) -> None:
    """Fill an empty folder with endings and their solutions."""
    if not folder.is_dir() or any(folder.glob("*.toml")):
        raise ValueError(f"{folder} must be a folder without endings")
    work = functools.partial(_group, world, folder)
    workers.run(work, range(len(GROUPS)), processes, lambda done, situations: None)
    parts = sorted(folder.glob(f"*.{endings.TRUTH}"))
    truth = "\n".join(part.read_text(encoding="utf-8") for part in parts)
    files.write(folder / endings.TRUTH, truth)
    for part in parts:
        part.unlink()


def _group(world: World, folder: Path, number: int, tell: workers.OnProgress) -> None:
    """Endings of a group, and their solutions."""
    scenario, seats = GROUPS[number]
    truth = []
    for k, one in enumerate(differing(found(world, scenario, seats)), 1):
        name = f"{scenario}-{seats}-{k:02}"
        files.write(folder / f"{name}.toml", short(one.game))
        truth.append(endings.line_of(name, one.moves, one.situations))
        tell(1, one.situations)
    files.write(folder / f"{scenario}-{seats}.{endings.TRUTH}", "\n".join(truth))


def found(world: World, scenario: str, seats: int) -> list[Found]:
    """Distinct endings in which the answer matters, in the order in which they are found."""
    kept, seen, by_chance = list[Found](), set[str](), 0
    small, large = (Solver(world, most, ROWS, work) for most, work in (SMALL, LARGE))
    for number, game in enumerate(itertools.islice(moments(scenario, seats), MOST)):
        for one in in_a_row(game, small if number % RARE else large):
            if str(one.moves) not in seen:
                seen.add(str(one.moves))
                kept.append(one)
                by_chance += one.by_chance
        enough = len(kept) >= SPARE * EACH and by_chance >= EACH
        if enough or (number + 1 >= LOOKED and len(kept) >= EACH):
            break
    return kept


def in_a_row(game: Game, solver: Solver) -> Iterator[Found]:
    """A state and the questions after its answers, as long as the answer matters."""
    try:
        waiting = [Game.from_position(game.to_position())]
    except ValueError:  # an impossible position
        return
    met = Counter[int]()
    while waiting:
        game = waiting.pop()
        try:
            truth = solver.solve(game)
        except ValueError:  # too large to solve
            continue
        if truth.value - min(truth.moves.values()) >= MATTERS:
            yield Found(game, endings.by_words(game, truth), truth.situations)
        if truth.value >= MATTERS:
            waiting += _questions(game, met)


def _questions(game: Game, met: Counter[int]) -> Iterator[Game]:
    """Questions after each answer in the same turn, each kind a few times."""
    for answer in game.legal():
        after = game.clone()
        after.apply(answer)
        kind = asked(after.overview())
        if kind not in (0, prompts.TURN) and met[kind] < OFTEN:
            met[kind] += 1
            yield after


def differing(many: list[Found]) -> list[Found]:
    """Greedy selection: each time the ending that shares the fewest traits with those chosen."""
    left, kept, shared = list(many), list[Found](), Counter[str]()
    while left and len(kept) < EACH:
        plain = sum(not one.by_chance for one in kept) < PLAIN
        open_yet = [one for one in left if plain or one.by_chance] or left
        one = min(
            open_yet,
            key=lambda one: (shared[one.traits[0]], sum(shared[trait] for trait in one.traits), not one.by_chance),
        )
        left.remove(one)
        kept.append(one)
        shared.update(one.traits)
    return kept
