"""A position file as a state; what it leaves out takes its usual value."""

import tomllib
from collections.abc import Callable
from typing import Any

import numpy as np

from mpenv.layout import readable
from mpenv.materia.content import board, schema
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.faults import Fault
from mpenv.materia.content.pack import Pack, load
from mpenv.materia.content.schema import Field, Ids, listed, one_of, table, text, whole
from mpenv.materia.options import Options
from mpenv.materia.position import check
from mpenv.materia.position.faults import BrokenPosition
from mpenv.materia.rules import chance, doors, prompts
from mpenv.materia.rules.state import DICE, HEAPS, OUTCOMES, PHASES, PROMPTS, STATE, TURNS, new_states
from mpenv.materia.view import View

MOST = 30000
FIGURES = ("alchemist", "h1", "h2", "h3")


def position(given: str | dict[str, Any]) -> tuple[Pack, Options, np.ndarray]:
    """The pack, the options and the state that a position file, or its parsed text, describes."""
    if isinstance(given, str):
        try:
            given = tomllib.loads(given)
        except tomllib.TOMLDecodeError as fault:
            raise BrokenPosition([Fault("position", "", "", f"is not TOML: {fault}")]) from None
    if not isinstance(given, dict):
        raise BrokenPosition([Fault("position", "", "", f"must be the text of a position file, not {given!r}")])
    return _Reader(given).state()


def hex_of(pack: Pack) -> schema.Check:
    t = pack.readable
    hexes = {f"{t.q[i]},{t.r[i]}": i for i in range(t.hexes)}

    def check(value: Any, ids: Ids) -> int:
        plain = value.replace(" ", "") if isinstance(value, str) else ""
        if plain not in hexes:
            raise ValueError(f"{value!r} is no hex of the board, write q,r like '0,-2'")
        return hexes[plain]

    return check


def or_gap(check: schema.Check) -> schema.Check:
    """`-` leaves a place empty."""
    return lambda value, ids: -1 if value == "-" else check(value, ids)


def item(value: Any, ids: Ids) -> tuple[int, bool]:
    """`equipment.1a worn`, `equipment.1a` in the tower, or `-`."""
    if value == "-":
        return -1, False
    name = value.removesuffix(" worn") if isinstance(value, str) else ""
    if name not in ids["equipment"]:
        raise ValueError(f"{value!r} is no equipment, write its id and 'worn' if it is")
    return ids["recipe"].index(name), name != value


def roll_of(value: Any, ids: Ids) -> tuple[int, str]:
    purpose, _, who = value.partition(" ") if isinstance(value, str) else ("", "", "")
    if purpose not in chance.ROLLS or not who:
        raise ValueError(f"{value!r} must be one of {', '.join(chance.ROLLS)} and a figure")
    return chance.ROLLS.index(purpose), who


