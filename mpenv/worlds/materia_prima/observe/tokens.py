"""The one schema of `entities`, `planes` and `oracle`: each token with its fields, their bounds and their meaning.

Seats are told relative to the one who looks: 0 is itself, then the others in today's order.
"""

from typing import Annotated

from mpenv.engine.records import About, Numbers, Plane
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.rules import prompts, talk
from mpenv.worlds.materia_prima.rules.state import DECKS, OUTCOMES, PHASES, PURPOSES
from mpenv.worlds.materia_prima.rules.state import DRAWN as DRAWN_AT_ONCE

MOST = 32767
SPAN = v.MAX_SPAN
STANDEES = v.SLOTS * v.STANDEES
ALL_FIGURES = v.SEATS * v.FIGURES
ELEMENTS = v.MAX_ELEMENTS

GONE, UNSEEN, DISCARDED, IN_POOL, DRAWN, PRIVATE, STORED, WORN, FRAGMENT, HOMUNCULUS = range(10)
FOR_SALE, BOUGHT = 2, 3
ON_TOWN, IN_PURSE, SPENT = 2, 3, 4
PAST, TODAY = 2, 3
DISPLAYED, DEFEATED = 2, 3


class Table:
    """What is the same for all: the calendar, the rules of this table, what is counted."""

    seats: Annotated[int, "i2", About(1, v.SEATS, "how many play")]
    day: Annotated[int, "i2", About(0, 60, "today")]
    days: Annotated[int, "i2", About(0, 60, "the last day")]
    days_left: Annotated[int, "i2", About(-60, 60, "days behind today")]
    lengths: Annotated[Numbers, "i2", 4, About(0, 60, "the last day by difficulty: none, easy, normal, hard")]
    difficulty: Annotated[int, "i2", About(0, 3, "none, easy, normal, hard")]
    started: Annotated[int, "i2", About(0, 3, "the difficulty chosen at the start")]
    phase: Annotated[int, "i2", About(0, len(PHASES) - 1, ", ".join(PHASES))]
    turn: Annotated[int, "i2", About(0, MOST, "how many seats had their turn in this phase")]
    outcome: Annotated[int, "i2", About(0, len(OUTCOMES) - 1, ", ".join(OUTCOMES))]
    due: Annotated[
        int, "i2", About(0, MOST, "inquisitor cards still to draw; steps taken while things are carried over")
    ]
    entry_column: Annotated[
        int, "i2", About(0, SPAN, "where today's inquisitors enter, by the leader's choice; 0: open")
    ]
    entry_row: Annotated[int, "i2", About(0, SPAN, "its row")]
    hunter: Annotated[int, "i2", About(0, STANDEES, "the inquisitor that acts now or next: slot x 2 + figure")]
    hunter_actions: Annotated[int, "i2", About(-1, MOST, "its actions left; -1: not counted yet")]
    temple: Annotated[int, "i2", About(-1, v.MAX_TEMPLES - 1, "the temple card; -1: none")]
    decks: Annotated[
        Numbers,
        "i2",
        7,
        About(0, v.MAX_DECK, "cards left: alarms, inquisitors, missions, extensions, the three recipe decks"),
    ]
    shuffles: Annotated[Numbers, "i2", DECKS, About(0, MOST, "how often each deck was shuffled")]
    purse: Annotated[int, "i2", About(0, v.MAX_MISSIONS * v.MOST_POINTS, "what the purse is worth")]
    bonus: Annotated[
        Numbers, "i2", 4, About(-128, 127, "what events gave all alchemists: attack, defence, capacity, actions")
    ]
    inquisition: Annotated[
        Numbers, "i2", 4, About(-128, 127, "what events gave the Inquisition: attack, defence, actions, destroy")
    ]
    no_deck: Annotated[int, "i2", About(0, 1, "special rule: there is no deck of inquisitors")]
    ordered: Annotated[int, "i2", About(0, 1, "special rule: the alarm cards come in a printed order")]
    no_sailing: Annotated[int, "i2", About(0, 1, "special rule: no sailing")]
    marks_own_hex: Annotated[int, "i2", About(0, 1, "special rule: whoever marks, marks its own hex too")]
    destroy_from: Annotated[
        int, "i2", About(0, 40, "special rule: one element more is destroyed from this day; 0: never")
    ]
    sight: Annotated[int, "i2", About(0, 16, "how far each seat sees from its figures; 0: everywhere")]
    die: Annotated[Numbers, "i2", v.DIE_SIDES, About(0, v.DIE_FACES - 1, "the faces of a die")]
    event_total: Annotated[int, "i2", About(0, 1, "switch event_attack: total")]
    towers_quiet: Annotated[int, "i2", About(0, 1, "switch tower_figures_mark: off")]
    top_card: Annotated[int, "i2", About(0, 1, "switch base_from_top_card: on")]
    refill: Annotated[int, "i2", About(0, 1, "switch pool_refill: on")]
    no_private: Annotated[int, "i2", About(0, 1, "switch private_slot: off")]
    ask_payment: Annotated[int, "i2", About(0, 1, "switch ask_payment: on")]
    at_once: Annotated[int, "i2", About(0, 1, "switch new_homunculus_acts: at once")]
    pick_up: Annotated[int, "i2", About(0, 2, "switch pick_up: action, free on entry, never")]
    anywhere: Annotated[int, "i2", About(0, 1, "switch free_placement: anywhere")]
    to_discard: Annotated[int, "i2", About(0, 1, "switch lost_homunculus: discard")]
    extend: Annotated[int, "i2", About(0, 1, "an extension is asked for")]
    campaign: Annotated[int, "i2", About(0, 1, "carry-over is asked for after a success")]
    limit: Annotated[int, "i2", About(0, 999, "of each element in the supply; 0: no end")]
    private_research: Annotated[int, "i2", About(0, 1, "switch private_research: on")]
    table_talk: Annotated[int, "i2", About(0, 1, "switch table_talk: open")]
    given_days: Annotated[int, "i2", About(0, 24, "switch days: what the game lasts in place of its level; 0: not")]
    without: Annotated[
        Numbers,
        "i2",
        len(v.VERBS) + len(v.ERRANDS) + 1,
        About(0, 1, "switch without: each verb, each kind of town missions, inquisitors"),
    ]
    face_down: Annotated[
        Numbers, "i2", DRAWN_AT_ONCE, About(0, len(v.KINDS), "kinds of the recipes that another seat drew, from 1")
    ]
    tiles: Annotated[Plane, "i2", v.TILES, 3, About(0, v.TILES - 1, "each slot of the frame: tile, side, turns")]


