"""Mutation testing of the rules: break the rules in one small place at a time, and see whether a test fails.

`make mutants` breaks one token each: a comparison, a sign, and/or, a number, True/False, a `not`, min/max, or a name
for its neighbour in a list. Each mutant is played without the compiler through the position files, those of the same
rule first; where all of them hold, through games that the reference engine has told step by step. What breaks no rule
is left alone: the reason of a refusal, the log, ids of rules, types, and the layout of the state.
"""

import argparse
import ast
import importlib
import io
import itertools
import keyword
import multiprocessing
import os
import random
import signal
import sys
import time
import tokenize
import tomllib
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest

from tests.places import ROOT

RULES = ROOT / "mpenv" / "worlds" / "materia_prima" / "rules"
POSITIONS = ROOT / "tests" / "worlds" / "materia_prima" / "positions"
NO_RULES = ("entries.py", "log.py", "reasons.py", "state.py")
NO_LISTS = ("log.py", "reasons.py")
BESIDE = {  # what no position can tell: modules of tests below tests/worlds/materia_prima
    "campaign.py": ("test_campaign",),
    "early_result.py": ("studies.test_truth",),
    "hide_unseen.py": ("test_hidden", "test_views"),
    "placing.py": ("test_worked_examples_setup", "test_worked_examples_start"),
    "secrets.py": ("test_views", "test_hidden"),
    "setup.py": ("test_worked_examples_setup", "test_worked_examples_start"),
    "sight.py": ("test_hidden",),
    "successors.py": ("studies.test_truth",),
    "talk.py": ("test_talk",),
}
TESTS = ROOT / "tests" / "worlds" / "materia_prima"
PARAMETERS = type(pytest.param())
WANTED = 0.85
GAMES = 60
ANSWERS = (30, 100)  # in a new game, and in one that begins in the middle
SECONDS = 10  # for one test; most take a thirtieth of a second
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "+=": "-=", "-=": "+=",
    "and": "or", "or": "and", "not": "", "True": "False", "False": "True", "min": "max", "max": "min",
}  # fmt: skip

Span = tuple[tuple[int, int], tuple[int, int]]
Test = tuple[str, str, Callable[[], None]]  # its kind, its name, and what fails
Entered = frozenset[tuple[str, str]]  # functions of the rules, by file and name


class Mutant(NamedTuple):
    """One token of the rules and what stands there instead; the function it is in, and the rules which that names."""

    path: Path
    line: int
    column: int
    old: str
    new: str
    function: str
    ids: frozenset[str]

    @property
    def where(self) -> str:
        return f"{self.path.relative_to(RULES)}:{self.line}"

    def source(self) -> str:
        lines = sources[self.path].splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.column] + self.new + line[self.column + len(self.old) :]
        return "".join(lines)


class Verdict(NamedTuple):
    """Which test noticed a mutant, none if it survived."""

    mutant: Mutant
    kind: str
    test: str
    seconds: float


class Story(NamedTuple):
    """A game that both engines play alike: its answers, and before each and in the end what lies there and is legal."""

    answers: list[int]
    steps: list[tuple[dict[str, Any], list[int]]]


# --- everything as it was when the run began: others may be writing -------------------------------------------------

sources: dict[Path, str] = {}
code: dict[str, CodeType] = {}
positions: dict[str, tuple[str, frozenset[str]]] = {}  # the text of each position file, and the rules it proves
stories: dict[int, Story] = {}
entered: dict[str, Entered] = {}  # by each test; nothing by one that fails without any mutant


def read_everything() -> None:
    for room in ("mpenv", "tests"):
        sources.update({path: path.read_text() for path in (ROOT / room).rglob("*.py")})
    code.update({str(path): compile(text, path, "exec", dont_inherit=True) for path, text in sources.items()})
    for path in sorted(POSITIONS.rglob("*.toml")):
        name, text = str(path.relative_to(POSITIONS).with_suffix("")), path.read_text()
        positions[name] = text, frozenset(tomllib.loads(text)["test"]["rules"])


