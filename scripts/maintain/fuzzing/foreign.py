"""Packs in the scripts of the world: ids, names and folders of any letters a pack may have."""

import functools
import random
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

from mpenv import toml
from mpenv.worlds.materia_prima.content import vocabulary as v
from tests.worlds.materia_prima import rich

LETTERS = "aZ9_öÄßẞİıſŉǅΔςжñ名字אבحकतゐ한ⅷªº²①𝔘𐐀ﬁŁøþ"
INSIDE = f"{LETTERS}.'-"
IN_NAMES = f'{INSIDE} "\\#=[]{{}},;:!?/&%$§~*+|^🜔🝳👩‍🔬e\u0301\u200d'
IN_PATHS = f"{LETTERS} .'\"\\#=[]{{}},;:!&%$~*+🜔\u0301\n\t\x01\x7f\x85\u2028\u202e\ufeff"
RENAMED = (
    "element",
    "homunculus",
    "equipment",
    "stone",
    "mission",
    "extension",
    "alarm",
    "tile",
    "alchemist",
    "temple",
)


def word(rng: random.Random, letters: str = INSIDE, most: int = 12) -> str:
    return "".join(rng.choice(letters) for _ in range(rng.randint(1, most)))


def an_id(rng: random.Random) -> str:
    """An id as a pack may have it: words of letters of any script."""
    words = [rng.choice(LETTERS) + word(rng), *(word(rng) for _ in range(rng.choice((0, 0, 0, 1, 2))))]
    return " ".join(words)[:60].rstrip()


def a_path(rng: random.Random) -> str:
    """The name of a folder as a file system may have it."""
    name = word(rng, IN_PATHS, 30)
    return name if name.strip(". ") else f"{name}x"


def pack(rng: random.Random, home: Path) -> Path:
    """A pack that plays like the one that has everything, and says nothing in ASCII that it need not."""
    folder = home / a_path(rng)
    folder.mkdir()
    texts = {path.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in Path(rich.WHOLE).glob("*.toml")}
    new = _new_ids(rng, texts)
    for file, said in texts.items():
        if file == "names.toml":
            said = {"en": {new.get(one, one): a_name(rng) for one in said["en"] if one != "introduction"}}
        (folder / file).write_text(toml.lines(_renamed(said, new)), encoding="utf-8")
    return folder


def a_name(rng: random.Random) -> str:
    """A printed name; those of two entries may differ in nothing."""
    return rng.choice("äÖ名א") + word(rng, IN_NAMES, 40)


def _new_ids(rng: random.Random, texts: dict[str, Any]) -> dict[str, str]:
    """A strange id for every entry whose id is no word of the rules."""
    old = [one["id"] for said in texts.values() for kind in RENAMED for one in said.get(kind, [])]
    old = [one for one in old if one not in v.VERBS]
    taken: dict[str, str] = {}
    for _ in old:
        while (found := an_id(rng)).casefold() in taken:
            pass
        taken[found.casefold()] = found
    return dict(zip(old, taken.values(), strict=True))


def _renamed(said: Any, new: dict[str, str]) -> Any:
    if isinstance(said, dict):
        return {new.get(name, name): _renamed(one, new) for name, one in said.items()}
    if isinstance(said, list):
        return [_renamed(one, new) for one in said]
    return _in_words(said, tuple(new.items())) if isinstance(said, str) else said


@functools.lru_cache(1 << 14)
def _in_words(said: str, new: tuple[tuple[str, str], ...]) -> str:
    """A text with every id in it renamed: `gain 1 gold`, `tile.1 A 0`."""
    names = dict(new)
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\S)(?:{known})(?!\S)", lambda found: names[found[0]], said)


def clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
