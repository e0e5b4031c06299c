"""Texts of strangers: positions, chronicles, packs and replays with something broken, or in any script.

`attack` breaks one by a seed and reads it. Only our own errors may come, each soon and with little memory; what is
still taken is written again as it was read.
"""

import atexit
import functools
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from mpenv import toml
from mpenv.files import BadFile
from mpenv.record.replay.reading import Parted, chosen
from mpenv.record.replay.story import Story
from mpenv.record.replay.writer import Recorder, compact, dumped
from mpenv.table import replay_viewer
from mpenv.worlds.materia_prima import WORLD, campaign
from mpenv.worlds.materia_prima.campaign import BrokenChronicle, Chronicle
from mpenv.worlds.materia_prima.campaign.editing import edited
from mpenv.worlds.materia_prima.campaign.page import page
from mpenv.worlds.materia_prima.campaign.progress import LONGEST_NAME
from mpenv.worlds.materia_prima.content.checks import JOINERS
from mpenv.worlds.materia_prima.content.faults import BrokenPack
from mpenv.worlds.materia_prima.content.lint import grouped, notes
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.draw import pack as drawn
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.options import Options
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from scripts.maintain.fuzzing import foreign
from scripts.maintain.fuzzing.games import PACK_FILES, a_game, options, played_on
from tests.mutation import mutated
from tests.spoiling import spoilt
from tests.worlds.materia_prima import campaigns

SLOW = 0.5  # seconds of the processor
TOOK = "it took"
SURE = 3  # times that something is slow before it is said to be: others may be busy, a rule may be compiled
MOST_MEMORY = 200 << 20
OURS = (BadFile, BrokenChronicle, BrokenPack, BrokenPosition, Parted, ValueError)
MOST_SAID = 1 << 17  # letters of an answer
STRANGE = (
    '"\\ud800"', "inf", "-nan", "1979-05-27T07:32:00Z", "07:32:00", '"""a\nb"""', "[[1], []]", '{ "ö" = [] }', "a.b.c",
    f"0x{'f' * 5000}", f"0x{'f' * 40}", "9" * 5000, "[" * 50, "{a=" * 50, "a." * 50, "{ a.b = 1, a.c = [{}] }",
)  # fmt: skip
SPOILT = 20  # replays that are made of one recorded game
LONGEST_REPLAY = 80  # its plies
EACH = 50  # positions that are made of one game
PACKS = 24  # packs in other scripts


class Wrong(Exception):
    """Raised when accepted text was read wrongly, or is printed with control characters."""


def attack(seed: int) -> str | None:
    """Break a text by a seed and read it; what went wrong in one line, or None."""
    for _ in range(SURE):
        rng = random.Random(seed)
        fault = tried(rng.choices([*ATTACKS], [*ATTACKS.values()])[0], seed, rng)[1]
        if not fault or TOOK not in fault:
            break
    return fault


def tried(broken: "Attack", seed: int, rng: random.Random) -> tuple[str, str | None]:
    """Break a text in one way and read it: whether it was refused, and what went wrong."""
    reading, end, fault = broken(seed, rng), "taken", ""
    next(reading)  # what is broken lies there; what follows is counted
    before, start = _memory(), time.process_time()
    try:
        next(reading, None)
    except Exception as caught:
        end = "refused"
        if broken in SOUND or type(caught) not in OURS or not _safe(str(caught)):
            fault = f"{type(caught).__name__}: {caught}"
    took, grown = time.process_time() - start, _memory() - before
    if not fault and took > SLOW:
        fault = f"{TOOK} {took:.2f} s of the processor"
    if not fault and grown > MOST_MEMORY:
        fault = f"took {grown >> 20} MB"
    return end, f"{broken.__name__} {seed}: {' '.join(ascii(fault).split())[:500]}" if fault else None


