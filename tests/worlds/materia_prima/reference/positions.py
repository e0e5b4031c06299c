"""A position: the whole game as a dictionary, the way TOML holds it."""

from .board import read, reading_order, written
from .chance import PURPOSES
from .pack import KINDS, read_pack
from .state import FRAGMENT_PLACES, ITEM_PLACES, SWITCHES, Figure, Game, Item, Pile, Prompt, Seat, Slot

NOTHING = "-"
RUNNING = "running"
FIGURES = ("alchemist", "h1", "h2", "h3")
CAUSES = {
    "entry": "alarm",
    **dict.fromkeys(("pay", "spend", "lose", "sacrifice"), "event"),
    "destroy": "inquisition",
    **dict.fromkeys(("place_tower", "place_alchemist"), "setup"),
    **dict.fromkeys(("extend", "carry", "carry_extension"), "campaign"),
}


# --- writing ---------------------------------------------------------------------------------------------------------


def write(game: Game) -> dict:
    position = {
        "format": 1,
        "pack": game.pack_name,
        "scenario": game.scenario["id"],
        "difficulty": game.difficulty,
        "started": game.started,
        "seed": game.seed,
        "day": game.day,
        "days": game.days,
        "phase": game.phase,
        "turn": game.turn,
        "board": _write_board(game),
        "alarm": {"revealed": list(game.revealed), "deck": game.alarm_deck[::-1], "due": game.due},
        "inquisition": {
            "slots": [_write_slot(slot) for slot in game.display],
            "deck": game.inquisitor_deck[::-1],
            "defeated": list(game.defeated),
            "hunter": game.hunter,
            "hunter_actions": game.hunter_actions,
        },
        "recipes": _write_recipes(game),
        "events": {
            "happened": {str(day): side for day, side in game.happened.items()},
            "purse": list(game.purse),
            "spent": list(game.spent),
        },
        "towns": {
            "missions": _filled(game.missions),
            "market": _filled(game.market),
            "mission_deck": game.mission_deck[::-1],
            "extension_deck": game.extension_deck[::-1],
        },
        "chance": {
            "shuffled": dict(game.shuffled),
            "rolled": {
                f"{PURPOSES[purpose]} {_called(game, *divmod(who, 4))}": count
                for (purpose, who), count in game.rolled.items()
            },
            "dice": list(game.dice),
        },
        "seat": [_write_seat(game, seat) for seat in game.seats],
    }
    rules = {name: value for name, value in game.rules.items() if value != SWITCHES[name]}
    rules |= {"extend": game.extend} if game.extend != "never" else {}
    position |= {"rules": rules} if rules else {}
    position |= {"campaign": True} if game.campaign else {}
    position["outcome"] = game.outcome or RUNNING
    position |= {"prompt": [_write_prompt(game, prompt) for prompt in game.prompts]} if game.prompts else {}
    position["alarm"] |= {"entry": written(game.entry)} if game.entry else {}
    position["towns"] |= {"temple": game.temple} if game.temple else {}
    return position


def _filled(cards: list[str | None]) -> list[str]:
    return [card or NOTHING for card in cards]


def _write_board(game: Game) -> dict:
    board = {
        "tiles": list(game.tiles),
        "markers": [written(place) for place in reading_order(game.markers)],
        "loose": {written(place): dict(game.loose[place]) for place in reading_order(game.loose)},
        "dug": dict(game.dug),
    }
    return board if game.supply is None else board | {"supply": dict(game.supply)}


def _write_slot(slot: Slot) -> dict:
    if not slot.cards:
        return {}
    return {"cards": list(slot.cards), "figures": [written(place) for place in slot.figures]}


def _write_recipes(game: Game) -> dict:
    piles = {kind: {"deck": pile.deck[::-1], "discard": list(pile.discard)} for kind, pile in game.recipes.items()}
    gone = [card for card in game.pack.recipes if card in game.gone]
    return {"pool": _filled(game.pool), "drawn": _filled(game.drawn), "gone": gone} | piles


def _called(game: Game, seat: int, figure: int) -> str:
    """`yellow` for the alchemist, `yellow.h2` for a homunculus."""
    return game.seats[seat].colour + (f".{FIGURES[figure]}" if figure else "")


def _write_prompt(game: Game, prompt: Prompt) -> dict:
    cause = "event" if prompt.kind == "overload" and game.phase == "event" else CAUSES.get(prompt.kind, "own turn")
    fields = vars(prompt) | {"seat": _called(game, prompt.seat, 0), "figure": FIGURES[prompt.figure], "cause": cause}
    return {name: value for name, value in fields.items() if value is not None}


def _trimmed(words: list[str]) -> list[str]:
    while words and words[-1] == NOTHING:
        words.pop()
    return words


def _write_seat(game: Game, seat: Seat) -> dict:
    written_seat = {
        "alchemist": seat.alchemist["id"],
        **({"colour": seat.stands} if seat.stands else {}),
        "stone": seat.stone,
        "stock": dict(seat.stock),
        "items": _trimmed([item.card + " worn" * item.worn if item else NOTHING for item in seat.items]),
        "fragments": _trimmed(_filled(seat.fragments)),
        "extensions": [marker for marker in game.pack.extensions if marker in seat.extensions],
        "made": {kind: list(counts) for kind, counts in seat.made.items()},
        "missions": seat.missions,
        "defeated": seat.defeated,
        "lost": dict(seat.lost),
        "latched": sorted(seat.latched),
        "carried": _filled(seat.carried),
        "figure": [_write_figure(number, figure) for number, figure in enumerate(seat.figures) if figure],
    }
    optional = {"private": seat.private, "carried_extension": seat.carried_extension, "said": seat.said}
    optional["tower"] = written(seat.tower) if seat.tower else None
    return written_seat | {name: value for name, value in optional.items() if value}


