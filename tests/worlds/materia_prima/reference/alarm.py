"""The alarm phase (MP-ALARM): card, markers, alarms, and the inquisitors they bring."""

from . import talk
from .board import DIRECTIONS, Hex, beyond, distance
from .chance import shuffle
from .pack import Entry
from .setup import hex_answers, named_hex
from .state import FIGURES, SLOTS, Game, Prompt
from .values import is_extra

# --- alarm card and markers ------------------------------------------------------------------------------------------


def reveal(game: Game) -> None:
    """MP-ALARM-3: the next card becomes active."""
    if not game.alarm_deck:  # MP-ALARM-3.2
        game.alarm_deck, game.revealed = game.revealed[:-1], game.revealed[-1:]
        shuffle(game, "alarms", game.alarm_deck)
    if game.alarm_deck:
        game.revealed.append(game.alarm_deck.pop())


def place_markers(game: Game) -> None:
    """MP-ALARM-4, 5: today's pattern around the figures; two markers on a hex are an alarm."""
    markers = dict.fromkeys(game.markers, 1)
    for place in pattern(game, game.alarm):
        if place in game.board.ground and game.tower_at(place) is None:
            markers[place] = markers.get(place, 0) + 1
    alarms = [place for place, count in markers.items() if count >= 2]
    game.markers = set(markers) - set(alarms)
    game.due, game.entry = min(len(alarms), len(game.seats)), None  # MP-ALARM-6.1
    if "inquisitors" in game.rules["without"]:
        game.due = 0


def pattern(game: Game, card: Entry) -> list[Hex]:
    """All hexes that get a marker, one entry a marker."""
    places = []
    for nth, seat in enumerate(game.seats):
        for number, figure in seat.standing():
            words = card["homunculi" if number else "alchemists"]
            if game.in_tower(nth, number) and not game.rules["tower_figures_mark"]:  # AMB-12
                continue
            places += [figure.at if word == "CENTRE" else beyond(figure.at, DIRECTIONS[word]) for word in words]
            if words and game.special.get("markers_on_own_hex"):
                places.append(figure.at)
    return places


# --- inquisitors enter -----------------------------------------------------------------------------------------------


def entry(game: Game) -> None:
    """MP-ALARM-6: one card after the other, as many as are due."""
    if game.due and not game.inquisitor_deck:  # MP-ALARM-6.14
        _turn_defeated(game)
    if not game.due or not game.inquisitor_deck:
        game.due, game.entry, game.phase = 0, None, talk.after_alarms(game)
        return
    card = game.inquisitor_deck.pop()
    game.due -= 1
    if not game.inquisitor_deck:  # MP-ALARM-6.13
        _turn_defeated(game)
    slot = _slot_for(game, card)
    game.display[slot].cards.append(card)
    if len(game.display[slot].figures) < figures_due(game, slot):
        _enter(game, slot)


def _turn_defeated(game: Game) -> None:
    if game.defeated:
        game.inquisitor_deck, game.defeated = game.defeated, []
        shuffle(game, "inquisitors", game.inquisitor_deck)


def _slot_for(game: Game, card: str) -> int:
    """MP-ALARM-6.4: with its type, else in the leftmost free slot."""
    letter = game.pack.inquisitors[card]["letter"]
    for slot in range(SLOTS):
        cards = game.display[slot].cards
        if cards and game.pack.inquisitors[cards[0]]["letter"] == letter:
            return slot
    return next(slot for slot in range(SLOTS) if not game.display[slot].cards)


def figures_due(game: Game, slot: int) -> int:
    """MP-ALARM-6.9: how many figures the displayed cards of a type make."""
    cards = game.display[slot].cards
    return min(len(cards), 1 + sum(is_extra(game, card) for card in cards), FIGURES)


def _enter(game: Game, slot: int) -> None:
    """MP-ALARM-6.11, 12: in the town of the day, or on the hex chosen for this batch."""
    town = game.board.town(game.pack.towns[game.alarm["town"]])
    if _unoccupied(game, town):
        game.display[slot].figures.append(town)
    elif game.entry:
        game.display[slot].figures.append(game.entry)
    else:
        game.ask(Prompt("entry", game.leader, slot=slot))


def _unoccupied(game: Game, place: Hex) -> bool:
    return game.tower_at(place) is None and not any(game.figures_at(place))


def where_to_enter(game: Game, prompt: Prompt) -> set[int]:
    """AMB-18: the hexes of the nearest ring that has any."""
    town = game.board.town(game.pack.towns[game.alarm["town"]])
    free = [place for place in game.board.ground if _unoccupied(game, place)]
    nearest = min(distance(town, place) for place in free)
    ring = [place for place in free if distance(town, place) == nearest]
    return hex_answers(game, ring, prompt.column)


def enter(game: Game, prompt: Prompt, action: int) -> None:
    game.entry = named_hex(game, prompt, action)
    if game.entry:
        game.prompts.pop()
        game.display[prompt.slot].figures.append(game.entry)
