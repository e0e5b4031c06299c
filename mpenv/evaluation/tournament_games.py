"""Games of a team of agents by their seeds; an agent that fails costs its team that game, and no more."""

import contextlib
import operator
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mpenv.agents import Agent, make
from mpenv.agents.errors import KINDS, AgentFault, described, shown
from mpenv.agents.process.channel import Limits
from mpenv.agents.process.isolated import Isolated
from mpenv.agents.process.stdio import Stdio
from mpenv.agents.registry import isolated
from mpenv.play import decisions
from mpenv.seeds import Seeds, begin
from mpenv.world import Game, View, World

BROKE = "broke"  # the outcome of a game in which an agent failed
AGENT_ERRORS = (Exception, SystemExit)  # what an agent may raise
Done = Callable[["Played"], None]


class Fault(NamedTuple):
    """Failure of an agent: the game, the ply, its kind, and the error in words."""

    team: str
    agent: str
    seat: int
    seed: int
    ply: int
    kind: str
    words: str

    def __str__(self) -> str:
        return f"{self.agent} on seat {self.seat} {KINDS[self.kind]} (seed {self.seed}, ply {self.ply}): {self.words}"


class Played(NamedTuple):
    """A game: its seed, its outcome, the number of decisions, and the fault that ended it."""

    seed: int
    outcome: str
    plies: int
    fault: Fault | None = None


class Plan(NamedTuple):
    """The games that every team plays, and the limits of its agents."""

    options: dict[str, Any]
    seed: int
    games: int
    isolate: bool = False
    limits: Limits = Limits()
    secret: bytes = b""  # the seeds of games are drawn from it, so that nobody can guess them

    @property
    def seeds(self) -> list[int]:
        """The seed of every game."""
        return [Seeds(self.seed, self.secret).of(number) for number in range(self.games)]

    def agent(self, code: str, world: World) -> Agent:
        return isolated(code, self.limits, world) if self.isolate else make(code, self.limits, world)


def close(agent: Agent | None) -> None:
    """End what an agent holds open."""
    end = getattr(agent, "close", None)
    with contextlib.suppress(*AGENT_ERRORS):
        if callable(end):
            end()


