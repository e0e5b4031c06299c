"""Out on the board: move, mine, fight, and the loot."""

from .belongings import carried_elements, put_down
from .board import STEPS, beyond, distance
from .chance import ATTACK, LOOT, roll
from .ids import NO, YES
from .state import Game, Prompt, add
from .towns import arrive
from .values import abilities, attack_bonus, inquisitor_value, is_extra, room, status

# --- move ------------------------------------------------------------------------------------------------------------


def can_move(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-MOVE: the directions that are open."""
    place = game.seats[seat].figures[figure].at
    ways = {direction: beyond(place, step) for direction, step in enumerate(STEPS)}
    return {way for way, there in ways.items() if there in game.board.ground and not game.closed_to(seat, there)}


def move(game: Game, seat: int, figure: int, direction: int) -> None:
    person = game.seats[seat].figures[figure]
    person.at = beyond(person.at, STEPS[direction])
    arrive(game, seat, figure)


# --- mine ------------------------------------------------------------------------------------------------------------


def output(game: Game, seat: int, figure: int) -> int:
    """MP-ACT-MINE: what one mine action gives here and now; special rules may hold it down."""
    element = game.board.mine_at(game.seats[seat].figures[figure].at)
    licence = game.special.get("licences", {}).get(game.seats[seat].colour)
    if element is None or (licence is not None and element not in licence):
        return 0
    amount = game.pack.elements[element]["yield"] + abilities(game, seat, figure).count(f"mining {element}")
    amount = min(amount, room(game, seat, figure))
    if element in game.special.get("dry", {}):
        amount = min(amount, game.special["dry"][element] - game.dug.get(element, 0))
    return amount if game.supply is None else min(amount, game.supply[element])


def can_mine(game: Game, seat: int, figure: int) -> set[int]:
    return {0} if output(game, seat, figure) > 0 else set()


def mine(game: Game, seat: int, figure: int, rest: int) -> None:
    person = game.seats[seat].figures[figure]
    element, amount = game.board.mine_at(person.at), output(game, seat, figure)
    add(person.load, element, game.fetch(element, amount))
    if element in game.special.get("dry", {}):
        add(game.dug, element, amount)


# --- fight -----------------------------------------------------------------------------------------------------------


def can_fight(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-FIGHT-1: the inquisitors on adjacent hexes."""
    place = game.seats[seat].figures[figure].at
    return {
        nth * 2 + which
        for nth, slot in enumerate(game.display)
        for which, there in enumerate(slot.figures)
        if distance(place, there) == 1
    }


def attack_total(game: Game, seat: int, figure: int) -> int:
    """MP-ACT-FIGHT-3: roll the attack dice."""
    faces = roll(game, ATTACK, seat, figure, status(game, seat, figure, "attack"))
    return sum(faces) + attack_bonus(game, figure)


def fight(game: Game, seat: int, figure: int, target: int) -> None:
    slot, which = divmod(target, 2)
    if attack_total(game, seat, figure) >= inquisitor_value(game, slot, "defence") + 1:
        defeat(game, slot, which)
        game.seats[seat].defeated += 1
        _loot(game, seat, figure)


def defeat(game: Game, nth: int, which: int) -> None:
    """MP-ACT-FIGHT-5, 6: of two figures only the extra-figure card leaves with the one, else all cards leave."""
    slot = game.display[nth]
    leaving = slot.cards
    if len(slot.figures) == 2:  # as many as it takes that those left stand for one figure
        extra = [card for card in slot.cards if is_extra(game, card)]
        leaving = extra if len(extra) < len(slot.cards) else extra[1:]
    slot.cards = [card for card in slot.cards if card not in leaving]
    game.defeated += leaving
    del slot.figures[which]


def _loot(game: Game, seat: int, figure: int) -> None:
    """MP-ACT-FIGHT-8, 9: the alarm card says what the die brings."""
    (face,) = roll(game, LOOT, seat, figure, 1)
    element = game.alarm["loot"][face]
    if game.fetch(element, 1):
        game.ask(Prompt("loot", seat, figure, element=element))


def to_loot(game: Game, prompt: Prompt) -> set[int]:
    fits = room(game, prompt.seat, prompt.figure) > 0
    return {NO, YES} if fits or game.seats[prompt.seat].figures[prompt.figure].load else {NO}


def loot(game: Game, prompt: Prompt, action: int) -> None:
    """Nobody has to take it: what would fit is then not there at all, what would not stays where the figure stands."""
    game.prompts.pop()
    person = game.seats[prompt.seat].figures[prompt.figure]
    fits = room(game, prompt.seat, prompt.figure) > 0
    if action == YES and fits:
        add(person.load, prompt.element)
    elif action == YES:
        game.ask(Prompt("swap", prompt.seat, prompt.figure, element=prompt.element))
    elif fits:
        game.give_back(prompt.element)
    else:
        game.lay_down(person.at, prompt.element)


def swap(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    put_down(game, prompt, action)
    add(game.seats[prompt.seat].figures[prompt.figure].load, prompt.element)


to_swap = carried_elements
