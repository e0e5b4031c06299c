"""What is noted of a game is what happened in it, counted again from its states, its words and its board."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mpenv.engine.switches import PLAIN
from mpenv.record import replay
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.rules.state import PAID
from mpenv.worlds.materia_prima.studies.game_stats import GameStats, play_and_count
from mpenv.worlds.materia_prima.studies.watchers import watch
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.studies.teams import Busy, Reader, watched

SEEDS = range(3 if PLAIN else 40)


def played(seed: int) -> tuple[Game, Game, GameStats]:
    """A rich situation, its end, and what was noted between."""
    start = rich.any_game(seed)
    start._state.logged = 0  # what came while the situation was read is in its state already
    game, found, team = start.clone(), GameStats(), [Busy() for _ in range(start.seats)]
    for seat, one in enumerate(team):
        one.reset(seat, seed)
    watch(game, team, found)
    return start, game, found


def total(game: Game, count: Any) -> int:
    return sum(count(seat) for seat in game._state.seat[: game.seats])


def test_stones_homunculi_elements_defeats_missions_items_and_events_are_those_of_the_state() -> None:
    for seed in SEEDS:
        start, end, found = played(seed)
        times = Counter({what: len(days) for what, days in found.days.items()})
        assert times["stone lost"] == total(start, lambda one: one.stone) - total(end, lambda one: one.stone)
        for what, kept in (("homunculus lost", "homunculus"), ("destroyed", "stock")):
            place = v.KEPT.index(kept)
            assert times[what] == total(end, lambda one, p=place: one.lost[p]) - total(
                start, lambda one, p=place: one.lost[p]
            )
        for what, field in (("defeat", "defeated"), ("mission", "missions")):
            assert times[what] == total(end, lambda one, f=field: getattr(one, f)) - total(
                start, lambda one, f=field: getattr(one, f)
            )
        for level in range(1, v.LEVELS + 1):
            made = [total(game, lambda one, n=level: one.made[:, n].sum()) for game in (start, end)]
            assert times[f"level {level}"] == made[1] - made[0]
        paid = [(game._state.happened[: v.EVENTS] == PAID).sum() for game in (start, end)]
        assert times["paid"] == paid[1] - paid[0]
        assert found.plies == end.plies == found.actions.total()
        assert found.day == end.day


def test_alarms_attacks_and_inquisitors_are_those_that_a_replay_tells(tmp_path: Path) -> None:
    for seed in SEEDS[:12]:
        game, found, team = Game(seats=4, seed=seed), GameStats(), [Busy() for _ in range(4)]
        again = game.clone()
        watch(game, team, found)
        for one in team:
            one.__init__()  # type: ignore[misc]
        with replay.Recorder(tmp_path / "game.jsonl", WORLD, again) as record:
            told = again.happened()
            while again.seat is not None:
                record.apply(team[again.seat].act(again.view(again.seat)))
                told += again.happened()
        assert replay.resimulate(tmp_path / "game.jsonl", WORLD) == game
        day, days = 0, dict[str, list[int]]()
        for words in told:
            if words.startswith("day "):
                day = int(words.split()[1])
            homunculus = ".h" in words.split()[0]
            for what, is_it in {
                "alarm": words.startswith("ALARM "),
                "inquisitor": " enters on " in words,
                "attack": " against attack " in words and not homunculus,
                "stone lost": " loses the soul stone to " in words,
            }.items():
                if is_it:
                    days.setdefault(what, []).append(day)
        for what in ("alarm", "inquisitor", "attack", "stone lost"):
            assert found.days.get(what, []) == days.get(what, []), what


def test_who_stands_on_the_board_from_the_start_came_on_the_first_day() -> None:
    assert play_and_count("random", 1, {"scenario": "drill-hunt"}).days["inquisitor"] == [1]


class Lookout:
    """Counts the neighbourhoods again, hex by hex, and the inquisitors of each morning."""

    def __init__(self, team: Any) -> None:
        self.team, self.turns, self.near, self.closed = team, set[tuple[int, int]](), 0, 0
        self.mornings: dict[int, int] = {}

    def reset(self, seat: int, seed: int) -> None:
        self.team.reset(seat, seed)

    def act(self, view: Any) -> int:
        s, t = view.state, view.pack.readable
        if s.prompt[s.prompts - 1].kind == 1 and (view.day, view.seat) not in self.turns:
            self.turns.add((view.day, view.seat))
            others = [one for other, one in enumerate(s.seat[: s.seats]) if other != view.seat]
            taken = {one.tower for one in others} | {figure.hex for one in others for figure in one.figure}
            hunters = [hex for slot in s.slot for hex in slot.hex[: slot.figures].tolist()]
            self.mornings.setdefault(view.day, len(hunters))
            for figure in s.seat[view.seat].figure:
                for there in t.neighbour[figure.hex].tolist() if figure.hex >= 0 else ():
                    if there >= 0 and s.site[there] != v.BLOCKED:
                        self.near += 1
                        self.closed += there in taken or there in hunters
        return int(self.team.act(view))


def test_closed_neighbour_hexes_and_the_inquisitors_of_a_morning_are_those_that_can_be_counted_on_the_board() -> None:
    closed = 0
    for seed in SEEDS:
        game, found = Game("hunt" if seed % 2 else "watch", 4, seed), GameStats()
        lookout = Lookout(Busy())
        watch(game, [lookout] * 4, found)
        assert (found.neighbours, found.closed) == (lookout.near, lookout.closed)
        assert found.on_board == lookout.mornings
        closed += found.closed
    assert closed > 0


TOWER = "exchange/a-partner-in-its-tower-trades-its-load-and-neither-stock-nor-items-nor-fragments"
FULL = "exchange/a-figure-with-room-for-one-may-take-from-a-full-one"
BACK_AND_FORTH = ["take fire", "exchange", "done", "exchange", "take fire"]  # two each time are taken unasked


@pytest.mark.parametrize(
    ("name", "colour", "play", "handed"),
    [
        (TOWER, "yellow", ["done"], 1),
        (TOWER, "yellow", ["take fire", "done"], 0),
        (TOWER, "yellow", ["take earth", "done"], 2),
        (TOWER, "yellow", ["take fire", "take earth"], 1),
        (FULL, "grey", ["done"], 0),
        (FULL, "grey", BACK_AND_FORTH, 3),
    ],
)
def test_what_changed_seats_by_exchange_was_handed_over(name: str, colour: str, play: list[str], handed: int) -> None:
    found = GameStats()
    watched(name, found, [f"{colour} {words}" for words in ["exchange", *play]])
    assert len(found.days.get("handed over", [])) == handed


def test_an_exchange_between_ones_own_figures_hands_nothing_over() -> None:
    found = GameStats()
    name = "exchange/all-figures-on-the-same-and-on-adjacent-hexes-are-offered"
    watched(name, found, ["yellow exchange", "yellow with yellow.h1", "yellow done"])
    assert found.actions["EXCHANGE"] == 1
    assert "handed over" not in found.days


def test_the_same_seed_is_the_same_course_and_every_team_gets_the_same_game() -> None:
    options = {"scenario": "prologue", "seats": 3}
    assert vars(play_and_count("random", 5, options)) == vars(play_and_count("random", 5, options))
    other = play_and_count("tests.worlds.materia_prima.studies.teams:Busy", 5, options)
    assert other.on_board[1] == play_and_count("random", 5, options).on_board[1]
    assert other.plies != play_and_count("random", 5, options).plies


LAST_EXCHANGE = {
    "pack": rich.WHOLE,
    "scenario": "hunt",
    "difficulty": "easy",
    "day": 2,
    "turn": 1,
    "alarm": {"active": "alarm.04"},
    "inquisition": {"slots": [{"cards": ["A2"], "figures": ["1,1"]}]},
    "chance": {"dice": [0, 0, 0, 0]},
    "seat": [
        {"alchemist": "grey", "figure": {"name": "alchemist", "at": "1,0"}},
        {"alchemist": "brown", "figure": {"name": "alchemist", "at": "0,0", "load": {"fire": 1}, "actions": 1}},
    ],
    "prompt": [{"kind": "turn", "seat": "brown", "figure": "alchemist", "cause": "own turn"}],
}


def test_what_was_handed_over_with_the_last_action_counts_though_the_inquisition_fells_who_got_it() -> None:
    game, found = Game.from_position(LAST_EXCHANGE), GameStats()
    watch(game, [Reader(["brown exchange", "brown done"])] * 2, found)
    assert found.days["attack"][0] == 2
    assert found.days["stone lost"][0] == 2
    assert found.days["handed over"] == [2]
