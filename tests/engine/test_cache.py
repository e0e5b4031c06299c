"""The cache of compiled rules: shown with a package of three small rooms, in processes of their own."""

import contextlib
import importlib
import importlib.util
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

import mpenv
from mpenv.engine import cache, compiling, jit, switches
from tests.places import ROOT

pytestmark = pytest.mark.skipif(switches.PLAIN, reason="nothing is compiled")

LEAF = """
from mpenv.engine.jit import rule

STEP = 1

@rule()
def gain(x):
    return x + STEP
"""
MIDDLE = """
from mpenv.engine.jit import rule
from {world} import leaf

@rule()
def twice(x):
    return leaf.gain(leaf.gain(x))
"""
DOOR = """
from mpenv.engine.jit import entry
from {world} import middle

@entry
def ask(x):
    return middle.twice(x)
"""
COUNT = """
import json, os, sys, threading, time
from pathlib import Path
import mpenv.engine.jit

started, told = [], {}
if not mpenv.engine.switches.PLAIN:
    from numba.core import event

    class Seen(event.Listener):
        def on_start(self, event):
            started.append(event.data["dispatcher"].py_func.__name__)
            time.sleep(float(os.environ.get("SLOWLY", "0")))

        def on_end(self, event):
            pass

    event.register("numba:compile", Seen())
"""
TELL = """
home = Path(sys.modules["tiny"].__file__).parent
folder = None if mpenv.engine.switches.PLAIN else mpenv.engine.cache.cache_folder(home)
print(json.dumps({"compiled": started, "folder": folder and str(folder), **told}))
"""
ASK = """
from tiny.door import ask
told["answer"] = ask(10)
"""


class Home:
    """A place with the world `tiny`, a cache folder, and processes that ask it something."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.cache = top / "cache"
        self.world("tiny")

    def world(self, name: str) -> None:
        folder = self.top / name
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        for room, text in (("leaf", LEAF), ("middle", MIDDLE), ("door", DOOR)):
            (folder / f"{room}.py").write_text(text.replace("{world}", name))

    def edit(self, old: str, new: str, room: str = "tiny/leaf.py") -> None:
        file = self.top / room
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))

    def start(self, code: str = ASK, **environment: str) -> "subprocess.Popen[str]":
        """Without bytecode: Python itself overlooks two edits of one length within a second."""
        env = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
        env |= {"PYTHONPATH": f"{self.top}{os.pathsep}{ROOT}", "PYTHONDONTWRITEBYTECODE": "1", "MPENV_QUIET": ""}
        env |= {"MPENV_CACHE_DIR": str(self.cache), **environment}
        command = [sys.executable, "-c", COUNT + code + TELL]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=env, cwd=self.top, stdout=pipe, stderr=pipe, text=True)

    def ask(self, code: str = ASK, **environment: str) -> dict[str, Any]:
        return told(self.start(code, **environment))

    def kept(self) -> list[str]:
        """The files under the cache folder."""
        return sorted(str(path.relative_to(self.cache)) for path in self.cache.rglob("*") if path.is_file())


def told(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err[-2000:]
    return {**json.loads(out.splitlines()[-1]), "stderr": err}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The places where this process may keep compiled rules, all of them below tmp_path, the best first."""
    named = [tmp_path / name for name in ("chosen", "xdg", "home", "tmp")]
    for path in named[2:]:
        path.mkdir()
    monkeypatch.setenv("MPENV_CACHE_DIR", str(named[0]))
    monkeypatch.setenv("XDG_CACHE_HOME", str(named[1]))
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", lambda: named[2])
    monkeypatch.setattr(tempfile, "tempdir", str(named[3]))
    return list(cache.roots())


def folder_of(world: Path) -> Path | None:
    """What a new process would take as cache folder of a world."""
    cache.first_stamp.cache_clear()
    return cache.cache_folder.__wrapped__(world)


# --- edits --------------------------------------------------------------------------------------


