"""How the game ended: on top of the conversions, which nobody needs any more."""

from mpenv.materia.draw.svg.letters import say
from mpenv.materia.draw.svg.marks import panel, rect
from mpenv.materia.draw.svg.scene import Scene
from mpenv.materia.rules.state import OUTCOMES, RUNNING, SUCCESS


def outcome(scene: Scene) -> str:
    """The result and its account; nothing while the game runs."""
    s, box = scene.s, scene.places.hand
    if s.outcome == RUNNING:
        return ""
    kind = "good" if s.outcome == SUCCESS else "alert"
    said = f"{OUTCOMES[s.outcome].capitalize()} on day {s.day}"
    return panel(box) + rect(box, "now", 8) + say(box.x + 14, box.y + 28, said, f"title {kind}", box.w - 28)
