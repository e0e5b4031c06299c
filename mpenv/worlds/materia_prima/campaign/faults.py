"""What is wrong with a chronicle: every fault with its file, entry and field."""

from mpenv.worlds.materia_prima.content.faults import Fault


class BrokenChronicle(ValueError):
    """A chronicle that is refused, with all its faults at once."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        count = f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"
        super().__init__(f"the chronicle is refused, {count}:\n" + "\n".join(f"  {fault}" for fault in faults))
