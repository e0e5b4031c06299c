"""Chances of dice in words."""

from fractions import Fraction
from typing import Any

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw.phrases import phrase


def at_least(faces: list[int], dice: int, total: int) -> Fraction:
    """Chance that dice of these faces show at least a total."""
    ways = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for so_far, count in ways.items():
            for face in faces:
                more[so_far + face] = more.get(so_far + face, 0) + count
        ways = more
    return Fraction(sum(count for sum_, count in ways.items() if sum_ >= total), len(faces) ** dice)


def percent(chance: Fraction) -> str:
    """`33%`; a chance that is not certain is never shown as 0% or 100%."""
    if 0 < chance < 1:
        return f"{min(99, max(1, round(100 * chance)))}%"
    return phrase("odds.sure") if chance else phrase("odds.impossible")


def is_possible(s: Any, figure: int, dice: int, defence: int) -> bool:
    """Check that an attack can succeed."""
    return _chance(s, figure, dice, defence) > 0


def _bonus(s: Any, figure: int) -> int:
    return int(s.bonus[v.STATS.index("attack")]) if figure == 0 and s.house.event_total else 0  # AMB-7


def _chance(s: Any, figure: int, dice: int, defence: int) -> Fraction:
    return at_least(s.house.die.tolist(), dice, defence + 1 - _bonus(s, figure))


def attack(s: Any, figure: int, dice: int, defence: int) -> str:
    """`rolls 2 dice and needs 3 to beat defence 2: 33%` (MP-ACT-FIGHT-3)."""
    bonus, chance = _bonus(s, figure), _chance(s, figure, dice, defence)
    return phrase(
        "odds.attack",
        dice=phrase.counted(dice, "die"),
        adds=phrase("odds.adds", bonus=bonus) if bonus else "",
        needs=defence + 1,
        defence=defence,
        chance=percent(chance),
    )


def fall(s: Any, dice: int, attack: int) -> str:
    """`attack 2 against 1 die: falls 67% each time` (MP-INQ-27)."""
    chance = 1 - at_least(s.house.die.tolist(), dice, attack)
    if 0 < chance < 1:
        falls = phrase("odds.falls_each", chance=percent(chance))
    else:
        falls = phrase("odds.falls") if chance else phrase("odds.holds")
    return phrase("odds.fall", attack=attack, dice=phrase.counted(dice, "die"), falls=falls)
