"""What is wrong with a position: every fault with its entry and field."""

from mpenv.worlds.materia_prima.content.faults import Fault


class BrokenPosition(ValueError):
    """A position that is refused, with all its faults at once."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        count = f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"
        super().__init__(f"the position is refused, {count}:\n" + "\n".join(f"  {fault}" for fault in faults))
