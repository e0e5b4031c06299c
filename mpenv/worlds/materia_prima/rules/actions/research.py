"""Research: draw recipes of one deck, keep some of them for the common pool."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import chance, figures, log, piles, prompts, reasons, towns
from mpenv.worlds.materia_prima.rules.state import DRAWN, State

FEW, MANY = 2, 4
NONE, PLACED = -1, -2  # a drawn card that never was, one that found its place


@rule("MP-ABIL-5", also=("MP-ACT-RESEARCH-1", "MP-ACT-RESEARCH-4", "MP-ALCH-4"))
def why_not(t: Tables, s: State, seat: int, kind: int) -> int:
    alchemist = s.seat[seat].figure[0]
    reason = figures.why_unpaid(s, alchemist, figures.RESEARCHING)
    if reason != reasons.FINE:
        return reason
    if towns.open_town_at(t, s, alchemist.hex) < 0 and not figures.has_gift(t, s, seat, figures.ANYWHERE):
        return reasons.NOT_IN_TOWN
    return reasons.FINE if s.recipes[kind].cards + s.discards[kind].cards > 0 else reasons.NO_CARDS


@rule("MP-ACT-RESEARCH-1", "MP-ABIL-2", "MP-BASE-ACT-5", also=("MP-ACT-RESEARCH-3",))
def do(t: Tables, s: State, seat: int, kind: int) -> None:
    """Draw 2 and keep 1, or draw 4 and keep 2."""
    figures.spend(s.seat[seat].figure[0], figures.RESEARCHING)
    more = figures.has_gift(t, s, seat, figures.MORE)
    drawn = 0
    for place in range(MANY if more else FEW):
        s.drawn[place] = draw(s, kind)
        if s.drawn[place] != NONE:
            drawn += 1
    prompts.ask(s, prompts.KEEP, seat, 0, prompts.OWN_TURN)
    prompts.asked(s).amount = min(drawn, FEW if more else 1)


@rule("MP-ACT-RESEARCH-4")
def draw(s: State, kind: int) -> int:
    """The top card; an empty deck is made of its discards; NONE when there is nothing."""
    deck = s.recipes[kind]
    if deck.cards == 0:
        if s.discards[kind].cards == 0:
            return NONE
        piles.pour(s.discards[kind], deck)
        chance.shuffle(s, chance.HOMUNCULI + kind, deck)
    return piles.take(deck)


@rule(also=("MP-ACT-RESEARCH-2", "MP-ABIL-4"))
def keep(t: Tables, s: State, place: int) -> None:
    """To the private slot if the alchemist has one free and wants it, else to the common pool."""
    seat = prompts.asked(s).seat
    prompts.asked(s).amount -= 1
    private = figures.has_gift(t, s, seat, figures.PRIVATE) and not s.house.no_private
    if private and s.seat[seat].private < 0:
        prompts.ask(s, prompts.PRIVATE, seat, 0, prompts.OWN_TURN)
        prompts.asked(s).slot = place
    else:
        to_pool(t, s, seat, place)


@rule("MP-ABIL-4")
def answer(t: Tables, s: State, yes: bool) -> None:
    seat, place = prompts.asked(s).seat, prompts.asked(s).slot
    prompts.answered(s)
    if yes:
        s.seat[seat].private = s.drawn[place]
        placed(t, s, place)
    else:
        to_pool(t, s, seat, place)


@rule("MP-ACT-RESEARCH-2", also=("MP-ACT-RESEARCH-3",))
def to_pool(t: Tables, s: State, seat: int, place: int) -> None:
    """Above the limit one pool card is discarded; the new one counts."""
    if pooled(s) >= limit(s):
        prompts.ask(s, prompts.DISCARD, seat, 0, prompts.OWN_TURN)
        prompts.asked(s).slot = place
    else:
        s.pool[free_slot(s)] = s.drawn[place]
        placed(t, s, place)


@rule("MP-ACT-RESEARCH-3")
def discard(t: Tables, s: State, card: int) -> None:
    place = prompts.asked(s).slot
    prompts.answered(s)
    gone = s.drawn[place]
    if card != prompts.NEW_CARD:
        gone = s.pool[card]
        s.pool[card] = NONE
        s.pool[free_slot(s)] = s.drawn[place]
    piles.put(s.discards[t.recipe[gone].kind], gone)
    placed(t, s, place)


@rule(also=("MP-ACT-RESEARCH-3",))
def placed(t: Tables, s: State, place: int) -> None:
    """Go on after a chosen card has its place; after the last one the others go to the discard."""
    log.note(s, log.RESEARCHED, prompts.asked(s).seat, s.drawn[place], 0)
    s.drawn[place] = PLACED
    if prompts.asked(s).amount > 0:
        return
    prompts.answered(s)
    for other in range(DRAWN):
        if s.drawn[other] >= 0:
            piles.put(s.discards[t.recipe[s.drawn[other]].kind], s.drawn[other])
        s.drawn[other] = NONE


@rule(also=("MP-SETUP-10", "MP-ACT-RESEARCH-2"))
def limit(s: State) -> int:
    return len(v.KINDS) * s.seats


@rule(also=("MP-ACT-RESEARCH-2",))
def pooled(s: State) -> int:
    cards = 0
    for slot in range(v.POOL):
        if s.pool[slot] >= 0:
            cards += 1
    return cards


@rule()
def free_slot(s: State) -> int:
    """The lowest free slot of the pool."""
    for slot in range(v.POOL):
        if s.pool[slot] < 0:
            return slot
    return -1
