"""An evening with a campaign: scenario after scenario, the chronicle saved after each."""

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mpenv import files, interrupts
from mpenv.agents import Agent
from mpenv.table import saved, terminal
from mpenv.table.saved import UnfinishedGame
from mpenv.table.terminal import Say
from mpenv.world import World
from mpenv.worlds.materia_prima import campaign
from mpenv.worlds.materia_prima.campaign import Chronicle, branches, page, story
from mpenv.worlds.materia_prima.campaign.phrases import phrase
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.game import Game

LEVELS = v.DIFFICULTIES[1:]
RETRIES = 2
BEGUN = (
    "pack",
    "campaign",
    "names",
    "alchemists",
    "colours",
    "layout",
    "tiles",
    "placement",
    "seed",
)  # said once, as a campaign begins


def evening(
    world: World,
    path: Path,
    codes: list[str] | None,
    chosen: dict[str, Any],
    ask: Callable[[str], str],
    say: Say,
    instead: bool = False,
    **given: Any,
) -> int:
    """Begin or resume the campaign of a file and play it; the exit code."""
    chronicle = opened(path, codes, chosen)
    seats = codes if codes is not None else ["human", *["expert"] * (len(chronicle.players) - 1)]
    table = Evening(world, path, seats, terminal.players_of(seats, ask, say, world), ask, say, **given)
    table.check(chronicle)
    if instead:
        chronicle = table.turn_off(chronicle)
    if not path.exists():
        campaign.save(chronicle, path)
        say(phrase("table.begins", file=path, title=page.title(chronicle)))
        terminal.tell(story.opening(chronicle), say)
    return table.play(chronicle)


def opened(path: Path, codes: list[str] | None, chosen: dict[str, Any]) -> Chronicle:
    """The chronicle of a file, or a new one where there is no file yet."""
    if path.exists():
        again = [f"--{name}" for name in BEGUN if chosen.get(name) is not None]
        if again:
            raise ValueError(f"{path} has begun, {', '.join(again)} cannot be chosen any more: leave it out")
        return campaign.read(path)
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")
    seats = 2 if codes is None else len(codes)
    names = chosen.get("names") or [f"player {seat}" for seat in range(1, seats + 1)]
    if len(names) != seats:
        raise ValueError(f"--names {','.join(names)}: {seats} seats take {seats} names")
    told = {name: value for name, value in chosen.items() if value is not None}
    return campaign.begin(**{**told, "names": names, "seed": told.get("seed", secrets.randbits(32))})


def shown(path: Path) -> str:
    """The chronicle of a file as a page."""
    return page.page(campaign.read(path))