class Stores:
    """An element: what is left of it."""

    supply: Annotated[int, "i2", About(0, MOST, "left in the supply, where it is limited")]
    dug: Annotated[int, "i2", About(0, MOST, "mined so far, of kinds that run dry")]
    dry: Annotated[int, "i2", About(0, 999, "special rule: what all its mines give together; 0: no end")]


class Player:
    """A seat: the alchemist's printed values, the tower, deeds and goals; what both own lies among the cards."""

    alchemist: Annotated[int, "i2", About(0, v.MAX_ALCHEMISTS - 1, "the character, by its number in the pack")]
    colour: Annotated[int, "i2", About(0, 3, ", ".join(v.COLOURS))]
    said: Annotated[int, "i2", About(0, len(talk.INTENTIONS) - 1, f"it said: {', '.join(talk.INTENTIONS)}")]
    said_of: Annotated[
        int, "i2", About(0, ELEMENTS, "of what: element, kind of card, town, type, from 1; of help: the seat")
    ]
    nth: Annotated[int, "i2", About(1, v.SEATS, "its place in today's order")]
    asked: Annotated[int, "i2", About(0, 1, "it is asked now")]
    stone: Annotated[int, "i2", About(0, 1, "it has its soul stone")]
    tower_column: Annotated[int, "i2", About(0, SPAN, "column of the tower, from 1; 0: not placed")]
    tower_row: Annotated[int, "i2", About(0, SPAN, "row of the tower, from 1")]
    tower_q: Annotated[int, "i2", About(-SPAN, SPAN, "the tower, from the own alchemist")]
    tower_r: Annotated[int, "i2", About(-SPAN, SPAN, "the tower, from the own alchemist")]
    private: Annotated[int, "i2", About(0, 3, "kind of the recipe in the private slot, from 1; 0: none")]
    missions: Annotated[int, "i2", About(0, MOST, "town missions fulfilled")]
    defeated: Annotated[int, "i2", About(0, MOST, "inquisitors defeated")]
    lost: Annotated[
        Numbers, "i2", len(v.KEPT), About(0, MOST, "lost so far: stones, homunculi, stock of a tower in sight")
    ]
    stock: Annotated[Numbers, "i2", ELEMENTS, About(0, MOST, "the stock of the tower by element, where it is seen")]
    made: Annotated[Plane, "i2", 3, 4, About(0, 127, "deeds by kind and level")]
    reached: Annotated[Numbers, "i2", v.MAX_GOALS, About(0, 1, "goals that are reached")]
    progress: Annotated[Numbers, "i2", v.MAX_GOALS, About(0, MOST, "how far it has come with each goal, as is seen")]
    latched: Annotated[Numbers, "i2", v.MAX_GOALS, About(0, 1, "goals that count for ever")]
    carried: Annotated[Numbers, "i2", v.LEVELS, About(0, v.MAX_RECIPES, "recipes chosen for the next scenario, from 1")]
    carried_extension: Annotated[
        int,
        "i2",
        About(0, v.MAX_EXTENSIONS, "the extension from the scenario before, once chosen the one that goes on; from 1"),
    ]
    printed: Annotated[
        Plane, "i2", 2, 4, About(0, 12, "printed attack, defence, capacity, actions: with the stone, without")
    ]
    extra: Annotated[Numbers, "i2", len(v.VERBS), About(0, 9, "printed additional actions by verb")]
    mining: Annotated[Numbers, "i2", ELEMENTS, About(0, 9, "printed: more of an element with every mine action")]
    gift: Annotated[
        Numbers, "i2", len(v.GIFTS), About(0, 9, "printed: research more, private slot, research, transmute anywhere")
    ]
    barred: Annotated[Numbers, "i2", ELEMENTS, About(0, 1, "special rule: elements that it may not mine")]
    rolls: Annotated[
        Plane,
        "i2",
        PURPOSES,
        v.FIGURES,
        About(0, MOST, "rolls today: attack, loot, defence, destroy, by figure; with limited sight only the own"),
    ]


