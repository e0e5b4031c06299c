"""What an environment shows: text, SVG, pixels, and a page that needs no display."""

import copy
import os
import pickle
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.envs import live_page
from mpenv.envs.aec import AECGame
from tests.worlds.toy import WORLD as FERRY


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "MPENV_RENDER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(live_page, "FOLDER", live_page.Folder())
    monkeypatch.setattr("webbrowser.open", lambda page: pytest.fail(f"{page} was opened without a display"))


def begun(mode: str | None, world: Any = None) -> AECGame:
    env = mpenv.env(seed=3, render_mode=mode) if world is None else AECGame(world, seed=3, render_mode=mode)
    env.reset(seed=3)
    return env


def some_steps(env: AECGame, steps: int) -> None:
    rng = random.Random(1)
    for _ in range(steps):
        env.step(rng.choice(np.flatnonzero(env.action_masks()).tolist()))


def test_each_mode_gives_its_kind_of_picture() -> None:
    ansi, drawn, pixels = (begun(mode).render() for mode in ("ansi", "svg", "rgb_array"))
    assert isinstance(ansi, str)
    assert "soul stone" in ansi
    assert isinstance(drawn, str)
    assert ET.fromstring(drawn).tag.endswith("svg")
    assert isinstance(pixels, np.ndarray)
    assert (pixels.shape[1:], pixels.dtype) == ((1068, 3), np.uint8)
    assert begun("ansi").metadata["render_modes"] == ["ansi", "svg", "rgb_array", "human"]
    assert begun("ansi").metadata["render_fps"] > 0


def test_a_picture_follows_the_game() -> None:
    env = begun("svg")
    before = env.render()
    some_steps(env, 3)
    assert env.render() != before
    assert env.render() == env.render()


def test_any_world_is_shown_in_every_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path))
    assert begun("ansi", FERRY).render().startswith("day 1")  # type: ignore[union-attr]
    assert "day 1" in begun("svg", FERRY).render()  # type: ignore[operator]
    assert begun("rgb_array", FERRY).render().shape[2] == 3  # type: ignore[union-attr]
    assert begun("human", FERRY).render() is None
    assert "day 1" in (tmp_path / "table.html").read_text(encoding="utf-8")


def test_without_a_mode_rendering_warns_and_gives_nothing() -> None:
    env = begun(None)
    with pytest.warns(UserWarning, match=r"render\(\) needs a render_mode: ansi, svg, rgb_array, human"):
        assert env.render() is None


def test_human_keeps_a_page_that_follows_the_game_and_says_once_where(capfd: pytest.CaptureFixture[str]) -> None:
    env = begun("human")
    told = capfd.readouterr().err
    path = Path(told.strip().rpartition(" ")[2])
    assert told.count("the table is shown in") == 1
    pages = [path.read_text(encoding="utf-8")]
    assert pages[0].startswith("<!doctype html>")
    assert 'http-equiv="refresh"' in pages[0]
    for _ in range(3):
        some_steps(env, 1)
        pages.append(path.read_text(encoding="utf-8"))
    assert len({*pages}) == 4
    assert capfd.readouterr().err == ""
    assert [one.name for one in path.parent.iterdir()] == [path.name], "what was written beside is gone"
    env.close()
    assert path.is_file()


def test_the_page_lies_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path / "mine.html"))
    begun("human")
    assert (tmp_path / "mine.html").is_file()
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path / "nowhere" / "mine.html"))
    with pytest.raises(ValueError, match=r"MPENV_RENDER=.*: there is no folder .*nowhere' for the page"):
        begun("human")


def test_with_a_display_the_page_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[str]()
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":7")
    env = begun("human")
    some_steps(env, 4)
    env.render()
    assert opened == [(tmp_path / "table.html").as_uri()]


def test_copies_of_a_shown_environment_are_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path))
    env = begun("human")
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.snapshot() == env.snapshot()
        some_steps(other, 1)


def test_environments_that_are_shown_one_after_another_share_one_page(capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(5):
        env = begun("human", FERRY)
        env.close()
    del env
    begun("human", FERRY)  # and one that nobody closes
    begun("human", FERRY)
    said = capfd.readouterr().err
    assert said.count("the table is shown in") == 1
    assert [one.name for one in live_page.FOLDER.path.iterdir()] == ["table.html"]


def test_environments_that_are_shown_at_once_have_a_page_each_in_one_folder() -> None:
    envs = [begun("human", FERRY) for _ in range(3)]
    envs += [copy.deepcopy(envs[0]), pickle.loads(pickle.dumps(envs[0]))]
    for env in envs:
        env.render()
    assert len({env._page.path for env in envs}) == 5
    assert {env._page.path.parent for env in envs if env._page.path} == {live_page.FOLDER.path}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_a_fork_shows_itself_in_a_folder_of_its_own() -> None:
    begun("human", FERRY)
    home, child = live_page.FOLDER.path, os.fork()
    if child == 0:
        env = begun("human", FERRY)
        os._exit(env._page.path is None or env._page.path.parent == home)
    assert os.waitpid(child, 0)[1] == 0
