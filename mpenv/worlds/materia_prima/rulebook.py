"""The rulebook: each rule with its line, the functions that play it, and the tests that prove it."""

import ast
import importlib
import json
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mpenv import files
from mpenv.engine import jit
from mpenv.engine.cache import PACKAGE
from mpenv.spelling import did_you_mean

INSIDE = "mpenv.worlds.materia_prima."
HERE = PACKAGE / "worlds" / "materia_prima"
HOME = PACKAGE.parent
LINES = HERE / "rules" / "RULES.md"
TESTS = HOME / "tests"
POSITIONS = TESTS / "worlds" / "materia_prima" / "positions"
PACK = "content/packs/inquisition/"
ROW = re.compile(r"\| (MP-[A-Z]+(?:-[A-Z]+)*-\d+(?:\.\d+)?) \| (.+) \|")
COLUMNS, FIRST = 120, 20

OUTSIDE = {
    "MP-DIV-9": ("content.board.geometry",),
    "MP-DIV-13": ("content.fill._scenarios",),
    "MP-SETUP-2": ("campaign_start.tiles",),
    "MP-SETUP-6": ("options.Options._alchemists",),
    "MP-SETUP-12": ("switches.supply",),
    "MP-SETUP-19": ("options.Options._difficulty",),
    "MP-DAY-4": ("position.check.alarm_cards",),
    "MP-ALARM-3.2": ("content.consistency.alarms",),
    "MP-ALARM-6.9": ("position.check.display",),
    "MP-EVENT-1": ("content.consistency.events",),
    "MP-ALCH-1": ("content.consistency.alarms",),
    "MP-ALCH-4": ("content.consistency.recipes",),
    "MP-ALCH-7": ("switches.die_faces",),
    "MP-ABIL-4": ("view.View.determinize",),
    "MP-INQ-4": ("content.consistency.scenarios",),
    "MP-INQ-5": ("content.fill._inquisitors",),
    "MP-INQ-8": ("content.clauses.modifier",),
    "MP-INQ-9": ("content.consistency.inquisitors",),
    "MP-END-6": ("content.clauses.goal",),
    "MP-SOUL-2": ("campaign_start._seat", "campaign.check.cards"),
    "MP-SOUL-4": ("campaign.check.holdings",),
    "MP-STONE-1": ("campaign.progress._after", "campaign.check.levels"),
    "MP-STONE-2": ("campaign_start._seat", "campaign.check.levels"),
    "MP-STONE-4": ("campaign_start._seat",),
    "MP-STONE-5": ("campaign.check.levels",),
    "MP-CAMPAIGN-1": ("campaign.branches.walk",),
    "MP-CAMPAIGN-2": ("campaign.writing.write", "campaign.reading.parse", "campaign.check.possible"),
    "MP-CAMPAIGN-3": ("campaign.progress.begin", "campaign.progress.recalled", "campaign_start.recall"),
    "MP-CAMPAIGN-4": ("campaign.progress._after",),
    "MP-CAMPAIGN-6": ("campaign.branches.following", "campaign.branches.reward"),
    "MP-CAMPAIGN-7": ("campaign.progress.record", "campaign.branches.retries"),
    "MP-DIFF-2": ("campaign.progress.record", "campaign.check.days"),
    "MP-SOLO-1": ("options.Options._alchemists",),
    "MP-BASE-ELEM-1": (PACK + "elements.toml", "content.consistency.elements"),
    "MP-BASE-ELEM-2": (PACK + "elements.toml", "content.consistency.elements"),
    "MP-BASE-ELEM-3": ("content.pack._ids",),
    "MP-BASE-BOARD-1": ("content.board.geometry",),
    "MP-BASE-BOARD-2": (PACK + "board.toml", "content.consistency.tiles"),
    "MP-BASE-BOARD-3": (PACK + "board.toml", "content.consistency._sides", "content.consistency._towns"),
    "MP-BASE-BOARD-4": (PACK + "board.toml", "content.consistency._layouts", "campaign_start.tiles"),
    "MP-BASE-BOARD-5": ("content.fill._board",),
    "MP-BASE-BOARD-6": (PACK + "board.toml",),
    "MP-BASE-BOARD-7": (PACK + "board.toml", "content.consistency._towers", "campaign_start._together"),
    "MP-BASE-FIG-1": (PACK + "alchemists.toml", "options.Options._alchemists"),
    "MP-BASE-FIG-2": (PACK + "alchemists.toml", "content.fill._alchemists"),
    "MP-BASE-FIG-3": (PACK + "alchemists.toml", "content.consistency.figures"),
    "MP-BASE-FIG-4": (PACK + "recipes.toml", "content.fill._recipes"),
    "MP-BASE-RECIPE-1": (PACK + "recipes.toml", "content.consistency.recipes"),
    "MP-BASE-RECIPE-2": (PACK + "recipes.toml",),
    "MP-BASE-RECIPE-3": (PACK + "recipes.toml", "position.check.loads"),
    "MP-BASE-TOWN-1": (PACK + "towns.toml", "content.consistency.towns"),
    "MP-BASE-TOWN-2": (PACK + "towns.toml", "content.consistency.towns"),
    "MP-BASE-TOWN-3": (PACK + "towns.toml",),
    "MP-BASE-INQ-1": (PACK + "inquisitors.toml", "content.consistency.inquisitors"),
    "MP-BASE-INQ-2": (PACK + "alarms.toml", "content.consistency.alarms"),
    "MP-BASE-SCEN-1": (PACK + "scenarios.toml", "content.campaign_graph.campaigns"),
    "MP-BASE-SCEN-2": ("content.clauses.goal",),
    "MP-BASE-SCEN-4": (PACK + "scenarios.toml",),
    "MP-BASE-SCEN-5": (PACK + "scenarios.toml",),
    "MP-BASE-SCEN-6": (PACK + "scenarios.toml",),
    "MP-BASE-SCEN-7": ("content.consistency.specials", "content.fill._special"),
    "MP-BASE-SCEN-8": (PACK + "scenarios.toml",),
}
"""What plain Python and the files of the pack hold; compiled rules say it themselves (`@rule`)."""

