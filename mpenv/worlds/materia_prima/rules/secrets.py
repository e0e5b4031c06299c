"""Secrets from a seat: the order of decks, the seed, dice laid ready, the private recipes of others, and where
the table hides more, what they draw and what lies out of sight."""

import numpy as np

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.content.vocabulary import KINDS, SEATS
from mpenv.worlds.materia_prima.rules import hide_unseen, log, sight
from mpenv.worlds.materia_prima.rules.state import DRAWN, EVENTS, Pile, State

FACE_DOWN = -2  # a private recipe of the first kind that is not one's own; one less for each kind behind it
DRAWN_FACE_DOWN = -3  # the same of a recipe that another seat drew
SHOWN = -1  # the seat that looks when everything face up or in anybody's hand is seen


@rule("MP-DIV-14", also=("MP-ABIL-4",))
def hide(t: Tables, s: State, seat: int) -> None:
    """Sort every hidden pile, forget the seed and the dice that lie ready, lay others' private recipes face down.

    An alarm deck of printed order is no secret, and keeps it.
    """
    s.seed = np.uint64(0)
    s.dice_left = 0
    s.dice[:] = 0
    if seat != SHOWN:
        _lay_face_down(t, s, seat)
        _lay_drawn_face_down(t, s, seat)
        _forget_kept(s, seat)
        if sight.limited(t, s):
            hide_unseen.cover(t, s, seat)
    if not alarms_known(t, s):
        sort(s.alarms, s.alarms.cards)
    sort(s.pile, s.pile.cards)
    sort(s.errands, s.errands.cards)
    sort(s.extensions, s.extensions.cards)
    for kind in range(len(KINDS)):
        sort(s.recipes[kind], hidden(s, kind))


@rule(also=("MP-SETUP-16",))
def alarms_known(t: Tables, s: State) -> bool:
    """Does the alarm deck lie in the order that the scenario prints? Everybody knows it then, until it is shuffled."""
    scenario = t.scenario[s.scenario]
    if scenario.ordered == 0 or s.day > scenario.alarms:
        return False
    for place in range(s.alarms.cards):
        if s.alarms.card[place] != scenario.alarm[scenario.alarms - 1 - place]:
            return False
    return True


@rule()
def all_open(t: Tables, s: State) -> bool:
    """Does every seat see the same, but for private recipes, seed and the order of decks?"""
    return not s.candour.private_research and not sight.limited(t, s)


@rule(also=("MP-ABIL-4",))
def _lay_face_down(t: Tables, s: State, seat: int) -> None:
    """A private recipe lies unseen among its deck, which then lists one card more than it counts."""
    for other in range(SEATS):
        card = s.seat[other].private
        if other != seat and card >= 0:
            kind = t.recipe[card].kind
            deck = s.recipes[kind]
            deck.card[hidden(s, kind)] = card
            s.seat[other].private = FACE_DOWN - kind
    if s.asker != seat:
        s.legal[:] = 0
        s.legals = 0


@rule(also=("MP-ACT-RESEARCH-1",))
def _lay_drawn_face_down(t: Tables, s: State, seat: int) -> None:
    """With private research the drawn recipes of others lie unseen among their deck, too."""
    if not s.candour.private_research or s.prompts == 0 or s.prompt[0].seat == seat:
        return
    for place in range(DRAWN):
        card = s.drawn[place]
        if card >= 0:
            kind = t.recipe[card].kind
            s.recipes[kind].card[hidden(s, kind)] = card
            s.drawn[place] = DRAWN_FACE_DOWN - kind


@rule(also=("MP-ABIL-4",))
def _forget_kept(s: State, seat: int) -> None:
    """Remove from the log which recipe another seat chose: it may lie in a private slot."""
    for row in range(EVENTS):
        if s.event[row, 0] == log.RESEARCHED and s.event[row, 1] != seat:
            s.event[row, 2] = -1


@rule(also=("MP-ABIL-4",))
def hidden(s: State, kind: int) -> int:
    """Number of recipes of a kind that a view does not show: the deck, and cards face down."""
    cards = s.recipes[kind].cards
    for seat in range(SEATS):
        if s.seat[seat].private == FACE_DOWN - kind:
            cards += 1
    for place in range(DRAWN):
        if s.drawn[place] == DRAWN_FACE_DOWN - kind:
            cards += 1
    return cards


@rule()
def sort(pile: Pile, cards: int) -> None:
    for place in range(1, cards):
        card = pile.card[place]
        while place > 0 and pile.card[place - 1] > card:
            pile.card[place] = pile.card[place - 1]
            place -= 1
        pile.card[place] = card