def _memory() -> int:
    """The most bytes that this process ever held."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _safe(words: str) -> bool:
    bare = words.translate(dict.fromkeys(map(ord, f"\n{JOINERS}")))
    return bare.isprintable() and len(words) < MOST_SAID


def _says(words: str) -> None:
    if not _safe(words):
        raise Wrong(f"says what a terminal may obey: {words!r:.200}")


@functools.cache
def _home() -> Path:
    """A folder for what is broken, gone with this process."""
    folder = tempfile.mkdtemp(prefix="mpenv-fuzzing-")
    atexit.register(foreign.clear, Path(folder))
    return Path(folder)


def _strange(rng: random.Random) -> str:
    """A value or key with letters of any script, or none."""
    words = foreign.word(rng, rng.choice((foreign.LETTERS, foreign.IN_PATHS, foreign.IN_NAMES)), 20)
    return rng.choice((toml.text(words), words, f"'{words}'", f'"{words}"', f"{words} = 1", *STRANGE))


def _disturbed(rng: random.Random, text: str) -> str:
    """Break one thing in a text, or put something strange into it."""
    if rng.random() < 0.7:
        return mutated(rng, text)
    lines = text.split("\n")
    place = rng.randrange(len(lines))
    name, sign, value = lines[place].partition(" = ")
    match rng.randrange(4):
        case 0:
            lines.insert(place, f"{_strange(rng)} = {rng.choice(('1', _strange(rng)))}")
        case 1 if sign:
            lines[place] = f"{_strange(rng)} = {value}"
        case 2 if '"' in value:
            parts = value.split('"')
            lines[place] = f"{name} = {parts[0]}{_strange(rng)}" + '"'.join(parts[2:])
        case _:
            lines[place] = f"{name} = {_strange(rng)}"
    return "\n".join(lines)


def _often(rng: random.Random, text: str) -> str:
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = _disturbed(rng, text)
    return text


# --- positions ------------------------------------------------------------------------------------------


@functools.lru_cache(64)
def _position(nth: int) -> str:
    return played_on(a_game(nth), random.Random(nth), 30).to_position()


def position(seed: int, rng: random.Random) -> Iterator[None]:
    text = _often(rng, _position(seed // EACH))
    yield
    _same(Game.from_position(text))


def _same(game: Game) -> None:
    """Check that a position is read as it was written, and so is each action."""
    try:
        again = Game.from_position(game.to_position())
    except ValueError as fault:
        raise Wrong(f"its own position is refused: {fault}") from None
    if again != game:
        raise Wrong("the position is not read back as it was")
    for action in game.legal()[:12]:
        if game.read(game.words(action)) != action:
            raise Wrong(f"{game.words(action)!r} is read back as {game.words(game.read(game.words(action)))!r}")


# --- everything in other scripts ------------------------------------------------------------------------


@functools.lru_cache(PACKS)
def _foreign(number: int) -> str:
    return str(foreign.pack(random.Random(number), _home()))


def script(seed: int, rng: random.Random) -> Iterator[None]:
    """A game of a pack in other scripts: its position, its chronicle or its replay are read as they were written."""
    given = options(rng, _foreign(rng.randrange(PACKS)))
    game, path = Game(seed=seed, **given), _home() / "foreign.jsonl"
    yield
    if seed % 8:
        _same(played_on(game, rng, 20))
        return
    with Recorder(path, WORLD, game, [foreign.word(rng, foreign.IN_NAMES)] * game.seats) as record:
        for _ in range(5):
            if game.seat is not None:
                record.apply(game.legal()[0])
    told = Story(chosen(path), WORLD)
    if told.parted or told.last.fingerprint() != game.fingerprint():
        raise Wrong("the replay is another game")


def shown(seed: int, rng: random.Random) -> Iterator[None]:
    """Check that a pack in other scripts, or with strange words, is shown or refused."""
    folder = Path(_foreign(rng.randrange(PACKS)))
    yield
    pack = load(str(folder))
    _says(drawn.page(pack, rng.choice([*drawn.SECTIONS])))
    _says("\n".join(grouped(notes(pack))))


# --- chronicles -----------------------------------------------------------------------------------------


@functools.cache
def _chronicles() -> list[tuple[Chronicle, Chronicle]]:
    return [steps() for steps in (campaigns.won, campaigns.ended, campaigns.placed)]


@functools.lru_cache(16)
def _written(one: int, after: int) -> str:
    return campaign.write(_chronicles()[one][after])


def _named(rng: random.Random, one: Chronicle) -> list[str]:
    return [player.name if rng.random() < 0.7 else foreign.a_name(rng)[:LONGEST_NAME] for player in one.players]


def chronicle(seed: int, rng: random.Random) -> Iterator[None]:
    """Check that a broken chronicle is refused, or written again as it is."""
    text = _often(rng, _written(rng.randrange(3), rng.randrange(2)))
    yield
    read = campaign.parse(text)
    if campaign.parse(campaign.write(read)) != read:
        raise Wrong("the chronicle is not read back as it was")
    _says(page(read))


def remarks(seed: int, rng: random.Random) -> Iterator[None]:
    """Check that a chronicle with remarks holds what is recorded, and keeps every remark."""
    before, after = rng.choice(_chronicles())
    names = _named(rng, before)
    before, after = (
        replace(one, players=tuple(replace(p, name=n) for p, n in zip(one.players, names, strict=True)))
        for one in (before, after)
    )
    if not all(campaign.progress.is_name(name) for name in names):
        before, after = rng.choice(_chronicles())
    lines = campaign.write(before).split("\n")
    for number in range(rng.randint(1, 6)):
        remark = f"# {number} {foreign.word(rng, foreign.IN_NAMES)}"
        lines.insert(rng.randrange(len(lines)), rng.choice(("", "  ", "", "\t")) + remark)
    text = rng.choice(("\n", "\n", "\r\n")).join(lines)
    yield
    if campaign.parse(text) != before:
        return  # a remark came to stand inside a text
    new = edited(text, before, after)
    if campaign.parse(new) != after:
        raise Wrong("the edited chronicle says something else")
    if lost := [line for line in lines if line.lstrip().startswith("# ") and line.strip() not in new]:
        raise Wrong(f"a remark is lost: {lost[0]!r}")


# --- packs ----------------------------------------------------------------------------------------------


@functools.cache
def _texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}


def pack(seed: int, rng: random.Random) -> Iterator[None]:
    """Check that a broken pack is refused, or can be played."""
    texts = dict(_texts(rng.choice((*PACK_FILES, Path(_foreign(0))))))
    for _ in range(rng.choice((1, 1, 2, 3))):
        file = rng.choice(sorted(texts))
        texts[file] = _disturbed(rng, texts[file])
    folder = _home() / f"pack {seed}"
    folder.mkdir()
    for file, text in texts.items():
        (folder / file).write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        yield
        scenario = rng.choice(load(str(folder)).ids["scenario"])
        Options(scenario, 2, pack=str(folder)).setup(1)
    finally:
        foreign.clear(folder)


# --- replays --------------------------------------------------------------------------------------------


@functools.lru_cache(8)
def _recorded(nth: int) -> tuple[bytes, dict[int, str]]:
    """A recorded game, sometimes from a situation or in one line, and its situation at each ply."""
    rng, start, path = random.Random(nth), a_game(nth), _home() / "recorded.jsonl"
    game, actions = start.clone(), list[int]()
    fingerprints = {0: game.fingerprint()}
    with Recorder(path, WORLD, game, ["random"] * game.seats) as record:
        while game.seat is not None and len(actions) < LONGEST_REPLAY:
            actions.append(rng.choice(game.legal()))
            record.apply(actions[-1])
            fingerprints[len(actions)] = game.fingerprint()
    if nth % 3 == 0:
        return (dumped(compact(WORLD, start, actions, game)) + "\n").encode(), fingerprints
    return path.read_bytes(), fingerprints


def replay(seed: int, rng: random.Random) -> Iterator[None]:
    """Check that the readable part of a broken replay is the game that was recorded."""
    raw, fingerprints = _recorded(seed // SPOILT)
    path = _home() / "game.jsonl"
    path.write_bytes(spoilt(random.Random(seed), raw))
    yield
    story = Story(chosen(path), WORLD)
    for line in replay_viewer.whole(story):
        _says(line)
    checked = story.parted is None or not story.replay.compact  # a line of actions is checked at its end
    if checked and story.last.fingerprint() != fingerprints.get(len(story.log)):
        raise Wrong("another game was taken for it")


Attack = Callable[[int, random.Random], Iterator[None]]
ATTACKS: dict[Attack, int] = {
    position: 45, chronicle: 20, remarks: 6, script: 12, shown: 2, pack: 5, replay: 10,
}  # fmt: skip
SOUND = {script, shown}  # nothing is broken there, so nothing may be refused
