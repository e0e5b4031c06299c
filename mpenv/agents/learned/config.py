"""Settings of a training run, each with its meaning and limits, and the files they are read from.

A configuration file may come from somebody else: values lie within limits, and a file may name code to import only
when the user has named its module, too.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mpenv import files, trust, worlds
from mpenv.agents import codes
from mpenv.agents.learned.game_config import game_config
from mpenv.agents.learned.settings import section, setting, shown
from mpenv.world import World

FILE_BYTES = 1 << 18
SHOWN_FAULTS = 40
DEFAULT_DECISIONS = 6_000_000  # the budget of a run whose configuration names none
MOST_DECISIONS_HELD = 1 << 21  # of one rollout, which lies in memory
MOST_WEIGHTS = 1 << 26  # of the hidden layers


@dataclass(frozen=True)
class LearnerConfig:
    """Settings of the learner: PPO that chooses among legal actions only."""

    games: int = setting(512, "games played side by side")
    rollout: int = setting(32, "decisions of each game between two updates")
    epochs: int = setting(2, "passes over a rollout in an update", 1000)
    minibatch: int = setting(4096, "decisions in one gradient step", 1 << 24)
    hidden: int = setting(256, "width of each hidden layer", 8192)
    layers: int = setting(2, "hidden layers of the network", 64)
    rate: float = setting(1e-3, "learning rate of Adam at the start; falls linearly to 0", 1000)
    gamma: float = setting(0.995, "discount of a reward for each decision it lies ahead", 1, zero=True)
    lam: float = setting(0.95, "lambda of GAE: 0 trusts the critic alone, 1 the rewards alone", 1, zero=True)
    clip: float = setting(0.2, "how far the probability ratio may leave 1 before its gradient is cut", 1000)
    entropy: float = setting(0.02, "weight of the entropy bonus at the start", 1000, zero=True)
    entropy_end: float = setting(0.002, "weight of the entropy bonus at the end; linear in between", 1000, zero=True)
    value: float = setting(0.5, "weight of the value loss", 10**6, zero=True)
    norm: float = setting(0.5, "largest norm of a gradient; longer ones are scaled down", 10**6)
    shape: float = setting(5.0, "weight of the shaped reward at the start", 10**6, zero=True)
    shaped_until: float = setting(0.8, "share of the run at which the shaped reward has faded to 0", 1, zero=True)
    shaping: str = setting(
        "kept",
        "whether a game keeps its potential at the end, or gives it back as exact shaping does",
        choices=("kept", "exact"),
    )
    potential: str = setting("", "compiled rule `module:NAME` that shapes the reward; empty: the world's own")
    mates: str = setting("", "codes of teammates; one seat of each game learns beside them; empty: all seats learn")
    critic: str = setting(
        "shared",
        "network of the critic: on the trunk of the policy, a trunk of its own, or one that sees the whole state, too",
        choices=("shared", "own", "state"),
        earlier={"seat": "shared"},
    )
    predicts: str = setting(
        "return", "what the critic predicts: the return, or the chance of success", choices=("return", "success")
    )
    value_start: float = setting(0.0, "share of the run, at its start, in which only the critic learns", 1, zero=True)
    prior: float = setting(0.0, "added to the logit of the answer that the encoder names; 0: no prior", 100, zero=True)
    teacher: str = setting(
        "", "who labels the states: a scripted player, or `answer`, what the encoder names; empty: nobody"
    )
    labels: int = setting(
        0, "states that a planner as teacher labels in each update, and that are kept to learn from", zero=True
    )
    imitation: float = setting(0.0, "share of the run that only imitates the teacher (DAgger)", 1, zero=True)
    teacher_weight: float = setting(0.0, "weight of the cross-entropy to the teacher after that", 1000, zero=True)
    teacher_until: float = setting(0.5, "share of the run at which that weight has fallen to 0", 1)
    starts: float = setting(0.0, "share of games that begin in a moment of an earlier game", 1, zero=True)
    draws: str = setting(
        "uncertain",
        "which task follows a game: one of uncertain success, by p (1 - p), or any",
        choices=("uncertain", "any"),
    )
    plays: str = setting(
        "drawn",
        "how the team plays: answers drawn by their probability, or the likeliest",
        choices=("drawn", "likeliest"),
    )
    bf16: bool = setting(False, "compute in bfloat16; faster where the processor has it")


@dataclass(frozen=True)
class TrainConfig:
    """A whole run. Its budget is one of `decisions`, `updates` and `minutes`; decisions are rounded up to updates."""

    name: str = setting("quickstart", "name of the run and of its folder")
    seed: int = setting(1, "seed of the games, the weights and the draws", 1 << 40, zero=True)
    decisions: int | None = setting(None, "budget in decisions; 6,000,000 where no budget is given", 10**15)
    updates: int | None = setting(None, "budget in updates", 10**9)
    minutes: float | None = setting(None, "budget in minutes of the clock, compiling not counted", 10**7)
    checkpoint_seconds: float = setting(20.0, "time between two checkpoints", 10**9)
    threads: int = setting(2, "threads of the games and of the network", 1024)
    held_out: int = setting(150, "held-out games of each evaluation during the run; 0: no evaluations", zero=True)
    evaluations: int = setting(8, "evaluations in a run after that of its start, the last one at its end", 10_000)
    evaluation_seeds: int = setting(200, "held-out games of each team in the evaluation at the end")
    reference: str = setting("", "scripted player to be compared with; empty: the world's usual teammate")
    world: str = setting(worlds.DEFAULT, "world that is played: its name, or its code `module:NAME`")
    game: Any = field(default_factory=lambda: game_config(worlds.load())())
    tasks: dict[str, Any] = field(
        default_factory=dict,
        metadata={"meaning": "lists of options; each combination is a task, drawn by how often it succeeds"},
    )
    learner: LearnerConfig = field(default_factory=LearnerConfig)

    def all_tasks(self) -> list[dict[str, Any]]:
        """Return what each task changes in the game: every combination of the values listed in `tasks`."""
        return [dict(zip(self.tasks, values, strict=True)) for values in itertools.product(*self.tasks.values())]

    @property
    def total_updates(self) -> int | None:
        """Return the updates of the whole run; None when the clock ends it."""
        if self.updates is not None:
            return self.updates
        if self.minutes is not None:
            return None
        return math.ceil((self.decisions or DEFAULT_DECISIONS) / (self.learner.games * self.learner.rollout))


BUDGETS = ("decisions", "updates", "minutes")
AGENTS = ("learner.mates", "learner.teacher")
CODES = ("world", "game.encoder", "learner.potential", *AGENTS)  # settings that may name code as module:NAME


# --- reading --------------------------------------------------------------------------------------


def load(path: str | Path, changes: Mapping[str, Any] | None = None, world: World | None = None) -> TrainConfig:
    """Read a configuration file with changes like `learner.rate`; one ValueError lists every fault.

    With a world, its options are checked, too. Code that the changes name counts as named by the user.
    """
    changes = changes or {}
    given = changed(read_file(path), changes)
    trust_codes(changes)
    return read(given, str(path), world, foreign_codes(given, str(path)))


def read_file(path: str | Path) -> dict[str, Any]:
    """Read the tables of a configuration file, TOML or the JSON of a run folder, unchecked."""
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
    """Return tables with changes like `learner.rate`; a changed budget replaces the budgets of the file."""
    found = {name: dict(value) if isinstance(value, dict) else value for name, value in given.items()}
    if any(name in BUDGETS for name in changes):
        found = {name: value for name, value in found.items() if name not in BUDGETS}
    for name, value in changes.items():
        section, dot, last = name.rpartition(".")
        table = found.setdefault(section, {}) if dot else found
        if not isinstance(table, dict):
            raise ValueError(f"{name}: {section} is no section")
        table[last] = value
    return found


def flat(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables as changes: `learner.rate` and so on."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        found |= {f"{name}.{key}": one for key, one in value.items()} if isinstance(value, dict) else {name: value}
    return found


def read(
    given: dict[str, Any], source: str, world: World | None = None, earlier_faults: list[str] | None = None
) -> TrainConfig:
    """Make a configuration from its tables; one ValueError lists every fault, those found earlier among them."""
    if foreign := [fault for fault in earlier_faults or [] if fault.startswith("world ")]:  # decides all else
        raise ValueError(f"{source} is refused:\n  {foreign[0]}")
    faults: list[str] = []
    if world is None:
        options_of = _world_named(given, faults, bool(earlier_faults))
    else:
        options_of, named = world, given.get("world", worlds.DEFAULT)
        if isinstance(named, str) and world.name not in (named, _name_of_code(named)):
            faults.append(f"world: is {shown(named)}, and what is trained is {world.name!r}")
    config = section(TrainConfig, given, "", faults, game_config(options_of))
    assert isinstance(config, TrainConfig)
    faults += _faults_together(config)
    faults += earlier_faults or []
    if world is not None and not earlier_faults:
        from mpenv.agents.learned import config_checks

        faults += config_checks.faults(world, config, [fault.partition(":")[0] for fault in faults])
    if faults:
        lines = [f"  {fault}" for fault in faults[:SHOWN_FAULTS]]
        lines += [f"  and {len(faults) - SHOWN_FAULTS} more"] if len(faults) > SHOWN_FAULTS else []
        raise ValueError("\n".join([f"{source} is refused:", *lines]))
    return config


def _name_of_code(named: str) -> str:
    """Return the name of the world that a code names; anything else as it is."""
    try:
        return worlds.load(named).name if ":" in named and trust.is_allowed(named) else named
    except ValueError:
        return named


def _world_named(given: dict[str, Any], faults: list[str], untrusted: bool) -> World:
    """Return the world that a configuration names, or the default one in place of a wrong one."""
    named = given.get("world", worlds.DEFAULT)
    try:
        return worlds.load() if untrusted or not isinstance(named, str) else worlds.load(named)
    except ValueError as fault:
        faults.append(f"world: {fault}")
        return worlds.load()


# --- code that a file names -----------------------------------------------------------------------


def named_code(given: Mapping[str, Any], name: str) -> list[str]:
    """Return the codes `module:NAME` in a setting that may name code."""
    section, _, last = name.rpartition(".")
    table = given.get(section) if section else given
    value = table.get(last) if isinstance(table, dict) else None
    if not isinstance(value, str) or ":" not in value:
        return []
    if name not in AGENTS:
        return [value]
    from mpenv.agents import registry

    found, world = [], given.get("world")
    for one in codes.team(value):
        try:
            code = registry.parse(one, world if isinstance(world, str) and ":" not in world else None)
        except ValueError:
            continue  # refused with its reason where agents are checked
        found += [code.rest] if code.form == "module" else []
    return found


def foreign_codes(given: Mapping[str, Any], source: str) -> list[str]:
    """List code that a file names, but whose module the user has not named."""
    faults = []
    for name in CODES:
        for code in named_code(given, name):
            try:
                trust.check(code, name)
            except ValueError as fault:
                faults.append(str(fault))
    return faults


def trust_codes(changes: Mapping[str, Any]) -> None:
    """Allow importing the code that changes name, because the user typed them."""
    for code in (code for name in CODES for code in named_code(changed({}, changes), name)):
        trust.allow(code.partition(":")[0])


# --- faults ---------------------------------------------------------------------------------------


def _faults_together(config: TrainConfig) -> list[str]:
    """Faults of settings that do not fit each other."""
    faults, learner = [], config.learner
    budgets = [name for name in BUDGETS if getattr(config, name) is not None]
    if len(budgets) > 1:
        faults.append(f"{', '.join(budgets)}: a run has one budget; give one of {', '.join(BUDGETS)}")
    if (held := learner.games * learner.rollout) > MOST_DECISIONS_HELD:
        faults.append(f"learner.games times learner.rollout: must be at most {MOST_DECISIONS_HELD:,}, not {held:,}")
    if unlisted := [name for name, one in config.tasks.items() if not (isinstance(one, list) and one)]:
        faults += [f"tasks.{shown(name)[1:-1]}: must be a list of values" for name in unlisted]
    elif (count := math.prod(map(len, config.tasks.values()))) > learner.games:
        faults.append(f"tasks: there are {count:,}, more than learner.games, which is {learner.games:,}")
    elif config.held_out and count > config.held_out:
        faults.append(f"held_out: must be 0, or a game for each of the {count:,} tasks at least")
    if learner.value_start and learner.critic == "shared":
        faults.append("learner.value_start: needs a critic that is not shared, else fitting it moves the policy")
    if learner.predicts == "success" and (learner.shape or learner.gamma != 1):
        faults.append("learner.predicts: a chance of success needs learner.shape = 0 and learner.gamma = 1")
    if (learner.imitation or learner.teacher_weight) and not learner.teacher:
        faults.append("learner.teacher: must name a scripted player for learner.imitation or learner.teacher_weight")
    if learner.labels > learner.games:
        faults.append(f"learner.labels: must be at most learner.games, which is {learner.games:,}")
    if learner.labels and not learner.teacher:
        faults.append("learner.teacher: must name a planner for learner.labels")
    if learner.imitation + learner.value_start > 1:
        faults.append("learner.imitation and learner.value_start: must be at most 1 together")
    if (weights := learner.hidden**2 * learner.layers) > MOST_WEIGHTS:
        faults.append(f"learner.hidden squared times learner.layers: must be at most {MOST_WEIGHTS:,}, not {weights:,}")
    return faults
