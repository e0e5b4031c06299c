"""Encoders of your own, named `module:NAME`: in Python over a view (`mpenv.encoders.Reading`), or compiled."""

from collections.abc import Sequence

from mpenv.encoders import Field
from mpenv.worlds.materia_prima.observe import hiding
from mpenv.worlds.materia_prima.observe.encoder import Encoder, Write


def own(
    name: str,
    fields: Sequence[Field | tuple[str, int, str]],
    rule: Write,
    *,
    low: float = -1.0,
    high: float = 1.0,
    omits: Sequence[str] = (),
) -> Encoder:
    """A compiled encoder: `rule(t, s, seat, row)` writes a row of float32, whose fields come in this order.

    `s` is a copy of the state without what the seat may not know.
    """
    told = tuple(Field(*field) for field in fields)
    if not told or any(one.size < 1 for one in told):
        raise ValueError(f"the encoder {name!r} needs fields, each with one number or more")
    write = hiding.hidden(rule)
    return Encoder(name, low, high, told, None, tuple(omits), hiding.entry_of(name, write), write)
