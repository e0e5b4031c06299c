"""Explanations of a scripted player's last decision, in one line."""

from typing import Any

import numpy as np

from mpenv.agents.materia_prima import memory as p
from mpenv.agents.materia_prima.costs import UNKNOWN
from mpenv.agents.materia_prima.features import FEATURES, ONE, PLAN
from mpenv.agents.materia_prima.scorer import UNIT
from mpenv.engine.records import readable
from mpenv.language import USUAL, speaking
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.rules import missions
from mpenv.worlds.materia_prima.view import View


def reason(view: View, answer: int, memories: np.ndarray, weighed: np.ndarray) -> str:
    """Say which job the player is at and, where the answer departs from the plan, which features outweighed the plan.

    `weighed`: the weighted features of each answer. Like all that agents say, it is in English.
    """
    with speaking(USUAL):
        return _reason(view, answer, memories, weighed)


def _reason(view: View, answer: int, memories: np.ndarray, weighed: np.ndarray) -> str:
    memory: Any = memories.view(readable(p.MEMORY))[0]
    at = _job(view, memory, memory.main) if memory.main != p.NONE else "nothing to do for the mission"
    if answer == memory.planned:
        return at
    gain = (weighed[answer] - weighed[memory.planned]) / (UNIT * ONE)
    if gain.sum() < 0:
        return f"{at}; but rather than {view.words(memory.planned)!r}: a whim"
    liked = [f"{name} {gain[k]:+.1f}" for k, name in enumerate(FEATURES) if gain[k] > 0 and k != PLAN]
    return f"{at}; but rather than {view.words(memory.planned)!r}: {', '.join(liked)}"


def _job(view: View, memory: Any, number: int) -> str:
    """A job in words, with the actions it will take."""
    job = memory.job[number]
    about = f" (about {words.counted(job.effort, 'action')})" if job.effort < p.FAR + UNKNOWN else ""
    return what(view, memory, job) + about


def what(view: View, memory: Any, job: Any) -> str:
    """The purpose of a job in words."""
    s, pack = view.state, view.pack
    goal: Any = pack.entries["scenario"][s.scenario]["mission"][job.goal] if job.goal >= 0 else None
    if job.predicate in (missions.MAKE, missions.HOLD, p.GEAR):
        return _made(pack, s, job, goal)
    if job.predicate == missions.STOCK:
        return f"bring home what the mission counts: {words.goal(pack, goal, s.seats)}"
    if job.predicate in (missions.MISSIONS, missions.EVENTS):
        town = pack.name(pack.ids["town"][job.what])
        return f"serve {town}: {words.errand(pack, s.mission[job.what])}"
    if job.predicate == missions.DEFEAT:
        hunter = memory.hunter[job.what]
        return f"defeat {notation.inquisitor(pack, s, hunter.slot, hunter.which)} {words.whereabouts(pack, hunter.hex)}"
    if job.predicate == missions.STAND:
        return f"be in place for the end: {words.goal(pack, goal, s.seats)}"
    if job.predicate == p.TRADE:
        return f"buy in {pack.name(pack.ids['town'][job.what])}: {words.extension(pack, s.market[job.what])}"
    if job.predicate == p.STUDY:
        return f"draw recipes: {v.KINDS[job.what]}"
    if job.predicate == p.FETCH:
        return f"bring home {job.count} {pack.ids['element'][job.what]}"
    seat, element = divmod(job.what, v.MAX_ELEMENTS)
    return f"bring {job.count} {pack.ids['element'][element]} to {notation.colour(pack, s, seat)}, who lacks it"


def _made(pack: Pack, s: Any, job: Any, goal: Any) -> str:
    """What is transmuted, and what for."""
    use = f"for the mission ({words.goal(pack, goal, s.seats)})" if goal else "because it is of use"
    if job.what == p.NONE:
        return f"find a recipe {use}"
    card = s.pool[job.what] if job.what < v.POOL else s.seat[job.seat].private
    return f"make {words.called(pack, card)} {use}"
