"""SVG to pixels, the same on every machine: the letters come from the fonts that lie here, never from the system."""

import io
from pathlib import Path
from typing import Any

import numpy as np

MOST = 8192  # pixels across
FONTS = Path(__file__).parent / "fonts"
MISSING = "pictures need more than the core: pip install 'mpenv[play]' (missing: {})"


def png(svg: str, width: int | None = None) -> bytes:
    """The picture as a PNG file; as wide as it says, or so many pixels."""
    if width is not None and (not isinstance(width, int) or isinstance(width, bool) or not 1 <= width <= MOST):
        raise ValueError(f"width={width!r} must be a whole number of pixels from 1 to {MOST}, or None")
    try:
        from resvg_py import svg_to_bytes
    except ImportError as missing:
        raise ModuleNotFoundError(MISSING.format(missing.name), name=missing.name) from None
    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts))


def rgb(svg: str, width: int | None = None) -> np.ndarray:
    """The picture as uint8[height, width, 3]."""
    written = png(svg, width)
    try:
        from PIL import Image
    except ImportError as missing:
        raise ModuleNotFoundError(MISSING.format(missing.name), name=missing.name) from None
    image: Any = Image.open(io.BytesIO(written))
    return np.array(image.convert("RGB"))
