"""The configuration of a training run: TOML into dataclasses that refuse what they do not know.

A configuration file may come from somebody else: what it says is within limits, and code that it names is imported
only when the user has named its module.
"""

import copy
import dataclasses
import functools
import math
import re
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from mpenv import files, options, trust, worlds
from mpenv.agents import codes
from mpenv.world import World

FILE_BYTES = 1 << 18
SHOWN = 40  # faults
DECISIONS = 6_000_000  # of a run whose configuration names no budget


def _options(game: Any) -> dict[str, Any]:
    """The options of a game and its encoder, as a batch takes them."""
    return {name: value for name, value in vars(game).items() if value is not None and value != {}}


_made: dict[tuple[type, str], type] = {}  # by the options of a world and its usual encoder


def game_config(world: World) -> type:
    """The section `game`: the options of a world, and the encoder."""
    key = world.Options, world.terms.encoder
    if key not in _made:
        _made[key] = _game_config(world)
    return _made[key]


def _game_config(world: World) -> type:
    hints = get_type_hints(world.Options)
    fields: list[Any] = [
        (name, hints[name], field(default_factory=functools.partial(copy.deepcopy, one.default)))
        for name, one in options.declared(world).items()
    ]
    fields.append(("encoder", str, field(default=world.terms.encoder)))
    made = dataclasses.make_dataclass("GameConfig", fields, frozen=True, namespace={"options": _options})
    made.__doc__ = f"The games of {world.name} that are trained on."
    return made


def __getattr__(name: str) -> Any:
    if name == "GameConfig":  # of the usual world
        return game_config(worlds.load())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@dataclass(frozen=True)
class LearnerConfig:
    """How it is learned: masked PPO over one team stream."""

    games: int = 512
    rollout: int = 32
    epochs: int = 2
    minibatch: int = 4096
    hidden: int = 256
    layers: int = 2
    rate: float = 1e-3
    gamma: float = 0.995
    lam: float = 0.95
    clip: float = 0.2
    entropy: float = 0.02
    entropy_end: float = 0.002
    value: float = 0.5
    norm: float = 0.5
    shape: float = 5.0
    shaped_until: float = 0.8  # of the run: by then the shaped reward has faded away
    potential: str = ""  # of the shaped reward: module:NAME of a compiled rule, in place of the world's own
    mates: str = ""  # codes: one seat of each game learns, any of these sit on the others; empty: all seats learn
    critic: str = "seat"  # judges by what the seat sees, or by the "state" of the whole table (MAPPO)


@dataclass(frozen=True)
class TrainConfig:
    """A whole run. One of `decisions`, `updates` and `minutes` is its budget; decisions are rounded up to updates."""

    name: str = "quickstart"
    seed: int = 1
    decisions: int | None = None
    updates: int | None = None
    minutes: float | None = None
    checkpoint_seconds: float = 20.0
    threads: int = 2
    evaluation_seeds: int = 200
    world: str = worlds.DEFAULT  # by its name, or its code module:NAME
    game: Any = field(default_factory=lambda: game_config(worlds.load())())  # a `game_config` of that world
    learner: LearnerConfig = field(default_factory=LearnerConfig)

    @property
    def total_updates(self) -> int | None:
        """How many updates the run has; None when the clock ends it."""
        if self.updates is not None:
            return self.updates
        if self.minutes is not None:
            return None
        return math.ceil((self.decisions or DECISIONS) / (self.learner.games * self.learner.rollout))


BUDGETS = ("decisions", "updates", "minutes")
CODES = ("world", "game.encoder", "learner.potential", "learner.mates")  # may name code as module:NAME
CHOICES = {"critic": ("seat", "state")}
FROM_ZERO_TO_ONE = {"gamma", "lam", "shaped_until"}
MOST = {
    "seed": 1 << 40, "decisions": 10**15, "updates": 10**9, "minutes": 10**7, "checkpoint_seconds": 10**9,
    "threads": 1024, "evaluation_seeds": 65_536, "seats": 64, "games": 65_536, "rollout": 65_536, "epochs": 1000,
    "minibatch": 1 << 24, "hidden": 8192, "layers": 64, "rate": 1000, "clip": 1000, "entropy": 1000,
    "entropy_end": 1000, "value": 10**6, "norm": 10**6, "shape": 10**6,
}  # fmt: skip
NOT_BELOW_ZERO = {"seed", "entropy", "entropy_end", "value", "shape"}  # the others are above 0
MOST_HELD = 1 << 21  # decisions of one rollout, which are all in memory
MOST_WEIGHTS = 1 << 26  # of the hidden layers
NAME = re.compile(r"\w(?:[\w .+-]{0,62}[\w+-])?")  # of a run, whose folder is called so


