"""The state of a learner as arrays: network, optimizer, games and random generator."""

import numpy as np
import torch

from mpenv.agents.learned.checkpoint import Arrays, Kind
from mpenv.agents.learned.curriculum import rows_of
from mpenv.agents.learned.ppo import Learner
from mpenv.engine.batch_snapshots import ABOUT

MOMENTS = ("exp_avg", "exp_avg_sq")  # of Adam, besides its number of steps


def arrays_of(learner: Learner) -> Arrays:
    """Collect the arrays from which training resumes exactly."""
    arrays = {f"net.{name}": value.numpy() for name, value in learner.network.state_dict().items()}
    for number, state in learner.optimizer.state_dict()["state"].items():
        arrays |= {f"adam.{number}.{name}": value.numpy() for name, value in state.items()}
    learner.games.restore(learner.games.snapshot())  # clears scratch space of the rules
    arrays |= {f"games.{name}": value for name, value in learner.games.snapshot().items()}
    arrays |= {f"curriculum.{name}": value for name, value in _curriculum(learner).items()}
    return {**arrays, "torch.rng": torch.get_rng_state().numpy()}


def _curriculum(learner: Learner) -> dict[str, np.ndarray]:
    """Return the arrays of tasks and shelf themselves, not copies."""
    found = {"success": learner.tasks.success} if learner.tasks else {}
    found |= rows_of(learner.shelf) if learner.shelf else {}
    found |= learner.labelled.arrays() if learner.labelled is not None else {}
    return found | (learner.mates.arrays() if learner.mates else {})


def kinds_of(learner: Learner, updates: int) -> tuple[dict[str, Kind], dict[str, Kind]]:
    """Return types and shapes of these arrays after so many updates: those required, and those optional."""
    kinds = {name: (array.dtype, array.shape) for name, array in arrays_of(learner).items()}
    kinds = {name: kind for name, kind in kinds.items() if not name.startswith("adam.")}
    how, about = learner.config.learner, f"games.{ABOUT}"
    optional = {about: kinds.pop(about)}
    for number, (layer, weights) in enumerate(learner.network.named_parameters() if updates else ()):
        moments = {f"adam.{number}.{name}": (np.dtype(np.float32), tuple(weights.shape)) for name in MOMENTS}
        moments[f"adam.{number}.step"] = np.dtype(np.float32), ()
        # While only the critic learns, the policy has no moments yet.
        waits = how.value_start > 0 and how.imitation == 0 and not layer.startswith(("critic.", "value."))
        (optional if waits else kinds).update(moments)
    return kinds, optional


def restore(learner: Learner, arrays: Arrays) -> None:
    """Load arrays of the right types and shapes into a learner; a ValueError names impossible values."""
    for name, array in arrays.items():
        if name.endswith((".step", ".exp_avg_sq")) and not (array >= 0).all():
            raise ValueError(f"{name!r} is below 0 somewhere")
    random = torch.Generator()
    try:
        random.set_state(torch.from_numpy(arrays["torch.rng"]))
    except RuntimeError as fault:
        raise ValueError(f"'torch.rng' is no state of a generator: {fault}") from None
    arrays = {f"games.{ABOUT}": learner.games.snapshot()[ABOUT], **arrays}  # version 0.1.0 did not write it at first
    learner.games.restore({name.removeprefix("games."): a for name, a in arrays.items() if name.startswith("games.")})
    learner.network.load_state_dict(
        {name.removeprefix("net."): torch.from_numpy(a) for name, a in arrays.items() if name.startswith("net.")}
    )
    moments: dict[int, dict[str, torch.Tensor]] = {}
    for name, array in arrays.items():
        if name.startswith("adam."):
            _, number, what = name.split(".")
            moments.setdefault(int(number), {})[what] = torch.from_numpy(array)
    learner.optimizer.load_state_dict({**learner.optimizer.state_dict(), "state": moments})
    for name, one in _curriculum(learner).items():
        one[...] = arrays[f"curriculum.{name}"]
    torch.set_rng_state(random.get_state())


def policy_arrays(arrays: Arrays) -> Arrays:
    """Select the weights that a policy needs: the network without the critic's own layers."""
    return {name: a for name, a in arrays.items() if name.startswith("net.") and not name.startswith("net.critic.")}


def bytes_of(kinds: dict[str, Kind]) -> int:
    """Return an upper bound for the size of a file with these arrays."""
    return sum(dtype.itemsize * int(np.prod(shape, dtype=np.int64)) + 1024 for dtype, shape in kinds.values()) + 65536
