"""Policies that come with mpenv, `policy:NAME`: a folder each in mpenv/policies, checked by its hashes.

`hashes.json` there holds the SHA-256 of each file of each policy. A name in it always means that policy, also where the
command is called beside a folder of the same name: results of `policy:NAME` are comparable anywhere. That folder is
`policy:./NAME`.
"""

import hashlib
from pathlib import Path
from typing import Any

from mpenv import files
from mpenv.agents.learned.card import Card
from mpenv.agents.learned.checkpoint import ABOUT_BYTES
from mpenv.spelling import did_you_mean

HOME = Path(__file__).resolve().parents[2] / "policies"
HASHES = "hashes.json"
CARD = "card.toml"
FILES = ("about.json", "arrays.npz", CARD)
MOST_BYTES = 2_000_000  # of a policy with its card


def known() -> dict[str, dict[str, str]]:
    """Return the names of all policies that come along, each with the SHA-256 of its files."""
    path = HOME / HASHES
    if not path.exists():
        return {}
    found: Any = files.read_json(path, ABOUT_BYTES)
    if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
        raise files.BadFile(path, "must be a table with the files of each policy and their hashes")
    return found


def is_name(place: str) -> bool:
    """Check that what stands behind `policy:` may be a name: it has no separator of paths."""
    return place not in ("", ".", "..") and not any(one in place for one in "/\\\0")


def place_of(place: str) -> Path:
    """Return the folder that is meant by what stands behind `policy:`, unchecked."""
    return HOME / place if is_name(place) and place in known() else Path(place)


def find(place: str) -> Path:
    """Return that folder; a policy that comes along has the files that were shipped, or a ValueError names one."""
    there = known()
    if is_name(place) and place in there:
        _check(place, there[place])
    elif is_name(place) and not Path(place).exists():
        names = f"there are: {', '.join(sorted(there))}" if there else "there are none yet"
        words = f"there is no folder {place!r} here, and no policy of that name comes with mpenv; {names}"
        raise ValueError(f"agent 'policy:{place}': {words}{did_you_mean(place, there)}")
    return place_of(place)


def card(name: str) -> Card:
    """Return the card of a policy that comes along, after a look at its hashes."""
    return Card.read(find(name) / CARD)


def hashes(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a policy."""
    return {name: _hash(folder / name) for name in FILES}


def _hash(path: Path) -> str:
    return hashlib.sha256(files.read_bytes(path, MOST_BYTES)).hexdigest()


def _check(name: str, wanted: dict[str, str]) -> None:
    """Refuse a policy with a file that is not as it was shipped."""
    for file in FILES:
        path = HOME / name / file
        if (found := _hash(path)) != wanted.get(file):
            words = (
                f"its SHA-256 is {found[:12]}..., that of the file that came with mpenv {str(wanted.get(file))[:12]}..."
            )
            raise files.BadFile(path, f"was changed: {words}; install mpenv anew")
