"""Packs: read the files, find every fault, and keep what the game needs."""

import functools
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import toml
from mpenv.engine.records import readable
from mpenv.engine.rule_ids import implements
from mpenv.language import USUAL, spoken
from mpenv.spelling import did_you_mean
from mpenv.worlds.materia_prima.content import consistency, files, fill, languages
from mpenv.worlds.materia_prima.content.checks import MOST_STRANGE, Ids, read_fields
from mpenv.worlds.materia_prima.content.faults import BrokenPack, Fault
from mpenv.worlds.materia_prima.content.languages import Texts
from mpenv.worlds.materia_prima.content.schema import BOUNDS, FILES
from mpenv.worlds.materia_prima.content.tables import TABLES

PACKS = Path(__file__).parent / "packs"


@dataclass(frozen=True, eq=False)
class Pack:
    """A loaded pack; `entries[kind]` in the order of the files, `ids[kind]` their ids.

    `mark` tells states apart: it is the hash, and the generated scenarios that stand behind those of the pack.
    `names` and `introductions` are those of its usual language, `texts` all it says by language.
    """

    id: str
    version: str
    hash: str
    mark: str
    path: str
    entries: dict[str, list[dict[str, Any]]]
    ids: Ids
    names: dict[str, str]
    introductions: dict[str, str]
    tables: np.ndarray
    texts: dict[str, Texts]

    @functools.cached_property
    def readable(self) -> Any:
        """The tables, read by attribute from Python; never pass them to the rules."""
        return self.tables.view(readable(TABLES))[0]

    @functools.cached_property
    def places(self) -> list[str]:
        """Every hex of the board as `q,r`."""
        t = self.readable
        return [f"{t.q[hex]},{t.r[hex]}" for hex in range(t.hexes)]

    def name(self, entry: str) -> str:
        """The name of an entry in the language that is spoken, or its id where it has none."""
        language = spoken()
        names = self.names if language == USUAL or language not in self.texts else self.texts[language].names
        return names.get(entry, entry)

    def introduction(self, scenario: str) -> str:
        """The story that opens a scenario in the language that is spoken; empty where there is none."""
        told = {} if spoken() == USUAL else self._said.introductions
        return told.get(scenario) or self.introductions.get(scenario, "")

    def story(self, *key: str) -> str:
        """A text of the story in the language that is spoken: `scenario`, `vault`, `success`; empty without one."""
        for texts in (self._said, *self.texts.values()):
            if key in texts.story:
                return " ".join(texts.story[key].split())
        return ""

    @property
    def _said(self) -> Texts:
        """The texts in the language that is spoken, none where the pack does not speak it."""
        return self.texts.get(spoken(), Texts({}, {}, {}))

    def index(self, kind: str, entry: str) -> int:
        return self.ids[kind].index(entry)

    def __reduce__(self) -> tuple[Any, ...]:
        """A pack travels as the place where it lies, and is read again there."""
        folder = Path(self.path)
        return _again, (folder.name if folder.parent == PACKS else self.path, self.mark)


@functools.cache
def packs() -> list[str]:
    """The packs that come with the package."""
    return sorted(path.parent.name for path in PACKS.glob("*/pack.toml"))


def _again(pack: str, mark: str) -> Pack:
    from mpenv.worlds.materia_prima.content.generated import with_generated

    found = with_generated(load(pack), mark.split())
    if found.mark != mark:
        raise ValueError(f"the pack {pack} was edited since a part of it was written down")
    return found


def load(pack: str) -> Pack:
    """A pack by its name or by the path of its folder; refused with all its faults."""
    known = packs()
    if pack in known:
        return _load(pack, PACKS / pack, ())
    if not isinstance(pack, str) or not os.path.lexists(os.path.join(pack, "pack.toml")):
        raise ValueError(
            f"there is no pack {pack!r:.300}: give one of {', '.join(known)}, or a folder with a pack.toml"
            f"{did_you_mean(pack, known)}"
        )
    if not toml.is_text(pack):
        raise ValueError(f"the pack {pack!r:.300} cannot be named in a file: its path is not UTF-8, rename the folder")
    # A folder of somebody who writes a pack is read again after each edit.
    return _load(pack, Path(pack).resolve(), tuple(_edited(path) for path in sorted(Path(pack).glob("*.toml"))))


def _edited(path: Path) -> tuple[str, int, int]:
    """A file, when it was written and how long it is; a lost one differs from every other."""
    try:
        found = path.stat()
    except OSError:
        return path.name, 0, 0
    return path.name, found.st_mtime_ns, found.st_size


