"""The letters of the inquisitors on the scenario card are shown wherever the table is."""

import html
import re

import pytest

from mpenv.worlds.materia_prima.game import Game

CARDS = [("alms", "A, B, C"), ("licences", "A, B, F"), ("first-days", "B")]


@pytest.mark.rule("MP-INQ-4", "MP-SETUP-14")
@pytest.mark.parametrize(("scenario", "letters"), CARDS)
def test_the_letters_of_a_scenario_card_are_told_in_text_description_picture_and_encoder(
    scenario: str, letters: str
) -> None:
    game = Game(scenario, 3, seed=2)
    assert f"\nScenario card: inquisitors {letters}.\n" in game.text()
    assert f"\nScenario card: inquisitors {letters}.\n" in game.describe()
    assert f"\ntypes of inquisitors: {letters}\n" in str(game.observe("text"))
    picture = html.unescape(re.sub(r"<[^>]+>", "", game.svg()))
    assert f"inquisitors {letters} ·" in picture


@pytest.mark.rule("MP-INQ-4")
def test_a_scenario_without_inquisitors_says_so() -> None:
    game = Game("drill-errand", seed=2)
    assert "Scenario card: no inquisitors." in game.text()
    assert "types of inquisitors: none\n" in str(game.observe("text"))
    assert "no inquisitors ·" in game.svg()
