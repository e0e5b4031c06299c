"""Files of arrays with something broken at random: what a careless or a malicious writer may have put there."""

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable

import numpy as np

Members = dict[str, np.ndarray]
DTYPES = (
    "|O", "<f8", ">f4", "<f2", "<i4", ">i8", "|u1", "|i1", "|b1", "<u2", "<U1", ">U16", "<U65", "|S4", "|V8", "<M8[s]",
    "<c8", "<f16", "i4,i4", "(2,3)i4", "<U0", "|O8", "<U99999999", "nonsense", "",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 3, 5, 127, 128, 255, 256, 1000, 2**31 - 1, -(2**31), 2**32, 2**62, -(2**63), 2**63 - 1)
SHAPES = (
    (), (0,), (1,), (-1,), (2**62,), (2**63,), (10**400,), (0, 2**62), (0, 2**40, 2**40), (1,) * 17, (True,), (1.5,),
    "abc", None, [3], (2**31, 2**31), (3, 3, 3),
)  # fmt: skip


def arrays(raw: bytes) -> Members:
    with np.load(io.BytesIO(raw)) as found:
        return dict(found)


def saved(members: Members) -> bytes:
    file = io.BytesIO()
    np.savez(file, **members)  # type: ignore[arg-type]
    return file.getvalue()


def npy(descr: object, shape: object, content: bytes, fortran: object = False, version: bytes = b"\1\0") -> bytes:
    """An array with any header."""
    head = f"{{'descr': {descr!r}, 'fortran_order': {fortran!r}, 'shape': {shape!r}, }}".encode("latin1")
    return b"\x93NUMPY" + version + struct.pack("<H", min(65535, len(head))) + head + content


