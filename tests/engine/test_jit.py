"""Compiled rules: their cache, their bounds checks, and what numba must never be told twice."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mpenv.engine import compiling, jit, rule_ids, switches
from mpenv.engine.records import I1, I2, layout, readable
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.content.tables import TABLES
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules.state import SETUP, STATE
from tests.places import ROOT

compiled_only = pytest.mark.skipif(switches.PLAIN, reason="nothing is compiled")


def python(code: str, cache: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "MPENV_CACHE_DIR": str(cache), "MPENV_QUIET": "", **environment}
    return subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=False)


OUT_OF_RANGE = """
import numpy as np
from mpenv.engine.jit import entry, rule
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.rules.state import new_states

@rule()
def beyond(s, hex):
    return s.marker[hex]

@entry
def ask(S, i, hex):
    return beyond(S[i], hex)

assert ask(new_states(1), 0, 5) == 0
try:
    print(ask(new_states(1), 0, 192))
except IndexError:
    print("refused")
"""


@compiled_only
def test_a_run_under_bounds_checking_refuses_an_index_out_of_range(tmp_path: Path) -> None:
    script = tmp_path / "beyond.py"
    script.write_text(OUT_OF_RANGE)
    for flag, expected in (("1", "refused"), ("1", "refused")):
        env = {**os.environ, "MPENV_CACHE_DIR": str(tmp_path), "MPENV_QUIET": "1", "NUMBA_BOUNDSCHECK": flag}
        run = subprocess.run([sys.executable, str(script)], env=env, capture_output=True, text=True, check=False)
        assert run.stdout.strip() == expected, run.stderr[-1000:]


FIRST = """
import sys, time
import mpenv
start = time.perf_counter()
game = mpenv.Game(seed=1)
game.observe("flat")
game.apply(game.legal()[0])
print(game.fingerprint(), time.perf_counter() - start)
"""


@compiled_only
def test_the_first_process_compiles_with_a_visible_line_and_the_next_one_starts_from_the_cache(tmp_path: Path) -> None:
    cold = python(FIRST, tmp_path)
    assert cold.stderr.count("compiling the rules, once for this version") == 1
    kept = sorted(path.name for path in tmp_path.rglob("*.nb*"))
    assert kept
    warm = python(FIRST, tmp_path)
    assert warm.stderr == ""
    assert sorted(path.name for path in tmp_path.rglob("*.nb*")) == kept
    assert warm.stdout.split()[0] == cold.stdout.split()[0]
    assert float(warm.stdout.split()[1]) < float(cold.stdout.split()[1]) / 5


@compiled_only
def test_bounds_checking_has_a_cache_of_its_own(tmp_path: Path) -> None:
    code = "from mpenv.engine.cache import *; print(cache_folder(PACKAGE / 'worlds/materia_prima').name)"
    names = {python(code, tmp_path, NUMBA_BOUNDSCHECK=flag).stdout for flag in ("0", "1")}
    assert len(names) == 2


@compiled_only
def test_no_rule_is_compiled_twice_for_other_numbers() -> None:
    game = Game(seed=2, seats=4)
    game.observe()
    assert jit.copies() == {}


def test_records_have_no_padding_and_the_state_is_small() -> None:
    for dtype in (STATE, SETUP):
        assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names or ())
    assert STATE.itemsize < 6 * 1024


def test_a_record_with_padding_or_a_hidden_field_is_refused() -> None:
    class Loose:
        small: I1
        wide: I2

    class Hidden:
        item: I2

    with pytest.raises(TypeError, match="padding"):
        layout(Loose)
    with pytest.raises(TypeError, match="numpy hides fields called item"):
        layout(Hidden)


def test_a_readable_record_is_the_same_bytes_and_names_what_is_misspelt() -> None:
    states = np.zeros(1, STATE)
    s = states.view(readable(STATE))[0]
    s.seat[1].figure[2].load[3] = 4
    assert states["seat"]["figure"]["load"][0, 1, 2, 3] == 4
    assert type(s.seat[1].figure[2].load[3]) is int
    with pytest.raises(AttributeError, match="no field 'mooves'"):
        _ = s.mooves


def test_playing_never_writes_into_the_tables_of_the_pack() -> None:
    pack = load("inquisition")
    before = pack.tables.tobytes()
    game = Game(seed=5, seats=4)
    while game.seat is not None:
        game.apply(game.legal()[-1])
    assert pack.tables.tobytes() == before
    assert pack.tables.view(np.ndarray).dtype.itemsize == TABLES.itemsize


def test_every_rule_id_leads_to_the_functions_that_name_it() -> None:
    assert rule_ids.primary["MP-ACT-MOVE-2"] == ["mpenv.worlds.materia_prima.rules.board.bars"]
    assert "mpenv.worlds.materia_prima.rules.actions.move.why_not" in rule_ids.also["MP-ACT-MOVE-2"]


STOPPED = """
import contextlib, io, sys
from numba.core import event
from mpenv.engine import compiling, jit

