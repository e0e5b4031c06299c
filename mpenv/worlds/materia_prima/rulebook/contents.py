"""Each rule with its line, its place in the printed rulebook, its functions, and the tests that prove it."""

import ast
import functools
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mpenv import files
from mpenv.engine import rule_ids
from mpenv.engine.cache import PACKAGE
from mpenv.spelling import did_you_mean

INSIDE = "mpenv.worlds.materia_prima."
HERE = PACKAGE / "worlds" / "materia_prima"
HOME = PACKAGE.parent
LINES = HERE / "rules" / "RULES.md"
TESTS = HOME / "tests"
POSITIONS = TESTS / "worlds" / "materia_prima" / "positions"
PACK = "content/packs/inquisition/"
ROW = re.compile(r"\| (MP-[A-Z]+(?:-[A-Z]+)*-\d+(?:\.\d+)?) \| (.+) \| (.+) \|")
RULING = re.compile(r"^\| (MP-\S+) \| (.+) \|$", re.MULTILINE)

CONTENT = {
    "elements.toml": ("MP-BASE-ELEM-1", "MP-BASE-ELEM-2"),
    "board.toml": ("MP-BASE-BOARD-2", "MP-BASE-BOARD-3", "MP-BASE-BOARD-4", "MP-BASE-BOARD-6", "MP-BASE-BOARD-7"),
    "alchemists.toml": ("MP-BASE-FIG-1", "MP-BASE-FIG-2", "MP-BASE-FIG-3"),
    "recipes.toml": ("MP-BASE-FIG-4", "MP-BASE-RECIPE-1", "MP-BASE-RECIPE-2", "MP-BASE-RECIPE-3"),
    "towns.toml": ("MP-BASE-TOWN-1", "MP-BASE-TOWN-2", "MP-BASE-TOWN-3"),
    "inquisitors.toml": ("MP-BASE-INQ-1",),
    "alarms.toml": ("MP-BASE-INQ-2",),
    "scenarios.toml": ("MP-BASE-SCEN-1", "MP-BASE-SCEN-4", "MP-BASE-SCEN-5", "MP-BASE-SCEN-6", "MP-BASE-SCEN-8"),
}
"""The rules that the entries of a file of the pack implement, or take part in where a function implements them."""

EXEMPT = {
    "MP-BASE-SCEN-3": "how content is tuned, no rule of play",
}


class Place(NamedTuple):
    """File and line of a function, an entry of the pack or a test; a position file has its own name."""

    name: str
    path: str
    line: int


class Rule(NamedTuple):
    """`source` is the chapter and heading of the printed rulebook, or "ours" with the number of the decision."""

    id: str
    chapter: str
    line: str
    source: str
    primary: Place | None
    also: list[Place]
    tests: list[Place]
    exempt: str

    @property
    def functions(self) -> list[Place]:
        """The function that implements the rule, then the others that take part in it."""
        return [*([self.primary] if self.primary else []), *self.also]

    @property
    def lacks(self) -> bool:
        return self.primary is None or (tested() and not self.tests)


def tested() -> bool:
    """Are the tests here? They are no part of an installed wheel."""
    return POSITIONS.is_dir()


def book() -> list[Rule]:
    """Every rule, in the order of RULES.md."""
    primary, also = functions()
    proved = tests()
    rules = []
    for one, chapter, line, source in lines():
        first, *more = [*primary.get(one, []), None]
        others = sorted(place for place in (*more, *also.get(one, [])) if place is not None)
        rules.append(Rule(one, chapter, line, source, first, others, proved.get(one, []), EXEMPT.get(one, "")))
    return rules


def lines() -> Iterator[tuple[str, str, str, str]]:
    """Id, chapter, line and source of each rule."""
    chapter = ""
    for row in LINES.read_text(encoding="utf-8").partition("\n# Rules\n")[2].splitlines():
        if row.startswith("## "):
            chapter = row.removeprefix("## ")
        elif found := ROW.fullmatch(row):
            yield found[1], chapter, found[2], found[3]


def rulings() -> list[tuple[str, str]]:
    """The id of a rule that leaves two readings, and the one that is played."""
    return RULING.findall(LINES.read_text(encoding="utf-8").partition("\n# Rules\n")[0])


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
    """Beginnings of the ids: MP-INQ, MP-ACT, ..."""
    return list(dict.fromkeys("-".join(one.id.split("-")[:2]) for one in rules))


# --- functions ----------------------------------------------------------------------------------


def functions() -> tuple[dict[str, list[Place]], dict[str, list[Place]]]:
    """Rule id -> the place that implements it, and rule id -> the places that take part in it."""
    for module in pkgutil.walk_packages([str(HERE)], INSIDE):
        importlib.import_module(module.name)
    primary = {one: [place_of(name) for name in ours(names)] for one, names in rule_ids.primary.items()}
    also = {one: [place_of(name) for name in ours(names)] for one, names in rule_ids.also.items()}
    for name, ids in CONTENT.items():
        for one in ids:
            held = primary if not primary.get(one) else also
            held.setdefault(one, []).append(place_of(PACK + name))
    return {one: places for one, places in primary.items() if places}, also


def ours(names: list[str]) -> list[str]:
    """The functions of this world; other worlds may use the same ids."""
    return [name for name in dict.fromkeys(names) if name.startswith(INSIDE)]


def place_of(name: str) -> Place:
    """The place of a file of the world, or of a function by its full name."""
    if "/" in name:
        path = HERE / name
        if not path.is_file():
            raise LookupError(f"there is no {name}")
        return Place("entries", short(path), 1)
    code = getattr(function_of(name), "__code__", None)
    if code is None:
        raise LookupError(f"{name} is no function")
    return Place(code.co_name, short(Path(code.co_filename)), code.co_firstlineno)


def function_of(name: str) -> Any:
    """A function by its full name; the Python function of a compiled one."""
    module, _, rest = name.rpartition(".")
    try:
        found: Any = getattr(importlib.import_module(module), rest, None)
    except ModuleNotFoundError:  # a method: its class stands in front
        found = getattr(function_of(module), rest, None)
    return getattr(found, "py_func", found)


def short(path: Path) -> str:
    return path.resolve().relative_to(HOME.resolve()).as_posix()


# --- tests --------------------------------------------------------------------------------------


def tests() -> dict[str, list[Place]]:
    """Rule id -> the position files and the marked tests that name it; nothing where the tests are not installed."""
    found: dict[str, list[Place]] = {}
    if tested():
        for path in sorted(POSITIONS.rglob("*.toml")):
            for one in files.read_toml(path)["test"]["rules"]:
                found.setdefault(one, []).append(Place(path.stem, short(path), 1))
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
                    place = Place(node.name, short(path), node.lineno)
                    yield from ((str(one.value), place) for one in mark.args if isinstance(one, ast.Constant))


@functools.cache
def docstrings(path: Path) -> dict[str, str]:
    """The docstring of each function of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return {node.name: ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
