"""Declarations of a world beside its rules: its words, its defaults, variants to measure, verbs of the command line."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from mpenv.language import spoken


class Verb(NamedTuple):
    """A command that only one world has; `parser` is the code `module:function` that adds its arguments."""

    name: str
    group: str  # under which `mpenv --help` lists it
    help: str
    parser: str


class Variant(NamedTuple):
    """Games that `mpenv bench` measures beside the usual ones."""

    words: str
    options: dict[str, Any]


class Tutorial(NamedTuple):
    """A game that teaches the rules, with `World.guide` to say what to do."""

    options: dict[str, Any]  # that choose it, the number of seats among them
    teammate: str  # the agent that plays the seats without a person
    words: str  # what it is, for those who are offered it


@dataclass(frozen=True)
class Terms:
    """The words and defaults of a world, where shared rooms need some."""

    success: str  # the outcome that counts as won, in statistics and in training
    headings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # outcomes shown in tables
    rare: tuple[str, ...] = ()  # of these: shown only where they happened
    abrupt: tuple[str, ...] = ()  # outcomes that their first reason explains
    round: str = "round"
    round_begins: str = ""  # the event with which a round begins, {} for its number; empty: no such event
    wins: str = "wins"  # what a successful team does: "meets the mission"
    encoder: str = "flat"  # where none is named
    teammate: str = "random"  # the agent beside a person, and the reference of comparisons
    actions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # see `mpenv.worlds.by_actions`
    variants: Mapping[str, Variant] = field(default_factory=lambda: MappingProxyType({}))
    tutorial: Tutorial | None = None
    # `round`, `round_begins` and `tutorial` in other languages
    translated: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def said(self) -> "Terms":
        """The same words in the language that is spoken, as far as the world has them."""
        words: Mapping[str, Any] = self.translated.get(spoken(), {})
        return replace(self, **words) if words else self

    @property
    def columns(self) -> dict[str, str]:
        """The outcomes that tables show with their headings, the success first."""
        return {self.success: self.success, **self.headings}

    def begun(self, words: str) -> int | None:
        """The round that an event begins, in the language that is spoken; None for any other event."""
        before, gap, after = self.said.round_begins.partition("{}")
        middle = words.removeprefix(before).removesuffix(after)
        fits = gap and words == f"{before}{middle}{after}" and middle.isascii() and middle.isdecimal()
        return int(middle) if fits and len(middle) < 10 else None