EXEMPT = {
    "MP-BASE-SCEN-3": "how content is tuned, no rule of play",
}


class Place(NamedTuple):
    """Where a function, a file of the pack or a test stands; a test that is a position file goes by its name there."""

    name: str
    path: str
    line: int


class Rule(NamedTuple):
    id: str
    chapter: str
    line: str
    functions: list[Place]
    tests: list[Place]
    exempt: str

    @property
    def lacks(self) -> bool:
        return not self.functions or (tested() and not self.tests)


def tested() -> bool:
    """Are the tests here? They are no part of an installed wheel."""
    return POSITIONS.is_dir()


def book() -> list[Rule]:
    """Every rule, in the order of RULES.md."""
    played, proved = functions(), tests()
    return [
        Rule(one, chapter, line, played.get(one, []), proved.get(one, []), EXEMPT.get(one, ""))
        for one, chapter, line in lines()
    ]


def lines() -> Iterator[tuple[str, str, str]]:
    """Id, chapter and line of each rule."""
    text = LINES.read_text(encoding="utf-8").partition("\n# Rules\n")[2]
    chapter = ""
    for row in text.splitlines():
        if row.startswith("## "):
            chapter = row.removeprefix("## ")
        elif found := ROW.fullmatch(row):
            yield found[1], chapter, found[2]


# --- functions ----------------------------------------------------------------------------------


def functions() -> dict[str, list[Place]]:
    """Rule id -> what plays it, compiled or not."""
    for module in pkgutil.walk_packages([str(HERE)], INSIDE):
        importlib.import_module(module.name)
    found = {one: [name for name in names if name.startswith(INSIDE)] for one, names in jit.rules.items()}
    for one, more in OUTSIDE.items():
        found[one] = found.get(one, []) + [name if "/" in name else INSIDE + name for name in more]
    return {one: [place_of(name) for name in dict.fromkeys(names)] for one, names in found.items() if names}


def place_of(name: str) -> Place:
    """The place of a file of the world, or of a function by its full name."""
    if "/" in name:
        path = HERE / name
        if not path.is_file():
            raise LookupError(f"there is no {name}")
        return Place("entries", _short(path), 1)
    code = getattr(_named(name), "__code__", None)
    if code is None:
        raise LookupError(f"{name} is no function")
    return Place(code.co_name, _short(Path(code.co_filename)), code.co_firstlineno)


def _named(name: str) -> Any:
    """A function by its full name; of a compiled one what was compiled."""
    module, _, rest = name.rpartition(".")
    try:
        found: Any = getattr(importlib.import_module(module), rest, None)
    except ModuleNotFoundError:  # a method: its class stands in front
        found = getattr(_named(module), rest, None)
    return getattr(found, "py_func", found)


def _short(path: Path) -> str:
    return path.resolve().relative_to(HOME.resolve()).as_posix()


# --- tests --------------------------------------------------------------------------------------


