"""Lossless compression of observations: each column has a table of its values, and rows hold packed indices into it.

Values are compared by their bits and come back as the same float32.
"""

import numpy as np

from mpenv.engine.jit import entry

MOST = 256  # values of a column; with more, rows are stored uncompressed


def _code(
    seen: np.ndarray, codes: np.ndarray, table: np.ndarray, counts: np.ndarray, latest: np.ndarray, held: np.ndarray
) -> int:
    """Replace values by their index in the table of their column, adding new values; return how many rows fitted.

    Most values equal those of the row before: `latest`, with the indices `held`.
    """
    for i in range(len(seen)):
        for column in range(seen.shape[1]):
            value = seen[i, column]
            if value != latest[column]:
                place = 0
                while place < counts[column] and table[column, place] != value:
                    place += 1
                if place == MOST:
                    return i
                if place == counts[column]:
                    table[column, place] = value
                    counts[column] += 1
                latest[column], held[column] = value, place
            codes[i, column] = held[column]
    return len(seen)


def _pack(codes: np.ndarray, columns: np.ndarray, widths: np.ndarray, packed: np.ndarray) -> None:
    """Pack the codes of some columns into bytes, each as wide as it needs, lowest bit first."""
    for i in range(len(codes)):
        at, bits, waiting = 0, 0, 0
        for nth in range(len(columns)):
            bits |= int(codes[i, columns[nth]]) << waiting
            waiting += widths[nth]
            if waiting >= 8:
                packed[i, at] = bits & 255
                at, bits, waiting = at + 1, bits >> 8, waiting - 8
        if waiting > 0:
            packed[i, at] = bits


code = entry(_code)
pack = entry(_pack)


class Coder:
    """Collects the rows of one game after another into the arrays of a shard."""

    def __init__(self, size: int) -> None:
        self._table, self._counts = np.zeros((size, MOST), np.uint32), np.zeros(size, np.int64)
        self._latest, self._held = np.zeros(size, np.uint32), np.zeros(size, np.uint8)
        self._games: list[np.ndarray] = []
        self._coded = True

    def add(self, rows: np.ndarray) -> None:
        """Add rows of float32."""
        rows = np.ascontiguousarray(rows, np.float32)
        if self._coded and not self._fits(rows.view(np.uint32)):
            self._games = [self._decoded(game) for game in self._games]
            self._coded = False
        if not self._coded:
            self._games.append(rows.copy())

    def _fits(self, bits: np.ndarray) -> bool:
        """Code some rows; return False when a column has too many values."""
        if not self._games:
            self._table[:, 0] = self._latest[:] = bits[0]
            self._counts[:] = 1
        codes = np.empty(bits.shape, np.uint8)
        fits = code(bits, codes, self._table, self._counts, self._latest, self._held) == len(bits)
        self._games += [codes] if fits else []
        return bool(fits)

    def _decoded(self, codes: np.ndarray) -> np.ndarray:
        return np.asarray(self._table.view(np.float32)[np.arange(codes.shape[1]), codes])

    def arrays(self) -> dict[str, np.ndarray]:
        """`observation`, and the tables to decode it; no tables for uncompressed rows."""
        rows = np.concatenate(self._games)
        if not self._coded:
            return {"observation": rows}
        columns = np.flatnonzero(self._counts > 1)
        counts = self._counts[columns]
        widths = np.array([int(count - 1).bit_length() for count in counts], np.int64)
        packed = np.zeros((len(rows), -(-int(widths.sum()) // 8)), np.uint8)
        pack(rows, columns, widths, packed)
        values = self._table.view(np.float32)
        return {
            "observation": packed,
            "base": values[:, 0].copy(),
            "column": columns.astype(np.int32),
            "bit": (np.cumsum(widths) - widths).astype(np.int32),
            "weight": np.array([1 << bit for width in widths for bit in range(width)], np.uint8),
            "first": (np.cumsum(counts) - counts).astype(np.int32),
            "value": np.concatenate(
                [np.zeros(0, np.float32), *(values[c, :n] for c, n in zip(columns, counts, strict=True))]
            ),
        }
