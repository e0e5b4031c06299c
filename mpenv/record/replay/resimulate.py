"""Playing a replay again: to its last ply, or to where it diverges from the recording."""

import json
import re
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from mpenv.record.replay.reading import Line, Parted, Replay, chosen, parse, parsed
from mpenv.record.replay.writer import Scribe, ending
from mpenv.world import Game, World

ACTION = re.compile(rb'\{"ply":\d+, (?:"day":\d+, )?"seat":\d, "action":(\d{1,9}), "words":')
LINE = {"ply", "day", "seat", "action", "words", "chance", "state"}


def resimulate(path: str | Path, world: World, game: int = 1) -> Game:
    """Play a replay again to its last ply; `Parted` says where and how it diverges."""
    *_, (_, last) = plies(chosen(path, game), world)
    return last


def plies(replay: Replay, world: World) -> Iterator[tuple[int | None, Game]]:
    """The game at its start, then each action and the game after it (always the same object)."""
    game = start(replay, world)
    yield None, game
    try:
        yield from _played(replay, game)
    except Parted as fault:
        raise Parted(fault.path, fault.ply, f"{fault.words}; {_written(replay.head)}") from None


def _written(head: Line) -> str:
    """What wrote a replay: where rules have changed since, that is why it parts."""
    return f"it was written by mpenv {head.get('mpenv')} for {head.get('world')}_v{head.get('version')}"


def _played(replay: Replay, game: Game) -> Iterator[tuple[int | None, Game]]:
    number = 0
    if replay.compact:
        for number, action in enumerate(replay.actions(), 1):
            _apply(replay.name, game, number, action)
            yield action, game
    else:
        scribe = Scribe(game)
        for number, raw in enumerate(replay.lines(), 1):
            yield _again(replay.name, scribe, number, raw), game
    if replay.ending is not None:
        _ends(replay.name, game, number, replay.ending)


def world_of(replay: Replay, worlds: Mapping[str, World]) -> World:
    """World that the header of a replay names."""
    if replay.fault is not None:
        raise replay.fault
    name = replay.head.get("world")
    if not isinstance(name, str) or name not in worlds:
        recorded_in = f"the world {name!r}, which is not installed" if isinstance(name, str) else "an unnamed world"
        raise Parted(replay.name, 0, f"it was recorded in {recorded_in}; installed: {', '.join(sorted(worlds))}")
    return worlds[name]


def start(replay: Replay, world: World) -> Game:
    """The game at its start, made from the header."""
    head, name = replay.head, replay.name
    if replay.fault is not None:
        raise replay.fault
    if (head.get("world"), head.get("version")) != (world.name, world.version):
        recorded, ours = f"{head.get('world')}_v{head.get('version')}", f"{world.name}_v{world.version}"
        raise Parted(name, 0, f"it was recorded in {recorded}, this is {ours}")
    options = head.get("options")
    if not isinstance(options, dict):
        raise Parted(name, 0, f"its options are not a table but {options!r}")
    try:
        game = world.game(**options)
    except (AttributeError, TypeError, ValueError, OSError) as fault:
        raise Parted(name, 0, f"its options cannot be played: {fault}") from None
    if game.identity != head.get("identity"):
        raise Parted(name, 0, f"it was recorded with {head.get('identity')}, here it is {game.identity}")
    if (found := game.checks()) != head.get("start"):
        raise Parted(name, 0, f"the game starts differently{_differs(found, head.get('start'))}{_elsewhere(head)}")
    return game


def _elsewhere(head: Line) -> str:
    """Note on the version of mpenv that recorded it, if it was another."""
    here, there = metadata.version("mpenv"), head.get("mpenv")
    return "" if here == there else f" (it was recorded with mpenv {there}, this is {here})"


def _apply(name: str, game: Game, ply: int, action: Any) -> None:
    try:
        game.apply(_number(name, ply, action))
    except ValueError as fault:
        raise Parted(name, ply, str(fault.args[0])) from None


def _number(name: str, ply: int, action: Any) -> int:
    if type(action) is not int:
        raise Parted(name, ply, f"{action!r} is not an action id")
    return action


def _again(name: str, scribe: Scribe, ply: int, raw: bytes) -> int:
    """Replay a ply: its line must equal the one written now; return the action."""
    found = ACTION.match(raw)  # the fast path; lines formatted otherwise are parsed as JSON
    line = None if found else parsed(name, ply, raw)
    action = int(found[1]) if found else _number(name, ply, (line or {}).get("action"))
    try:
        expected = scribe.play(action)
    except ValueError as fault:
        raise Parted(name, ply, str(fault.args[0])) from None
    if raw != expected.encode():
        _compare(name, ply, line or parsed(name, ply, raw), parse(expected.encode()))
    return action


def _compare(name: str, ply: int, line: Line, expected: Line) -> None:
    """Raise for the difference between a recorded and an expected line."""
    words = expected["words"]
    for key in ("ply", "seat", "action", "words", "day"):
        if repr(line.get(key)) != repr(expected.get(key)):
            raise Parted(name, ply, f"{words}: {key} is {expected.get(key)!r}, recorded {line.get(key)!r}")
    chance, recorded = expected.get("chance", []), line.get("chance", [])
    if repr(chance) != repr(recorded):
        raise Parted(name, ply, f"{words}: chance brings {chance}, recorded {recorded}")
    if line.get("state") != expected["state"]:
        differs = _differs(expected["state"], line.get("state"))
        raise Parted(name, ply, f"{words}: it leads to another state{differs}")
    if strange := line.keys() - LINE:
        raise Parted(name, ply, f"its line has a key {min(strange)!r}, known are {', '.join(sorted(LINE))}")


def _differs(found: Line, recorded: Any) -> str:
    """Parts of the state that differ from the recording."""
    if not isinstance(recorded, dict):
        return f", recorded {recorded!r}"
    other = [
        f"{part} (recorded {recorded.get(part, 'unchanged')}, found {found.get(part, 'unchanged')})"
        for part in {**found, **recorded}
        if found.get(part) != recorded.get(part)
    ]
    return f": other {', '.join(other)}"


def _ends(name: str, game: Game, plies: int, recorded: Line) -> None:
    for key, value in ending(game, plies).items():
        found, there = (json.dumps(given, sort_keys=True) for given in (value, recorded.get(key)))
        if found != there:
            raise Parted(name, plies, f"its {key} is {found}, recorded {there}")