def test_an_edited_constant_in_a_leaf_room_is_seen_and_undoing_the_edit_finds_the_first_cache_warm(home: Home) -> None:
    first = home.ask()
    assert first["answer"] == 12
    assert sorted(first["compiled"]) == ["ask", "gain", "twice"]
    assert first["stderr"].count(compiling.COMPILING) == 1
    kept = home.kept()

    home.edit("STEP = 1", "STEP = 2")
    edited = home.ask()
    assert edited["answer"] == home.ask(NUMBA_DISABLE_JIT="1")["answer"] == 14
    assert edited["folder"] != first["folder"]

    home.edit("STEP = 2", "STEP = 1")
    undone = home.ask()
    assert (undone["answer"], undone["compiled"], undone["stderr"]) == (12, [], "")
    assert undone["folder"] == first["folder"]
    assert set(kept) < set(home.kept())


def test_an_edit_in_a_room_that_only_draws_or_writes_compiles_nothing_again(home: Home) -> None:
    room = home.top / "tiny" / cache.WORDY[0]
    room.mkdir()
    (room / "text.py").write_text("WORDS = 1\n")
    first = home.ask()
    home.edit("WORDS = 1", "WORDS = 2", "tiny/draw/text.py")
    again = home.ask()
    assert (again["compiled"], again["folder"]) == ([], first["folder"])


def test_rooms_that_only_draw_or_write_hold_nothing_compiled() -> None:
    rooms = [cache.PACKAGE / "worlds/materia_prima" / room for room in cache.WORDY if room != cache.APART]
    assert all(room.is_dir() for room in rooms)
    assert not [path for room in rooms for path in room.rglob("*.py") if b"mpenv.engine.jit" in path.read_bytes()]


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package with one world, `toy`, and players for it."""
    monkeypatch.setattr(cache, "PACKAGE", tmp_path / "mpenv")
    monkeypatch.setattr(cache, "WORLDS", ["toy"])
    return tmp_path / "mpenv"


def test_players_made_for_a_world_are_compiled_again_when_they_or_the_world_change(
    ours: Path, roots: list[Path]
) -> None:
    rule, player = ours / "worlds" / "toy" / "rules" / "rule.py", ours / "agents" / "toy" / "player.py"
    for path in (rule, player):
        path.parent.mkdir(parents=True)
        path.write_text("def choose(): pass\n")
    names: dict[str, object] = {}
    exec(compile(player.read_text(), str(player), "exec"), names)
    room = cache.home_of(cast(Callable[[], None], names["choose"]))
    assert room == player.parent
    folders = [folder_of(room)]
    for path in (rule, player):
        path.write_text("def choose(): return 1\n")
        folders.append(folder_of(room))
    assert len(set(folders)) == 3


def load(path: Path) -> Any:
    """A module from a file, under a name of its own, each time anew."""
    spec = importlib.util.spec_from_file_location(f"loaded_{len(sys.modules)}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def test_an_edited_policy_or_what_it_calls_changes_the_key_of_a_driver_that_it_is_bound_to(
    ours: Path,
) -> None:
    home, player = ours / "worlds" / "toy", ours / "agents" / "toy" / "player.py"
    helper, rule = ours / "agents" / "toy" / "helper.py", home / "rules" / "rule.py"
    for path in (helper, player, rule):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("from mpenv.engine.jit import rule\n\n@rule()\ndef pick(x):\n    return x\n")

    def key() -> list[str]:
        cache.first_stamp.cache_clear()
        made, own = load(player), load(rule)
        vars(made)["helper"] = load(helper)
        return jit._from_elsewhere(home, {"choose": made.choose, "own": own.pick})

    player.write_text("from mpenv.engine.jit import rule\n\n@rule()\ndef choose(x):\n    return helper.pick(x)\n")
    keys = [key()]
    for path in (player, helper):
        path.write_text(path.read_text() + "# edited\n")
        keys.append(key())
    assert len({tuple(one) for one in keys}) == 3


def test_every_compiled_entry_is_keyed_by_the_sources_of_all_rules_inside_it() -> None:
    for found in pkgutil.walk_packages(mpenv.__path__, "mpenv.", onerror=lambda name: None):
        with contextlib.suppress(ImportError):  # of an extra that is not installed
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
    rules, uncovered = {id(one) for one in jit._compiled}, list[str]()
    modules = [one for name, one in sorted(sys.modules.items()) if name.startswith("mpenv.")]
    entries = {id(one): one for module in modules for one in vars(module).values() if hasattr(one, "py_func")}
    doors = [one for key, one in entries.items() if key not in rules]
    for one in doors:
        covered = set(cache.sources(cache.home_of(one.py_func)))
        missing = {jit._file_of(inside) for inside in jit._reached({"entry": one})} - covered
        uncovered += [f"{one.py_func.__qualname__} calls rules of {path}" for path in missing]
    assert len(doors) > 20
    assert not uncovered


EDITED_AFTER_THE_IMPORT = """
from tiny.door import ask
leaf = Path("tiny/leaf.py")
leaf.write_text(leaf.read_text().replace("STEP = 1", "STEP = 2"))
if os.environ.get("RELOAD"):
    import importlib, tiny.leaf
    importlib.reload(tiny.leaf)
