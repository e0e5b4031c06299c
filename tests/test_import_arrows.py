"""Imports point one way: each room may import only from rooms to its left.

Every import counts, also one inside a function, under TYPE_CHECKING or by `import_module("a name")`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mpenv import worlds
from tests.places import ROOT

WORLDS = worlds.names()

# From left to right. Rooms of one step do not import each other; "*" stands for each world.
ORDER = (
    ("toml",),
    ("files", "interrupts", "intervals", "machine", "progress", "seeds", "spelling", "text_table", "trust", "workers"),
    ("array_files", "language", "recipes"),
    ("engine.rule_ids", "engine.switches"),
    ("engine.cache", "engine.numba_internals"),
    ("engine.compiling",),
    ("engine.jit",),
    ("engine.records",),
    ("encoders", "terms"),
    ("world",),
    ("options", "worlds"),  # the registry of worlds imports none
    ("refusal", "snapshots"),
    ("play",),
    ("engine",),
    ("base",),
    ("picture",),
    ("*.content",),
    ("*.catalogue",),
    ("*.rules",),
    ("*.states",),
    ("*.switches", "*.campaign_start"),
    ("*.notation", "*.options", "*.determinize"),
    ("*.view", "*.snapshots"),
    ("*.draw",),
    ("*.terms",),
    ("*.observe",),
    ("*.position",),
    ("*.shown",),
    ("*.game",),
    ("*.guide_check",),
    ("*.campaign",),
    ("*.rulebook",),
    ("envs", "record"),
    ("agents",),
    ("agents.*",),
    ("evaluation",),
    ("world_check",),
    ("bench",),
    ("*.studies",),
    ("table",),
    ("cli",),  # only the verbs that a world brings import it
    ("*.commands",),
)
# Rooms that know a world only through mpenv.world.
SHARED = (
    "agents", "base", "bench", "cli", "engine", "envs", "evaluation", "options", "play", "record", "table", "worlds",
)  # fmt: skip
# Rooms that the door of a world may import beside its own.
DOOR = ("engine.jit", "engine.records", "encoders", "terms", "world", "options", "base")
FREE = ("the front door",)  # may import everything, and nothing imports them

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
    """The room of a module: "envs", "materia_prima.rules", "materia_prima" (a world's door); None when it has none."""
    _, *parts = module.split(".")
    if parts[:1] == ["worlds"] and len(parts) > 1:
        parts = parts[1:]
    elif not parts or re.sub(r"_v\d+$", "", parts[0]) in (*WORLDS, "__main__"):
        return "the front door"
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
    if here == there or here in FREE or (here == "cli" and there in FREE):
        return None
    if there in FREE:
        return f"{there} is for users; no room imports it"
    if here in SHARED and world_of(there):
        return "a shared room knows a world only through mpenv.world"
    if here in WORLDS:  # a world's door binds its own rooms to mpenv.world
        if there in DOOR or there.startswith(f"{here}."):
            return None
        return "the door of a world imports mpenv.world and its own rooms only"
    if world_of(there) not in (None, world_of(here)):
        return "a world does not know another one"
    if there in WORLDS:
        return (
            None
            if here in (f"agents.{there}", f"{there}.commands")
            else f"the door of {there} stands to the right of its rooms"
        )
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
    (
        "worlds/materia_prima/rules/combat.py",
        "from mpenv.worlds.materia_prima.view import seen",
        "materia_prima.view -> materia_prima.rules",
    ),
    ("worlds/materia_prima/rules/combat.py", "from ..game import Game", "materia_prima.game -> materia_prima.rules"),
    (
        "worlds/materia_prima/rules/combat.py",
        "from .. import position",
        "materia_prima.position -> materia_prima.rules",
    ),
    ("worlds/materia_prima/rules/combat.py", "import mpenv.envs.aec", "envs -> materia_prima.rules"),
    ("worlds/materia_prima/rules/combat.py", "import pettingzoo", "materia_prima.rules knows nothing of pettingzoo"),
    (
        "worlds/materia_prima/rules/combat.py",
        "from pathlib import Path",
        "materia_prima.rules knows nothing of pathlib",
    ),
    (
        "worlds/materia_prima/rules/combat.py",
        "from mpenv.worlds.materia_prima import Game",
        "materia_prima -> materia_prima.rules",
    ),
    ("worlds/materia_prima/content/loader.py", "import torch.nn", "materia_prima.content knows nothing of torch"),
    (
        "worlds/materia_prima/content/loader.py",
        "from mpenv.worlds.materia_prima import catalogue",
        "materia_prima.catalogue -> materia_prima.content",
    ),
    (
        "worlds/materia_prima/draw/text.py",
        "from mpenv.worlds.materia_prima.observe import flat",
        "materia_prima.observe -> materia_prima.draw",
    ),
    ("worlds/materia_prima/__init__.py", "from mpenv.envs.aec import Env", "envs -> materia_prima"),
    ("engine/jit.py", "import mpenv.world", "world -> engine.jit"),
    ("engine/records.py", "from mpenv.world import World", "world -> engine.records"),
    ("world.py", "def f():\n    from mpenv.worlds.materia_prima.game import Game", "materia_prima.game -> world"),
    (
        "worlds/materia_prima/game.py",
        "from mpenv.worlds.materia_prima import rulebook",
        "materia_prima.rulebook -> materia_prima.game",
    ),
    ("envs/aec.py", "from mpenv.worlds.materia_prima.game import Game", "materia_prima.game -> envs"),
    ("envs/aec.py", "from mpenv.worlds.materia_prima import Game", "materia_prima -> envs"),
    ("envs/aec.py", "import importlib\nimportlib.import_module('mpenv.worlds.materia_prima')", "materia_prima -> envs"),
    ("envs/aec.py", "from mpenv import env", "the front door -> envs"),
    ("envs/aec.py", "from mpenv.record import replay", "record -> envs"),
    ("record/replay.py", "from mpenv import agents", "agents -> record"),
    ("evaluation/runner.py", "from mpenv.worlds.materia_prima.rules import state", "materia_prima.rules -> evaluation"),
    (
        "evaluation/runner.py",
        "from mpenv.agents.materia_prima.expert import Expert",
        "agents.materia_prima -> evaluation",
    ),
    ("agents/registry.py", "from mpenv.worlds.materia_prima.view import seen", "materia_prima.view -> agents"),
    ("agents/registry.py", "from .materia_prima import expert", "agents.materia_prima -> agents"),
    ("agents/registry.py", "from agents import random", "imported as mpenv.agents"),
    (
        "evaluation/match.py",
        "from mpenv.worlds.materia_prima.studies import pulse",
        "materia_prima.studies -> evaluation",
    ),
    ("table/server.py", "from mpenv.worlds.materia_prima.studies import pulse", "materia_prima.studies -> table"),
    ("table/server.py", "from mpenv.cli import main", "cli -> table"),
    ("table/server.py", "from mpenv.worlds.materia_prima.commands import campaign", "materia_prima.commands -> table"),
    ("table/server.py", "from mpenv.worlds.materia_prima import campaign", "materia_prima.campaign -> table"),
    (
        "worlds/materia_prima/game.py",
        "from mpenv.worlds.materia_prima.campaign import road",
        "materia_prima.campaign -> materia_prima.game",
    ),
    ("worlds/materia_prima/campaign/branches.py", "from mpenv.table import server", "table -> materia_prima.campaign"),
    ("cli/play.py", "from mpenv.worlds.materia_prima import WORLD", "materia_prima -> cli"),
    ("worlds/__init__.py", "from mpenv.worlds.materia_prima import WORLD", "materia_prima -> worlds"),
    ("odds.py", "", "this file is in no room"),
]

