"""The words of this world for shared rooms, and the games that are measured."""

from mpenv.terms import Terms, Tutorial, Variant
from mpenv.worlds.materia_prima.draw.account import LATE

TUTORIAL = Tutorial(
    {"scenario": "first-days", "seats": 4},
    "mpenv.agents.materia_prima.guided:Guided",
    "four short days that show the rules, with somebody who says what to do",
)
GERMAN = "vier kurze Tage, die die Regeln zeigen, mit jemandem, der sagt, was zu tun ist"
TERMS = Terms(
    success="success",
    headings={"success": "mission met", **{one: one.replace("success", "met") for one in LATE}, "abort": "aborted"},
    rare=LATE,
    abrupt=("abort",),
    round="day",
    round_begins="day {} begins",
    wins="meets the mission",
    translated={"de": {"round": "Tag", "round_begins": "Tag {} beginnt", "tutorial": TUTORIAL._replace(words=GERMAN)}},
    teammate="expert",
    actions={"errands": "mpenv.agents.materia_prima.by_errand.world:ERRANDS"},
    variants={
        "seats_3": Variant("3 seats", {"seats": 3}),
        "seats_4": Variant("4 seats", {"seats": 4}),
        "tithe": Variant("scenario `tithe`", {"scenario": "tithe"}),
        "great_work": Variant("scenario `great-work`", {"scenario": "great-work"}),
        "drill_errand": Variant("scenario `drill-errand`", {"scenario": "drill-errand"}),
    },
    tutorial=TUTORIAL,
)
