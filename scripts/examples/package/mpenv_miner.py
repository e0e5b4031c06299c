"""An agent in a package of its own: after `pip install scripts/examples/package` its code is `miner`."""

import random


class Miner:
    """Mines wherever it stands on a mine, and strolls about until it does."""

    held_out = False  # True: kept for judging, and marked in the list of `mpenv agents`

    def reset(self, seat, seed):
        self.rng = random.Random(f"{seed} {seat}")
        self.why = ""

    def act(self, view):
        said = {action: view.words(action) for action in view.legal}
        for wish in (" mine", " move"):
            wanted = [action for action, words in said.items() if wish in words]
            if wanted:
                self.why = "a mine!" if wish == " mine" else "no mine here"
                return self.rng.choice(wanted)
        self.why = "whatever"
        return self.rng.choice(view.legal)

    def explain(self):
        return self.why
