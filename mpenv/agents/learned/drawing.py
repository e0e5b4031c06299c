"""Drawing answers from logits in compiled code: only legal answers are looked at, a handful among hundreds."""

import math

import numpy as np

from mpenv.engine.jit import entry
from mpenv.engine.loops import stir

UNIT = 2.0**-53  # the share of one of the 2**53 values that the upper bits of a word take


@entry
def draw(logits: np.ndarray, mask: np.ndarray, bits: np.uint64, actions: np.ndarray, log_probs: np.ndarray) -> None:
    """Draw an action for each row by its probability; write it and its log probability. `bits` seeds the rows."""
    for i in range(len(actions)):
        top = -math.inf
        for action in range(mask.shape[1]):
            if mask[i, action] and logits[i, action] > top:
                top = logits[i, action]
        total = 0.0
        for action in range(mask.shape[1]):
            if mask[i, action]:
                total += math.exp(logits[i, action] - top)
        bits = stir(bits)
        left, chosen = float(np.int64(bits >> np.uint64(11))) * UNIT * total, -1
        for action in range(mask.shape[1]):
            if mask[i, action]:
                chosen = action
                left -= math.exp(logits[i, action] - top)
                if left < 0:
                    break
        actions[i] = chosen
        log_probs[i] = logits[i, chosen] - top - math.log(total)
