"""Emit LLVM IR per rule, optimise once per entry; halves compile time; uses numba internals.

By itself numba optimises each function and turns it into machine code, with all its callees inside: a rule would be
optimised and translated again for every caller above it. Here a rule stays plain IR until an entry links it; a rule
that Python calls itself (tests do) is then compiled once more, as a whole. With a numba that lacks any of INSIDES all
this is left out: rules compile as numba would do it, about twice as slowly, and games are the same.
"""

import contextlib
import importlib
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

_inside = threading.local()


@contextlib.contextmanager
def inside() -> Iterator[None]:
    """Mark what is compiled within this block as called from compiled code."""
    before = getattr(_inside, "now", False)
    _inside.now = True
    try:
        yield
    finally:
        _inside.now = before


INSIDES = (
    ("codegen", "JITCodeLibrary._optimize_final_module"),
    ("codegen", "JITCodeLibrary._finalize_final_module"),
    ("codegen", "JITCodeLibrary._finalize_dynamic_globals"),
    ("compiling", "CompilerBase.define_pipelines"),
    ("compiling", "DefaultPassBuilder.define_nopython_pipeline"),
)


def missing(codegen: Any, compiling: Any) -> list[str]:
    """List the names used here that this numba lacks, as `module.Class.name`; numba from 0.61 on has all of them."""
    rooms = {"codegen": codegen, "compiling": compiling}
    return [f"{room}.{path}" for room, path in INSIDES if not _found(rooms[room], path)]


def _found(room: Any, path: str) -> bool:
    kind, _, name = path.partition(".")
    return hasattr(getattr(room, kind, None), name)


@cache
def compiler() -> Any:
    """Return the compiler class for rules; None if this numba lacks anything in `INSIDES`."""
    codegen: Any = importlib.import_module("numba.core.codegen")
    compiling: Any = importlib.import_module("numba.core.compiler")
    if missing(codegen, compiling):
        return None

    class Piece(codegen.JITCodeLibrary):  # type: ignore[misc]
        """A library of IR that is neither optimised nor translated; its callers link it."""

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

    class Compiler(compiling.CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            state = self.state
            if getattr(_inside, "now", False):
                state.flags.no_compile = state.flags.no_cpython_wrapper = True
                state.library = Piece(state.targetctx.codegen(), state.func_id.func_qualname)
            return [compiling.DefaultPassBuilder.define_nopython_pipeline(state)]

    return Compiler


def admit(door: Any) -> None:
    """Let a dispatcher hold IR-only overloads, and compile one in full when Python calls it."""
    compile_once, add_whole = door.compile, door.add_overload
    pieces: set[Any] = set()

    def compile(signature: Any) -> Any:
        if signature in pieces and not getattr(_inside, "now", False):
            pieces.discard(signature)
            del door.overloads[signature]
        return compile_once(signature)

    def add_overload(made: Any) -> None:
        if made.entry_point is not None:
            add_whole(made)
            return
        piece = made._replace(entry_point=object())  # numba knows callees by it
        door.targetctx.insert_user_function(piece.entry_point, made.fndesc, [made.library])
        signature = tuple(made.signature.args)
        door.overloads[signature] = piece
        pieces.add(signature)

    door.compile, door.add_overload = compile, add_overload
