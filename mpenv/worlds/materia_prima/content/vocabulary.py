"""The closed vocabularies of packs and the bounds of the engine."""

COLOURS = ("green", "yellow", "brown", "grey")
DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")  # pointy-top hexes, AMB-13
CENTRE = 6
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
KINDS = ("homunculus", "equipment", "stone")
ITEM_SLOTS = ("weapon", "armour", "tool", "charm")
STATS = ("attack", "defence", "capacity", "actions")
VERBS = (
    "move", "mine", "drop", "fight", "exchange", "convert", "transmute", "equip", "research", "buy", "sail",
)  # fmt: skip
GIFTS = ("research more", "private recipe", "research anywhere", "transmute anywhere")  # MP-ABIL-2, 4, 5, 6
TARGETS = ("alchemist", "homunculus", "tower")
VALUES = ("attack", "defence", "actions", "destroy")  # what a modifier of the Inquisition can raise
DIFFICULTIES = ("none", "easy", "normal", "hard")
TOWNS = ("T", "R", "G")
PROVENANCES = ("rulebook", "attested", "inferred", "reconstruction", "training drill", "generated")
PREDICATES = ("make", "hold", "stock", "missions", "events", "defeat", "stand", "keep")
KEPT = ("stone", "homunculus", "stock")  # what a goal can ask to lose none of
WHO = ("each", "team")
ERRANDS = ("fight", "element", "homunculus", "equipment", "stone")  # kinds of town missions
EFFECTS = ("gain", "lose", "sacrifice", "alchemists", "inquisitors")  # what scenario events do
EVENT_DAYS = (4, 8, 12, 16)
COOPERATION = ("hand-over", "guarding", "role split", "shared payment", "timing")  # what a scenario asks of a team

SEATS = 4
FIGURES = 4  # of one colour: the alchemist and up to three homunculi (MP-SETUP-7)
LEVELS = 3
DIE_FACES = 3  # results of a die: 0, 1, 2
DIE_SIDES = 6
TYPE_CARDS = 6
SLOTS = 3  # display slots, one for each type of a scenario
STANDEES = 2  # figures of one type (AMB-16)
POOL = 12
ITEMS = 12
FRAGMENTS = 6
TILES = 7
EVENTS = len(EVENT_DAYS)
POINTS = 3  # values of town missions with an answer of their own when events are paid
MOST_POINTS = 9  # the most a town mission is worth
PRINTED_FACES = (0, 0, 1, 1, 2, 2)  # AMB-2

MAX_ELEMENTS = 16
MAX_CONVERSIONS = 16
MAX_HEXES = 192
MAX_SPAN = 16  # columns or rows of a board
MAX_TILE_HEXES = MAX_HEXES // TILES
MAX_ALCHEMISTS = 16
MAX_RECIPES = 96
MAX_DECK = 32  # cards of one deck
MAX_TYPES = 8
MAX_SCENARIOS = 16
MAX_GENERATED = 512  # scenarios generated beside those of a pack, for the games of one batch
MAX_CAMPAIGNS = 4
MAX_GOALS = 8
MAX_LAYOUTS = 4
MAX_MISSIONS = 32
MAX_EXTENSIONS = 16
MAX_TEMPLES = 8
MAX_STARTERS = 4  # inquisitors on the board when a scenario begins

# What a character, homunculus, item or tower extension grants, a column for each: first the status values.
EXTRA = len(STATS)  # additional actions, by verb
YIELD = EXTRA + len(VERBS)  # more elements with each mine action, by element
GIFT = YIELD + MAX_ELEMENTS
GRANTS = GIFT + len(GIFTS)

# A hex is plain, blocked, a mine of element k (MINE + k) or town k (TOWN + k).
PLAIN = 0
BLOCKED = 1
MINE = 2
TOWN = MINE + MAX_ELEMENTS