@dataclass
class Evening:
    """Players and settings that all scenarios of an evening share."""

    world: World
    path: Path
    codes: list[str]
    players: list[Agent | terminal.Person]
    ask: Callable[[str], str]
    say: Say
    difficulty: str | None = None
    quiet: bool = False
    replays: Path | None = None
    retries: int = RETRIES
    scenarios: int | None = None
    anew: bool = False
    failures: dict[str, int] = field(default_factory=dict)
    left: str = ""

    @property
    def attended(self) -> bool:
        """Does a person sit at the table?"""
        return any(isinstance(player, terminal.Person) for player in self.players)

    def check(self, chronicle: Chronicle) -> None:
        """Refuse a table that cannot play this campaign, before anything is written."""
        if len(self.players) != len(chronicle.players):
            raise ValueError(
                f"--seats: {len(self.players)} are seated, the chronicle has {len(chronicle.players)} players"
            )
        if self.quiet and self.attended:
            raise ValueError("--quiet is for tables without a person")
        if self.retries < 0:
            raise ValueError(f"--retries {self.retries} must be 0 or more")
        if self.scenarios is not None and self.scenarios < 1:
            raise ValueError(f"--scenarios {self.scenarios} must be 1 or more")
        if self.replays is not None and not self.replays.is_dir():
            self.replays.mkdir()

    def turn_off(self, chronicle: Chronicle) -> Chronicle:
        """Take the other road past the scenario that failed last."""
        other = campaign.other_road(chronicle)
        if other is None:
            raise ValueError("--instead: no other road is open here")
        self._save(chronicle, other)
        terminal.tell(story.aside(other), self.say)
        return other

    def play(self, chronicle: Chronicle) -> int:
        """Play on until the end, or until somebody leaves; the exit code."""
        won = 0
        try:
            while chronicle.next and won != self.scenarios:
                with self._claimed():
                    chronicle = self._scenario(chronicle)
                if chronicle.played[-1].success:
                    won += 1
                    continue
                again = self._after_failure(chronicle)
                if again is None:
                    self._how_to_go_on(chronicle)
                    return 0 if self.attended else 1
                chronicle = again
        except (terminal.PersonLeft, KeyboardInterrupt) as left:
            if self.left:
                self.say(f"\n{self.left}")
            self._how_to_go_on(chronicle)
            if isinstance(left, KeyboardInterrupt):
                raise
            return 0
        if chronicle.next:
            self._how_to_go_on(chronicle)
        else:
            games, successes = len(chronicle.played), sum(one.success for one in chronicle.played)
            self.say("\n" + phrase("table.end", successes=successes, games=games))
            terminal.tell(story.epilogue(chronicle), self.say)
        return 0

    def _claimed(self) -> AbstractContextManager[None]:
        """Hold the file while a scenario is played, so that nobody begins the same one at another table."""
        busy = "is being played at another table: wait until it is left, or copy the file and play the copy"
        return files.claimed(self.path, busy) if self.path.exists() else nullcontext()

    # --- a scenario -----------------------------------------------------------------------------

    def _scenario(self, chronicle: Chronicle) -> Chronicle:
        self._introduce(chronicle)
        unfinished = self._load_unfinished(chronicle) or UnfinishedGame(
            Game(**campaign.options(chronicle, self._level(chronicle))), []
        )
        game = unfinished.start.clone()
        given: dict[str, Any] = {"record": self._replay(chronicle), "quiet": self.quiet, "answers": unfinished.answers}
        try:
            terminal.play(self.world, game, self.players, self.say, game.seed, names=self.codes, **given)
        except BaseException:
            with interrupts.held_back():
                self._leave(unfinished)
            raise
        after = campaign.record(chronicle, game)
        self._save(chronicle, after)
        self._middle.unlink(missing_ok=True)
        self._tell_end(after)
        return after

    # --- in the middle of a scenario --------------------------------------------------------------

    @property
    def _middle(self) -> Path:
        """File of a scenario that was left before its end."""
        return self.path.with_name(f"{self.path.stem}-left.jsonl")

    def _leave(self, unfinished: UnfinishedGame) -> None:
        """Save what a person has answered."""
        self.left = phrase("table.left")
        if terminal.has_answered(self.players):
            saved.save(self.world, unfinished, self.codes, self._middle)
        if self._middle.exists():
            self.left = phrase("table.left_saved", day=unfinished.now.day, file=self._middle)

    def _load_unfinished(self, chronicle: Chronicle) -> UnfinishedGame | None:
        """The next scenario as it was left in the middle; None where it begins anew."""
        if self.anew or not self.attended or not self._middle.exists():
            return None
        self.anew = True  # only the first scenario of an evening can have been left before
        try:
            unfinished = saved.load(self._middle, self.world)
        except ValueError as fault:
            raise ValueError(f"{fault}; --anew begins the scenario from its start") from None
        if not campaign.is_next(chronicle, unfinished.start):
            return None
        self.say("\n" + phrase("table.goes_on", day=unfinished.now.day))
        return unfinished

    def _save(self, before: Chronicle, after: Chronicle) -> None:
        """Record what came; what somebody wrote into the file meanwhile is not lost."""
        if aside := campaign.update(before, after, self.path):
            self.say(f"{self.path} is written anew, its layout could not be kept; as it was it lies in {aside}.")

    def _introduce(self, chronicle: Chronicle) -> None:
        """Lines on the next scenario, and on what each player brings."""
        pack = load(chronicle.pack)
        attempt = phrase("table.attempt", number=chronicle.attempt) if chronicle.attempt > 1 else ""
        self.say(f"\n--- {pack.name(chronicle.next)}{attempt} ---")
        if chronicle.attempt == 1 and (told := page.introduction(pack, chronicle.next)):
            self.say(f"\n{told}")
            terminal.tell(story.before(chronicle), self.say)
            self.say("")
        mission = words.mission(pack, pack.index("scenario", chronicle.next), len(chronicle.players))
        self.say(phrase("table.mission", mission=mission))
        if rules := page.special(pack, chronicle):
            self.say(phrase("table.special", rules=rules))
        for one in chronicle.players:
            for line in page.player(pack, one):
                self.say(f"  {line}")
        if chronicle.reward:
            self.say(f"  {page.reward(pack, chronicle)}")

    def _level(self, chronicle: Chronicle) -> str | None:
        """The difficulty, chosen anew for each scenario that has one (MP-CAMPAIGN-6)."""
        lengths = branches.levels(load(chronicle.pack), chronicle.next)
        if "none" in lengths:
            return None
        if self.difficulty is not None or not self.attended:
            return self.difficulty or "normal"
        offered = ", ".join(phrase("table.days", level=level, days=days) for level, days in lengths.items())
        return self._asked(phrase("table.difficulty", levels=offered), {**{one: one for one in LEVELS}, "": "normal"})

    def _replay(self, chronicle: Chronicle) -> Path | None:
        if self.replays is None:
            return None
        return self.replays / f"{self.path.stem}-{len(chronicle.played) + 1:02}-{chronicle.next}.jsonl"

    def _tell_end(self, chronicle: Chronicle) -> None:
        """Tell what was won in a scenario, and what goes along to the next."""
        pack = load(chronicle.pack)
        terminal.tell(story.after(chronicle), self.say)
        self.say("\n" + phrase("table.saved", ended=page.ended(pack, chronicle.played[-1]), file=self.path))
        if chronicle.played[-1].success:
            for one in chronicle.players:
                for line in page.player(pack, one):
                    self.say(f"  {line}")
            if chronicle.reward:
                self.say(f"  {page.reward(pack, chronicle)}")

    # --- after a failure ------------------------------------------------------------------------

    def _after_failure(self, chronicle: Chronicle) -> Chronicle | None:
        """The same again or the other road; None when the table is left."""
        other = campaign.other_road(chronicle)
        if not self.attended:
            self.failures[chronicle.next] = self.failures.get(chronicle.next, 0) + 1
            return chronicle if self.failures[chronicle.next] <= self.retries else None
        ways = {"again": "again", "leave": "leave", "": "again"} | ({"instead": "instead"} if other else {})
        offered = [phrase("table.again")]
        if other:
            offered.append(phrase("table.instead", scenario=load(chronicle.pack).name(other.next)))
        answer = self._asked("; ".join([*offered, phrase("table.leave")]), ways)
        if answer == "instead" and other:
            self._save(chronicle, other)
            terminal.tell(story.aside(other), self.say)
            return other
        return chronicle if answer == "again" else None

    def _how_to_go_on(self, chronicle: Chronicle) -> None:
        name = load(chronicle.pack).name
        self.say(phrase("table.next", file=self.path, scenario=name(chronicle.next)))
        other = campaign.other_road(chronicle)
        if other:
            self.say(phrase("table.next_instead", file=self.path, scenario=name(other.next)))

    def _asked(self, question: str, answers: dict[str, str]) -> str:
        """An answer of those there are, asked until it is one."""
        while True:
            self.say(question)
            try:
                given = self.ask("> ").strip().casefold()
            except EOFError:
                raise terminal.PersonLeft from None
            except UnicodeDecodeError:
                continue
            if given in ("quit", "exit"):
                raise terminal.PersonLeft
            if given in answers:
                return answers[given]
            self.say(phrase("table.none_of", given=repr(given), answers=", ".join(filter(None, answers))))
