"""SVG to pixels: the right form, something on it, the same twice, and a clear word when a package is missing."""

import struct
import sys
import zlib

import numpy as np
import pytest

import mpenv
from mpenv import picture

DISC = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20' width='40' height='20'>"
    "<rect width='40' height='20' fill='#ffffff'/><circle cx='10' cy='10' r='8' fill='#ff0000'/></svg>"
)
WORD = DISC.replace("</svg>", "<text x='22' y='14' font-size='12' font-family='{}'>W</text></svg>")


def test_pixels_have_the_size_of_the_picture_or_the_width_that_is_asked_for() -> None:
    pixels = picture.rgb(DISC)
    assert (pixels.shape, pixels.dtype) == ((20, 40, 3), np.uint8)
    assert picture.rgb(DISC, 100).shape == (50, 100, 3)
    assert pixels[10, 10].tolist() == [255, 0, 0]
    assert pixels[10, 30].tolist() == [255, 255, 255]
    assert pixels.flags.writeable


@pytest.mark.parametrize("width", [0, -3, 10**6, 1.5, True, "wide"])
def test_a_strange_width_is_refused(width: object) -> None:
    with pytest.raises(ValueError, match="must be a whole number of pixels from 1 to 8192, or None"):
        picture.rgb(DISC, width)  # type: ignore[arg-type]


def test_letters_come_from_the_font_that_is_shipped() -> None:
    plain, word = picture.rgb(DISC), picture.rgb(WORD.format("DejaVu Sans"))
    assert (plain[:, 20:] != word[:, 20:]).any()
    assert sum(path.stat().st_size for path in picture.FONTS.glob("*.ttf")) < 120_000
    assert (picture.FONTS / "LICENSE_DEJAVU").is_file()


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_table_is_not_blank_and_the_same_twice(theme: str) -> None:
    drawn = mpenv.Game(seed=2).svg(theme)
    pixels = picture.rgb(drawn, 700)
    assert (pixels == picture.rgb(drawn, 700)).all()
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 500
    assert (pixels.mean() > 128) == (theme != "dark")


def test_light_and_dark_are_different_pictures_of_the_same_form() -> None:
    game = mpenv.Game(seed=2)
    light, dark = (picture.rgb(game.svg(theme), 400) for theme in ("light", "dark"))
    assert light.shape == dark.shape
    assert (light != dark).any()


def test_a_png_is_a_png() -> None:
    png = picture.png(DISC, 80)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (80, 40)
    assert zlib.crc32(png[12:29]) == struct.unpack(">I", png[29:33])[0]


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_a_missing_package_is_named_with_the_way_to_get_it(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'mpenv\[play\]' \(missing: " + package):
        picture.rgb(DISC)
