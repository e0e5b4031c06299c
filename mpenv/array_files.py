"""Arrays in npz files that somebody may have sent: looked at before they are read, and never unpickled."""

import ast
import math
import os
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np

from mpenv.files import BadFile, Place, opened

MEMBERS = 1024  # the most arrays in one npz file
HEADER_BYTES = 1 << 14  # of the longest header of an array
DIRECTORY_BYTES = 256 * MEMBERS  # of the table of contents of an npz file
LOCAL_HEADER = 30  # bytes before the name of a file in a zip
_HEADER = {"descr", "fortran_order", "shape"}


class Member(NamedTuple):
    """An array in an npz file: what it is, and where its bytes lie."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int  # of its numbers in the file
    begin: int  # of the whole member, header included: what the checksum is of
    size: int  # of the whole member
    crc: int

    @property
    def nbytes(self) -> int:
        return self.dtype.itemsize * math.prod(self.shape)


class Arrays:
    """The arrays of an uncompressed npz file, as numpy writes it: `members` says what there is before any is read.

    Arrays come as read-only windows into the mapped file; `read` copies one. The checksum of an array is looked at
    when it is first taken.
    """

    def __init__(self, path: Place, most: int, *, checked: bool = False) -> None:
        """Open a file of at most so many bytes; `checked`: its checksums were looked at before."""
        self.path = Path(path)
        try:
            with opened(path, most) as file:
                about = os.fstat(file.fileno())
                self.stamp = about.st_size, about.st_mtime_ns  # another one: the file was written anew
                if not about.st_size:
                    raise BadFile(path, "is empty")
                with zipfile.ZipFile(cast(Any, _Directory(file))) as archive:
                    entries = archive.infolist()
                self._whole = np.memmap(cast(Any, file), np.uint8, "r")
        except OSError as fault:
            raise BadFile(path, f"cannot be read: {fault.strerror or fault}") from None
        except BadFile:
            raise
        except Exception as fault:  # zipfile raises all kinds of errors for broken files
            raise BadFile(path, f"is cut or no npz file: {fault}") from None
        if len(entries) > MEMBERS:
            raise BadFile(path, f"holds {len(entries):,} arrays, at most {MEMBERS:,} are read")
        self.members: dict[str, Member] = {}
        for entry in entries:
            member = self._member(entry)
            if member.name in self.members:
                raise BadFile(path, f"holds the array {member.name!r} twice")
            self.members[member.name] = member
        self._checked = set(self.members if checked else ())

    def _member(self, entry: zipfile.ZipInfo) -> Member:
        """Find the position of an array in the file by its headers."""
        name, whole = entry.filename.removesuffix(".npy"), self._whole
        if entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1 or not entry.filename.endswith(".npy"):
            raise BadFile(self.path, f"holds {entry.filename!r}, which is no uncompressed array")
        head = entry.header_offset
        local = whole[head : head + LOCAL_HEADER]
        if head < 0 or len(local) < LOCAL_HEADER or local[:4].tobytes() != b"PK\x03\x04":
            raise BadFile(self.path, f"is cut or broken at {name!r}")
        begin = head + LOCAL_HEADER + int(local[26:30].view("<u2").sum())
        end = begin + entry.file_size
        if entry.file_size != entry.compress_size or end > len(whole):
            raise BadFile(self.path, f"is cut or broken at {name!r}")
        dtype, shape, header = self._header(name, whole[begin : min(end, begin + HEADER_BYTES)].tobytes())
        member = Member(name, dtype, shape, begin + header, begin, entry.file_size, entry.CRC)
        if member.nbytes != end - member.start:
            raise BadFile(self.path, f"holds {name!r} with another size than its header says")
        return member

    def _header(self, name: str, head: bytes) -> tuple[np.dtype[Any], tuple[int, ...], int]:
        """The type and shape of an array, and the length of its header."""
        length = 10 + int.from_bytes(head[8:10], "little")
        if head[:8] != b"\x93NUMPY\x01\x00" or len(head) < length:
            raise BadFile(self.path, f"holds {name!r}, which is no array of format 1.0")
        try:
            about = ast.literal_eval(head[10:length].decode("latin1"))
            descr, shape, fortran = about["descr"], about["shape"], about["fortran_order"]
            if not isinstance(descr, str) or not isinstance(shape, tuple) or set(about) != _HEADER:
                raise ValueError("an unknown header")
            dtype = np.dtype(descr)
            right = all(type(one) is int and one >= 0 for one in shape)
            right = right and math.prod(one or 1 for one in shape) * dtype.itemsize < sys.maxsize
        except Exception as fault:  # whatever a made-up header may lead to
            raise BadFile(self.path, f"holds {name!r} with a broken header: {type(fault).__name__}") from None
        if dtype.hasobject or dtype.kind not in "biufSU" or not dtype.itemsize or not right or len(shape) > 16:
            raise BadFile(self.path, f"holds {name!r}, which is no array of plain numbers or text")
        if fortran and len(shape) > 1:
            raise BadFile(self.path, f"holds {name!r} column by column, arrays are read row by row")
        return dtype, shape, length

    def __getitem__(self, name: str) -> np.ndarray:
        """An array as a read-only window into the file; a wrong checksum is a BadFile."""
        member = self.members.get(name)
        if member is None:
            raise BadFile(self.path, f"lacks the array {name!r}")
        if name not in self._checked:
            if zlib.crc32(self._whole[member.begin : member.begin + member.size].data) != member.crc:
                raise BadFile(self.path, f"is damaged: the checksum of {name!r} is wrong")
            self._checked.add(name)
        return np.ndarray(member.shape, member.dtype, self._whole[member.start : member.start + member.nbytes])

    def read(self, name: str) -> np.ndarray:
        """A copy of an array."""
        return np.array(self[name])


class _Directory:
    """A zip file that lets no more be read at once than the table of contents of so many arrays has."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.seek, self.tell = file, file.seek, file.tell

    def read(self, count: int = -1) -> bytes:
        if count > DIRECTORY_BYTES:
            raise ValueError(f"its table of contents has {count:,} bytes")
        return self._file.read(count if count >= 0 else DIRECTORY_BYTES)  # without a count: the end of the file
