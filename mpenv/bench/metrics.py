"""The figures of `mpenv bench`: rates, ratios of two rates, sizes and times, with descriptions and targets."""

from collections.abc import Mapping
from typing import NamedTuple

from mpenv.world import World


class Rate(NamedTuple):
    """A rate of ours: its description, and whether it is compared with the fixed work, too."""

    words: str
    watched: bool = True


class Game(NamedTuple):
    """A game of another library: its decision, and the work inside the measured time."""

    peer: str
    words: str
    decision: str
    inside: str


class Ratio(NamedTuple):
    """Ratio of two sides of one run; without `must` it has no target."""

    ours: str
    theirs: str
    words: str
    must: float | None = None
    aim: float | None = None


class Single(NamedTuple):
    """A figure that is no ratio: a size, a time or a rate."""

    words: str
    form: str
    unit: str
    must: float | None = None
    aim: float | None = None
    more: bool = False  # whether a higher value is better

    def meets(self, value: float, wanted: float) -> bool:
        """Whether a value reaches a target."""
        return value >= wanted if self.more else value <= wanted


OURS = {
    "single": Rate("one game from Python: step, mask, observation `flat`"),
    "single_bare": Rate("one game from Python: legal answers and step only"),
    "text": Rate("one game from Python: step, mask, observation `text`"),
    "aec": Rate("one game through the PettingZoo AEC object"),
    "batch_1": Rate("batch of 1"),
    "batch_16": Rate("batch of 16"),
    "batch_128": Rate("batch of 128"),
    "batch_1024": Rate("batch of 1,024"),
    "batch_1024_with_pick": Rate("batch of 1,024, with the random choice of actions", False),
    "batch_4096": Rate("batch of 4,096"),
    "batch_1024_threads_2": Rate("batch of 1,024, two threads", False),
    "entities": Rate("batch of 1,024, `entities` instead of `flat`"),
    "planes": Rate("batch of 1,024, `planes` instead of `flat`"),
    "oracle": Rate("batch of 1,024, observation `flat`, and `state()` for a critic"),
    "playout": Rate("random playout in compiled code: no mask, no observation"),
    "expert": Rate("games of the `expert` in compiled code"),
    "record": Rate("recording a dataset, one process"),
    "verify": Rate("verifying replays, one process"),
    "ppo": Rate("our PPO with the engine, 128 x 2, two threads", False),
    "ppo_free_env": Rate("the same with a null environment", False),
    "sb3": Rate("MaskablePPO of SB3 with the engine", False),
    "sb3_free_env": Rate("MaskablePPO of SB3 with a null environment", False),
}
CALLED = "a call from Python for each part of a decision: mask, observation, legal actions, step; chance is drawn too"
TURNED = "Python: `last()` with mask and observation, a random legal pick, `step()`"
BATCHED = "1,024 games, one compiled call for all: random pick, step, mask, observation; XLA on one core"
THEIRS = {
    "openspiel_hanabi": Game("OpenSpiel", "OpenSpiel Hanabi, 4 players", "a play, a discard or a hint", CALLED),
    "openspiel_quoridor": Game("OpenSpiel", "OpenSpiel Quoridor", "a move of the pawn or a wall", CALLED),
    "openspiel_quoridor_rollout": Game(
        "OpenSpiel",
        "OpenSpiel Quoridor rollouts in C++",
        "a move of the pawn or a wall",
        "C++ only: legal actions and step; neither mask nor observation. Games times their mean length",
    ),
    "connect_four": Game("PettingZoo", "PettingZoo connect_four_v3", "a disc", TURNED),
    "pettingzoo_hanabi": Game("PettingZoo", "PettingZoo hanabi_v5, 4 players", "a play, a discard or a hint", TURNED),
    "catanatron": Game(
        "catanatron",
        "catanatron, 4 random bots",
        "a prompt of Catan: roll, build, trade, discard, end of turn",
        "Python: `play()`, legal actions and step; neither mask nor observation. Games are made anew",
    ),
    "jaxmarl_hanabi": Game(
        "JaxMARL",
        "JaxMARL Hanabi, 4 players",
        "a play, a discard or a hint; the other three pass",
        f"{BATCHED}, for all four players; new games begin by themselves",
    ),
    "pgx_connect_four": Game("Pgx", "Pgx Connect Four", "a disc", f"{BATCHED}; new games by its `auto_reset`"),
    "pgx_hex": Game("Pgx", "Pgx Hex", "a stone", f"{BATCHED}; new games by its `auto_reset`"),
    "pgx_backgammon": Game("Pgx", "Pgx Backgammon", "one die moved", f"{BATCHED}; new games by its `auto_reset`"),
    "pgx_backgammon_no_reset": Game(
        "Pgx", "Pgx Backgammon, without new games", "one die moved", f"{BATCHED}; no new games"
    ),
    "pgx_chess": Game("Pgx", "Pgx Chess", "a move", f"{BATCHED}; new games by its `auto_reset`"),
}

