"""The picture of the design page, in both themes: `python -m scripts.maintain.docs_flow` (`make pictures`)."""

import sys
from html import escape
from pathlib import Path
from typing import NamedTuple

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "img"
WIDTH, HEIGHT = 1000, 560
THEMES = {
    "light": {
        "paper": "#fbf8f0", "zone": "#f0eada", "edge": "#cbbf9f", "box": "#ffffff", "rim": "#8a7b55",
        "ink": "#1d2126", "soft": "#5b5748", "way": "#86451b", "loop": "#00664d", "loopbox": "#e6f2ec",
    },
    "dark": {
        "paper": "#171a1f", "zone": "#20252d", "edge": "#3c4552", "box": "#2a313b", "rim": "#6d7a8c",
        "ink": "#eef1f5", "soft": "#aab4c2", "way": "#e0a46c", "loop": "#5fd0a8", "loopbox": "#20372f",
    },
}  # fmt: skip


class Box(NamedTuple):
    """A station: what it is called, what it is, and where in the sources; `kind` is its class."""

    x: int
    y: int
    width: int
    height: int
    title: str
    lines: tuple[str, ...]
    room: str = ""
    kind: str = "box"


class Zone(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    title: str


ZONES = (
    Zone(14, 16, 172, 368, "what is given"),
    Zone(200, 16, 402, 368, "the game"),
    Zone(616, 16, 370, 368, "a seat"),
    Zone(14, 398, 972, 148, "what stands around the loop"),
)
BOXES = (
    Box(28, 52, 144, 108, "pack", ("cards and board", "as TOML, checked"), "content"),
    Box(28, 180, 144, 84, "options, seed", ("scenario, level",), "options"),
    Box(28, 284, 144, 84, "position file", ("any situation",), "position"),
    Box(
        214,
        130,
        164,
        132,
        "state",
        ("one plain record:", "clone, snapshot, hash", "are exact"),
        "rules/state.py",
        "loop",
    ),
    Box(424, 52, 164, 108, "prompt", ("who is asked, what,", "and what is legal"), "rules/prompts, legal", "loop"),
    Box(424, 260, 164, 108, "apply", ("actions, dice, cards,", "the Inquisition"), "rules", "loop"),
    Box(630, 52, 160, 108, "view", ("what this seat", "may know"), "view.py", "loop"),
    Box(826, 52, 146, 108, "shown", ("numbers, words,", "a picture"), "observe, draw", "loop"),
    Box(826, 208, 146, 160, "agent", ("a person, a script,", "a policy, a search,", "your learner"), "agents", "loop"),
    Box(630, 260, 160, 108, "answer", ("one of 234 ids:", "green move NE"), "catalogue, notation", "loop"),
    Box(28, 434, 222, 96, "environments", ("PettingZoo, gymnasium, SB3,", "1,024 games at once"), "envs"),
    Box(268, 434, 222, 96, "records", ("replays that play themselves,", "datasets of decisions"), "record"),
    Box(508, 434, 222, 96, "evaluation", ("matches, regret, the pulse,", "speed"), "evaluation"),
    Box(748, 434, 224, 96, "table", ("the terminal, campaigns,", "the command line"), "table, cli"),
)
WAYS = (  # class, corners
    ("way", ((172, 106), (193, 106), (193, 172), (214, 172))),
    ("way", ((172, 222), (193, 222), (193, 196), (214, 196))),
    ("way", ((172, 326), (193, 326), (193, 220), (214, 220))),
    ("loop", ((378, 160), (401, 160), (401, 106), (424, 106))),
    ("loop", ((588, 106), (630, 106))),
    ("loop", ((790, 106), (826, 106))),
    ("loop", ((899, 160), (899, 208))),
    ("loop", ((826, 314), (790, 314))),
    ("loop", ((630, 314), (588, 314))),
    ("loop", ((424, 314), (401, 314), (401, 232), (378, 232))),
    ("loop", ((506, 260), (506, 160))),
)
WORDS = ((513, 206, "a forced"), (513, 222, "answer"))  # beside the short way


def drawn(theme: str) -> str:
    """The picture as SVG."""
    colour = THEMES[theme]
    marks = "".join(
        f'<marker id="{kind}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
        f'<path d="M0 0 10 5 0 10z" fill="{colour[kind]}"/></marker>'
        for kind in ("way", "loop")
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        f"<defs>{marks}</defs><style>{_style(colour)}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{colour["paper"]}"/>',
        *map(_zone, ZONES),
        *(_way(kind, corners) for kind, corners in WAYS),
        *map(_box, BOXES),
        *(f'<text class="soft" x="{x}" y="{y}">{escape(words)}</text>' for x, y, words in WORDS),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _style(colour: dict[str, str]) -> str:
    return (
        "text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;font-size:12.5px;"
        f"fill:{colour['ink']}}}"
        ".title{font-size:16px;font-weight:600}"
        f".soft{{fill:{colour['soft']};font-size:11.5px;font-style:italic}}"
        f".room{{fill:{colour['soft']};font-size:11.5px;font-family:'DejaVu Sans Mono',Menlo,monospace}}"
        f".zone{{fill:{colour['zone']};stroke:{colour['edge']}}}"
        f".box{{fill:{colour['box']};stroke:{colour['rim']}}}"
        f".loopbox{{fill:{colour['loopbox']};stroke:{colour['loop']};stroke-width:1.6}}"
        f".way{{stroke:{colour['way']};stroke-width:2;fill:none;marker-end:url(#way)}}"
        f".loop{{stroke:{colour['loop']};stroke-width:2.6;fill:none;marker-end:url(#loop)}}"
    )


def _zone(one: Zone) -> str:
    return (
        f'<rect class="zone" x="{one.x}" y="{one.y}" width="{one.width}" height="{one.height}" rx="10"/>'
        f'<text class="soft" x="{one.x + 14}" y="{one.y + 22}">{escape(one.title)}</text>'
    )


def _box(one: Box) -> str:
    frame = "loopbox" if one.kind == "loop" else "box"
    parts = [
        f'<rect class="{frame}" x="{one.x}" y="{one.y}" width="{one.width}" height="{one.height}" rx="8"/>',
        f'<text class="title" x="{one.x + 12}" y="{one.y + 25}">{escape(one.title)}</text>',
        *(
            f'<text x="{one.x + 12}" y="{one.y + 46 + 17 * i}">{escape(words)}</text>'
            for i, words in enumerate(one.lines)
        ),
        f'<text class="room" x="{one.x + 12}" y="{one.y + one.height - 10}">{escape(one.room)}</text>',
    ]
    return "".join(parts)


def _way(kind: str, corners: tuple[tuple[int, int], ...]) -> str:
    return f'<polyline class="{kind}" points="{" ".join(f"{x},{y}" for x, y in corners)}"/>'


def main() -> int:
    for theme in THEMES:
        (IMAGES / f"flow-{theme}.svg").write_text(drawn(theme), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
