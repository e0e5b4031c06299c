"""The board: seven tiles of hexes in axial coordinates, pointed at the top."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Hex = tuple[int, int]

DIRECTIONS: dict[str, Hex] = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
STEPS: list[Hex] = list(DIRECTIONS.values())
TOWNS = ("T", "R", "G")


def beyond(place: Hex, step: Hex) -> Hex:
    """The hex one step away."""
    return place[0] + step[0], place[1] + step[1]


def distance(one: Hex, other: Hex) -> int:
    """Straight distance, over whatever lies between."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def turned(place: Hex, times: int) -> Hex:
    """A hex of a tile after so many sixth turns."""
    for _ in range(times):
        place = (-place[1], place[0] + place[1])
    return place


def reading_order(places: Iterable[Hex]) -> list[Hex]:
    return sorted(places, key=lambda place: (place[1], place[0]))


def written(place: Hex) -> str:
    return f"{place[0]},{place[1]}"


def read(text: str) -> Hex:
    q, r = text.split(",")
    return int(q), int(r)


@dataclass
class Board:
    """What lies on each hex: "." nothing, a town's letter, or the element of a mine. Blocked hexes are not there."""

    ground: dict[Hex, str]
    west: int  # lowest q, blocked hexes included
    north: int  # lowest r

    @property
    def places(self) -> list[Hex]:
        return list(self.ground)

    def town(self, letter: str) -> Hex | None:
        return next((place for place, what in self.ground.items() if what == letter), None)

    def town_at(self, place: Hex) -> int | None:
        what = self.ground[place]
        return TOWNS.index(what) if what in TOWNS else None

    def mine_at(self, place: Hex) -> str | None:
        what = self.ground[place]
        return None if what == "." or what in TOWNS else what

    def neighbours(self, place: Hex) -> Iterator[Hex]:
        for step in STEPS:
            there = beyond(place, step)
            if there in self.ground:
                yield there


def lay_tiles(
    slots: list[str], shape: list[Hex], frame: list[Hex], tiles: dict[str, dict], symbols: dict[str, str]
) -> Board:
    """MP-SETUP-2: put the seven pieces, written like `tile.1 B 3`, into the frame."""
    ground: dict[Hex, str] = {}
    for slot, centre in zip(slots, frame, strict=True):
        name, side, turns = slot.rsplit(" ", 2)
        tokens = " ".join(tiles[name][side]).split()
        for place, token in zip(reading_order(shape), tokens, strict=True):
            ground[beyond(turned(place, int(turns)), centre)] = symbols.get(token, token)
    return Board(
        {place: ground[place] for place in reading_order(ground) if ground[place] != "#"},
        min(q for q, _ in ground),
        min(r for _, r in ground),
    )
