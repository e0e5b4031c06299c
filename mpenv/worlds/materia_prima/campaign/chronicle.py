"""The chronicle of a campaign (MP-CAMPAIGN-2), in the words of its file."""

from dataclasses import dataclass, field

from mpenv.worlds.materia_prima.content import vocabulary as v

FORMAT = 1
MOST_PLAYED = 999
LETTERS = ("", "E", "N", "H")  # of no difficulty, easy, normal and hard
LEVEL = dict(zip(v.DIFFICULTIES, LETTERS, strict=True))


@dataclass(frozen=True)
class Played:
    """A finished scenario: outcome, day, and the levels at which it began and ended (MP-DIFF-2)."""

    scenario: str
    outcome: str
    day: int
    difficulty: str = ""
    started: str = ""

    @property
    def success(self) -> bool:
        return self.outcome == "success"


@dataclass(frozen=True)
class Player:
    """A player: alchemist, tower and belongings; a tower without a hex is not placed yet.

    Homunculi and equipment are stored with the fragment that carried them; a colour of stands stands there where it is
    another than the one printed on the alchemist.
    """

    name: str
    alchemist: str
    digit: int
    tower: str = ""
    stone: bool = True
    homunculi: dict[str, str] = field(default_factory=dict)
    equipment: dict[str, str] = field(default_factory=dict)
    extension: str = ""
    colour: str = ""

    @property
    def items(self) -> list[str]:
        return [*self.homunculi, *self.equipment]


@dataclass(frozen=True)
class Chronicle:
    """The record of a campaign; `next` is the scenario to play, empty at the end."""

    campaign: str
    seed: int
    next: str
    pack: str
    pack_id: str
    hash: str
    tiles: tuple[str, ...]
    reward: dict[str, int]
    players: tuple[Player, ...]
    played: tuple[Played, ...] = ()

    @property
    def attempt(self) -> int:
        """Number of the coming attempt at the next scenario, from 1."""
        return 1 + sum(one.scenario == self.next for one in self.played)

    @property
    def placed(self) -> bool:
        """Whether the towers are placed; until then, players place them as the campaign begins."""
        return all(player.tower for player in self.players)
