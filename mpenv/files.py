"""Files: foreign ones are read within limits, ours are written whole or not at all.

Every file that may come from somebody else is read here: its size is checked before its contents, arrays
(`mpenv.array_files`) hold plain numbers only, and a fault is a `BadFile` that names the file.
"""

import contextlib
import io
import json
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from mpenv import toml

TEXT_BYTES = 4 << 20  # most bytes of a JSON or TOML file
DEEPEST = 64  # most levels of JSON in a foreign file
PART = ".part"  # suffix of a file still being written
Place = str | os.PathLike[str]


class BadFile(ValueError):
    """A file that cannot be read, is too large, or has wrong contents."""

    def __init__(self, path: Place, why: str) -> None:
        self.path, self.why = Path(path), why
        super().__init__(f"{path} {why}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path, self.why)


# --- reading --------------------------------------------------------------------------------------


@contextlib.contextmanager
def opened(path: Place, most: int) -> Iterator[BinaryIO]:
    """Open a regular file of at most so many bytes for reading; a named pipe is refused at once."""
    with open(path, "rb", opener=_without_waiting) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise BadFile(path, "is not a regular file")
        if about.st_size > most:
            raise BadFile(path, f"has {about.st_size:,} bytes, at most {most:,} are read")
        yield file


def _without_waiting(path: str, flags: int) -> int:
    """Open a file without blocking: a named pipe would wait for its writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_bytes(path: Place, most: int = TEXT_BYTES) -> bytes:
    """Read a regular file of at most so many bytes."""
    try:
        with opened(path, most) as file:
            return file.read(most)
    except OSError as fault:
        raise BadFile(path, f"cannot be read: {fault.strerror or fault}") from None
    except ValueError as fault:
        if isinstance(fault, BadFile):
            raise
        raise BadFile(repr(os.fspath(path)), f"is not a file name: {fault}") from None  # a NUL in it


def read_text(path: Place, most: int = TEXT_BYTES) -> str:
    """Read a UTF-8 file."""
    try:
        return read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError as fault:
        raise BadFile(path, f"is not UTF-8 text (byte {fault.start})") from None


def read_json(path: Place, most: int = TEXT_BYTES) -> Any:
    """Read a JSON value; NaN and infinity are refused."""
    text = read_text(path, most)
    try:
        return parse_json(text)
    except ValueError as fault:
        raise BadFile(path, f"is not JSON: {fault}") from None


def parse_json(text: str | bytes) -> Any:
    """Parse a JSON value; any fault is a ValueError."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except json.JSONDecodeError:
        raise
    except ValueError as fault:
        if "digits" in str(fault):  # Python's message explains how to lift the limit
            raise ValueError("a number has too many digits") from None
        raise


def read_toml(path: Place, most: int = TEXT_BYTES) -> dict[str, Any]:
    """Read a TOML file as plain values."""
    text = read_text(path, most)
    try:
        return parse_toml(text)
    except ValueError as fault:
        raise BadFile(path, f"is not TOML: {fault}") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML; any fault is a ValueError."""
    return toml.parse(text)


def _no_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


# --- writing --------------------------------------------------------------------------------------


def write(path: Place, content: str | bytes) -> None:
    """Write a file that appears only when it is complete; one that was there before stays until then.

    A link keeps pointing where it points; pipes and devices are written to directly. Faults name the file.
    """
    with replacing(path) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextlib.contextmanager
def replacing(path: Place) -> Iterator[io.BufferedIOBase]:
    """A file to write bytes to; it takes the place of `path` when the block ends without a fault."""
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            with open(target, "wb") as direct:
                yield direct
            return
        part = target.with_name(f"{target.name}.{os.getpid()}{PART}")
        try:
            with open(part, "wb") as file:
                yield file
            if target.exists():
                with contextlib.suppress(OSError):
                    os.chmod(part, stat.S_IMODE(target.stat().st_mode))
            os.replace(part, target)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
    except OSError as fault:
        raise type(fault)(fault.errno, f"cannot be written: {fault.strerror or fault}", str(path)) from None


@contextlib.contextmanager
def filling(folder: Place) -> Iterator[Path]:
    """A folder to write files into; it becomes `folder`, absent or empty until then, when the block ends well."""
    target = Path(os.path.realpath(folder))
    above = [parent for parent in target.parents if not parent.exists()]
    part, moved = target.with_name(f"{target.name}.{os.getpid()}{PART}"), list[Path]()
    try:
        part.mkdir(parents=True)
        yield part
        if target.exists():  # it stays the same folder: somebody may stand in it
            for file in sorted(part.iterdir()):
                moved.append(target / file.name)
                os.rename(file, moved[-1])
            part.rmdir()
        else:
            os.rename(part, target)
    except BaseException as fault:
        shutil.rmtree(part, ignore_errors=True)
        for file in moved:
            file.unlink(missing_ok=True)
        for one in above:
            with contextlib.suppress(OSError):
                one.rmdir()
        if isinstance(fault, OSError):
            words = f"cannot be written: {fault.strerror or fault}".replace("cannot be written: can", "can")
            raise type(fault)(fault.errno, words, str(folder)) from None
        raise


def described(fault: ValueError | OSError) -> str:
    """Describe a fault: the path and the fault of a file, without the error number."""
    if not isinstance(fault, OSError) or fault.filename is None or not fault.strerror:
        return str(fault)
    own = fault.strerror[:1].islower()  # "cannot be written: ..." goes on with the sentence
    return f"{os.fsdecode(fault.filename)}{' ' if own else ': '}{fault.strerror}"


def check_writable(path: Place) -> None:
    """Raise at once if a file cannot be written, before minutes of work; leaves nothing behind."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(21, "cannot be written: it is a folder", str(path))
    if target.exists() and not target.is_file():
        return
    part = target.with_name(f"{target.name}.{os.getpid()}{PART}")
    try:
        part.touch()
        part.unlink()
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as fault:
        raise type(fault)(fault.errno, f"cannot be written: {fault.strerror or fault}", str(path)) from None


def dump_json(value: Any, indent: int | None = 1) -> str:
    """JSON as we write it: ending with a line break, no NaN."""
    return json.dumps(value, indent=indent, allow_nan=False) + "\n"


@contextlib.contextmanager
def claimed(path: Place, busy: str) -> Iterator[None]:
    """Be the only process that holds this file or folder; a second one gets a BadFile that says `busy`.

    A file is made where there is none. On Windows nobody is refused.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    try:
        held = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_WRONLY | os.O_CREAT, 0o666)
    except OSError as fault:
        raise BadFile(path, f"cannot be opened: {fault.strerror or fault}") from None
    try:  # a lock lives as long as the file is open
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadFile(path, busy) from None
        yield
    finally:
        os.close(held)


def missing_or_unknown(found: Mapping[str, Any] | set[str], wanted: Mapping[str, Any] | set[str]) -> list[str]:
    """Names that a set lacks, and names it has that are unknown."""
    faults = [f"it lacks {name!r}" for name in sorted(set(wanted) - set(found))]
    return faults + [f"{name!r} is unknown" for name in sorted(set(found) - set(wanted))]
