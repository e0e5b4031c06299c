"""What the figures and the inquisitors are worth at this moment."""

from .pack import EXTRA_FIGURE
from .state import Game, size


def abilities(game: Game, seat: int, figure: int) -> list[str]:
    """MP-ABIL-7: a homunculus has those of its card, an alchemist those of board, worn items and extensions."""
    owner = game.seats[seat]
    if figure:
        return game.pack.recipes[owner.figures[figure].card]["abilities"]
    words = list(owner.alchemist["abilities"])
    for card in owner.worn():
        words += game.pack.recipes[card]["abilities"]
    for extension in owner.extensions:
        words += game.pack.extensions[extension]["abilities"]
    return words


def able(game: Game, seat: int, ability: str) -> bool:
    """An ability of the alchemist."""
    return ability in abilities(game, seat, 0)


def event_effect(game: Game, day: int) -> str | None:
    """The side of the event of a day that happened."""
    row = next((row for row in game.scenario["events"] if row["day"] == day), None)
    return row[game.happened[day]] if row and day in game.happened else None


def event_bonus(game: Game, whom: str, stat: str) -> int:
    """MP-EVENT-10 to 12: the sum of what the events gave to `alchemists` or `inquisitors`."""
    bonus = 0
    for day in game.happened:
        words = event_effect(game, day).split()
        if words[:2] == [whom, stat]:
            bonus += int(words[2])
    return bonus


def status(game: Game, seat: int, figure: int, stat: str) -> int:
    """MP-ALCH-6: attack, defence, capacity or actions of a figure."""
    owner = game.seats[seat]
    if figure:
        return game.pack.recipes[owner.figures[figure].card][stat]
    row = owner.alchemist if owner.stone else owner.alchemist["without_stone"]  # MP-SOUL-5
    value = row[stat]
    value += sum(game.pack.recipes[card][stat] for card in owner.worn())
    value += sum(game.pack.extensions[extension][stat] for extension in owner.extensions)
    if stat != "attack" or game.rules["event_attack"] == "dice":
        value += event_bonus(game, "alchemists", stat)
    return max(value, 0)


def attack_bonus(game: Game, figure: int) -> int:
    """AMB-7 (b): what the events add to the total of an alchemist instead of dice."""
    if figure or game.rules["event_attack"] == "dice":
        return 0
    return event_bonus(game, "alchemists", "attack")


def capacity(game: Game, seat: int, figure: int) -> int:
    return status(game, seat, figure, "capacity")


def room(game: Game, seat: int, figure: int) -> int:
    """How many more elements a figure can carry."""
    return capacity(game, seat, figure) - size(game.seats[seat].figures[figure].load)


def fix_budget(game: Game, seat: int, figure: int) -> None:
    """MP-ALCH-3, MP-ABIL-1: the actions of a figure for this turn."""
    person = game.seats[seat].figures[figure]
    person.actions = status(game, seat, figure, "actions")
    person.extra = {}
    for ability in abilities(game, seat, figure):
        if ability.startswith("extra "):
            verb = ability.removeprefix("extra ")
            person.extra[verb] = person.extra.get(verb, 0) + 1


def is_extra(game: Game, card: str) -> bool:
    return game.pack.inquisitors[card]["modifier"] == EXTRA_FIGURE


def inquisitor_value(game: Game, slot: int, stat: str) -> int:
    """MP-INQ-6, MP-ACT-FIGHT-2: base, cards of the type, alarm card, events."""
    cards = game.display[slot].cards
    value = _base(game, cards[-1], stat)
    for text in [game.pack.inquisitors[card]["modifier"] for card in cards] + game.alarm["modifiers"]:
        if text.startswith(f"{stat} "):
            value += int(text.removeprefix(f"{stat} "))
    if stat == "destroy" and game.day >= game.special.get("destroy_from", game.days + 1):
        value += 1
    return value + event_bonus(game, "inquisitors", stat)


def _base(game: Game, top: str, stat: str) -> int:
    card = game.pack.inquisitors[top]
    printed = game.pack.types[card["letter"]][stat]
    return card.get(stat, printed) if game.rules["base_from_top_card"] else printed
