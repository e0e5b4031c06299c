"""The site of the documentation: `make docs`. The pages stay plain Markdown; what a site wants more is added here."""

import re
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
HOME = HERE.parent

project = "mpenv"
author = copyright = "The mpenv authors"
release = version = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser"]
myst_heading_anchors = 4
exclude_patterns = ["img"]
nitpicky = True

html_theme = "furo"
html_title = f"mpenv {version}"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_use_index = False
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

PICTURE = re.compile(r"""<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img alt="([^"]*)" src="([^"]+)">\s*</picture>""")
THEMED = "```{{image}} {path}\n:alt: {alt}\n:class: only-{theme}\n```\n"
OUTSIDE = re.compile(r"\[([^]]+)\]\((\.\./[^)#]+\.md)\)")  # a page that is none of the site


def for_the_site(app: Any, name: str, source: list[str]) -> None:
    """A page as Sphinx reads it: pictures follow the theme that was chosen, the start page holds the order."""
    source[0] = OUTSIDE.sub(r"{download}`\1 <\2>`", PICTURE.sub(_themed, source[0]))
    if name == "index":
        source[0] += tables_of_contents(source[0])


def _themed(found: re.Match[str]) -> str:
    dark, alt, light = found.groups()
    return "".join(THEMED.format(path=path, alt=alt, theme=theme) for theme, path in (("light", light), ("dark", dark)))


def tables_of_contents(index: str) -> str:
    """A hidden table of contents for each heading of the start page, of the pages that are linked below it."""
    parts = re.split(r"^## (.+)$", index, flags=re.MULTILINE)[1:]
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n"
        + "\n".join(re.findall(r"^- \[[^]]+\]\(([\w-]+)\.md\)", below, re.MULTILINE))
        + "\n```\n"
        for title, below in zip(parts[::2], parts[1::2], strict=True)
    )


def setup(app: Any) -> None:
    app.connect("source-read", for_the_site)
