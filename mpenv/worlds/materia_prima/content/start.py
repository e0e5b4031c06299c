"""A folder to start a pack in: files that load as they are, and comments that say what may stand in them."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from mpenv import files, toml
from mpenv.language import USUAL
from mpenv.worlds.materia_prima.content.checks import MOST_LETTERS, MOST_STORY, REQUIRED, Field, name, parts, said
from mpenv.worlds.materia_prima.content.field_docs import COMMON, MEANINGS
from mpenv.worlds.materia_prima.content.files import FORMAT
from mpenv.worlds.materia_prima.content.languages import NAMES as NAMED
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.content.schema import BOUNDS, FILES

BLANK = Path(__file__).parent / "blank"
WIDTH = 118
CHECKED = "`mpenv pack check` says what is wrong with it."
IDS = f"Ids are words of letters, digits, '.', '-' and '_', {MOST_LETTERS} characters at most, each used once."
NAMES = (
    f"A name has at most {MOST_LETTERS} characters, an introduction {MOST_STORY} and several lines; letters of every "
    "script, but no markup. What has no name is called by its id."
)
END = "# --- the entries ---\n"


def start(folder: Path, source: str | None = None) -> list[Path]:
    """Write the files of a new pack into a folder that has none yet, blank or from another pack."""
    pack = folder.resolve().name
    try:
        name(pack, {})
    except ValueError as fault:
        raise ValueError(f"the folder gives the pack its id, and that {fault}") from None
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise ValueError(f"{folder} is there already and not empty; nothing was written")
    origin = BLANK if source is None else Path(load(source).path)
    texts = {file: (origin / file).read_text(encoding="utf-8").rpartition(END)[2] for file in FILES}
    texts[NAMED] = _usual(texts[NAMED])  # what is added has to be said in every language that a pack has
    texts["pack.toml"] = toml.lines({"format": FORMAT, "id": pack, "version": "1"})
    with files.filling(folder) as beside:
        for file, text in texts.items():
            files.write(beside / file, guide(file) + END + "\n" + text.lstrip("\n"))
    return [folder / file for file in FILES]


def _usual(names: str) -> str:
    """The tables of the usual language, and what stands before them."""
    head, *tables = re.split(r"^(?=\[)", names, flags=re.MULTILINE)
    return "".join([head, *(table for table in tables if re.match(rf"\[{USUAL}[.\]]", table))])


def guide(file: str) -> str:
    """The fields that a file may have, as comments."""
    about = MEANINGS[file][""]
    words = f"{about[0].upper()}{about[1:]}. {CHECKED} {NAMES if file == NAMED else IDS}"
    lines = textwrap.wrap(words, WIDTH - 2)
    for kind, fields in FILES[file].items():
        if kind:
            lines += ["", f"[[{kind}]] {MEANINGS[kind]['']}; at most {BOUNDS[kind]}"]
        lines += _fields(kind or file, fields, "  ")
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def _fields(where: str, fields: dict[str, Field], indent: str) -> Iterator[str]:
    for field, (check, default) in fields.items():
        meant = MEANINGS[where].get(field) or COMMON[field]
        left_out = "" if default is REQUIRED else " (may be left out)"
        words = f"{field}{left_out}: {meant}; {said(check)}"
        yield from textwrap.wrap(words, WIDTH - 2, initial_indent=indent, subsequent_indent=indent + "    ")
        yield from _fields(f"{where}.{field}", parts(check), indent + "  ")
