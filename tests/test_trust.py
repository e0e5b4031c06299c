"""Code of strangers runs only when the user names it."""

import sys
from pathlib import Path

import pytest

from mpenv import trust


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(trust.NAMED, raising=False)


def test_code_that_a_file_names_is_refused_until_the_user_names_its_module() -> None:
    trust.check("flat", "policy/about.json")  # a name of ours is no code
    with pytest.raises(ValueError, match=r"about.json names the code 'payload:x', .* --trust payload"):
        trust.check("payload:x", "policy/about.json")
    trust.allow("payload")
    trust.check("payload:x", "policy/about.json")
    with pytest.raises(ValueError, match="--trust payload_more"):
        trust.check("payload_more:x", "policy/about.json")


@pytest.mark.parametrize("code", ["os:system", "mpenv.cli:main", "sys:exit"])
def test_what_happens_to_be_imported_is_not_named(code: str) -> None:
    with pytest.raises(ValueError, match="is not imported unless you allow it"):
        trust.check(code, "a file")


def test_modules_named_on_the_command_line_are_imported_and_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_code.py").write_text("HERE = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_code", raising=False)
    (module,) = trust.imported(["own_code"])
    assert module.HERE == 1
    trust.check("own_code:HERE", "a file")
    with pytest.raises(ValueError, match=r"--trust not_there_at_all: the module cannot be imported"):
        trust.imported(["not_there_at_all"])
