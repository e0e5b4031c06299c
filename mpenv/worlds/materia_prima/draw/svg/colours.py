"""The colours of the pictures, told apart by people who see few of them, and the style sheet of each theme."""

from mpenv.worlds.materia_prima.draw.svg.letters import STYLES

FONTS = "'DejaVu Sans',Verdana,sans-serif"
THEMES = ("light", "dark", "auto")
# name: light, dark
PALETTE: dict[str, tuple[str, str]] = {
    "page": ("#f3f0e7", "#14171c"),
    "panel": ("#fffefb", "#1d2229"),
    "line": ("#d8d1c1", "#39414c"),
    "ink": ("#1d2126", "#eef1f5"),
    "soft": ("#575c63", "#aab2bd"),
    "plain": ("#e9e3d4", "#2b313a"),
    "rock": ("#c3bbab", "#15181d"),
    "peak": ("#7f7766", "#525b67"),
    "town": ("#fff3cc", "#463d24"),
    "edge": ("#a3987f", "#5d6876"),
    "alert": ("#b3261e", "#ff9a8a"),
    "good": ("#00664d", "#5fd0a8"),
    "dim": ("#efeadd", "#282e37"),
}
# fill and what is written on it, the same in both themes; the elements of a level in the order of the pack
ELEMENTS: dict[int, tuple[tuple[str, str], ...]] = {
    1: (("#8fcdf2", "#10202b"), ("#007a62", "#ffffff"), ("#005f9e", "#ffffff"), ("#c24a00", "#ffffff"),
        ("#474b54", "#ffffff"), ("#f0e442", "#1d2126"), ("#cc79a7", "#1d2126"), ("#3a3a3a", "#ffffff")),
    2: (("#d3eef7", "#10202b"), ("#e59448", "#1d2126"), ("#79c7a0", "#10202b"), ("#f4f2ee", "#1d2126"),
        ("#f0e442", "#1d2126"), ("#9aa0ac", "#1d2126"), ("#d9a3c4", "#1d2126"), ("#b7a88b", "#1d2126")),
    3: (("#ffc83d", "#1d2126"), ("#d283af", "#1d2126"), ("#c3cad6", "#1d2126"), ("#7fb8e6", "#1d2126"),
        ("#8fd0b2", "#1d2126"), ("#e9a27a", "#1d2126"), ("#b9a4dd", "#1d2126"), ("#d6d38a", "#1d2126")),
}  # fmt: skip
SEATS: dict[str, tuple[str, str]] = {
    "green": ("#0b7a55", "#ffffff"),
    "yellow": ("#f5c518", "#1d2126"),
    "brown": ("#86451b", "#ffffff"),
    "grey": ("#c9ced6", "#1d2126"),
}
HUNTER = ("#17181c", "#ffffff", "#e4572e")  # fill, letter, rim
MARKER = ("#ffb000", "#1d2126")
OUTLINE = ("#1d2126", "#eef1f5")  # of figures and towers: light, dark
RIM = ("#101010", "#ffffff")  # what the rim of an element's token leans to
TINT = (0.3, 0.45)  # how much of an element's colour its mine has
FIXED = {
    "hunter": f"fill:{HUNTER[0]};stroke:{HUNTER[2]};stroke-width:2",
    "hunted": f"fill:{HUNTER[1]}",
    "marker": f"fill:{MARKER[0]};stroke:{MARKER[1]};stroke-width:1.2",
    "mark": f"fill:{MARKER[1]}",
    "mid": "text-anchor:middle",
    "end": "text-anchor:end",
    "faint": "opacity:.45",
    "bare": "fill:none;pointer-events:all",
    **{colour: f"fill:{fill}" for colour, (fill, _) in SEATS.items()},
    **{f"on-{colour}": f"fill:{letter}" for colour, (_, letter) in SEATS.items()},
}


def mixed(one: str, other: str, part: float) -> str:
    """So much of one colour in another."""
    pairs = [(int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def element(level: int, nth: int) -> tuple[str, str]:
    """Fill and letter of an element, the nth of its level."""
    known = ELEMENTS[level]
    return known[nth % len(known)]


def style(theme: str, nths: list[tuple[int, int]]) -> str:
    """The style sheet of a theme, for elements of these levels and places in their level."""
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}, there are: {', '.join(THEMES)}")
    first = f".mp{{font-family:{FONTS}}}" + _sheet(_writing()) + _sheet(_themed(int(theme == "dark"), nths))
    later = f"@media(prefers-color-scheme:dark){{{_sheet(_themed(1, nths))}}}" if theme == "auto" else ""
    return first + later + _sheet(_fixed(nths))


def _sheet(rules: dict[str, str]) -> str:
    """One class a rule: a browser matches nothing longer inside of what `use` shows."""
    return "".join(f".m-{name}{{{said}}}" for name, said in rules.items())


def _writing() -> dict[str, str]:
    """Sizes and weights."""
    return {
        name: f"font-size:{size}px" + (";font-weight:700" if bold else "") for name, (size, bold, _) in STYLES.items()
    }


def _fixed(nths: list[tuple[int, int]]) -> dict[str, str]:
    """What is the same in every theme."""
    rules = dict(FIXED)
    for k, (level, nth) in enumerate(nths):
        fill, letter = element(level, nth)
        rules[f"e{k}"] = f"fill:{fill}"
        rules[f"on-e{k}"] = f"fill:{letter}"
    return rules


def _themed(theme: int, nths: list[tuple[int, int]]) -> dict[str, str]:
    at = {name: pair[theme] for name, pair in PALETTE.items()}
    rules = {name: f"fill:{at[colour]}" for name, (_, _, colour) in STYLES.items()}
    rules |= {
        "page": f"fill:{at['page']}",
        "panel": f"fill:{at['panel']};stroke:{at['line']}",
        "slot": f"fill:none;stroke:{at['line']}",
        "plain": f"fill:{at['plain']}",
        "rock": f"fill:{at['rock']}",
        "peak": f"fill:{at['peak']}",
        "town": f"fill:{at['town']};stroke:{at['ink']};stroke-width:1.6",
        "tiles": f"fill:none;stroke:{at['edge']};stroke-width:1.6;stroke-linejoin:round",
        "dim": f"fill:{at['dim']}",
        "inky": f"fill:{at['ink']}",
        "quiet": f"fill:{at['soft']}",
        "pill": f"fill:{at['panel']};stroke:{at['ink']};stroke-width:.8",
        "alert": f"fill:{at['alert']}",
        "good": f"fill:{at['good']}",
        "paper": f"fill:{at['panel']}",
        "now": f"fill:none;stroke:{at['ink']};stroke-width:2",
    }
    for k, (level, nth) in enumerate(nths):
        fill = element(level, nth)[0]
        rules[f"m{k}"] = f"fill:{mixed(fill, at['plain'], TINT[theme])}"
        rules[f"e{k}"] = f"stroke:{mixed(fill, RIM[theme], 0.6)}"
    for colour, (fill, _) in SEATS.items():
        rules[colour] = f"stroke:{OUTLINE[theme]};stroke-width:1.5"
        rules[f"home-{colour}"] = f"fill:{mixed(fill, at['plain'], 0.3)};stroke:{fill};stroke-width:3"
    return rules