@functools.lru_cache(maxsize=64)
def _load(pack: str, folder: Path, edited: tuple[tuple[str, int, int], ...]) -> Pack:
    sources, faults = files.read(folder, list(FILES), languages.STORY)
    files.newer(pack, sources["pack.toml"])
    texts = {file: source.said for file, source in sources.items()}
    ids = _ids(texts, faults)
    entries: dict[str, list[dict[str, Any]]] = {}
    for file, kinds in FILES.items():
        for kind, fields in kinds.items():
            entries[kind or file] = [
                _entry(file, kind, index, one, fields, ids, faults)
                for index, one in enumerate(_listed(texts[file], kind, kinds)[: BOUNDS.get(kind, 1)])
            ]
        _unknown_tables(file, texts[file], faults)
    said = languages.read(texts, ids, faults)
    broken = {fault.file for fault in faults}
    faults += consistency.check(entries, ids, broken)
    if "scenarios.toml" not in broken:
        languages.check_story(said, entries, ids, faults)
    if faults:
        raise BrokenPack(pack, files.located(faults, sources))
    about, played = entries["pack.toml"][0], _hash(texts)
    return Pack(
        id=about["id"],
        version=about["version"],
        hash=played,
        mark=played,
        path=str(folder),
        entries=entries,
        ids={**ids, "recipe": ids["homunculus"] + ids["equipment"] + ids["stone"]},
        names=next((one.names for one in said.values() if one.names), {}),
        introductions=next((one.introductions for one in said.values() if one.introductions), {}),
        tables=fill.tables(entries),
        texts=said,
    )


def _listed(text: dict[str, Any], kind: str, kinds: dict[str, Any]) -> list[dict[str, Any]]:
    if kind == "":
        return [{key: value for key, value in text.items() if key not in kinds}]
    found = text.get(kind, [])
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _unknown_tables(file: str, text: dict[str, Any], faults: list[Fault]) -> None:
    kinds = FILES[file]
    strange = [key for key in text if key not in kinds and "" not in kinds and file != "names.toml"]
    words = f"is unknown, known are {', '.join(kinds)}"
    faults += [Fault(file, key, "", words) for key in strange[:MOST_STRANGE]]
    for key, value in text.items():
        if key in kinds and not (isinstance(value, list) and all(isinstance(one, dict) for one in value)):
            faults.append(Fault(file, key, "", f"must be written as [[{key}]] entries"))


@implements("MP-BASE-ELEM-3")
def _ids(texts: dict[str, dict[str, Any]], faults: list[Fault]) -> Ids:
    ids: Ids = {}
    seen: dict[str, tuple[str, str]] = {}
    for file, kinds in FILES.items():
        for kind in kinds:
            if not kind:
                continue
            found = _listed(texts[file], kind, kinds)
            kept = found[: 2 * BOUNDS[kind]]
            ids[kind] = [one["id"] if isinstance(one.get("id"), str) else f"{kind} {i}" for i, one in enumerate(kept)]
            if len(found) > BOUNDS[kind]:
                words = f"there are {len(found)} entries, the engine takes {BOUNDS[kind]}"
                faults.append(Fault(file, ids[kind][BOUNDS[kind]], "", words))
            for one in ids[kind]:
                if found_before := seen.get(one.casefold()):  # an action is read whatever its capitals
                    other, there = found_before
                    same = "is used twice, also" if other == one else f"differs only in capitals from {other!r}"
                    faults.append(Fault(file, one, "id", f"{same} in {there}"))
                seen[one.casefold()] = one, file
    return ids


def _entry(
    file: str, kind: str, index: int, given: dict[str, Any], fields: dict[str, Any], ids: Ids, faults: list[Fault]
) -> dict[str, Any]:
    values, wrong = read_fields(given, fields, ids)
    entry = ids[kind][index] if kind else ""
    faults += [Fault(file, entry, name, words) for name, words in wrong]
    return values


def _hash(texts: dict[str, dict[str, Any]]) -> str:
    """Identifies the games that are played; what it says in which language does not change it, nor does a tutorial."""
    played = {file: text for file, text in texts.items() if file not in (languages.NAMES, languages.STORY)}
    scenarios = played["scenarios.toml"].get("scenario", [])
    others = [one for one in scenarios if not one.get("guide")]
    named = {card for one in others for card in (*one.get("alarm_order", []), *one.get("alarms", []))}
    cards = [one for one in played["alarms.toml"].get("alarm", []) if one.get("deck", True) or one["id"] in named]
    played["scenarios.toml"] = {**played["scenarios.toml"], "scenario": others}
    played["alarms.toml"] = {**played["alarms.toml"], "alarm": cards}
    return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()[:16]
