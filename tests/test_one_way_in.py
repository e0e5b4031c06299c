"""Files of strangers come in one way, through `mpenv.files`; nothing else unpacks, maps or parses them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

SOURCES = [*(ROOT / "mpenv").rglob("*.py")]

# What would let a file run code, swell without limit or hang a parser, and who may: what is read there is our own.
DANGEROUS = {
    "pickle.load": set(),
    "pickle.loads": {
        "mpenv/agents/process/worker.py",  # questions of the judge
        "mpenv/envs/seat.py",  # signed by this very process
    },
    "np.load": set(),
    "np.fromfile": set(),
    "torch.load": set(),
    "tomllib.load": set(),
    "tomllib.loads": {"mpenv/toml.py"},
    "json.load": set(),
    "yaml.load": set(),
    "eval": set(),
    "exec": set(),
    "importlib.import_module": {  # by a name of ours, or by one that the user typed
        "mpenv/engine/cache.py",
        "mpenv/engine/compiling.py",
        "mpenv/engine/numba_internals.py",
        "mpenv/engine/switches.py",
        "mpenv/world.py",
        "mpenv/trust.py",
        "mpenv/worlds/materia_prima/rulebook/contents.py",
        "mpenv/__init__.py",
        "mpenv/bench/contenders.py",
    },
}


def calls(path: Path) -> Iterator[str]:
    """The dotted names of everything that a module calls."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


@pytest.mark.parametrize("name", DANGEROUS)
def test_nothing_else_reads_files_in_a_dangerous_way(name: str) -> None:
    found = {path.resolve().relative_to(ROOT).as_posix() for path in SOURCES if name in calls(path)}
    assert found == DANGEROUS[name] or found < DANGEROUS[name]
