"""Research (MP-ACT-RESEARCH): draw recipe cards, keep one or two for the common pool."""

from .ids import CARD, DRAWN, NEW_CARD, NO, YES
from .pack import KINDS
from .state import Game, Prompt
from .towns import town_of
from .values import able
from .workshop import draw


def can_research(game: Game, seat: int, figure: int) -> set[int]:
    """In an open town, or with MP-ABIL-5 anywhere: the decks that have a card or a discard."""
    if town_of(game, seat, 0) is None and not able(game, seat, "research anywhere"):
        return set()
    piles = [game.recipes[kind] for kind in KINDS]
    return {nth for nth, pile in enumerate(piles) if pile.deck or pile.discard}


def research(game: Game, seat: int, figure: int, deck: int) -> None:
    """MP-ACT-RESEARCH-1, MP-ABIL-2: draw 2 and keep 1, or 4 and keep 2."""
    keep = 2 if able(game, seat, "research more") else 1
    drawn = [draw(game, KINDS[deck]) for _ in range(2 * keep)]
    game.drawn = [card for card in drawn if card]
    game.ask(Prompt("keep", seat, amount=min(keep, len(game.drawn))))


def to_keep(game: Game, prompt: Prompt) -> set[int]:
    return {DRAWN + nth for nth, card in enumerate(game.drawn) if card}


def keep(game: Game, prompt: Prompt, action: int) -> None:
    prompt.amount -= 1
    nth = action - DRAWN
    if game.rules["private_slot"] and able(game, prompt.seat, "private recipe") and not game.seats[prompt.seat].private:
        game.ask(Prompt("private", prompt.seat, slot=nth))
    else:
        _to_pool(game, prompt.seat, nth)


def to_hide(game: Game, prompt: Prompt) -> set[int]:
    return {NO, YES}


def hide(game: Game, prompt: Prompt, action: int) -> None:
    """MP-ABIL-4: into the private slot or to the pool."""
    game.prompts.pop()
    if action == YES:
        game.seats[prompt.seat].private = game.drawn[prompt.slot]
        _placed(game, prompt.slot)
    else:
        _to_pool(game, prompt.seat, prompt.slot)


def _to_pool(game: Game, seat: int, nth: int) -> None:
    """MP-ACT-RESEARCH-2, 3: within the limit of three cards a seat."""
    if sum(card is not None for card in game.pool) >= 3 * len(game.seats):
        game.ask(Prompt("discard", seat, slot=nth))
    else:
        game.pool[game.pool.index(None)] = game.drawn[nth]
        _placed(game, nth)


def to_discard(game: Game, prompt: Prompt) -> set[int]:
    return {CARD + slot for slot, card in enumerate(game.pool) if card} | {NEW_CARD}


def discard_one(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    new = game.drawn[prompt.slot]
    if action == NEW_CARD:
        game.discard(new)
    else:
        game.discard(game.pool[action - CARD])
        game.pool[action - CARD] = None
        game.pool[game.pool.index(None)] = new
    _placed(game, prompt.slot)


def _placed(game: Game, nth: int) -> None:
    """A kept card has found its place; after the last the others are discarded."""
    game.drawn[nth] = None
    if not game.prompts[-1].amount:
        game.prompts.pop()
        for card in game.drawn:
            if card:
                game.discard(card)
        game.drawn = []
