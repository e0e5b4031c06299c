"""Writing chronicles as files that people can read and edit."""

from collections.abc import Iterable

from mpenv import toml
from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.campaign import map as drawn
from mpenv.worlds.materia_prima.campaign.chronicle import FORMAT, Chronicle, Played, Player
from mpenv.worlds.materia_prima.content.pack import Pack, load

HEAD = """\
# The chronicle of a campaign. `mpenv campaign FILE` plays what is next, `mpenv campaign FILE --show` tells it.
# It may be edited: what cannot be is refused with every fault. After each scenario only what it changed is written;
# words of your own behind a # stay.
"""
OLD_HEAD = """\
# It may be edited: what can not be is refused with every fault. It is written anew after each scenario, so that
# words behind a # of your own are lost.
"""  # of files that an earlier version wrote
PLAYED = """\
# What was played, in this order. outcome: success, failure or abort; difficulty: E, N or H, the level it was finished
# at, and started, the level it began at; scenarios without levels have neither. Only a success changes anything above.
"""
REWARD = "# What lies in each tower when the next scenario begins.\n[reward]\n"
Lines = Iterable[tuple[str, str, str]]  # field, value as TOML, remark


@implements("MP-CAMPAIGN-2")
def write(chronicle: Chronicle) -> str:
    """The complete file."""
    pack = load(chronicle.pack)
    parts = [HEAD + _lines(_about(pack, chronicle))]
    parts.append(
        "# Which printed game it is; the hash changes with everything but names.\n[pack]\n" + _lines(_pack(chronicle))
    )
    parts.append("[board]\n" + _board(pack, chronicle))
    parts.append(REWARD + toml.lines(chronicle.reward))
    parts += ["[[player]]\n" + _lines(_player(pack, player)) for player in chronicle.players]
    parts += played(chronicle, 0)
    return "\n".join(parts)


def played(chronicle: Chronicle, first: int) -> list[str]:
    """Entries of scenarios played, from a number on."""
    pack = load(chronicle.pack)
    return [
        ("" if number else PLAYED) + "[[played]]\n" + _lines(_played(pack, one))
        for number, one in enumerate(chronicle.played[first:], first)
    ]


def _lines(lines: Lines) -> str:
    given = [(f"{field} = {value}", remark) for field, value, remark in lines]
    return "".join(line + (f"  # {_plain(remark)}" if remark else "") + "\n" for line, remark in given)


def _name(pack: Pack, entry: str) -> str:
    """The name of an entry in the usual language: a file is the same whatever is spoken as it is written."""
    return pack.names.get(entry, entry)


def _plain(words: str) -> str:
    """One line, without characters that a remark cannot hold."""
    return "".join(one for one in " ".join(words.split()) if one.isprintable())


def _about(pack: Pack, chronicle: Chronicle) -> Lines:
    yield "format", str(FORMAT), ""
    yield "campaign", toml.text(chronicle.campaign), _name(pack, chronicle.campaign)
    yield "seed", str(chronicle.seed), "of the campaign; each attempt at a scenario draws its own from it"
    if chronicle.next:
        yield "next", toml.text(chronicle.next), f"{_name(pack, chronicle.next)} is played next"


def _pack(chronicle: Chronicle) -> Lines:
    yield "name", toml.text(chronicle.pack), "a pack that comes with mpenv, or a folder"
    yield "id", toml.text(chronicle.pack_id), ""
    yield "hash", toml.text(chronicle.hash), ""


def _board(pack: Pack, chronicle: Chronicle) -> str:
    tiles = "".join(f"  {toml.text(tile)},\n" for tile in chronicle.tiles)
    towers = {player.tower: player.digit for player in chronicle.players if player.tower}
    rows = "".join(f"  {toml.text(row)},\n" for row in drawn.rows(pack, chronicle.tiles, towers))
    mines = ", ".join(f"{one['symbol']} {one['id']}" for one in pack.entries["element"] if one["level"] == 1)
    legend = f"T R G towns, 1 to 4 towers, # blocked, mines: {mines}"
    return (
        f"# The slots of the frame: tile, side, how often it is turned.\ntiles = [\n{tiles}]\n"
        f"# How it lies: {_plain(legend)}.\n# It may be left out, for the tiles say it all; what stands here must fit "
        f"them.\nmap = [\n{rows}]\n"
    )


def _player(pack: Pack, player: Player) -> Lines:
    yield "name", toml.text(player.name), ""
    yield "alchemist", toml.text(player.alchemist), _name(pack, player.alchemist)
    if player.colour:
        yield "colour", toml.text(player.colour), "of the stands"
    yield "digit", str(player.digit), "of the tower"
    if player.tower:
        yield "tower", toml.text(player.tower), "its hex, q,r"
    yield "stone", str(player.stone).lower(), "the soul stone"
    for kind, items in (("homunculi", player.homunculi), ("equipment", player.equipment)):
        if items:
            value = ", ".join(f"{toml.key(item)} = {toml.text(fragment)}" for item, fragment in items.items())
            names = ", ".join(f"{_name(pack, item)} by {_name(pack, fragment)}" for item, fragment in items.items())
            yield kind, f"{{ {value} }}", names
    if player.extension:
        yield "extension", toml.text(player.extension), pack.names.get(player.extension, "")


def _played(pack: Pack, entry: Played) -> Lines:
    yield "scenario", toml.text(entry.scenario), _name(pack, entry.scenario)
    yield "outcome", toml.text(entry.outcome), ""
    yield "day", str(entry.day), ""
    if entry.difficulty:
        yield "difficulty", toml.text(entry.difficulty), ""
        yield "started", toml.text(entry.started), ""
