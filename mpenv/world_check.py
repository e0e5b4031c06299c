"""Check a world for its author: play random games of it and say everything that is wrong at once."""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from mpenv.engine.batch import BatchGame
from mpenv.evaluation import encoder_leaks
from mpenv.world import Game, IllegalAction, Outcome, World

WORLD = (
    "name", "version", "actions", "outcomes", "home", "agents", "oracle", "state_size", "everything", "encoder",
    "reading", "guide", "game", "rules", "states", "check_states", "accounts", "told", "setups",
)  # fmt: skip
GAME = (
    "plies", "seats", "seat", "day", "outcome", "options", "identity", "legal", "mask", "apply", "observe", "oracle",
    "potential", "view", "clone", "at", "into", "snapshot", "restore", "fingerprint", "checks", "words", "heard",
    "read", "chance", "happened", "text", "meaning", "asks", "describe", "futures", "parts", "pieces", "frame", "svg",
    "to_position",
)  # fmt: skip
VIEW = ("seat", "legal", "mask", "encode", "determinize", "names", "words", "meaning")
RULES = (
    "start", "answer", "asked", "outcome", "result", "legal", "write", "account", "potential", "hide", "ACTIONS",
)  # fmt: skip
MOST_FAULTS = 3  # of one kind that are reported
MOST_PLIES = 2000
FUTURES = 4  # situations of a game whose futures are looked at


class BrokenWorld(ValueError):
    """A world with faults: `faults` are the sentences, one for each."""

    def __init__(self, name: str, faults: list[str]) -> None:
        self.faults = faults
        super().__init__(f"the world {name} has {len(faults)} faults:\n" + "\n".join(f"- {one}" for one in faults))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.args[0], self.faults)


def _again(words: str, faults: list[str]) -> BrokenWorld:
    fault = BrokenWorld("", faults)
    fault.args = (words,)
    return fault


def check_world(world: World, *, games: int = 5, seed: int = 0, encoder: str = "flat", **options: Any) -> str:
    """Play random games of a world and check all that shared rooms rely on; BrokenWorld lists the faults.

    `games`: how many, with the seeds from `seed` on. `options` are those of the games. Returns a summary in a line.
    """
    return _Check(world, games, seed, encoder, options).run()


