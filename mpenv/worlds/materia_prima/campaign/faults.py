"""Faults of a chronicle, each with file, entry and field."""

from mpenv.worlds.materia_prima.content.faults import Fault


class BrokenChronicle(ValueError):
    """A refused chronicle, with all its faults."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        count = f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"
        super().__init__(f"the chronicle is refused, {count}:\n" + "\n".join(f"  {fault}" for fault in faults))
