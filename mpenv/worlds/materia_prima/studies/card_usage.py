"""Counts of how often each card of a pack mattered in a team's games."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mpenv import text_table
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.rules import log, prompts
from mpenv.worlds.materia_prima.rules.actions import errand
from mpenv.worlds.materia_prima.rules.state import PAID
from mpenv.worlds.materia_prima.studies.watchers import Events, Moment, play
from mpenv.worlds.materia_prima.view import View

# What is counted for a card of each sort, and which of it shows that the card mattered.
TOLD = {
    "recipe": ("dealt", "researched", "made", "discarded", "used"),
    "extension": ("bought", "used"),
    "mission": ("completed",),
    "alarm": ("drawn", "alarms"),
    "inquisitor": ("drawn",),
    "event": ("paid", "unpaid"),
    "alchemist": ("played", "used"),
}
MATTERS = {"recipe": "made", "extension": "bought", "mission": "completed", "alarm": "drawn", "inquisitor": "drawn",
           "event": "paid", "alchemist": "played"}  # fmt: skip
RESEARCH = (prompts.KEEP, prompts.PRIVATE, prompts.DISCARD)
MORE, PRIVATE, ANYWHERE, FORGING = range(len(v.GIFTS))
# The block of an action leads to its verb; picking up is paid like dropping (MP-BASE-ACT-3).
VERB = {
    c.MOVE: "move", c.MINE: "mine", c.DROP: "drop", c.PICK: "drop", c.EXCHANGE: "exchange", c.FIGHT: "fight",
    c.CONVERT: "convert", c.TRANSMUTE: "transmute", c.EQUIP: "equip", c.RESEARCH: "research", c.BUY: "buy",
    c.SAIL: "sail",
}  # fmt: skip
OF_FIGURES = {c.MOVE: 6, c.MINE: 1, c.DROP: 1, c.PICK: 1, c.EXCHANGE: 1, c.FIGHT: v.SLOTS * v.STANDEES}
Ability = tuple[str, int]


class Usage:
    """Watches games; `counts[sort, card][what]` counts the uses of cards."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str, str]] = Counter()
        self._alarm = ""

    def begin(self, view: View, events: Events) -> None:
        for seat in range(view.state.seats):
            self._count("alchemist", view.pack.ids["alchemist"][view.state.seat[seat].alchemist], "played")
        for card in view.state.pool.tolist():
            if card >= 0:
                self._count("recipe", view.pack.ids["recipe"][card], "dealt")
        self._read(view, events)

    def see(self, moment: Moment) -> None:
        self._read(moment.view, moment.events)
        self._discarded(moment)
        if moment.asked == prompts.TURN:
            self._abilities(moment)
        elif moment.asked == prompts.PRIVATE and moment.action == c.YES:
            self._used(moment.view, 0, ("gift", PRIVATE))

    def _count(self, sort: str, card: str, what: str, times: int = 1) -> None:
        self.counts[sort, card, what] += times

    def _read(self, view: View, events: Events) -> None:
        ids = view.pack.ids
        for kind, a, b, c_ in events:
            if kind == log.ALARM_CARD:
                self._alarm = ids["alarm"][a]
                self._count("alarm", self._alarm, "drawn")
            elif kind == log.ALARM:
                self._count("alarm", self._alarm, "alarms")
            elif kind == log.INQUISITOR_CARD:
                self._count("inquisitor", inquisitors(view.pack)[a], "drawn")
            elif kind == log.EVENT:
                self._count("event", events_of(view.pack, view.state.scenario)[a], "paid" if b == PAID else "unpaid")
            elif kind in (log.MADE, log.RESEARCHED):
                self._count("recipe", ids["recipe"][b], "made" if kind == log.MADE else "researched")
            elif kind == log.BOUGHT:
                self._count("extension", ids["extension"][b], "bought")
            elif kind == log.MISSION:
                self._count("mission", ids["mission"][b], "completed")
            elif kind == log.MINED:
                self._mined(view, a, b, c_)

    def _mined(self, view: View, who: int, element: int, dug: int) -> None:
        if dug > view.pack.readable.yields[element]:
            self._used(view, who % v.FIGURES, ("mining", element), who // v.FIGURES)

    def _discarded(self, moment: Moment) -> None:
        """Count recipes newly discarded by research that nobody owned before."""
        if moment.asked in RESEARCH or moment.block.start == c.RESEARCH:
            for card in discards(moment.after) - discards(moment.view) - owned(moment.view):
                self._count("recipe", moment.view.pack.ids["recipe"][card], "discarded")

    def _abilities(self, moment: Moment) -> None:
        """Count abilities used: additional actions are spent first, so having one is using it (MP-ABIL-1)."""
        view, block = moment.view, moment.block
        me = view.state.seat[view.seat]
        number = (moment.action - block.start) // OF_FIGURES[block.start] if block.start in OF_FIGURES else 0
        verb = v.VERBS.index(VERB[block.start]) if block.start in VERB else -1
        if block.start == c.MISSION:
            number = moment.action - block.start
            verb = mission_verb(view, me.figure[number].hex)
        if verb >= 0 and me.figure[number].extra[verb] > 0:
            self._used(view, number, ("extra", verb))
        if block.start == c.RESEARCH:
            self._used(view, 0, ("gift", MORE))
            if view.state.site[me.figure[0].hex] < v.TOWN:
                self._used(view, 0, ("gift", ANYWHERE))
        if block.start == c.TRANSMUTE and me.figure[0].hex != me.tower:
            self._used(view, 0, ("gift", FORGING))

    def _used(self, view: View, figure: int, ability: Ability, seat: int | None = None) -> None:
        for sort, card in sources(view, view.seat if seat is None else seat, figure, ability):
            self._count(sort, card, "used")


def mission_verb(view: View, hex: int) -> int:
    """The verb whose additional actions pay for the mission of the town on a hex; -1: none."""
    kind = view.pack.readable.errand[view.state.mission[view.state.site[hex] - v.TOWN]].kind
    return errand.VERBS[kind] if kind < len(errand.VERBS) else -1


def sources(view: View, seat: int, figure: int, ability: Ability) -> Iterator[tuple[str, str]]:
    """Cards that give a figure an ability: its own, worn items and extensions."""
    pack, me = view.pack, view.state.seat[seat]
    if figure:
        cards = [me.figure[figure].card]
    else:
        cards = [card for card, worn in zip(me.items.tolist(), me.worn.tolist(), strict=True) if worn]
        alchemist = pack.entries["alchemist"][me.alchemist]
        if ability in alchemist["abilities"]:
            yield "alchemist", alchemist["id"]
        for marker, owner in zip(pack.entries["extension"], view.state.owner.tolist(), strict=False):
            if owner == seat and ability in marker["abilities"]:
                yield "extension", marker["id"]
    recipes = [entry for kind in v.KINDS for entry in pack.entries[kind]]
    for card in cards:
        if card >= 0 and ability in recipes[card].get("abilities", []):
            yield "recipe", recipes[card]["id"]


def discards(view: View) -> set[int]:
    return {card for pile in view.state.discards for card in pile.card[: pile.cards].tolist()}


def owned(view: View) -> set[int]:
    """Recipes that a player has made."""
    seats = view.state.seat[: view.state.seats]
    return {
        card for me in seats for card in (*me.items.tolist(), *me.fragment.tolist(), *me["figure"]["card"].tolist())
    }


def inquisitors(pack: Pack) -> list[str]:
    return [card["id"] for entry in pack.entries["type"] for card in entry["cards"]]


def events_of(pack: Pack, scenario: int) -> list[str]:
    """`alms day 4` for each row of the event table of a scenario."""
    return [
        f"{pack.ids['scenario'][scenario]} day {row['day']}" for row in pack.entries["scenario"][scenario]["events"]
    ]


class Line(NamedTuple):
    """A card and its counts."""

    sort: str
    card: str
    counts: dict[str, int]

    @property
    def mattered(self) -> bool:
        return self.counts[MATTERS[self.sort]] > 0


def usage(pack: Pack, code: str, games: Sequence[tuple[int, dict[str, Any]]]) -> list[Line]:
    """Counts of every card of a pack in a team's games, each given by seed and options."""
    watcher = Usage()
    for seed, options in games:
        play(code, seed, options, watcher)
    cards = {
        **{sort: pack.ids[sort] for sort in ("recipe", "extension", "mission", "alarm", "alchemist")},
        "inquisitor": inquisitors(pack),
        "event": [row for scenario in range(len(pack.ids["scenario"])) for row in events_of(pack, scenario)],
    }
    return [
        Line(sort, card, {what: watcher.counts[sort, card, what] for what in told})
        for sort, told in TOLD.items()
        for card in cards[sort]
    ]


def games_of(pack: Pack, name: str, scenarios: Sequence[str], count: int) -> list[tuple[int, dict[str, Any]]]:
    """Seeds and options of games, with scenarios, team sizes and colours in turn."""
    found = []
    for k in range(count):
        seats = 2 + k // len(scenarios) % 3
        given = {"scenario": scenarios[k % len(scenarios)], "seats": seats, "alchemists": nth_team(pack, k, seats)}
        found.append((1 + k, {**given, "pack": name}))
    return found


def nth_team(pack: Pack, nth: int, seats: int) -> list[str]:
    """A different team each time, each colour once."""
    by_colour: list[list[str]] = [[] for _ in v.COLOURS]
    for name, one in zip(pack.ids["alchemist"], pack.entries["alchemist"], strict=True):
        by_colour[one["colour"]].append(name)
    colours = [(nth + k) % len(v.COLOURS) for k in range(seats)]
    return [by_colour[colour][nth // len(v.COLOURS) % len(by_colour[colour])] for colour in colours]


def table(lines: Sequence[Line]) -> str:
    """Counts by sort of card; cards that never mattered come last."""
    parts = []
    for sort, told in TOLD.items():
        of_sort = [one for one in lines if one.sort == sort]
        columns = [text_table.words(sort, 24), *text_table.figures(*((what, 11) for what in told))]
        rows = [[one.card, *(str(one.counts[what]) for what in told)] for one in of_sort]
        parts.append(text_table.table(columns, rows))
    never = [f"  {sort}, not {MATTERS[sort]}: {', '.join(cards)}" for sort, cards in unused(lines).items()]
    return "\n\n".join([*parts, "\n".join(["never mattered:", *(never or ["  none"])])])


def unused(lines: Sequence[Line]) -> dict[str, list[str]]:
    """Cards of each sort that never mattered."""
    found: dict[str, list[str]] = {}
    for line in lines:
        if not line.mattered:
            found.setdefault(line.sort, []).append(line.card)
    return found
