"""An agent that tries each answer in games it imagines: `mpenv play --seats hopeful:Hopeful,expert`."""

import numpy as np


class Hopeful:
    """Plays the answer after which the game looks most promising for the team."""

    def reset(self, seat, seed):
        self.rng = np.random.default_rng([seed, seat])  # its own, and not the same for two seats

    def act(self, view):
        guesses = [view.determinize(self.rng) for _ in range(2)]
        answers = self.rng.permutation(view.legal)  # of equal answers any one is played
        return int(max(answers, key=lambda answer: sum(self.worth(guess, answer) for guess in guesses)))

    def worth(self, guess, answer):
        after = guess.clone()
        after.apply(answer)
        return after.potential() if after.outcome is None else after.outcome.worth
