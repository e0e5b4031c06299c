"""A state in words: figures, threats, the question, and the meaning of each answer."""

from collections.abc import Iterator

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import odds, text, where, words
from mpenv.worlds.materia_prima.draw.asks import asks
from mpenv.worlds.materia_prima.draw.meaning import choices, meaning
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.targeting import HOMUNCULUS, TOWER
from mpenv.worlds.materia_prima.view import View


def described(view: View) -> str:
    """Full description of a view, to its last legal answer."""
    parts = [text.headline(view.pack, view.state), situation(view), "\n".join(text.lying(view)), asks(view)]
    if view.legal:
        parts.append("\n".join(["Legal answers, each with its number, its notation and its meaning:", *answers(view)]))
    return "\n\n".join(parts)


def situation(view: View) -> str:
    """Figures and dangers."""
    return "\n".join([*standing(view), *dangers(view)])


def standing(view: View) -> Iterator[str]:
    """A line for each figure of the players."""
    pack, s = view.pack, view.state
    for seat in notation.turn_order(s):
        for number in range(v.FIGURES):
            actor = s.seat[seat].figure[number]
            who = notation.figure(pack, s, seat, number)
            if actor.hex == UNSEEN:
                yield f"{who} stands out of sight."
            if actor.hex < 0:
                continue
            home = f"its tower at {words.place(pack, actor.hex)}" if actor.hex == s.seat[seat].tower else ""
            load = f"{words.elements(pack, actor.load)} ({actor.load.sum()} of {view.stat(seat, number, 'capacity')})"
            yield f"{who} stands at {home or where.place(pack, s, actor.hex)} and carries {load}."


def dangers(view: View) -> Iterator[str]:
    """A line for each inquisitor next to a figure or tower of the players."""
    pack, s = view.pack, view.state
    for hunter in where.hunters(pack, s):
        beside = [*_beside(view, hunter)]
        if beside:
            acts = words.counted(view.value(hunter.slot, "actions"), "action")
            hex = words.place(pack, hunter.hex)
            yield f"DANGER: {hunter.name} at {hex}, with {acts} tonight, stands next to {', '.join(beside)}."


def _beside(view: View, one: where.Hunter) -> Iterator[str]:
    pack, s = view.pack, view.state
    kind = pack.readable.inquisitor[s.slot[one.slot].type]
    hunted = (kind.primary, kind.secondary)
    much = words.counted(view.value(one.slot, "destroy"), "element")
    for seat in range(s.seats):
        me = s.seat[seat]
        if TOWER in hunted and me.tower >= 0 and where.apart(pack, one.hex, me.tower) == 1:
            yield f"{notation.colour(pack, s, seat)}'s tower (destroys {much})"
        for number in range(v.FIGURES):
            hex = me.figure[number].hex
            if kind.destroys and min(number, HOMUNCULUS) not in hunted:
                continue
            if hex >= 0 and hex != me.tower and where.apart(pack, one.hex, hex) == 1:
                fall = (
                    f"destroys {much}"
                    if kind.destroys
                    else odds.fall(s, view.stat(seat, number, "defence"), view.value(one.slot, "attack"))
                )
                yield f"{notation.figure(pack, s, seat, number)} ({fall})"


def answers(view: View) -> Iterator[str]:
    """A line for each legal answer: number, notation and meaning."""
    legal = choices(view)
    wide = max((len(view.words(action)) for action in legal), default=0)
    for action in legal:
        yield f"{action:5}  {view.words(action):{wide}}  {meaning(view, action)}"
