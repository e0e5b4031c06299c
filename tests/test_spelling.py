"""Suggestions for misspelt words."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

import mpenv
from mpenv.agents import make
from mpenv.agents.registry import known
from mpenv.spelling import did_you_mean, near
from mpenv.worlds.materia_prima import rulebook

WORDS = [*known(), *mpenv.scenarios()]


@given(st.sampled_from([word for word in WORDS if len(word) > 4]), st.data())
def test_two_letters_that_changed_places_lead_to_the_word(word: str, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(word) - 2))
    spoiled = word[:k] + word[k + 1] + word[k] + word[k + 2 :]
    assert word in near(spoiled, WORDS)


@given(st.sampled_from(WORDS))
def test_capital_letters_are_no_other_word(word: str) -> None:
    assert near(word.upper(), WORDS) == [word]


@given(st.one_of(st.text(), st.integers(), st.none(), st.binary()))
def test_any_value_gets_an_answer(word: object) -> None:
    assert isinstance(did_you_mean(word, WORDS), str)


def test_a_very_long_word_is_like_no_other() -> None:
    assert did_you_mean("expert" * 1_000_000, WORDS) == ""


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        (lambda: mpenv.Game("prolouge"), "prologue"),
        (lambda: mpenv.Game("tithe", difficulty="hrad"), "hard"),
        (lambda: mpenv.Game(layout="Random"), "random"),
        (lambda: mpenv.Game(pack="inqisition"), "inquisition"),
        (lambda: mpenv.Game(rules={"table_tlak": True}), "table_talk"),
        (lambda: mpenv.Game(rules={"without": ["figth"]}), "fight"),
        (lambda: mpenv.env(reward="shpaed"), "shaped"),
        (lambda: mpenv.Game(seed=1).observe("entites"), "entities"),
        (lambda: make("exprt"), "expert"),
        (lambda: make("exprt:0.5"), "expert"),
        (lambda: make("mtcs:simulations=10"), "mcts"),
        (lambda: make("mcts:simulatoins=10"), "simulations"),
        (lambda: rulebook.chosen(rulebook.book(), "MP-INK"), "MP-INQ"),
        (lambda: rulebook.chosen(rulebook.book(), "mp-ing-20"), "MP-INQ-20"),
    ],
)
def test_a_misspelt_word_is_answered_with_the_one_that_was_meant(wrong: object, meant: str) -> None:
    assert callable(wrong)
    with pytest.raises(ValueError, match=rf"did you mean .*'{meant}'"):
        wrong()
