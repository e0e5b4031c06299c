"""Foreign code: imported when the user names it, never because a file does.

A code `module:NAME` that somebody types is imported. The same code in a policy, run folder or configuration file is
used only when the user has named its module: `--trust MODULE` on the command line, `trust.allow("MODULE")` in Python.
"""

import importlib
import os
from collections.abc import Iterable
from typing import Any

NAMED = "MPENV_TRUST"  # modules that the user named, separated by commas; child processes inherit it


def allow(*modules: str) -> None:
    """Let files name code of these modules, here and in child processes started from now on."""
    os.environ[NAMED] = ",".join(dict.fromkeys([*_named(), *modules]))


def _named() -> list[str]:
    return [part for part in os.environ.get(NAMED, "").split(",") if part]


def is_allowed(code: str) -> bool:
    """Check that the user named the module of this code, or that it is one of our agents' modules."""
    return code.partition(":")[0] in _named() or is_ours(code)


def is_ours(code: str) -> bool:
    """Check that code is in a module of the agents that come with mpenv, like the potential of the expert."""
    module = code.partition(":")[0].split(".")
    return module[:2] == ["mpenv", "agents"] and len(module) > 2 and "__main__" not in module


def check(code: str, where: str) -> None:
    """Refuse code that a file names and the user did not; plain names are not code."""
    if ":" in code and not is_allowed(code):
        module = code.partition(":")[0]
        raise ValueError(
            f"{where} names the code {code!r}, which is not imported unless you allow it: "
            f"--trust {module} (in Python: mpenv.trust.allow({module!r}))"
        )


def imported(codes: Iterable[str]) -> list[Any]:
    """Import the modules that the user named on a command line."""
    found = []
    for code in codes:
        try:
            found.append(importlib.import_module(code))
        except ImportError as fault:
            raise ValueError(f"--trust {code}: the module cannot be imported: {fault}") from None
        allow(code)
    return found
