"""Reading chronicles: a chronicle, or all its faults at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mpenv import files, toml
from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.campaign import check
from mpenv.worlds.materia_prima.campaign.chronicle import FORMAT, LETTERS, MOST_PLAYED, Chronicle, Player
from mpenv.worlds.materia_prima.campaign.faults import BrokenChronicle
from mpenv.worlds.materia_prima.campaign.progress import LONGEST_NAME, MOST_SEED, is_name
from mpenv.worlds.materia_prima.content import board
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import (
    Check,
    Field,
    Ids,
    listed,
    read_fields,
    table,
    text,
    truth_value,
    whole,
)
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.rules.state import OUTCOMES

MOST_BYTES = 200_000  # twice the longest chronicle
LONGEST_LINE = 1000
Lines = dict[str, Any]


def anything(value: Any, ids: Ids) -> Any:
    return value


def known(kind: str) -> Check:
    """Check for an id of the pack; any text passes while the pack is unknown."""

    def check_one(value: Any, ids: Ids) -> str:
        if not isinstance(value, str) or not value or (kind in ids and value not in ids[kind]):
            raise ValueError(f"there is no {kind} {value!r}")
        return value

    return check_one


def word(*words: str) -> Check:
    def check_one(value: Any, ids: Ids) -> str:
        if value not in words:
            raise ValueError(f"{value!r} is not one of {', '.join(one or 'nothing' for one in words)}")
        return str(value)

    return check_one


def wrong(check_one: Check, value: Any, ids: Ids) -> Iterator[str]:
    try:
        check_one(value, ids)
    except ValueError as fault:
        yield str(fault)


def name(value: Any, ids: Ids) -> str:
    if not is_name(value):
        raise ValueError(f"must be one line of at most {LONGEST_NAME} letters, not {value!r}")
    return str(value)


def slots(value: Any, ids: Ids) -> list[str]:
    """Check tile, side and rotation of every slot, with all faults."""
    words: list[str] = listed(anything, v.TILES, v.TILES)(value, ids)
    faults = [fault for one in words for fault in wrong(slot, one, ids)]
    if faults:
        raise ValueError("; ".join(faults))
    return words


def slot(value: Any, ids: Ids) -> str:
    if not isinstance(value, str):
        raise ValueError(f"must be a text, not {value!r}")
    if "tile" in ids:
        board.slot_of(value, ids["tile"])
    return value


def hex_place(value: Any, ids: Ids) -> str:
    plain = value.replace(" ", "") if isinstance(value, str) else ""
    if plain not in ids.get("place", [plain or "0,0"]) or not plain:
        raise ValueError(f"{value!r} is not a hex of the board, write q,r like '0,-2'")
    return plain


def items(kind: str) -> Check:
    """Check items and the fragments that carried them, with all faults."""

    def check_items(value: Any, ids: Ids) -> dict[str, str]:
        given: dict[str, str] = table(anything, anything)(value, ids)
        faults = [fault for item in given for fault in wrong(known(kind), item, ids)]
        faults += [fault for fragment in given.values() for fault in wrong(known("stone"), fragment, ids)]
        if faults:
            raise ValueError("; ".join(faults))
        return given

    return check_items


TOP = ("format", "campaign", "seed", "next", "pack", "board", "reward", "player", "played")
ABOUT = {
    "format": Field(whole(1, FORMAT)),
    "campaign": Field(known("campaign")),
    "seed": Field(whole(0, MOST_SEED)),
    "next": Field(known("scenario"), ""),
    "reward": Field(table(known("element"), whole(1, 9)), {}),
}
PACK = {"name": Field(text), "id": Field(text), "hash": Field(text)}
BOARD = {
    "tiles": Field(slots),
    "map": Field(listed(text), None),
}
PLAYER = {
    "name": Field(name),
    "alchemist": Field(known("alchemist")),
    "digit": Field(whole(1, v.SEATS)),
    "tower": Field(hex_place, ""),
    "stone": Field(truth_value),
    "homunculi": Field(items("homunculus"), {}),
    "equipment": Field(items("equipment"), {}),
    "extension": Field(known("extension"), ""),
    "colour": Field(word(*v.COLOURS), ""),
}
PLAYED = {
    "scenario": Field(known("scenario")),
    "outcome": Field(word(*OUTCOMES[1:])),
    "day": Field(whole(1, 99)),
    "difficulty": Field(word(*LETTERS), ""),
    "started": Field(word(*LETTERS), None),
}


def read(path: Path) -> Chronicle:
    """Read the chronicle of a file."""
    return parse(files.read_bytes(path, MOST_BYTES), path.name)


@implements(also=("MP-CAMPAIGN-2",))
def parse(raw: bytes | str, file: str = "chronicle") -> Chronicle:
    """Parse a chronicle; `BrokenChronicle` lists everything wrong with it."""
    try:
        given = _toml(raw)
    except ValueError as fault:
        raise BrokenChronicle([Fault(file, "", "", str(fault))]) from None
    newest = given.get("format")
    if type(newest) is int and newest > FORMAT:
        words = f"was written by a newer mpenv: its format is {newest}, this one reads {FORMAT}"
        raise BrokenChronicle([Fault(file, "", "format", words)])
    faults: list[Fault] = []
    pack, lines = _read(given, faults)
    faults += check.possible(lines, pack)
    if faults or pack is None:
        raise BrokenChronicle([one._replace(file=file) for one in faults])
    return _chronicle(lines)


def _toml(raw: bytes | str) -> Lines:
    if len(raw) > MOST_BYTES:
        raise ValueError(f"is longer than {MOST_BYTES} bytes: no chronicle is")
    try:
        words = raw.decode("utf-8") if isinstance(raw, bytes) else raw
    except UnicodeDecodeError as fault:
        raise ValueError(f"is not UTF-8: {fault.reason} at byte {fault.start}") from None
    for number, line in enumerate(words.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} is longer than {LONGEST_LINE} letters")
    try:
        return toml.parse(words)
    except ValueError as fault:
        raise ValueError(f"is not TOML: {fault}") from None


def _read(given: Lines, faults: list[Fault]) -> tuple[Pack | None, Lines]:
    """Pack and fields that can be read."""
    faults += [Fault("", "", key, f"is unknown, known are {', '.join(TOP)}") for key in given if key not in TOP]
    lines: Lines = {"pack": _part("pack", given.get("pack"), PACK, {}, faults)}
    pack = _pack(lines["pack"], faults)
    ids = {} if pack is None else {**pack.ids, "place": pack.places}
    lines["about"] = _part("", {one: given[one] for one in ABOUT if one in given}, ABOUT, ids, faults)
    lines["board"] = _part("board", given.get("board"), BOARD, ids, faults)
    for kind, fields, most in (("player", PLAYER, v.SEATS), ("played", PLAYED, MOST_PLAYED)):
        entries = given.get(kind, [])
        if not isinstance(entries, list):
            faults.append(Fault("", kind, "", f"must be written as [[{kind}]] entries"))
            entries = []
        if len(entries) > most:
            faults.append(Fault("", kind, "", f"has {len(entries)} entries, {most} is the most"))
            entries = entries[:most]
        lines[kind] = [_part(f"{kind} {k}", one, fields, ids, faults) for k, one in enumerate(entries, 1)]
    return pack, lines


def _part(entry: str, given: Any, fields: dict[str, Field], ids: Ids, faults: list[Fault]) -> Lines:
    if not isinstance(given, dict):
        faults.append(Fault("", entry, "", "is missing" if given is None else f"must be a table, not {given!r}"))
        return {}
    values, wrong = read_fields(given, fields, ids)
    faults += [Fault("", entry, field, words) for field, words in wrong]
    return values


def _pack(about: Lines, faults: list[Fault]) -> Pack | None:
    if "name" not in about:
        return None
    try:
        return load(about["name"])
    except (OSError, ValueError) as fault:
        faults.append(Fault("", "pack", "name", str(fault)))
        return None


def _chronicle(lines: Lines) -> Chronicle:
    about = lines["about"]
    return Chronicle(
        campaign=about["campaign"],
        seed=about["seed"],
        next=about["next"],
        pack=lines["pack"]["name"],
        pack_id=lines["pack"]["id"],
        hash=lines["pack"]["hash"],
        tiles=tuple(lines["board"]["tiles"]),
        reward=about["reward"],
        players=tuple(Player(**line) for line in lines["player"]),
        played=tuple(check.played(line) for line in lines["played"]),
    )