class Stop(event.Listener):
    def on_start(self, one):
        sys.stderr = io.StringIO()
        raise {fault}

    def on_end(self, one):
        pass

@jit.entry
def one(a):
    return a

told = compiling._progress

@contextlib.contextmanager
def stopped():
    with told():
        event.register("numba:compile", Stop())
        yield

compiling._progress = stopped
try:
    one(1)
except {fault}:
    print("what follows")
"""


@compiled_only
@pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
@pytest.mark.parametrize("fault", ["KeyboardInterrupt", "ValueError"])
def test_the_line_about_compiling_is_ended_on_a_terminal_before_anything_else_is_said(
    fault: str, tmp_path: Path
) -> None:
    import pty

    script = tmp_path / "broken.py"
    script.write_text(STOPPED.format(fault=fault))
    mine, other = pty.openpty()
    env = {**os.environ, "MPENV_CACHE_DIR": str(tmp_path), "MPENV_QUIET": ""}
    with subprocess.Popen([sys.executable, str(script)], stdout=other, stderr=other, env=env, cwd=ROOT) as done:
        os.close(other)
        said = b""
        while piece := _read(mine):
            said += piece
    os.close(mine)
    assert done.returncode == 0
    assert said.decode() == f"\r{compiling.COMPILING}: 1 function\r\nwhat follows\r\n"


def _read(terminal: int) -> bytes:
    """What stands on a terminal; nothing when the process at its other end has gone."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


LINKED = """
import sys
from pathlib import Path

import numpy as np

from mpenv.engine.jit import bind, bound, rule


@rule()
def one(row):
    row[0] = 1


@rule()
def two(row):
    row[0] = 2


def _through(row):
    {long}
    tell(row)


def _entry(row):
    for k in range(len(row)):
        look(row)
        if row[k] > 5:
            look(row)
    look(row)


HOME = Path(__file__).resolve().parent
ENTRIES = {}
for name, tell_this in (("one", one), ("two", two)):
    ENTRIES[name] = bind(_entry, HOME, name, look=bound(_through, tell=tell_this))
if __name__ == "__main__":
    for name in sys.argv[1:]:
        row = np.zeros(8)
        ENTRIES[name](row)
        print(int(row[0]))
"""


LONG = [f"row[{k % 7}] = row[{k % 5}] * {k} + np.sqrt(row[{k % 3}])" for k in range(200)]  # too long to be inlined


@compiled_only
def test_copies_of_a_rule_that_other_processes_compiled_are_not_taken_for_each_other(tmp_path: Path) -> None:
    (tmp_path / "linked.py").write_text(LINKED.replace("{long}", "\n    ".join(LONG)))
    told = []
    for names in (["one"], ["two"], ["one", "two"], ["two", "one"]):
        command = [sys.executable, "linked.py", *names]
        environment = {**os.environ, "MPENV_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
        run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        told.append(run.stdout.split())
    assert told == [["1"], ["2"], ["1", "2"], ["2", "1"]]