LAWFUL = {
    "__init__.py": "from mpenv.envs.aec import env\nfrom mpenv.worlds.materia_prima import Game",
    "__main__.py": "from mpenv.cli import main",
    "cli.py": "import mpenv\nfrom mpenv import worlds\nfrom mpenv.table import server",
    "engine/jit.py": "import numba, os",
    "engine/records.py": "from mpenv.engine.jit import rule",
    "world.py": "from typing import Protocol\nfrom mpenv.engine import jit",
    "worlds/materia_prima/__init__.py": "from mpenv import world\nfrom mpenv.worlds.materia_prima.game import Game",
    "worlds/materia_prima/content/__init__.py": "",
    "worlds/materia_prima/content/loader.py": "from pathlib import Path\nfrom mpenv.engine.jit import rule",
    "worlds/materia_prima/catalogue.py": "from mpenv.worlds.materia_prima.content import loader",
    "worlds/materia_prima/rules/__init__.py": "",
    "worlds/materia_prima/rules/state.py": "from mpenv.engine.jit import rule",
    "worlds/materia_prima/rules/combat.py": "import numpy\nfrom . import state\nfrom ..content import x",
    "worlds/materia_prima/view.py": "from . import catalogue\nfrom .rules import state",
    "worlds/materia_prima/observe/flat.py": "from mpenv.worlds.materia_prima.view import seen",
    "worlds/materia_prima/draw/text.py": "from mpenv.worlds.materia_prima.view import seen",
    "worlds/materia_prima/position.py": "from mpenv.worlds.materia_prima.draw import text",
    "worlds/materia_prima/game.py": "from .position import read\nfrom .draw import text",
    "worlds/materia_prima/campaign/__init__.py": "from mpenv.worlds.materia_prima.campaign.branches import walk",
    "worlds/materia_prima/campaign/branches.py": "from mpenv.worlds.materia_prima.game import Game",
    "worlds/materia_prima/rulebook.py": "from mpenv.engine import jit\nfrom .rules import state",
    "envs/__init__.py": "",
    "envs/aec.py": "import pettingzoo\nfrom mpenv.world import World",
    "record/replay.py": "from mpenv import world",
    "agents/__init__.py": "",
    "agents/registry.py": "from mpenv.agents import random\nfrom mpenv.envs import aec",
    "agents/random.py": "import numpy.random",
    "agents/materia_prima/__init__.py": "",
    "agents/materia_prima/expert.py": "from mpenv.agents import registry\nimport mpenv.worlds.materia_prima.rules",
    "evaluation/runner.py": "from mpenv.agents import registry",
    "worlds/materia_prima/studies/__init__.py": "",
    "worlds/materia_prima/studies/pulse.py": "from mpenv.evaluation import match\nfrom mpenv.world import Game",
    "worlds/materia_prima/commands/campaign.py": "from .. import campaign\nfrom mpenv.cli import words",
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
