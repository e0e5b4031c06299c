"""What is wrong with a pack: every fault with its file, entry and field."""

from typing import NamedTuple


class Fault(NamedTuple):
    file: str
    entry: str
    field: str
    words: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.entry, self.field, self.words) if part)


class BrokenPack(ValueError):
    """A pack that is refused, with all its faults at once."""

    def __init__(self, pack: str, faults: list[Fault]) -> None:
        self.pack, self.faults = pack, faults
        count = f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"
        super().__init__(f"pack {pack} is refused, {count}:\n" + "\n".join(f"  {fault}" for fault in faults))
