"""Observations as bits: each column has a table of the values it takes, and a row holds its places in the tables.

Nothing is lost: values are compared by their bits, and come back as the very same float32.
"""

import numpy as np

from mpenv.jit import entry

MOST = 256  # values of a column; with more, the rows are kept as they are


def _code(seen: np.ndarray, codes: np.ndarray, table: np.ndarray, counts: np.ndarray, held: np.ndarray) -> int:
    """The place of each value in the table of its column, new ones behind it; how many rows found room."""
    for i in range(len(seen)):
        for column in range(seen.shape[1]):
            value = seen[i, column]
            place = held[column]
            if place >= counts[column] or table[column, place] != value:
                place = 0
                while place < counts[column] and table[column, place] != value:
                    place += 1
                if place == MOST:
                    return i
                if place == counts[column]:
                    table[column, place] = value
                    counts[column] += 1
                held[column] = place
            codes[i, column] = place
    return len(seen)


def _pack(codes: np.ndarray, columns: np.ndarray, widths: np.ndarray, packed: np.ndarray) -> None:
    """The codes of some columns, each as wide as it needs, bit by bit, the lowest first."""
    for i in range(len(codes)):
        at = 0
        for nth in range(len(columns)):
            code = int(codes[i, columns[nth]])
            for bit in range(widths[nth]):
                packed[i, at >> 3] |= (code >> bit & 1) << (at & 7)
                at += 1


code = entry(_code)
pack = entry(_pack)


class Coder:
    """Takes the rows of one game after another, and gives the arrays of a shard."""

    def __init__(self, size: int) -> None:
        self._table, self._counts = np.zeros((size, MOST), np.uint32), np.zeros(size, np.int64)
        self._held = np.zeros(size, np.int64)
        self._games: list[np.ndarray] = []
        self._coded = True

    def add(self, rows: np.ndarray) -> None:
        """Rows of float32."""
        rows = np.ascontiguousarray(rows, np.float32)
        codes = np.empty(rows.shape, np.uint8)
        if self._coded and code(rows.view(np.uint32), codes, self._table, self._counts, self._held) < len(rows):
            self._games = [self._decoded(one) for one in self._games]
            self._coded = False
        self._games.append(codes if self._coded else rows.copy())

    def _decoded(self, codes: np.ndarray) -> np.ndarray:
        return np.asarray(self._table.view(np.float32)[np.arange(codes.shape[1]), codes])

    def arrays(self) -> dict[str, np.ndarray]:
        """`observation`, and the tables that it needs; none for rows that are kept as they are."""
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
