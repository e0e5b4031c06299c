"""The use of numba's internals: games are the same without it, and what a newer numba lacks is named."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mpenv.engine import numba_internals, switches
from tests.places import ROOT

pytestmark = pytest.mark.skipif(switches.PLAIN, reason="nothing is compiled")

UNKNOWN = """
import numba.core.codegen
del numba.core.codegen.JITCodeLibrary  # as if a newer numba called it otherwise
"""
PLAY = """
import hashlib
from mpenv.engine import numba_internals
from mpenv.engine.batch import BatchGame
from tests.worlds.toy import WORLD

batch, digest = BatchGame(WORLD, 4, seed=3), hashlib.sha256()
for _ in range(60):
    step = batch.step(batch.mask.argmax(1))
    for one in (step.observation, step.mask, step.reward, step.done, step.seat, batch.state()):
        digest.update(one.tobytes())
print(numba_internals.compiler() is not None, digest.hexdigest())
"""


def insides() -> tuple[Any, Any]:
    from numba.core import codegen, compiler

    return codegen, compiler


def played(program: str, cache: Path) -> list[str]:
    """What a process of its own prints, in which nothing was compiled before."""
    where = {**os.environ, "MPENV_CACHE_DIR": str(cache), "MPENV_QUIET": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", program], env=where, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def test_this_numba_has_all_that_is_used() -> None:
    assert numba_internals.missing(*insides()) == []
    assert numba_internals.compiler() is not None


def test_what_an_unknown_numba_lacks_is_named() -> None:
    codegen, compiler = insides()
    empty = SimpleNamespace()
    assert numba_internals.missing(empty, compiler) == [
        "codegen.JITCodeLibrary._optimize_final_module",
        "codegen.JITCodeLibrary._finalize_final_module",
        "codegen.JITCodeLibrary._finalize_dynamic_globals",
    ]
    assert numba_internals.missing(codegen, empty) == [
        "compiling.CompilerBase.define_pipelines",
        "compiling.DefaultPassBuilder.define_nopython_pipeline",
    ]
    renamed = SimpleNamespace(JITCodeLibrary=SimpleNamespace(_optimize_final_module=1, _finalize_final_module=1))
    assert numba_internals.missing(renamed, compiler) == ["codegen.JITCodeLibrary._finalize_dynamic_globals"]


def test_games_are_the_same_with_a_numba_whose_insides_are_unknown(tmp_path: Path) -> None:
    known, games = played(PLAY, tmp_path / "known")
    unknown, same = played(UNKNOWN + PLAY, tmp_path / "unknown")
    assert (known, unknown) == ("True", "False")
    assert games == same
