"""The parser of the command line: faults in one line with what was perhaps meant, verbs in groups."""

import argparse
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn

from mpenv.spelling import did_you_mean

WIDE = 12  # letters of a verb in the help


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, with what was perhaps meant."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            name = action.option_strings[0] if action.option_strings else str(action.metavar or action.dest).lower()
            there = [str(one) for one in action.choices]
            words = f"there is no {name} {value!r}, there are: {', '.join(there)}{did_you_mean(value, there)}"
            self.error(words)

    def parse_command(self, words: Sequence[str] | None) -> argparse.Namespace:
        """Parse a command line; the verb that was called reports unknown options."""
        options, unknown = self.parse_known_args(words)
        if unknown:
            verb: Parser = getattr(options, "parser", self)
            hint = did_you_mean(unknown[0].partition("=")[0], _flags(verb)) if unknown[0].startswith("--") else ""
            verb.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return options


def _flags(parser: argparse.ArgumentParser) -> list[str]:
    return [one for one in parser._option_string_actions if one.startswith("--")]


class Commands(Parser):
    """A parser of verbs, listed in groups with examples."""

    groups: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    examples = ""

    def format_help(self) -> str:
        (verbs,) = (one for one in self._actions if isinstance(one, argparse._SubParsersAction))
        said = {one.dest: one.help or "" for one in verbs._choices_actions}
        lines = [f"usage: {self.prog} [--help] [--version] COMMAND ...", "", self.description or "", ""]
        for title, names in self.groups.items():
            lines += [title, *(f"  {name:{WIDE}}{said[name]}" for name in names), ""]
        return "\n".join([*lines, self.examples.strip(), "", f"{self.prog} COMMAND --help tells more of one.\n"])


def finish(parser: argparse.ArgumentParser) -> None:
    """Describe every verb by its help text; a verb that needs another one behind it shows its help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {one.dest: one.help or "" for one in action._choices_actions}
            for name, verb in action.choices.items():
                if verb.description is None:
                    verb.description = said[name][:1].upper() + said[name][1:] + "."
                verb.set_defaults(parser=verb)
                finish(verb)


def show_help(options: argparse.Namespace) -> int:
    """Show the help of a verb that needs another one behind it, like `mpenv pack`."""
    options.parser.print_help()
    return 0
