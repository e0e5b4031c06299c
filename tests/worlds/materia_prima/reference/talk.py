"""Table talk: before the turns each player in today's order says what he intends, or nothing."""

from .board import TOWNS
from .handling import table_order
from .ids import END, FIGHT, RESEARCH, SAIL, TAKE, WHO
from .pack import KINDS
from .state import Game, Prompt


def after_alarms(game: Game) -> str:
    """The phase behind the alarms; yesterday's words are forgotten when a new day's talk begins."""
    if game.rules["table_talk"] == "silent":
        return "turns"
    for seat in game.seats:
        seat.said = None
    return "saying"


def saying(game: Game) -> None:
    if game.turn == len(game.seats):
        game.turn, game.phase = 0, "turns"
        return
    game.turn += 1
    game.ask(Prompt("say", game.order[game.turn - 1]))


def intentions(game: Game, seat: int) -> dict[int, str]:
    """The answers and how each is told."""
    said = {TAKE + nth: f"gather {element}" for nth, element in enumerate(game.pack.elements)}
    said |= {RESEARCH + nth: f"make {kind}" for nth, kind in enumerate(KINDS)}
    said |= {SAIL + nth: f"serve {town}" for nth, town in enumerate(TOWNS) if game.board.town(town)}
    for nth, slot in enumerate(game.display):
        if slot.cards:
            said[FIGHT + nth * 2] = f"fight {game.pack.inquisitors[slot.cards[0]]['letter']}"
    others = enumerate(table_order(game, seat))
    return said | {WHO + nth * 4: f"help {game.seats[other].colour}" for nth, other in others if nth}


def to_say(game: Game, prompt: Prompt) -> set[int]:
    return {END, *intentions(game, prompt.seat)}


def say(game: Game, prompt: Prompt, action: int) -> None:
    game.seats[prompt.seat].said = intentions(game, prompt.seat).get(action)
    game.prompts.pop()
