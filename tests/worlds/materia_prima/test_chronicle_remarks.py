"""A chronicle that people wrote in: what they wrote stays, whatever is recorded."""

import os
import random
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mpenv import files
from mpenv.worlds.materia_prima import campaign
from mpenv.worlds.materia_prima.campaign import Chronicle, Played
from mpenv.worlds.materia_prima.campaign.editing import edited
from mpenv.worlds.materia_prima.campaign.reading import MOST_BYTES
from tests.full_disk import full_disk, posix_only
from tests.worlds.materia_prima.campaigns import REWARD, begin, ended, placed, won


def remarked(text: str) -> tuple[str, list[str]]:
    """The text with a remark above every line, behind every line that may have one, and at both ends."""
    lines, remarks, depth = [], [], 0
    for number, line in enumerate(text.splitlines()):
        lines += [f"# above {number}", line] if number % 3 else ["", f"# above {number}", line]
        remarks.append(f"# above {number}")
        depth += line.endswith("[") - line.startswith("]")
        if line and "#" not in line and line[-1] not in ",[" and not line.startswith('"'):
            lines[-1] += f"  # behind {number}, öl 🜔"
            remarks.append(f"# behind {number}, öl 🜔")
    return "\n".join(["# top", *lines, "", "# bottom", ""]), ["# top", *remarks, "# bottom"]


@pytest.mark.parametrize("steps", [won, ended, placed])
def test_every_remark_of_a_person_stays_in_its_order(steps: Callable[[], tuple[Chronicle, Chronicle]]) -> None:
    before, after = steps()
    text, remarks = remarked(campaign.write(before))
    assert campaign.parse(text) == before
    new = edited(text, before, after)
    assert campaign.parse(new) == after
    where = [new.index(one) for one in remarks]
    assert where == sorted(where)


def test_only_the_lines_that_changed_are_others() -> None:
    before, after = won()
    text = campaign.write(before).replace("seed = 3", "seed   =   3 # ours").replace('name = "Ada"', "name = 'Ada'")
    new = edited(text, before, after)
    gone = Counter(text.splitlines()) - Counter(new.splitlines())
    assert sorted(line.split()[0] for line in gone) == ["next", "stone"]
    come = Counter(new.splitlines()) - Counter(text.splitlines())
    keys = [line.split()[0] for line in come if " = " in line and line not in campaign.write(after)[-200:]]
    assert sorted(keys) == sorted(["next", *REWARD, "homunculi", "equipment", "extension", "stone"])


def test_a_remark_of_ours_changes_along_and_one_of_a_person_does_not() -> None:
    before, after = won()
    text = campaign.write(before)
    assert 'next = "forge"  # The Forge is played next' in edited(text + "# mine\n", before, after)
    mine = text.replace("# Setting Out is played next", "# on Sunday!")
    assert 'next = "forge"  # on Sunday!' in edited(mine, before, after)


def test_a_remark_behind_a_line_that_goes_stays_by_itself() -> None:
    before, after = ended()
    text = campaign.write(before).replace("# Homecoming is played next", "# the last one")
    assert "\n# the last one\n" in edited(text, before, after)


def test_what_a_person_wrote_in_another_form_stays_in_that_form() -> None:
    before, after = won()
    short = campaign.write(before)
    start, end = short.index("# How it lies"), short.index("]\n", short.index("map = ["))
    short = short[:start] + short[end + 2 :]
    played = short.index("# What was played")
    one = '{ scenario = "setting-out", outcome = "failure", day = 4, difficulty = "E", started = "N" }'
    short = short[:played].replace("format = 1", f"played = [ # ours\n  {one}, # cold\n]\nformat = 1")
    assert campaign.parse(short) == before
    new = edited(short, before, after)
    assert campaign.parse(new) == after
    assert "map" not in new
    assert "[[played]]" not in new
    assert "# cold" in new


def test_a_file_of_another_system_keeps_its_line_ends() -> None:
    before, after = won()
    text = (campaign.write(before) + "# mine\n").replace("\n", "\r\n")
    new = edited(text, before, after)
    assert campaign.parse(new) == after
    assert new.count("\r\n") == new.count("\n")


