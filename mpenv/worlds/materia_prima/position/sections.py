"""The tables of a position file as checked values."""

from typing import Any

from mpenv.worlds.materia_prima import notation, switches
from mpenv.worlds.materia_prima.campaign_start import hex_of
from mpenv.worlds.materia_prima.content import checks
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import Field, Ids
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.content.generated import with_generated
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.options import EXTEND
from mpenv.worlds.materia_prima.position import fields
from mpenv.worlds.materia_prima.position.faults import BrokenPosition


class Sections:
    """Reads the tables of a position file by the ids of its pack; collects faults as it goes."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given, self.faults = given, list[Fault]()

    def broken(self, entry: str, field: str) -> bool:
        """Does a fault name this field already?"""
        return any((fault.entry, fault.field) == (entry, field) for fault in self.faults)

    def find_pack(self) -> None:
        """Load the pack that the position names, with its generated scenario."""
        name = self.given.get("pack", "inquisition")
        if not isinstance(name, str):
            raise BrokenPosition([Fault("position", "", "pack", f"must be a text, not {name!r}")])
        self.pack = load(name)
        try:
            self.pack = with_generated(self.pack, [self.given.get("scenario")])
        except ValueError as fault:
            raise BrokenPosition([Fault("position", "", "scenario", str(fault))]) from None
        self.ids = {**self.pack.ids, "card": [c["id"] for one in self.pack.entries["type"] for c in one["cards"]]}
        self.hex = hex_of(self.pack)

    def read(self, entry: str, given: Any, fields: dict[str, Field]) -> dict[str, Any]:
        """Read a table by its fields; what it leaves out takes the default."""
        if not isinstance(given, dict):
            self.faults.append(Fault("position", entry, "", f"must be a table, not {given!r}"))
            given = {}
        values, wrong = checks.read_fields(given, fields, self.ids)
        self.faults += [Fault("position", entry, name, words) for name, words in wrong]
        return {name: values.get(name, field.default) for name, field in fields.items()}

    def sections(self) -> dict[str, dict[str, Any]]:
        """Read every table but seats, prompts and rules; the top level is the section without a name."""
        spaces = fields.sections(self.pack)
        top = {key: value for key, value in self.given.items() if key not in (*spaces, "seat", "prompt", "rules")}
        read = {name: self.read(name, self.given.get(name, {}), space) for name, space in spaces.items()}
        return {"": self.read("", top, fields.game(self.ids)), **read}

    def seats(self) -> list[dict[str, Any]]:
        """Read the seats and their figures; none when their number is wrong."""
        given = self.given.get("seat", [{"alchemist": "yellow"}, {"alchemist": "brown"}])
        if not isinstance(given, list) or not 2 <= len(given) <= v.SEATS:
            self.faults.append(Fault("position", "seat", "", "there must be 2 to 4 entries [[seat]]"))
            return []
        seats = [self.read(f"seat {k}", one, fields.seat(self._alchemist, self.hex)) for k, one in enumerate(given)]
        for k, one in enumerate(seats):
            found = one["figure"] if isinstance(one["figure"], list) else [one["figure"]]
            figure = fields.figure(self.hex)
            one["figure"] = [self.read(f"seat {k} figure {i}", f, figure) for i, f in enumerate(found)]
            named = not any(self.broken(f"seat {k} figure {i}", "name") for i in range(len(found)))
            if named and len({f["name"] for f in one["figure"]}) != len(one["figure"]):
                self.faults.append(Fault("position", f"seat {k}", "figure", "a figure is given twice"))
        return seats

    def _alchemist(self, value: Any, ids: Ids) -> int:
        for index, one in enumerate(self.pack.entries["alchemist"]):
            if value in (one["id"], v.COLOURS[one["colour"]]):
                return index
        raise ValueError(f"there is no alchemist {value!r}, there are: {', '.join(ids['alchemist'])}")

    def rules(self, s: Any) -> tuple[dict[str, Any], int]:
        """Switch the house rules of a state; the rules, and whether extensions are asked for."""
        given = self.given.get("rules", {})
        if not isinstance(given, dict):
            self.faults.append(Fault("position", "rules", "", f"must be a table, not {given!r}"))
            given = {}
        rules, extend = {name: value for name, value in given.items() if name != "extend"}, given.get("extend", "never")
        if extend not in EXTEND:
            self.faults.append(Fault("position", "rules", "extend", f"{extend!r} is not one of {', '.join(EXTEND)}"))
            extend = EXTEND[0]
        switches.furnish(s, rules, lambda words: self.faults.append(Fault("position", "rules", "", words)))
        return rules, EXTEND.index(extend)

    def figure_of(self, s: Any, words: str) -> int:
        """`yellow.h1` -> seat x 4 + figure, or -1."""
        colour, _, name = words.partition(".")
        for seat in range(s.seats):
            if notation.colour(self.pack, s, seat) == colour and (name or "alchemist") in fields.FIGURES:
                return seat * v.FIGURES + fields.FIGURES.index(name or "alchemist")
        return -1
