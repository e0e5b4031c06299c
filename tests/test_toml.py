"""TOML as we write it is read back as it was by the reader of the standard library."""

import math
import time
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpenv import toml

WORDS = st.text() | st.text(alphabet="\0\t\n\r\x1b\x7f\x85\u2028\u202e\"'\\#=[]{}., aö🜔", max_size=8)
NUMBERS = st.integers() | st.floats(allow_nan=False) | st.booleans()
VALUES = st.recursive(
    WORDS | NUMBERS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(WORDS, VALUES))
def test_whatever_is_written_is_read_back_as_it_was(fields: dict) -> None:
    assert tomllib.loads(toml.lines(fields)) == fields


@given(st.dictionaries(WORDS, VALUES))
def test_what_is_written_can_be_shown_on_any_terminal(fields: dict) -> None:
    assert toml.lines(fields).replace("\n", "").isprintable()


@given(WORDS)
def test_a_key_is_one_key_and_not_a_path_of_several(words: str) -> None:
    assert tomllib.loads(f"[{toml.key(words)}]\n{toml.key(words)} = 1") == {words: {words: 1}}


@given(WORDS, st.characters(categories=["Cs"]), WORDS)
def test_half_a_character_is_refused_in_words(before: str, half: str, after: str) -> None:
    for write in (toml.text, toml.key, lambda words: toml.lines({"a": [words]})):
        with pytest.raises(ValueError, match="holds half a character"):
            write(before + half + after)


def test_letters_of_every_script_stand_as_they_are() -> None:
    assert toml.lines({"öl": "名 🜔 é"}) == '"öl" = "名 🜔 é"\n'


def test_numbers_without_end_are_written_as_toml_has_them() -> None:
    assert toml.value([math.inf, -math.inf]) == "[inf, -inf]"
    assert math.isnan(tomllib.loads(f"a = {toml.value(math.nan)}")["a"])


def test_what_toml_has_no_word_for_is_refused() -> None:
    with pytest.raises(TypeError, match="None is not a TOML value"):
        toml.value({"a": [None]})


# --- reading --------------------------------------------------------------------------------------------

BAD = {
    "a key of very many parts": "a" + ".a" * 100_000 + " = 1",
    "a header of very many parts": "[" + "a . " * 50_000 + "a]",
    "very many keys of many parts": "".join(f"k{k}{'.a' * 450} = 1\n" for k in range(2000)),
    "a quoted key of very many parts": '"a"' + """.'b'.\"c\"""" * 50_000 + " = 1",
    "a list nested deep": "a = " + "[" * 200_000,
    "a table nested deep": "a = " + "{a=" * 100_000,
    "a number of many digits": "a = " + "9" * 100_000,
    "a number of many other digits": "a = 0x" + "f" * 100_000,
    "an open text": 'a = """' + "[" * 200_000,
    "half a line": "a = ",
}


@pytest.mark.parametrize("case", BAD)
def test_what_would_take_a_parser_a_day_is_refused_at_once(case: str) -> None:
    start = time.process_time()
    with pytest.raises(ValueError, match=r"deep|parts|digits|line|document"):
        toml.parse(BAD[case])
    assert time.process_time() - start < 0.5


@given(st.dictionaries(WORDS, VALUES))
def test_what_is_written_is_within_the_limits_of_reading(fields: dict) -> None:
    assert toml.parse(toml.lines(fields)) == fields


def test_dots_and_brackets_in_texts_and_remarks_are_no_depth() -> None:
    deep = "a.b.c.d." * 10 + "[{" * 50
    assert toml.parse(f"a = '{deep}' # {deep}\nb = {toml.text(deep)}") == {"a": deep, "b": deep}
