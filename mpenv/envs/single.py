"""Game after game at one table: what all environments of single games share, whatever interface shows them."""

import functools
from typing import Any

import numpy as np
from gymnasium import logger

from mpenv import picture, refusal
from mpenv.engine import checks
from mpenv.envs import option_checks, snapshot_head, spaces
from mpenv.envs.live_page import Page
from mpenv.world import Game, IllegalAction, Outcome, World

BLIND = f"render() needs a render_mode: {', '.join(option_checks.RENDER_MODES)}"


def drawn(game: Game, mode: str, painter: picture.Painter) -> str | np.ndarray:
    """The table as text, as SVG or as pixels."""
    if mode == "ansi":
        return game.text()
    return game.svg() if mode == "svg" else painter.paint(game.parts())


def told(outcome: Outcome | None) -> dict[str, Any]:
    """How a game ended, for the info; None for one that the ply cap ended."""
    if outcome is None:
        return {"result": 0.0}
    end = {name: getattr(outcome, name) for name in ("day", "reasons", "details")}
    return {**end, "outcome": outcome.result, "result": outcome.worth}


class Sitting:
    """Options, seeds, answers, rewards, pictures and copies."""

    MASKS = ""  # where this interface shows its masks, and how to draw a legal action

    def __init__(
        self,
        world: World,
        *,
        encoder: str | None = None,
        reward: str = "team",
        on_illegal: str = "raise",
        max_plies: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        option_checks.checked(reward, on_illegal, render_mode)
        checks.plies_checked(max_plies)
        encoder = world.terms.encoder if encoder is None else encoder
        self.world, self.encoder, self.on_illegal, self.max_plies = world, encoder, on_illegal, max_plies
        self.render_mode, self.reward = render_mode, reward
        name, modes = f"{world.name}_v{world.version}", list(option_checks.RENDER_MODES)
        self.metadata: dict[str, Any] = {"name": name, "render_modes": modes, "render_fps": 2}
        self._shown = spaces.seen(world, encoder)
        self._options = options
        # Made once to check the options and to know who plays; reset() makes the first real game.
        self.game: Game = world.game(**{**options, "seed": options.get("seed") or 0})
        self.seats = self.game.seats
        self._rng = np.random.default_rng(options.get("seed"))
        self._started = self.terminated = self.truncated = False
        self.outcome: Outcome | None = None
        self._position: str | None = None  # where the game began, if it was a position
        self._painter, self._page = picture.Painter(), Page()

    # --- playing --------------------------------------------------------------------------------

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """A new game: of this seed, or of the next one drawn from the seed given before, or of a position."""
        checks.seed_checked(seed)
        position = option_checks.options_checked(options).get("position")
        game = None if position is None else self._placed(position)
        rng = self._rng if seed is None else np.random.default_rng(seed)
        first = self._options.get("seed") if seed is None and not self._started else seed
        number = int(rng.integers(1 << 63)) if first is None else int(first)
        self.game = self.world.game(**{**self._options, "seed": number}) if game is None else game
        self.seed, self._rng, self._started = number, rng, True
        self._position = position if position is None or isinstance(position, str) else self.game.to_position()
        self._start = self._hope = self.game.potential() if self.reward == "shaped" else 0.0
        self._settle()

    def _placed(self, position: str) -> Game:
        if isinstance(position, str) and position.endswith(".toml") and "\n" not in position:
            raise ValueError(f"the option position takes the text of a file: Path({position!r}).read_text()")
        game = self.world.game(position=position)
        if game.seats != self.seats:
            raise ValueError(f"the position seats {game.seats}, this environment {self.seats}")
        if game.seat is None:
            raise ValueError("in this position the game has ended")
        return game

    def _play(self, action: Any) -> float:
        """Answer what is asked; what this pays to every seat."""
        try:
            self.game.apply(action)
        except IllegalAction as fault:
            if self.on_illegal == "raise":
                raise self._taught(fault) from None
            self.game.apply(checks.instead(self.on_illegal, self.game.mask(), self.seed, self.game.plies))
        return self._paid()

    def _taught(self, fault: IllegalAction) -> IllegalAction:
        """The same refusal, with what would be right here."""
        hint = functools.partial(refusal.of_environment, self.game.clone(), self._asked_name(), self.MASKS)
        return IllegalAction(fault.seat, fault.action, fault.words, fault.why, hint)

    def _asked_name(self) -> str:
        """What this interface calls the seat that is asked."""
        return f"seat {self.game.seat}"

    def _need_game(self) -> None:
        """Refuse what makes no sense before the first reset."""
        if not self._started:
            raise option_checks.NoGame(option_checks.NOT_BEGUN)

    def _paid(self) -> float:
        """What the answer that was just given pays to every seat."""
        self._settle()
        paid = 0.0 if self.outcome is None else self.outcome.worth
        return paid if self.reward == "team" else paid + self._rise()

    def _settle(self) -> None:
        """Is it over, by the rules or by the ply cap?"""
        self.outcome = self.game.outcome
        self.terminated = self.outcome is not None
        cut = self.max_plies is not None and self.game.plies >= self.max_plies
        self.truncated = cut and not self.terminated

    @property
    def over(self) -> bool:
        return self.terminated or self.truncated

    def _rise(self) -> float:
        """How much more promising it became; the end counts as the start did, so that a game adds up to 0."""
        before, self._hope = self._hope, self._start if self.over else self.game.potential()
        return self._hope - before

    def _mask(self) -> np.ndarray:
        """The mask of the seat that is asked; all zero when it is over."""
        return np.zeros(self.world.actions, np.int8) if self.over else self.game.mask()

    # --- looking --------------------------------------------------------------------------------

    def render(self) -> Any:
        """The table as text, as SVG or as pixels; None for `human`, where it is shown on its page."""
        if self.render_mode is None:
            logger.warn(BLIND)
            return None
        self._need_game()
        if self.render_mode == "human":
            self._show()
            return None
        return drawn(self.game, self.render_mode, self._painter)

    def _show(self) -> None:
        """Draw the page of `human` anew; other modes show nothing by themselves."""
        if self.render_mode == "human":
            self._page.show(str(self.metadata["name"]), self.game.svg("auto"))

    def close(self) -> None:
        """Nothing is held open; the page of `human` stays until another environment needs one."""
        self._page.release()

    def __repr__(self) -> str:
        return spaces.described(self, self.metadata["name"], {**self._options, **self._said()})

    def _said(self) -> dict[str, Any]:
        """What `repr` says besides the options of the game."""
        return {"encoder": self.encoder, "reward": self.reward, "render_mode": self.render_mode}

    # --- copies ---------------------------------------------------------------------------------

    def snapshot(self) -> bytes:
        """This moment of the environment as bytes, for `restore`."""
        kept = {**self._made(), "position": self._position, "rng": self._rng.bit_generator.state}
        kept["started"] = self._started
        if self._started:
            kept |= {"seed": self.seed, "start": self._start, **self._kept()}
        return snapshot_head.Head(type(self).__name__, kept).written() + self.game.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of an environment made with the same options; the seed may be another.

        Bytes may come from anywhere: a ValueError says what is wrong with them, and nothing is changed.
        """
        head, held = snapshot_head.read(snapshot, type(self).__name__)
        for name, ours in self._made().items():
            head.same(name, ours)
        rng, started, position = head.generator("rng"), head.flag("started"), head.maybe_text("position")
        game = self._table(position)
        game.restore(held)
        over = game.outcome is not None or (self.max_plies is not None and game.plies >= self.max_plies)
        kept = dict[str, Any]()
        if started:
            seed, start = head.whole("seed", 0, (1 << 64) - 1), head.number("start")
            kept = self._checked(head, game, over)
            hope = start if over or self.reward == "team" else game.potential()
            self.seed, self._start, self._hope = seed, start, hope
        elif position is not None:
            raise ValueError("this is no snapshot: it holds a position and no game that began there")
        self.game, self._position, self._started = game, position, started
        self._rng.bit_generator.state = rng
        if started:
            self._settle()
            self._put_back(kept)

    def _made(self) -> dict[str, Any]:
        """How it was made, besides its table."""
        name = str(self.metadata["name"])
        return {
            "world": name,
            "reward": self.reward,
            "max_plies": None if self.max_plies is None else int(self.max_plies),
        }

    def _table(self, position: str | None) -> Game:
        """A game at the table that a snapshot is of."""
        if position == self._position:
            return self.game.clone()
        if position is None:
            return self.world.game(**{**self._options, "seed": self._options.get("seed") or 0})
        try:
            return self._placed(position)
        except ValueError as fault:
            raise ValueError(f"this is no snapshot of this environment: {fault}") from None

    def _kept(self) -> dict[str, Any]:
        """What an interface holds besides, as plain values."""
        return {}

    def _checked(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        """What `_kept` gave, checked against the game that is restored."""
        return {}

    def _put_back(self, kept: dict[str, Any]) -> None:
        """Take up again what `_checked` gave."""
