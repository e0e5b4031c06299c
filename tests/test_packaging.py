"""What a user gets: the wheel, the wheel made from the sdist, and the editable checkout."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.places import ROOT

NAME = "mpenv-" + tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

# Imports all of mpenv and tells where it came from. A module that needs a missing extra is passed over.
LOOK = """
import importlib, importlib.util, json, os, pkgutil, sys
import mpenv, mpenv.agents

for found in pkgutil.walk_packages(mpenv.__path__, "mpenv.", onerror=lambda name: None):
    if not found.name.endswith("__main__"):
        try:
            importlib.import_module(found.name)
        except ImportError as error:
            if (error.name or "mpenv").partition(".")[0] in ("mpenv", "agents"):
                raise

names = {}
for name, module in list(sys.modules.items()):
    file = getattr(module, "__file__", None)
    if file and file.endswith(".py") and name != "__main__":
        names.setdefault(os.path.realpath(file), []).append(name)
home = os.path.dirname(os.path.realpath(mpenv.__file__))
agents = os.path.dirname(os.path.realpath(mpenv.agents.__file__))
ours = {f: n for f, n in names.items() if f.startswith((home + os.sep, agents + os.sep))}
print(json.dumps({
    "mpenv": mpenv.__file__,
    "agents": mpenv.agents.__file__,
    "bare": importlib.util.find_spec("agents") is not None,
    "twice": [n for n in ours.values() if len(n) > 1],
    "modules": sorted(n for several in ours.values() for n in several),
}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command, run as a user would: away from the checkout and from its variables."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build(out: Path, *options: str) -> Path:
    """Build with what is installed, so that nothing has to be fetched."""
    run(sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", out, ROOT, cwd=ROOT)
    (wheel,) = out.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"), "--wheel")


@pytest.fixture(scope="module")
def venv(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean environment with the wheel. It borrows the dependencies of this one by a line in a .pth file;
    the .pth files over there are not read, so that an editable mpenv stays outside."""
    home = tmp_path_factory.mktemp("installed") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=ROOT)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = ["install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check", wheel]
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=home)
    site = run(python, "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip()
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(site, "borrowed.pth").write_text("\n".join(sorted(borrowed)) + "\n", encoding="utf-8")
    return home


def inside(venv: Path, program: str) -> Path:
    return venv / ("Scripts" if os.name == "nt" else "bin") / program


def files_of(wheel: Path) -> set[str]:
    return {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/RECORD")}


def files_here(top: str, *endings: str) -> set[str]:
    """The files of the checkout with these endings."""
    found = (path for path in (ROOT / top).rglob("*") if path.name.endswith(endings))
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_the_wheel_carries_every_file_of_the_package_and_no_other_top_level_name(wheel: Path):
    names = files_of(wheel)
    assert {name.partition("/")[0] for name in names} == {"mpenv", f"{NAME}.dist-info"}
    assert files_here("mpenv", ".py", ".pyi", ".toml", ".md", ".ttf", ".html", "py.typed", "LICENSE_DEJAVU") <= names
    assert files_here("mpenv/policies", ".json", ".npz", ".toml") <= names
    assert "mpenv/policies/hashes.json" in names
    assert not [name for name in names if "__pycache__" in name or name.endswith((".nbi", ".nbc"))]


def test_the_agents_at_the_top_are_a_link_to_those_of_the_package() -> None:
    assert (ROOT / "agents").resolve() == (ROOT / "mpenv/agents").resolve()
    assert not (ROOT / "mpenv/agents").is_symlink()


def test_a_wheel_made_from_the_sdist_carries_the_same_files(wheel: Path, tmp_path: Path):
    again = build(tmp_path)  # without --wheel: the sdist, and from it a wheel
    assert files_of(again) == files_of(wheel)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        members = archive.getmembers()
    assert not [one.name for one in members if one.issym() or one.islnk()]
    assert not [one.name for one in members if one.name.startswith(f"{NAME}/agents/")]
    assert {f"{NAME}/{name}" for name in ("LICENSE", "NOTICE", "README.md", "pyproject.toml")} <= {
        one.name for one in members
    }


def test_an_installed_wheel_is_imported_from_where_it_was_installed_and_only_as_mpenv(venv: Path):
    seen = json.loads(run(inside(venv, "python"), "-I", "-c", LOOK, cwd=venv).splitlines()[-1])
    site = str(venv.resolve())
    assert os.path.realpath(seen["mpenv"]).startswith(site)
    assert os.path.realpath(seen["agents"]).startswith(site)
    assert Path(seen["mpenv"]).with_name("py.typed").is_file()
    assert not seen["bare"], "a module called `agents` can be imported"
    assert seen["twice"] == []


def test_an_installed_wheel_has_the_packs_and_the_endings(venv: Path):
    (home,) = venv.resolve().glob("**/site-packages/mpenv")
    packs = {name for name in files_here("mpenv", ".toml") if "/content/" in name}
    assert {name.split("/content/")[1].split("/")[0] for name in packs} >= {"packs", "endings"}
    assert all((home.parent / name).is_file() for name in packs)


def test_an_installed_wheel_lists_the_configurations_for_training_by_name(venv: Path):
    listed = run(inside(venv, "mpenv"), "train", cwd=venv)
    names = [path.stem for path in (ROOT / "configs" / "train").glob("*.toml")]
    assert {"quickstart", "standard"} <= set(names) <= set(listed.split())


def test_the_installed_command_answers(venv: Path):
    assert "usage" in run(inside(venv, "mpenv"), "--help", cwd=venv).lower()


# Of the rules that are compiled the smallest one; test_jit compiles all that a game needs.
ONE_RULE = """
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.rules import entries
from mpenv.worlds.materia_prima.rules.state import new_states

print(entries.stat(load("inquisition").tables, new_states(1), 0, 0, 0, 0))
"""


def test_an_installed_wheel_starts_from_the_users_cache_folder_the_second_time(venv: Path, tmp_path: Path):
    """The rules are compiled once, into the cache of the user, never into the installed package."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MPENV", "NUMBA"))}
    env["XDG_CACHE_HOME"] = str(tmp_path)
    command = [inside(venv, "python"), "-I", "-c", ONE_RULE]
    runs, kept = [], []
    for _ in range(2):
        runs.append(subprocess.run(command, cwd=venv, env=env, capture_output=True, text=True, check=True))
        kept.append(sorted(str(path) for path in tmp_path.glob("mpenv/rules-materia_prima-*/**/*.nb?")))
    assert "compiling the rules" in runs[0].stderr
    assert runs[1].stderr == ""
    assert kept[0] == kept[1] != []
    assert runs[0].stdout == runs[1].stdout
    assert not list(venv.glob("**/site-packages/mpenv/**/*.nb?"))


def test_in_the_checkout_no_file_is_loaded_under_two_names():
    seen = json.loads(run(sys.executable, "-c", LOOK, cwd=ROOT).splitlines()[-1])
    assert Path(seen["mpenv"]).resolve() == ROOT / "mpenv" / "__init__.py"
    assert seen["twice"] == []


@pytest.mark.parametrize("path", sorted((ROOT / "configs").glob("*/*.txt")), ids=lambda path: path.stem)
def test_pins_name_packages_with_exact_versions_and_nothing_else(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    wrong = [line for line in lines if not re.fullmatch(r"[\w.\[\]-]+==[\w.+!]+( ;.*)?|--[a-z-]+ https://\S+", line)]
    assert not wrong
