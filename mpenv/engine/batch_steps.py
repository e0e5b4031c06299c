"""What a batch of games gives: its arrays after a step, and moments to go back to."""

from typing import NamedTuple

import numpy as np

from mpenv.encoders import Seen


class Info(NamedTuple):
    """What belongs to games that ended in the last step; rows of other games are of no meaning."""

    observation: Seen
    outcome: np.ndarray
    plies: np.ndarray
    truncated: np.ndarray


class Step(NamedTuple):
    """Arrays that the batch owns and writes again in the next step; copy what you keep."""

    observation: Seen
    mask: np.ndarray
    reward: np.ndarray
    done: np.ndarray
    seat: np.ndarray
    potential: np.ndarray
    info: Info


class Moments(NamedTuple):
    """Situations of a batch to go back to, one a row: see `BatchGame.moments` and `BatchGame.put`."""

    states: np.ndarray
    setups: np.ndarray
    plies: np.ndarray
    like: np.ndarray

    def of(self, which: np.ndarray) -> "Moments":
        """Some of them."""
        return Moments(*(one[which] for one in self))