told["answer"] = ask(10)
"""


def test_an_edit_between_import_and_first_call_changes_the_next_process_and_not_this_one(home: Home) -> None:
    running = home.ask(EDITED_AFTER_THE_IMPORT)
    assert running["answer"] == 12
    assert home.ask()["answer"] == 14
    home.edit("STEP = 2", "STEP = 1")
    assert home.ask()["answer"] == 12


def test_an_edited_and_reloaded_room_is_not_kept_under_the_hash_of_the_old_one(home: Home) -> None:
    running = home.ask(EDITED_AFTER_THE_IMPORT, RELOAD="1")
    assert running["answer"] == 14
    home.edit("STEP = 2", "STEP = 1")
    again = home.ask()
    assert again["folder"] == running["folder"]
    assert again["answer"] == 12


EDITED_BEFORE_THE_ENTRY = """
import tiny.leaf
leaf = Path("tiny/leaf.py")
leaf.write_text(leaf.read_text().replace("STEP = 1", "STEP = 2"))
from tiny.door import ask
told["answer"] = ask(10)
"""


def test_a_room_edited_before_the_entry_was_imported_is_not_kept_under_the_hash_of_the_new_one(home: Home) -> None:
    assert home.ask(EDITED_BEFORE_THE_ENTRY)["answer"] == 12
    assert home.ask()["answer"] == 14


def test_a_file_that_cannot_be_read_does_not_stop_the_rules(home: Home, roots: list[Path]) -> None:
    """Editors keep locks that look like rooms (a link to nowhere), and save by taking the file away for a moment."""
    clean = folder_of(home.top / "tiny")
    (home.top / "tiny" / ".#leaf.py").symlink_to("somebody@a.machine:1")
    assert folder_of(home.top / "tiny") == clean
    (home.top / "tiny" / "folder.py").mkdir()
    code = 'from tiny.door import ask\nos.remove("tiny/leaf.py")\ntold["answer"] = ask(10)\n'
    assert home.ask(code)["answer"] == 12


def test_an_edit_in_one_world_leaves_the_cache_of_another_warm(home: Home) -> None:
    home.world("other")
    both = ASK + 'from other.door import ask as ask_other\ntold["other"] = ask_other(20)\n'
    cold = home.ask(both)
    assert (cold["answer"], cold["other"], len(cold["compiled"])) == (12, 22, 6)
    home.edit("STEP = 1", "STEP = 5", "other/leaf.py")
    half = home.ask(both)
    assert (half["answer"], half["other"]) == (12, 30)
    assert sorted(half["compiled"]) == ["ask", "gain", "twice"]
    assert half["folder"] == cold["folder"]


TYPED_IN = """
from mpenv.engine.jit import entry, rule
import tiny.door
@rule()
def more(x):
    return x + 1
@entry
def ask(x):
    return more(x)
told["answer"] = ask(10)
"""


def test_rules_that_were_typed_in_are_compiled_without_a_cache(home: Home) -> None:
    """They have no file, and the folder somebody works in is no world."""
    assert home.ask(TYPED_IN)["answer"] == 11
    assert [path.name for path in home.cache.iterdir() if not path.name.startswith("rules-tiny-")] == []


# --- at once ------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="without a lock each process compiles for itself")
def test_of_several_cold_processes_one_compiles_and_the_others_wait_and_load(home: Home) -> None:
    """All are ready before the first may compile, and compiling takes long enough for all to want it."""
    meet = "from tiny.door import ask\nPath(f'ready{os.getpid()}').touch()\n"
    meet += "while not Path('go').exists(): time.sleep(0.001)\ntold['answer'] = ask(10)\n"
    several = [home.start(meet, SLOWLY="0.2") for _ in range(4)]
    while len(list(home.top.glob("ready*"))) < len(several):
        assert not [one for one in several if one.poll()]
        time.sleep(0.01)
    (home.top / "go").touch()
    seen = [told(one) for one in several]
    assert [one["answer"] for one in seen] == [12] * 4
    assert sorted(len(one["compiled"]) for one in seen) == [0, 0, 0, 3]
    assert sorted(one["stderr"].count(compiling.COMPILING) for one in seen) == [0, 0, 0, 1]
    endings = sorted("lock" if name.endswith("lock") else name.rsplit(".", 1)[1] for name in home.kept())
    assert endings == ["lock", "nbc", "nbi"]


THREADS = """
from tiny.door import ask, ask_again
gate, answers = threading.Barrier(6), []
def run(door):
    gate.wait()
    answers.append(door(10))
