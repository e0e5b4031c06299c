"""The options of a game: what there is, and what an unknown one is told."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from mpenv.engine.records import readable
from mpenv.engine.rule_ids import implements
from mpenv.options import option
from mpenv.spelling import did_you_mean
from mpenv.world import UnknownOption, brief
from mpenv.worlds.materia_prima import campaign_start, switches
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.generated import is_generated, with_generated
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.rules.placing import OWN as OWN_PLACES
from mpenv.worlds.materia_prima.rules.placing import PLAYERS, RANDOM, STANDARD
from mpenv.worlds.materia_prima.rules.setup import DRAWN, OWN, RECORDED
from mpenv.worlds.materia_prima.rules.state import SETUP, new_setups

RANDOM_LAYOUT = "random"
PLACEMENTS = {"standard": STANDARD, "random": RANDOM, "players": PLAYERS}
EXTEND = ("never", "ask")
FIRST_SEATED = ("yellow", "brown", "grey", "green")  # MP-BASE-FIG-1


@dataclass(frozen=True)
class Options:
    """A game before it is played; every field is checked when `setup` is made of it."""

    scenario: str = option(
        "prologue", "a scenario of the pack, see mpenv pack show", main=True, usual={"losses": "licences"}
    )
    seats: int = option(2, "how many play", usual={"losses": 3})
    difficulty: str | None = option(None, "easy, normal or hard, of scenarios that have one")
    alchemists: list[str] | None = option(None, "their colours or ids, one for each seat: yellow,brown")
    colours: list[str] | None = option(None, "of their stands, one for each seat: yellow,grey; as printed if left out")
    layout: str = option("standard", "a layout of the pack by name, or random")
    placement: str = option("standard", "standard, random or players")
    rules: dict[str, Any] = option(dict, "rule switches as a TOML table: '{days = 10}'")
    pack: str = option("inquisition", "a pack by name, or a folder")
    temple: str | None = option(None, "a temple card of the pack by name; drawn by the seed if left out")
    extend: str = option("never", "never, or ask whether a game that would be lost goes on for more days")
    campaign: dict[str, Any] | None = None  # of a chronicle
    position: str | None = None

    @classmethod
    def named(cls, options: dict[str, Any]) -> "Options":
        """The options as a user gives them; an unknown name is refused with those there are."""
        for name in options:
            if name not in NAMES:
                raise UnknownOption.of(name, NAMES)
        found = dict(options)
        for each in ("alchemists", "colours"):
            if isinstance(found.get(each), tuple):
                found[each] = list(found[each])
        if found.get("rules", {}) is None:
            found["rules"] = {}
        return cls(**found)

    @functools.cached_property
    def tables(self) -> dict[str, Any]:
        """What snapshots say of these options, by the mark of the pack; `snapshots` fills it."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "tables"}

    def open_pack(self) -> Pack:
        """The pack, with the scenario behind its own where it is a generated one."""
        return with_generated(load(self.pack), [self.scenario])

    def check(self) -> tuple[Pack, int, int, list[int], int]:
        """The pack, and scenario, difficulty, alchemists and layout as the rules number them."""
        pack = self.open_pack()
        if not is_generated(self.scenario):
            _known("scenario", self.scenario, pack.ids["scenario"], " or generated:NUMBER")
        _known("layout", self.layout, (*pack.ids["layout"], RANDOM_LAYOUT))
        _known("placement", self.placement, PLACEMENTS)
        _known("extend", self.extend, EXTEND)
        if not isinstance(self.rules, dict):
            raise ValueError(f"rules={self.rules!r} must be a table of rule switches: {', '.join(switches.NAMES)}")
        scenario = pack.index("scenario", self.scenario)
        alchemists = self._alchemists(pack)
        self.stands(pack, alchemists)
        if self.temple is not None:
            _known("temple", self.temple, pack.ids["temple"])
        layout = DRAWN if self.layout == RANDOM_LAYOUT else pack.index("layout", self.layout)
        return pack, scenario, self._difficulty(pack, scenario), alchemists, layout

    def setup(self, seed: int) -> np.ndarray:
        """One setup record for the rules."""
        pack, scenario, difficulty, alchemists, layout = self.check()
        setups = new_setups(1)
        one = setups.view(readable(SETUP))[0]
        one.seed = np.uint64(seed)
        one.scenario, one.difficulty, one.seats = scenario, difficulty, self.seats
        one.layout, one.placement = layout, PLACEMENTS[self.placement]
        one.alchemist[:] = -1
        one.alchemist[: self.seats] = alchemists
        one.stands[: self.seats] = self.stands(pack, alchemists)
        one.temple = 0 if self.temple is None else pack.index("temple", self.temple) + 1
        switches.furnish(one, self.rules)
        one.house.extend, one.house.campaign = EXTEND.index(self.extend), self.campaign is not None
        if pack.entries["scenario"][scenario]["setup"] is not None and self.layout == "standard":
            one.layout = OWN
            one.placement = OWN_PLACES if self.placement == "standard" else one.placement
        if self.campaign:
            campaign_start.recall(pack, one, self.campaign, self.seats)
            one.layout, one.placement = RECORDED, PLACEMENTS[self.placement]
        return setups

    @implements("MP-SETUP-19")
    def _difficulty(self, pack: Pack, scenario: int) -> int:
        days = pack.entries["scenario"][scenario]["days"]
        offered = [name for name, length in zip(v.DIFFICULTIES, days, strict=True) if length]
        if offered == ["none"]:
            if self.difficulty is not None:
                raise ValueError(
                    f"there is no difficulty {self.difficulty!r}, scenario {self.scenario!r} has none at all"
                )
            return 0
        name = "normal" if self.difficulty is None else self.difficulty
        _known("difficulty", name, offered)
        return v.DIFFICULTIES.index(name)

    @implements("MP-SOLO-1", also=("MP-SETUP-6", "MP-BASE-FIG-1"))
    def _alchemists(self, pack: Pack) -> list[int]:
        if self.seats == 1:
            raise ValueError("seats=1: one person plays two alchemists (MP-SOLO-1), so use seats=2")
        if (
            not isinstance(self.seats, int | np.integer)
            or isinstance(self.seats, bool)
            or not 2 <= self.seats <= v.SEATS
        ):
            raise ValueError(f"seats={self.seats!r}: there are games of 2, 3 and 4 seats")
        names = list(FIRST_SEATED[: self.seats]) if self.alchemists is None else self.alchemists
        if not isinstance(names, list):
            raise ValueError(f"alchemists={names!r} must be a list of {self.seats} alchemists")
        if len(names) != self.seats:
            raise ValueError(f"alchemists={names}: {self.seats} seats take {self.seats} alchemists")
        ids = pack.ids["alchemist"]
        short = {v.COLOURS[one["colour"]]: i for i, one in reversed(list(enumerate(pack.entries["alchemist"])))}
        known = {**short, **{one: i for i, one in enumerate(ids)}}
        for name in names:
            _known("alchemist", name, known)
        chosen = [known[name] for name in names]
        if len(set(chosen)) != len(chosen):
            raise ValueError(f"alchemists={names}: each alchemist is played once")
        return chosen

    @implements(also=("MP-SETUP-6",))
    def stands(self, pack: Pack, alchemists: list[int]) -> list[int]:
        """The colour of each seat's stands as the rules number it: from 1, 0 where it is the printed one."""
        printed = [pack.entries["alchemist"][one]["colour"] for one in alchemists]
        chosen = printed
        if self.colours is not None:
            if not isinstance(self.colours, list) or len(self.colours) != self.seats:
                raise ValueError(f"colours={self.colours!r} must be a list of {self.seats} colours, one for each seat")
            for name in self.colours:
                _known("colour", name, v.COLOURS)
            chosen = [v.COLOURS.index(name) for name in self.colours]
        if len(set(chosen)) != len(chosen):
            named = f"colours={self.colours}" if self.colours else f"alchemists={self.alchemists}"
            raise ValueError(f"{named}: each colour is played once; colours=[...] gives stands of other colours")
        return [0 if one == other else one + 1 for one, other in zip(chosen, printed, strict=True)]


NAMES = tuple(one.name for one in fields(Options) if one.name != "position")


def _known(what: str, value: object, there: Iterable[str], beside: str = "") -> None:
    known = list(there)
    if value not in known:
        there = f"{', '.join(known) or 'none yet'}{beside}"
        raise ValueError(f"there is no {what} {value!r}, there are: {there}{did_you_mean(value, known)}")


def seed_of(seed: object) -> int:
    """A game seed is a whole number that fits 64 bits."""
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= int(seed) < 1 << 64:
        raise ValueError(f"seed={brief(seed)} must be a whole number from 0 to 2**64 - 1")
    return int(seed)
