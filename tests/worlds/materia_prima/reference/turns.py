"""The alchemists' turns (MP-ALCH): whose turn it is, what may be done, and what it costs."""

from collections.abc import Callable
from dataclasses import dataclass

from . import field, handling, research, towns, workshop
from .ids import BUY, CONVERT, DROP, END, EQUIP, EXCHANGE, FIGHT, MINE, MISSION, MOVE, PICK, RESEARCH, SAIL, TRANSMUTE
from .state import Figure, Game, Prompt
from .values import fix_budget


@dataclass(frozen=True)
class Verb:
    """A kind of action: its first answer, answers a figure (0: alchemists only), what is possible, and the deed."""

    first: int
    width: int
    options: Callable[[Game, int, int], set[int]]
    do: Callable[[Game, int, int, int], None]
    extra: str | None  # the additional action that pays it


VERBS = [
    Verb(MOVE, 6, field.can_move, field.move, "move"),
    Verb(MINE, 1, field.can_mine, field.mine, "mine"),
    Verb(DROP, 1, handling.can_drop, handling.drop, "drop"),
    Verb(PICK, 1, handling.can_pick, handling.pick, "drop"),
    Verb(MISSION, 1, towns.can_fulfil, towns.fulfil, None),
    Verb(EXCHANGE, 1, handling.can_exchange, handling.exchange, "exchange"),
    Verb(FIGHT, 6, field.can_fight, field.fight, "fight"),
    Verb(CONVERT, 0, workshop.can_convert, workshop.convert, "convert"),
    Verb(TRANSMUTE, 0, workshop.can_transmute, workshop.transmute, "transmute"),
    Verb(EQUIP, 0, handling.can_equip, handling.equip, "equip"),
    Verb(RESEARCH, 0, research.can_research, research.research, "research"),
    Verb(BUY, 0, towns.can_buy, towns.buy, "buy"),
    Verb(SAIL, 0, towns.can_sail, towns.sail, "sail"),
]


def turns(game: Game) -> None:
    """MP-ALCH-1, 3: the next player gets his budgets and is asked; after the last comes the inquisition."""
    if game.turn == len(game.seats):
        game.turn, game.phase = 0, "inquisition"
        return
    seat = game.order[game.turn]
    for number, _ in game.seats[seat].standing():
        fix_budget(game, seat, number)
    game.ask(Prompt("turn", seat))


def own_turn(game: Game, prompt: Prompt) -> set[int]:
    """MP-ALCH-4, 5: END, and all his figures can do and still pay for."""
    answers = {END}
    for number, figure in game.seats[prompt.seat].standing():
        for verb in VERBS:
            extra = _extra(game, verb, prompt.seat, number)
            if (verb.width or not number) and _played(game, verb) and _affordable(figure, extra):
                options = verb.options(game, prompt.seat, number)
                answers |= {verb.first + number * verb.width + option for option in options}
    return answers


def _played(game: Game, verb: Verb) -> bool:
    return verb.extra not in game.rules["without"]


def _extra(game: Game, verb: Verb, seat: int, number: int) -> str | None:
    """The additional action that pays: of a town mission that by which its kind is fulfilled."""
    return towns.deed(game, seat, number) if verb.first == MISSION else verb.extra


def _affordable(figure: Figure, extra: str | None) -> bool:
    return figure.actions > 0 or figure.extra.get(extra, 0) > 0


def take_turn(game: Game, prompt: Prompt, action: int) -> None:
    if action == END:
        _end_turn(game, prompt.seat)
        return
    verb = next(verb for verb in reversed(VERBS) if action >= verb.first)
    number, option = divmod(action - verb.first, verb.width) if verb.width else (0, action - verb.first)
    _charge(game.seats[prompt.seat].figures[number], _extra(game, verb, prompt.seat, number))
    verb.do(game, prompt.seat, number, option)


def _charge(figure: Figure, extra: str | None) -> None:
    """MP-ABIL-1: an additional action is spent before a normal one."""
    if figure.extra.get(extra, 0):
        figure.extra[extra] -= 1
        if not figure.extra[extra]:
            del figure.extra[extra]
    else:
        figure.actions -= 1


def _end_turn(game: Game, seat: int) -> None:
    game.prompts.pop()
    for _, figure in game.seats[seat].standing():
        figure.actions, figure.extra = 0, {}
    game.turn += 1
