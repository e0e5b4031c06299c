"""In the towns: sail, buy, and the town missions (MP-TOWNMISSION)."""

from .belongings import EQUIPMENT, STONE, check_load, components, give_away, of_level
from .board import TOWNS, Hex
from .chance import ATTACK, roll
from .handling import offer_pick
from .ids import COMPONENT, NO, YES
from .pack import Entry
from .state import Game, Prompt, remove
from .values import attack_bonus, status


def open_town(game: Game, place: Hex) -> int | None:
    """The town on a hex, unless it is closed on this day."""
    town = game.board.town_at(place)
    if town is None or game.day < game.special.get("closed", {}).get(TOWNS[town], 0):
        return None
    return town


def town_of(game: Game, seat: int, figure: int) -> int | None:
    """The open town a figure stands in."""
    return open_town(game, game.seats[seat].figures[figure].at)


# --- sail and buy ----------------------------------------------------------------------------------------------------


def can_sail(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-SAIL-1: the open ports that are connected and free."""
    here = town_of(game, seat, 0)
    if here is None or game.special.get("no_sailing"):
        return set()
    return {nth for nth in range(len(TOWNS)) if _reachable(game, seat, here, nth)}


def _reachable(game: Game, seat: int, here: int, there: int) -> bool:
    place = game.board.town(TOWNS[there])
    connected = {TOWNS[here], TOWNS[there]} in game.pack.connections
    return connected and here != there and open_town(game, place) is not None and not game.closed_to(seat, place)


def sail(game: Game, seat: int, figure: int, town: int) -> None:
    game.seats[seat].figures[0].at = game.board.town(TOWNS[town])
    offer_pick(game, seat, 0)


def can_buy(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-BUY-1: the price is paid from the load."""
    town = town_of(game, seat, 0)
    if town is None or game.market[town] is None:
        return set()
    load, price = game.seats[seat].figures[0].load, game.pack.extensions[game.market[town]]["price"]
    return {0} if all(load.get(element, 0) >= amount for element, amount in price.items()) else set()


def buy(game: Game, seat: int, figure: int, rest: int) -> None:
    town, owner = town_of(game, seat, 0), game.seats[seat]
    marker = game.market[town]
    for element, amount in game.pack.extensions[marker]["price"].items():
        remove(owner.figures[0].load, element, amount)
        game.give_back(element, amount)
    owner.extensions.append(marker)
    game.market[town] = game.extension_deck.pop() if game.extension_deck else None


# --- missions --------------------------------------------------------------------------------------------------------


def can_fulfil(game: Game, seat: int, figure: int) -> set[int]:
    """MP-TOWNMISSION-7: who can do what the mission of the town wants."""
    town = town_of(game, seat, figure)
    if town is None or game.missions[town] is None:
        return set()
    mission, person = game.pack.missions[game.missions[town]], game.seats[seat].figures[figure]
    kind = mission["kind"]
    if f"{kind} missions" in game.rules["without"]:
        return set()
    possible = (
        kind == "fight"
        or (
            kind == "element"
            and all(person.load.get(one, 0) >= brought(mission).count(one) for one in brought(mission))
        )
        or (kind == "homunculus" and figure and of_level(game, person.card, mission["level"]))
        or (kind in ("equipment", "stone") and not figure and gifts(game, seat, town))
    )
    return {0} if possible else set()


def deed(game: Game, seat: int, figure: int) -> str | None:
    """MP-TOWNMISSION-1, 2: a mission is a fight like others, or a drop; no other action is like those left."""
    town = town_of(game, seat, figure)
    if town is None or game.missions[town] is None:
        return None
    return {"fight": "fight", "element": "drop"}.get(game.pack.missions[game.missions[town]]["kind"])


def brought(mission: Entry) -> list[str]:
    """The element that a mission takes, or the two."""
    return [mission["element"]] if isinstance(mission["element"], str) else mission["element"]


def gifts(game: Game, seat: int, town: int) -> set[int]:
    """The worn items or the fragments that the mission takes."""
    mission = game.pack.missions[game.missions[town]]
    kind = EQUIPMENT if mission["kind"] == "equipment" else STONE
    return components(game, seat, kind, mission["level"], worn_only=True)


def fulfil(game: Game, seat: int, figure: int, rest: int) -> None:
    town = town_of(game, seat, figure)
    mission, person = game.pack.missions[game.missions[town]], game.seats[seat].figures[figure]
    if mission["kind"] == "fight":  # MP-TOWNMISSION-1, 10
        faces = roll(game, ATTACK, seat, figure, status(game, seat, figure, "attack"))
        if sum(faces) + attack_bonus(game, figure) >= mission["defence"] + 1:
            _complete(game, seat, town)
    elif mission["kind"] == "element":  # it leaves the game: the supply does not get it
        for element in brought(mission):
            remove(person.load, element)
        _complete(game, seat, town)
    elif mission["kind"] == "homunculus":
        _leave_game(game, seat, COMPONENT + figure - 1)
        _complete(game, seat, town)
    else:
        game.ask(Prompt("give", seat, slot=town))


def _leave_game(game: Game, seat: int, answer: int) -> None:
    """MP-TOWNMISSION-6."""
    game.gone.add(give_away(game, seat, answer))


def _complete(game: Game, seat: int, town: int) -> None:
    """MP-TOWNMISSION-8, 9: the card goes to the purse, the town gets the next one."""
    game.purse.append(game.missions[town])
    game.seats[seat].missions += 1
    game.missions[town] = game.mission_deck.pop() if game.mission_deck else None


def to_give(game: Game, prompt: Prompt) -> set[int]:
    return gifts(game, prompt.seat, prompt.slot)


def give(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    _leave_game(game, prompt.seat, action)
    _complete(game, prompt.seat, prompt.slot)
    check_load(game, prompt.seat)


def arrive(game: Game, seat: int, figure: int) -> None:
    """MP-TOWNMISSION-3: a homunculus that enters a town may be given at once; else it may look what lies there."""
    town = town_of(game, seat, figure)
    wanted = figure and town is not None and game.missions[town] is not None
    if wanted and game.pack.missions[game.missions[town]]["kind"] == "homunculus" and can_fulfil(game, seat, figure):
        game.ask(Prompt("enter_town", seat, figure, slot=town))
    else:
        offer_pick(game, seat, figure)


def to_enter(game: Game, prompt: Prompt) -> set[int]:
    return {NO, YES}


def enter_town(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    if action == YES:
        fulfil(game, prompt.seat, prompt.figure, 0)
    else:
        offer_pick(game, prompt.seat, prompt.figure)