class Remembered(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        return code[self.path]


class Finder:
    """Imports what was read when the run began, and a mutant in place of its module."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target)
        if spec and spec.origin in code:
            spec.loader = Remembered(name, spec.origin)
        return spec


# --- what can be broken ---------------------------------------------------------------------------------------------


def mutants(path: Path) -> Iterator[Mutant]:
    """Every small way to break a module, in the order of its text; a number can be broken in two ways."""
    tree = ast.parse(sources[path])
    silent, names, functions = list(no_rules(tree)), neighbours(tree), list(functions_of(tree))
    lines = io.StringIO(sources[path]).readline
    tokens = [
        generate_token
        for generate_token in tokenize.generate_tokens(lines)
        if generate_token.type not in (tokenize.NL, tokenize.COMMENT)
    ]
    for place, token in enumerate(tokens):
        if any(start <= token.start < end for start, end in silent):
            continue
        inside = [(name, ids) for (start, end), name, ids in functions if start <= token.start < end]
        for new in instead(token, [one.string for one in tokens[max(place - 2, 0) : place + 2]], names):
            yield Mutant(path, *token.start, token.string, new, *(inside or [("", frozenset())])[0])


def instead(token: tokenize.TokenInfo, around: list[str], names: dict[str, list[str]]) -> list[str]:
    """Replacements of a token, which has two others before it and one behind."""
    old = token.string
    if token.type == tokenize.NUMBER and old.isdigit():
        nobody = around[1:3] == ["-", "1"] and not ends_value(around[0])  # -1, and so would be -2
        return [str(int(old) - 1)] if nobody else [str(int(old) + 1), str(int(old) - 1)]
    if token.type == tokenize.NAME and old.isupper():
        return names.get(f"{around[0]}.{old}" if around[1] == "." else old, [])
    meant = around[3] == "(" if old in ("min", "max") else ends_value(around[1]) if old in ("+", "-") else old in SWAPS
    return [SWAPS[old]] if meant else []


def ends_value(word: str) -> bool:
    return word in (")", "]") or (word.isidentifier() and not keyword.iskeyword(word)) or word.isdigit()


def no_rules(tree: ast.Module) -> Iterator[Span]:
    """Decorators, types, imports, the log, lists that only number names, and the choice between two reasons."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                yield from map(span, node.decorator_list)
                yield from [span(node.returns)] if node.returns else []
            case ast.arg(annotation=ast.AST() as quiet) | ast.AnnAssign(annotation=quiet):
                yield span(quiet)
            case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Call(ast.Attribute(ast.Name("log"), "note"))):
                yield span(node)
            case ast.Assign([ast.Tuple()], ast.Call(ast.Name("range"))) | ast.Assign([ast.Attribute(attr="logged")]):
                yield span(node)
            case ast.IfExp(
                body=ast.Attribute(ast.Name("reasons"), one), orelse=ast.Attribute(ast.Name("reasons"), other)
            ):
                yield from [span(node.test)] if "FINE" not in (one, other) else []


