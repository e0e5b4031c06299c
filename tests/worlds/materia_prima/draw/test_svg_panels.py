"""The picture in panels is the picture: side by side without a gap, and what stays the same is painted once."""

import pickle
import random
from typing import Any

import numpy as np
import pytest

from mpenv import picture
from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima.draw import svg

FAR, FEW = 24, 1e-4  # letters and edges at a cut may differ by a shade


def later(game: Game, plies: int) -> Game:
    rng = random.Random(plies)
    for _ in range(plies):
        if game.seat is not None:
            game.apply(rng.choice(game.legal()))
    return game


TABLES: list[tuple[dict[str, Any], int]] = [
    ({"scenario": "prologue", "seats": 2}, 0),
    ({"scenario": "vault", "seats": 3}, 70),
    ({"scenario": "great-work", "seats": 4}, 150),
    ({"scenario": "hunt", "seats": 2}, 400),
    ({"scenario": "tithe", "seats": 3, "placement": "players"}, 1),
]


@pytest.mark.parametrize(("options", "plies"), TABLES)
def test_the_panels_together_are_the_whole_picture(options: dict[str, Any], plies: int) -> None:
    game = later(Game(seed=3, **options), plies)
    painted = picture.Painter().paint(game.parts())
    whole = picture.rgb(game.svg(), painted.shape[1])
    assert painted.shape == whole.shape
    assert (np.abs(painted.astype(int) - whole) > FAR).any(2).mean() < FEW


@pytest.mark.parametrize(("options", "plies"), TABLES)
def test_panels_lie_side_by_side_without_a_gap(options: dict[str, Any], plies: int) -> None:
    boxes = [box for box, _ in svg.parts(later(Game(seed=3, **options), plies).view(0))]
    covered = np.zeros((int(max(box.bottom for box in boxes)), int(max(box.right for box in boxes))), int)
    for box in boxes:
        covered[int(box.y) : int(box.bottom), int(box.x) : int(box.right)] += 1
    assert (covered == 1).all()


def test_a_painter_paints_only_the_panels_that_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, painter, painted = Game("alms", 4, seed=3), picture.Painter(), list[str]()
    paint = picture.rgb
    monkeypatch.setattr(picture, "rgb", lambda one, width: painted.append(one) or paint(one, width))  # type: ignore[func-returns-value]
    first = painter.paint(game.parts())
    assert len(painted) == len(game.parts())
    assert (painter.paint(game.parts()) == first).all()
    assert len(painted) == len(game.parts())
    later(game, 1)
    painter.paint(game.parts())
    assert 0 < len(painted) - len(game.parts()) <= 4


def test_a_painter_keeps_no_more_than_it_should_and_pickles_without_its_pixels() -> None:
    game, painter = Game("alms", 2, seed=3), picture.Painter()
    for _ in range(40):
        painter.paint(later(game, 1).parts())
    assert len(painter._cache) <= picture.CACHED
    again = pickle.loads(pickle.dumps(painter))
    assert len(pickle.dumps(painter)) < 200
    assert (again.paint(game.parts()) == painter.paint(game.parts())).all()
