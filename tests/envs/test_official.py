"""The tests of PettingZoo, gymnasium and Stable-Baselines3, each with the option that docs/environments.md names."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

import mpenv
from mpenv.world import IllegalAction
from tests.places import ROOT

DRILL: dict[str, Any] = {"scenario": "drill-errand"}
PAGE = ROOT / "docs/environments.md"


def sb3_check(env: Any) -> None:
    pytest.importorskip("stable_baselines3.common.env_checker").check_env(env)


def check_both(check: Callable[[Any], None], **options: Any) -> None:
    """The two environments of gymnasium."""
    check(mpenv.team_env(**DRILL, **options))
    check(mpenv.seat_env(**DRILL, **options))


def play_parallel(env: Any) -> None:
    """The loop of PettingZoo's page on the Parallel API."""
    env.reset(seed=42)
    while env.agents:
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    env.close()


def play_team(env: Any) -> None:
    """The loop of gymnasium's first page."""
    env.reset(seed=42)
    over = False
    while not over:
        *_, terminated, truncated, _ = env.step(env.action_space.sample())
        over = terminated or truncated
    env.close()


Run = Callable[..., None]
OFFICIAL: list[tuple[str, str, Run]] = [  # what the page calls it, its option or "-", a run with options
    ("pettingzoo.test.api_test", "-", lambda **o: api_test(mpenv.env(**DRILL, **o), num_cycles=60)),
    ("pettingzoo.test.seed_test", "-", lambda **o: seed_test(lambda: mpenv.env(**DRILL, **o), num_cycles=60)),
    (
        "pettingzoo.test.render_test",
        "-",
        lambda **o: render_test(lambda render_mode=None: mpenv.env(**DRILL, render_mode=render_mode, **o)),
    ),
    (
        "pettingzoo.test.parallel_api_test",
        "-",
        lambda **o: parallel_api_test(mpenv.parallel_env(**DRILL, **o), num_cycles=60),
    ),
    (
        "pettingzoo.test.parallel_seed_test",
        'on_illegal="random"',
        lambda **o: parallel_seed_test(lambda: mpenv.parallel_env(**DRILL, **o), num_cycles=60),
    ),
    (
        "pettingzoo.test.state_test.state_test",
        'on_illegal="random"',
        lambda **o: state_test(mpenv.env(**DRILL, **o), mpenv.parallel_env(**DRILL, **o), num_cycles=10),
    ),
    (
        "gymnasium.utils.env_checker.check_env",
        'on_illegal="random"',
        lambda **o: check_both(check_env, **o),
    ),
    (
        "stable_baselines3.common.env_checker.check_env",
        'on_illegal="random"',
        lambda **o: check_both(sb3_check, **o),
    ),
    (
        "`action_space(agent).sample()` of PettingZoo's Parallel page",
        'on_illegal="random"',
        lambda **o: play_parallel(mpenv.parallel_env(**DRILL, **o)),
    ),
    (
        "`action_space.sample()` of gymnasium's first page",
        'on_illegal="random"',
        lambda **o: play_team(mpenv.team_env(**DRILL, **o)),
    ),
]
each = pytest.mark.parametrize(("name", "option", "run"), OFFICIAL, ids=[name for name, _, _ in OFFICIAL])


def options(option: str) -> dict[str, str]:
    """What `on_illegal="random"` names, as a dict."""
    return {} if option == "-" else dict([option.replace('"', "").split("=")])


@pytest.fixture(autouse=True)
def _page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda page: True)


@each
def test_it_passes_with_the_option_of_the_page(name: str, option: str, run: Run) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Dict spaces, which PettingZoo's own games with masks have too
        run(**options(option))


@each
def test_where_an_option_is_wanted_the_error_without_it_says_so(name: str, option: str, run: Run) -> None:
    def many() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for _ in range(20):  # an action that is drawn without a mask may be legal
                run()

    if option != "-":
        with pytest.raises(IllegalAction) as caught:
            many()
        assert option in str(caught.value)


def test_the_page_names_each_with_its_option() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, option, _ in OFFICIAL:
        shown = name if "`" in name else f"`{name}`"
        wanted = "none" if option == "-" else f"`{option}`"
        assert f"| {shown} | {wanted} |" in page


@pytest.mark.parametrize("make", [SyncVectorEnv, AsyncVectorEnv])
def test_masks_of_single_environments_in_gymnasiums_vectors_are_never_empty_in_same_step(make: Any) -> None:
    envs = make([lambda: mpenv.team_env(**DRILL, max_plies=4)] * 2, autoreset_mode=AutoresetMode.SAME_STEP)
    try:
        _, infos = envs.reset(seed=1)
        for _ in range(10):
            assert infos["action_mask"].any(1).all()
            *_, infos = envs.step(envs.action_space.sample(tuple(infos["action_mask"])))
    finally:
        envs.close()


def test_the_sample_that_the_error_of_many_games_names_is_legal_in_each() -> None:
    envs = mpenv.vector_env(50, **DRILL, seed=1)
    _, infos = envs.reset()
    for _ in range(30):
        actions = envs.action_space.sample(tuple(infos["action_mask"]))
        assert infos["action_mask"][np.arange(50), actions].all()
        *_, infos = envs.step(actions)
