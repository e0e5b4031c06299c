"""The course of the game: phases one after the other, and questions wherever somebody has a choice."""

from collections.abc import Callable

from . import (
    alarm,
    belongings,
    ending,
    events,
    field,
    handling,
    inquisition,
    research,
    setup,
    talk,
    towns,
    turns,
    workshop,
)
from .state import Game, Prompt

PHASES: dict[str, Callable[[Game], None]] = {
    "placing": setup.placing,
    "dawn": events.dawn,
    "event": events.event,
    "entry": alarm.entry,
    "saying": talk.saying,
    "turns": turns.turns,
    "inquisition": inquisition.inquisition,
    "dusk": ending.dusk,
    "carrying": ending.carrying,
}

QUESTIONS: dict[str, tuple[Callable[[Game, Prompt], set[int]], Callable[[Game, Prompt, int], None]]] = {
    "place_tower": (setup.where_to_place, setup.place),
    "place_alchemist": (setup.where_to_place, setup.place),
    "pay": (events.to_pay, events.pay),
    "spend": (events.to_spend, events.spend),
    "lose": (events.to_lose, events.lose),
    "sacrifice": (events.to_sacrifice, events.sacrifice),
    "overload": (belongings.carried_elements, belongings.drop_overload),
    "entry": (alarm.where_to_enter, alarm.enter),
    "say": (talk.to_say, talk.say),
    "turn": (turns.own_turn, turns.take_turn),
    "drop": (handling.to_drop, handling.drop_one),
    "pick": (handling.to_pick, handling.pick_one),
    "who": (handling.with_whom, handling.meet),
    "exchange": (handling.to_exchange, handling.exchange_one),
    "equip": (handling.to_equip, handling.equip_one),
    "loot": (field.to_loot, field.loot),
    "swap": (field.to_swap, field.swap),
    "payment": (workshop.to_settle, workshop.settle_one),
    "keep": (research.to_keep, research.keep),
    "private": (research.to_hide, research.hide),
    "discard": (research.to_discard, research.discard_one),
    "give": (towns.to_give, towns.give),
    "enter_town": (towns.to_enter, towns.enter_town),
    "destroy": (inquisition.to_destroy, inquisition.destroy),
    "extend": (ending.to_extend, ending.extend),
    "carry": (ending.to_carry, ending.carry),
    "carry_extension": (ending.to_carry_extension, ending.carry_extension),
}


def legal(game: Game) -> set[int]:
    """The answers to the question on top."""
    if not game.prompts:
        return set()
    answers, _ = QUESTIONS[game.prompts[-1].kind]
    return answers(game, game.prompts[-1])


def answer(game: Game, action: int) -> None:
    _, do = QUESTIONS[game.prompts[-1].kind]
    do(game, game.prompts[-1], action)


def play_on(game: Game) -> None:
    """Until somebody has a real choice or the game is over. A question with one answer answers itself."""
    while game.outcome is None:
        if not game.prompts:
            PHASES[game.phase](game)
            continue
        ending.latch(game)
        answers = legal(game)
        if len(answers) > 1 or (game.prompts[-1].kind == "turn" and "move" in game.rules["without"]):
            return
        (only,) = answers
        answer(game, only)
    game.prompts.clear()