def tests() -> dict[str, list[Place]]:
    """Rule id -> the position files and the marked tests that name it; nothing where the tests are not installed."""
    found: dict[str, list[Place]] = {}
    if tested():
        for path in sorted(POSITIONS.rglob("*.toml")):
            for one in files.read_toml(path)["test"]["rules"]:
                found.setdefault(one, []).append(Place(path.stem, _short(path), 1))
        for path in sorted(TESTS.rglob("test_*.py")):
            for one, place in _marked(path):
                found.setdefault(one, []).append(place)
    return found


def _marked(path: Path) -> Iterator[tuple[str, Place]]:
    """The rules that the tests of a file carry as markers."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("mark.rule"):
                    place = Place(node.name, _short(path), node.lineno)
                    yield from ((str(one.value), place) for one in mark.args if isinstance(one, ast.Constant))


# --- words --------------------------------------------------------------------------------------


def chosen(rules: list[Rule], start: str = "", missing: bool = False) -> list[Rule]:
    """The rule of an id, or those whose ids begin with it; of these all or what lacks a function or a test."""
    wanted = start.upper()
    found = [one for one in rules if not wanted or one.id == wanted or one.id.startswith((f"{wanted}-", f"{wanted}."))]
    if not found:
        there = chapters(rules)
        hint = did_you_mean(start, [one.id for one in rules] if start.count("-") > 1 else there)
        raise ValueError(f"there is no rule {start!r}, chapters are: {', '.join(there)}{hint}")
    return [one for one in found if one.lacks] if missing else found


def chapters(rules: list[Rule]) -> list[str]:
    """How the ids begin: MP-INQ, MP-ACT, ..."""
    return list(dict.fromkeys("-".join(one.id.split("-")[:2]) for one in rules))


def dump(rules: list[Rule]) -> str:
    """The rules as JSON; without tests at hand `tests` is null."""
    listed = [
        {
            **one._asdict(),
            "functions": [place._asdict() for place in one.functions],
            "tests": [place._asdict() for place in one.tests] if tested() else None,
        }
        for one in rules
    ]
    return json.dumps(listed, indent=1)


def page(rules: list[Rule], full: bool) -> str:
    """The rules for people: a paragraph each, or with everything that is known."""
    text, chapter = [], ""
    for one in rules:
        if one.chapter != chapter:
            text += ["", one.chapter]
            chapter = one.chapter
        text += _full(one) if full else _brief(one)
    return "\n".join([*text, "", *_sum(rules)]).lstrip("\n")


def _brief(one: Rule) -> list[str]:
    places = ", ".join(f"{place.path}:{place.line}" for place in one.functions) or "no function"
    return [*_wrapped(one.id, one.line), *_wrapped("", places), *_wrapped("", _proofs(one))]


def _proofs(one: Rule) -> str:
    """How many tests, and why there may be none."""
    words = [_counted(len(one.tests), "test")] if tested() else []
    return "; ".join([*words, f"exempt: {one.exempt}"] if one.exempt else words)


def _full(one: Rule) -> list[str]:
    text = ["", *_wrapped(one.id, one.line), f"    played by {_counted(len(one.functions), 'function')}"]
    for place in one.functions:
        text += _wrapped("", f"{place.path}:{place.line} {place.name}", 6)
    if tested():
        text.append(f"    proved by {_counted(len(one.tests), 'test')}")
    for place in one.tests:
        told = f"{place.path}:{place.line} {place.name}"
        if POSITIONS in (HOME / place.path).parents:
            told = (HOME / place.path).relative_to(POSITIONS).as_posix()
        text += _wrapped("", told, 6)
    return [*text, f"    exempt: {one.exempt}"] if one.exempt else text


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'s' if number > 1 else ''}"


def _wrapped(head: str, words: str, margin: int = FIRST) -> list[str]:
    """A paragraph behind a margin, its head in the margin; nothing for no words."""
    paper = textwrap.TextWrapper(COLUMNS, break_long_words=False, break_on_hyphens=False)
    paper.initial_indent, paper.subsequent_indent = f"  {head:<{margin - 2}}", " " * margin
    return paper.wrap(words)


def _sum(rules: list[Rule]) -> list[str]:
    if not rules:
        return ["No rule lacks a function or a test."]
    counts = f"{_counted(len(rules), 'rule')}, {sum(bool(one.functions) for one in rules)} with a function"
    if not tested():
        return [f"{counts}. The tests are not installed here; a checkout has them."]
    proved, free = sum(bool(one.tests) for one in rules), sum(bool(one.exempt) for one in rules)
    return [
        f"{counts}, {proved} with a test, {free} exempt.",
        f"Position files are under {_short(POSITIONS)}; `mpenv rules ID` names the tests of a rule or a chapter.",
    ]