class AgentFailed(Exception):
    """An agent failed at a decision; an error of the game itself is none of these."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


class Timed:
    """A player whose decisions are timed, and whose errors are told from those of the game."""

    def __init__(self, agent: Agent, seconds: list[float]) -> None:
        self._agent, self._seconds = agent, seconds

    def reset(self, seat: int, seed: int) -> None:
        raise NotImplementedError  # the agent has begun already

    def act(self, view: View) -> int:
        start = time.perf_counter()
        try:
            answer = self._agent.act(view)
        except AGENT_ERRORS as error:
            raise AgentFailed(error) from None
        self._seconds.append(time.perf_counter() - start)
        return answer


class OneGame:
    """A game in progress with its agents; each decision is played by the next of `decisions`."""

    def __init__(self, game: Game, seed: int, agents: Sequence[Agent | None]) -> None:
        self.game, self.seed, self.agents = game, seed, list(agents)
        self.fault: Fault | None = None
        self.decisions: Iterator[object] = iter(())

    @property
    def over(self) -> bool:
        return self.fault is not None or self.game.seat is None

    @property
    def played(self) -> Played:
        outcome = self.game.outcome
        if self.fault or outcome is None:
            return Played(self.seed, BROKE, self.game.plies, self.fault)
        return Played(self.seed, outcome.listed, self.game.plies)


class Team:
    """The agents of a team and the seconds of their decisions; `ready` holds agents that are made already, by code."""

    def __init__(
        self, world: World, name: str, codes: Sequence[str], plan: Plan, ready: dict[str, Agent] | None = None
    ) -> None:
        self.name, self.codes, self.seconds = name, codes, list[float]()
        self._world, self._plan, self._ready = world, plan, {} if ready is None else ready
        self._hopeless: dict[int, AgentFault] = {}

    def play(self, seeds: Sequence[int], done: Done) -> None:
        """Play a game for each seed: all at once where an agent answers many views, else one after another."""
        agents: list[Agent | None] = [self._made(code) for code in self.codes]
        try:
            many = [callable(getattr(one, "act_many", None)) for one in agents]
            if any(many) and not any(isinstance(one, Stdio | Isolated) for one in agents):
                self._together(
                    seeds, [one if answers else None for one, answers in zip(agents, many, strict=True)], done
                )
            else:
                self._in_turn(seeds, agents, done)
        finally:
            for one in agents:
                close(one)

    def _made(self, code: str) -> Agent | None:
        """Make an agent; None on failure, which is reported in each game where the agent is needed."""
        try:
            return self._ready.pop(code, None) or self._plan.agent(code, self._world)
        except AGENT_ERRORS:
            return None

    # --- one game after another -------------------------------------------------------------------

    def _in_turn(self, seeds: Sequence[int], agents: list[Agent | None], done: Done) -> None:
        for seed in seeds:
            game = self._begin(seed, agents, ())
            agents[:] = game.agents
            while not game.over:
                self._answer(game)
            if game.fault:  # the next game gets a fresh agent
                self._give_up(agents[game.fault.seat], game.fault)
                close(agents[game.fault.seat])
                agents[game.fault.seat] = None
            done(game.played)

    def _begin(self, seed: int, agents: Sequence[Agent | None], shared: Sequence[int]) -> OneGame:
        """Begin a game: missing agents are made, and all but those that play many games at once are begun."""
        one = OneGame(self._world.game(**self._plan.options, seed=seed), seed, agents)
        team = list[Timed | None]()
        for seat, code in enumerate(self.codes):
            try:
                if seat in self._hopeless:
                    raise self._hopeless[seat]
                agent = one.agents[seat] = one.agents[seat] or self._plan.agent(code, self._world)
                if seat not in shared:
                    begin(agent, seat, seed)
            except AGENT_ERRORS as error:
                self._blame(one, seat, error)
                return one
            team.append(Timed(agent, self.seconds))
        one.decisions = decisions(one.game, team, advance=self._advance)
        return one

    def _answer(self, one: OneGame) -> None:
        """Let the seat that is asked answer."""
        seat = one.game.seat
        assert seat is not None
        try:
            next(one.decisions)
        except AgentFailed as failed:
            self._blame(one, seat, failed.error)

    def _advance(self, game: Game, answer: Any) -> Game:
        """Play an answer if it is legal in the game; changes that the agent made to its view do not count."""
        seat = game.seat
        assert seat is not None
        try:
            action = operator.index(answer)
        except Exception:
            raise self._illegal(seat, f"{shown(answer)} is no action id") from None
        legal = game.legal()
        if action not in legal:
            raise self._illegal(seat, f"{shown(action)} is not among the {len(legal)} legal answers")
        game.apply(action)
        return game

    def _give_up(self, agent: Agent | None, fault: Fault) -> None:
        """Do not wait again for a program that never got ready."""
        if not getattr(agent, "ready", True):
            words = f"{fault.words}; it was not started again"
            self._hopeless[fault.seat] = AgentFault(fault.agent, fault.seat, fault.kind, words)

    # --- many games at once -----------------------------------------------------------------------

    def _together(self, seeds: Sequence[int], shared: list[Agent | None], done: Done) -> None:
        """Play all games at once; `shared` holds the agents that answer many views."""
        for seat, agent in enumerate(shared):
            try:
                if agent:
                    begin(agent, seat, seeds[0])
            except AGENT_ERRORS:  # it is made for each game, and blamed there
                shared[seat] = None
        seats = [seat for seat, agent in enumerate(shared) if agent]
        games = [self._begin(seed, shared, seats) for seed in seeds]
        while waiting := [one for one in games if not one.over]:
            for seat, group in self._by_seat(waiting):
                if seat in seats:
                    self._answer_many(seat, group)
                else:
                    for one in group:
                        self._answer(one)
        for one in games:
            for seat, own in enumerate(one.agents):
                if seat not in seats:
                    close(own)
            done(one.played)

    def _by_seat(self, games: list[OneGame]) -> Iterator[tuple[int, list[OneGame]]]:
        for seat in range(len(self.codes)):
            if group := [one for one in games if one.game.seat == seat]:
                yield seat, group

    def _answer_many(self, seat: int, games: list[OneGame]) -> None:
        """Ask an agent once for many games; when that fails, ask for each game, to find the one to blame it in."""
        agent: Any = games[0].agents[seat]
        views = [one.game.view(seat) for one in games]
        start = time.perf_counter()
        try:
            answers = list(agent.act_many(views))
        except AGENT_ERRORS:
            answers = []
        if len(answers) != len(views):
            for one in games:
                self._answer(one)
            return
        self.seconds += [(time.perf_counter() - start) / len(views)] * len(views)
        for one, answer in zip(games, answers, strict=True):
            try:
                self._advance(one.game, answer)
            except AgentFailed as failed:
                self._blame(one, seat, failed.error)

    # --- blame --------------------------------------------------------------------------------------

    def _illegal(self, seat: int, words: str) -> AgentFailed:
        return AgentFailed(AgentFault(self.codes[seat], seat, "illegal", words))

    def _blame(self, one: OneGame, seat: int, error: BaseException) -> None:
        kind, words = "memory" if isinstance(error, MemoryError) else "raised", described(error)
        if isinstance(error, AgentFault):
            kind, words = error.kind, error.words
        one.fault = Fault(self.name, self.codes[seat], seat, one.seed, one.game.plies, kind, words)
