"""A game as one web page: every picture of it, its log and its dice, without a network."""

import base64
import hashlib
import html
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from mpenv.record.replay.page import GamePage
from mpenv.worlds.materia_prima import WORLD, Game
from tests import browser
from tests.worlds.toy import WORLD as FERRY

MOST_BYTES = 400_000
HOSTILE = "</script><img src=x onerror=alert(1)>&\"'<!--log-->"

Pieces = list[list[tuple[str, str]]]


def played(game: Any, most: int = 10_000, terms: Any = WORLD.terms) -> tuple[GamePage, Pieces]:
    """The page of a random game, and its pieces at every ply."""
    pages, rng, seen = GamePage(game, terms), random.Random(1), [game.pieces()]
    while game.seat is not None and game.plies < most:
        action = rng.choice(game.legal())
        words = game.words(action)
        game.apply(action)
        pages.add(words)
        seen.append(game.pieces())
    return pages, seen


@pytest.fixture(scope="module")
def hunt() -> tuple[Game, str, Pieces]:
    game = Game("hunt", 3, seed=5)
    pages, seen = played(game)
    return game, pages.page("Hunt", ["random, random, random"]), seen


def texts(markup: str) -> list[str]:
    return [html.unescape(words) for words in re.findall(r">([^<>]+)<", markup)]


