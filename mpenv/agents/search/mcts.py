"""Monte Carlo tree search over sampled worlds; nodes are the information sets of seats."""

from mpenv.agents.search.planner import Found, Planner
from mpenv.agents.search.sequential_halving import SequentialHalving, order
from mpenv.world import View

ALONE = Found(float("nan"), 0, ())  # a single legal answer needs no search


class Mcts(Planner):
    """Monte Carlo tree search over sampled worlds."""

    def act(self, view: View) -> int:
        legal = view.legal
        if len(legal) == 1:
            self.found = ALONE
            return legal[0]
        worlds = self._worlds_of(view)
        candidates = order(worlds.priors(self._seat), legal)
        race = SequentialHalving(
            len(candidates),
            lambda candidate, first, last: worlds.simulate(first, last, candidates[candidate]),
            self._budget,
            self._nerve,
        )
        self._report([view.words(action) for action in candidates], race)
        return candidates[race.chosen]
