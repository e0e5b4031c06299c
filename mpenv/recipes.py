"""Configurations that come along: `mpenv train quickstart` finds `configs/train/quickstart.toml` by its name."""

from pathlib import Path

from mpenv.spelling import did_you_mean

HERE = Path(__file__).resolve().parent
PLACES = HERE / "configs" / "train", HERE.parent / "configs" / "train"  # in a wheel, in a checkout


def named() -> dict[str, Path]:
    """Return the configurations for training by name."""
    place = next((one for one in PLACES if one.is_dir()), PLACES[0])
    return {path.stem: path for path in sorted(place.glob("*.toml"), key=lambda one: one.stem)}


def find(name: str) -> Path:
    """Find a configuration by its name, or as a file of the user; a file of that name comes first."""
    path = Path(name)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return path
    known = named()
    if name not in known:
        words = f"there is no configuration {name!r}, there are: {', '.join(known)}, or a file of yours"
        raise ValueError(words + did_you_mean(name, known))
    return known[name]


def sentence(path: Path) -> str:
    """Return the first line of a configuration: what it trains, in a sentence."""
    with open(path, encoding="utf-8") as file:
        return file.readline().removeprefix("#").strip()
