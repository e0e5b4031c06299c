"""Monte Carlo tree search over worlds that the view could be of, with what each seat knows as nodes."""

from mpenv.agents.search.planner import Found, Planner
from mpenv.agents.search.sequential_halving import Race, order
from mpenv.world import View

ALONE = Found(float("nan"), 0, ())


class Mcts(Planner):
    """Tries answers, and what may follow them, in worlds that the view could be of."""

    def act(self, view: View) -> int:
        legal = view.legal
        if len(legal) == 1:
            self.found = ALONE
            return legal[0]
        worlds = self._worlds_of(view)
        ahead = order(worlds.wishes(self._seat), legal)
        race = Race(
            len(ahead), lambda one, first, last: worlds.simulate(first, last, ahead[one]), self._budget, self._nerve
        )
        self._tell([view.words(action) for action in ahead], race)
        return ahead[race.chosen]