BATCH = "batch_1024_with_pick"  # where theirs choose actions within the measured time, ours do too
AGAINST_OTHERS = {
    "batch_vs_openspiel_hanabi": Ratio(
        BATCH, "openspiel_hanabi", "1,024 games at once vs OpenSpiel Hanabi, one by one", 10, 20
    ),
    "single_vs_openspiel_hanabi": Ratio("single", "openspiel_hanabi", "one game from Python vs OpenSpiel Hanabi", 3, 6),
    "batch_vs_openspiel_quoridor": Ratio(
        BATCH, "openspiel_quoridor", "1,024 games at once vs OpenSpiel Quoridor, one by one"
    ),
    "single_vs_openspiel_quoridor": Ratio("single", "openspiel_quoridor", "one game from Python vs OpenSpiel Quoridor"),
    "playout_vs_openspiel_quoridor": Ratio(
        "playout", "openspiel_quoridor_rollout", "random playout, compiled, vs OpenSpiel Quoridor in C++", 0.3, 0.7
    ),
    "batch_vs_connect_four": Ratio(BATCH, "connect_four", "1,024 games at once vs connect_four_v3, one by one"),
    "aec_vs_connect_four": Ratio("aec", "connect_four", "PettingZoo AEC vs connect_four_v3", 2, 4),
    "batch_vs_pettingzoo_hanabi": Ratio(BATCH, "pettingzoo_hanabi", "1,024 games at once vs hanabi_v5, one by one"),
    "aec_vs_pettingzoo_hanabi": Ratio("aec", "pettingzoo_hanabi", "PettingZoo AEC vs hanabi_v5"),
    "playout_vs_catanatron": Ratio("playout", "catanatron", "random playout, compiled, vs play() of catanatron"),
    "single_bare_vs_catanatron": Ratio(
        "single_bare", "catanatron", "one game from Python, nothing observed, vs play() of catanatron"
    ),
    "batch_vs_jaxmarl_hanabi": Ratio(BATCH, "jaxmarl_hanabi", "1,024 games at once vs 1,024 of JaxMARL Hanabi"),
    "batch_vs_pgx_connect_four": Ratio(BATCH, "pgx_connect_four", "1,024 games at once vs 1,024 of Pgx Connect Four"),
    "batch_vs_pgx_hex": Ratio(BATCH, "pgx_hex", "1,024 games at once vs 1,024 of Pgx Hex"),
    "batch_vs_pgx_backgammon": Ratio(BATCH, "pgx_backgammon", "1,024 games at once vs 1,024 of Pgx Backgammon"),
    "batch_vs_pgx_backgammon_no_reset": Ratio(
        BATCH, "pgx_backgammon_no_reset", "1,024 games at once vs 1,024 of Pgx Backgammon without new games"
    ),
    "batch_vs_pgx_chess": Ratio(BATCH, "pgx_chess", "1,024 games at once vs 1,024 of Pgx Chess"),
}
AGAINST_OURSELVES = {
    "threads_2_vs_1": Ratio("batch_1024_threads_2", "batch_1024", "two threads vs one, 1,024 games", 1.6, 1.9),
    "entities_vs_flat": Ratio("entities_with_pick", BATCH, "1,024 games with entities vs with flat", 0.4),
    "planes_vs_flat": Ratio("planes_with_pick", BATCH, "1,024 games with planes vs with flat", 0.4),
    "ppo_vs_free_env": Ratio("ppo", "ppo_free_env", "our PPO with the engine vs with a null environment", 0.85, 0.95),
    "sb3_vs_free_env": Ratio(
        "sb3", "sb3_free_env", "MaskablePPO of SB3 with the engine vs with a null environment", 0.85
    ),
    "expert_vs_batch": Ratio("expert", BATCH, "games of the expert, compiled, vs 1,024 random games at once", 0.05),
    "record_vs_batch": Ratio("record", BATCH, "recording a dataset vs 1,024 games at once", 0.4),
    "verify_vs_single": Ratio("verify", "single", "verifying replays vs one game from Python", 0.25),
}
AGAINST_WORK = {
    f"{name}_vs_work": Ratio(name, "work", f"{rate.words}, vs the fixed work")
    for name, rate in {**OURS, "clone": Rate("copies of a game")}.items()
    if rate.watched
}


def _against_work(rates: Mapping[str, Rate]) -> dict[str, Ratio]:
    return {
        f"{name}_vs_work": Ratio(name, "work", f"{rate.words}, vs the fixed work")
        for name, rate in {**rates, "clone": Rate("copies of a game")}.items()
        if rate.watched
    }


RATIOS = {**AGAINST_OTHERS, **AGAINST_OURSELVES, **_against_work(OURS)}  # of any world


def ours(world: World) -> dict[str, Rate]:
    """What is measured of a world: its games in all ways, and the variants that it names."""
    variants = {name: Rate(f"batch of 1,024, {one.words}") for name, one in world.terms.variants.items()}
    pairs, place = list(OURS.items()), list(OURS).index("playout")
    return {**dict(pairs[:place]), **variants, **dict(pairs[place:])}


def ratios(world: World) -> dict[str, Ratio]:
    """The ratios of a world by name."""
    return {**AGAINST_OTHERS, **AGAINST_OURSELVES, **_against_work(ours(world))}


SINGLES = {
    "text_steps_per_second": Single("one game from Python with `text`", ",.0f", "decisions/s", 5_000, more=True),
    "clone_microseconds": Single("clone from Python", ",.2f", "us", 2, 1),
    "state_bytes": Single("state of a game", ",.0f", "bytes", 6 * 1024, 3 * 1024),
    "compile_cold_seconds": Single("first step with mask and observation, empty cache", ".1f", "s", 60, 30),
    "start_warm_seconds": Single("first step with mask and observation, warm cache", ".2f", "s", 1, 0.3),
    "memory_1024_games_bytes": Single("memory of 1,024 games", ",.0f", "bytes"),
    "svg_milliseconds": Single("picture as SVG", ".1f", "ms"),
    "rgb_milliseconds": Single("picture as pixels, ply after ply", ".1f", "ms"),
    "machine_share_of_a_core": Single(
        "share of a core that the process got; 1 on a quiet machine", ".2f", "", more=True
    ),
    "machine_threads_2_vs_1": Single("two threads of the fixed work vs one, on this machine", ".2f", "x", more=True),
}
