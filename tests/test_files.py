"""Files of strangers are read within limits, and ours are written whole or not at all."""

import contextlib
import os
import resource
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mpenv import files
from mpenv.array_files import Arrays
from mpenv.files import BadFile

MOST = 1 << 20


def test_a_file_larger_than_allowed_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a hole: it takes no room on the disk
    with pytest.raises(BadFile, match=r"large has 1,099,511,627,776 bytes, at most 4,194,304 are read"):
        files.read_json(path)
    with pytest.raises(BadFile, match="at most"):
        Arrays(path, MOST)


@pytest.mark.skipif(os.name != "posix", reason="pipes with names")
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is not a regular file"):
        files.read_bytes("/dev/zero")
    with pytest.raises(BadFile, match="cannot be read: Is a directory"):
        files.read_bytes(tmp_path)
    with pytest.raises(BadFile, match="cannot be read: No such file"):
        files.read_bytes(tmp_path / "missing")
    with pytest.raises(BadFile, match="is not a file name"):
        files.read_bytes("a\0b")


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (files.read_json, "[" * 100_000, "is not JSON: it is nested too deeply"),
        (files.read_json, "{", "is not JSON: Expecting property name"),
        (files.read_json, "[NaN]", "NaN is not a JSON number"),
        (files.read_json, "9" * 5000, "is not JSON"),
        (files.read_toml, "a = " + "[" * 10_000, "is not TOML: it is nested more than 16 deep"),
        (files.read_toml, "a =", "is not TOML"),
        (files.read_toml, ".".join("a" * 3000) + " = 1", "a key of more than 16 parts"),
        (files.read_text, b"\xff", r"is not UTF-8 text \(byte 0\)"),
    ],
)
def test_broken_text_is_one_error_that_names_the_file(
    read: Callable[[Path], Any], text: str | bytes, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "broken"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadFile, match=words) as caught:
        read(path)
    assert caught.value.path == path
    assert str(path) in str(caught.value)


# --- arrays ---------------------------------------------------------------------------------------

KEPT: dict[str, Any] = {
    "numbers": np.arange(12, dtype=np.float32).reshape(3, 4),
    "words": np.array(["a", "bcd"]),
    "one": np.int64(7),
    "none": np.zeros((0, 3)),
}


def saved(path: Path, **arrays: Any) -> Path:
    np.savez(path, **(arrays or KEPT))
    return path


def test_arrays_come_back_as_they_were_and_cannot_be_written(tmp_path: Path) -> None:
    arrays = Arrays(saved(tmp_path / "a.npz"), MOST)
    assert arrays.members.keys() == KEPT.keys()
    for name, value in KEPT.items():
        assert (arrays[name] == value).all()
        assert arrays[name].dtype == np.asarray(value).dtype
        assert not arrays[name].flags.writeable
        assert arrays.read(name).flags.writeable


def test_arrays_of_objects_are_never_mapped(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="'x', which is no array of plain numbers or text"):
        Arrays(saved(tmp_path / "a.npz", x=np.array([{}], dtype=object)), MOST)
    with pytest.raises(BadFile, match="'x'"):
        Arrays(saved(tmp_path / "a.npz", x=np.zeros(2, [("a", "i4")])), MOST)


