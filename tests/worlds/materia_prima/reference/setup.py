"""Laying out the game (MP-SETUP)."""

from .board import TOWNS, Hex, read, turned
from .chance import LAYOUT, PLACEMENT, TEMPLE, below, shuffle, word
from .ids import COLUMN, ROW
from .pack import KINDS, Pack, days_of, read_pack
from .state import SLOTS, SWITCHES, Figure, Game, Item, Prompt, Seat

COLOURS = ("yellow", "brown", "grey", "green")


def new_game(
    folder: str,
    scenario: str,
    seats: int,
    seed: int,
    difficulty: str | None,
    alchemists: list[str] | None,
    layout: str,
    placement: str,
    rules: dict,
    extend: str,
    campaign: dict | None,
) -> Game:
    """The table as it stands before day 1; with placement by the players, before the first tower is placed."""
    pack = read_pack(folder)
    card = pack.scenarios[scenario]
    if difficulty is None:
        difficulty = "none" if isinstance(card["days"], int) else "normal"
    colours = list(alchemists or COLOURS[:seats])
    record = campaign or {}
    if len(colours) != seats or not 2 <= seats <= 4:
        raise ValueError("two to four seats, one alchemist for each")
    if unknown := set(rules) - set(SWITCHES):
        raise ValueError(f"no such switches: {sorted(unknown)}")
    own = card["setup"] if layout == "standard" and not campaign else None
    tiles = record.get("tiles") or (own["tiles"] if own else tiles_of(pack, layout, seed))
    game = Game(
        pack=pack,
        pack_name=folder,
        scenario=card,
        board=pack.board(tiles),
        tiles=list(tiles),
        seed=seed,
        seats=[Seat(_alchemist(pack, colour)) for colour in colours],
        started=difficulty,
        difficulty=difficulty,
        days=rules.get("days") or days_of(card, difficulty),
        rules=SWITCHES | rules,
        extend=extend,
        campaign=campaign is not None,
    )
    if game.rules["supply"] != "unlimited":
        game.supply = dict.fromkeys(pack.elements, game.rules["supply"])
    carried = _hand_out(game, record.get("seat", []))
    _reward(game, record.get("reward", {}))
    if own and placement == "standard":
        _begin_at(game, own["places"])
    elif not record.get("seat"):
        _place(game, layout, placement)
    _deal_recipes(game, carried)
    _stack_alarms(game)
    _stack_inquisitors(game)
    _deal_towns(game, carried)
    return game


def _alchemist(pack: Pack, colour: str) -> dict:
    return pack.alchemists.get(colour) or next(one for one in pack.alchemists.values() if one["colour"] == colour)


# --- the board -------------------------------------------------------------------------------------------------------


def tiles_of(pack: Pack, layout: str, seed: int) -> list[str]:
    """MP-SETUP-2: the published layout, or tiles, sides and rotations by chance."""
    if layout != "random":
        return pack.layouts[layout]["slots"]
    names = list(pack.tiles)
    for last in range(len(names) - 1, 0, -1):
        other = below(word(seed, LAYOUT, 0, 0, 0, last), last + 1)
        names[last], names[other] = names[other], names[last]
    slots = []
    for slot, name in enumerate(names):
        side = "AB"[below(word(seed, LAYOUT, 0, 1, 0, slot), 2)]
        turn = below(word(seed, LAYOUT, 0, 2, 0, slot), 6)
        while {turned(place, turn) for place in pack.shape} != set(pack.shape):
            turn = (turn + 1) % 6
        slots.append(f"{name} {side} {turn}")
    return slots


# --- figures ---------------------------------------------------------------------------------------------------------


def _place(game: Game, layout: str, placement: str) -> None:
    """MP-SETUP-13: as published, by chance, or by the players, who are asked later."""
    if placement == "standard":
        if layout == "random":
            raise ValueError("no places are published for a random layout")
        places = game.pack.layouts[layout]["towers"][str(len(game.seats))]
        for seat, place in zip(game.seats, places, strict=True):
            _settle_in(seat, tuple(place))
    elif placement == "random":
        for nth, seat in enumerate(game.seats):
            free = [place for place, what in game.board.ground.items() if what == "." and game.tower_at(place) is None]
            _settle_in(seat, free[below(word(game.seed, PLACEMENT, 0, nth, 0, 0), len(free))])


def _begin_at(game: Game, places: dict[str, dict]) -> None:
    """MP-SETUP-1: a scenario with a set-up of its own says where each colour begins."""
    for seat in game.seats:
        place = places[seat.alchemist["colour"]]
        _settle_in(seat, tuple(place["tower"]))
        seat.figures[0].at = tuple(place.get("alchemist", place["tower"]))


def _settle_in(seat: Seat, place: Hex) -> None:
    seat.tower = place
    seat.figures[0].at = place


def _reward(game: Game, gained: dict[str, int]) -> None:
    """MP-CAMPAIGN-6: what the scenario before brought lies in each tower, as far as the supply goes."""
    for seat in game.seats:
        for element, count in gained.items():
            if come := game.fetch(element, count):
                seat.stock[element] = seat.stock.get(element, 0) + come


def _hand_out(game: Game, records: list[dict]) -> set[str]:
    """MP-SETUP-8, 9, MP-CAMPAIGN-9: what the chronicle gives to each seat. Returns the cards and markers in play."""
    carried: set[str] = set()
    for seat, record in zip(game.seats, records, strict=False):
        _settle_in(seat, read(record["tower"]))
        seat.stone = record["stone"]
        for card in record.get("items", []):
            if game.pack.recipes[card]["kind"] == "homunculus":
                seat.figures[seat.figures.index(None)] = Figure(seat.tower, card)
            else:
                take_equipment(game, seat, card)
            carried.add(card)
        if "extension" in record:
            seat.extensions.append(record["extension"])
            seat.carried_extension = record["extension"]
            carried.add(record["extension"])
    return carried


