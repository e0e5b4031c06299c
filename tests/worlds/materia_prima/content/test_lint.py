"""What is allowed but doubtful is noted, and what is as it should be is not."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mpenv.worlds.materia_prima.content.lint import Note, notes
from mpenv.worlds.materia_prima.content.pack import load
from tests.places import TESTS

SMALL = TESTS / "packs" / "small"
WHOLE = TESTS / "packs" / "whole"
Edit = Callable[[str], str]


def swap(old: str, new: str, count: int = 1) -> Edit:
    def change(text: str) -> str:
        assert old in text, f"{old!r} is not there"
        return text.replace(old, new, count)

    return change


def again(entry: str, new: str, *changes: tuple[str, str]) -> Edit:
    """An entry once more under another id, with changes."""

    def change(text: str) -> str:
        found = re.search(rf'\[\[\w+\]\]\nid = "{re.escape(entry)}"\n(?:(?!\n\[\[)[^\0])*?provenance = "\w+"\n', text)
        assert found, f"there is no {entry}"
        copy = found[0].replace(entry, new)
        for old, instead in changes:
            assert old in copy, f"{old!r} is not in {entry}"
            copy = copy.replace(old, instead)
        return f"{text}\n{copy}"

    return change


NAME = ("names.toml", swap("[en]", '[en]\n"new.one" = "New One"'))
# name of the case: the frozen pack, edits of its files, and the note that comes of them
CASES: dict[str, tuple[Path, list[tuple[str, Edit]], Note]] = {
    "a homunculus that differs in name only": (
        WHOLE,
        [("recipes.toml", again("homunculus.1a", "new.one")), NAME],
        Note("recipes.toml", "homunculus.1a", "is the same card as new.one, but for its name"),
    ),
    "a stone that costs the same": (
        WHOLE,
        [("recipes.toml", again("stone.1b", "new.one", ('"reconstruction"', '"inferred"'))), NAME],
        Note("recipes.toml", "stone.1b", "is the same card as new.one, but for its name"),
    ),
    "equipment of twice the numbers": (
        WHOLE,
        [("recipes.toml", again("equipment.1a", "new.one", ("= 2 }", "= 4 }"), ("attack = 1", "attack = 2"))), NAME],
        Note("recipes.toml", "equipment.1a", "its numbers are those of new.one, multiplied"),
    ),
    "a stone of the same level at half the price": (
        WHOLE,
        [("recipes.toml", again("stone.1a", "new.one", ("= 2", "= 4"))), NAME],
        Note("recipes.toml", "stone.1a", "its numbers are those of new.one, multiplied"),
    ),
    "an extension on sale twice": (
        WHOLE,
        [("towns.toml", again("ext.move", "new.one"))],
        Note("towns.toml", "ext.move", "is the same card as new.one, but for its name"),
    ),
    "a town mission that waits twice": (
        WHOLE,
        [("towns.toml", again("fight.1", "new.one"))],
        Note("towns.toml", "fight.1", "is the same card as new.one, but for its name"),
    ),
    "two equal alarm cards": (
        WHOLE,
        [("alarms.toml", again("alarm.07", "new.one"))],
        Note("alarms.toml", "alarm.07", "is the same card as new.one, but for its name"),
    ),
    "an alchemist of another colour": (
        WHOLE,
        [("alchemists.toml", again("alchemist.grey", "new.one", ('"grey"', '"green"'))), NAME],
        Note("alchemists.toml", "alchemist.grey", "is the same card as new.one, but for its name"),
    ),
    "a scenario under another name": (
        WHOLE,
        [("scenarios.toml", again("watch", "new.one")), NAME],
        Note("scenarios.toml", "watch", "is the same card as new.one, but for its name"),
    ),
    "an entry without a name": (
        WHOLE,
        [("names.toml", swap('"Air"', '"Wind"')), ("names.toml", swap('"air" = "Wind"\n', ""))],
        Note("elements.toml", "air", "has no name in names.toml"),
    ),
    "one name for two": (
        WHOLE,
        [("names.toml", swap('"Hatchet"', '"Dagger"'))],
        Note("recipes.toml", "equipment.1a", "is called 'Dagger', and so is equipment.1b"),
    ),
    "an element from nowhere": (
        WHOLE,
        [("elements.toml", swap('to = "gold"', 'to = "aqua regia"'))],
        Note("elements.toml", "gold", "no mine of the board and no conversion makes it"),
    ),
    "a recipe in an element that nothing gives": (
        WHOLE,
        [
            ("elements.toml", lambda text: text + TIN),
            ("names.toml", swap("[en]", '[en]\n"tin" = "Tin"')),
            ("recipes.toml", again("stone.1a", "new.one", ("earth", "tin"))),
            NAME,
        ],
        Note("recipes.toml", "new.one", "can never be paid, there is no tin"),
    ),
    "a price in an element that nothing gives": (
        WHOLE,
        [
            ("elements.toml", lambda text: text + TIN),
            ("towns.toml", again("ext.move", "new.one", ("{ fire", "{ tin"))),
        ],
        Note("towns.toml", "new.one", "can never be paid, there is no tin"),
    ),
    "a destroyer alone": (
        WHOLE,
        [("scenarios.toml", swap('["A", "B", "C"]', '["B", "C"]'))],
        Note(
            "scenarios.toml",
            "printed",
            "no type hunts alchemists first, so the game is hardly ever lost (MP-BASE-SCEN-5)",
        ),
    ),
    "hunters alone": (
        WHOLE,
        [("scenarios.toml", swap('["A", "B", "C"]', '["A", "B"]'))],
        Note(
            "scenarios.toml",
            "printed",
            "no type destroys, so towers are a refuge that costs nothing (MP-BASE-SCEN-5)",
        ),
    ),
    "a type that never comes": (
        SMALL,
        [("scenarios.toml", lambda text: re.sub(r"types = .*", 'types = ["A"]', text))],
        Note("inquisitors.toml", "type.c", "no scenario uses it"),
    ),
    "an alarm card that is never dealt": (
        SMALL,
        [
            (
                "scenarios.toml",
                lambda text: re.sub(r"alarm_order = .*\n", "", text).replace(
                    "mission =", 'alarms = ["alarm.01", "alarm.02"]\nmission ='
                ),
            )
        ],
        Note("alarms.toml", "alarm.03", "no scenario uses it"),
    ),
    "a scenario that nobody introduces": (
        WHOLE,
        [],
        Note("scenarios.toml", "vault", "has no introduction in names.toml"),
    ),
    "four mines": (
        WHOLE,
        [],
        Note("elements.toml", "iron", "on some choice of sides the board has 2 mines of it, 5 are usual"),
    ),
}  # fmt: skip
TIN = '\n[[element]]\nid = "tin"\nsymbol = "ti"\nlevel = 1\nprovenance = "inferred"\n'
AS_IT_IS = {"a scenario that nobody introduces", "four mines"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "-"))
def test_what_is_doubtful_is_noted(case: str, tmp_path: Path) -> None:
    source, edits, expected = CASES[case]
    pack = Path(shutil.copytree(source, tmp_path / "pack"))
    before = notes(load(str(pack)))
    for file, change in edits:
        (pack / file).write_text(change((pack / file).read_text(encoding="utf-8")), encoding="utf-8")
    after = notes(load(str(pack)))
    assert expected in after, "\n".join(map(str, after))
    assert (expected in before) == (case in AS_IT_IS)


def test_an_introduced_scenario_is_not_noted(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(WHOLE, tmp_path / "pack"))
    with (pack / "names.toml").open("a", encoding="utf-8") as file:
        file.write('[en.introduction]\nvault = "Gold."\n')
    assert not [one for one in notes(load(str(pack))) if (one.entry, one.words[:6]) == ("vault", "has no")][1:]


def test_the_order_of_a_price_makes_no_other_card(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(WHOLE, tmp_path / "pack"))
    text = (pack / "recipes.toml").read_text(encoding="utf-8")
    first = '[[stone]]\nid = "{}"\nlevel = 1\ncost = {{ {} }}\nprovenance = "inferred"\n'
    text += first.format("one", "air = 1, fire = 3") + first.format("other", "fire = 3, air = 1")
    (pack / "recipes.toml").write_text(text, encoding="utf-8")
    assert any((one.entry, "other" in one.words) == ("one", True) for one in notes(load(str(pack))))


def test_the_published_pack_has_no_unpayable_card_and_no_twins() -> None:
    assert not [one for one in notes(load("inquisition")) if "never" in one.words or "same card" in one.words]
