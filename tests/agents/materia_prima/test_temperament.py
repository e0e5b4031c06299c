"""Temperaments are numbers in a table; a wrong one is refused with its name."""

from pathlib import Path

import pytest

from mpenv.agents.materia_prima import temperament
from mpenv.agents.materia_prima.features import FEATURES
from mpenv.agents.materia_prima.scripted import scripted_players

USUAL = temperament.FILE.read_text(encoding="utf-8").partition("[expert]")[0]


def written(tmp_path: Path, words: str, usual: str = USUAL) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(usual + words, encoding="utf-8")
    return path


def test_there_are_an_expert_and_at_least_twelve_mates_four_of_them_held_out() -> None:
    known = temperament.temperaments()
    assert len(known) >= 1 + 12
    assert sum(one.held_out for one in known.values()) == 4
    assert not known["expert"].held_out
    assert list(scripted_players()) == list(known)


def test_every_temperament_says_in_a_sentence_what_it_is_and_differs_from_all_others() -> None:
    known = list(temperament.temperaments().values())
    assert len({one.sentence for one in known}) == len(known)
    numbers = {(*one.habits.items(), *one.weights.items()) for one in known}
    assert len(numbers) == len(known)


def test_the_classes_of_mates_carry_what_the_table_says() -> None:
    for name, kind in scripted_players().items():
        one = temperament.temperament_of(name)
        assert (kind.__name__.lower(), kind.sentence, kind.held_out) == (name, one.sentence, one.held_out)
        assert kind.forgets == (one.habits["whim"] == 0)


def test_a_temperament_of_ones_own_says_only_what_is_other_than_usual(tmp_path: Path) -> None:
    words = '[idler]\nsentence = "rests"\nweights = { stop = 20 }\nhabits = { points = 0 }\n'
    one = temperament.temperaments(written(tmp_path, words))["idler"]
    usual = temperament.temperaments(written(tmp_path, '[usual_one]\nsentence = "as all"\n'))["usual_one"]
    assert one.weights == {**usual.weights, "stop": 20}
    assert one.habits == {**usual.habits, "points": 0}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("[idler]\n", "idler lacks a sentence"),
        ('[idler]\nsentence = "x"\nmood = 3\n', "idler has unknown mood"),
        ('[idler]\nsentence = "x"\nhabits = { sleep = 1 }\n', r"idler has unknown habits\.sleep"),
        ('[idler]\nsentence = "x"\nweights = { rest = 1 }\n', r"idler has unknown weights\.rest"),
        ('[idler]\nsentence = "x"\nhabits = { helpers = 9 }\n', r"idler\.habits\.helpers=9 must be .* from 0 to 3"),
        (
            '[idler]\nsentence = "x"\nhabits = { helpers = 0.5 }\n',
            r"idler\.habits\.helpers=0\.5 must be a whole number",
        ),
        ('[idler]\nsentence = "x"\nweights = { plan = "much" }\n', r"idler\.weights\.plan='much' must be a number"),
        ('[idler]\nsentence = "x"\nweights = { plan = 1e9 }\n', "must be a number within 1000"),
        ('[idler]\nsentence = "x"\nweights = { plan = nan }\n', "must be a number within 1000"),
        ("[idler\n", "mine.toml"),
    ],
)
def test_a_wrong_temperament_is_refused_with_file_name_and_key(tmp_path: Path, words: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        temperament.temperaments(written(tmp_path, words))


def test_without_all_usual_numbers_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"usual lacks habits\.whim"):
        temperament.temperaments(written(tmp_path, "", USUAL.replace("whim = 0\n", "")))


def test_an_unknown_name_or_change_is_told_with_what_there_is() -> None:
    with pytest.raises(ValueError, match="there is no temperament 'saint', there are: expert"):
        temperament.temperament_of("saint")
    with pytest.raises(ValueError, match="unknown habit or weight 'piety'"):
        temperament.temperament_of("expert").but(piety=3)
    assert temperament.temperament_of("expert").but(stop=3).weights["stop"] == 3


def test_every_habit_and_feature_has_a_meaning() -> None:
    assert all(about.meaning for about in temperament.habits().values())
    assert all(FEATURES.values())
