"""Faults of a pack: each with its file, entry and field."""

from typing import NamedTuple

MOST_TOLD = 200  # faults that the message of a refusal lists
LONGEST = 600  # characters of one part of a fault


class Fault(NamedTuple):
    file: str
    entry: str
    field: str
    words: str
    line: int = 0  # in the file; 0: it cannot be found out

    def __str__(self) -> str:
        said = ": ".join(_printable(part) for part in self[:4] if part)
        return f"{said} (line {self.line})" if self.line else said


def _printable(words: str) -> str:
    """Text of a file without characters that a terminal would obey."""
    cut = words if len(words) <= LONGEST else words[:LONGEST] + "..."
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in cut)


class BrokenPack(ValueError):
    """A pack that is refused, with all its faults at once."""

    def __init__(self, pack: str, faults: list[Fault]) -> None:
        self.pack, self.faults = pack, faults
        count = f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"
        lines = [f"  {fault}" for fault in faults[:MOST_TOLD]]
        if len(faults) > MOST_TOLD:
            lines.append(f"  and {len(faults) - MOST_TOLD} more")
        super().__init__(f"pack {_printable(pack)} is refused, {count}:\n" + "\n".join(lines))
