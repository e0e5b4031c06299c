"""The little drawings that pieces use: elements, values, figures, hexes; kept once in the frame of a picture."""

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.board import LETTERS
from mpenv.worlds.materia_prima.draw.svg.colours import SEATS
from mpenv.worlds.materia_prima.draw.svg.letters import kind, say

# A shape for each element of a level, about 20 across; the letter stands at the height behind it.
SHAPES: dict[int, tuple[tuple[str, float], ...]] = {
    1: (
        ("M-9.5 0A9.5 9.5 0 1 1 9.5 0A9.5 9.5 0 1 1-9.5 0z", 4),
        ("M-6.5-8.5H6.5A2 2 0 0 1 8.5-6.5V6.5A2 2 0 0 1 6.5 8.5H-6.5A2 2 0 0 1-8.5 6.5V-6.5A2 2 0 0 1-6.5-8.5z", 4),
        ("M0-11.5C4.5-6 9-2.5 9 2A9 8.5 0 0 1-9 2C-9-2.5-4.5-6 0-11.5z", 6),
        ("M-1.2-10.6Q0-12 1.2-10.6L11 7.5Q12 9.5 10 9.5H-10Q-12 9.5-11 7.5z", 7.5),
        ("M-9-9H9V1C9 6 4 8.5 0 11C-4 8.5-9 6-9 1z", 3.5),
        ("M0-11.5L11.5 0L0 11.5L-11.5 0z", 4),
        ("M-5-10H5L10-5V5L5 10H-5L-10 5V-5z", 4),
        ("M-4-10H4V-4H10V4H4V10H-4V4H-10V-4H-4z", 4),
    ),
    2: (("M-6.2-9.8H6.2L12 0L6.2 9.8H-6.2L-12 0z", 3.7),),
    3: (("M0-13L3.6-8.7L9.2-9.2L8.7-3.6L13 0L8.7 3.6L9.2 9.2L3.6 8.7L0 13L-3.6 8.7L-9.2 9.2L-8.7 3.6"
         "L-13 0L-8.7-3.6L-9.2-9.2L-3.6-8.7z", 3.7),),
}  # fmt: skip
PERSON = "M0-17A6.2 6.2 0 1 1-.01-17zM-12 14C-12 2-8-4.5 0-4.5S12 2 12 14Q0 17-12 14z"
FLASK = "M-3.4-14.5H3.4V-9.2A9.8 9.8 0 1 1-3.4-9.2z"
PLAIN = {
    # the values of figures and inquisitors, about 14 across
    "attack": "M4.8-7L7-7V-4.8L-.6 2.8L1 4.4L-.6 6L-2.4 4.2L-4.9 6.7L-6.7 4.9L-4.2 2.4L-6 .6L-4.4-1L-2.8.6z",
    "defence": "M0-7L6-5V0C6 3.6 3 6 0 7.4C-3 6-6 3.6-6 0V-5z",
    "capacity": "M-3.2-3V-4A3.2 3.2 0 0 1 3.2-4V-3H6L5 7H-5L-6-3zM-1.7-3H1.7V-4A1.7 1.7 0 0 0-1.7-4z",
    "actions": "M1.6-7.4L-5 1.2H-.6L-1.6 7.4L5-1.6H.7z",
    "destroy": "M-7-6.5H4.5Q7-6.5 7-3L4-2.5H1.6V7H-2.2V-2.5H-7z",
    # the kinds of recipes, as large
    "homunculus": "M-2.4-7.5H2.4V-4.5A5.8 5.8 0 1 1-2.4-4.5z",
    "equipment": "M5.2-7L6.4-5.8L-.4 1L1.2 2.6L-.2 4L-1.8 2.4L-4.6 5.2A1.6 1.6 0 1 1-6.6 7.2A1.6 1.6 0 0 1-5.9 4.1"
    "L-3.2 1L-4.8-.6L-3.4-2L-1.8-.4z",
    "stone": "M-4.5-6H4.5L7.5-1.5L0 7L-7.5-1.5z",
    # the board; a hex is 56 high
    "hex": "M0-27L23-13.5V13.5L0 27L-23 13.5V-13.5z",
    "home": "M0-25.5L22-12.7V12.7L0 25.5L-22 12.7V-12.7z",
    "house": "M-15 12V-3L-8-9L-1-3V-8H2V-13L6-17L10-13V-8H15V12z",
    "peaks": "M-17 11L-7-8L-2 1.5L4-6L17 11z",
    "keep": "M-14 14V-10H-9V-5.5H-4.5V-10H4.5V-5.5H9V-10H14V14z",
    "person": PERSON,
    "flask": FLASK,
    "shield": "M0-15L12-11V2C12 9.5 6 13.5 0 16.5C-6 13.5-12 9.5-12 2V-11z",
    "bell": "M0-7.5L8 6.5H-8z",
    "day": "M0-4.5L4.5 0L0 4.5L-4.5 0z",
}


