"""The start of a campaign's next scenario, from what its chronicle records.

Without seats it is the board of a new campaign, whose players have yet to place their towers.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.content import board, checks, own_setup
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import Field, Ids, listed, table, text, truth_value, whole
from mpenv.worlds.materia_prima.content.pack import Pack

NOT_PLAIN = range(v.PLAIN + 1, v.TOWN + len(v.TOWNS))
LINES = {
    "tiles": Field(listed(text, v.TILES, v.TILES)),
    "seat": Field(listed(lambda value, ids: value), []),
    "reward": Field(table(checks.ref("element"), whole(1, 9)), {}),
}


def hex_of(pack: Pack) -> checks.Check:
    """A hex of the board as `q,r`."""
    by_place = {place: hex for hex, place in enumerate(pack.places)}

    def check(value: Any, ids: Ids) -> int:
        plain = value.replace(" ", "") if isinstance(value, str) else ""
        if plain not in by_place:
            raise ValueError(f"{value!r} is not a hex of the board, write q,r like '0,-2'")
        return by_place[plain]

    return check


@implements(also=("MP-SETUP-2", "MP-BASE-BOARD-4"))
def tiles(pack: Pack, words: list[str]) -> list[tuple[int, int, int]]:
    """Tile, side and rotation of each slot of the frame; everything wrong with them is refused at once."""
    slots, faults = own_setup.tiles(words, pack.ids["tile"], pack.entries["board.toml"][0]["shape"])
    if faults:
        raise ValueError("; ".join(faults))
    return slots


def lay(pack: Pack, slots: list[tuple[int, int, int]]) -> list[int]:
    """Sites of all hexes of a board with these tiles."""
    about, t = pack.entries["board.toml"][0], pack.readable
    sides = {(k, side): list(t.tile[k].side[side].site[: t.tile_hexes]) for k in range(v.TILES) for side in (0, 1)}
    return board.lay(board.geometry(about["shape"], about["frame"]), sides, slots)


@implements(also=("MP-CAMPAIGN-3",))
def recall(pack: Pack, setup: Any, campaign: Any, seats: int) -> None:
    """Write a recorded board, the players' belongings and the shared reward into a setup; faults are refused all at
    once.
    """
    faults: list[str] = []
    try:
        values, wrong = checks.read_fields(campaign, LINES, pack.ids)
        faults += [f"{name}: {words}" for name, words in wrong]
    except (AttributeError, TypeError):
        raise ValueError(f"campaign={campaign!r} must be a table with {', '.join(LINES)}") from None
    if not faults:
        faults += _board(pack, setup, values["tiles"])
        if "seat" in campaign or values["reward"]:
            faults += _seats(pack, setup, values["seat"], seats)
        setup.reward[list(values["reward"])] = list(values["reward"].values())
    if faults:
        raise ValueError("campaign: " + "; ".join(faults))
    setup.continued = "seat" in campaign


def _board(pack: Pack, setup: Any, words: list[str]) -> Iterator[str]:
    try:
        setup.laid[:] = tiles(pack, words)
    except ValueError as fault:
        yield f"tiles: {fault}"


def _seats(pack: Pack, setup: Any, given: list[Any], seats: int) -> Iterator[str]:
    if len(given) != seats:
        yield f"seat: {len(given)} are recorded for {seats} players"
        return
    fields = {
        "tower": Field(hex_of(pack)),
        "stone": Field(truth_value),
        "items": Field(listed(checks.ref("recipe"), 0, v.LEVELS), []),
        "extension": Field(checks.ref("extension"), -1),
    }
    found: list[dict[str, Any]] = []
    for number, entry in enumerate(given):
        if not isinstance(entry, dict):
            yield f"seat {number}: must be a table, not {entry!r}"
            return
        values, wrong = checks.read_fields(entry, fields, pack.ids)
        yield from (f"seat {number} {name}: {words}" for name, words in wrong)
        if not wrong:
            found.append(values)
            yield from _seat(pack, setup.recorded[number], values, number)
    if len(found) == len(given):
        yield from _together(pack, setup, found)


@implements(also=("MP-SOUL-2", "MP-STONE-2", "MP-STONE-4"))
def _seat(pack: Pack, recorded: Any, values: dict[str, Any], number: int) -> Iterator[str]:
    recipes = [pack.readable.recipe[card] for card in values["items"]]
    if any(v.KINDS[recipe.kind] == "stone" for recipe in recipes):
        yield f"seat {number} items: fragments are never carried (MP-STONE-4)"
    if len({recipe.level for recipe in recipes}) < len(recipes):
        yield f"seat {number} items: at most one item of each level is carried (MP-STONE-2)"
    if recipes and not values["stone"]:
        yield f"seat {number} items: without a soul stone nothing is carried (MP-SOUL-2)"
    recorded.tower, recorded.stone, recorded.extension = values["tower"], values["stone"], values["extension"]
    recorded.items[:] = -1
    recorded.items[: len(recipes)] = values["items"]


@implements(also=("MP-BASE-BOARD-7",))
def _together(pack: Pack, setup: Any, found: list[dict[str, Any]]) -> Iterator[str]:
    items = Counter(card for seat in found for card in seat["items"])
    items.update(-2 - seat["extension"] for seat in found if seat["extension"] >= 0)
    if any(count > 1 for count in items.values()):
        yield "seat: a card or marker is recorded twice"
    sites = lay(pack, [tuple(int(part) for part in slot) for slot in setup.laid])  # type: ignore[misc]
    towers = [seat["tower"] for seat in found]
    barred = (v.BLOCKED,) if setup.house.anywhere else NOT_PLAIN
    if len(set(towers)) < len(towers) or any(sites[hex] in barred for hex in towers):
        where = "hexes of the board" if setup.house.anywhere else "plain hexes"
        yield f"seat: towers stand on {where}, each on its own (MP-BASE-BOARD-7)"
