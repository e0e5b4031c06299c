"""Progress of a campaign: beginning it, the options of the next game, recording its end."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima import campaign_start
from mpenv.worlds.materia_prima.campaign import branches
from mpenv.worlds.materia_prima.campaign.chronicle import LEVEL, MOST_PLAYED, Chronicle, Played, Player
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack, load, packs
from mpenv.worlds.materia_prima.draw.words import place
from mpenv.worlds.materia_prima.game import Game

MOST_SEED = 2**63 - 1  # largest TOML number
LONGEST_NAME = 60


@implements(also=("MP-CAMPAIGN-3",))
def begin(
    pack: str = "inquisition",
    campaign: str | None = None,
    names: Sequence[str] = ("player 1", "player 2"),
    alchemists: Sequence[str] | None = None,
    colours: Sequence[str] | None = None,
    layout: str = "standard",
    placement: str = "standard",
    seed: int = 0,
    tiles: Sequence[str] | None = None,
) -> Chronicle:
    """Begin a campaign with players, alchemists, board and towers (MP-CAMPAIGN-3).

    The board is a layout by name, `random`, or laid by hand: `tiles` says for each slot of the frame the tile, its side
    and how often it is turned, like `tile.1 B 3` (MP-SETUP-2).
    """
    known = load(pack)
    name = _campaign(known, pack, campaign)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed={seed!r} must be a whole number from 0 to 2**63 - 1")
    for one in names:
        if not is_name(one):
            raise ValueError(f"{one!r} is no name of a player: one line of at most {LONGEST_NAME} letters")
    seated = {"alchemists": alchemists, "colours": colours}
    chosen: dict[str, Any] = {name: list(given) for name, given in seated.items() if given is not None}
    if tiles is not None:
        chosen["campaign"] = {"tiles": _laid(known, tiles, layout)}
    start = next(iter(branches.chapters(known, name)))
    table = Game(start, len(names), seed, pack=pack, layout=layout, placement=placement, **chosen).overview().state
    towers = ["" if placement == "players" else place(known, table.seat[seat].tower) for seat in range(len(names))]
    return Chronicle(
        campaign=name,
        seed=seed,
        next=start,
        pack=pack if pack in packs() else str(Path(pack).resolve()),
        pack_id=known.id,
        hash=known.hash,
        tiles=tuple(f"{known.ids['tile'][tile]} {'AB'[side]} {turn}" for tile, side, turn in table.laid.tolist()),
        reward={},
        players=tuple(
            Player(
                names[seat],
                known.ids["alchemist"][table.seat[seat].alchemist],
                seat + 1,
                tower,
                colour=_chosen(table.seat[seat]),
            )
            for seat, tower in enumerate(towers)
        ),
    )


def _chosen(seat: Any) -> str:
    """The colour of stands where it is another than the printed one."""
    return v.COLOURS[seat.figure[0].stand - 1] if seat.figure[0].stand else ""


@implements(also=("MP-SETUP-2",))
def _laid(known: Pack, tiles: Sequence[str], layout: str) -> list[str]:
    """Tiles that were laid by hand; refused with everything that is wrong."""
    if layout != "standard":
        raise ValueError(f"layout={layout!r}: the tiles are laid by hand, leave the layout out")
    words = [" ".join(one.split()) if isinstance(one, str) else one for one in tiles]
    try:
        campaign_start.tiles(known, words)
    except ValueError as fault:
        raise ValueError(f"tiles: {fault}") from None
    return words


def _campaign(known: Pack, pack: str, campaign: str | None) -> str:
    there = known.ids["campaign"]
    if campaign is None and there:
        return there[0]
    if campaign not in there:
        raise ValueError(f"pack {pack} has no campaign {campaign or 'at all'}, it has: {', '.join(there) or 'none'}")
    return campaign


def is_name(name: object) -> bool:
    """Check for a single printable line."""
    return isinstance(name, str) and bool(name.strip()) and name.isprintable() and len(name) <= LONGEST_NAME


def options(chronicle: Chronicle, difficulty: str | None = None) -> dict[str, Any]:
    """Options of the next game: `Game(**options(chronicle, "hard"))` (MP-SETUP-8, MP-CAMPAIGN-6)."""
    if not chronicle.next:
        raise ValueError("the campaign has ended, nothing is played next")
    if len(chronicle.played) >= MOST_PLAYED:
        raise ValueError(f"the chronicle is full: {MOST_PLAYED} games are recorded")
    if difficulty is None and "none" not in branches.levels(load(chronicle.pack), chronicle.next):
        difficulty = "normal"
    return {
        "scenario": chronicle.next,
        "seats": len(chronicle.players),
        "seed": seed(chronicle),
        "difficulty": difficulty,
        "alchemists": [player.alchemist for player in chronicle.players],
        **_colours(chronicle),
        "placement": "standard" if chronicle.placed else "players",
        "pack": chronicle.pack,
        "extend": "ask",
        "campaign": recalled(chronicle),
    }


def _colours(chronicle: Chronicle) -> dict[str, list[str]]:
    """The colours of stands as an option; nothing where all are as printed."""
    if not any(player.colour for player in chronicle.players):
        return {}
    pack = load(chronicle.pack)
    printed = {one["id"]: v.COLOURS[one["colour"]] for one in pack.entries["alchemist"]}
    return {"colours": [player.colour or printed[player.alchemist] for player in chronicle.players]}


def seed(chronicle: Chronicle) -> int:
    """Seed of the next game, different for each scenario and attempt."""
    words = f"{chronicle.seed} {chronicle.next} {chronicle.attempt}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big") >> 1


@implements("MP-CAMPAIGN-3")
def recalled(chronicle: Chronicle) -> dict[str, Any]:
    """Record for the start of the next game; the board alone before towers are placed."""
    if not chronicle.placed:
        return {"tiles": list(chronicle.tiles)}
    seats = []
    for player in chronicle.players:
        one = {"tower": player.tower, "stone": player.stone, "items": player.items}
        seats.append(one | ({"extension": player.extension} if player.extension else {}))
    return {"tiles": list(chronicle.tiles), "seat": seats, "reward": dict(chronicle.reward)}


def is_next(chronicle: Chronicle, game: Game) -> bool:
    """Check that a game, at any moment, is the next of a campaign."""
    started = v.DIFFICULTIES[game.overview().state.started]
    wanted = options(chronicle, None if started == "none" else started)
    return all(game.options.get(name) == value for name, value in wanted.items())


@implements("MP-CAMPAIGN-7", also=("MP-DIFF-2",))
def record(chronicle: Chronicle, game: Game) -> Chronicle:
    """Chronicle after a game: its end is listed, and only a success changes belongings (MP-CAMPAIGN-7)."""
    if game.outcome is None:
        raise ValueError("the game has not ended")
    if not is_next(chronicle, game):
        raise ValueError("this game is not the next one of the chronicle")
    table = game.overview().state
    started, finished = v.DIFFICULTIES[table.started], v.DIFFICULTIES[table.difficulty]
    end = Played(chronicle.next, game.outcome.result, game.day, LEVEL[finished], LEVEL[started])
    played = (*chronicle.played, end)
    if not end.success:
        return replace(chronicle, played=played)
    chapter = branches.chapters(game.pack, chronicle.campaign)[chronicle.next]
    return replace(
        chronicle,
        next=branches.following(game.pack, chapter, end.difficulty),
        reward=branches.reward(game.pack, chapter, end.difficulty),
        players=tuple(_after(game.pack, one, table.seat[seat]) for seat, one in enumerate(chronicle.players)),
        played=played,
    )


@implements(also=("MP-STONE-1", "MP-CAMPAIGN-4"))
def _after(pack: Pack, player: Player, seat: Any) -> Player:
    """A player after a success: soul stone, each item with the fragment of its level, extension."""
    fragments = {pack.readable.recipe[card].level: card for card in reversed(seat.fragment.tolist()) if card >= 0}
    taken: dict[str, dict[str, str]] = {kind: {} for kind in v.KINDS}
    for card in seat.carried.tolist():
        if card >= 0:
            recipe = pack.readable.recipe[card]
            taken[v.KINDS[recipe.kind]][pack.ids["recipe"][card]] = pack.ids["recipe"][fragments[recipe.level]]
    extension = int(seat.carried_extension)
    return replace(
        player,
        tower=place(pack, seat.tower),
        stone=bool(seat.stone),
        homunculi=taken["homunculus"],
        equipment=taken["equipment"],
        extension=pack.ids["extension"][extension] if extension >= 0 else "",
    )


def other_road(chronicle: Chronicle) -> Chronicle | None:
    """Chronicle with the other branch after a failure; None where there is none."""
    if not chronicle.played or chronicle.played[-1].success or chronicle.played[-1].scenario != chronicle.next:
        return None
    _, *others = branches.retries(load(chronicle.pack), chronicle.campaign, chronicle.next)
    return replace(chronicle, next=others[0]) if others else None
