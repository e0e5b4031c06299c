"""Broken texts, and texts in any script, are refused in words or read as they are."""

import random

import pytest

from mpenv import toml
from scripts.maintain.fuzzing import texts

ATTACKS = {one.__name__: one for one in texts.ATTACKS}


@pytest.mark.parametrize("name", ATTACKS)
def test_whatever_is_broken_costs_a_sentence_and_little_time(name: str) -> None:
    tries = {"pack": 40, "shown": 20, "script": 30, "remarks": 40}.get(name, 150)
    ends = [texts.tried(ATTACKS[name], seed, random.Random(seed)) for seed in range(tries)]
    assert not [fault for _, fault in ends if fault]
    wanted = {"taken"} if name in ("script", "shown", "remarks") else {"taken", "refused"}
    assert {end for end, _ in ends} == wanted


def test_an_attack_is_the_same_for_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [[texts.attack(seed) for seed in range(30)] for _ in range(2)]
    assert said[0] == said[1]
    monkeypatch.setattr(texts, "OURS", ())
    told = [[texts.attack(seed) for seed in range(30)] for _ in range(2)]
    assert told[0] == told[1]
    assert any(told[0])


def test_a_key_of_other_letters_that_is_not_quoted_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml, "key", lambda words: words if words.isidentifier() else toml.text(words))
    ends = [texts.tried(texts.script, seed, random.Random(seed)) for seed in range(20)]
    assert any(fault and "its own position is refused" in fault for _, fault in ends)
