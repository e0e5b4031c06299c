"""Playing a chunk: scripted and random teams compiled, other teams decision by decision."""

import functools
from typing import Any

import numpy as np

from mpenv.agents import registry
from mpenv.agents.materia_prima.compiled_matches import Arena
from mpenv.agents.materia_prima.scripted import ScriptedPlayer
from mpenv.agents.materia_prima.temperament import Temperament
from mpenv.engine import loops
from mpenv.engine.jit import bound, entry, rule
from mpenv.engine.loops import stir
from mpenv.evaluation.tournament import team_codes
from mpenv.evaluation.tournament_games import BROKE, Team
from mpenv.evaluation.tournament_games import Plan as Seeds
from mpenv.workers import OnProgress
from mpenv.world import World
from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.draw.account import LATE
from mpenv.worlds.materia_prima.rules import step
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, Setup, State, new_states
from mpenv.worlds.materia_prima.studies.calibration.checkpoint import Checkpoint
from mpenv.worlds.materia_prima.studies.calibration.plan import RANDOM, Chunk

NAMES = (*OUTCOMES, *LATE, BROKE)
LETTERS = "?SFALMB"  # results of games in a checkpoint
MET = "S"  # success within the length chosen at the start


any_legal: Any = bound(loops.any_legal, legal=step.is_legal, ACTIONS=ACTIONS)


@rule()
def play_any(t: Tables, s: State, chosen: Setup) -> None:
    """Play a game to its end with random legal answers."""
    step.start(t, s, chosen)
    bits = stir(stir(chosen.seed))
    while step.outcome(s) == 0:
        bits = stir(bits)
        step.answer(t, s, any_legal(t, s, bits))


@entry
def draw_games(T: np.ndarray, S: np.ndarray, chosen: np.ndarray, outcome: np.ndarray) -> None:
    """Play the games of all setups at random in row 1; row 0 is blank."""
    for i in range(len(chosen)):
        S[1] = S[0]
        play_any(T[0], S[1], chosen[i])
        outcome[i] = step.outcome(S[1])


def work(world: World, kept: Checkpoint, pack: str, chunks: list[Chunk], number: int, tell: OnProgress) -> None:
    """Play a chunk and add its results to the checkpoint."""
    chunk = chunks[number]
    kept.add(chunk, played(world, pack, chunk))
    tell(chunk.games, 0)


def played(world: World, pack: str, chunk: Chunk) -> str:
    """Results of a chunk's games, a letter each."""
    options = {**chunk.cell.options, "pack": pack}
    seeds = range(chunk.first, chunk.first + chunk.games)
    if chunk.team == RANDOM:
        setups = [{**options, "seed": seed} for seed in seeds]
        tables, chosen = world.setups(setups)
        outcome = np.zeros(len(seeds), np.int64)
        draw_games(tables, new_states(2), chosen, outcome)
        return "".join(LETTERS[one] for one in outcome)
    if (temperament := _temper(chunk.team)) is not None:
        ends = Arena(seeds, **options).play([temperament] * chunk.cell.seats)
        return "".join(LETTERS[one] for one in ends.outcome)
    table = Team(world, chunk.team, team_codes(chunk.team, chunk.cell.seats), Seeds(options, chunk.first, chunk.games))
    letters = list[str]()
    table.play(seeds, lambda one: letters.append(LETTERS[NAMES.index(one.outcome)]))
    return "".join(letters)


@functools.cache
def _temper(code: str) -> Temperament | None:
    """Temperament of a scripted player; None for any other code."""
    agent = registry.make(code) if code in registry.known() else None
    return agent.temperament if isinstance(agent, ScriptedPlayer) else None
