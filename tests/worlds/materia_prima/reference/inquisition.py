"""The inquisition phase (MP-INQ): targets, ways, attacks, destruction."""

from dataclasses import dataclass

from .belongings import named_element
from .board import STEPS, Hex, beyond, distance
from .chance import DEFENCE, DESTROY, roll
from .ids import PUT
from .pack import Entry
from .state import FIGURES, HUNTERS, Game, Heap, Prompt, remove
from .values import inquisitor_value, status


@dataclass
class Target:
    """A figure or a tower the inquisition is after."""

    kind: str
    seat: int
    figure: int
    place: Hex
    sheltered: bool  # in its own tower, MP-INQ-24


def inquisition(game: Game) -> None:
    """MP-INQ-1 to 3: one action of the figure whose turn it is, slot by slot, the older figure first."""
    if game.hunter == HUNTERS:
        game.phase = "dusk"
        return
    slot, which = divmod(game.hunter, FIGURES)
    if which >= len(game.display[slot].figures):
        _next_hunter(game)
        return
    if game.hunter_actions < 0:
        game.hunter_actions = max(0, inquisitor_value(game, slot, "actions"))
    if game.hunter_actions == 0:
        _next_hunter(game)
        return
    game.hunter_actions -= 1
    _act(game, slot, which)


def _next_hunter(game: Game) -> None:
    game.hunter += 1
    game.hunter_actions = -1


def _act(game: Game, slot: int, which: int) -> None:
    """MP-INQ-21, 25, 26, 34: attack or destroy what is adjacent, else go there; before a refuge give up."""
    kind, place = _type(game, slot), game.display[slot].figures[which]
    target = choose(game, kind, place)
    if target is None:  # MP-INQ-20
        return
    if distance(place, target.place) > 1:
        game.display[slot].figures[which] = step(game, place, target.place)
    elif target.kind == "tower":
        _destroy(game, slot, target)
    elif target.sheltered:
        game.hunter_actions = 0
    elif "destroy" in kind:
        _destroy(game, slot, target)
    else:
        _attack(game, slot, target)


def _type(game: Game, slot: int) -> Entry:
    return game.pack.types[game.pack.inquisitors[game.display[slot].cards[0]]["letter"]]


# --- targets and ways ------------------------------------------------------------------------------------------------


def targets(game: Game, kind: Entry) -> list[Target]:
    """All figures and towers of the primary and the secondary kind."""
    found = []
    for nth, seat in enumerate(game.seats):
        found.append(Target("tower", nth, 0, seat.tower, False))  # MP-INQ-17
        for number, figure in seat.standing():
            name = "homunculus" if number else "alchemist"
            found.append(Target(name, nth, number, figure.at, game.in_tower(nth, number)))
    return [target for target in found if target.kind in (kind["primary"], kind["secondary"])]


def choose(game: Game, kind: Entry, place: Hex) -> Target | None:
    """MP-INQ-10 to 18: outside before sheltered, reachable before not, near before far, primary kind, order, figure."""
    ways = distances(game, [place])

    def rank(target: Target) -> tuple:
        moves = min((ways[beside] for beside in game.board.neighbours(target.place) if beside in ways), default=None)
        return (
            target.sheltered,
            moves is None,
            distance(place, target.place) if moves is None else moves,
            target.kind != kind["primary"],
            game.order.index(target.seat),
            target.figure,
        )

    return min(targets(game, kind), key=rank, default=None)


def passable(game: Game) -> set[Hex]:
    """MP-INQ-22: inquisitors share hexes with each other, but not with figures and towers."""
    barred = {seat.tower for seat in game.seats}
    barred |= {figure.at for seat in game.seats for _, figure in seat.standing()}
    return set(game.board.ground) - barred


def distances(game: Game, start: list[Hex]) -> dict[Hex, int]:
    """The moves an inquisitor needs from the nearest of some hexes to every hex he can reach."""
    unseen = passable(game)
    ways: dict[Hex, int] = {}
    ring, moves = set(start) & unseen, 0
    while ring:
        ways |= dict.fromkeys(ring, moves)
        unseen -= ring
        ring = {there for place in ring for there in game.board.neighbours(place)} & unseen
        moves += 1
    return ways


