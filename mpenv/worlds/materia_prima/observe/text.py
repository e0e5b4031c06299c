"""The encoder for language models: the short text of a view."""

from typing import Any

from mpenv.encoders import Reading
from mpenv.worlds.materia_prima.draw.brief import brief

MOST = 24_000  # letters; a crowded table of four seats takes a third of it
LETTERS = "".join(map(chr, (10, *range(32, 127), *range(160, 592), 0x2013, 0x2014, 0x2019)))


def _space() -> Any:
    from gymnasium.spaces import Text

    return Text(MOST, min_length=1, charset=LETTERS)


TEXT = Reading("text", _space, brief)
