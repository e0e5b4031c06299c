"""Elements and items change hands: drop, pick up, exchange, equip."""

from .belongings import carried_elements, named_element, put_down
from .board import distance
from .ids import COMPONENT, END, FRAGMENT, ITEM, TAKE, WHO
from .state import Game, Heap, Prompt, Seat, add, remove, size
from .values import capacity, room


def takes(game: Game, heap: Heap) -> set[int]:
    return {TAKE + nth for nth, element in enumerate(game.pack.elements) if element in heap}


# --- drop and pick up ------------------------------------------------------------------------------------------------


def can_drop(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-DROP-1, 3: anyone with a load, in the own tower into its stock."""
    return {0} if game.seats[seat].figures[figure].load else set()


def drop(game: Game, seat: int, figure: int, rest: int) -> None:
    game.ask(Prompt("drop", seat, figure))


def to_drop(game: Game, prompt: Prompt) -> set[int]:
    return carried_elements(game, prompt) | ({END} if prompt.done else set())


def drop_one(game: Game, prompt: Prompt, action: int) -> None:
    if action == END:
        game.prompts.pop()
    else:
        put_down(game, prompt, action)
        prompt.done += 1


def lying_there(game: Game, seat: int, figure: int) -> Heap:
    """What a figure may pick up: loose elements, or for a homunculus at home the stock."""
    if game.in_tower(seat, figure):
        return game.seats[seat].stock if figure else {}
    return game.loose.get(game.seats[seat].figures[figure].at, {})


def can_pick(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-DROP-2, AMB-37."""
    by_action = game.rules["pick_up"] == "action" or game.in_tower(seat, figure)
    return {0} if by_action and lying_there(game, seat, figure) and room(game, seat, figure) > 0 else set()


def pick(game: Game, seat: int, figure: int, rest: int) -> None:
    game.ask(Prompt("pick", seat, figure))


def offer_pick(game: Game, seat: int, figure: int) -> None:
    """AMB-37 (b): what lies on the hex just entered may be taken up for nothing."""
    if not _free(game, seat, figure) or not lying_there(game, seat, figure):
        return
    if room(game, seat, figure) > 0:
        game.ask(Prompt("pick", seat, figure))


def _free(game: Game, seat: int, figure: int) -> bool:
    if "drop" in game.rules["without"]:
        return False
    return game.rules["pick_up"] == "free on entry" and not game.in_tower(seat, figure)


def to_pick(game: Game, prompt: Prompt) -> set[int]:
    answers = {END} if prompt.done or _free(game, prompt.seat, prompt.figure) else set()
    if room(game, prompt.seat, prompt.figure) > 0:
        answers |= takes(game, lying_there(game, prompt.seat, prompt.figure))
    return answers


def pick_one(game: Game, prompt: Prompt, action: int) -> None:
    if action == END:
        game.prompts.pop()
        return
    figure, element = game.seats[prompt.seat].figures[prompt.figure], named_element(game, action - TAKE)
    remove(lying_there(game, prompt.seat, prompt.figure), element)
    if not game.loose.get(figure.at, True):
        del game.loose[figure.at]
    add(figure.load, element)
    prompt.done += 1


# --- exchange --------------------------------------------------------------------------------------------------------


def partners(game: Game, seat: int, figure: int) -> list[tuple[int, int]]:
    """MP-ACT-EXCHANGE-1, AMB-30: who stands near enough and with whom another split of the loads exists."""
    place = game.seats[seat].figures[figure].at
    near = [
        (nth, number)
        for nth, other in enumerate(game.seats)
        for number, person in other.standing()
        if (nth, number) != (seat, figure) and distance(place, person.at) <= 1
    ]
    return [partner for partner in near if _another_split(game, (seat, figure), partner)]


def _another_split(game: Game, one: tuple[int, int], other: tuple[int, int]) -> bool:
    loads = [game.seats[seat].figures[figure].load for seat, figure in (one, other)]
    total = size(loads[0]) + size(loads[1])
    least = max(0, total - capacity(game, *other))
    most = min(capacity(game, *one), total)
    if least < most:
        return True
    mixed = len(set(loads[0]) | set(loads[1])) > 1
    return mixed and 0 < least < total


def can_exchange(game: Game, seat: int, figure: int) -> set[int]:
    return {0} if partners(game, seat, figure) else set()


def exchange(game: Game, seat: int, figure: int, rest: int) -> None:
    game.ask(Prompt("who", seat, figure))


def table_order(game: Game, seat: int) -> list[int]:
    """A player, then the others in today's order."""
    return [seat, *(other for other in game.order if other != seat)]


def with_whom(game: Game, prompt: Prompt) -> set[int]:
    players = table_order(game, prompt.seat)
    return {WHO + players.index(nth) * 4 + number for nth, number in partners(game, prompt.seat, prompt.figure)}


def meet(game: Game, prompt: Prompt, action: int) -> None:
    """Both loads are laid together, on the partner's side."""
    game.prompts.pop()
    nth, number = divmod(action - WHO, 4)
    partner = table_order(game, prompt.seat)[nth]
    mine, theirs = game.seats[prompt.seat].figures[prompt.figure], game.seats[partner].figures[number]
    for element, amount in mine.load.items():
        add(theirs.load, element, amount)
    mine.load = {}
    game.ask(Prompt("exchange", prompt.seat, prompt.figure, slot=partner * 4 + number))


def to_exchange(game: Game, prompt: Prompt) -> set[int]:
    partner, number = divmod(prompt.slot, 4)
    rest = game.seats[partner].figures[number].load
    answers = {END} if size(rest) <= capacity(game, partner, number) else set()
    if room(game, prompt.seat, prompt.figure) > 0:
        answers |= takes(game, rest)
    return answers


def exchange_one(game: Game, prompt: Prompt, action: int) -> None:
    if action == END:
        game.prompts.pop()
        return
    partner, number = divmod(prompt.slot, 4)
    element = named_element(game, action - TAKE)
    remove(game.seats[partner].figures[number].load, element)
    add(game.seats[prompt.seat].figures[prompt.figure].load, element)
    prompt.done += 1


# --- equip -----------------------------------------------------------------------------------------------------------


def can_equip(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-EQUIP-1, K12: in the tower, if anything could be rearranged."""
    owner = game.seats[seat]
    useful = any(owner.items) or owner.figures[0].load or (owner.stock and capacity(game, seat, 0) > 0)
    return {0} if useful and game.in_tower(seat, 0) else set()


def equip(game: Game, seat: int, figure: int, rest: int) -> None:
    game.spill(game.seats[seat].figures[0])
    game.ask(Prompt("equip", seat))


def to_equip(game: Game, prompt: Prompt) -> set[int]:
    seat = game.seats[prompt.seat]
    answers = {END}
    if not prompt.done:
        untouched = [place for place in range(FRAGMENT - ITEM) if not prompt.touched >> place & 1]
        answers |= {ITEM + place for place in untouched if seat.items[place]}
    if room(game, prompt.seat, 0) > 0:
        answers |= takes(game, seat.stock)
    return answers


def equip_one(game: Game, prompt: Prompt, action: int) -> None:
    seat = game.seats[prompt.seat]
    if action == END:
        game.prompts.pop()
    elif action >= COMPONENT:
        prompt.touched |= 1 << action - ITEM
        _turn_over(game, seat, action - ITEM)
    else:
        element = named_element(game, action - TAKE)
        remove(seat.stock, element)
        add(seat.figures[0].load, element)
        prompt.done += 1


def _turn_over(game: Game, seat: Seat, place: int) -> None:
    """A worn item goes to the tower; a stored one is put on and sends the other of its slot there."""
    chosen = seat.items[place]
    slot = game.pack.recipes[chosen.card]["slot"]
    put_on = not chosen.worn
    for item in seat.items:
        if item and game.pack.recipes[item.card]["slot"] == slot:
            item.worn = False
    chosen.worn = put_on
