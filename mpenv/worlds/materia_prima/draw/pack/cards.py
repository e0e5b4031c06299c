"""Board and cards of a pack as tables; costs in element symbols."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from mpenv.worlds.materia_prima.content import board, schema
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.pack.table import Table


def cost(pack: Pack, amounts: dict[int, int]) -> str:
    """`2a gl`: two air and one glass."""
    symbols = [one["symbol"] for one in pack.entries["element"]]
    return " ".join(f"{count if count > 1 else ''}{symbols[element]}" for element, count in sorted(amounts.items()))


def abilities(pack: Pack, one: dict[str, Any]) -> str:
    return ", ".join(words.ability(pack, each) for each in one["abilities"])


def modifiers(one: list[tuple[str, int]]) -> str:
    return ", ".join(f"{stat} +{amount}" for stat, amount in one)


def signed(amount: int) -> str:
    return f"+{amount}" if amount else ""


def elements(pack: Pack) -> list[Table]:
    rows = [
        [one["id"], pack.name(one["id"]), one["symbol"], str(one["level"]), str(one["yield"])]
        for one in pack.entries["element"]
    ]
    made = [
        [one["id"], " + ".join(pack.ids["element"][each] for each in one["from"]), pack.ids["element"][one["to"]]]
        for one in pack.entries["conversion"]
    ]
    return [
        Table("Elements", ("id", "name", "symbol", "level", "a mine gives"), rows),
        Table("Conversions", ("id", "from", "to"), made),
    ]


def the_board(pack: Pack) -> list[Table]:
    sides = {
        (one["id"], side): [token for row in one[side] for token in row]
        for one in pack.entries["tile"]
        for side in "AB"
    }
    symbols = [one["symbol"] for one in pack.entries["element"]]
    tiles = [
        [
            tile,
            side,
            str(len(tokens)),
            " ".join(one for one in symbols for _ in range(tokens.count(one))),
            " ".join(one for one in tokens if one in v.TOWNS),
            str(tokens.count("#")),
        ]
        for (tile, side), tokens in sides.items()
    ]
    layouts = {one["id"]: [words.rsplit(maxsplit=2) for words in one["slots"]] for one in pack.entries["layout"]}
    mines = []
    for element, symbol in zip(pack.ids["element"], symbols, strict=True):
        counts = [[sides[tile, side].count(symbol) for side in "AB"] for tile in pack.ids["tile"]]
        laid = [str(sum(sides[tile, side].count(symbol) for tile, side, _ in slots)) for slots in layouts.values()]
        if sum(map(sum, counts)):
            mines.append([element, *laid, str(sum(map(min, counts))), str(sum(map(max, counts)))])
    towns = [[one["id"], v.TOWNS[one["letter"]], pack.name(one["id"])] for one in pack.entries["town"]]
    about = pack.entries["board.toml"][0]
    hexes = len(board.geometry(about["shape"], about["frame"]).hexes)
    return [
        Table(f"Board: {v.TILES} tiles, {hexes} hexes", ("tile", "side", "hexes", "mines", "town", "blocked"), tiles),
        Table("Mines by kind", ("element", *layouts, "least", "most"), mines),
        Table("Towns", ("id", "letter", "name"), towns),
        Table(
            "Layouts", ("id", "tiles, sides and turns", "towers of 4"), [_layout(one) for one in pack.entries["layout"]]
        ),
    ]


def _layout(one: dict[str, Any]) -> list[str]:
    towers = " ".join(f"{q},{r}" for q, r in one["towers"][v.SEATS])
    return [one["id"], "; ".join(words.removeprefix("tile.") for words in one["slots"]), towers]


def alchemists(pack: Pack) -> list[Table]:
    head = ("id", "name", "colour", *v.STATS, "without stone", "ability")
    rows = [
        [
            one["id"],
            pack.name(one["id"]),
            v.COLOURS[one["colour"]],
            *(str(one[stat]) for stat in v.STATS),
            "/".join(str(one["without_stone"][stat]) for stat in v.STATS),
            abilities(pack, one),
        ]
        for one in pack.entries["alchemist"]
    ]
    towers = [[one["id"], str(one["digit"])] for one in pack.entries["tower"]]
    return [Table("Alchemists", head, rows), Table("Towers", ("id", "digit"), towers)]


def recipes(pack: Pack) -> list[Table]:
    return [homunculi(pack), equipment(pack), slots(pack), stones(pack)]


def by_level(pack: Pack, kind: str) -> list[dict[str, Any]]:
    return sorted(pack.entries[kind], key=lambda one: int(one["level"]))


def counted(pack: Pack, kind: str) -> str:
    levels = Counter(entry["level"] for entry in pack.entries[kind])
    return f"{len(pack.entries[kind])} cards, " + " / ".join(str(levels[level + 1]) for level in range(v.LEVELS))


def homunculi(pack: Pack) -> Table:
    rows = [
        [one["id"], pack.name(one["id"]), str(one["level"]), cost(pack, one["cost"])]
        + [str(one[stat]) for stat in v.STATS]
        + [abilities(pack, one)]
        for one in by_level(pack, "homunculus")
    ]
    head = ("id", "name", "level", "cost", *v.STATS, "ability")
    return Table(f"Homunculi: {counted(pack, 'homunculus')}", head, rows)


def equipment(pack: Pack) -> Table:
    rows = [
        [one["id"], pack.name(one["id"]), str(one["level"]), cost(pack, one["cost"]), v.ITEM_SLOTS[one["slot"]]]
        + [signed(one[stat]) for stat in v.STATS]
        + [abilities(pack, one)]
        for one in by_level(pack, "equipment")
    ]
    head = ("id", "name", "level", "cost", "slot", *v.STATS, "ability")
    return Table(f"Equipment: {counted(pack, 'equipment')}", head, rows)


def slots(pack: Pack) -> Table:
    held = Counter((one["slot"], one["level"]) for one in pack.entries["equipment"])
    rows = [
        [name, *(str(held[slot, level + 1]) for level in range(v.LEVELS))] for slot, name in enumerate(v.ITEM_SLOTS)
    ]
    return Table("Equipment by slot", ("slot", *(f"level {level + 1}" for level in range(v.LEVELS))), rows)


def stones(pack: Pack) -> Table:
    rows = [
        [one["id"], pack.name(one["id"]), str(one["level"]), cost(pack, one["cost"])] for one in by_level(pack, "stone")
    ]
    return Table(f"Fragments: {counted(pack, 'stone')}", ("id", "name", "level", "cost"), rows)


def extensions(pack: Pack) -> list[Table]:
    rows = [
        [one["id"], cost(pack, one["price"]), words.extension(pack, i)]
        for i, one in enumerate(pack.entries["extension"])
    ]
    return [Table(f"Tower extensions: {len(rows)}", ("id", "price", "gives"), rows)]


def missions(pack: Pack) -> list[Table]:
    cards = sorted(range(len(pack.entries["mission"])), key=lambda card: int(pack.entries["mission"][card]["kind"]))
    kinds = Counter(v.ERRANDS[one["kind"]] for one in pack.entries["mission"])
    rows = []
    for card in cards:
        what, _, points = words.errand(pack, card).rpartition(", ")
        rows.append([pack.ids["mission"][card], v.ERRANDS[pack.entries["mission"][card]["kind"]], what, points])
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    named = any(one in pack.names for one in pack.ids["temple"])
    temples = [[one, pack.name(one)][: 1 + named] for one in pack.ids["temple"]]
    return [
        Table(f"Town missions: {counts or 'none'}", ("id", "kind", "what", "worth"), rows),
        Table("Temple cards", ("id", "name")[: 1 + named], temples),
    ]


def inquisitors(pack: Pack) -> list[Table]:
    rows, cards = [], []
    for one in pack.entries["type"]:
        hunts = dict.fromkeys((v.TARGETS[one["primary"]], v.TARGETS[one["secondary"]]))
        values = ["" if one[value] is None else str(one[value]) for value in v.VALUES]
        rows.append([one["id"], one["letter"], pack.name(one["id"]), *values, ", ".join(hunts)])
        cards.append([one["id"], *(f"{card['id']} {_on_card(card)}" for card in one["cards"])])
    head = ("id", *(f"card {number + 1}" for number in range(v.TYPE_CARDS)))
    return [
        Table("Inquisitors", ("id", "letter", "name", *v.VALUES, "hunts"), rows),
        Table("Their cards", head, cards),
    ]


def _on_card(card: dict[str, Any]) -> str:
    what, amount = card["modifier"]
    printed = [f"{value} {card[value]}" for value in v.VALUES if card[value] is not None]
    return (f"{what} +{amount}" if what in v.VALUES else what) + (f" ({', '.join(printed)})" if printed else "")


def alarms(pack: Pack) -> list[Table]:
    cards = pack.entries["alarm"]
    rows = [
        [
            card["id"],
            pack.ids["town"][card["town"]],
            _marks(card["alchemists"]),
            _marks(card["homunculi"]),
            modifiers(card["modifiers"]),
            " ".join(pack.entries["element"][element]["symbol"] for element in card["loot"]),
            " ".join(v.COLOURS[colour] for colour in card["order"]),
        ]
        for card in cards
    ]
    head = ("id", "town", "alchemists", "homunculi", "modifiers", "loot 0 1 2", "order")
    towns = Counter(pack.ids["town"][one["town"]] for one in cards)
    changed = Counter(modifiers(one["modifiers"]) or "none" for one in cards)
    return [
        Table(f"Alarm cards: {len(cards)}", head, rows),
        Table(
            "Marks by direction",
            ("of", *words.WHERE, "no mark"),
            [_directions(cards, who) for who in ("alchemists", "homunculi")],
        ),
        Table("Alarm cards by town", ("town", "cards"), _counts(towns)),
        Table("Alarm cards by modifier", ("modifier", "cards"), _counts(changed)),
        Table("Loot by element", ("element", "level", *(f"roll {face}" for face in range(v.DIE_FACES))), _loot(pack)),
    ]


def _marks(directions: Iterable[int]) -> str:
    return " ".join(words.WHERE[direction] for direction in directions)


def _directions(cards: list[dict[str, Any]], who: str) -> list[str]:
    marks = Counter(direction for card in cards for direction in card[who])
    return [who, *(str(marks[one]) for one in range(len(words.WHERE))), str(sum(not one[who] for one in cards))]


def _counts(found: Counter[str]) -> list[list[str]]:
    return [[name, str(count)] for name, count in found.most_common()]


def _loot(pack: Pack) -> list[list[str]]:
    faces = [Counter(one["loot"][face] for one in pack.entries["alarm"]) for face in range(v.DIE_FACES)]
    return [
        [one["id"], str(one["level"]), *(str(face[element]) for face in faces)]
        for element, one in enumerate(pack.entries["element"])
        if any(face[element] for face in faces)
    ]


def provenance(pack: Pack) -> list[Table]:
    rows = []
    for file, kinds in schema.FILES.items():
        found = Counter(entry["provenance"] for kind in kinds if kind for entry in pack.entries[kind])
        if found:
            rows.append([file, *(str(found[one]) for one in range(len(v.PROVENANCES)))])
    return [Table("Where it comes from", ("file", *v.PROVENANCES), rows)]
