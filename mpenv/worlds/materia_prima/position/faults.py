"""Faults of a position, each with entry and field."""

from mpenv.worlds.materia_prima.content.faults import Fault


class BrokenPosition(ValueError):
    """A refused position, with all its faults."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        count = f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"
        super().__init__(f"the position is refused, {count}:\n" + "\n".join(f"  {fault}" for fault in faults))
