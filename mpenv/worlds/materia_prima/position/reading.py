"""Reading position files; fields left out take default values."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mpenv.engine.records import readable
from mpenv.worlds.materia_prima import campaign_start
from mpenv.worlds.materia_prima.content import checks
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.options import EXTEND, Options
from mpenv.worlds.materia_prima.position import announcements, check, fields, toml, writing
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from mpenv.worlds.materia_prima.position.sections import Sections
from mpenv.worlds.materia_prima.rules import entries, prompts
from mpenv.worlds.materia_prima.rules.actions.research import PLACED
from mpenv.worlds.materia_prima.rules.secrets import SHOWN
from mpenv.worlds.materia_prima.rules.state import EVENT, HEAPS, PAID, PLACING, PROMPTS, STATE, new_states
from mpenv.worlds.materia_prima.view import View


def position(given: str | dict[str, Any]) -> tuple[Pack, Options, np.ndarray]:
    """Pack, options and state that a position file, or its parsed text, describes, if it is possible."""
    if isinstance(given, str):
        given = toml.tables(given)
    if not isinstance(given, dict):
        raise BrokenPosition([Fault("position", "", "", f"must be the text of a position file, not {given!r}")])
    return _Reader(given).state()


def _blind(*_: object) -> np.ndarray:
    return np.empty(0, np.float32)


def _lost(*_: object) -> None:
    return None


class _Reader(Sections):
    """Writes the sections of a position into a state; collects faults as it goes."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__(given)
        self.lost = list[Fault]()
        self.states = new_states(1)
        self.s: Any = self.states.view(readable(STATE))[0]

    def state(self) -> tuple[Pack, Options, np.ndarray]:
        self.find_pack()
        self.layout = self.ids["layout"].index("standard")
        sections = self.sections()
        seats = self.seats()
        if any(one["alchemist"] is checks.REQUIRED for one in seats) or not seats:
            raise BrokenPosition(self.faults)
        options = self._game(sections[""], seats)
        steps: tuple[Callable[[], None], ...] = (
            lambda: self._board(sections["board"]),
            lambda: self._seat_all(seats),
            lambda: self._alarm(sections["alarm"]),
            lambda: self._inquisition(sections["inquisition"]),
            lambda: self._recipes(sections["recipes"]),
            lambda: self._towns(sections["towns"], sections["events"]),
            lambda: self._events(sections["events"]),
            lambda: self._chance(sections["chance"]),
            lambda: self.faults.extend(announcements.hear(self.pack, self.s, seats)),
            self._prompts,
        )
        for step in steps:
            step()
        entries.order_seats(self.pack.tables, self.states, 0)
        view = View(self.pack, self.states, 0, SHOWN, _blind, _lost)
        if self.faults or self.lost:
            broken = {fault.entry.partition(" ")[0] for fault in self.faults}
            raise BrokenPosition(self.faults + check.impossible(view, broken) + self.lost)
        check.possible(view)
        self._begin_turn(seats)
        return self.pack, options, self.states

    def _begin_turn(self, seats: list[dict[str, Any]]) -> None:
        """Begin the turn that is asked, unless the file says what is left of it (MP-ALCH-2)."""
        top = self.s.prompt[0]
        if self.s.prompts != 1 or top.kind != prompts.TURN:
            return
        if any(seat[left] is not None for seat in seats[top.seat]["figure"] for left in ("actions", "extra")):
            return
        for number in range(v.FIGURES):
            if self.s.seat[top.seat].figure[number].hex >= 0:
                entries.fill_budget(self.pack.tables, self.states, 0, top.seat, number)

    # --- state --------------------------------------------------------------

    def _game(self, game: dict[str, Any], seats: list[dict[str, Any]]) -> Options:
        s, entry = self.s, self.pack.entries["scenario"][game["scenario"]]
        difficulty = game["difficulty"]
        if difficulty is None:
            difficulty = 0 if entry["days"][0] else v.DIFFICULTIES.index("normal")
        if not entry["days"][difficulty] and not self.broken("", "scenario"):
            words = f"{entry['id']} is not offered as {v.DIFFICULTIES[difficulty]}"
            self.faults.append(Fault("position", "", "difficulty", words))
        started = difficulty if game["started"] is None else game["started"]
        if started < difficulty or (started > 0) != (difficulty > 0):
            words = f"{v.DIFFICULTIES[difficulty]} is no easier level than the one the game was started with"
            self.faults.append(Fault("position", "", "started", words))
        s.seed, s.started = np.uint64(game["seed"]), started
        s.scenario, s.difficulty, s.seats = game["scenario"], difficulty, len(seats)
        s.day, s.phase, s.turn, s.outcome = game["day"], game["phase"], game["turn"], game["outcome"]
        rules, extend = self.rules(s)
        s.days = game["days"] or writing.days(self.pack, s)
        s.house.extend, s.house.campaign = extend, game["campaign"]
        chosen = [self.ids["alchemist"][seat["alchemist"]] for seat in seats]
        name = None if difficulty == 0 else v.DIFFICULTIES[difficulty]
        pack = self.given.get("pack", "inquisition")
        stands = [self._stands(k, seat) for k, seat in enumerate(seats)]
        colours = stands if any(one.figure[0].stand for one in s.seat) else None
        return Options(entry["id"], len(seats), name, chosen, colours, rules=rules, pack=pack, extend=EXTEND[extend])

    def _stands(self, k: int, seat: dict[str, Any]) -> str:
        """The colour of a seat, after the state was told where it is not the printed one."""
        printed = self.pack.entries["alchemist"][seat["alchemist"]]["colour"]
        chosen = printed if seat["colour"] is None else seat["colour"]
        self.s.seat[k].figure[0].stand = 0 if chosen == printed else chosen + 1
        return v.COLOURS[chosen]

    def _board(self, given: dict[str, Any]) -> None:
        s, t = self.s, self.pack.readable
        if given["layout"] is not None:
            self.layout = given["layout"]
        words = given["tiles"] or self.pack.entries["layout"][self.layout]["slots"]
        try:
            slots = campaign_start.tiles(self.pack, words)
        except ValueError as fault:
            self.faults.append(Fault("position", "board", "tiles", str(fault)))
            return
        s.laid[:] = slots
        s.site[: t.hexes] = campaign_start.lay(self.pack, slots)
        for element, count in given["dug"].items():
            s.dug[element] = count
        if given["supply"] is not None and not s.house.supply:
            self.faults.append(Fault("position", "board", "supply", "the supply is unlimited (rules: supply)"))
        s.supply[:] = s.house.supply
        for element, count in (given["supply"] or {}).items():
            s.supply[element] = count
        for hex in given["markers"]:
            s.marker[hex] += 1
        for hex, counts in sorted(given["loose"].items()):
            for element in sorted(one for one, count in counts.items() if count):
                if s.heaps == HEAPS:
                    self.faults.append(Fault("position", "board", "loose", f"the engine takes {HEAPS} heaps"))
                    return
                s.heap_at[s.heaps] = hex * v.MAX_ELEMENTS + element
                s.heap_count[s.heaps] = counts[element]
                s.heaps += 1

    def _seat_all(self, seats: list[dict[str, Any]]) -> None:
        self.s.owner[:] = -1
        standard = self.pack.readable.layout[self.layout].tower
        for k in range(v.SEATS):
            me = self.s.seat[k]
            me.alchemist = me.tower = me.private = me.carried_extension = -1
            me.carried[:] = -1
            me.items[:] = -1
            me.fragment[:] = -1
            for figure in me.figure:
                figure.hex = figure.card = -1
            if k < len(seats):
                tower = seats[k]["tower"]
                if tower is None:
                    tower = -1 if self.s.phase == PLACING else standard[len(seats), k]
                me.tower = tower
                self._seat(me, seats[k], f"seat {k}")
                for marker in seats[k]["extensions"]:
                    if self.s.owner[marker] >= 0:
                        words = f"{self.ids['extension'][marker]} is owned twice"
                        self.faults.append(Fault("position", f"seat {k}", "extensions", words))
                    self.s.owner[marker] = k

    def _seat(self, me: Any, given: dict[str, Any], entry: str) -> None:
        me.alchemist, me.stone, me.private = given["alchemist"], given["stone"], given["private"]
        me.missions, me.defeated, me.carried[:] = given["missions"], given["defeated"], given["carried"]
        me.carried_extension = given["carried_extension"]
        for goal in given["latched"]:
            me.latched |= 1 << goal
        for kind, count in given["lost"].items():
            me.lost[kind] = count
        for element, count in given["stock"].items():
            me.stock[element] = count
        for k, (card, worn) in enumerate(given["items"]):
            me.items[k], me.worn[k] = card, worn
        for k, card in enumerate(given["fragments"]):
            me.fragment[k] = card
        for kind, deeds in given["made"].items():
            me.made[kind, 1:] = deeds
        home = -1 if self.s.phase == PLACING else me.tower
        me.figure[0].hex = home
        for i, one in enumerate(given["figure"]):
            figure = me.figure[one["name"]]
            if any(self.broken(f"{entry} figure {i}", field) for field in ("name", "card")):
                continue
            if (one["name"] > 0) != (one["card"] is not None):
                words = "a homunculus has a card, the alchemist has none"
                self.faults.append(Fault("position", f"{entry} {fields.FIGURES[one['name']]}", "card", words))
                continue
            figure.hex = home if one["at"] is None else one["at"]
            figure.card = -1 if one["card"] is None else one["card"]
            figure.actions = one["actions"] or 0
            for element, count in one["load"].items():
                figure.load[element] = count
            for verb, count in (one["extra"] or {}).items():
                figure.extra[verb] = count

    def _pile(self, pile: Any, cards: list[int], entry: str) -> None:
        """Cards with the top last."""
        if len(cards) > v.MAX_DECK:
            self.faults.append(Fault("position", entry, "", f"holds more than {v.MAX_DECK} cards"))
            return
        pile.cards = len(cards)
        pile.card[: len(cards)] = cards

    def _alarm(self, given: dict[str, Any]) -> None:
        s = self.s
        known = check.alarms(self.pack, s)
        active, revealed, deck = given["active"], given["revealed"], given["deck"]
        if active is not None and revealed is not None:
            self.faults.append(Fault("position", "alarm", "active", "give either active or revealed"))
        if revealed is None:
            last = [] if active is None else [active]
            spare = [card for card in known if card not in last and card not in (deck or [])]
            unseen = s.phase <= EVENT and not last
            revealed = spare[: s.day - 1] if unseen else spare[: s.day - len(last)] + last
        if deck is None:
            deck = [card for card in known if card not in revealed]
        self._pile(s.revealed, revealed, "alarm revealed")
        self._pile(s.alarms, deck[::-1], "alarm deck")
        s.due, s.entry = given["due"], given["entry"]

    def _inquisition(self, given: dict[str, Any]) -> None:
        s = self.s
        for k in range(v.SLOTS):
            slot = s.slot[k]
            slot.hex[:] = -1
            shown = given["slots"][k] if k < len(given["slots"]) else {"cards": [], "figures": []}
            cards, hexes = shown["cards"], shown["figures"]
            if len(cards) > v.TYPE_CARDS or len(hexes) > v.STANDEES or (hexes and not cards):
                words = f"takes {v.TYPE_CARDS} cards and {v.STANDEES} figures, no figure without a card"
                self.faults.append(Fault("position", "inquisition", f"slot {k + 1}", words))
                continue
            slot.cards, slot.figures = len(cards), len(hexes)
            slot.card[: len(cards)], slot.hex[: len(hexes)] = cards, hexes
            slot.type = cards[0] // v.TYPE_CARDS if cards else 0
        shown_cards = [card for one in given["slots"] for card in one["cards"]]
        deck = given["deck"]
        if deck is None:
            known = check.inquisitors(self.pack, s)
            deck = [card for card in known if card not in shown_cards and card not in given["defeated"]]
        self._pile(s.pile, deck[::-1], "inquisition deck")
        self._pile(s.defeated, given["defeated"], "inquisition defeated")
        s.hunter, s.hunter_actions = given["hunter"], given["hunter_actions"]

    def _recipes(self, given: dict[str, Any]) -> None:
        s, t = self.s, self.pack.readable
        s.pool[:] = -1
        s.pool[: len(given["pool"])] = given["pool"]
        s.drawn[:] = -1
        s.drawn[: len(given["drawn"])] = [PLACED if card < 0 else card for card in given["drawn"]]
        out = {*given["pool"], *given["drawn"], *given["gone"]}
        for seat in range(s.seats):
            me = s.seat[seat]
            out |= {*me.items.tolist(), *me.fragment.tolist(), *(one.card for one in me["figure"]), me.private}
        for k, kind in enumerate(v.KINDS):
            pile = given[kind]
            deck = pile["deck"]
            if deck is None:
                mine = [card for card in range(t.recipes) if t.recipe[card].kind == k]
                deck = [card for card in mine if card not in out and card not in pile["discard"]]
            self._pile(s.recipes[k], deck[::-1], f"recipes {kind} deck")
            self._pile(s.discards[k], pile["discard"], f"recipes {kind} discard")
        for card in sorted({*writing.gone(self.pack, s)} ^ {*given["gone"]}):
            words = "is said to be gone, but lies somewhere" if card in given["gone"] else "is missing"
            self.lost.append(Fault("position", "recipes", self.ids["recipe"][card], words))

    def _towns(self, given: dict[str, Any], events: dict[str, Any]) -> None:
        """Missions, markers and the purse; cards not named lie in the piles."""
        s = self.s
        s.mission[:], s.market[:] = given["missions"], given["market"]
        s.temple = given["temple"] if given["temple"] is not None else min(0, len(self.ids["temple"]) - 1)
        deck = given["mission_deck"]
        if deck is None:
            out = {*given["missions"], *events["purse"], *events["spent"]}
            deck = [card for card in range(len(self.ids["mission"])) if card not in out]
        self._pile(s.errands, deck[::-1], "towns mission_deck")
        self._pile(s.purse, events["purse"], "events purse")
        self._pile(s.spent, events["spent"], "events spent")
        markers = given["extension_deck"]
        if markers is None:
            every = range(len(self.ids["extension"]))
            markers = [one for one in every if one not in given["market"] and s.owner[one] < 0]
        self._pile(s.extensions, markers[::-1], "towns extension_deck")

    def _events(self, given: dict[str, Any]) -> None:
        """Sides of past events, and the increases they gave."""
        s = self.s
        rows = self.pack.entries["scenario"][s.scenario]["events"]
        for day, side in given["happened"].items():
            found = [k for k, row in enumerate(rows) if row["day"] == day]
            if not found:
                self.faults.append(Fault("position", "events", "happened", f"the scenario has no event on day {day}"))
                continue
            s.happened[found[0]] = side
            if side:
                kind, what, count, *_ = rows[found[0]]["paid" if side == PAID else "unpaid"]
                if v.EFFECTS[kind] == "alchemists":
                    s.bonus[what] += count
                elif v.EFFECTS[kind] == "inquisitors":
                    s.inquisition_bonus[what] += count

    def _chance(self, given: dict[str, Any]) -> None:
        s = self.s
        for deck, count in given["shuffled"].items():
            s.shuffled[deck] = count
        for (purpose, words), count in given["rolled"].items():
            who = self.figure_of(s, words)
            if who < 0:
                self.faults.append(Fault("position", "chance", "rolled", f"there is no figure {words!r}"))
            else:
                s.rolled[purpose, who] = count
        s.dice_left = len(given["dice"])
        s.dice[: s.dice_left] = given["dice"]

    def _prompts(self) -> None:
        given = self.given.get("prompt", [])
        if not isinstance(given, list) or len(given) > PROMPTS:
            self.faults.append(Fault("position", "prompt", "", f"there may be up to {PROMPTS} entries [[prompt]]"))
            return
        for k, one in enumerate(given):
            values = self.read(f"prompt {k}", one, fields.PROMPT)
            if any(value is checks.REQUIRED for value in values.values()):
                continue
            colour = v.COLOURS[values["seat"]]
            who = self.figure_of(self.s, colour)
            if who < 0:
                self.faults.append(Fault("position", f"prompt {k}", "seat", f"nobody plays {colour}"))
                continue
            prompt = self.s.prompt[k]
            values["seat"] = who // v.FIGURES
            for name, value in values.items():
                setattr(prompt, name, value)
            self.s.prompts += 1