def take_equipment(game: Game, seat: Seat, card: str) -> None:
    """New equipment is worn if its slot is free, else it lies in the tower."""
    slots = {game.pack.recipes[worn]["slot"] for worn in seat.worn()}
    seat.items[seat.items.index(None)] = Item(card, game.pack.recipes[card]["slot"] not in slots)


# --- cards -----------------------------------------------------------------------------------------------------------


def _deal_recipes(game: Game, carried: set[str]) -> None:
    """MP-SETUP-10, 11: as many cards of level 1 as seats from each deck go to the pool."""
    count = len(game.seats)
    named = (game.scenario["setup"] or {}).get("pool", [])
    for nth, kind in enumerate(KINDS):
        pile = [card for card in game.pack.recipes_of(kind) if card not in carried]
        shuffle(game, kind, pile)
        chosen = [card for card in named if card in pile][:count]
        others = [card for card in reversed(pile) if game.pack.recipes[card]["level"] == 1 and card not in chosen]
        first = [*chosen, *others][:count]
        game.pool[nth * count : nth * count + len(first)] = first
        game.recipes[kind].deck = [card for card in pile if card not in first]
        shuffle(game, kind, game.recipes[kind].deck)


def _stack_alarms(game: Game) -> None:
    """MP-SETUP-16, or the order the scenario prescribes."""
    if game.scenario["alarm_order"]:
        game.alarm_deck = game.scenario["alarm_order"][::-1]
    else:
        usual = [card for card, entry in game.pack.alarms.items() if entry["deck"]]
        game.alarm_deck = list(game.scenario["alarms"] or usual)
        shuffle(game, "alarms", game.alarm_deck)


def _stack_inquisitors(game: Game) -> None:
    """MP-SETUP-17; cards on display from the start come first, each with a figure in its town."""
    peace = "inquisitors" in game.rules["without"]
    start = [] if peace else game.special.get("start", [])
    for slot, row in zip(game.display[:SLOTS], start, strict=False):
        slot.cards.append(row["card"])
        slot.figures.append(game.board.town(row["town"]))
    if game.scenario["inquisitor_deck"]:
        shown = {row["card"] for row in start}
        cards = [card["id"] for letter in game.scenario["types"] for card in game.pack.types[letter]["cards"]]
        game.inquisitor_deck = [card for card in cards if card not in shown]
    elif peace:
        game.inquisitor_deck = [row["card"] for row in game.special["start"]]
    shuffle(game, "inquisitors", game.inquisitor_deck)


def _deal_towns(game: Game, carried: set[str]) -> None:
    """MP-SETUP-3 to 5: a mission and an extension in every town, and a temple."""
    game.mission_deck = list(game.pack.missions)
    shuffle(game, "missions", game.mission_deck)
    game.missions = [game.mission_deck.pop() if game.mission_deck else None for _ in TOWNS]
    game.extension_deck = [marker for marker in game.pack.extensions if marker not in carried]
    shuffle(game, "extensions", game.extension_deck)
    game.market = [game.extension_deck.pop() if game.extension_deck else None for _ in TOWNS]
    if game.pack.temples:
        game.temple = game.pack.temples[below(word(game.seed, TEMPLE, 0, 0, 0, 0), len(game.pack.temples))]


# --- placing by the players ------------------------------------------------------------------------------------------


def placing(game: Game) -> None:
    """Seat by seat, first the tower, then the alchemist; nothing is asked when all stand."""
    while game.turn < len(game.seats) and game.seats[game.turn].figures[0].at:
        game.turn += 1
    if game.turn == len(game.seats):
        game.turn, game.phase = 0, "dawn"
    elif game.seats[game.turn].tower is None:
        game.ask(Prompt("place_tower", game.turn))
    else:
        game.ask(Prompt("place_alchemist", game.turn))


def places_for(game: Game, prompt: Prompt) -> list[Hex]:
    """AMB-50: where the tower or the alchemist may be placed."""
    anywhere = game.rules["free_placement"] == "anywhere"
    places = [place for place, what in game.board.ground.items() if anywhere or what == "."]
    places = [place for place in places if not game.closed_to(prompt.seat, place)]
    if prompt.kind == "place_tower":
        places = [place for place in places if game.tower_at(place) is None]
    return places


def hex_answers(game: Game, places: list[Hex], column: int) -> set[int]:
    """A hex is named in two steps: first its column, then its row."""
    if column < 0:
        return {COLUMN + q - game.board.west for q, _ in places}
    return {ROW + r - game.board.north for q, r in places if q - game.board.west == column}


def named_hex(game: Game, prompt: Prompt, action: int) -> Hex | None:
    """The hex after the second step; the first step is noted in the prompt."""
    if prompt.column < 0:
        prompt.column = action - COLUMN
        return None
    return prompt.column + game.board.west, action - ROW + game.board.north


def where_to_place(game: Game, prompt: Prompt) -> set[int]:
    return hex_answers(game, places_for(game, prompt), prompt.column)


def place(game: Game, prompt: Prompt, action: int) -> None:
    where = named_hex(game, prompt, action)
    if where:
        game.prompts.pop()
        if prompt.kind == "place_tower":
            game.seats[prompt.seat].tower = where
        else:
            game.seats[prompt.seat].figures[0].at = where
