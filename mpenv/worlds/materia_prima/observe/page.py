"""The table of all encoders' fields for docs/encoders.md."""

import itertools
from collections.abc import Iterator
from pathlib import Path

from mpenv.encoders import EncoderInfo
from mpenv.engine.records import ArrayField
from mpenv.worlds.materia_prima.observe import ENCODERS, ORACLE, encoder

DOCS = Path(__file__).resolve().parents[4] / "docs" / "encoders.md"
HEAD = """# Encoders

What a seat sees, as numbers. `mpenv.env(encoder=...)` and its sisters, `game.observe(name, seat)`,
`view.encode(name)` and `mpenv record --encoder` take the same names. Seats are told relative to the one who looks:
itself first, then the others in today's order. Fields mean the same for every seat, team size, scenario and pack.

- `flat`: one row of float32, a summary. What it leaves out is listed below.
- `full`: one row of float32: `flat`, and what lies on the table beyond it: prices by element, what others own, what
  goals lack, ways around what stands in the way.
- `deduced`: one row of float32: `full`, and what the scripted `expert` works out before it answers: who does what,
  needs, efforts, dangers, where the ways lead. The last field, `answer`, is what it would play, 1 at the id of the
  action; a learner adds it to its logits as a prior, imitates it, or leaves it out. It takes longest to compile, and
  nothing of it is compiled unless it is used.
- `errands`: one row of float32 for who [chooses errands](environments.md#errands): `flat`, and what `deduced` says of
  the expert's plan. The last fields are the errands that are open, and as `answer` the errand of that plan, or its
  answer where no errand is chosen. It tells the same in games of steps.
- `entities`: a dict of arrays: typed tokens, one a line, each type with a mask of those that there are. Complete.
- `planes`: a dict of arrays: the board as planes `[plane, column, row]` on the axial grid, all else as in `entities`.
  Complete.
- `text`: the situation, what is asked and why, and every legal answer by its number, for language models; for one
  game at a time.
- `oracle`: one row of int16 for centralised critics: the whole table as the first seat counts it, and what nobody
  sees. `env.state()`, `game.oracle()` and `batch.state()` give it; those who act do not get it.

Where sight is limited, all but `oracle` tell what the seat sees: of other hexes only what is printed. Goals that count
what is out of sight count what is seen.

Cards are tokens by their number in the pack. `lies` tells where a card lies: those that lie `unseen` are what decks and
private slots of others can still hold, which is what counting cards comes to. What is printed on the cards stands in
the parts `..._faces`, the same in every game of a pack; it goes with the mask of its cards.

This page is made by `make docs-tables`."""


def page() -> str:
    """Text of docs/encoders.md."""
    lines = [HEAD, *_row("flat", ""), *_row("full", "flat"), *_row("deduced", "full"), *_row("errands", "flat")]
    common = {part.name for part in ENCODERS["planes"].parts} & {one.name for one in ENCODERS["entities"].parts}
    for title, parts in (
        ("entities and planes", [one for one in ENCODERS["entities"].parts if one.name in common]),
        ("entities only", [one for one in ENCODERS["entities"].parts if one.name not in common]),
        ("planes only", [one for one in ENCODERS["planes"].parts if one.name not in common]),
        ("oracle", [one for one in ORACLE.parts if one.name not in {p.name for p in ENCODERS["entities"].parts}]),
    ):
        lines += [f"\n## {title}", *(_part(part) for part in parts)]
    lines.append(f"\nA row has {', '.join(f'{e.size} numbers in `{e.name}`' for e in _records())}.")
    return "\n".join(lines) + "\n"


def _row(name: str, before: str) -> Iterator[str]:
    """The section of a row of numbers, without the fields with which the encoder `before` begins, too."""
    one, known = encoder(name), encoder(before).fields if before else ()
    shared = [*itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one.fields, known, strict=False))]
    begins = f" The first {sum(field.size for field, _ in shared)} are those of `{before}`." if before else ""
    yield f"\n## {name}\n\n{one.size} numbers, float32, from -1 to 1.{begins}\n"
    yield "| field | numbers | meaning |"
    yield "|---|---|---|"
    for field in one.fields[len(shared) :]:
        yield f"| `{field.name}` | {field.size} | {field.meaning} |"
    yield "\nIt leaves out:\n"
    yield from (f"- {words}" for words in one.omits)


def _records() -> list[EncoderInfo]:
    return [*(encoder for encoder in ENCODERS.values() if encoder.parts), ORACLE]


def _part(part: ArrayField) -> str:
    shape = ", ".join(map(str, part.shape))
    if len(part.fields) == 1 and part.fields[0][0] == part.name:
        about = part.fields[0][2]
        return f"\n`{part.name}`: {part.kind}[{shape}], {about.low} to {about.high}: {part.meaning}."
    lines = [f"\n### {part.name}\n\n{part.kind}[{shape}]. {part.meaning}\n"]
    lines += ["| field | numbers | from | to | meaning |", "|---|---|---|---|---|"]
    for name, counts, about in part.fields:
        count = " x ".join(map(str, counts)) or "1"
        lines.append(f"| `{name}` | {count} | {about.low} | {about.high} | {about.meaning} |")
    return "\n".join(lines)


if __name__ == "__main__":
    DOCS.write_text(page(), encoding="utf-8")
