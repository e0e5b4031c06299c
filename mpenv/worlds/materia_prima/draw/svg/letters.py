"""Text in pictures: escaped in this one place, as wide as it will be, and cut before it leaves its box."""

import unicodedata
from xml.sax.saxutils import escape

FIRST, LAST = " ", "~"
# How far each letter from FIRST to LAST advances, in hundredths of the size of the type.
REGULAR = (
    32, 40, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34,
    84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64, 62, 74, 69, 99,
    69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53,
    40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
)  # fmt: skip
BOLD = (
    35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 40, 40,
    84, 84, 84, 58, 100, 78, 77, 74, 84, 69, 69, 83, 84, 38, 38, 78, 64, 100, 84, 86, 74, 86, 78, 73, 69, 82, 78, 111,
    78, 73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 60, 72, 68, 44, 72, 72, 35, 35, 67, 35, 105, 72, 69, 72, 72, 50, 60,
    48, 72, 66, 93, 66, 66, 59, 72, 37, 72, 84,
)  # fmt: skip
WIDEST = 118  # of what stands in no list
ELLIPSIS = "…"

# Every style of writing: size, bold, and the colour of the palette.
STYLES: dict[str, tuple[float, bool, str]] = {
    "title": (21, True, "ink"),
    "head": (13, True, "ink"),
    "name": (12, True, "ink"),
    "card": (11.2, True, "ink"),
    "text": (12, False, "ink"),
    "soft": (12, False, "soft"),
    "fine": (11, False, "ink"),
    "pale": (11, False, "soft"),
    "number": (12.5, True, "ink"),
    "token": (11, True, "ink"),
    "tag": (9.5, True, "ink"),
    "spot": (8.5, False, "soft"),
}


def width(words: str, style: str) -> float:
    """Width of a text in the font of the pictures."""
    size, bold, _ = STYLES[style]
    table = BOLD if bold else REGULAR
    return sum(_advance(letter, table) for letter in words) * size / 100


def _advance(letter: str, table: tuple[int, ...]) -> int:
    if FIRST <= letter <= LAST:
        return table[ord(letter) - ord(FIRST)]
    plain = unicodedata.normalize("NFD", letter)[0]
    return table[ord(plain) - ord(FIRST)] if FIRST <= plain <= LAST else WIDEST


def cut(words: str, style: str, room: float) -> str:
    """The text, shortened with an ellipsis where it is too wide."""
    if width(words, style) <= room:
        return words
    kept = words
    while kept and width(kept + ELLIPSIS, style) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def lines(words: str, style: str, room: float, most: int) -> list[str]:
    """The text in at most so many lines; the last one is cut."""
    found: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}".lstrip()
        if line and len(found) < most - 1 and width(longer, style) > room:
            found.append(line)
            longer = word
        line = longer
    return [cut(one, style, room) for one in [*found, line] if one]


def safe(words: str) -> str:
    """A text as markup; the only way of a name into a picture, and never into an attribute."""
    return escape(words)


def kind(style: str) -> str:
    """Classes as an attribute; their prefix keeps them apart from those of a page around the picture."""
    return f" class='{' '.join(f'm-{part}' for part in style.split())}'" if style else ""


def place(x: float, y: float) -> str:
    """A place as attributes; where they are 0 they are left out."""
    return (f" x='{n(x)}'" if x else "") + (f" y='{n(y)}'" if y else "")


def n(number: float) -> str:
    """A coordinate, as short as it may be."""
    return f"{round(number, 1):g}"


def say(x: float, y: float, words: str, style: str = "text", room: float | None = None) -> str:
    """One line of text, cut to its room; what was cut off can still be read by pointing at it.

    The first word of a style says how it is written; `mid` and `end` behind it how it stands to x.
    """
    shown = words if room is None else cut(words, style.split()[0], room)
    told = "" if shown == words else title(words)
    return f"<text{kind(style)}{place(x, y)}>{safe(shown)}{told}</text>"


def write(x: float, y: float, words: str, style: str, room: float, most: int, lead: float = 15) -> str:
    """A text in lines, one below the other."""
    shown = lines(words, style, room, most)
    rows = "".join(say(x, y + k * lead, line, style) for k, line in enumerate(shown))
    return rows if not shown or not shown[-1].endswith(ELLIPSIS) else f"<g>{title(words)}{rows}</g>"


def title(words: str) -> str:
    """Tooltip of a drawing."""
    return f"<title>{safe(words)}</title>"