class Fellow:
    """An alchemist or homunculus on the board, in sight."""

    whose: Annotated[int, "i2", About(0, v.SEATS - 1, "its seat")]
    number: Annotated[int, "i2", About(0, v.FIGURES - 1, "0: the alchemist")]
    card: Annotated[int, "i2", About(0, v.MAX_RECIPES, "the recipe of a homunculus, from 1; 0: an alchemist")]
    column: Annotated[int, "i2", About(1, SPAN, "where it stands, from 1")]
    row: Annotated[int, "i2", About(1, SPAN, "where it stands, from 1")]
    q: Annotated[int, "i2", About(-SPAN, SPAN, "from the own alchemist")]
    r: Annotated[int, "i2", About(-SPAN, SPAN, "from the own alchemist")]
    stat: Annotated[Numbers, "i2", 4, About(-MOST, MOST, "final attack, defence, capacity, actions")]
    load: Annotated[Numbers, "i2", ELEMENTS, About(0, 127, "what it carries by element")]
    actions: Annotated[int, "i2", About(0, MOST, "actions left today")]
    extra: Annotated[Numbers, "i2", len(v.VERBS), About(0, 127, "additional actions left today by verb")]


class Display:
    """A slot of the inquisition board with its type."""

    type: Annotated[int, "i2", About(0, v.MAX_TYPES, "the type, from 1; 0: nothing lies here")]
    cards: Annotated[int, "i2", About(0, v.TYPE_CARDS, "cards displayed")]
    figures: Annotated[int, "i2", About(0, v.STANDEES, "figures on the board")]
    value: Annotated[Numbers, "i2", 4, About(-MOST, MOST, "final attack, defence, actions, destroy")]
    destroys: Annotated[int, "i2", About(0, 1, "its actions destroy instead of attack")]
    primary: Annotated[int, "i2", About(0, 2, "whom it hunts first: alchemist, homunculus, tower")]
    secondary: Annotated[int, "i2", About(0, 2, "whom it hunts next")]