def data_of(page: str) -> Any:
    found = re.search(r'<script id="game" type="application/json">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def pictures(page: str) -> list[list[str]]:
    """The markup of every piece at every ply, as the page has it."""
    data = data_of(page)
    kept = re.search(r'<template id="pieces"><svg>(.*?)</svg></template>', page, re.S)
    assert kept
    markup = [one.removeprefix("<g>").removesuffix("</g>") for one in re.split(r"\n(?=<g>)", kept[1])]
    at, found = [""] * data["keys"], []
    for changes in data["plies"]:
        for place, drawn in zip(changes[::2], changes[1::2], strict=True):
            at[place] = markup[drawn]
        found.append(list(at))
    return found


def test_the_page_holds_the_picture_of_every_ply(hunt: tuple[Game, str, Pieces]) -> None:
    game, page, seen = hunt
    assert len(seen) == game.plies + 1
    assert pictures(page) == [[markup for _, markup in pieces] for pieces in seen]


def test_the_log_tells_every_decision_and_all_that_chance_brought(hunt: tuple[Game, str, Pieces]) -> None:
    game, page, _ = hunt
    again, rng = Game("hunt", 3, seed=5), random.Random(1)
    told = again.happened()
    while again.seat is not None:
        action = rng.choice(again.legal())
        told.append(again.words(action))
        again.apply(action)
        told += again.happened()
    log = page[page.index('<ol id="log">') : page.index("</ol>")]
    days = [f"day {day} begins" for day in range(2, game.day + 1)]
    rest = html.unescape(log)
    for words in told:
        if words not in days:
            assert words in rest
            rest = rest[rest.index(words) + len(words) :]
    assert re.findall(r'class="day">Day (\d+)', log) == [str(day) for day in range(2, game.day + 1)]


def test_the_end_and_its_reasons_stand_in_front(hunt: tuple[Game, str, Pieces]) -> None:
    game, page, _ = hunt
    assert game.outcome is not None
    head = html.unescape(page[page.index("<header>") : page.index("</header>")])
    assert f"<b>{game.outcome.result}</b> on day {game.outcome.day}: {'; '.join(game.outcome.reasons)}" in head


def test_the_page_asks_nobody(hunt: tuple[Game, str, Pieces]) -> None:
    _, page, _ = hunt
    assert set(re.findall(r"https?://[^\"'\s<)]+", page)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|@import|url\((?!#)", page)
    assert "default-src 'none'" in page
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    script = re.search(r"<script>(.*?)</script>", page, re.S)
    assert script
    allowed = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{allowed}';" in policy[1]


@pytest.mark.parametrize(("scenario", "seats"), [("alms", 4), ("watch", 3), ("great-work", 4)])
def test_a_long_game_is_a_small_page(scenario: str, seats: int) -> None:
    from mpenv.agents import make

    game = Game(scenario, seats, seed=2)
    team, pages = [make("expert") for _ in range(seats)], GamePage(game, WORLD.terms)
    for seat, agent in enumerate(team):
        agent.reset(seat, 0)
    while game.seat is not None:
        action = team[game.seat].act(game.view(game.seat))
        words = game.words(action)
        game.apply(action)
        pages.add(words)
    assert game.day == 16
    assert len(pages.page(scenario, []).encode()) < MOST_BYTES


def test_titles_and_words_are_text_whatever_they_say(tmp_path: Path) -> None:
    game = Game("drill-errand", 2, seed=5)
    pages, _ = played(game, 3)
    pages.add(HOSTILE)
    page = pages.page(HOSTILE, [HOSTILE], parted=HOSTILE)
    assert page.count("<img") == 0
    assert page.count(html.escape(HOSTILE)) == 5
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    seen = browser.dom(tmp_path / "page.html")
    assert 'data-ready="yes"' in seen
    assert "<img" not in seen
    assert "&lt;img src=x onerror=alert(1)&gt;" in seen


def test_any_world_has_pages() -> None:
    game = FERRY.game(seed=3)
    pages, seen = played(game, terms=FERRY.terms)
    assert pictures(pages.page("Ferry", [])) == [[markup for _, markup in pieces] for pieces in seen]


# --- in a browser -------------------------------------------------------------------------------

PROBE = """
<script>
const said = [];
const see = (what) => said.push([what, ply, document.getElementById("where").textContent,
  document.querySelectorAll("#log .here").length, pieces.map((one) => one.innerHTML).join("").length]);
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
see("asked");
press("ArrowRight"); see("right");
press("ArrowLeft"); press("ArrowLeft"); see("left");
press("PageDown"); see("a day on");
press("PageUp"); press("PageUp"); see("two days back");
press("End"); press("ArrowRight"); see("end");
press("Home"); press("ArrowLeft"); see("home");
scrubber.value = 9; scrubber.dispatchEvent(new Event("input")); see("scrubber");
document.querySelector('#log [data-ply="4"] a').click();
setTimeout(() => {
  see("log");
  document.getElementById("play").click();
  setTimeout(() => {
    see("playing");
    const out = document.createElement("pre");
    out.id = "probe";
    out.textContent = JSON.stringify(said);
    document.body.append(out);
  }, 1600);
}, 50);
</script>
"""


def probed(page: str, allowed: bool = True) -> str:
    """The page with a second script, and with its hash among those that may run."""
    script = PROBE.partition("<script>")[2].partition("</script>")[0]
    also = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = page.replace("script-src ", f"script-src 'sha256-{also}' ") if allowed else page
    return page.replace("</body>", PROBE + "</body>")


def test_a_browser_runs_the_script_of_the_page_and_no_other(hunt: tuple[Game, str, Pieces], tmp_path: Path) -> None:
    _, page, _ = hunt
    (tmp_path / "page.html").write_text(
        probed(page, allowed=False).replace("<header>", '<header onclick="1"><img src="x" onerror="document.title=7">'),
        encoding="utf-8",
    )
    seen = browser.dom(tmp_path / "page.html")
    assert 'data-ready="yes"' in seen
    assert '<pre id="probe">' not in seen
    assert "<title>Hunt</title>" in seen


def test_every_way_through_the_game_comes_to_its_ply(hunt: tuple[Game, str, Pieces], tmp_path: Path) -> None:
    game, page, _ = hunt
    file = tmp_path / "page.html"
    file.write_text(probed(page), encoding="utf-8")
    told = re.search(r'<pre id="probe">(.*?)</pre>', browser.dom(file, "#ply=6"))
    assert told
    said = {what: (ply, where, here) for what, ply, where, here, _ in json.loads(html.unescape(told[1]))}
    last = game.plies
    days = dict(data_of(page)["days"])
    assert said["asked"] == (6, f"day {max(day for day, ply in days.items() if ply <= 6)}, decision 6 of {last}", 1)
    assert [said[what][0] for what in ("right", "left", "end", "home", "scrubber", "log")] == [7, 5, last, 0, 9, 4]
    later = min(ply for ply in days.values() if ply > 5)
    assert said["a day on"][0] == later
    assert said["two days back"][0] < later
    assert 5 <= said["playing"][0] <= 7
    assert all(here == 1 for _, _, here in said.values())


def test_the_browser_shows_the_picture_of_the_ply_it_is_asked_for(
    hunt: tuple[Game, str, Pieces], tmp_path: Path
) -> None:
    _, page, seen = hunt
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    for ply in (0, 17, len(seen) - 1):
        shown = browser.dom(file, f"#ply={ply}")
        picture = shown[shown.index('<figure id="table">') : shown.index("</figure>")]
        told = re.findall(r"<g>(.*)</g></svg>", picture, re.S)[0]
        assert texts(f">{told}<") == [words for _, markup in seen[ply] for words in texts(markup)]


@pytest.mark.parametrize("asked", ["#ply=99999", "#ply=-3", "#ply=x", "#<script>"])
def test_an_address_that_names_no_ply_shows_one_all_the_same(
    asked: str, hunt: tuple[Game, str, Pieces], tmp_path: Path
) -> None:
    game, page, _ = hunt
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    shown = browser.dom(file, asked)
    assert 'data-ready="yes"' in shown
    assert f"decision {game.plies if '99999' in asked else 0} of {game.plies}" in shown
