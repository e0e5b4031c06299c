"""The configuration of a training run: TOML into dataclasses that refuse what they do not know."""

import dataclasses
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_type_hints


@dataclass(frozen=True)
class GameConfig:
    """What is played."""

    scenario: str = "prologue"
    seats: int = 2
    difficulty: str | None = None
    layout: str = "standard"
    placement: str = "standard"
    pack: str = "inquisition"
    encoder: str = "flat"

    def options(self) -> dict[str, Any]:
        """As a batch takes them."""
        return {name: value for name, value in vars(self).items() if value is not None}


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
    """A whole run; `minutes` is turned into a number of updates by measuring, unless `updates` is given."""

    name: str = "quickstart"
    seed: int = 1
    minutes: float = 3.0
    updates: int | None = None
    checkpoint_seconds: float = 20.0
    threads: int = 2
    evaluation_seeds: int = 200
    game: GameConfig = field(default_factory=GameConfig)
    learner: LearnerConfig = field(default_factory=LearnerConfig)


ABOVE_ZERO = {
    "seats", "minutes", "updates", "checkpoint_seconds", "threads", "evaluation_seeds", "games", "rollout", "epochs",
    "minibatch", "hidden", "layers", "rate", "clip", "norm",
}  # fmt: skip
SHARES = {"gamma", "lam", "shaped_until"}  # between 0 and 1
CHOICES = {"critic": ("seat", "state")}
NOT_BELOW_ZERO = {"seed", "entropy", "entropy_end", "value", "shape"}


def load(path: str | Path, changes: dict[str, Any] | None = None) -> TrainConfig:
    """A configuration file, with changes like `learner.rate`; all faults at once."""
    path = Path(path)
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"there is no configuration {str(path)!r}; some come along under configs/train") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise ValueError(f"{path} can not be read as TOML: {fault}") from None
    for name, value in (changes or {}).items():
        *sections, last = name.split(".")
        where = given
        for section in sections:
            where = where.setdefault(section, {})
            if not isinstance(where, dict):
                raise ValueError(f"{name}: {section} is no section")
        where[last] = value
    return read(given, str(path))


def read(given: dict[str, Any], source: str) -> TrainConfig:
    faults: list[str] = []
    config = _section(TrainConfig, given, "", faults)
    if faults:
        raise ValueError(f"{source} is refused:\n" + "\n".join(f"  {fault}" for fault in faults))
    assert isinstance(config, TrainConfig)
    return config


def _section(kind: type, given: Any, name: str, faults: list[str]) -> Any:
    if not isinstance(given, dict):
        faults.append(f"{name}: must be a section, not {given!r}")
        return kind()
    hints = get_type_hints(kind)
    values = {}
    for key, value in given.items():
        where = f"{name}.{key}" if name else key
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
    kinds = get_args(hint) or (hint,)
    fits = isinstance(value, kinds) or (float in kinds and isinstance(value, int))
    if not fits or isinstance(value, bool):
        return f"must be {' or '.join(one.__name__ for one in kinds if one is not type(None))}, not {value!r}"
    if key in ABOVE_ZERO and value is not None and value <= 0:
        return f"must be above 0, not {value!r}"
    if key in CHOICES and value not in CHOICES[key]:
        return f"must be {' or '.join(map(repr, CHOICES[key]))}, not {value!r}"
    if key in SHARES and not 0 <= value <= 1:
        return f"must be from 0 to 1, not {value!r}"
    if key in NOT_BELOW_ZERO and value < 0:
        return f"must not be below 0, not {value!r}"
    return None
