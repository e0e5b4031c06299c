"""Training configurations: what they may say, and every fault at once."""

import dataclasses
from pathlib import Path

import pytest

from mpenv.agents.learned import config
from mpenv.worlds.materia_prima import WORLD
from tests.places import ROOT

CONFIGS = sorted((ROOT / "configs" / "train").glob("*.toml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_configuration_that_comes_along_is_read(path: Path) -> None:
    assert config.load(path, None, WORLD).name == path.stem


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(
        'colour = "red"\nname = ".."\nminutes = 0\nupdates = 5\n[game]\nseats = "two"\n'
        '[learner]\ngamma = 1.5\ncritic = "all"\nrate = true\nmomentum = 1\n'
    )
    with pytest.raises(ValueError, match=r"broken\.toml is refused") as caught:
        config.load(path)
    for words in (
        "colour: is unknown, known are name, seed",
        "minutes: must be above 0",
        "name: must be a plain name of a folder",
        "game.seats: must be int, not 'two'",
        "learner.gamma: must be from 0 to 1",
        "learner.rate: must be float, not True",
        "learner.critic: must be 'shared' or 'own' or 'state', not 'all'",
        "learner.momentum: is unknown",
    ):
        assert words in str(caught.value)


def test_a_change_reaches_its_section_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text('name = "plain"\n[game]\nseats = 3\n')
    changed = config.load(path, {"learner.rate": 0.5, "game.scenario": "drill-errand", "minutes": 2})
    assert (changed.learner.rate, changed.game.scenario, changed.game.seats, changed.minutes) == (
        0.5,
        "drill-errand",
        3,
        2,
    )
    with pytest.raises(ValueError, match=r"learner.speed: is unknown"):
        config.load(path, {"learner.speed": 1})


@pytest.mark.parametrize("words", [None, "name = ", b"\xff\xfe"])
def test_a_file_that_is_none_is_told_plainly(tmp_path: Path, words: str | bytes | None) -> None:
    path = tmp_path / "none.toml"
    if words is not None:
        path.write_bytes(words if isinstance(words, bytes) else words.encode())
    with pytest.raises(ValueError, match=r"none\.toml"):
        config.load(path)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("games = 1_000_000_000", "learner.games: must be at most 65,536, not 1000000000"),
        ("hidden = 10_000_000", "learner.hidden: must be at most 8,192, not 10000000"),
        ("layers = 1_000_000", "learner.layers: must be at most 64, not 1000000"),
        ("games = 65_536\nrollout = 65_536", "learner.games times learner.rollout: must be at most 2,097,152"),
        ("hidden = 8192\nlayers = 64", "learner.hidden squared times learner.layers: must be at most 67,108,864"),
        ("rate = nan", "learner.rate: must be a finite number, not nan"),
        ("shape = inf", "learner.shape: must be a finite number, not inf"),
        ("gamma = -inf", "learner.gamma: must be a finite number"),
        ("epochs = 1_001", "learner.epochs: must be at most 1,000, not 1001"),
        (f"rate = {'9' * 400}", "learner.rate: must be at most 1,000, not 99999"),
    ],
)
def test_numbers_that_cannot_be_meant_are_refused_with_their_limit(line: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    path.write_text(f"[learner]\n{line}\n")
    with pytest.raises(ValueError, match="is refused") as caught:
        config.load(path)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "/etc/passwd", "a/b", "a\\\\b", "a\\u0000", "a\\n", " a", "a.", "x" * 65]
)
def test_a_run_is_not_called_what_no_folder_should_be_called(name: str, tmp_path: Path) -> None:
    path = tmp_path / "name.toml"
    path.write_text(f'name = "{name}"\n')
    with pytest.raises(ValueError, match="name: must be a plain name of a folder"):
        config.load(path)


@pytest.mark.parametrize("name", ["quickstart", "Zauber 2", "run-1.5+b", "öl", "x" * 64])
def test_plain_names_of_runs_are_taken(name: str, tmp_path: Path) -> None:
    path = tmp_path / "name.toml"
    path.write_text(f'name = "{name}"\n', encoding="utf-8")
    assert config.load(path).name == name