def step(game: Game, place: Hex, target: Hex) -> Hex:
    """MP-INQ-23: the first direction on a shortest way; without a way the first that comes nearer."""
    ways = distances(game, list(game.board.neighbours(target)))
    around = [beyond(place, step) for step in STEPS]
    if place in ways:
        return next(there for there in around if ways.get(there) == ways[place] - 1)
    free = passable(game)
    nearer = [there for there in around if there in free and distance(there, target) < distance(place, target)]
    return nearer[0] if nearer else place


# --- attack ----------------------------------------------------------------------------------------------------------


def _attack(game: Game, slot: int, target: Target) -> None:
    """MP-INQ-27, 28: the defender rolls; with at least the attack value he holds."""
    dice = status(game, target.seat, target.figure, "defence")
    faces = roll(game, DEFENCE, target.seat, target.figure, dice)
    if sum(faces) >= inquisitor_value(game, slot, "attack"):
        return
    if target.figure:
        _kill_homunculus(game, target)
    else:
        _beat_alchemist(game, target.seat)


def _kill_homunculus(game: Game, target: Target) -> None:
    """MP-INQ-30, AMB-52."""
    seat = game.seats[target.seat]
    figure = seat.figures[target.figure]
    game.spill(figure)
    seat.figures[target.figure] = None
    seat.lost["homunculus"] += 1
    if game.rules["lost_homunculus"] == "discard":
        game.discard(figure.card)
    else:
        game.gone.add(figure.card)


def _beat_alchemist(game: Game, nth: int) -> None:
    """MP-INQ-29, MP-END-1: the last stone lost ends the scenario at once."""
    seat = game.seats[nth]
    game.spill(seat.figures[0])
    seat.figures[0].at = seat.tower
    if seat.stone:
        seat.stone = False
        seat.lost["stone"] += 1
        if not any(seat.stone for seat in game.seats):
            game.outcome = "abort"


# --- destroy ---------------------------------------------------------------------------------------------------------


def _destroy(game: Game, slot: int, target: Target) -> None:
    """MP-INQ-34, 37: one die of the owner fixes the level for all elements of this action."""
    (face,) = roll(game, DESTROY, target.seat, 0, 1)
    amount = inquisitor_value(game, slot, "destroy")
    above = 0 if target.kind == "tower" else 3  # levels of a load are numbered from 4
    prompt = Prompt("destroy", target.seat, target.figure, slot=face + 1 + above, amount=amount)
    if amount > 0 and to_destroy(game, prompt):
        game.ask(prompt)


def to_destroy(game: Game, prompt: Prompt) -> set[int]:
    """MP-INQ-35, 36: the elements on the target of the highest level that is not above the rolled one."""
    stock, rolled = _on_target(game, prompt), prompt.slot - 3 if prompt.slot > 3 else prompt.slot
    levels = {element: entry["level"] for element, entry in game.pack.elements.items() if element in stock}
    highest = max((level for level in levels.values() if level <= rolled), default=0)
    return {PUT + nth for nth, element in enumerate(game.pack.elements) if levels.get(element) == highest}


def _on_target(game: Game, prompt: Prompt) -> Heap:
    """The stock of the tower, or the load of a figure."""
    seat = game.seats[prompt.seat]
    return seat.figures[prompt.figure].load if prompt.slot > 3 else seat.stock


def destroy(game: Game, prompt: Prompt, action: int) -> None:
    seat, element = game.seats[prompt.seat], named_element(game, action - PUT)
    remove(_on_target(game, prompt), element)
    game.give_back(element)
    if prompt.slot <= 3:
        seat.lost["stock"] += 1
    prompt.amount -= 1
    if not prompt.amount or not to_destroy(game, prompt):
        game.prompts.pop()