threads = [threading.Thread(target=run, args=(door,)) for door in (ask, ask_again) * 3]
for one in threads:
    one.start()
for one in threads:
    one.join()
told["answers"] = answers
"""


def test_several_threads_may_call_cold_entries_at_once(home: Home) -> None:
    home.edit("@entry", "@entry\ndef ask_again(x):\n    return middle.twice(x)\n\n@entry", "tiny/door.py")
    seen = home.ask(THREADS)
    assert seen["answers"] == [12] * 6
    assert sorted(seen["compiled"]) == ["ask", "ask_again", "gain", "twice"]
    assert home.ask(THREADS)["compiled"] == []


# --- where it may be kept -----------------------------------------------------------------------


def test_where_nothing_can_be_written_rules_are_compiled_without_a_cache(home: Home) -> None:
    """Not even beside the rooms, where numba itself would go next."""
    (home.top / "file").write_text("")
    nowhere = str(home.top / "file" / "below")
    none_at_all = f"tempfile._get_default_tempdir = lambda: os.stat({nowhere!r})"
    for temporary in (f"tempfile.tempdir = {nowhere!r}", none_at_all):
        seen = home.ask(
            f"import tempfile\n{temporary}\n{ASK}",
            **dict.fromkeys(("MPENV_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"), nowhere),
        )
        assert (seen["answer"], seen["folder"]) == (12, None)
        assert not list(home.top.rglob("*.nb?"))
        assert not list(home.top.rglob("__pycache__"))


def test_a_read_only_package_and_a_first_choice_that_cannot_be_written_go_to_the_next_root(home: Home) -> None:
    (home.top / "file").write_text("")
    package = home.top / "tiny"
    package.chmod(0o555)
    choice = {"MPENV_CACHE_DIR": str(home.top / "file" / "below"), "XDG_CACHE_HOME": str(home.cache)}
    try:
        cold, warm = home.ask(**choice), home.ask(**choice)
    finally:
        package.chmod(0o755)
    assert cold["answer"] == warm["answer"] == 12
    assert Path(cold["folder"]).parent == home.cache / "mpenv"
    assert (cold["folder"], warm["compiled"]) == (warm["folder"], [])
    assert sorted(path.name for path in package.iterdir()) == ["__init__.py", "door.py", "leaf.py", "middle.py"]


def test_a_folder_that_exists_and_cannot_be_written_is_passed_over(
    home: Home, roots: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = folder_of(home.top / "tiny")
    assert first is not None
    assert first.parent == roots[0]
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: first not in (path, *Path(path).parents) and may(path, mode))
    second = folder_of(home.top / "tiny")
    assert second == roots[1] / first.name


def test_a_disk_that_is_full_costs_the_cache_and_not_the_game(home: Home) -> None:
    """Full when numba saves, when it first tries the folder, or everywhere: never does it go beside the rooms."""
    full = "from numba.core import caching\nreal = {0}\ndef full(*a, **k):\n"
    full += "    if {1}:\n        raise OSError(28, 'No space left on device')\n    return real(*a, **k)\n{0} = full\n"
    for place, when in (
        ("caching.IndexDataCacheFile._save_data", "True"),
        ("caching.tempfile.TemporaryFile", "'rules-tiny' in k['dir']"),
        ("caching.tempfile.TemporaryFile", "True"),
    ):
        assert home.ask(full.format(place, when) + ASK)["answer"] == 12
        assert not list(home.top.rglob("*.nbc"))
    assert home.ask()["answer"] == 12


def test_a_cache_folder_that_vanishes_under_a_process_is_made_again(home: Home) -> None:
    code = "from tiny.door import ask\nimport shutil\nshutil.rmtree(os.environ['MPENV_CACHE_DIR'])\nos.umask(0o002)\n"
    assert home.ask(code + "told['answer'] = ask(10)\n")["answer"] == 12
    warm = home.ask()
    assert (warm["answer"], warm["compiled"]) == (12, [])


def test_a_spoiled_cache_file_is_written_anew(home: Home) -> None:
    home.ask()
    for name in (".nbc", ".nbi"):
        for file in home.cache.rglob(f"*{name}"):
            file.write_bytes(b"")
        assert home.ask()["answer"] == 12
    assert home.ask()["compiled"] == []


def test_the_cache_stays_where_it_was_when_the_process_goes_to_another_folder(home: Home) -> None:
    code = "from tiny.door import ask\nos.mkdir('away')\nos.chdir('away')\ntold['answer'] = ask(10)\n"
    seen = home.ask(code, MPENV_CACHE_DIR="cache")
    assert (seen["answer"], list(home.top.glob("away/*"))) == (12, [])
    assert home.ask()["compiled"] == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners here")
def test_a_folder_that_somebody_else_could_write_is_not_used(home: Home, roots: list[Path]) -> None:
    """Cache files are pickles: who writes them is who runs code here."""
    ours = folder_of(home.top / "tiny")
    assert ours is not None
    assert ours.parent == roots[0]
    assert ours.stat().st_mode & 0o777 == 0o700
    for mode in (0o777, 0o770, 0o722):
        ours.chmod(mode)
        assert folder_of(home.top / "tiny") == roots[1] / ours.name
    ours.chmod(0o700)
    assert folder_of(home.top / "tiny") == ours
    ours.parent.chmod(0o777)  # a folder in there can be swapped for another one
    assert folder_of(home.top / "tiny") == roots[1] / ours.name
    ours.parent.chmod(0o1777)  # as /tmp: only the owner may rename what is in it
    assert folder_of(home.top / "tiny") == ours


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners here")
def test_a_folder_of_another_owner_is_not_used(home: Home, roots: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    somebody = os.getuid() + 1
    assert folder_of(home.top / "tiny") is not None
    monkeypatch.setattr(os, "getuid", lambda: somebody)
    assert folder_of(home.top / "tiny") is None


@pytest.mark.skipif(not hasattr(os, "umask"), reason="no modes here")
def test_folders_are_made_for_nobody_else_whatever_the_umask(home: Home, roots: list[Path]) -> None:
    before = os.umask(0o002)
    try:
        folder = folder_of(home.top / "tiny")
    finally:
        os.umask(before)
    assert folder is not None
    assert folder.parent == roots[0]
    assert folder_of(home.top / "tiny") == folder
    assert [path.stat().st_mode & 0o022 for path in (folder, folder.parent)] == [0, 0]


# --- how many there are -------------------------------------------------------------------------


def test_old_folders_go_but_the_last_used_and_the_current_one_stay(
    home: Home, roots: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "KEPT_FOLDERS", 4)
    tiny = home.top / "tiny"
    folders = []
    for step in range(2, 8):
        home.edit(f"STEP = {step - 1}", f"STEP = {step}")
        folder = folder_of(tiny)
        assert folder is not None
        (folder / "lock").touch()
        os.utime(folder, (step, step))
        folders.append(folder)
    assert [path for path in folders if path.exists()] == folders[-4:]

    home.edit("STEP = 7", "STEP = 4")  # used again, so it is not the oldest any more
    assert folder_of(tiny) == folders[2]
    home.edit("STEP = 4", "STEP = 9")
    new = folder_of(tiny)
    assert [path for path in folders if path.exists()] == [folders[2], *folders[-2:]]

    for path in roots[0].iterdir():  # the clock was wrong: all others seem to be used later
        os.utime(path, (2**31, 2**31))
    for step in range(10, 13):
        os.utime(roots[0].joinpath(f"rules-tiny-{step:020}").parent)
        (roots[0] / f"rules-tiny-{step:020}").mkdir()
        os.utime(roots[0] / f"rules-tiny-{step:020}", (2**31, 2**31))
    assert folder_of(tiny) == new
    assert new is not None
    assert new.exists()
    assert len(list(roots[0].iterdir())) == cache.KEPT_FOLDERS + 1


def test_pruning_leaves_other_worlds_and_other_files_alone(home: Home, roots: list[Path]) -> None:
    others = [roots[0] / name for name in ("rules-other-0", "rules-tiny-er-" + "0" * 20, "notes")]
    for path in others:
        path.mkdir(parents=True)
        os.utime(path, (1, 1))
    roots[0].chmod(0o700)
    for step in range(2, cache.KEPT_FOLDERS + 5):
        home.edit(f"STEP = {step - 1}", f"STEP = {step}")
        folder_of(home.top / "tiny")
    assert len(list(roots[0].glob("rules-tiny-*"))) == cache.KEPT_FOLDERS + 1  # and the one that only looks alike
    assert all(path.exists() for path in others)


def test_a_folder_that_another_process_prunes_first_is_no_reason_to_go_elsewhere(
    home: Home, roots: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = roots[0] / ("rules-tiny-" + "0" * 20)
    glob = Path.glob
    monkeypatch.setattr(Path, "glob", lambda self, name: [*glob(self, name), *[gone] * (self == roots[0])])
    folder = folder_of(home.top / "tiny")
    assert folder is not None
    assert folder.parent == roots[0]


# --- what makes another build -------------------------------------------------------------------


def test_optimisation_and_bounds_checks_have_folders_of_their_own(home: Home) -> None:
    here = "import tiny\n"
    flags = ({}, {"NUMBA_OPT": "1"}, {"NUMBA_BOUNDSCHECK": "1"})
    several = [home.start(here, **flag) for flag in flags]
    folders = {told(one)["folder"] for one in several}
    assert len(folders) == 3
    assert home.ask(here, NUMBA_BOUNDSCHECK="0", NUMBA_OPT="3")["folder"] in folders


# --- other people's numba -----------------------------------------------------------------------

THEIRS = """
import numba

