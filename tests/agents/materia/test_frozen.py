"""`expert@1` is frozen: it plays for ever as it did when it was published. A stronger one gets the next number."""

import hashlib
from pathlib import Path

from mpenv.agents.materia.arena import Arena
from mpenv.agents.materia.temper import temper

PACKS = Path(__file__).parents[2] / "packs"  # packs that do not change
TABLES = [
    *(("small", scenario, seats) for scenario in ("trial", "prologue") for seats in (2, 4)),
    *(("whole", scenario, 3) for scenario in ("printed", "losses", "hunt", "vault", "watch", "pilgrimage")),
]
SEEDS = range(12)
PLAYED = "9f0173a5729d247f"


def digest() -> str:
    told = hashlib.sha256()
    for pack, scenario, seats in TABLES:
        ends = Arena(SEEDS, pack=str(PACKS / pack), scenario=scenario, seats=seats).play([temper("expert")] * seats)
        told.update(repr((pack, scenario, seats, [one.tolist() for one in ends])).encode())
    return told.hexdigest()[:16]


def test_the_first_expert_plays_as_it_did() -> None:
    assert digest() == PLAYED
