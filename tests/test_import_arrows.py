"""Imports point one way: each room may import only from rooms to its left.

Every import counts, also one inside a function, under TYPE_CHECKING or by `import_module("a name")`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

WORLDS = ("materia",)

# From left to right. Rooms of one step do not import each other; "*" stands for each world.
ORDER = (
    ("toml",),
    ("files", "interrupts", "seeds", "spelling", "trust"),
    ("engine.switches",),
    ("engine.cache", "engine.numba_internals"),
    ("engine.compiling",),
    ("engine.jit",),
    ("engine.records",),
    ("world",),
    ("refusal",),
    ("engine",),
    ("picture",),
    ("*.content",),
    ("*.catalogue",),
    ("*.rules",),
    ("*.states",),
    ("*.house", "*.chronicle"),
    ("*.notation", "*.options", "*.guess"),
    ("*.view", "*.snapshots"),
    ("*.draw",),
    ("*.observe",),
    ("*.position",),
    ("*.game",),
    ("*.campaign",),
    ("*.rulebook",),
    ("envs", "record"),
    ("agents",),
    ("agents.*",),
    ("evaluation",),
    ("evaluation.*",),
    ("table",),
    ("table.*",),
)
SHARED = ("engine", "envs", "record", "agents", "evaluation", "table")  # know a world only through mpenv.world
FREE = ("the front door", "cli")  # may import everything, and nothing imports them

# What a room may not know of the world outside.
FRAMEWORKS = {"gymnasium", "pettingzoo", "torch", "stable_baselines3", "sb3_contrib", "ray"}
FILES = {"io", "json", "os", "pathlib", "pickle", "shutil", "tempfile", "tomllib"}
FOREIGN = {
    "engine": FRAMEWORKS,
    "*.content": FRAMEWORKS,
    "*.catalogue": FRAMEWORKS,
    "*.rules": FRAMEWORKS | FILES,
}

STEP = {room.replace("*", world): step for step, rooms in enumerate(ORDER) for room in rooms for world in WORLDS}


def room_of(module: str) -> str | None:
    """The room of a module: "envs", "materia.rules", "materia" (a world's door); None when it has none."""
    _, *parts = module.split(".")
    if not parts or parts[0].removesuffix("_v0") in ("", "materia_prima"):
        return "the front door"
    if parts[0] in ("cli", "__main__"):
        return "cli"
    if parts[0] in WORLDS and len(parts) == 1:
        return parts[0]
    two = ".".join(parts[:2])
    room = two if two in STEP else parts[0]
    return room if room in STEP else None


def world_of(room: str) -> str | None:
    """The world that a room belongs to: its door, its rooms, the agents made for it."""
    return next((world for world in WORLDS if world in room.split(".")), None)


def broken(here: str, there: str) -> str | None:
    """Why the room `here` may not import the room `there`; None when it may."""
    if here == there or here in FREE:
        return None
    if there in FREE:
        return f"{there} is for users; no room imports it"
    if here in SHARED and world_of(there):
        return "a shared room knows a world only through mpenv.world"
    if here in WORLDS:  # a world's door binds its own rooms to mpenv.world
        if there in ("engine.jit", "engine.records", "world") or there.startswith(f"{here}."):
            return None
        return "the door of a world imports mpenv.world and its own rooms only"
    if world_of(there) not in (None, world_of(here)):
        return "a world does not know another one"
    if there in WORLDS:
        return None if here == f"agents.{there}" else f"the door of {there} stands to the right of its rooms"
    if STEP[here] == STEP[there]:
        return "rooms of one step do not import each other"
    return f"{there} stands to the right of {here}" if STEP[here] < STEP[there] else None


def modules(home: Path) -> Iterator[tuple[str, Path]]:
    """Each module under mpenv with its file."""
    for path in sorted((home / "mpenv").rglob("*.py")):
        parts = path.relative_to(home).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(module: str, path: Path, known: set[str]) -> Iterator[tuple[int, str]]:
    """Each import of a file as its line and the full name of what is imported."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *filter(None, [node.module])])
            for name in node.names:  # `from package import x`: x is a module of it, or a name inside it
                full = f"{base}.{name.name}"
                is_module = full in known or any(one.startswith(f"{full}.") for one in known)
                yield node.lineno, full if is_module else base
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "attr", getattr(node.func, "id", None))
            if called in ("import_module", "__import__") and isinstance(node.args[0].value, str):
                yield node.lineno, node.args[0].value


def faults(home: Path) -> list[str]:
    """All broken arrows of a checkout, each with file, import and arrow."""
    files = list(modules(home))
    known = {module for module, _ in files}
    found = []
    for module, path in files:
        where = path.relative_to(home).as_posix()
        here = room_of(module)
        if here is None:
            found.append(f"{where}: this file is in no room; give it its place in ORDER")
            continue
        world = world_of(here)
        foreign = FOREIGN.get(here.replace(world, "*") if world else here, set())
        for line, name in sorted(set(imports(module, path, known))):
            top = name.partition(".")[0]
            if top == "agents":
                found.append(f"{where}:{line}: imports {name}: the agents are imported as mpenv.agents")
            elif top in foreign:
                found.append(f"{where}:{line}: imports {name}: {here} knows nothing of {top}")
            elif top == "mpenv":
                there = room_of(name)
                why = broken(here, there) if there else "what is imported is in no room of ORDER"
                if why:
                    arrow = f"{there or name} -> {here}"
                    found.append(f"{where}:{line}: imports {name}: broken arrow {arrow}: {why}")
    return found


def test_every_import_follows_the_arrows():
    assert "\n".join(faults(ROOT)) == ""


OFFENDERS = [
    ("materia/rules/combat.py", "from mpenv.materia.view import seen", "materia.view -> materia.rules"),
    ("materia/rules/combat.py", "from ..game import Game", "materia.game -> materia.rules"),
    ("materia/rules/combat.py", "from .. import position", "materia.position -> materia.rules"),
    ("materia/rules/combat.py", "import mpenv.envs.aec", "envs -> materia.rules"),
    ("materia/rules/combat.py", "import pettingzoo", "materia.rules knows nothing of pettingzoo"),
    ("materia/rules/combat.py", "from pathlib import Path", "materia.rules knows nothing of pathlib"),
    ("materia/rules/combat.py", "from mpenv.materia import Game", "materia -> materia.rules"),
    ("materia/content/loader.py", "import torch.nn", "materia.content knows nothing of torch"),
    (
        "materia/content/loader.py",
        "from mpenv.materia import catalogue",
        "materia.catalogue -> materia.content",
    ),
    ("materia/draw/text.py", "from mpenv.materia.observe import flat", "materia.observe -> materia.draw"),
    ("materia/__init__.py", "from mpenv.envs.aec import Env", "envs -> materia"),
    ("engine/jit.py", "import mpenv.world", "world -> engine.jit"),
    ("engine/records.py", "from mpenv.world import World", "world -> engine.records"),
    ("world.py", "def f():\n    from mpenv.materia.game import Game", "materia.game -> world"),
    ("materia/game.py", "from mpenv.materia import rulebook", "materia.rulebook -> materia.game"),
    ("envs/aec.py", "from mpenv.materia.game import Game", "materia.game -> envs"),
    ("envs/aec.py", "from mpenv.materia import Game", "materia -> envs"),
    ("envs/aec.py", "import importlib\nimportlib.import_module('mpenv.materia')", "materia -> envs"),
    ("envs/aec.py", "from mpenv import env", "the front door -> envs"),
    ("envs/aec.py", "from mpenv.record import replay", "record -> envs"),
    ("record/replay.py", "from mpenv import agents", "agents -> record"),
    ("evaluation/runner.py", "from mpenv.materia.rules import state", "materia.rules -> evaluation"),
    (
        "evaluation/runner.py",
        "from mpenv.agents.materia.expert import Expert",
        "agents.materia -> evaluation",
    ),
    ("agents/registry.py", "from mpenv.materia.view import seen", "materia.view -> agents"),
    ("agents/registry.py", "from .materia import expert", "agents.materia -> agents"),
    ("agents/registry.py", "from agents import random", "imported as mpenv.agents"),
    ("evaluation/match.py", "from mpenv.evaluation.materia import pulse", "evaluation.materia -> evaluation"),
    ("table/server.py", "from mpenv.evaluation.materia import pulse", "evaluation.materia -> table"),
    ("table/server.py", "from mpenv.cli import main", "cli -> table"),
    ("table/server.py", "from mpenv.table.materia import campaign", "table.materia -> table"),
    ("table/server.py", "from mpenv.materia import campaign", "materia.campaign -> table"),
    ("materia/game.py", "from mpenv.materia.campaign import road", "materia.campaign -> materia.game"),
    ("materia/campaign/road.py", "from mpenv.table import server", "table -> materia.campaign"),
    ("odds.py", "", "this file is in no room"),
]

LAWFUL = {
    "__init__.py": "from mpenv.envs.aec import env\nfrom mpenv.materia import Game",
    "__main__.py": "from mpenv.cli import main",
    "cli.py": "import mpenv\nfrom mpenv.materia.rules import state\nfrom mpenv.table import server",
    "engine/jit.py": "import numba, os",
    "engine/records.py": "from mpenv.engine.jit import rule",
    "world.py": "from typing import Protocol\nfrom mpenv.engine import jit",
    "materia/__init__.py": "from mpenv import world\nfrom mpenv.materia.game import Game",
    "materia/content/__init__.py": "",
    "materia/content/loader.py": "from pathlib import Path\nfrom mpenv.engine.jit import rule",
    "materia/catalogue.py": "from mpenv.materia.content import loader",
    "materia/rules/__init__.py": "",
    "materia/rules/state.py": "from mpenv.engine.jit import rule",
    "materia/rules/combat.py": "import numpy\nfrom . import state\nfrom ..content import x",
    "materia/view.py": "from mpenv.materia import catalogue\nfrom mpenv.materia.rules import state",
    "materia/observe/flat.py": "from mpenv.materia.view import seen",
    "materia/draw/text.py": "from mpenv.materia.view import seen",
    "materia/position.py": "from mpenv.materia.draw import text",
    "materia/game.py": "from mpenv.materia.position import read\nfrom mpenv.materia.draw import text",
    "materia/campaign/__init__.py": "from mpenv.materia.campaign.road import walk",
    "materia/campaign/road.py": "from mpenv.materia.game import Game",
    "materia/rulebook.py": "from mpenv import jit\nfrom mpenv.materia.rules import state",
    "envs/__init__.py": "",
    "envs/aec.py": "import pettingzoo\nfrom mpenv.world import World",
    "record/replay.py": "from mpenv import world",
    "agents/__init__.py": "",
    "agents/registry.py": "from mpenv.agents import random\nfrom mpenv.envs import aec",
    "agents/random.py": "import numpy.random",
    "agents/materia/__init__.py": "",
    "agents/materia/expert.py": "from mpenv.agents import registry\nfrom mpenv.materia.rules import state",
    "evaluation/runner.py": "from mpenv.agents import registry",
    "evaluation/materia/__init__.py": "",
    "evaluation/materia/pulse.py": "from mpenv.evaluation import match\nfrom mpenv.materia.game import Game",
    "table/materia/campaign.py": "from mpenv.materia import campaign\nfrom mpenv.table import server",
    "table/server.py": "from mpenv.evaluation import runner\nfrom mpenv.world import World",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A made-up checkout in which every arrow is right."""
    for name, text in LAWFUL.items():
        write(tmp_path, name, text)
    return tmp_path


def write(home: Path, name: str, text: str) -> None:
    """Write one file of a made-up checkout."""
    path = home / "mpenv" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")


def test_a_lawful_checkout_has_no_fault(checkout: Path):
    assert faults(checkout) == []


@pytest.mark.parametrize(("name", "text", "arrow"), OFFENDERS)
def test_an_offender_is_named_with_its_file_and_its_arrow(checkout: Path, name: str, text: str, arrow: str):
    write(checkout, name, text)
    (fault,) = faults(checkout)
    assert fault.startswith(f"mpenv/{name}:")
    assert arrow in fault


def test_all_offenders_are_named_at_once(checkout: Path):
    write(checkout, "envs/aec.py", "import mpenv.table.server\nimport mpenv.evaluation.runner")
    write(checkout, "engine/loops.py", "import torch")
    assert len(faults(checkout)) == 3
