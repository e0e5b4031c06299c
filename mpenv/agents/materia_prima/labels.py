"""Labels: what a scripted player would answer in every game of a batch, for the seat that is asked."""

import numpy as np

from mpenv.agents.materia_prima.memory import new_memories
from mpenv.agents.materia_prima.scorer import decide
from mpenv.agents.materia_prima.temperament import temperament_of
from mpenv.engine.batch import BatchGame
from mpenv.engine.jit import entry
from mpenv.engine.loops import stir
from mpenv.worlds.materia_prima.catalogue import WHO
from mpenv.worlds.materia_prima.rules import prompts, secrets, step
from mpenv.worlds.materia_prima.rules.state import new_states


@entry
def answer_all(
    T: np.ndarray, S: np.ndarray, rows: np.ndarray, V: np.ndarray, P: np.ndarray, bits: np.uint64, out: np.ndarray
) -> None:
    """Write the player's answer in these games to `out`; V has room for a view, P holds the player's memory."""
    t, none = T[0], np.zeros((0, 1), np.int64)
    for i in range(len(rows)):
        V[0] = S[rows[i]]
        P[0].seat = step.asked(S[rows[i]])
        if prompts.asked(V[0]).kind == prompts.TURN:
            V[0].legal[WHO:] = 0  # no answer to a turn; games of errands have their marks there
        secrets.hide(t, V[0], P[0].seat)
        bits = stir(bits)
        out[i] = decide(t, V[0], P[0], bits, none)


def labels(games: BatchGame, player: str = "expert", seed: int = 0) -> np.ndarray:
    """The answers of a scripted player by its name, int64[games]; it sees what the seat sees that is asked.

    It answers by steps, also in games of errands. `seed` is for players with whims.
    """
    memories, answers = new_memories(1), np.zeros(games.games, np.int64)
    temperament_of(player).into(memories, 0)
    answer_all(*games.situations(), np.arange(games.games), new_states(1), memories, np.uint64(seed), answers)
    return answers
