"""SVG to pixels, the same on every machine: fonts come with the package, never from the system."""

import io
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

CACHED = 64  # parts of pictures a painter remembers
MOST = 8192  # pixels across
FONTS = Path(__file__).parent / "fonts"
MISSING = "pictures need more than the core: pip install 'mpenv[play]' (missing: {})"


def png(svg: str, width: int | None = None) -> bytes:
    """Render a picture as PNG, at its own width or so many pixels wide."""
    if width is not None and (not isinstance(width, int) or isinstance(width, bool) or not 1 <= width <= MOST):
        raise ValueError(f"width={width!r} must be a whole number of pixels from 1 to {MOST}, or None")
    try:
        from resvg_py import svg_to_bytes
    except ImportError as missing:
        raise ModuleNotFoundError(MISSING.format(missing.name), name=missing.name) from None
    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts))


def rgb(svg: str, width: int | None = None) -> np.ndarray:
    """Render a picture as uint8[height, width, 3]."""
    written = png(svg, width)
    try:
        from PIL import Image
    except ImportError as missing:
        raise ModuleNotFoundError(MISSING.format(missing.name), name=missing.name) from None
    image: Any = Image.open(io.BytesIO(written))
    return np.array(image.convert("RGB"))


class Painter:
    """Renders pictures that change a little at a time: unchanged parts come from a cache."""

    def __init__(self, scale: float = 0.75) -> None:
        self.scale = scale
        self._cache: OrderedDict[str, np.ndarray] = OrderedDict()

    def paint(self, parts: Sequence[tuple[tuple[float, float, float, float], str]]) -> np.ndarray:
        """Render pictures side by side, each with its x, y, width and height, as uint8[height, width, 3]."""
        places = [[round(self.scale * edge) for edge in (x, y, x + w, y + h)] for (x, y, w, h), _ in parts]
        whole = np.empty((max(place[3] for place in places), max(place[2] for place in places), 3), np.uint8)
        for (left, top, right, low), (_, svg) in zip(places, parts, strict=True):
            whole[top:low, left:right] = self._painted(svg, right - left)[: low - top]
        return whole

    def _painted(self, svg: str, width: int) -> np.ndarray:
        if svg not in self._cache:
            self._cache[svg] = rgb(svg, width)
            if len(self._cache) > CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(svg)
        return self._cache[svg]

    def __getstate__(self) -> float:
        return self.scale

    def __setstate__(self, scale: float) -> None:
        Painter.__init__(self, scale)