class Standee:
    """An inquisitor on the board, in sight."""

    slot: Annotated[int, "i2", About(0, v.SLOTS - 1, "its slot")]
    which: Annotated[int, "i2", About(0, v.STANDEES - 1, "0: the older one")]
    column: Annotated[int, "i2", About(1, SPAN, "where it stands, from 1")]
    row: Annotated[int, "i2", About(1, SPAN, "where it stands, from 1")]
    q: Annotated[int, "i2", About(-SPAN, SPAN, "from the own alchemist")]
    r: Annotated[int, "i2", About(-SPAN, SPAN, "from the own alchemist")]


class Aim:
    """A goal of the mission."""

    predicate: Annotated[int, "i2", About(0, len(v.PREDICATES) - 1, ", ".join(v.PREDICATES))]
    team: Annotated[int, "i2", About(0, 1, "the team together, not each")]
    kind: Annotated[int, "i2", About(-1, MOST, "what it counts: kind of card, element (-1: any), town, what to keep")]
    level: Annotated[int, "i2", About(0, v.LEVELS, "of this level; 0: any")]
    wanted: Annotated[int, "i2", About(0, MOST, "how many, with this many players")]
    latches: Annotated[int, "i2", About(0, 1, "once reached it counts for ever")]
    together: Annotated[int, "i2", About(0, MOST, "how far all have come")]
    met: Annotated[int, "i2", About(0, 1, "it is fulfilled")]


class Happening:
    """A row of the event table."""

    day: Annotated[int, "i2", About(0, 40, "its day")]
    cost: Annotated[int, "i2", About(0, 99, "what it costs this team")]
    came: Annotated[int, "i2", About(0, 2, "not yet, paid, unpaid")]
    effect: Annotated[Numbers, "i2", 2, About(0, len(v.EFFECTS) - 1, f"if paid, if not: {', '.join(v.EFFECTS)}")]
    what: Annotated[Numbers, "i2", 2, About(0, MOST, "if paid, if not: the element, kind of card or status value")]
    count: Annotated[Numbers, "i2", 2, About(0, MOST, "if paid, if not: how many")]
    also: Annotated[Numbers, "i2", 2, About(0, ELEMENTS, "if paid, if not: a second element, from 1; 0: none")]
    more: Annotated[Numbers, "i2", 2, About(0, MOST, "if paid, if not: how many of that")]


class Town:
    """A town: T, R, G."""

    column: Annotated[int, "i2", About(0, SPAN, "where it lies, from 1; 0: not on this board")]
    row: Annotated[int, "i2", About(0, SPAN, "where it lies, from 1")]
    q: Annotated[int, "i2", About(-SPAN, SPAN, "from the own alchemist")]
    r: Annotated[int, "i2", About(-SPAN, SPAN, "from the own alchemist")]
    opens: Annotated[int, "i2", About(0, 40, "special rule: closed before this day")]
    is_open: Annotated[int, "i2", About(0, 1, "it is open")]
    routes: Annotated[Numbers, "i2", len(v.TOWNS), About(0, 1, "ships sail to T, R, G")]
    mission: Annotated[int, "i2", About(0, v.MAX_MISSIONS, "its mission card, from 1; 0: none")]
    market: Annotated[int, "i2", About(0, v.MAX_EXTENSIONS, "the marker for sale, from 1; 0: none")]


class Question:
    """A pending decision; the first is the one that is asked."""

    kind: Annotated[int, "i2", About(0, len(prompts.KINDS) - 1, ", ".join(prompts.KINDS))]
    whose: Annotated[int, "i2", About(0, v.SEATS - 1, "the seat that answers")]
    figure: Annotated[int, "i2", About(0, v.FIGURES - 1, "the figure it is about")]
    cause: Annotated[int, "i2", About(0, len(prompts.CAUSES) - 1, ", ".join(prompts.CAUSES))]
    done: Annotated[int, "i2", About(0, MOST, "steps taken in it")]
    slot: Annotated[
        int, "i2", About(-1, MOST, "what it is about, as its kind needs; of an exchange: seat x 4 + figure")
    ]
    column: Annotated[int, "i2", About(0, SPAN, "the column that was chosen, from 1")]
    element: Annotated[int, "i2", About(0, ELEMENTS, "the element it is about, from 1")]
    amount: Annotated[int, "i2", About(0, MOST, "how many to go")]
    touched: Annotated[Numbers, "i2", v.ITEMS, About(0, 1, "items that were moved in it")]