def span(node: Any) -> Span:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def functions_of(tree: ast.Module) -> Iterator[tuple[Span, str, frozenset[str]]]:
    """The functions of a module, each with the rules it names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found = [one for decorator in node.decorator_list for one in ast.walk(decorator)]
            yield span(node), node.name, frozenset(str(one.value) for one in found if isinstance(one, ast.Constant))


def neighbours(tree: ast.Module) -> dict[str, list[str]]:
    """Names of numbers as a module writes them, `NAME` or `room.NAME`, each with those beside it in its list."""
    lists = [("", numbered(tree))]
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            own = [one.name for one in node.names]
            lists.append(("", [[name for name in names if name in own] for names in numbered_in(node.module)]))
            lists += [(f"{one.asname or one.name}.", numbered_in(f"{node.module}.{one.name}")) for one in node.names]
    return {
        room + name: names[max(place - 1, 0) : place] + names[place + 1 : place + 2]
        for room, known in lists
        for names in known
        for place, name in enumerate(names)
    }


def numbered_in(module: str) -> list[list[str]]:
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return numbered(ast.parse(sources[path])) if path in sources and path.name not in NO_LISTS else []


def numbered(tree: ast.Module) -> list[list[str]]:
    """Lists of names for numbers: `A, B, C = range(3)`."""
    found = []
    for node in tree.body:
        match node:
            case ast.Assign([ast.Tuple(names)], ast.Call(ast.Name("range")) | ast.GeneratorExp()):
                found.append([name.id for name in names if isinstance(name, ast.Name)])
    return found


def chosen(count: int, seed: int) -> list[Mutant]:
    """Choose some mutants, of each module in proportion to its share of all."""
    ways = {path: list(mutants(path)) for path in sorted(sources) if is_rules(path)}
    whole = sum(map(len, ways.values()))
    found: list[Mutant] = []
    passed = 0
    for path, own in ways.items():
        passed += len(own)
        share = round(min(count, whole) * passed / whole) - len(found)
        found += sorted(some(own, share, random.Random(f"{seed} {path.relative_to(RULES)}")))
    return found


def is_rules(path: Path) -> bool:
    return RULES in path.parents and path.name not in NO_RULES


def some(ways: list[Mutant], count: int, rng: random.Random) -> list[Mutant]:
    """First one way for each place, so that the places are drawn evenly, then the other ways."""
    places: dict[tuple[int, int], list[Mutant]] = {}
    for way in ways:
        places.setdefault((way.line, way.column), []).append(way)
    order = rng.sample(sorted(places), len(places))
    first = [places[place].pop(rng.randrange(len(places[place]))) for place in order]
    other = [way for place in order for way in places[place]]
    return list({one.source(): one for one in first + other}.values())[:count]


# --- what may notice it ---------------------------------------------------------------------------------------------


def tests_for(mutant: Mutant) -> Iterator[Test]:
    """Position files that enter the function of the mutant, those of its rules first; then games."""
    near = sorted(positions, key=lambda name: not positions[name][1] & mutant.ids)
    for test in [*map(position_test, near), *tests_beside(mutant.path)]:
        if (str(mutant.path), mutant.function) in entered[test[1]] or (entered[test[1]] and not mutant.function):
            yield test
    for number in stories:
        yield "games", f"game {number}", partial(retold, number)


def position_test(name: str) -> Test:
    return "positions", name, partial(holds, name)


def holds(name: str) -> None:
    from tests.worlds.materia_prima.test_positions import check

    check(positions[name][0])


def tests_beside(path: Path) -> list[Test]:
    """The functions of test modules that stand in for position files."""
    found: list[Test] = []
    for module in BESIDE.get(path.name, ()) if is_rules(path) else ():
        place = TESTS.joinpath(*module.split(".")).with_suffix(".py")
        functions = [node.name for node in ast.parse(sources[place]).body if isinstance(node, ast.FunctionDef)]
        names = [name for name in functions if name.startswith("test_")]
        found += [("other tests", f"{module}.{name}", partial(run, place, name)) for name in names]
    return found


def run(path: Path, name: str) -> None:
    """Run a test with all its parameters; one that takes more than parameters fails, and is left out."""
    test = vars(importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)))[name]
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    names = [[one.strip() for one in m.args[0].split(",")] if isinstance(m.args[0], str) else m.args[0] for m in marks]
    cases = [[case.values if isinstance(case, PARAMETERS) else case for case in mark.args[1]] for mark in marks]
    for values in itertools.product(*cases):
        given: dict[str, Any] = {}
        for known, value in zip(names, values, strict=True):
            given |= dict(
                zip(known, value if isinstance(value, tuple | list) and len(known) > 1 else (value,), strict=True)
            )
        test(**given)


def begin(number: int) -> Any:
    """An even game is a new one, an odd one begins in the middle with anything on the table."""
    from mpenv.worlds.materia_prima.game import Game
    from tests.worlds.materia_prima import rich, test_reference

    return rich.any_game(number) if number % 2 else Game(**test_reference.options(random.Random(number)))


def told(number: int) -> Story | None:
    """Record a game with random answers; None where the two engines differ."""
    from tests.worlds.materia_prima import rich, test_reference
    from tests.worlds.materia_prima.reference import Reference

    game, rng, story = begin(number), random.Random(number), Story([], [])
    if number % 2:
        other = Reference.load(test_reference.position(game), rich.WHOLE)
    else:
        _, other = test_reference.both(test_reference.options(random.Random(number)))
    while True:
        position, legal = test_reference.position(game), game.legal()
        if position != other.position() or set(legal) != other.legal():
            return None
        story.steps.append((position, legal))
        if not legal or len(story.answers) == ANSWERS[number % 2]:
            return story
        story.answers.append(rng.choice(legal))
        game.apply(story.answers[-1])
        other.apply(story.answers[-1])


def retold(number: int) -> None:
    """Play a story again; fail where it goes another way."""
    from tests.worlds.materia_prima import test_reference

    game, story = begin(number), stories[number]
    for step, expected in enumerate(story.steps):
        assert (test_reference.position(game), game.legal()) == expected
        if step < len(story.answers):
            game.apply(story.answers[step])


# --- the run --------------------------------------------------------------------------------------------------------


class TooLong(BaseException):
    """Raised at the time limit; not an Exception, so that nothing on the way catches it."""


def fault(test: Callable[[], None]) -> str:
    """Run a test and return what it fails with, nothing if it passes; an endless one fails too."""

    def ring(*_: Any) -> None:
        raise TooLong

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS)
    try:
        test()
    except BaseException as wrong:  # also what pytest raises where nothing was refused
        return type(wrong).__name__
    finally:
        signal.alarm(0)
    return ""


def judged(mutant: Mutant) -> Verdict:
    """Judge a mutant in a process of its own, where the game is imported with one token broken."""
    began = time.monotonic()
    code[str(mutant.path)] = compile(mutant.source(), mutant.path, "exec", dont_inherit=True)
    for kind, name, test in tests_for(mutant):
        if wrong := fault(test):
            return Verdict(mutant, kind, f"{name} ({wrong})", time.monotonic() - began)
    return Verdict(mutant, "", "", time.monotonic() - began)


def quiet() -> None:
    """Silence a worker process: only the first process handles Ctrl-C, and a broken game may divide by zero."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")


