"""What the environment does with options, actions and calls that are wrong."""

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.world import IllegalAction

ILLEGAL = [2, -1, 10**6, None, "fly", "", 1.5, [0], np.array([0, 1]), {}]


def playing(**options: Any) -> Any:
    env = mpenv.env(**options)
    env.reset(seed=3)
    return env


def ended(**options: Any) -> Any:
    """An environment whose game has just ended."""
    env = playing(**options)
    rng = np.random.default_rng(3)
    while not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
    return env


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scenario": "epilogue"}, r"there is no scenario 'epilogue', there are: prologue"),
        ({"seats": 1}, r"seats=1: one person plays two alchemists .*use seats=2"),
        ({"seats": 5}, r"there are games of 2, 3 and 4 seats"),
        ({"difficulty": "easy"}, r"there is no difficulty 'easy', scenario 'prologue' has none"),
        ({"alchemists": ["pink", "grey"]}, r"there is no alchemist 'pink', there are: .*yellow"),
        ({"layout": "round"}, r"there is no layout 'round', there are: standard, random"),
        ({"placement": "far"}, r"there is no placement 'far', there are: standard, random"),
        ({"rules": {"solo": True}}, r"there is no rule switch 'solo', there are: die_faces, event_attack"),
        ({"pack": "nowhere"}, r"there is no pack 'nowhere': give one of inquisition"),
        ({"encoder": "tokens"}, r"there is no encoder 'tokens', there are: flat"),
        ({"extend": "often"}, r"there is no extend 'often', there are: never, ask"),
        ({"reward": "bonus"}, r"there is no reward 'bonus', there are: team, shaped"),
        ({"on_illegal": "ignore"}, r"there is no on_illegal 'ignore', there are: raise, pass, random"),
        ({"render_mode": "window"}, r"there is no render_mode 'window', there are: None, ansi, svg, rgb_array, human"),
        ({"max_plies": 0}, r"max_plies=0 must be a whole number above 0, or None"),
        ({"max_plies": 1.5}, r"max_plies=1.5 must be a whole number above 0, or None"),
        ({"max_plies": 2**70}, r"max_plies=1180591620717411303424 must be at most 2,147,483,647, or None for no limit"),
        ({"seed": -1}, r"seed=-1 must be a whole number"),
        ({"seed": "seven"}, r"seed='seven' must be a whole number"),
    ],
)
def test_a_wrong_option_is_told_what_there_is(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        mpenv.env(**options)


def test_an_option_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match=r"there is no option 'colour', there are: scenario, seats, .*, render_mode"):
        mpenv.env(colour="red")  # type: ignore[call-arg]


@pytest.mark.parametrize("action", ILLEGAL, ids=lambda action: f"{type(action).__name__}-{str(action)[:7]}")
def test_an_illegal_action_is_refused_and_nothing_is_changed(action: Any) -> None:
    env = playing()
    before = env.snapshot()
    with pytest.raises(ValueError, match=r"may not play|is no action"):
        env.step(action)
    assert env.snapshot() == before


def test_the_refusal_says_who_what_and_why() -> None:
    env = playing()
    game = env.game
    illegal = next(action for action in range(game.mask().size) if action not in game.legal() and action > 2)
    with pytest.raises(IllegalAction) as caught:
        env.step(illegal)
    fault = caught.value
    assert fault.seat == game.words(0).split()[0]
    assert fault.action == illegal
    assert fault.words == game.words(illegal)
    assert fault.why
    assert all(part in str(fault) for part in (fault.seat, fault.words, fault.why))


@pytest.mark.parametrize("action", [-1, 10**6])
def test_an_id_out_of_range_is_told_the_range(action: int) -> None:
    with pytest.raises(IllegalAction, match=r"ids go from 0 to \d+"):
        playing().step(action)


@pytest.mark.parametrize("action", [2, -1, 10**6, None, 1.5])
def test_pass_plays_the_first_legal_action_instead(action: Any) -> None:
    env, other = playing(on_illegal="pass"), playing()
    other.step(int(np.flatnonzero(other.action_masks())[0]))
    env.step(action)
    assert env.game == other.game


def test_random_plays_a_legal_action_instead_that_the_seed_decides() -> None:
    found = []
    for seed in (1, 1, 2, 3, 4, 5):
        env = mpenv.env(on_illegal="random")
        env.reset(seed=seed)
        first = env.snapshot()
        for _ in range(5):
            env.step(-1)
        assert env.snapshot() != first
        assert env.game.plies == 5
        found.append(env.game.fingerprint())
    assert found[0] == found[1]
    assert len(set(found)) > 2


def test_a_legal_action_is_played_whatever_on_illegal_says() -> None:
    games = []
    for on_illegal in ("raise", "pass", "random"):
        env = playing(on_illegal=on_illegal)
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
        games.append(env.game.fingerprint())
    assert len(set(games)) == 1


@pytest.mark.parametrize("kind", [int, np.int64, np.int8, np.array])
def test_any_kind_of_whole_number_is_an_action(kind: Any) -> None:
    env = playing()
    env.step(kind(0))
    assert env.game.plies == 1


def test_step_before_reset_is_told_to_reset() -> None:
    with pytest.raises(AssertionError, match="reset"):
        mpenv.env().step(0)


def test_a_finished_agent_takes_nothing_but_none() -> None:
    env = ended()
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    agents = len(env.agents)
    env.step(None)
    assert len(env.agents) == agents - 1


def test_step_after_the_end_warns_and_does_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    env = ended(seats=3)
    while env.agents:
        env.step(None)
    before = env.game.fingerprint()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(0)
        env.step(None)
    assert env.game.fingerprint() == before
    assert env.agents == []


def test_after_the_ply_cap_the_agents_are_finished_too() -> None:
    env = playing(max_plies=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert all(env.truncations.values())
    with pytest.raises(ValueError, match="None"):
        env.step(0)


@pytest.mark.parametrize("seed", [-1, "seven", 1.5])
def test_reset_refuses_a_seed_that_is_none(seed: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        playing().reset(seed=seed)


@pytest.mark.parametrize("snapshot", [b"", b"{}", b"\x00" * 10])
def test_restore_refuses_what_is_no_snapshot_and_changes_nothing(snapshot: bytes) -> None:
    env = playing()
    before = env.snapshot()
    with pytest.raises(ValueError, match="snapshot"):
        env.restore(snapshot)
    assert env.snapshot() == before


def test_an_illegal_action_in_a_worker_process_says_the_same_at_home() -> None:
    there = IllegalAction("yellow", 7, "yellow mine", "it carries too much")
    sent = pickle.loads(pickle.dumps(there))
    for here in (sent, type(sent)(sent)):  # as it is sent, and as vector environments raise it anew
        assert str(here) == str(there)
        assert vars(here) == vars(there)
