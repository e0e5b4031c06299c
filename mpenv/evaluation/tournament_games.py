"""Games of a team of agents by their seeds; an agent that breaks costs its team that game, and no more."""

import contextlib
import operator
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mpenv.agents import Agent, make
from mpenv.agents.errors import KINDS, AgentFault, shown, told
from mpenv.agents.process.channel import Limits
from mpenv.agents.process.isolated import Isolated
from mpenv.agents.process.stdio import Stdio
from mpenv.agents.registry import isolated
from mpenv.seeds import Seeds, begin
from mpenv.world import Game, World

BROKE = "broke"  # how a game ended in which an agent did
STRANGE = (Exception, SystemExit)  # what an agent may raise
Done = Callable[["Played"], None]


class Fault(NamedTuple):
    """What an agent did in which game, before which answer."""

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
    """A game: its seed, how it ended, how many answers it took, and what broke."""

    seed: int
    outcome: str
    plies: int
    fault: Fault | None = None


class Plan(NamedTuple):
    """What every team plays, and what its agents may take."""

    options: dict[str, Any]
    seed: int
    games: int
    isolate: bool = False
    limits: Limits = Limits()
    secret: bytes = b""  # what the seeds of games are drawn from, so that nobody can guess them

    @property
    def seeds(self) -> list[int]:
        """The seed of every game."""
        return [Seeds(self.seed, self.secret).of(number) for number in range(self.games)]

    def agent(self, code: str, world: World) -> Agent:
        return isolated(code, self.limits, world) if self.isolate else make(code, self.limits, world)


def close(agent: Agent | None) -> None:
    """End what an agent holds open."""
    end = getattr(agent, "close", None)
    with contextlib.suppress(*STRANGE):
        if callable(end):
            end()


class Sitting:
    """A game in progress, with who sits on each seat."""

    def __init__(self, game: Game, seed: int, agents: Sequence[Agent | None]) -> None:
        self.game, self.seed, self.agents = game, seed, list(agents)
        self.fault: Fault | None = None

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
    """The agents of a table and the seconds of their decisions."""

    def __init__(self, world: World, name: str, codes: Sequence[str], plan: Plan) -> None:
        self.name, self.codes, self.seconds = name, codes, list[float]()
        self._world, self._plan = world, plan
        self._hopeless: dict[int, AgentFault] = {}

    def play(self, seeds: Sequence[int], done: Done) -> None:
        """A game for each seed: beside each other where somebody answers many at once, else one after another."""
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
        """Somebody to sit down; who can not even be made is made again, and blamed, when he should."""
        try:
            return self._plan.agent(code, self._world)
        except STRANGE:
            return None

    # --- one game after another -------------------------------------------------------------------

    def _in_turn(self, seeds: Sequence[int], agents: list[Agent | None], done: Done) -> None:
        for seed in seeds:
            sitting = self._sit_down(seed, agents, ())
            agents[:] = sitting.agents
            while not sitting.over:
                self._answer(sitting)
            if sitting.fault:  # the next game gets a fresh one
                self._give_up(agents[sitting.fault.seat], sitting.fault)
                close(agents[sitting.fault.seat])
                agents[sitting.fault.seat] = None
            done(sitting.played)

    def _sit_down(self, seed: int, agents: Sequence[Agent | None], shared: Sequence[int]) -> Sitting:
        """A new game; who is missing is made, and who does not sit at many tables is told that it begins."""
        sitting = Sitting(self._world.game(**self._plan.options, seed=seed), seed, agents)
        for seat, code in enumerate(self.codes):
            try:
                if seat in self._hopeless:
                    raise self._hopeless[seat]
                agent = sitting.agents[seat] = sitting.agents[seat] or self._plan.agent(code, self._world)
                if seat not in shared:
                    begin(agent, seat, seed)
            except STRANGE as fault:
                self._blame(sitting, seat, fault)
                break
        return sitting

    def _answer(self, sitting: Sitting) -> None:
        """Let the seat that is asked answer."""
        seat = sitting.game.seat
        assert seat is not None
        view, agent = sitting.game.view(seat), sitting.agents[seat]
        assert agent is not None
        start = time.perf_counter()
        try:
            answer: Any = agent.act(view)
        except STRANGE as fault:
            self._blame(sitting, seat, fault)
            return
        self.seconds.append(time.perf_counter() - start)
        self._apply(sitting, seat, answer)

    def _apply(self, sitting: Sitting, seat: int, answer: Any) -> None:
        """Play an answer if the game takes it; what the agent made of its view does not count."""
        try:
            action = operator.index(answer)
        except Exception:
            self._blame(sitting, seat, self._illegal(seat, f"{shown(answer)} is no action id"))
            return
        legal = sitting.game.legal()
        if action in legal:
            sitting.game.apply(action)
        else:
            words = f"{shown(action)} is not among the {len(legal)} legal answers"
            self._blame(sitting, seat, self._illegal(seat, words))

    def _give_up(self, agent: Agent | None, fault: Fault) -> None:
        """Who never got ready is not waited for again and again."""
        if not getattr(agent, "ready", True):
            words = f"{fault.words}; it was not started again"
            self._hopeless[fault.seat] = AgentFault(fault.agent, fault.seat, fault.kind, words)

    # --- many games beside each other -------------------------------------------------------------

    def _together(self, seeds: Sequence[int], shared: list[Agent | None], done: Done) -> None:
        for seat, one in enumerate(shared):
            try:
                if one:
                    begin(one, seat, seeds[0])
            except STRANGE:  # it will be made for each game, and blamed there
                shared[seat] = None
        seats = [seat for seat, one in enumerate(shared) if one]
        sittings = [self._sit_down(seed, shared, seats) for seed in seeds]
        while waiting := [one for one in sittings if not one.over]:
            for seat, group in self._by_seat(waiting):
                if seat in seats:
                    self._answer_many(seat, group)
                else:
                    for sitting in group:
                        self._answer(sitting)
        for sitting in sittings:
            for seat, mine in enumerate(sitting.agents):
                if seat not in seats:
                    close(mine)
            done(sitting.played)

    def _by_seat(self, sittings: list[Sitting]) -> Iterator[tuple[int, list[Sitting]]]:
        for seat in range(len(self.codes)):
            if group := [one for one in sittings if one.game.seat == seat]:
                yield seat, group

    def _answer_many(self, seat: int, sittings: list[Sitting]) -> None:
        """One question for many games; when that breaks, each game is asked alone, to find whose fault it is."""
        agent: Any = sittings[0].agents[seat]
        views = [one.game.view(seat) for one in sittings]
        start = time.perf_counter()
        try:
            answers = list(agent.act_many(views))
        except STRANGE:
            answers = []
        if len(answers) != len(views):
            for sitting in sittings:
                self._answer(sitting)
            return
        self.seconds += [(time.perf_counter() - start) / len(views)] * len(views)
        for sitting, answer in zip(sittings, answers, strict=True):
            self._apply(sitting, seat, answer)

    # --- whose fault ------------------------------------------------------------------------------

    def _illegal(self, seat: int, words: str) -> AgentFault:
        return AgentFault(self.codes[seat], seat, "illegal", words)

    def _blame(self, sitting: Sitting, seat: int, fault: BaseException) -> None:
        kind, words = "memory" if isinstance(fault, MemoryError) else "raised", told(fault)
        if isinstance(fault, AgentFault):
            kind, words = fault.kind, fault.words
        sitting.fault = Fault(self.name, self.codes[seat], seat, sitting.seed, sitting.game.plies, kind, words)
