"""Writing position files."""

from collections.abc import Iterable
from typing import Any

from mpenv import toml
from mpenv.worlds.materia_prima import notation, switches
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.words import place, said
from mpenv.worlds.materia_prima.options import Options
from mpenv.worlds.materia_prima.position import fields
from mpenv.worlds.materia_prima.rules import chance, prompts
from mpenv.worlds.materia_prima.rules.actions.research import NONE
from mpenv.worlds.materia_prima.rules.state import DECKS, OUTCOMES, PHASES

FORMAT = 1
LISTS = ("seat", "prompt")
Lines = dict[str, Any]


def position(pack: Pack, s: Any, options: Options) -> str:
    """Complete position file of a state."""
    return page(table(pack, s, options))


def page(lines: Lines) -> str:
    """Position file of nested tables."""
    plain = {key: value for key, value in lines.items() if not isinstance(value, dict) and key not in LISTS}
    parts = [_section("", plain)]
    parts += [_section(f"[{key}]", value) for key, value in lines.items() if isinstance(value, dict)]
    for seat in lines["seat"]:
        parts.append(_section("[[seat]]", {key: value for key, value in seat.items() if key != "figure"}))
        parts += [_section("[[seat.figure]]", figure) for figure in seat.get("figure", [])]
    parts += [_section("[[prompt]]", prompt) for prompt in lines.get("prompt", [])]
    return "\n".join(parts)


def table(pack: Pack, s: Any, options: Options) -> Lines:
    """A state as nested tables, as in a parsed file."""
    rules = _rules(s)
    prompts = [_prompt(pack, s, s.prompt[k]) for k in range(s.prompts)]
    return {
        **_game(pack, s, options),
        **({"rules": rules} if rules else {}),
        "board": _without_empty(_board(pack, s)),
        "alarm": _without_empty(_alarm(pack, s)),
        "inquisition": _without_empty(_inquisition(pack, s)),
        "recipes": _without_empty(_recipes(pack, s)),
        "towns": _without_empty(_towns(pack, s)),
        "events": _without_empty(_events(pack, s)),
        "chance": _chance(pack, s),
        "seat": [_without_empty(_seat(pack, s, seat)) for seat in range(s.seats)],
        **({"prompt": prompts} if prompts else {}),
    }


def _without_empty(lines: Lines) -> Lines:
    """Remove empty values."""
    return {key: value for key, value in lines.items() if value is not None}


def _section(title: str, lines: Lines) -> str:
    body = toml.lines(lines)
    return f"{title}\n{body}" if title else body


def counts(pack: Pack, row: Any) -> dict[str, int]:
    return {name: count for name, count in zip(pack.ids["element"], row.tolist(), strict=False) if count}


