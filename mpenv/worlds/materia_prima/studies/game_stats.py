"""Statistics of a game: which event happened on which day."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.rules import log, prompts
from mpenv.worlds.materia_prima.rules.state import PAID
from mpenv.worlds.materia_prima.studies.watchers import Events, Moment, asked, play
from mpenv.worlds.materia_prima.view import View

MOVE_EXTRA = v.VERBS.index("move")
EXCHANGING = (prompts.WHO, prompts.EXCHANGE)


def _item(pack: Pack, seat: int, card: int, _: int) -> str:
    return f"level {pack.readable.recipe[card].level}"


def _sacrifice(pack: Pack, seat: int, card: int, _: int) -> str:
    return "homunculus lost" if pack.readable.recipe[card].kind == 0 else ""


# Names of log entries here; None for those not counted.
_NAMES: dict[int, Callable[[Pack, int, int, int], str]] = {
    log.ALARM: lambda pack, a, b, c: "alarm",
    log.ENTERS: lambda pack, a, b, c: "inquisitor",
    log.HELD: lambda pack, a, b, c: "" if a % v.FIGURES else "attack",
    log.FELLED: lambda pack, a, b, c: "homunculus lost" if a % v.FIGURES else "attack",
    log.STONE_LOST: lambda pack, a, b, c: "stone lost",
    log.DEFEATED: lambda pack, a, b, c: "defeat",
    log.DESTROYED: lambda pack, a, b, c: "destroyed",
    log.ROBBED: lambda pack, a, b, c: "destroyed",
    log.MISSION: lambda pack, a, b, c: "mission",
    log.EVENT: lambda pack, a, b, c: "paid" if b == PAID else "unpaid",
    log.MADE: _item,
    log.SACRIFICED: _sacrifice,
}


class GameStats:
    """Watches a game; `days[what]` lists the days on which an event happened."""

    def __init__(self) -> None:
        self.seed, self.outcome, self.plies, self.day, self.length = 0, "", 0, 1, 0
        self.days: dict[str, list[int]] = {}
        self.on_board: dict[int, int] = {}
        self.actions: Counter[str] = Counter()
        self.neighbours = self.closed = 0
        self._new_turn = False
        self._between = 0, 0  # seats whose figures exchange
        self._offered = Counter[int]()  # elements offered and not taken back

    def begin(self, view: View, events: Events) -> None:
        self.day, self.length = view.day, view.days
        entered = sum(event[0] == log.ENTERS for event in events)
        self._note("inquisitor", on_board(view) - entered)  # inquisitors placed by a rule of the scenario
        self._read(view.pack, events)
        self._look(view, asked(view))

    def see(self, moment: Moment) -> None:
        self.plies += 1
        self.actions[moment.block.name] += 1
        self._exchange(moment)
        self._read(moment.view.pack, moment.events)
        self._look(moment.after, moment.then)

    def _note(self, what: str, times: int = 1) -> None:
        if times:
            self.days.setdefault(what, []).extend([self.day] * times)

    def _read(self, pack: Pack, events: Events) -> None:
        for kind, *said in events:
            if kind == log.DAY:
                self.day = said[0]
            elif kind == log.TURN:
                self._new_turn = True
            elif kind in _NAMES and (name := _NAMES[kind](pack, *said)):
                self._note(name)

    def _look(self, view: View, kind: int) -> None:
        """Count the neighbourhood at the begin of a turn and, after a day's alarms, the inquisitors."""
        if self._new_turn and kind == prompts.TURN:
            self._new_turn = False
            self.on_board.setdefault(self.day, on_board(view))
            near, closed = neighbourhood(view)
            self.neighbours += near
            self.closed += closed

    def _exchange(self, moment: Moment) -> None:
        """Count elements that changed owner in an exchange."""
        for kind, who, what, count in moment.events:
            if kind == log.EXCHANGES:
                self._hand_over()
                self._between = who // v.FIGURES, what // v.FIGURES
            elif kind == log.LAID:
                self._offered[what] += count
            elif kind == log.TAKEN:
                self._offered[what] -= 1
        if moment.then not in EXCHANGING:
            self._hand_over()

    def _hand_over(self) -> None:
        if self._between[0] != self._between[1]:
            self._note("handed over", sum(map(abs, self._offered.values())))
        self._between = 0, 0
        self._offered.clear()


def on_board(view: View) -> int:
    """Number of inquisitors on the board."""
    return int(view.record["slot"]["figures"][0].sum())


def neighbourhood(view: View) -> tuple[int, int]:
    """Hexes around the figures of the seat that begins a turn, and how many of them are closed to it."""
    mask, site = view.record["legal"][0], view.record["site"][0]
    figures = view.record["seat"]["figure"][0, view.seat]
    can_move = (figures["hex"] >= 0) & ((figures["actions"] > 0) | (figures["extra"][:, MOVE_EXTRA] > 0))
    around = view.pack.readable.neighbour[figures["hex"][can_move]]
    near = int(((around >= 0) & (site[around] != v.BLOCKED)).sum())
    return near, near - int(mask[c.MOVE : c.MINE].sum())


def play_and_count(code: str, seed: int, options: dict[str, Any]) -> GameStats:
    """Statistics of a game of a team."""
    found = GameStats()
    game = play(code, seed, options, found)
    found.seed, found.outcome = seed, game.outcome.result if game.outcome else ""
    return found