@numba.njit(cache=True)
def {name}(x):
    return x * 3
"""


def test_functions_of_other_people_are_cached_where_they_chose(home: Home) -> None:
    for name in ("early", "late"):
        (home.top / f"{name}.py").write_text(THEIRS.replace("{name}", name))
    code = "import early\n" + ASK + "import late, numba\ntold['theirs'] = early.early(2) + late.late(2)\n"
    code += "told['setting'] = numba.config.CACHE_DIR\n"
    theirs = home.top / "theirs"
    seen = home.ask(code, NUMBA_CACHE_DIR=str(theirs))
    assert (seen["answer"], seen["theirs"], seen["setting"]) == (12, 12, str(theirs))
    names = {path.name.split(".")[0] for path in theirs.rglob("*.nb?")}
    assert names == {"early", "late"}
    assert not [name for name in home.kept() if "early" in name or "late" in name]
    assert [name for name in home.kept() if "door.ask" in name]


def test_another_choice_of_where_numba_caches_never_brings_back_old_rules(home: Home) -> None:
    """Beside the sources nothing would tell that a leaf room was edited."""
    beside = {"NUMBA_CACHE_LOCATOR_CLASSES": "InTreeCacheLocator"}
    assert home.ask(**beside)["answer"] == 12
    assert home.ask(**beside)["compiled"] == []
    assert not list((home.top / "tiny").rglob("*.nb?"))
    home.edit("STEP = 1", "STEP = 2")
    assert home.ask(**beside)["answer"] == 14


def test_two_threads_that_import_entries_leave_the_setting_of_numba_as_it_was(
    home: Home, roots: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    caching, config = pytest.importorskip("numba.core.caching"), switches.numba.core.config
    make = caching.Cache.__init__

    def slow(self: Any, function: Any) -> None:
        time.sleep(0.05 if function.__name__ == "first" else 0.1)
        make(self, function)

    def first(x: int) -> int:
        return x

    def second(x: int) -> int:
        return x

    before = config.CACHE_DIR
    monkeypatch.setattr(caching.Cache, "__init__", slow)
    threads = [threading.Thread(target=jit.entry, args=(f, home.top / "tiny")) for f in (first, second)]
    try:
        for one in threads:
            one.start()
            time.sleep(0.01)
        for one in threads:
            one.join()
        assert before == config.CACHE_DIR
    finally:
        config.CACHE_DIR = before