def element_places(pack: Pack) -> list[tuple[int, int]]:
    """Level of each element, and its place among the elements of that level."""
    levels = [entry["level"] for entry in pack.entries["element"]]
    return [(level, levels[:k].count(level)) for k, level in enumerate(levels)]


def symbol(pack: Pack, element: int) -> str:
    """Letters on the token of an element."""
    return str(pack.entries["element"][element]["symbol"])[:2]


def definitions(pack: Pack) -> str:
    """All drawings that the pieces of a game of this pack use."""
    found = [f"<path id='mp-{name}' d='{path}'/>" for name, path in PLAIN.items()]
    for k, (level, nth) in enumerate(element_places(pack)):
        shapes = SHAPES[level]
        path, low = shapes[nth % len(shapes)]
        letter = say(0, low, symbol(pack, k), f"token mid on-e{k}")
        found.append(f"<g id='mp-e{k}'><path{kind(f'e{k}')} d='{path}'/>{letter}</g>")
        found.append(f"<use id='mp-s{k}' href='#mp-e{k}' transform='scale(.8)'/>")
        mine = _hex(f"m{k}")
        found.append(f"<g id='mp-m{k}'>{mine}<use href='#mp-e{k}' transform='scale(1.1)'/></g>")
        found.append(f"<g id='mp-n{k}'>{mine}<use href='#mp-s{k}' x='-12' y='12'/></g>")
    found.append(f"<g id='mp-bare'>{_hex('bare')}</g>")
    found.append(f"<g id='mp-rock'>{_hex('rock')}<use href='#mp-peaks'{kind('peak')}/></g>")
    found.append(f"<g id='mp-mark'>{_hex('marker', '.43')}{say(0, 4.5, '!', 'number mid mark')}</g>")
    found.append(f"<g id='mp-alarm'><use href='#mp-bell'{kind('marker')}/>{say(0, 4.5, '!', 'tag mid mark')}</g>")
    return "".join(found) + "".join(_figures(colour) for colour in SEATS)


def _hex(style: str, scale: str = "") -> str:
    size = f" transform='scale({scale})'" if scale else ""
    return f"<use href='#mp-hex'{kind(style)}{size}/>"


def _figures(colour: str) -> str:
    """The alchemist of a seat and its homunculi, told apart by colour, shape and letter."""
    letter, on = LETTERS[colour], f"mid on-{colour}"
    person = f"<use href='#mp-person'{kind(colour)}/>{say(0, 11, letter, f'head {on}')}"
    flasks = [
        f"<use href='#mp-flask'{kind(colour)}/>{say(0, 4, f'{letter.lower()}{number}', f'token {on}')}"
        for number in range(1, v.FIGURES)
    ]
    return "".join(f"<g id='mp-{colour}{number}'>{one}</g>" for number, one in enumerate([person, *flasks]))
