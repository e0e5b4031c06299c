"""A state in words: figures, threats, the question, and the meaning of each answer."""

from collections.abc import Iterator

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import odds, text, where, words
from mpenv.worlds.materia_prima.draw.asks import asks
from mpenv.worlds.materia_prima.draw.meaning import choices, meaning
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.targeting import HOMUNCULUS, TOWER
from mpenv.worlds.materia_prima.view import View


def described(view: View) -> str:
    """Full description of a view, to its last legal answer."""
    parts = [text.headline(view.pack, view.state), situation(view), "\n".join(text.lying(view)), asks(view)]
    if view.legal:
        parts.append("\n".join([phrase("situation.answers"), *answers(view)]))
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
            who = words.figure(pack, s, seat, number)
            if actor.hex == UNSEEN:
                yield phrase("situation.unseen", who=who)
            if actor.hex < 0:
                continue
            at_home = actor.hex == s.seat[seat].tower
            home = phrase("situation.home", place=words.place(pack, actor.hex)) if at_home else ""
            count, room = actor.load.sum(), view.stat(seat, number, "capacity")
            load = phrase("why.load", what=words.elements(pack, actor.load), count=count, room=room)
            yield phrase("situation.stands", who=who, place=home or where.place(pack, s, actor.hex), load=load)


def dangers(view: View) -> Iterator[str]:
    """A line for each inquisitor next to a figure or tower of the players."""
    pack, s = view.pack, view.state
    for hunter in where.hunters(pack, s):
        beside = [*_beside(view, hunter)]
        if beside:
            acts = words.counted(view.value(hunter.slot, "actions"), "action")
            hex = words.place(pack, hunter.hex)
            beside_whom = ", ".join(beside)
            yield phrase("situation.danger", who=hunter.name, place=hex, actions=acts, beside=beside_whom)


def _beside(view: View, one: where.Hunter) -> Iterator[str]:
    pack, s = view.pack, view.state
    kind = pack.readable.inquisitor[s.slot[one.slot].type]
    hunted = (kind.primary, kind.secondary)
    much = words.counted(view.value(one.slot, "destroy"), "element")
    for seat in range(s.seats):
        me = s.seat[seat]
        if TOWER in hunted and me.tower >= 0 and where.apart(pack, one.hex, me.tower) == 1:
            yield phrase("situation.tower", who=words.colour(pack, s, seat), elements=much)
        for number in range(v.FIGURES):
            hex = me.figure[number].hex
            if kind.destroys and min(number, HOMUNCULUS) not in hunted:
                continue
            if hex >= 0 and hex != me.tower and where.apart(pack, one.hex, hex) == 1:
                fall = (
                    phrase("situation.destroys", elements=much)
                    if kind.destroys
                    else odds.fall(s, view.stat(seat, number, "defence"), view.value(one.slot, "attack"))
                )
                yield f"{words.figure(pack, s, seat, number)} ({fall})"


def answers(view: View) -> Iterator[str]:
    """A line for each legal answer: number, notation and meaning."""
    legal = choices(view)
    wide = max((len(view.words(action)) for action in legal), default=0)
    for action in legal:
        yield f"{action:5}  {view.words(action):{wide}}  {meaning(view, action)}"
