"""Single games in sequence: everything the environments of one game at a time share."""

import functools
from typing import Any

import numpy as np
from gymnasium import logger

from mpenv import picture, refusal
from mpenv.engine import checks
from mpenv.envs import option_checks, snapshot_head, spaces
from mpenv.envs.live_page import Page
from mpenv.world import Game, IllegalAction, Outcome, World

NO_RENDER_MODE = f"render() needs a render_mode: {', '.join(option_checks.RENDER_MODES)}"


def drawn(game: Game, mode: str, painter: picture.Painter) -> str | np.ndarray:
    """Render a game as text, SVG or pixels."""
    if mode == "ansi":
        return game.text()
    return game.svg() if mode == "svg" else painter.paint(game.parts())


def outcome_info(outcome: Outcome | None) -> dict[str, Any]:
    """Entries of `info` about the end of a game; None stands for a game ended by the ply cap."""
    if outcome is None:
        return {"result": 0.0}
    end = {name: getattr(outcome, name) for name in ("day", "reasons", "details")}
    return {**end, "outcome": outcome.result, "result": outcome.worth}


class SingleGame:
    """Plays one game after another: options, seeds, actions, rewards, rendering and snapshots.

    An interface calls `_begin_game` to begin a game and `_play` for each action, and may override these hooks:
    `_agent_asked` (called for error messages), `_repr_options` (for `repr`), and for its own part of a snapshot
    `_interface_state` (called by `snapshot`), `_parsed_interface_state` (by `restore`, before anything changes) and
    `_set_interface_state` (by `restore`, when the game is in place).
    """

    MASKS = ""  # for error messages: where the masks are, and how to sample a legal action

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
        self._encoder_space = spaces.of_encoder(world, encoder)
        self._options = options
        # This game only checks the options and tells the seats; reset() makes the first real game.
        self.game: Game = world.game(**{**options, "seed": options.get("seed") or 0})
        self.seats = self.game.seats
        self._rng = np.random.default_rng(options.get("seed"))
        self._started = self.terminated = self.truncated = False
        self.outcome: Outcome | None = None
        self._position: str | None = None  # the position file the game began from
        self._painter, self._page = picture.Painter(), Page()

    # --- playing --------------------------------------------------------------------------------

    def _begin_game(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a game: with this seed, the next one drawn from the seed given before, or from a position."""
        checks.seed_checked(seed)
        position = option_checks.options_checked(options).get("position")
        game = None if position is None else self._game_at_position(position)
        rng = self._rng if seed is None else np.random.default_rng(seed)
        chosen_seed = self._options.get("seed") if seed is None and not self._started else seed
        number = int(rng.integers(1 << 63)) if chosen_seed is None else int(chosen_seed)
        self.game = self.world.game(**{**self._options, "seed": number}) if game is None else game
        self.seed, self._rng, self._started = number, rng, True
        self._position = position if position is None or isinstance(position, str) else self.game.to_position()
        self._start_potential = self._potential = self.game.potential() if self.reward == "shaped" else 0.0
        self._update_end()

    def _game_at_position(self, position: str) -> Game:
        if isinstance(position, str) and position.endswith(".toml") and "\n" not in position:
            raise ValueError(
                f"the option position takes the text of a file, not its path: Path({position!r}).read_text()"
            )
        game = self.world.game(position=position)
        if game.seats != self.seats:
            raise ValueError(f"the position has {game.seats} seats, this environment {self.seats}")
        if game.seat is None:
            raise ValueError("in this position the game has ended")
        return game

    def _play(self, action: Any) -> float:
        """Play an action for the seat that is asked; return the reward of every seat."""
        try:
            self.game.apply(action)
        except IllegalAction as fault:
            if self.on_illegal == "raise":
                raise self._with_hint(fault) from None
            self.game.apply(checks.instead(self.on_illegal, self.game.mask(), self.seed, self.game.plies))
        return self._reward()

    def _with_hint(self, fault: IllegalAction) -> IllegalAction:
        """The same refusal, with a hint at the legal actions."""
        hint = functools.partial(refusal.of_environment, self.game.clone(), self._agent_asked(), self.MASKS)
        return IllegalAction(fault.seat, fault.action, fault.words, fault.why, hint)

    def _agent_asked(self) -> str:
        """Name of the seat that is asked in this interface."""
        return f"seat {self.game.seat}"

    def _need_game(self) -> None:
        """Refuse a call before the first reset."""
        if not self._started:
            raise option_checks.NoGame(option_checks.NOT_BEGUN)

    def _reward(self) -> float:
        """Reward of every seat for the action just played."""
        self._update_end()
        paid = 0.0 if self.outcome is None else self.outcome.worth
        return paid if self.reward == "team" else paid + self._shaping_term()

    def _update_end(self) -> None:
        """Update how the game stands: terminated by the rules or truncated by the ply cap."""
        self.outcome = self.game.outcome
        self.terminated = self.outcome is not None
        cut = self.max_plies is not None and self.game.plies >= self.max_plies
        self.truncated = cut and not self.terminated

    @property
    def over(self) -> bool:
        return self.terminated or self.truncated

    def _shaping_term(self) -> float:
        """Shaping term: change of potential. The terminal potential equals the initial one, so the terms sum to 0."""
        before, self._potential = self._potential, self._start_potential if self.over else self.game.potential()
        return self._potential - before

    def _mask(self) -> np.ndarray:
        """Mask of the seat that is asked; all zero after the end."""
        return np.zeros(self.world.actions, np.int8) if self.over else self.game.mask()

    # --- rendering --------------------------------------------------------------

    def render(self) -> Any:
        """The game as text, SVG or pixels; None for `human`, which is shown on its page."""
        if self.render_mode is None:
            logger.warn(NO_RENDER_MODE)
            return None
        self._need_game()
        if self.render_mode == "human":
            self._show()
            return None
        return drawn(self.game, self.render_mode, self._painter)

    def _show(self) -> None:
        """Redraw the page of `human`; other modes draw only on demand."""
        if self.render_mode == "human":
            self._page.show(str(self.metadata["name"]), self.game.svg("auto"))

    def close(self) -> None:
        """Free the page of `human`; its file stays."""
        self._page.release()

    def __repr__(self) -> str:
        return spaces.described(self, self.metadata["name"], {**self._options, **self._repr_options()})

    def _repr_options(self) -> dict[str, Any]:
        """Options in `repr` besides those of the game."""
        return {"encoder": self.encoder, "reward": self.reward, "render_mode": self.render_mode}

    # --- copies ---------------------------------------------------------------------------------

    def snapshot(self) -> bytes:
        """The state of the environment as bytes, for `restore`."""
        state = {**self._fixed_options(), "position": self._position, "rng": self._rng.bit_generator.state}
        state["started"] = self._started
        if self._started:
            state |= {"seed": self.seed, "start": self._start_potential, **self._interface_state()}
        return snapshot_head.Head(type(self).__name__, state).written() + self.game.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of an environment with the same options; its seed may differ.

        Bytes may come from anywhere: a ValueError says what is wrong with them, and nothing is changed.
        """
        head, game_bytes = snapshot_head.read(snapshot, type(self).__name__)
        for name, ours in self._fixed_options().items():
            head.same(name, ours)
        rng, started, position = head.generator("rng"), head.flag("started"), head.maybe_text("position")
        game = self._game_of_snapshot(position)
        game.restore(game_bytes)
        over = game.outcome is not None or (self.max_plies is not None and game.plies >= self.max_plies)
        state = dict[str, Any]()
        if started:
            seed, start = head.whole("seed", 0, (1 << 64) - 1), head.number("start")
            state = self._parsed_interface_state(head, game, over)
            hope = start if over or self.reward == "team" else game.potential()
            self.seed, self._start_potential, self._potential = seed, start, hope
        elif position is not None:
            raise ValueError("this is no snapshot: it holds a position and no game that began there")
        self.game, self._position, self._started = game, position, started
        self._rng.bit_generator.state = rng
        if started:
            self._update_end()
            self._set_interface_state(state)

    def _fixed_options(self) -> dict[str, Any]:
        """Options that a snapshot must share with this environment, besides those of the game."""
        name = str(self.metadata["name"])
        return {
            "world": name,
            "reward": self.reward,
            "max_plies": None if self.max_plies is None else int(self.max_plies),
        }

    def _game_of_snapshot(self, position: str | None) -> Game:
        """A game with the setup of a snapshot."""
        if position == self._position:
            return self.game.clone()
        if position is None:
            return self.world.game(**{**self._options, "seed": self._options.get("seed") or 0})
        try:
            return self._game_at_position(position)
        except ValueError as fault:
            raise ValueError(f"this is no snapshot of this environment: {fault}") from None

    def _interface_state(self) -> dict[str, Any]:
        """State of the interface as plain values, called by `snapshot`."""
        return {}

    def _parsed_interface_state(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        """Values of `_interface_state`, checked against the restored game; called by `restore` before anything
        changes.
        """
        return {}

    def _set_interface_state(self, state: dict[str, Any]) -> None:
        """Set the state that `_parsed_interface_state` gave; called by `restore` when the game is in place."""
