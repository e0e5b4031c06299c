"""The closed vocabularies of packs and the bounds of the engine."""

COLOURS = ("green", "yellow", "brown", "grey")
DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")  # pointy-top hexes, AMB-13
CENTRE = 6
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
KINDS = ("homunculus", "equipment", "stone")
ITEM_SLOTS = ("weapon", "armour", "tool", "charm")
STATS = ("attack", "defence", "capacity", "actions")
VERBS = ("move", "mine", "drop", "fight", "convert", "transmute", "equip")
TARGETS = ("alchemist", "homunculus", "tower")
VALUES = ("attack", "defence", "actions", "destroy")  # what a modifier of the Inquisition can raise
DIFFICULTIES = ("none", "easy", "normal", "hard")
TOWNS = ("T", "R", "G")
PROVENANCES = ("rulebook", "attested", "inferred", "reconstruction", "training drill")
PREDICATES = ("make", "hold", "stock")
WHO = ("each", "team")

SEATS = 4
FIGURES = 4  # of one colour: the alchemist and up to three homunculi (MP-SETUP-7)
LEVELS = 3
DIE_FACES = 3  # 0, 1, 2, equally likely (AMB-2)
TYPE_CARDS = 6
SLOTS = 3  # display slots, one for each type of a scenario
STANDEES = 2  # figures of one type (AMB-16)
POOL = 12
ITEMS = 12
FRAGMENTS = 6
TILES = 7

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
MAX_GOALS = 8
MAX_LAYOUTS = 4

# A hex is plain, blocked, a mine of element k (MINE + k) or town k (TOWN + k).
PLAIN = 0
BLOCKED = 1
MINE = 2
TOWN = MINE + MAX_ELEMENTS
