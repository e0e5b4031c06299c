"""A network of your own as an agent: `mpenv evaluate network:Network random --scenario drill-errand`."""

import numpy as np


class Network:
    """Two layers over `flat`, with weights that are drawn: put those that you have trained in their place."""

    def __init__(self):
        rng = np.random.default_rng(0)
        self.first, self.second = rng.normal(0, 0.05, (640, 64)), rng.normal(0, 0.5, (64, 234))

    def reset(self, seat, seed):
        self.rng = np.random.default_rng([seed, seat])

    def act(self, view):
        return self.act_many([view])[0]

    def act_many(self, views):
        """One look through the network for the views of many games; it may remember nothing of any of them."""
        seen, masks = np.stack([view.encode("flat") for view in views]), np.stack([view.mask for view in views])
        logits = np.tanh(seen @ self.first) @ self.second
        noise = self.rng.gumbel(size=logits.shape)  # draws each action as often as the network likes it
        return np.where(masks == 1, logits + noise, -np.inf).argmax(1).tolist()