def _write_figure(number: int, figure: Figure) -> dict:
    what = {"name": FIGURES[number]} | ({"card": figure.card} if number else {})
    extra = {verb: count for verb, count in figure.extra.items() if count}
    where = {"at": written(figure.at)} if figure.at else {}
    return what | where | {"load": dict(figure.load), "actions": figure.actions, "extra": extra}


# --- reading ---------------------------------------------------------------------------------------------------------


def load(position: dict, folder: str) -> Game:
    """The game of a position that stands at a decision."""
    pack = read_pack(folder)
    rules = dict(position.get("rules", {}))
    board, alarm, inquisition = position["board"], position["alarm"], position["inquisition"]
    recipes, events, towns, chance = (position[part] for part in ("recipes", "events", "towns", "chance"))
    seats = [_load_seat(pack.alchemists[record["alchemist"]], record) for record in position["seat"]]
    who = {
        f"{name} {seat.colour}" + (f".{FIGURES[figure]}" if figure else ""): (purpose, nth * 4 + figure)
        for purpose, name in enumerate(PURPOSES)
        for nth, seat in enumerate(seats)
        for figure in range(4)
    }
    return Game(
        pack=pack,
        pack_name=position["pack"],
        scenario=pack.scenarios[position["scenario"]],
        board=pack.board(board["tiles"]),
        tiles=list(board["tiles"]),
        seats=seats,
        **{name: position[name] for name in ("seed", "started", "difficulty", "days", "day", "phase", "turn")},
        extend=rules.pop("extend", "never"),
        rules=SWITCHES | rules,
        campaign=position.get("campaign", False),
        outcome=None if position["outcome"] == RUNNING else position["outcome"],
        prompts=[_load_prompt(prompt, [seat.colour for seat in seats]) for prompt in position.get("prompt", [])],
        markers={read(place) for place in board["markers"]},
        loose={read(place): dict(heap) for place, heap in board["loose"].items()},
        dug=dict(board["dug"]),
        supply=dict(board["supply"]) if "supply" in board else None,
        alarm_deck=alarm["deck"][::-1],
        revealed=list(alarm["revealed"]),
        due=alarm["due"],
        entry=read(alarm["entry"]) if "entry" in alarm else None,
        display=[_load_slot(slot) for slot in inquisition["slots"]],
        inquisitor_deck=inquisition["deck"][::-1],
        defeated=list(inquisition["defeated"]),
        hunter=inquisition["hunter"],
        hunter_actions=inquisition["hunter_actions"],
        pool=_emptied(recipes["pool"]),
        recipes={kind: Pile(recipes[kind]["deck"][::-1], list(recipes[kind]["discard"])) for kind in KINDS},
        drawn=_emptied(recipes["drawn"]),
        gone=set(recipes["gone"]),
        happened={int(day): side for day, side in events["happened"].items()},
        purse=list(events["purse"]),
        spent=list(events["spent"]),
        missions=_emptied(towns["missions"]),
        market=_emptied(towns["market"]),
        mission_deck=towns["mission_deck"][::-1],
        extension_deck=towns["extension_deck"][::-1],
        temple=towns.get("temple"),
        shuffled=dict(chance["shuffled"]),
        rolled={who[name]: count for name, count in chance["rolled"].items()},
        dice=list(chance["dice"]),
    )


def _emptied(cards: list[str]) -> list[str | None]:
    return [None if card == NOTHING else card for card in cards]


def _load_prompt(record: dict, colours: list[str]) -> Prompt:
    fields = {name: value for name, value in record.items() if name != "cause"}
    where = {"seat": colours.index(record["seat"]), "figure": FIGURES.index(record["figure"])}
    return Prompt(**(fields | where))


def _load_slot(slot: dict) -> Slot:
    return Slot(list(slot.get("cards", [])), [read(place) for place in slot.get("figures", [])])


def _load_seat(alchemist: dict, record: dict) -> Seat:
    seat = Seat(
        alchemist=alchemist,
        stone=record["stone"],
        tower=read(record["tower"]) if "tower" in record else None,
        stock=dict(record["stock"]),
        items=[None] * ITEM_PLACES,
        fragments=[None] * FRAGMENT_PLACES,
        private=record.get("private"),
        extensions=list(record["extensions"]),
        made={kind: list(counts) for kind, counts in record["made"].items()},
        missions=record["missions"],
        defeated=record["defeated"],
        lost=dict(record["lost"]),
        latched=set(record["latched"]),
        carried=_emptied(record["carried"]),
        carried_extension=record.get("carried_extension"),
        said=record.get("said"),
        stands=record.get("colour"),
    )
    for place, words in enumerate(record["items"]):
        if words != NOTHING:
            seat.items[place] = Item(words.removesuffix(" worn"), words.endswith(" worn"))
    for place, card in enumerate(record["fragments"]):
        seat.fragments[place] = None if card == NOTHING else card
    for figure in record["figure"]:
        number = FIGURES.index(figure["name"])
        place = read(figure["at"]) if "at" in figure else None
        seat.figures[number] = Figure(
            place, figure.get("card"), dict(figure["load"]), figure["actions"], dict(figure["extra"])
        )
    return seat
