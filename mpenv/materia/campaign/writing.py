"""A chronicle as the file that a person can read and edit."""

import contextlib
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from mpenv.materia.campaign import map as drawn
from mpenv.materia.campaign.kept import FORMAT, Chronicle, Played, Player
from mpenv.materia.campaign.reading import parse
from mpenv.materia.content.pack import Pack, load

HEAD = """\
# The chronicle of a campaign. `mpenv campaign FILE` plays what is next, `mpenv campaign FILE --show` tells it.
# It may be edited: what can not be is refused with every fault. It is written anew after each scenario, so that
# words behind a # of your own are lost.
"""
PLAYED = """\
# What was played, in this order. outcome: success, failure or abort; difficulty: E, N or H, the level it was finished
# at, and started, the level it began at; scenarios without levels have neither. Only a success changes anything above.
"""
Lines = Iterable[tuple[str, str, str]]  # field, value as TOML, remark


def save(chronicle: Chronicle, path: Path) -> None:
    """Write the file beside its place, then put it there: whatever happens, the old one or the new one is whole."""
    text = write(chronicle).encode()
    if parse(text, path.name) != chronicle:
        raise ValueError(f"{path}: the chronicle would not be read again as it is, so it is not written")
    path = path.resolve()
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)
        raise


def _umask() -> int:
    """What new files are denied here; it can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def write(chronicle: Chronicle) -> str:
    """The complete file."""
    pack = load(chronicle.pack)
    parts = [HEAD + _lines(_about(pack, chronicle))]
    parts.append(
        "# Which printed game it is; the hash changes with everything but names.\n[pack]\n" + _lines(_pack(chronicle))
    )
    parts.append("[board]\n" + _board(pack, chronicle))
    if chronicle.reward:
        won = [(_key(element), str(count), "") for element, count in chronicle.reward.items()]
        parts.append("# Lies in each tower when the next scenario begins.\n[reward]\n" + _lines(won))
    parts += ["[[player]]\n" + _lines(_player(pack, one)) for one in chronicle.players]
    for number, one in enumerate(chronicle.played):
        parts.append(("" if number else PLAYED) + "[[played]]\n" + _lines(_played(pack, one)))
    return "\n".join(parts)


def quoted(words: str) -> str:
    """A text as TOML."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(word: str) -> str:
    return word if word.isascii() and word.isidentifier() else quoted(word)


def _lines(lines: Lines) -> str:
    given = [(f"{field} = {value}", remark) for field, value, remark in lines]
    return "".join(line + (f"  # {_plain(remark)}" if remark else "") + "\n" for line, remark in given)


def _plain(words: str) -> str:
    """On one line, without what a remark may not hold."""
    return "".join(one for one in " ".join(words.split()) if one.isprintable())


def _about(pack: Pack, chronicle: Chronicle) -> Lines:
    yield "format", str(FORMAT), ""
    yield "campaign", quoted(chronicle.campaign), pack.name(chronicle.campaign)
    yield "seed", str(chronicle.seed), "of the campaign; each attempt at a scenario draws its own from it"
    if chronicle.next:
        yield "next", quoted(chronicle.next), f"{pack.name(chronicle.next)} is played next"


def _pack(chronicle: Chronicle) -> Lines:
    yield "name", quoted(chronicle.pack), "a pack that comes with mpenv, or a folder"
    yield "id", quoted(chronicle.pack_id), ""
    yield "hash", quoted(chronicle.hash), ""


def _board(pack: Pack, chronicle: Chronicle) -> str:
    tiles = "".join(f"  {quoted(one)},\n" for one in chronicle.tiles)
    towers = {player.tower: player.digit for player in chronicle.players if player.tower}
    rows = "".join(f"  {quoted(row)},\n" for row in drawn.rows(pack, chronicle.tiles, towers))
    mines = ", ".join(f"{one['symbol']} {one['id']}" for one in pack.entries["element"] if one["level"] == 1)
    legend = f"T R G towns, 1 to 4 towers, # blocked, mines: {mines}"
    return (
        f"# The slots of the frame: tile, side, how often it is turned.\ntiles = [\n{tiles}]\n"
        f"# How it lies: {_plain(legend)}.\n# It may be left out, for the tiles say it all; what stands here must fit "
        f"them.\nmap = [\n{rows}]\n"
    )


def _player(pack: Pack, one: Player) -> Lines:
    yield "name", quoted(one.name), ""
    yield "alchemist", quoted(one.alchemist), pack.name(one.alchemist)
    yield "digit", str(one.digit), "of the tower"
    if one.tower:
        yield "tower", quoted(one.tower), "its hex, q,r"
    yield "stone", str(one.stone).lower(), "the soul stone"
    for kind, items in (("homunculi", one.homunculi), ("equipment", one.equipment)):
        if items:
            value = ", ".join(f"{_key(item)} = {quoted(fragment)}" for item, fragment in items.items())
            names = ", ".join(f"{pack.name(item)} by {pack.name(fragment)}" for item, fragment in items.items())
            yield kind, f"{{ {value} }}", names
    if one.extension:
        yield "extension", quoted(one.extension), pack.names.get(one.extension, "")


def _played(pack: Pack, one: Played) -> Lines:
    yield "scenario", quoted(one.scenario), pack.name(one.scenario)
    yield "outcome", quoted(one.outcome), ""
    yield "day", str(one.day), ""
    if one.difficulty:
        yield "difficulty", quoted(one.difficulty), ""
        yield "started", quoted(one.started), ""
