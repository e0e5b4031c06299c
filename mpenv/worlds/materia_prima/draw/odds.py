"""Chances of dice in words."""

from fractions import Fraction
from typing import Any

from mpenv.worlds.materia_prima.content import vocabulary as v


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
    return "sure" if chance else "impossible"


def attack(s: Any, figure: int, dice: int, defence: int) -> str:
    """`rolls 2 dice and needs 3 to beat defence 2: 33%` (MP-ACT-FIGHT-3)."""
    bonus = s.bonus[v.STATS.index("attack")] if figure == 0 and s.house.event_total else 0  # AMB-7
    chance = at_least(s.house.die.tolist(), dice, defence + 1 - bonus)
    added = f" and adds {bonus}" if bonus else ""
    die = "die" if dice == 1 else "dice"
    return f"rolls {dice} {die}{added} and needs {defence + 1} to beat defence {defence}: {percent(chance)}"


def fall(s: Any, dice: int, attack: int) -> str:
    """`attack 2 against 1 die: falls 67% each time` (MP-INQ-27)."""
    chance = percent(1 - at_least(s.house.die.tolist(), dice, attack))
    falls = {"impossible": "holds", "sure": "falls"}.get(chance, f"falls {chance} each time")
    return f"attack {attack} against {dice} {'die' if dice == 1 else 'dice'}: {falls}"
