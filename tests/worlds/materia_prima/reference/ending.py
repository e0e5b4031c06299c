"""How it ends (MP-END, MP-DIFF): goals, the judgement, the extension, and what is carried over (MP-CAMPAIGN)."""

from .belongings import EQUIPMENT, HOMUNCULUS, STONE, component, components
from .ids import CARD, END, NO, YES
from .pack import Entry, days_of
from .state import Game, Prompt, size

EASIER = {"hard": "normal", "normal": "easy"}


# --- goals -----------------------------------------------------------------------------------------------------------


def wanted(goal: Entry, seats: int) -> int:
    """How much of it is to be reached, by so many alchemists."""
    said = next((deed for deed in ("stock", "missions", "events", "defeat") if deed in goal), "count")
    count = goal.get(said, 1)
    if isinstance(count, list):
        return count[seats - 2]
    return count + goal.get("a_seat", 0) * seats


def progress(game: Game, goal: Entry, nth: int) -> int:
    """How far a seat is."""
    seat, level = game.seats[nth], goal.get("level", 0)
    if "make" in goal:
        made = seat.made[goal["make"]]
        return made[level - 1] if level else sum(made)
    if "hold" in goal:
        kind = ("homunculus", "equipment", "stone").index(goal["hold"])
        return len(components(game, nth, kind, level))
    if "stock" in goal:
        return seat.stock.get(goal["element"], 0) if "element" in goal else size(seat.stock)
    if "missions" in goal:
        return seat.missions
    if "defeat" in goal:
        return seat.defeated
    if "stand" in goal:
        return sum(figure.at == game.board.town(goal["stand"]) for _, figure in seat.standing())
    return 0 if seat.lost[goal["keep"]] else wanted(goal, len(game.seats))


def reaches(game: Game, goal: Entry, nth: int) -> bool:
    """Whether a seat, or for a team goal the team, is there now."""
    enough = wanted(goal, len(game.seats))
    if "events" in goal:
        return list(game.happened.values()).count("paid") >= enough
    if goal.get("who") == "team":
        return sum(progress(game, goal, seat) for seat in range(len(game.seats))) >= enough
    return progress(game, goal, nth) >= enough


def latch(game: Game) -> None:
    """AMB-39: mark the deeds that are done; nothing while an alchemist rearranges his things."""
    if any(prompt.kind == "equip" for prompt in game.prompts):
        return
    for number, goal in enumerate(game.scenario["mission"]):
        if goal.get("latched"):
            for nth, seat in enumerate(game.seats):
                if reaches(game, goal, nth):
                    seat.latched.add(number)


def fulfilled(game: Game) -> bool:
    """MP-END-2: every goal, by every player."""
    return all(
        number in seat.latched or reaches(game, goal, nth)
        for number, goal in enumerate(game.scenario["mission"])
        for nth, seat in enumerate(game.seats)
    )


# --- dusk ------------------------------------------------------------------------------------------------------------


def dusk(game: Game) -> None:
    """MP-DAY-5, MP-END: the next day, or after the last one the judgement."""
    if game.day < game.days:
        game.day, game.phase = game.day + 1, "dawn"
        return
    latch(game)
    if fulfilled(game):
        if game.campaign:
            game.turn, game.due, game.phase = 0, 0, "carrying"
        else:
            game.outcome = "success"
    elif game.extend == "ask" and _may_go_on(game):
        game.ask(Prompt("extend", game.leader))
    else:
        game.outcome = "failure"


def _may_go_on(game: Game) -> bool:
    """MP-DIFF-3: a shorter game than the next easier level is."""
    return game.difficulty in EASIER and days_of(game.scenario, EASIER[game.difficulty]) > game.days


def to_extend(game: Game, prompt: Prompt) -> set[int]:
    return {NO, YES}


def extend(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    if action == YES:
        game.difficulty = EASIER[game.difficulty]
        game.days = days_of(game.scenario, game.difficulty)
    else:
        game.outcome = "failure"


# --- carry-over ------------------------------------------------------------------------------------------------------


def carrying(game: Game) -> None:
    """MP-STONE, MP-CAMPAIGN-4: seat by seat a thing of each level, then an extension."""
    if game.turn == len(game.seats):
        game.outcome = "success"
    elif game.due == 4:
        game.turn, game.due = game.turn + 1, 0
    else:
        game.due += 1
        if game.due < 4:
            _offer_level(game, game.turn, game.due)
        else:
            _offer_extension(game, game.turn)


def _offer_level(game: Game, seat: int, level: int) -> None:
    fragment = components(game, seat, STONE, level)
    if game.seats[seat].stone and fragment and carriable(game, seat, level):  # MP-SOUL-2
        game.ask(Prompt("carry", seat, slot=level))


def carriable(game: Game, seat: int, level: int) -> set[int]:
    return components(game, seat, HOMUNCULUS, level) | components(game, seat, EQUIPMENT, level)


def to_carry(game: Game, prompt: Prompt) -> set[int]:
    return carriable(game, prompt.seat, prompt.slot) | {END}


def carry(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    if action != END:
        game.seats[prompt.seat].carried[prompt.slot - 1] = component(game, prompt.seat, action)


def bought_extensions(game: Game, seat: int) -> list[str]:
    """MP-CAMPAIGN-4: what came from the scenario before was not bought in this one."""
    owner = game.seats[seat]
    here = set(owner.extensions) - {owner.carried_extension}
    return [marker for marker in game.pack.extensions if marker in here]


def _offer_extension(game: Game, seat: int) -> None:
    bought = bought_extensions(game, seat)
    if len(bought) > 1:
        game.ask(Prompt("carry_extension", seat))
    else:
        game.seats[seat].carried_extension = bought[0] if bought else None


def to_carry_extension(game: Game, prompt: Prompt) -> set[int]:
    return {CARD + nth for nth in range(len(bought_extensions(game, prompt.seat)))}


def carry_extension(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    game.seats[prompt.seat].carried_extension = bought_extensions(game, prompt.seat)[action - CARD]