def test_one_flipped_bit_in_an_array_is_noticed(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.npz")
    start = Arrays(path, MOST).members["numbers"].start
    raw = bytearray(path.read_bytes())
    raw[start + 5] ^= 1
    path.write_bytes(raw)
    arrays = Arrays(path, MOST)
    assert (arrays["words"] == KEPT["words"]).all(), "the others are whole"
    with pytest.raises(BadFile, match="is damaged: the checksum of 'numbers' is wrong"):
        arrays["numbers"]


def test_compressed_arrays_are_refused_before_they_swell(tmp_path: Path) -> None:
    path = tmp_path / "bomb.npz"
    np.savez_compressed(path, x=np.zeros(10_000_000))
    assert path.stat().st_size < MOST
    with pytest.raises(BadFile, match=r"holds 'x.npy', which is no uncompressed array"):
        Arrays(path, MOST)


def test_a_header_that_promises_more_than_there_is_costs_nothing(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.npz", x=np.zeros(4))
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"(4,)", b"(9**9,)"[:4]))
    with pytest.raises(BadFile, match="'x' with"):
        Arrays(path, MOST)
    path.write_bytes(raw.replace(b"'shape': (4,), }" + b" " * 8, b"'shape': (4" + b"0" * 8 + b",), }"))
    with pytest.raises(BadFile, match="'x' with another size than its header says"):
        Arrays(path, MOST)


def test_two_arrays_of_one_name_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.npz", x=np.zeros(4))
    with zipfile.ZipFile(path) as archive:
        member = archive.read("x.npy")
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "a") as archive:
        archive.writestr("x.npy", member)
    with pytest.raises(BadFile, match="holds the array 'x' twice"):
        Arrays(path, MOST)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_garbled_file_of_arrays_is_read_as_it_was_or_refused_by_our_error(
    data: st.DataObject, tmp_path: Path
) -> None:
    path = saved(tmp_path / "whole.npz")
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    garbled = tmp_path / "garbled.npz"
    garbled.write_bytes(bytes(raw[: data.draw(st.integers(0, len(raw)))] if data.draw(st.booleans()) else raw))
    with contextlib.suppress(BadFile):
        arrays = Arrays(garbled, MOST)
        for name in arrays.members.keys() & KEPT.keys():
            assert (arrays[name] == KEPT[name]).all()


# --- writing --------------------------------------------------------------------------------------


def test_a_file_is_replaced_only_when_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    files.write(path, "old")

    def stop_half_way() -> None:
        with files.replacing(path) as file:
            file.write(b"ne")
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        stop_half_way()
    assert path.read_text() == "old"
    files.write(path, "new\n")
    assert path.read_bytes() == b"new\n"
    assert [one.name for one in tmp_path.iterdir()] == ["kept.txt"]


FULL = """
import resource, signal, sys
from mpenv import files
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    files.write(sys.argv[1], "x" * 5000)
except OSError as fault:
    print(fault)
"""


@pytest.mark.skipif(os.name != "posix", reason="limits of file sizes")
def test_on_a_full_disk_the_old_file_stays_and_the_error_names_it(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    files.write(path, "old")
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True)
    assert "cannot be written: File too large" in done.stdout
    assert str(path) in done.stdout
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["kept.txt"]


@pytest.mark.skipif(os.name != "posix", reason="links, modes and devices")
def test_links_modes_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    path, link = tmp_path / "real", tmp_path / "link"
    files.write(path, "old")
    path.chmod(0o640)
    link.symlink_to(path)
    files.write(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    files.write("/dev/null", "gone")
    assert not Path("/dev/null").is_file()


def test_a_place_that_cannot_be_written_is_told_before_and_nothing_is_left(tmp_path: Path) -> None:
    files.check_writable(tmp_path / "new")
    assert not [*tmp_path.iterdir()]
    with pytest.raises(OSError, match="it is a folder"):
        files.check_writable(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"missing.*x"):
        files.check_writable(tmp_path / "missing" / "x")


@pytest.mark.skipif(sys.platform == "win32", reason="no lock there")
def test_a_file_is_claimed_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "run"
    second = files.claimed(path, "is in use")
    with files.claimed(path, "is in use"), pytest.raises(BadFile, match="run is in use"):
        second.__enter__()
    with files.claimed(path, "is in use"):
        pass


def test_reading_a_file_of_the_largest_size_takes_little_more_than_its_size(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.npz", x=np.zeros(1 << 20))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    arrays = Arrays(path, 1 << 24)
    assert arrays["x"].sum() == 0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # kilobytes
