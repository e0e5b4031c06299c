"""Experts with a number are frozen: each plays for ever as it did first. A stronger one gets the next number."""

import hashlib

import pytest

from mpenv.agents.materia_prima.compiled_matches import Arena
from mpenv.agents.materia_prima.scripted import Expert, Expert1, Expert2, ScriptedPlayer
from mpenv.agents.materia_prima.temperament import Temperament
from tests.places import TESTS

PACKS = TESTS / "packs"  # packs that do not change
TABLES = [
    *(("small", scenario, seats) for scenario in ("trial", "prologue") for seats in (2, 4)),
    *(("whole", scenario, 3) for scenario in ("printed", "losses", "hunt", "vault", "watch", "pilgrimage")),
]
SEEDS = range(12)


def digest(expert: Temperament) -> str:
    told = hashlib.sha256()
    for pack, scenario, seats in TABLES:
        ends = Arena(SEEDS, pack=str(PACKS / pack), scenario=scenario, seats=seats).play([expert] * seats)
        told.update(repr((pack, scenario, seats, [one.tolist() for one in ends])).encode())
    return told.hexdigest()[:16]


@pytest.mark.parametrize(
    ("expert", "played"),
    [(Expert1, "f0b02a7c9d2ec2d5"), (Expert2, "c11937cb7ad417f2"), (Expert, "77f6f8cabbd005e4")],
)
def test_an_expert_plays_as_it_did(expert: type[ScriptedPlayer], played: str) -> None:
    assert digest(expert.temperament) == played