class Recipe:
    """A recipe card: where it lies."""

    lies: Annotated[
        int,
        "i1",
        About(
            0,
            9,
            "gone, unseen, discarded, in the pool, drawn, own private, stored, worn, fragment, homunculus",
        ),
    ]
    whose: Annotated[int, "i1", About(0, v.SEATS, "the seat that owns it, from 1")]
    place: Annotated[
        int,
        "i1",
        About(0, v.POOL, "its place there, from 1: of the pool, of those drawn, of items or fragments; the figure"),
    ]
    missing: Annotated[
        int, "i1", About(0, 127, "in the pool, drawn or private: elements that the own alchemist lacks to pay it")
    ]
    payable: Annotated[int, "i1", About(0, 1, "of those: the own alchemist has all that it costs")]


class Extension:
    """A tower extension marker: where it lies."""

    lies: Annotated[int, "i1", About(0, 3, "gone, unseen, for sale, bought")]
    whose: Annotated[int, "i1", About(0, v.SEATS, "the seat that bought it, from 1")]
    place: Annotated[int, "i1", About(0, len(v.TOWNS), "the town that sells it, from 1")]
    payable: Annotated[int, "i1", About(0, 1, "for sale: the own alchemist carries its price")]


class Mission:
    """A town mission card: where it lies."""

    lies: Annotated[int, "i1", About(0, 4, "gone, unseen, on a town, in the purse, spent")]
    place: Annotated[
        int, "i1", About(0, v.MAX_MISSIONS, "the town, or the place in the purse, from 1: the oldest is spent first")
    ]
    at_hand: Annotated[int, "i1", About(0, 1, "on a town: the own alchemist has what it takes")]


class Alarm:
    """An alarm card: where it lies."""

    lies: Annotated[int, "i1", About(0, 3, "not in this scenario, unseen, past, today's")]
    nth: Annotated[int, "i1", About(0, v.MAX_DECK, "its place in a printed order, from 1; 0: shuffled")]


class Inquisitor:
    """An inquisitor card: where it lies."""

    lies: Annotated[int, "i1", About(0, 3, "not in this scenario, unseen, displayed, defeated")]
    slot: Annotated[int, "i1", About(0, v.SLOTS, "its slot, from 1")]
    place: Annotated[int, "i1", About(0, v.TYPE_CARDS, "its place in the slot, from 1: the last was drawn last")]


class Hex:
    """A hex of the board, by its number."""

    column: Annotated[int, "i1", About(1, SPAN, "its column, from 1")]
    row: Annotated[int, "i1", About(1, SPAN, "its row, from 1")]
    q: Annotated[int, "i1", About(-SPAN, SPAN, "from the own alchemist")]
    r: Annotated[int, "i1", About(-SPAN, SPAN, "from the own alchemist")]
    blocked: Annotated[int, "i1", About(0, 1, "it counts as off the board")]
    mine: Annotated[int, "i1", About(0, ELEMENTS, "the element mined here, from 1")]
    town: Annotated[int, "i1", About(0, len(v.TOWNS), "the town, from 1")]
    tower: Annotated[int, "i1", About(0, v.SEATS, "whose tower stands here, from 1")]
    figures: Annotated[int, "i1", About(0, v.SEATS, "whose figures stand here, from 1")]
    inquisitors: Annotated[int, "i1", About(0, STANDEES, "how many inquisitors stand here")]
    marker: Annotated[int, "i1", About(0, 127, "alarm markers")]
    danger: Annotated[
        int, "i1", About(0, 127, "moves of the nearest inquisitor in sight to here and one more; 0: none can come")
    ]
    seen: Annotated[int, "i1", About(0, 1, "it is in sight; of others nothing is told but what is printed")]
    loose: Annotated[Numbers, "i1", ELEMENTS, About(0, 127, "loose elements by kind")]