def load(path: str | Path, changes: Mapping[str, Any] | None = None, world: World | None = None) -> TrainConfig:
    """A configuration file, with changes like `learner.rate`; all faults at once, those of the world too if given.

    Code that the changes name counts as named by the user.
    """
    changes = changes or {}
    given = changed(read_file(path), changes)
    trust_codes(changes)
    return read(given, str(path), world, foreign_codes(given, str(path)))


def read_file(path: str | Path) -> dict[str, Any]:
    """The tables of a configuration file, TOML or the JSON of a run folder, not yet checked."""
    try:
        given = (files.read_json if Path(path).suffix == ".json" else files.read_toml)(path, FILE_BYTES)
    except files.BadFile as fault:
        if not Path(path).exists():
            words = f"there is no configuration {str(path)!r}; some come along under configs/train"
            raise ValueError(words) from None
        raise ValueError(str(fault)[:1000]) from None
    if not isinstance(given, dict):
        raise ValueError(f"{path} is no configuration: it must be a table")
    return given


def changed(given: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Tables with changes like `learner.rate`; a budget replaces those that were there."""
    found = {name: dict(value) if isinstance(value, dict) else value for name, value in given.items()}
    if any(name in BUDGETS for name in changes):
        found = {name: value for name, value in found.items() if name not in BUDGETS}
    for name, value in changes.items():
        section, dot, last = name.rpartition(".")
        where = found.setdefault(section, {}) if dot else found
        if not isinstance(where, dict):
            raise ValueError(f"{name}: {section} is no section")
        where[last] = value
    return found


def named_code(given: Mapping[str, Any], name: str) -> list[str]:
    """The codes `module:NAME` that a setting names, if it is one that may."""
    section, _, last = name.rpartition(".")
    table = given.get(section) if section else given
    value = table.get(last) if isinstance(table, dict) else None
    if not isinstance(value, str) or ":" not in value:
        return []
    if name != "learner.mates":
        return [value]
    from mpenv.agents import registry

    found, world = [], given.get("world")
    for one in codes.team(value):
        try:
            code = registry.parse(one, world if isinstance(world, str) and ":" not in world else None)
        except ValueError:
            continue  # refused with its reason where mates are checked
        found += [code.rest] if code.form == "module" else []
    return found


def foreign_codes(given: Mapping[str, Any], source: str) -> list[str]:
    """What is wrong with code that a file names: the user has not named its module."""
    faults = []
    for name in CODES:
        for code in named_code(given, name):
            try:
                trust.check(code, name)
            except ValueError as fault:
                faults.append(str(fault))
    return faults


def trust_codes(changes: Mapping[str, Any]) -> None:
    """Let code be imported that the user names himself, by changes like `learner.potential`."""
    for code in (code for name in CODES for code in named_code(changed({}, changes), name)):
        trust.allow(code.partition(":")[0])


def read(given: dict[str, Any], source: str, world: World | None = None, more: list[str] | None = None) -> TrainConfig:
    """A configuration from its tables; what is wrong is told in one ValueError, after the faults found before."""
    if foreign := [one for one in more or [] if one.startswith("world ")]:  # nothing else can be judged
        raise ValueError(f"{source} is refused:\n  {foreign[0]}")
    faults: list[str] = []
    if world is None:
        world_there = _world(given, faults, more or [])
    else:
        world_there, named = world, given.get("world", worlds.DEFAULT)
        if isinstance(named, str) and world.name not in (named, _name(named)):
            faults.append(f"world: is {shown(named)}, and what is trained is {world.name!r}")
    config = _section(TrainConfig, given, "", faults, game_config(world_there))
    assert isinstance(config, TrainConfig)
    faults += _together(config)
    faults += more or []
    if world is not None and not more:
        from mpenv.agents.learned import playable

        faults += playable.faults(world, config, [one.partition(":")[0] for one in faults])
    if faults:
        said = [f"  {fault}" for fault in faults[:SHOWN]]
        said += [f"  and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
        raise ValueError("\n".join([f"{source} is refused:", *said]))
    return config


def _name(named: str) -> str:
    """The name of a world that has been loaded by its code."""
    try:
        return worlds.load(named).name if ":" in named and trust.is_allowed(named) else named
    except ValueError:
        return named


def _world(given: dict[str, Any], faults: list[str], more: list[str]) -> World:
    """The world that a configuration names; the usual one in place of a wrong one."""
    named = given.get("world", worlds.DEFAULT)
    try:
        return worlds.load() if more or not isinstance(named, str) else worlds.load(named)
    except ValueError as fault:
        faults.append(f"world: {fault}")
        return worlds.load()


def _together(config: TrainConfig) -> list[str]:
    """What is wrong with settings beside each other."""
    faults, how = [], config.learner
    budgets = [name for name in BUDGETS if getattr(config, name) is not None]
    if len(budgets) > 1:
        faults.append(f"{', '.join(budgets)}: a run has one budget; give one of {', '.join(BUDGETS)}")
    if (held := how.games * how.rollout) > MOST_HELD:
        faults.append(f"learner.games times learner.rollout: must be at most {MOST_HELD:,}, not {held:,}")
    if (weights := how.hidden**2 * how.layers) > MOST_WEIGHTS:
        faults.append(f"learner.hidden squared times learner.layers: must be at most {MOST_WEIGHTS:,}, not {weights:,}")
    return faults


def _section(kind: type, given: Any, name: str, faults: list[str], game: type | None = None) -> Any:
    if not isinstance(given, dict):
        faults.append(f"{name}: must be a section, not {shown(given)}")
        return kind()
    hints = get_type_hints(kind) if game is None else {**get_type_hints(kind), "game": game}
    values = {} if game is None else {"game": game()}
    for key, value in given.items():
        where = shown(f"{name}.{key}" if name else key)[1:-1]
        if key not in hints:
            faults.append(f"{where}: is unknown, known are {', '.join(hints)}")
        elif dataclasses.is_dataclass(hints[key]):
            values[key] = _section(hints[key], value, where, faults)
        elif fault := _fault(key, hints[key], value):
            faults.append(f"{where}: {fault}")
        else:
            values[key] = value
    return kind(**values)


def _fault(key: str, hint: Any, value: Any) -> str | None:
    kinds = tuple(get_origin(one) or one for one in _kinds(hint))
    fits = isinstance(value, kinds) or (float in kinds and isinstance(value, int))
    if not fits or (isinstance(value, bool) and bool not in kinds):
        return f"must be {' or '.join(one.__name__ for one in kinds if one is not type(None))}, not {shown(value)}"
    if isinstance(value, str):
        return _fault_of_text(key, value)
    if value is None or isinstance(value, bool | list | dict) or key not in MOST | dict.fromkeys(FROM_ZERO_TO_ONE):
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return f"must be a finite number, not {value!r}"
    if key in FROM_ZERO_TO_ONE:
        return None if 0 <= value <= 1 else f"must be from 0 to 1, not {shown(value)}"
    if value < 0 and key in NOT_BELOW_ZERO:
        return f"must not be below 0, not {shown(value)}"
    if value <= 0 and key not in NOT_BELOW_ZERO:
        return f"must be above 0, not {shown(value)}"
    if value > MOST[key]:
        return f"must be at most {MOST[key]:,}, not {shown(value)}"
    return None


def _kinds(hint: Any) -> tuple[Any, ...]:
    """The types of a hint: of `int | None` both, of `list[str]` itself."""
    return get_args(hint) if isinstance(hint, types.UnionType) else (hint,)


def _fault_of_text(key: str, value: str) -> str | None:
    if key in CHOICES and value not in CHOICES[key]:
        return f"must be {' or '.join(map(repr, CHOICES[key]))}, not {shown(value)}"
    if key == "name" and not NAME.fullmatch(value):
        return f"must be a plain name of a folder (letters, digits, ' .+-_', at most 64), not {shown(value)}"
    if len(value) > 1000 or not value.isprintable():
        return f"must be printable text of at most 1000 letters, not {shown(value)}"
    return None


def shown(value: Any) -> str:
    """A value for a message, cut when it is long."""
    try:
        words = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or tables in tables without end
        return "what is too large to show"
    return words if len(words) <= 80 else f"{words[:60]}... ({len(words):,} letters)"