class _Reader:
    """One position on its way into a state; collects faults as it goes."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given, self.faults = given, list[Fault]()
        self.states = new_states(1)
        self.s: Any = self.states.view(readable(STATE))[0]

    def state(self) -> tuple[Pack, Options, np.ndarray]:
        self._find_pack()
        sections = self._sections()
        seats = self._seats()
        if any(one["alchemist"] is schema.REQUIRED for one in seats) or not seats:
            raise BrokenPosition(self.faults)
        options = self._game(sections[""], seats)
        steps: tuple[Callable[[], None], ...] = (
            lambda: self._board(sections["board"]),
            lambda: self._seat_all(seats),
            lambda: self._alarm(sections["alarm"]),
            lambda: self._inquisition(sections["inquisition"]),
            lambda: self._recipes(sections["recipes"]),
            lambda: self._chance(sections["chance"]),
            self._prompts,
        )
        for step in steps:
            step()
        if self.faults:
            raise BrokenPosition(self.faults + self._also())
        return self.pack, options, self.states

    def _also(self) -> list[Fault]:
        """What is wrong with the sections that could be read."""
        doors.order_seats(self.pack.tables, self.states, 0)
        broken = {fault.entry.partition(" ")[0] for fault in self.faults}
        view = View(self.pack, self.states, 0, 0, lambda *_: np.empty(0, np.float32))
        return check.impossible(view, broken)

    def _broken(self, entry: str, field: str) -> bool:
        return any((fault.entry, fault.field) == (entry, field) for fault in self.faults)

    # --- the words ------------------------------------------------------------------------------

    def _find_pack(self) -> None:
        name = self.given.get("pack", "inquisition")
        if not isinstance(name, str):
            raise BrokenPosition([Fault("position", "", "pack", f"must be a text, not {name!r}")])
        self.pack = load(name)
        self.ids = {**self.pack.ids, "card": [c["id"] for one in self.pack.entries["type"] for c in one["cards"]]}
        self.hex = hex_of(self.pack)

    def _read(self, entry: str, given: Any, fields: dict[str, Field]) -> dict[str, Any]:
        if not isinstance(given, dict):
            self.faults.append(Fault("position", entry, "", f"must be a table, not {given!r}"))
            given = {}
        values, wrong = schema.read_fields(given, fields, self.ids)
        self.faults += [Fault("position", entry, name, words) for name, words in wrong]
        return {name: values.get(name, field.default) for name, field in fields.items()}

    def _sections(self) -> dict[str, dict[str, Any]]:
        ref, hexes, cards = schema.ref, listed(self.hex), listed(schema.ref("card"))
        pile = {"deck": Field(listed(ref("recipe")), None), "discard": Field(listed(ref("recipe")), [])}
        counted = table(ref("element"), whole(0, 127))
        spaces: dict[str, dict[str, Field]] = {
            "board": {
                "tiles": Field(listed(text, v.TILES, v.TILES), None),
                "markers": Field(hexes, []),
                "loose": Field(table(self.hex, counted), {}),
            },
            "alarm": {
                "revealed": Field(listed(ref("alarm")), None),
                "active": Field(ref("alarm"), None),
                "deck": Field(listed(ref("alarm")), None),
                "due": Field(whole(0, v.SEATS), 0),
                "entry": Field(self.hex, -1),
            },
            "inquisition": {
                "slots": Field(listed(schema.record(cards=Field(cards, []), figures=Field(hexes, [])), 0, v.SLOTS), []),
                "deck": Field(cards, None),
                "defeated": Field(cards, []),
                "hunter": Field(whole(0, v.SLOTS * v.STANDEES), 0),
                "hunter_actions": Field(whole(-1, 60), -1),
            },
            "recipes": {
                "pool": Field(listed(or_gap(ref("recipe")), 0, v.POOL), []),
                **{kind: Field(schema.record(**pile), {"deck": None, "discard": []}) for kind in v.KINDS},
            },
            "chance": {
                "shuffled": Field(table(one_of(chance.DECKS), whole(0, MOST)), {}),
                "rolled": Field(table(roll_of, whole(0, MOST)), {}),
                "dice": Field(listed(whole(0, v.DIE_FACES - 1), 0, DICE), []),
            },
        }
        game = {
            "format": Field(whole(1, 1), 1),
            "pack": Field(text, "inquisition"),
            "scenario": Field(one_of(tuple(self.ids["scenario"])), 0),
            "difficulty": Field(one_of(v.DIFFICULTIES), None),
            "seed": Field(whole(0, 2**64 - 1), 0),
            "day": Field(whole(1, 60), 1),
            "days": Field(whole(1, 60), None),
            "phase": Field(one_of(PHASES), TURNS),
            "turn": Field(whole(0, v.SEATS), 0),
            "outcome": Field(one_of(OUTCOMES), 0),
        }
        top = {key: value for key, value in self.given.items() if key not in (*spaces, "seat", "prompt")}
        read = {name: self._read(name, self.given.get(name, {}), fields) for name, fields in spaces.items()}
        return {"": self._read("", top, game), **read}

    def _seats(self) -> list[dict[str, Any]]:
        ref, counted = schema.ref, table(schema.ref("element"), whole(0, 9999))
        deeds = listed(whole(0, 99), v.LEVELS, v.LEVELS)
        fields = {
            "alchemist": Field(self._alchemist),
            "tower": Field(self.hex, None),
            "stone": Field(_yes_or_no, True),
            "stock": Field(counted, {}),
            "items": Field(listed(item, 0, v.ITEMS), []),
            "fragments": Field(listed(or_gap(ref("recipe")), 0, v.FRAGMENTS), []),
            "made": Field(table(one_of(v.KINDS), deeds), {}),
            "fullest": Field(whole(0, MOST), 0),
            "figure": Field(lambda value, ids: value, []),
        }
        figure = {
            "name": Field(one_of(FIGURES), 0),
            "card": Field(ref("homunculus"), None),
            "at": Field(self.hex, None),
            "load": Field(table(ref("element"), whole(0, 127)), {}),
            "actions": Field(whole(0, 60), 0),
            "extra": Field(table(one_of(v.VERBS), whole(0, 60)), {}),
        }
        given = self.given.get("seat", [{"alchemist": "yellow"}, {"alchemist": "brown"}])
        if not isinstance(given, list) or not 2 <= len(given) <= v.SEATS:
            self.faults.append(Fault("position", "seat", "", "there must be 2 to 4 entries [[seat]]"))
            return []
        seats = [self._read(f"seat {k}", one, fields) for k, one in enumerate(given)]
        for k, one in enumerate(seats):
            found = one["figure"] if isinstance(one["figure"], list) else [one["figure"]]
            one["figure"] = [self._read(f"seat {k} figure {i}", f, figure) for i, f in enumerate(found)]
            named = not any(self._broken(f"seat {k} figure {i}", "name") for i in range(len(found)))
            if named and len({f["name"] for f in one["figure"]}) != len(one["figure"]):
                self.faults.append(Fault("position", f"seat {k}", "figure", "a figure is given twice"))
        return seats

    def _alchemist(self, value: Any, ids: Ids) -> int:
        for index, one in enumerate(self.pack.entries["alchemist"]):
            if value in (one["id"], v.COLOURS[one["colour"]]):
                return index
        raise ValueError(f"there is no alchemist {value!r}, there are: {', '.join(ids['alchemist'])}")

    # --- into the state -------------------------------------------------------------------------

    def _game(self, game: dict[str, Any], seats: list[dict[str, Any]]) -> Options:
        s, entry = self.s, self.pack.entries["scenario"][game["scenario"]]
        difficulty = game["difficulty"]
        if difficulty is None:
            difficulty = 0 if entry["days"][0] else v.DIFFICULTIES.index("normal")
        if not entry["days"][difficulty] and not self._broken("", "scenario"):
            words = f"{entry['id']} is not offered as {v.DIFFICULTIES[difficulty]}"
            self.faults.append(Fault("position", "", "difficulty", words))
        s.seed = np.uint64(game["seed"])
        s.scenario, s.difficulty, s.seats = game["scenario"], difficulty, len(seats)
        s.days = game["days"] or entry["days"][difficulty]
        s.day, s.phase, s.turn, s.outcome = game["day"], game["phase"], game["turn"], game["outcome"]
        chosen = [self.ids["alchemist"][one["alchemist"]] for one in seats]
        name = None if difficulty == 0 else v.DIFFICULTIES[difficulty]
        return Options(entry["id"], len(seats), name, chosen, pack=self.given.get("pack", "inquisition"))

    def _board(self, given: dict[str, Any]) -> None:
        s, entries = self.s, self.pack.entries
        about = entries["board.toml"][0]
        words = given["tiles"] or entries["layout"][self.ids["layout"].index("standard")]["slots"]
        try:
            slots = [board.slot_of(one, self.ids["tile"]) for one in words]
        except ValueError as fault:
            self.faults.append(Fault("position", "board", "tiles", str(fault)))
            return
        if len({tile for tile, _, _ in slots}) != v.TILES or any(
            turn not in board.rotations(about["shape"]) for _, _, turn in slots
        ):
            self.faults.append(
                Fault("position", "board", "tiles", "must use each tile once, turned as its shape allows")
            )
            return
        t = self.pack.readable
        sides = {(k, side): list(t.tile[k].side[side].site[: t.tile_hexes]) for k in range(v.TILES) for side in (0, 1)}
        s.laid[:] = slots
        s.site[: t.hexes] = board.lay(board.geometry(about["shape"], about["frame"]), sides, slots)
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
        standard = self.pack.readable.layout[self.ids["layout"].index("standard")].tower
        for k in range(v.SEATS):
            me = self.s.seat[k]
            me.alchemist = me.tower = -1
            me.items[:] = -1
            me.fragment[:] = -1
            for figure in me.figure:
                figure.hex = figure.card = -1
            if k < len(seats):
                tower = seats[k]["tower"]
                me.tower = standard[len(seats), k] if tower is None else tower
                self._seat(me, seats[k], f"seat {k}")

    def _seat(self, me: Any, given: dict[str, Any], entry: str) -> None:
        me.alchemist, me.stone, me.fullest = given["alchemist"], given["stone"], given["fullest"]
        for element, count in given["stock"].items():
            me.stock[element] = count
        for k, (card, worn) in enumerate(given["items"]):
            me.items[k], me.worn[k] = card, worn
        for k, card in enumerate(given["fragments"]):
            me.fragment[k] = card
        for kind, deeds in given["made"].items():
            me.made[kind, 1:] = deeds
        me.figure[0].hex = me.tower
        for i, one in enumerate(given["figure"]):
            figure = me.figure[one["name"]]
            if any(self._broken(f"{entry} figure {i}", field) for field in ("name", "card")):
                continue
            if (one["name"] > 0) != (one["card"] is not None):
                words = "a homunculus has a card, the alchemist has none"
                self.faults.append(Fault("position", f"{entry} {FIGURES[one['name']]}", "card", words))
                continue
            figure.hex = me.tower if one["at"] is None else one["at"]
            figure.card = -1 if one["card"] is None else one["card"]
            figure.actions = one["actions"]
            for element, count in one["load"].items():
                figure.load[element] = count
            for verb, count in one["extra"].items():
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
        order = self.pack.entries["scenario"][s.scenario]["alarm_order"]
        known = order or range(len(self.ids["alarm"]))
        active, revealed, deck = given["active"], given["revealed"], given["deck"]
        if active is not None and revealed is not None:
            self.faults.append(Fault("position", "alarm", "active", "give either active or revealed"))
        if revealed is None:
            last = [] if active is None else [active]
            spare = [card for card in known if card not in last and card not in (deck or [])]
            revealed = (spare[: s.day - len(last)] + last) if s.phase or last else spare[: s.day - 1]
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
            scenario = self.pack.readable.scenario[s.scenario]
            types = [scenario.type[k] for k in range(scenario.types)]
            known = [type_ * v.TYPE_CARDS + k for type_ in types for k in range(v.TYPE_CARDS)]
            deck = [card for card in known if card not in shown_cards and card not in given["defeated"]]
        self._pile(s.pile, deck[::-1], "inquisition deck")
        self._pile(s.defeated, given["defeated"], "inquisition defeated")
        s.hunter, s.hunter_actions = given["hunter"], given["hunter_actions"]

    def _recipes(self, given: dict[str, Any]) -> None:
        s, t = self.s, self.pack.readable
        s.pool[:] = -1
        s.pool[: len(given["pool"])] = given["pool"]
        out = {card for card in given["pool"] if card >= 0}
        for seat in range(s.seats):
            me = s.seat[seat]
            out |= {*me.items.tolist(), *me.fragment.tolist(), *(one.card for one in me["figure"])}
        for k, kind in enumerate(v.KINDS):
            pile = given[kind]
            deck = pile["deck"]
            if deck is None:
                mine = [card for card in range(t.recipes) if t.recipe[card].kind == k]
                deck = [card for card in mine if card not in out and card not in pile["discard"]]
            self._pile(s.recipes[k], deck[::-1], f"recipes {kind} deck")
            self._pile(s.discards[k], pile["discard"], f"recipes {kind} discard")

    def _figure_of(self, words: str) -> int:
        """`yellow.h1` -> seat x 4 + figure, or -1."""
        colour, _, name = words.partition(".")
        for seat in range(self.s.seats):
            entry = self.pack.entries["alchemist"][self.s.seat[seat].alchemist]
            if v.COLOURS[entry["colour"]] == colour and (name or "alchemist") in FIGURES:
                return seat * v.FIGURES + FIGURES.index(name or "alchemist")
        return -1

    def _chance(self, given: dict[str, Any]) -> None:
        s = self.s
        for deck, count in given["shuffled"].items():
            s.shuffled[deck] = count
        for (purpose, words), count in given["rolled"].items():
            who = self._figure_of(words)
            if who < 0:
                self.faults.append(Fault("position", "chance", "rolled", f"there is no figure {words!r}"))
            else:
                s.rolled[purpose, who] = count
        s.dice_left = len(given["dice"])
        s.dice[: s.dice_left] = given["dice"]

    def _prompts(self) -> None:
        fields = {
            "kind": Field(one_of(prompts.KINDS)),
            "seat": Field(one_of(v.COLOURS)),
            "figure": Field(one_of(FIGURES), 0),
            "cause": Field(one_of(prompts.CAUSES), 0),
            "done": Field(whole(0, MOST), 0),
            "slot": Field(whole(-1, v.SLOTS - 1), -1),
            "column": Field(whole(-1, v.MAX_SPAN - 1), -1),
            "touched": Field(whole(0, (1 << v.ITEMS) - 1), 0),
        }
        given = self.given.get("prompt", [])
        if not isinstance(given, list) or len(given) > PROMPTS:
            self.faults.append(Fault("position", "prompt", "", f"there may be up to {PROMPTS} entries [[prompt]]"))
            return
        for k, one in enumerate(given):
            values = self._read(f"prompt {k}", one, fields)
            if any(value is schema.REQUIRED for value in values.values()):
                continue
            colour = v.COLOURS[values["seat"]]
            who = self._figure_of(colour)
            if who < 0:
                self.faults.append(Fault("position", f"prompt {k}", "seat", f"nobody plays {colour}"))
                continue
            prompt = self.s.prompt[k]
            values["seat"] = who // v.FIGURES
            for name, value in values.items():
                setattr(prompt, name, value)
            self.s.prompts += 1


def _yes_or_no(value: Any, ids: Ids) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value
