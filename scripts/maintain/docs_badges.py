"""The badges of the README as small SVG files, made of what pyproject.toml says: `make pictures`."""

import sys
import tomllib
from html import escape
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
IMAGES = HOME / "docs" / "img"
LETTER, EDGE, HEIGHT = 6.1, 7, 20  # pixels: a letter, the room beside the words, the badge
FONT = "11px Verdana,'DejaVu Sans',sans-serif"


def facts() -> dict[str, tuple[str, str]]:
    """Each badge by its name: the two halves of its words."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [one.rpartition(" ")[2] for one in project["classifiers"] if one.startswith("Programming Language")]
    return {
        "python": ("python", " | ".join(one for one in versions if "." in one)),
        "interfaces": ("interfaces", "PettingZoo | gymnasium | Stable-Baselines3"),
        "license": ("license", project["license"]),
    }


def drawn(left: str, right: str) -> str:
    """A badge as SVG."""
    first, second = (round(LETTER * len(words)) + 2 * EDGE for words in (left, right))
    width = first + second
    texts = "".join(
        f'<text x="{x}" y="14" textLength="{length - 2 * EDGE}" fill="#fff">{escape(words)}</text>'
        for x, length, words in ((EDGE, first, left), (first + EDGE, second, right))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(left)}: {escape(right)}">'
        f'<clipPath id="round"><rect width="{width}" height="{HEIGHT}" rx="3"/></clipPath>'
        f'<g clip-path="url(#round)"><rect width="{first}" height="{HEIGHT}" fill="#444c56"/>'
        f'<rect x="{first}" width="{second}" height="{HEIGHT}" fill="#00664d"/></g>'
        f'<g style="font:{FONT}">{texts}</g></svg>\n'
    )


def main() -> int:
    for name, words in facts().items():
        (IMAGES / f"badge-{name}.svg").write_text(drawn(*words), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
