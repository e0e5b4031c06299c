"""Account of the end of a game, and of its reasons: goals missed, soul stones lost, events that came."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from mpenv.world import Outcome
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.clauses import wanted
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules.state import ABORT, ACCOUNT, OUTCOMES, PAID, RUNNING, SUCCESS
from mpenv.worlds.materia_prima.view import View

TEAM = 1
LATE = tuple(f"success as {level}" for level in v.DIFFICULTIES[1:-1])  # after going on at an easier level
NAMES = ACCOUNT.names or ()


def outcome_of(view: View) -> Outcome | None:
    """Outcome of the game of a view; None while it runs."""
    if view.state.outcome == RUNNING:
        return None
    return ended(view.pack, view.state.scenario, view.account())


def result(end: Outcome) -> str:
    """The result in the language that is spoken: `success as easy` after an extension."""
    if end.listed in LATE:
        return phrase("end.late", level=words.term(v.DIFFICULTIES[LATE.index(end.listed) + 1]))
    return phrase(f"outcome.{end.result}")


def ended(pack: Pack, scenario: int, account: np.ndarray) -> Outcome:
    """Outcome that an account describes."""
    plain = account.view(ACCOUNT)
    a = SimpleNamespace(**{name: plain[name][0].tolist() for name in NAMES})
    a.colours = [phrase(f"colour.{notation.stands(pack, *one)}") for one in a.seated[: a.seats]]
    details = {
        "missing": missing(pack, scenario, a) if a.outcome != SUCCESS else [],
        "stones": stones(pack, a),
        "events": events(pack, scenario, a),
    }
    if a.difficulty != a.started:
        details["extended"] = [{"from": v.DIFFICULTIES[a.started], "to": v.DIFFICULTIES[a.difficulty]}]
    success, late = a.outcome == SUCCESS, a.difficulty != a.started
    worth, listed = 1.0 if success and not late else 0.0, LATE[a.difficulty - 1] if success and late else ""
    return Outcome(OUTCOMES[a.outcome], a.day, tuple(_reasons(a, details)), worth, details, success, listed)


def missing(pack: Pack, scenario: int, a: Any) -> list[dict[str, Any]]:
    """Goals that were missed: by whom, and how far."""
    found = []
    for number, goal in enumerate(pack.entries["scenario"][scenario]["mission"]):
        late = [seat for seat in range(a.seats) if not a.reached[seat] >> number & 1]
        wants = wanted(goal, a.seats)
        words_of_goal = words.goal(pack, goal, a.seats)
        if goal["who"] == TEAM and late:
            has = sum(a.progress[seat][number] for seat in range(a.seats))
            found.append({"goal": words_of_goal, "who": phrase("goal.team"), "has": has, "wants": wants})
        elif goal["who"] != TEAM:
            found += [
                {"goal": words_of_goal, "who": a.colours[seat], "has": a.progress[seat][number], "wants": wants}
                for seat in late
            ]
    return found


def stones(pack: Pack, a: Any) -> list[dict[str, Any]]:
    """Soul stones lost, in order; one lost before a position has no day and no inquisitor."""
    watched = [a.fallen_seat[nth] for nth in range(a.seats) if a.fallen_day[nth]]
    before = [seat for seat in range(a.seats) if a.lost_stones[seat] and seat not in watched]
    return [{"who": a.colours[seat], "day": None, "to": ""} for seat in before] + [
        {"who": a.colours[seat], "day": a.fallen_day[nth], "to": _inquisitor(pack, a.fallen_to[nth])}
        for nth, seat in enumerate(watched)
    ]


def _inquisitor(pack: Pack, figure: int) -> str:
    """`B1`: the older figure of type B."""
    return f"{pack.entries['type'][figure // v.STANDEES]['letter']}{figure % v.STANDEES + 1}"


def events(pack: Pack, scenario: int, a: Any) -> list[dict[str, Any]]:
    """Events that came: their day, whether they were paid, and their effect."""
    rows = pack.entries["scenario"][scenario]["events"]
    return [
        {
            "day": row["day"],
            "paid": a.happened[k] == PAID,
            "effect": words.effect(pack, row["paid" if a.happened[k] == PAID else "unpaid"]),
        }
        for k, row in enumerate(rows)
        if a.happened[k]
    ]


def _reasons(a: Any, details: dict[str, Any]) -> list[str]:
    if a.outcome == SUCCESS:
        started, level = (words.term(v.DIFFICULTIES[one]) for one in (a.started, a.difficulty))
        longer = phrase("end.extended", started=started, level=level)
        return [phrase("end.met"), *([longer] if a.difficulty != a.started else [])]
    if a.outcome == ABORT:
        return [phrase("end.last_stone"), *map(fell, details["stones"])]
    return [lacked(detail) for detail in details["missing"]]


def lacked(goal: dict[str, Any]) -> str:
    """`green did not make 2 homunculus (1 of 2)`."""
    counted = phrase("end.counted", has=goal["has"], wants=goal["wants"]) if goal["wants"] > 1 else ""
    return phrase("end.lacked", who=goal["who"], goal=goal["goal"], counted=counted)


def fell(stone: dict[str, Any]) -> str:
    """`green's fell on day 7 to B1`."""
    if stone["day"]:
        return phrase("end.fell", who=stone["who"], day=stone["day"], to=stone["to"])
    return phrase("end.fell_before", who=stone["who"])
