"""Columns of an encoder that name an answer: a network may start from it (a prior), or imitate it without seeing it."""

from mpenv.world import World

ANSWER = "answer"  # the name of the field: one number for each action, 1 for the answer that is named


def answer_columns(world: World, encoder: str) -> slice:
    """Find the columns in which an encoder names an answer; a ValueError if it names none."""
    start = 0
    for one in world.encoder(encoder).fields:
        if one.name == ANSWER and one.size == world.actions:
            return slice(start, start + one.size)
        start += one.size
    raise ValueError(f"the encoder {encoder!r} has no field {ANSWER!r} with a number for each action")


def columns_seen(world: World, encoder: str, prior: float) -> int:
    """Return how many columns a network sees: all, but without a prior not a last field `answer`."""
    about = world.encoder(encoder)
    last = about.fields[-1]
    return about.size - (last.size if last.name == ANSWER and not prior else 0)