def zipped(members: dict[str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name)  # of 1980: the same bytes whenever it is written
            entry.compress_type = how
            archive.writestr(entry, content)
    return file.getvalue()


def plain(members: Members) -> dict[str, bytes]:
    """The arrays as the files that lie in the zip."""
    found = {}
    for name, one in members.items():
        file = io.BytesIO()
        np.lib.format.write_array(file, one, version=(1, 0), allow_pickle=True)
        found[f"{name}.npy"] = file.getvalue()
    return found


# --- right checksums, wrong contents --------------------------------------------------------------


def _values(rng: random.Random, raw: bytes) -> bytes:
    """Some other numbers in an array."""
    members = arrays(raw)
    name = rng.choice(list(members))
    one = members[name].copy()
    content = bytearray(one.tobytes())
    for _ in range(rng.choice((1, 1, 2, 20))):
        if not content:
            break
        place = rng.randrange(len(content) // one.itemsize) * one.itemsize
        if one.dtype.kind in "iu":
            number = rng.choice(NUMBERS) % 256**one.itemsize
            content[place : place + one.itemsize] = number.to_bytes(one.itemsize, "little")
        else:
            content[place : place + 4] = rng.choice((rng.randbytes(4), b"\0\0\xc0\x7f", b"\0\0\x80\x7f", b"\0\0\0\x80"))
    members[name] = np.frombuffer(bytes(content), one.dtype).reshape(one.shape)
    return saved(members)


def _other_array(rng: random.Random, raw: bytes) -> bytes:
    """An array of another type, shape or length, or that of another name."""
    members = arrays(raw)
    name, other = rng.choice(list(members)), rng.choice(list(members))
    one = members[name]
    with np.errstate(all="ignore"):
        kind = rng.choice(("<f8", ">f4", "<i4", "<i8", "|u1", "<u2", "|b1", "<U9", ">i4"))
        ways: tuple[Callable[[], np.ndarray], ...] = (
            lambda: one.astype(kind) if one.dtype.kind != "U" else one.astype("S"),
            lambda: one[: len(one) // 2],
            lambda: np.concatenate([one, one]),
            lambda: one.reshape(-1, 1),
            lambda: one.reshape(-1)[0],
            lambda: np.asfortranarray(np.stack([one, one], -1)),
            lambda: members[other],
            lambda: np.zeros_like(one),
            lambda: np.arange(one.size).astype(one.dtype).reshape(one.shape),
            lambda: one[:0],
            lambda: one.astype(object),
        )
        members[name] = rng.choice(ways)()
    if rng.random() < 0.2:
        del members[other]
    return zipped(plain(members))


def _headers(rng: random.Random, raw: bytes) -> bytes:
    """An array with a wrong header."""
    members = plain(arrays(raw))
    name = rng.choice(list(members))
    one = arrays(raw)[name[:-4]]
    content = rng.choice((one.tobytes(), b"", rng.randbytes(64)))
    descr = rng.choice((one.dtype.str, *DTYPES, [("a", "<i4")], 5, None))
    shape = rng.choice((one.shape, *SHAPES))
    members[name] = npy(
        descr, shape, content, rng.choice((False, False, True, 1)), rng.choice((b"\1\0", b"\1\0", b"\2\0"))
    )
    if rng.random() < 0.2:
        junk = rng.choice(("(" * 9000, "-" * 9000 + "1", "{'a':" * 3000, "9" * 9000, "\0" * 100, "[]", "{}", "x()"))
        members[name] = b"\x93NUMPY\1\0" + struct.pack("<H", len(junk)) + junk.encode() + content
    return zipped(members)


# --- zip files ------------------------------------------------------------------------------------


def _entries(rng: random.Random, raw: bytes) -> bytes:
    """A table of contents with wrong entries: sizes, offsets, flags, methods."""
    found = bytearray(raw)
    places = [place for place in range(len(raw)) if raw[place : place + 4] in (b"PK\1\2", b"PK\3\4", b"PK\5\6")]
    for _ in range(rng.choice((1, 1, 2, 3))):
        place = rng.choice(places) + 4 + 2 * rng.randrange(21)
        width = rng.choice((2, 4))
        if place + width <= len(found):
            number = rng.choice((0, 1, 8, 0xFF, 0xFFFF, 0xFFFFFFFF, rng.randrange(1 << 32), len(raw)))
            found[place : place + width] = (number % 256**width).to_bytes(width, "little")
    return bytes(found)


def _packed(rng: random.Random, raw: bytes) -> bytes:
    """Pack the arrays differently: compressed, very many, twice, in folders, huge."""
    members = plain(arrays(raw))
    name = rng.choice(list(members))
    way = rng.randrange(7)
    if way == 0:
        return zipped(members, rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)))
    if way == 1:
        return zipped({**members, **{f"{k}.npy": b"" for k in range(rng.choice((5, 2000)))}})
    if way == 2:
        return zipped({**members, f"../{name}": members[name], "/etc/passwd": b"x", ".npy": b"y"})
    if way == 3:
        return _twice(members, name)
    if way == 4:
        return _bomb(members, name)
    if way == 5:
        return saved(arrays(raw)) + rng.randbytes(rng.randrange(1, 70_000))
    return rng.randbytes(rng.randrange(1, 5000)) + raw


def _twice(members: dict[str, bytes], name: str) -> bytes:
    other = "!" + name[1:]
    return zipped({**members, other: members[name]}).replace(other.encode(), name.encode())


def _bomb(members: dict[str, bytes], name: str) -> bytes:
    """A few bytes that unpack to many, by a table of contents that is right."""
    zeros = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(zeros.compress(b"\0" * 100_000) for _ in range(20)) + zeros.flush()
    raw = bytearray(zipped({**members, name: packed}))
    at = raw.rindex(b"PK\1\2", 0, raw.rindex(name.encode()))
    raw[at + 10 : at + 12] = b"\x08\0"
    raw[at + 24 : at + 28] = struct.pack("<I", 4_000_000_000)
    return bytes(raw)


WAYS = (_values, _values, _values, _other_array, _other_array, _headers, _headers, _entries, _packed)


def broken_npz(rng: random.Random, raw: bytes) -> bytes:
    """The file with one thing broken."""
    return rng.choice(WAYS)(rng, raw)
