"""Updating a chronicle's text in place: people's remarks, order and blank lines stay."""

from dataclasses import replace
from typing import Any

from mpenv import toml
from mpenv.worlds.materia_prima.campaign.chronicle import Chronicle
from mpenv.worlds.materia_prima.campaign.writing import HEAD, OLD_HEAD, REWARD, played, write

NEW_HEAD = "".join(HEAD.splitlines(keepends=True)[1:])
OPTIONAL = {"map"}  # optional keys are not added to a file


def edited(text: str, before: Chronicle, after: Chronicle) -> str:
    """Edit the text of `before` to one of `after`; ValueError where that cannot be done."""
    if text == write(before):
        return write(after)
    windows = text.count("\r\n") == text.count("\n") > 0
    whole = _edited(text.replace("\r\n", "\n") if windows else text, before, after)
    return whole.replace("\n", "\r\n") if windows else whole


def _edited(text: str, before: Chronicle, after: Chronicle) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import Array

    more = after.played[len(before.played) :]
    if after.played != before.played + more:
        raise ValueError("what was played has changed, not only grown")
    try:
        document = tomlkit.parse(_ended(text).replace(OLD_HEAD, NEW_HEAD))
        old, new = (tomlkit.parse(write(replace(one, played=()))) for one in (before, after))
        _merge(document, old, new)
        listed = document.get("played")
        if isinstance(listed, Array):  # a list of inline tables
            entries = tomlkit.parse("".join(played(after, len(before.played)))).get("played", [])
            for one in entries:
                listed.append(one.unwrap())
            more = ()
    except (TOMLKitError, LookupError, TypeError, AttributeError) as fault:
        raise ValueError(f"the file cannot be edited in place: {fault}") from None
    parts = [_ended(document.as_string())]
    if "reward" not in document and after.reward:
        parts.append(REWARD + toml.lines(after.reward))
    return "\n".join([*parts, *(played(after, len(before.played)) if more else ())])


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _merge(here: Any, old: Any, new: Any) -> None:
    """Apply the changes between two tables, both as written here, to a table of the file."""
    from tomlkit.items import AoT, Array, Table

    for name in dict.fromkeys([*old, *new]):
        was, wanted, there = (_item(one, name) for one in (old, new, here))
        if was == wanted or (there is None and name in (OPTIONAL | {"reward"})):
            continue
        if isinstance(wanted, AoT) or (isinstance(wanted, Array) and len(wanted) == len(there or ())):
            for k, one in enumerate(wanted):
                if isinstance(one, Table):
                    _merge(there[k], was[k], one)
                elif one != was[k]:
                    there[k] = one.unwrap()
        elif isinstance(there, Table):
            _merge(there, was or {}, wanted or {})
        elif wanted is None:
            _remove(here, name, was)
        elif there is None:
            _add(here, name, wanted)
        else:
            _change(here, name, was, wanted)


def _container(table: Any) -> Any:
    """The part of a table that holds its lines."""
    return table if hasattr(table, "body") else table.value


def _item(table: Any, name: str) -> Any:
    """An entry with its remark, or None."""
    return _container(table).item(name) if name in table else None


def _change(table: Any, name: str, was: Any, wanted: Any) -> None:
    """Change a value; our remark changes along, a person's stays."""
    ours = was is not None and _item(table, name).trivia.comment == was.trivia.comment
    remark = wanted.trivia.comment if ours else _item(table, name).trivia.comment
    table[name] = wanted
    about = _item(table, name).trivia
    about.comment, about.comment_ws = remark, (about.comment_ws or "  ") if remark else ""


def _add(table: Any, name: str, wanted: Any) -> None:
    """Add an entry at the end; remarks and blank lines below belong to what follows."""
    body, below = _container(table).body, []
    while body and body[-1][0] is None:
        below.append(body.pop())
    table.append(name, wanted)
    body.extend(reversed(below))


def _remove(table: Any, name: str, was: Any) -> None:
    """Remove an entry; a person's remark behind it stays on its own line."""
    from tomlkit.items import Comment, Trivia

    body, gone = _container(table).body, _item(table, name)
    if gone is None:
        return
    place = next(k for k, (key, _) in enumerate(body) if key is not None and key.key == name)
    table.remove(name)
    if gone.trivia.comment and gone.trivia.comment != was.trivia.comment:
        body[place] = (None, Comment(Trivia(gone.trivia.indent, "", gone.trivia.comment, gone.trivia.trail)))
