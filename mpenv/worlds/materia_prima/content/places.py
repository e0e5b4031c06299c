"""Lines of a file where an entry and its fields stand."""

import re
from typing import NamedTuple

_HEAD = re.compile(r"\s*\[\[?\s*([A-Za-z][\w.-]*)\s*\]\]?\s*(?:#.*)?$")
_SAID = re.compile(r"""\s*(?:"([^"\\]*)"|'([^']*)'|([\w-]+))\s*=""")
_ID = re.compile(r"""\s*id\s*=\s*(?:"([^"\\]*)"|'([^']*)')""")


class Block(NamedTuple):
    """A head like [[recipe]] with the lines below it, each with its number from 1."""

    kind: str
    line: int
    fields: dict[str, int]


class Places:
    """The blocks of a file, found by the way people write them: a field a line."""

    def __init__(self, text: str) -> None:
        block = Block("", 0, {})
        self.of_kind: dict[str, list[Block]] = {"": [block]}
        self.by_id: dict[str, Block] = {}
        self.keys: dict[str, int] = {}
        for number, line in enumerate(text.split("\n"), 1):
            if head := _HEAD.match(line):
                block = Block(head[1], number, {})
                self.of_kind.setdefault(block.kind, []).append(block)
            elif field := _SAID.match(line):
                key = next(filter(None, field.groups()), "")
                block.fields.setdefault(key, number)
                self.keys.setdefault(key, number)
                if mine := _ID.match(line):
                    self.by_id[next(filter(None, mine.groups()), "")] = block

    def line(self, entry: str, field: str) -> int:
        """The line of a field, or else of its entry; 0: nobody knows."""
        if not entry:
            return self.of_kind[""][0].fields.get(field, 0)
        block = self.by_id.get(entry) or self._numbered(entry)
        return block.fields.get(field, block.line) if block else self.keys.get(entry, 0)

    def _numbered(self, entry: str) -> Block | None:
        """`stone` or `stone 3`: the first of a kind, or the one that has no id."""
        kind, _, number = entry.partition(" ")
        mine = self.of_kind.get(kind, [])
        nth = int(number) if number.isdecimal() and len(number) < 7 else 0
        return mine[nth] if nth < len(mine) else None