def test_the_head_of_an_earlier_version_no_longer_says_that_remarks_are_lost() -> None:
    before, after = won()
    old = (
        campaign.write(before)
        .replace(
            "After each scenario only what it changed is written;\n# words of your own behind a # stay.",
            "It is written anew after each scenario, so that\n# words behind a # of your own are lost.",
        )
        .replace("cannot be", "can not be")
    )
    assert "lost" in old
    assert edited(old, before, after).splitlines()[:4] == campaign.write(after).splitlines()[:4]


def test_edited_anywhere_it_holds_what_is_recorded_and_every_remark_of_a_line_of_its_own() -> None:
    before, after = won()
    whole = campaign.write(before).splitlines()
    for seed in range(25):
        rng, lines = random.Random(seed), whole[:]
        for number in range(rng.randint(1, 9)):
            lines.insert(
                rng.randrange(len(lines) + 1), rng.choice(["", "  # {}", "# {}", "\t# {} [[played]]"]).format(number)
            )
        text = "\n".join(lines) + rng.choice(["", "\n", "\n\n"])
        if campaign.parse(text) == before:
            new = edited(text, before, after)
            assert campaign.parse(new) == after
            left = [line.strip() for line in new.splitlines()]
            assert all(left.count(line.strip()) >= lines.count(line) for line in lines if line.strip().startswith("#"))


# --- in its file ----------------------------------------------------------------------------------------


def test_a_file_that_says_something_else_by_now_is_left_alone_and_the_new_one_goes_beside_it(tmp_path: Path) -> None:
    before, after = won()
    path = tmp_path / "road.toml"
    for number, name in enumerate(("road-aside.toml", "road-aside-2.toml"), 1):
        path.write_text(campaign.write(replace(before, seed=number + 10)))
        with pytest.raises(campaign.Changed, match="its end is recorded in") as fault:
            campaign.update(before, after, path)
        assert fault.value.aside == tmp_path / name
        assert campaign.read(path).seed == number + 10
        assert campaign.read(tmp_path / name) == after


def test_remarks_written_while_a_game_is_played_are_no_change(tmp_path: Path) -> None:
    before, after = won()
    path = tmp_path / "road.toml"
    path.write_text("# Sunday\n" + campaign.write(before))
    assert campaign.update(before, after, path) is None
    assert path.read_text().startswith("# Sunday\n")
    assert campaign.read(path) == after


def test_where_the_layout_cannot_stay_the_file_as_it_was_lies_beside(tmp_path: Path) -> None:
    before, after = won()
    path = tmp_path / "road.toml"
    full = campaign.write(before)
    full += f"# {'x' * 97}\n" * ((MOST_BYTES - len(full.encode())) // 100)  # so long that no further game fits
    path.write_text(full)
    assert campaign.read(path) == before
    aside = campaign.update(before, after, path)
    assert aside == tmp_path / "road-before.toml"
    assert aside.read_text() == full
    assert campaign.read(path) == after


@posix_only
def test_on_a_full_disk_the_old_chronicle_stays_whole_and_alone(tmp_path: Path) -> None:
    before, after = won()
    path = tmp_path / "road.toml"
    text = "# Sunday\n" + campaign.write(before)
    path.write_text(text)
    with full_disk(1000), pytest.raises(OSError, match=f"cannot be written: File too large: '{path}'"):
        campaign.update(before, after, path)
    assert path.read_text() == text
    assert [*tmp_path.iterdir()] == [path]


def test_a_chronicle_is_played_at_one_table_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "road.toml"
    campaign.save(begin(), path)
    command = [sys.executable, "-m", "mpenv.cli", "campaign", str(path), "--seats", "random,random", "--quiet"]
    with files.claimed(path, "held by this test"):
        env = {**os.environ, "MPENV_QUIET": "1"}
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=env)
    assert done.returncode == 2
    assert "is being played at another table" in done.stderr
    assert "Traceback" not in done.stderr
    assert campaign.read(path) == begin()


def test_the_longest_chronicle_with_remarks_is_edited_in_a_few_seconds() -> None:
    begun = begin()
    before = replace(begun, played=(Played("setting-out", "failure", 4, "E", "H"),) * 998)
    after = replace(begun, played=(Played("setting-out", "failure", 4, "E", "H"),) * 999)
    start = time.process_time()
    new = edited(campaign.write(before) + "# mine\n", before, after)
    assert time.process_time() - start < 10
    assert len(tomllib.loads(new)["played"]) == 999