class _Check:
    """The faults found so far; those of one kind are counted, and the first few reported."""

    def __init__(self, world: World, games: int, seed: int, encoder: str, options: dict[str, Any]) -> None:
        self.world, self.games, self.seed, self.encoder, self.options = world, games, seed, encoder, options
        self.faults: dict[str, list[str]] = {}
        self.decisions = 0
        self.results = set[str]()

    def run(self) -> str:
        name = str(getattr(self.world, "name", type(self.world).__name__))
        if self.members(self.world, WORLD, "the world"):  # without them nothing can be played
            self.tried("the rules", self.rules)
            self.tried("its records", self.records)
            for number in range(self.games):
                self.tried(f"the game of seed {self.seed + number}", functools.partial(self.play, number))
            self.tried("a batch", self.batch)
            self.tried("the encoder", self.leaks)
        found = [fault for kind in self.faults.values() for fault in _shortened(kind)]
        if found:
            raise BrokenWorld(name, found)
        ends = ", ".join(sorted(self.results))
        return f"{name}: nothing wrong in {self.games} games of {self.decisions:,} decisions, which ended in {ends}"

    def wrong(self, kind: str, words: str) -> None:
        self.faults.setdefault(kind, []).append(words)

    def tried(self, what: str, check: Callable[[], None]) -> None:
        """Run a check; an error in it is a fault of the world, and the others go on."""
        try:
            check()
        except Exception as fault:
            self.wrong(what.rstrip("0123456789"), f"{what}: {type(fault).__name__}: {fault}")

    def members(self, one: Any, names: tuple[str, ...], what: str) -> bool:
        """Are they all there? One whose property fails is there."""
        missing = [name for name in names if not hasattr(type(one), name) and name not in getattr(one, "__dict__", {})]
        if missing:
            self.wrong(f"members of {what}", f"{what} lacks {', '.join(missing)}")
        return not missing

    # --- before a game --------------------------------------------------------------------------

    def rules(self) -> None:
        rules = self.world.rules(self.encoder)
        if missing := [name for name in RULES if name not in rules]:
            self.wrong("rules", f"World.rules({self.encoder!r}) lacks {', '.join(missing)}")
        if rules.get("ACTIONS", self.world.actions) != self.world.actions:
            self.wrong("rules", f"the rules have ACTIONS = {rules['ACTIONS']}, the world {self.world.actions} actions")
        if len(set(self.world.outcomes)) < max(2, len(self.world.outcomes)):
            self.wrong("outcomes", f"outcomes are the running game and each way to end, not {self.world.outcomes}")

    def records(self) -> None:
        setups = self.world.setups([{**self.options, "seed": self.seed}])[1]
        for what, rows in (("state", self.world.states(1)), ("account", self.world.accounts(1)), ("setup", setups)):
            kind = rows.dtype
            if gap := kind.itemsize - sum(kind[name].itemsize for name in kind.names or ()):
                self.wrong("padding", f"the {what} record has {gap} bytes of padding: order its fields by size")
            if what == "state" and kind.itemsize % 8:
                self.wrong("padding", f"the state record has {kind.itemsize} bytes, which is no multiple of 8")
        for name in ("seed",):
            if name not in (self.world.states(1).dtype.names or ()) or name not in (setups.dtype.names or ()):
                self.wrong("seed", "the state and the setup record need a field `seed`")

    # --- games ----------------------------------------------------------------------------------

    def play(self, number: int) -> None:
        seed = self.seed + number
        game, rng = self.world.game(**self.options, seed=seed), np.random.default_rng(seed)
        where = f"seed {seed}"
        if not (self.members(game, GAME, "the game") and self.members(game.view(0), VIEW, "the view")):
            return
        self.named(game)
        if self.world.game(**self.options, seed=seed).fingerprint() != game.fingerprint():
            self.wrong("determinism", f"{where}: two games of the same seed begin differently")
        twin, actions, looked = game.clone(), list[int](), rng.integers(1, 9)
        while game.seat is not None and game.plies < MOST_PLIES:
            where = f"seed {seed}, ply {game.plies}"
            legal = game.legal()
            if not legal:
                self.wrong("legal", f"{where}: nothing is legal, and the game has not ended")
                return
            self.asked(game, legal, where)
            if game.plies % looked == 0:
                self.copied(game, legal, rng, where)
                self.looked_at(game, rng, where)
            if len(actions) < FUTURES:
                self.led_to(game, int(rng.choice(legal)), where)
            actions.append(int(rng.choice(legal)))
            game.apply(actions[-1])
        self.decisions += len(actions)
        self.over(game, f"seed {seed}")
        for action in actions:
            twin.apply(action)
        if twin.fingerprint() != game.fingerprint():
            self.wrong("determinism", f"seed {seed}: a copy that got the same answers ended differently")

    def named(self, game: Game) -> None:
        agents, names = self.world.agents(game.seats), game.view(0).names
        for what, there in (("agents", agents), ("names", names)):
            if len(there) != game.seats or len(set(there)) != len(there):
                self.wrong("names", f"{game.seats} seats need as many different {what}, not {there}")

    def asked(self, game: Game, legal: list[int], where: str) -> None:
        """Masks, the seat and the notation."""
        mask, seat = game.mask(), game.seat
        if mask.shape != (self.world.actions,) or np.flatnonzero(mask).tolist() != legal:
            self.wrong("mask", f"{where}: mask() marks {np.flatnonzero(mask).tolist()}, legal() has {legal}")
        if not isinstance(seat, int) or not 0 <= seat < game.seats:
            self.wrong("seat", f"{where}: seat {seat!r} is asked, there are {game.seats}")
            return
        for other in range(game.seats):
            wanted = legal if other == seat else []
            if (seen := game.view(other).legal) != wanted:
                self.wrong("views", f"{where}: the view of seat {other} has legal {seen}, it should be {wanted}")
        for action in legal:
            if game.read(words := game.words(action)) != action:
                self.wrong("notation", f"{where}: {words!r} names action {action} and is read as {game.read(words)}")
        if not math.isfinite(hope := game.potential()) or not 0 <= hope <= 1:
            self.wrong("potential", f"{where}: the potential is {hope}, it goes from 0 to 1")

    def copied(self, game: Game, legal: list[int], rng: np.random.Generator, where: str) -> None:
        """Apply against the mask, clones and snapshots."""
        before, print_before = game.snapshot(), game.fingerprint()
        for action in range(self.world.actions):
            copy = game.clone()
            try:
                copy.apply(action)
                refused = False
            except IllegalAction:
                refused = True
            if refused == (action in legal):
                said = "legal, and apply refuses it" if refused else "not legal, and apply takes it"
                self.wrong("apply", f"{where}: action {action} ({game.words(action)}) is {said}")
            if refused and copy.fingerprint() != print_before:
                self.wrong("refusal", f"{where}: action {action} was refused, and changed the game")
            if not refused and copy.plies != game.plies + 1:
                self.wrong("plies", f"{where}: an answer made the plies {copy.plies}, not {game.plies + 1}")
        if game.fingerprint() != print_before or game.snapshot() != before:
            self.wrong("clone", f"{where}: playing on a clone changed the game, or asking it did")
        other = self.world.game(**self.options, seed=int(rng.integers(1 << 32)))
        other.restore(before)
        if other.fingerprint() != print_before or other.snapshot() != before or other.plies != game.plies:
            self.wrong("snapshot", f"{where}: restore(snapshot()) is another game")
        states = self.world.states(2)
        game.into(states, 1)
        if game.at(states, 1).fingerprint() != print_before:
            self.wrong("into", f"{where}: at(states, 1) after into(states, 1) is another game")

    def looked_at(self, game: Game, rng: np.random.Generator, where: str) -> None:
        """Texts, determinized games, and the numbers for critics."""
        for what in (game.text(), game.describe(), game.asks(), game.svg()):
            if not isinstance(what, str) or not what:
                self.wrong("text", f"{where}: text(), describe(), asks() and svg() give words, not {what!r}")
        for seat in range(game.seats):
            view = game.view(seat)
            guess = view.determinize(rng)
            if (guess.seat, guess.legal() if guess.seat == seat else []) != (game.seat, view.legal):
                self.wrong("determinize", f"{where}: what seat {seat} determinizes asks or allows something else")
        if game.oracle().shape != (self.world.state_size,):
            self.wrong("oracle", f"{where}: {game.oracle().shape} numbers for critics, not {self.world.state_size}")

    def led_to(self, game: Game, action: int, where: str) -> None:
        """The probabilities of the futures, where a world has them."""
        if "futures" not in self.world.rules(self.encoder):
            return
        try:
            total = math.fsum(likely for likely, _ in game.futures(action))
        except ValueError:  # too many; it says so
            return
        if abs(total - 1) > 1e-9:
            self.wrong(
                "futures", f"{where}: the futures of {game.words(action)} have the probability {total:.6g}, not 1"
            )

    def over(self, game: Game, where: str) -> None:
        outcome = game.outcome
        if game.seat is not None or not isinstance(outcome, Outcome):
            self.wrong(
                "end",
                f"{where}: no end after {game.plies} plies"
                if game.seat is not None
                else f"{where}: the game has ended without an outcome",
            )
            return
        self.results.add(outcome.result)
        if getattr(outcome, "listed", outcome.result) not in self.world.outcomes[1:]:
            self.wrong("outcome", f"{where}: it ended in {outcome.result!r}, the world lists {self.world.outcomes[1:]}")
        if game.mask().any() or game.legal():
            self.wrong("end", f"{where}: something is legal after the end: {game.legal()}")
        if game.potential() != 0:
            self.wrong("potential", f"{where}: the potential after the end is {game.potential()}, it must be 0")

    # --- beside single games --------------------------------------------------------------------

    def batch(self) -> None:
        """A batch against single games of the same seeds."""
        count = min(self.games, 3)
        batch = BatchGame(self.world, count, seed=self.seed, encoder=self.encoder, **self.options)
        single = [self.world.game(**self.options, seed=self.seed + i) for i in range(count)]
        kind, rng = self.world.encoder(self.encoder), np.random.default_rng(self.seed)
        running = [True] * count
        for step in range(MOST_PLIES):
            for i in (i for i in range(count) if running[i]):
                game, where = single[i], f"game {i} of a batch, ply {step}"
                seen = kind.numbers(kind.row(batch._rows[i : i + 1]))
                if batch.seat[i] != game.seat or (batch.mask[i] != game.mask()).any():
                    self.wrong(
                        "batch", f"{where}: it asks another seat, or allows something else, than the single game"
                    )
                    return
                if (kind.numbers(game.observe(self.encoder, int(batch.seat[i]))) != seen).any():
                    self.wrong("batch", f"{where}: it shows something else than the single game")
                if abs(float(batch.potential[i]) - game.potential()) > 1e-6:
                    self.wrong(
                        "batch",
                        f"{where}: its potential is {batch.potential[i]}, that of the single game {game.potential()}",
                    )
            if not any(running):
                return
            actions = [int(rng.choice(np.flatnonzero(row))) for row in batch.mask]
            done = batch.step(np.array(actions)).done
            for i in (i for i in range(count) if running[i]):
                single[i].apply(actions[i])
                outcome = single[i].outcome
                running[i] = not done[i]
                if bool(done[i]) != (outcome is not None):
                    self.wrong("batch", f"game {i} of a batch, ply {step}: it ends apart from the single game")
                    return
                if outcome is not None and (batch.ending(i) != outcome or batch.reward[i] != np.float32(outcome.worth)):
                    self.wrong(
                        "batch", f"game {i} of a batch: {batch.ending(i)} worth {batch.reward[i]}, single: {outcome}"
                    )

    def leaks(self) -> None:
        """The encoder lies within its bounds and shows nothing that the view hides."""
        try:
            encoder_leaks.check(self.world, self.encoder, games=min(self.games, 2), seed=self.seed, **self.options)
        except ValueError as fault:
            self.wrong("encoder", str(fault))


def _shortened(kind: list[str]) -> list[str]:
    more = len(kind) - MOST_FAULTS
    return kind[:MOST_FAULTS] + ([f"{more} more like this"] if more > 0 else [])