def card(pack: Pack, number: int) -> str:
    """Id of an inquisitor card."""
    return str(pack.entries["type"][number // v.TYPE_CARDS]["cards"][number % v.TYPE_CARDS]["id"])


def _top_first(pile: Any) -> list[int]:
    return _oldest_first(pile)[::-1]


def _oldest_first(pile: Any) -> list[int]:
    cards: list[int] = pile.card[: pile.cards].tolist()
    return cards


def _game(pack: Pack, s: Any, options: Options) -> Lines:
    return {
        "format": FORMAT,
        "pack": options.pack,
        "scenario": pack.ids["scenario"][s.scenario],
        "difficulty": v.DIFFICULTIES[s.difficulty],
        "started": v.DIFFICULTIES[s.started],
        **({"campaign": True} if s.house.campaign else {}),
        "seed": int(s.seed),
        "day": s.day,
        "days": s.days,
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "outcome": OUTCOMES[s.outcome],
    }


def _board(pack: Pack, s: Any) -> Lines:
    tiles = [(s.laid[k, 0], s.laid[k, 1], s.laid[k, 2]) for k in range(v.TILES)]
    return {
        "tiles": [f"{pack.ids['tile'][tile]} {'AB'[side]} {turn}" for tile, side, turn in tiles],
        "markers": [place(pack, hex) for hex in s.marker.nonzero()[0].tolist()],
        "loose": _loose(pack, s),
        "dug": counts(pack, s.dug),
        "supply": {name: s.supply[i] for i, name in enumerate(pack.ids["element"])} if s.house.supply else None,
    }


def _loose(pack: Pack, s: Any) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    heaps = zip(s.heap_at[: s.heaps].tolist(), s.heap_count[: s.heaps].tolist(), strict=True)
    for where, count in heaps:
        hex, element = divmod(where, v.MAX_ELEMENTS)
        found.setdefault(place(pack, hex), {})[pack.ids["element"][element]] = count
    return found


def days(pack: Pack, s: Any) -> int:
    """Days of a game at this level; the table's own length counts until an extension."""
    length: int = pack.entries["scenario"][s.scenario]["days"][s.difficulty]
    return s.study.days if s.study.days and s.difficulty == s.started else length


def _rules(s: Any) -> Lines:
    return {**switches.as_options(s), **({"extend": "ask"} if s.house.extend else {})}


def _towns(pack: Pack, s: Any) -> Lines:
    missions, markers = pack.ids["mission"], pack.ids["extension"]
    return {
        "missions": [missions[value] if value >= 0 else "-" for value in s.mission.tolist()],
        "market": [markers[one] if one >= 0 else "-" for one in s.market.tolist()],
        "mission_deck": [missions[one] for one in _top_first(s.errands)],
        "extension_deck": [markers[one] for one in _top_first(s.extensions)],
        "temple": pack.ids["temple"][s.temple] if s.temple >= 0 else None,
    }


def _events(pack: Pack, s: Any) -> Lines:
    rows = pack.entries["scenario"][s.scenario]["events"]
    return {
        "happened": {str(row["day"]): fields.SIDES[s.happened[k]] for k, row in enumerate(rows) if s.happened[k]},
        "purse": [pack.ids["mission"][one] for one in _oldest_first(s.purse)],
        "spent": [pack.ids["mission"][one] for one in _oldest_first(s.spent)],
    }


def gone(pack: Pack, s: Any) -> list[int]:
    """Recipes that left the game."""
    held = {*s.pool.tolist(), *s.drawn.tolist()}
    for kind in range(len(v.KINDS)):
        held |= {*_top_first(s.recipes[kind]), *_top_first(s.discards[kind])}
    for seat in range(s.seats):
        me = s.seat[seat]
        held |= {*me.items.tolist(), *me.fragment.tolist(), *me["figure"]["card"].tolist(), me.private}
    return [card for card in range(pack.readable.recipes) if card not in held]


def _drawn(s: Any) -> list[int]:
    """Recipes drawn by research, with a gap for each one already placed."""
    drawn: list[int] = s.drawn.tolist()
    return drawn[: drawn.index(NONE)] if NONE in drawn else drawn


def _alarm(pack: Pack, s: Any) -> Lines:
    ids = pack.ids["alarm"]
    return {
        "revealed": [ids[one] for one in _oldest_first(s.revealed)],
        "deck": [ids[one] for one in _top_first(s.alarms)],
        "due": s.due,
        "entry": place(pack, s.entry) if s.entry >= 0 else None,
    }


def _inquisition(pack: Pack, s: Any) -> Lines:
    slots = []
    for k in range(v.SLOTS):
        one = s.slot[k]
        shown = [card(pack, one.card[i]) for i in range(one.cards)]
        slots.append(
            {"cards": shown, "figures": [place(pack, one.hex[i]) for i in range(one.figures)]} if shown else {}
        )
    return {
        "slots": slots,
        "deck": [card(pack, one) for one in _top_first(s.pile)],
        "defeated": [card(pack, one) for one in _oldest_first(s.defeated)],
        "hunter": s.hunter,
        "hunter_actions": s.hunter_actions,
    }


def _recipes(pack: Pack, s: Any) -> Lines:
    ids = pack.ids["recipe"]
    lines: Lines = {"pool": [ids[value] if value >= 0 else "-" for value in s.pool.tolist()]}
    lines["drawn"] = [ids[one] if one >= 0 else "-" for one in _drawn(s)]
    lines["gone"] = [ids[one] for one in gone(pack, s)]
    for k, kind in enumerate(v.KINDS):
        lines[kind] = {
            "deck": [ids[one] for one in _top_first(s.recipes[k])],
            "discard": [ids[one] for one in _oldest_first(s.discards[k])],
        }
    return lines


def _chance(pack: Pack, s: Any) -> Lines:
    rolled = {}
    for purpose, who in zip(*(found.tolist() for found in s.rolled.nonzero()), strict=True):
        name = notation.figure(pack, s, who // v.FIGURES, who % v.FIGURES)
        rolled[f"{chance.ROLLS[purpose]} {name}"] = s.rolled[purpose, who]
    return {
        "shuffled": {chance.DECKS[k]: s.shuffled[k] for k in range(min(DECKS, len(chance.DECKS))) if s.shuffled[k]},
        "rolled": rolled,
        "dice": [s.dice[k] for k in range(s.dice_left)],
    }


def _trimmed(words: Iterable[str]) -> list[str]:
    kept = list(words)
    while kept and kept[-1] == "-":
        kept.pop()
    return kept


def _seat(pack: Pack, s: Any, seat: int) -> Lines:
    me, ids = s.seat[seat], pack.ids["recipe"]
    extensions = pack.ids["extension"]
    items = zip(me.items.tolist(), me.worn.tolist(), strict=True)
    return {
        "alchemist": pack.ids["alchemist"][me.alchemist],
        "colour": v.COLOURS[me.figure[0].stand - 1] if me.figure[0].stand else None,
        "tower": place(pack, me.tower) if me.tower >= 0 else None,
        "stone": bool(me.stone),
        "stock": counts(pack, me.stock),
        "items": _trimmed("-" if card < 0 else ids[card] + " worn" * bool(worn) for card, worn in items),
        "fragments": _trimmed(ids[one] if one >= 0 else "-" for one in me.fragment.tolist()),
        "private": ids[me.private] if me.private >= 0 else None,
        "extensions": [one for one, owner in zip(extensions, s.owner.tolist(), strict=False) if owner == seat],
        "missions": me.missions,
        "defeated": me.defeated,
        "lost": dict(zip(v.KEPT, me.lost.tolist(), strict=True)),
        "latched": [k for k, bit in enumerate(f"{me.latched:b}"[::-1]) if bit == "1"],
        "carried": [ids[value] if value >= 0 else "-" for value in me.carried.tolist()],
        "carried_extension": extensions[me.carried_extension] if me.carried_extension >= 0 else None,
        "said": said(pack, s, s.candour.said[seat]) if s.candour.said[seat] else None,
        "made": {kind: levels[1:] for kind, levels in zip(v.KINDS, me.made.tolist(), strict=True)},
        "figure": [
            _without_empty(_figure(pack, s, seat, number))
            for number in range(v.FIGURES)
            if number == 0 or me.figure[number].hex >= 0
        ],
    }


def _figure(pack: Pack, s: Any, seat: int, number: int) -> Lines:
    actor = s.seat[seat].figure[number]
    return {
        "name": f"h{number}" if number else "alchemist",
        "card": pack.ids["recipe"][actor.card] if number else None,
        "at": place(pack, actor.hex) if actor.hex >= 0 else None,
        "load": counts(pack, actor.load),
        "actions": actor.actions,
        "extra": {verb: count for verb, count in zip(v.VERBS, actor.extra.tolist(), strict=False) if count},
    }


def _prompt(pack: Pack, s: Any, prompt: Any) -> Lines:
    about = {"element": pack.ids["element"][prompt.element]} if prompt.element >= 0 else {}
    return {
        "kind": prompts.KINDS[prompt.kind],
        "seat": notation.colour(pack, s, prompt.seat),
        "figure": f"h{prompt.figure}" if prompt.figure else "alchemist",
        "cause": prompts.CAUSES[prompt.cause],
        "done": prompt.done,
        "slot": prompt.slot,
        "column": prompt.column,
        "touched": prompt.touched,
        **about,
        "amount": prompt.amount,
    }
