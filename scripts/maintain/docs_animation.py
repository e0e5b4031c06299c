"""The moving picture of the README: a whole game of the expert's team, with its record beside the board."""

import io
import textwrap
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from mpenv import picture
from mpenv.agents import make
from mpenv.play import begin_team, play
from mpenv.record.replay.reading import chosen
from mpenv.record.replay.story import Story
from mpenv.record.replay.writer import Recorder
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.draw.svg import colours, svg

SCENARIO, SEATS, SEED = "prologue", 3, 1
BOARD, RECORD, HEADER = 470, 330, 52  # pixels: the board is a square, the record stands beside it
HEIGHT = BOARD + HEADER
LINE, LINES, LETTERS = 18, 25, 43  # of the record: height of a line, how many fit, letters in a line
QUIET, BUSY, LAST = 260, 620, 5000  # milliseconds that a frame is shown


class Line(NamedTuple):
    """A line of the record: its words and the class of its colour."""

    words: str
    kind: str


def recorded(path: Path) -> Story:
    """Record a game of the expert's team, and read it again as a story."""
    game, team = Game(SCENARIO, SEATS, SEED), [make("expert") for _ in range(SEATS)]
    begin_team(game, team)
    with Recorder(path, WORLD, game, ["expert"] * SEATS) as recorder:
        play(game, team, advance=recorder.advance)
    return Story(chosen(path), WORLD)


def _wrapped(words: str, kind: str) -> list[Line]:
    return [Line(part, kind) for part in textwrap.wrap(words, LETTERS, subsequent_indent="   ")]


def _lines(words: str, happened: list[str]) -> Iterator[Line]:
    """An action and what it brought, without what the board shows anyway."""
    yield from _wrapped(words, f"act-{words.partition(' ')[0].partition('.')[0]}")
    for event, following in zip(happened, [*happened, ""][1:], strict=True):
        if event.startswith("day "):
            yield Line("", "soft")
            yield Line(event.replace(" begins", ""), "day")
        elif event.startswith(("alarm card", "alarm marker")) or event.endswith("'s turn"):
            continue
        elif " moves to " not in event or not following.startswith(event.partition(" to ")[0]):
            alert = "DEFEATED" in event or "ALARM" in event or "loses" in event
            yield from _wrapped(f"  {event}", "alert" if alert else "soft")


def _page(before: list[Line], added: list[Line]) -> list[Line]:
    """Add lines to the record; a new page begins when it is full or a night has passed."""
    new_day = any(one.kind == "day" for one in added)
    return added if new_day or len(before) + len(added) > LINES else [*before, *added]


def _record(lines: list[Line]) -> str:
    """The right half of a frame as SVG."""
    dark = {name: pair[1] for name, pair in colours.PALETTE.items()}
    seats = {f"act-{name}": pair[0] for name, pair in colours.SEATS.items()}
    inks = {"soft": dark["soft"], "alert": dark["alert"], "day": dark["good"], **seats}
    inks |= {"act-brown": "#c98a5a", "act-green": "#43b98c"}  # readable on a dark panel
    written = "".join(
        f"<text x='18' y='{HEADER + 16 + LINE * row}' fill='{inks[one.kind]}' xml:space='preserve'"
        f"{'' if one.kind == 'soft' else ' class=' + repr('bold')}>{escape(one.words)}</text>"
        for row, one in enumerate(lines[-LINES:])
    )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {RECORD} {HEIGHT}' width='{RECORD}' height='{HEIGHT}'>"
        f"<style>text{{font:12px {colours.FONTS}}}.bold{{font-weight:bold}}</style>"
        f"<rect width='{RECORD}' height='{HEIGHT}' fill='{dark['page']}'/>"
        f"<rect x='4' y='{HEADER - 4}' width='{RECORD - 12}' height='{BOARD - 6}' rx='8' fill='{dark['panel']}'/>"
        f"{written}</svg>"
    )


def _header(game: Game) -> str:
    """The line above board and record as SVG: the day, and how the game ends."""
    dark, width = {name: pair[1] for name, pair in colours.PALETTE.items()}, BOARD + RECORD
    days = game.view(0).days
    ended = game.outcome is not None and game.outcome.success
    boxes = "".join(
        f"<rect x='{300 + 26 * (day - 1)}' y='14' width='22' height='22' rx='4' "
        f"fill='{dark['ink'] if day == game.day else dark['good'] if day < game.day else dark['panel']}' "
        f"opacity='{1 if day == game.day else 0.55}'/><text x='{311 + 26 * (day - 1)}' y='29' class='n' "
        f"fill='{dark['page'] if day <= game.day else dark['soft']}'>{day}</text>"
        for day in range(1, days + 1)
    )
    words = "mission met" if ended else ""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {HEADER}' width='{width}' height='{HEADER}'>"
        f"<style>text{{font:bold 17px {colours.FONTS}}}.n{{font-size:11px;text-anchor:middle}}</style>"
        f"<rect width='{width}' height='{HEADER}' fill='{dark['page']}'/>"
        f"<text x='14' y='31' fill='{dark['ink']}'>Prologue, three alchemists</text>{boxes}"
        f"<text x='{width - 16}' y='31' text-anchor='end' fill='{dark['good']}'>{words}</text></svg>"
    )


def _frame(game: Game, lines: list[Line]) -> Any:
    from PIL import Image

    image = Image.new("RGB", (BOARD + RECORD, HEIGHT))
    board = svg(game.view(0), "dark", only_board=True)
    for at, drawn, width in (
        ((0, HEADER), board, BOARD),
        ((BOARD, 0), _record(lines), RECORD),
        ((0, 0), _header(game), BOARD + RECORD),
    ):
        image.paste(Image.open(io.BytesIO(picture.png(drawn, width))).convert("RGB"), at)
    return image


def frames(story: Story) -> Iterator[tuple[Any, int]]:
    """Each frame with its milliseconds; steps of one figure without an event share a frame."""
    lines = [Line("day 1", "day")]
    for ply, entry in enumerate(story.log, 1):
        game = story.at(ply)
        lines = _page(lines, list(_lines(entry.words, entry.happened)))
        follows = story.log[ply].words if ply < story.plies else ""
        mover = entry.words.partition(" move ")[0]
        if not entry.happened and " move " in entry.words and follows.startswith(f"{mover} move "):
            continue
        yield _frame(game, lines), LAST if ply == story.plies else BUSY if len(entry.happened) > 2 else QUIET


def animation(folder: Path) -> bytes:
    """The game as an animated WebP without loss; `folder` takes its record."""
    images, times = zip(*frames(recorded(folder / "prologue.jsonl")), strict=True)
    out = io.BytesIO()
    images[0].save(
        out, "WEBP", save_all=True, append_images=images[1:], duration=list(times), lossless=True, method=4, loop=0
    )
    return out.getvalue()
