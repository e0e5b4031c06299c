"""Encoders of this world."""

from collections.abc import Callable
from dataclasses import dataclass

from mpenv.encoders import EncoderInfo

Write = Callable[..., None]


@dataclass(frozen=True)
class Encoder(EncoderInfo):
    """`write(tables, states, index, seat, row)` fills one of `rows(count)` within the bounds of its fields.

    `rule` is the same inside compiled code: `rule(t, s, seat, row)`.
    """

    omits: tuple[str, ...]
    write: Write
    rule: Write