@pytest.mark.parametrize("words", ["x = " + "[" * 10_000, "x = " + "{a=" * 5_000, "a." * 40_000 + "b = 1", "[a]\n" * 9])
def test_toml_nested_without_end_is_told_plainly(words: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(words)
    with pytest.raises(ValueError, match=r"deep\.toml") as caught:
        config.load(path)
    assert len(str(caught.value)) < 2000


def test_a_run_has_one_budget_and_what_is_typed_replaces_that_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "budget.toml"
    path.write_text("decisions = 100\n")
    assert config.load(path).total_updates == 1
    changed = config.load(path, {"minutes": 3})
    assert (changed.decisions, changed.minutes, changed.total_updates) == (None, 3, None)
    assert config.load(path, {"updates": 7}).total_updates == 7
    with pytest.raises(ValueError, match="updates, minutes: a run has one budget"):
        config.load(path, {"minutes": 3, "updates": 7})
    path.write_text("decisions = 100\nminutes = 3\n")
    with pytest.raises(ValueError, match="decisions, minutes: a run has one budget"):
        config.load(path)


def test_faults_of_the_game_stand_in_the_same_list(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(
        'name = "a/b"\n[game]\nscenario = "epilogue"\nencoder = "round"\n'
        '[learner]\nrate = nan\npotential = "mpenv.agents.materia_prima.policy:nothing"\nmates = "coward"\n'
    )
    with pytest.raises(ValueError, match="is refused") as caught:
        config.load(path, None, WORLD)
    for words in (
        "name: must be a plain name",
        "learner.rate: must be a finite number",
        "game: there is no scenario 'epilogue'",
        "game.encoder: there is no encoder 'round'",
        "learner.potential: potential 'mpenv.agents.materia_prima.policy:nothing' cannot be loaded",
        "learner.mates: 'coward' is held out",
    ):
        assert words in str(caught.value)


def test_settings_that_do_not_fit_each_other_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "impossible.toml"
    path.write_text(
        'decisions = 100\nminutes = 3\n[game]\nencoder = "full"\n[tasks]\nseats = 3\n'
        "[learner]\nvalue_start = 0.7\nimitation = 0.4\nprior = 5\n"
        'predicts = "success"\ngames = 65_536\nrollout = 65_536\n'
    )
    with pytest.raises(ValueError, match="is refused") as caught:
        config.load(path, None, WORLD)
    for words in (
        "decisions, minutes: a run has one budget",
        "learner.games times learner.rollout: must be at most 2,097,152",
        "tasks.seats: must be a list of values",
        "learner.value_start: needs a critic that is not shared, else fitting it moves the policy",
        "learner.predicts: a chance of success needs learner.shape = 0 and learner.gamma = 1",
        "learner.teacher: must name a scripted player for learner.imitation or learner.teacher_weight",
        "learner.imitation and learner.value_start: must be at most 1 together",
        "learner.prior: the encoder 'full' has no field 'answer' with a number for each action",
    ):
        assert words in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("[tasks]\nseats = []", "tasks.seats: must be a list of values"),
        ("[tasks]\nseats = [2, 9]", "tasks: seats=9: there are games of 2, 3 and 4 seats"),
        ("[tasks]\ncolour = [1]", "tasks: there is no option 'colour', there are: scenario, seats"),
        ("[tasks]\nseed = [1, 2]", "tasks: there is no option 'seed', there are: scenario, seats"),
        ('[tasks]\nencoder = ["flat"]', "tasks: there is no option 'encoder', there are: scenario, seats"),
        ("[tasks]\n" + "\n".join(f"o{n} = {[1] * 999}" for n in range(9)), "tasks: there are 991,035,916,"),
        ("[tasks]\nrules = [3]", "tasks: "),
        ("[tasks]\nseats = [[2], {}]", "tasks: seats=[2]: there are games of 2, 3 and 4 seats"),
        ('[tasks]\nscenario = ["vault", "epilogue"]', "tasks: there is no scenario 'epilogue'"),
        ("[tasks]\nseats = [2, 3]\n[learner]\ngames = 1", "tasks: there are 2, more than learner.games, which is 1"),
        (
            '[tasks]\nseats = [2, 3]\n[learner]\nmates = "expert"',
            "tasks: beside mates all tasks have one number of seats, not 2, 3",
        ),
        ('[learner]\nteacher = "coward"\nimitation = 0.1', "learner.teacher: 'coward' is held out"),
        ('[learner]\nteacher = "answer"', "learner.teacher: the encoder 'flat' has no field 'answer'"),
        ('[game]\nencoder = "errands"\n[learner]\nprior = 1', "learner.prior: the encoder 'errands' has no field"),
        ('[game]\nactions = "errands"\nencoder = "deduced"\n[learner]\nprior = 1', "learner.prior: the encoder 'ded"),
        ("[learner]\nprior = 101", "learner.prior: must be at most 100, not 101"),
        ("[learner]\nstarts = 1.5", "learner.starts: must be from 0 to 1, not 1.5"),
        ("[learner]\nbf16 = 1", "learner.bf16: must be bool, not 1"),
        ('[learner]\npredicts = "fate"', "learner.predicts: must be 'return' or 'success', not 'fate'"),
    ],
)
def test_what_cannot_be_learned_is_refused_with_the_setting(lines: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "impossible.toml"
    path.write_text(lines + "\n")
    with pytest.raises(ValueError, match="is refused") as caught:
        config.load(path, None, WORLD)
    assert words in str(caught.value)


def test_a_value_of_an_earlier_version_is_read_by_its_name_of_today(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"learner": {"critic": "seat"}}')
    assert config.load(path, None, WORLD).learner.critic == "shared"


def test_every_setting_says_in_one_line_what_it_means() -> None:
    for kind in (config.TrainConfig, config.LearnerConfig):
        fields = [one for one in dataclasses.fields(kind) if one.name not in ("game", "learner")]
        assert all(0 < len(one.metadata["meaning"]) <= 112 for one in fields)
        assert all(one.metadata["limits"].most > 0 for one in fields if one.name != "tasks")
