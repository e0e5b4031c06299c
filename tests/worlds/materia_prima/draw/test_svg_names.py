"""Names come from packs: they are escaped, and cut before they leave their box."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from mpenv.worlds.materia_prima.draw import svg
from mpenv.worlds.materia_prima.draw.svg import letters
from mpenv.worlds.materia_prima.game import Game
from tests.worlds.materia_prima.draw.drawn import wide
from tests.worlds.materia_prima.draw.test_svg import stays

HOSTILE = "<script>&\"']]></text></svg>"


def renamed(scenario: str, seats: int, name: str) -> Game:
    """A game in which everything has this name. A pack may not hold all of its letters, a picture can."""
    game = Game(scenario, seats, 3)
    game.pack = replace(game.pack, names=dict.fromkeys(game.pack.names, name))
    return game


@pytest.mark.parametrize("name", [HOSTILE, "W" * 60, "Ünïcödé " * 7, "漢字かな交じり" * 8, "two words " * 5, "i"])
def test_any_name_is_escaped_and_stays_in_its_box(name: str) -> None:
    for seats in (2, 4):
        game = renamed("great-work", seats, name.strip())
        drawn = game.svg()
        ET.fromstring(drawn)
        assert "<script" not in drawn
        said = "".join(one.text or "" for one in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}title"))
        assert name.strip()[:20] in said
        if name.isascii() or name.startswith("Ü"):
            stays(game.view(0))
    ET.fromstring(f"<g>{''.join(markup for _, markup in svg.pieces(game.view(0)))}</g>")


def test_what_is_cut_off_can_still_be_read_by_pointing_at_it() -> None:
    said = letters.say(0, 0, "a name that is far too long", "name", 60)
    assert "<title>a name that is far too long</title>" in said
    assert letters.ELLIPSIS in said
    assert "<title>" not in letters.say(0, 0, "short", "name", 60)


def test_the_widths_are_those_of_the_font_that_is_shipped() -> None:
    for style in letters.STYLES:
        size = letters.STYLES[style][0]
        for letter in map(chr, range(ord(letters.FIRST), ord(letters.LAST) + 1)):
            assert (
                wide(letter, style) - 0.002 * size <= letters.width(letter, style) <= wide(letter, style) + 0.02 * size
            ), letter
        for letter in "…→✓○●é\u00c5žŁß":
            assert wide(letter, style) <= letters.width(letter, style), letter


def test_lines_keep_every_word_until_there_is_no_room() -> None:
    words = "one two three four five six seven"
    assert " ".join(letters.lines(words, "text", 60, 9)) == words
    cut = letters.lines(words, "text", 60, 2)
    assert len(cut) == 2
    assert cut[-1].endswith(letters.ELLIPSIS)
    assert all(letters.width(line, "text") <= 60 for line in cut)