def entering(test: Test) -> tuple[str, Entered]:
    """The functions of the rules that a test enters; none if it fails as the rules are."""
    seen: set[tuple[str, str]] = set()
    sys.setprofile(lambda frame, event, _: seen.add((frame.f_code.co_filename, frame.f_code.co_name)))
    wrong = fault(test[2])
    sys.setprofile(None)
    return test[1], frozenset(one for one in seen if one[0].startswith(str(RULES)) and not wrong)


def play_unbroken(jobs: int) -> None:
    """Play the unbroken game: the functions that every test enters, and the stories."""
    tests = [*map(position_test, positions), *(test for path in sources for test in tests_beside(path))]
    with multiprocessing.Pool(jobs, quiet) as pool:
        entered.update(pool.map(entering, tests))
        stories.update({number: story for number, story in enumerate(pool.map(told, range(GAMES), 1)) if story})
    print(f"{len(positions)} position files, {len(stories)} games of {GAMES} that both engines tell alike")
    for name in [name for name, functions in entered.items() if not functions]:
        print(f"  left out, fails as the rules are: {name}")


def play_broken(broken: list[Mutant], jobs: int) -> list[Verdict]:
    verdicts = []
    with multiprocessing.Pool(jobs, quiet, maxtasksperchild=1) as pool:
        for number, one in enumerate(pool.imap(judged, broken, 1), 1):
            verdicts.append(one)
            word = "killed" if one.kind else "SURVIVED"
            print(f"{number:4} {word:8} {one.seconds:5.1f} s  {told_short(one.mutant):52} {one.test}", flush=True)
    return verdicts


def told_short(mutant: Mutant) -> str:
    return f"{mutant.where:32} {mutant.old} -> {mutant.new or 'nothing'}"


def told_whole(mutant: Mutant) -> str:
    line = sources[mutant.path].splitlines()[mutant.line - 1]
    under = " " * mutant.column + "^" * len(mutant.old)
    return f"{told_short(mutant)}\n{line}\n{under}"


def conclude(verdicts: list[Verdict]) -> bool:
    """Print what was noticed; True if it is enough."""
    survivors = [verdict.mutant for verdict in verdicts if not verdict.kind]
    killers = Counter(one.kind for one in verdicts if one.kind)
    killed, every = len(verdicts) - len(survivors), len(verdicts)
    parts = ", ".join(f"{count} by {kind} ({count / every:.1%})" for kind, count in killers.items())
    for one in survivors:
        print(f"\n{told_whole(one)}")
    print(f"\n{killed} of {every} mutants killed ({killed / every:.1%}): {parts}")
    return killed >= WANTED * every


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Break the rules in small ways and count what the rule tests notice.")
    parser.add_argument("--count", type=int, default=150, help="how many mutants (default: 150)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="processes at once (default: 2)")
    parser.add_argument("--only", metavar="FILE[:LINE]", help="all ways to break a module or line of the rules")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.meta_path.insert(0, Finder)
    read_everything()
    if given.only:
        name, _, line = given.only.partition(":")
        broken = [mutant for mutant in mutants(RULES / name) if not line or mutant.line == int(line)]
    else:
        broken = chosen(given.count, given.seed)
    if not broken:
        sys.exit(f"nothing to break in {given.only}")
    play_unbroken(given.jobs)
    return 0 if conclude(play_broken(broken, given.jobs)) else 1


if __name__ == "__main__":
    sys.exit(main())
