"""Colours that all can read: contrast, colour blindness, greyscale, and never colour alone."""

import itertools
import re

import numpy as np
import pytest

from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.draw.board import LETTERS
from mpenv.worlds.materia_prima.draw.svg import colours, shapes
from mpenv.worlds.materia_prima.draw.svg.letters import STYLES

READABLE = 4.5  # WCAG AA
APART = 9.0  # in CIELAB; neighbours that also differ in shape and letter
# How people see who lack a kind of cone, on linear RGB (Machado, Oliveira and Fernandes 2009).
SEEN = {
    "all": np.eye(3),
    "protanopia": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "deuteranopia": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "tritanopia": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = XYZ @ np.ones(3)


def linear(colour: str) -> np.ndarray:
    part = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def light(colour: str) -> float:
    return float(XYZ[1] @ linear(colour))


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, seen: np.ndarray) -> np.ndarray:
    part = (XYZ @ np.clip(seen @ linear(colour), 0, 1)) / WHITE
    root = np.where(part > 0.008856, np.cbrt(part), 7.787 * part + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


@pytest.mark.parametrize("theme", colours.THEMES)
def test_every_rule_of_the_style_is_of_one_class(theme: str) -> None:
    """A browser matches no selector of two parts inside of what `use` shows."""
    rules = colours.style(theme, shapes.element_places(load("inquisition")))
    for rule in rules.replace("@media(prefers-color-scheme:dark){", "").replace("}}", "}").split("}")[:-1]:
        assert re.fullmatch(r"\.mp?[-\w]*", rule.partition("{")[0]), rule


@pytest.mark.parametrize("theme", [0, 1])
def test_every_text_can_be_read_on_what_lies_behind_it(theme: int) -> None:
    at = {name: pair[theme] for name, pair in colours.PALETTE.items()}
    for written in {colour for _, _, colour in STYLES.values()} | {"alert", "good"}:
        for ground in ("page", "panel", "dim"):
            assert contrast(at[written], at[ground]) >= READABLE, (written, ground)
    assert contrast(at["panel"], at["ink"]) >= READABLE


def test_every_letter_can_be_read_on_its_token_figure_or_marker() -> None:
    pairs = [*itertools.chain(*colours.ELEMENTS.values()), *colours.SEATS.values(), colours.MARKER, colours.HUNTER[:2]]
    for fill, letter in pairs:
        assert contrast(fill, letter) >= READABLE, fill


@pytest.mark.parametrize("seen", SEEN)
def test_mines_and_seats_differ_in_colour_for_everybody(seen: str) -> None:
    for group in (colours.ELEMENTS[1][:5], colours.SEATS.values()):
        for (one, _), (other, _) in itertools.combinations(group, 2):
            assert np.linalg.norm(lab(one, SEEN[seen]) - lab(other, SEEN[seen])) > APART, (one, other)


def test_seats_and_markers_differ_in_grey() -> None:
    """Printed without colours: a figure is never as light as the plain ground it stands on."""
    ground = light(colours.PALETTE["plain"][0])
    greys = [light(fill) for fill, _ in colours.SEATS.values()]
    assert all(contrast(fill, colours.OUTLINE[0]) > 1.9 for fill, _ in colours.SEATS.values())
    assert len({round(grey, 2) for grey in [*greys, ground]}) == len(greys) + 1


def test_elements_and_figures_differ_in_shape_or_letter_too() -> None:
    pack = load("inquisition")
    places = shapes.element_places(pack)
    signs = {(level, nth % len(shapes.SHAPES[level]), shapes.symbol(pack, k)) for k, (level, nth) in enumerate(places)}
    assert len(signs) == len(places)
    assert len({(level, shapes.symbol(pack, k)) for k, (level, _) in enumerate(places)}) == len(places)
    mines = [nth for level, nth in places if level == 1]
    assert len({shapes.SHAPES[1][nth] for nth in mines}) == len(mines)
    assert len(set(LETTERS.values())) == len(LETTERS)
    assert shapes.PERSON != shapes.FLASK
