"""The words of this world for shared rooms, and the games that are measured."""

from mpenv.terms import Terms, Variant
from mpenv.worlds.materia_prima.draw.account import LATE

TERMS = Terms(
    success="success",
    headings={"success": "mission met", LATE: "met later", "abort": "aborted"},
    rare=(LATE,),
    abrupt=("abort",),
    round="day",
    round_begins="day {} begins",
    wins="meets the mission",
    translated={"de": {"round": "Tag", "round_begins": "Tag {} beginnt"}},
    teammate="expert",
    variants={
        "seats_3": Variant("3 seats", {"seats": 3}),
        "seats_4": Variant("4 seats", {"seats": 4}),
        "tithe": Variant("scenario `tithe`", {"scenario": "tithe"}),
        "great_work": Variant("scenario `great-work`", {"scenario": "great-work"}),
        "drill_errand": Variant("scenario `drill-errand`", {"scenario": "drill-errand"}),
    },
)
