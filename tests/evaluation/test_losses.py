"""A lost game is played again with the same dice and one seat replaced."""

import json
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.evaluation import losses
from mpenv.worlds.materia_prima import WORLD

HUNT = {"scenario": "drill-hunt", "seats": 2}
ERRAND = {"scenario": "drill-errand", "seats": 2}


def played(team: list[str], seed: int, **options: object) -> losses.PlayedGame:
    return losses.PlayedGame(WORLD, WORLD.game(**options, seed=seed), team, seed)


def lost(team: list[str], **options: object) -> losses.PlayedGame:
    return next(one for one in (played(team, seed, **options) for seed in range(100)) if not one.end.outcome.worth)  # type: ignore[union-attr]


def test_replaced_by_the_same_player_a_game_ends_the_same_way_from_every_ply() -> None:
    one = lost(["hermit", "hermit"], scenario="licences", seats=2, difficulty="hard")
    for ply in range(0, len(one.answers), 7):
        assert not one.replaced(ply, "hermit")


def test_a_player_who_draws_is_the_same_again_when_another_is_replaced() -> None:
    """Random beside random: replaced by itself the seat draws anew, but the other one answers as before."""
    one = played(["random", "expert"], 3, **ERRAND)
    ply = next(k for k, seat in enumerate(one.seats) if seat == 1)
    other = one._as_before(0, ply)
    again = played(["random", "expert"], 3, **ERRAND)
    assert again.answers == one.answers
    later = next(k for k, seat in enumerate(one.seats) if seat == 0 and k > ply)
    assert other.act(one.moments[later].view(0)) == one.answers[later]


def test_who_saves_a_game_does_so_at_the_ply_that_is_told() -> None:
    """Beside a random player the expert alone fells the inquisitor of the drill."""
    found = 0
    for seed in range(30):
        one = played(["random", "random"], seed, **HUNT)
        loss = losses.examine(one, "expert")
        if loss is None:
            assert one.end.outcome is not None
            assert one.end.outcome.worth > 0
            continue
        for saved in loss.saved:
            found += 1
            assert one.seats[saved.ply] == saved.seat
            assert one.replaced(saved.ply, "expert")
            assert one.moments[saved.ply].day == saved.day
    assert found >= 5


def test_where_one_seat_cannot_save_the_mission_the_loss_is_not_avoidable() -> None:
    """Each alchemist has his own errand in the drill: two who do nothing lose it, whoever takes one seat."""
    account = losses.account(WORLD, "random", ERRAND, range(5), "expert")
    assert len(account.losses) == 5
    assert account.avoidable[0] == 0
    assert {reason for reason, _ in account.reasons} == {"somebody did not bring 2 elements into the tower"}


def test_teams_stand_side_by_side_with_what_they_lacked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "losses.json"
    words = ["losses", "random", "expert,random", "--scenario", "drill-errand", "--games", "2", "--json", str(out)]
    assert cli.main(words) == 0
    said = capsys.readouterr().out
    assert "random                  2 of 2       0.0%" in said
    assert "expert,random" in said
    assert "expert,random: what was missing, by lost games" in said
    told = {one["team"]: one for one in json.loads(out.read_text())}
    assert told["random"]["avoidable"][0] == 0
    assert told["expert,random"]["avoidable"][0] == 1  # an expert on the other seat is all that is missing
    assert all(loss["saved"] for loss in told["expert,random"]["losses"])


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["nobody"], "there is no agent 'nobody'"),
        (["random", "--reference", "nobody"], "there is no agent 'nobody'"),
        (["random", "--games", "0"], "--games must be 1 or more, got 0"),
        (["random,random,random", "--seats", "2"], "3 agents do not fit on 2 seats"),
        (["random", "--scenario", "nowhere"], "nowhere"),
    ],
)
def test_a_wrong_call_is_told_in_a_line(words: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["losses", *words]) == 2
    assert fault in capsys.readouterr().err


def test_only_why_is_told_without_playing_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        cli.main(["losses", "random", "--reasons", "--scenario", "drill-errand", "--seats", "2", "--games", "5"]) == 0
    )
    said = capsys.readouterr().out
    assert "5 of 5" in said
    assert "somebody did not bring 2 elements" in said
    assert "avoidable" not in said.lower()
