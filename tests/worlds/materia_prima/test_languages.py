"""Two languages: the game is the same in both, and each says everything."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.language import speaking
from mpenv.world import Outcome
from mpenv.worlds.materia_prima import campaign, scenarios
from mpenv.worlds.materia_prima.campaign import story
from mpenv.worlds.materia_prima.content import languages
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.faults import BrokenPack
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.draw import account, cards, words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules import prompts, reasons, talk
from mpenv.worlds.materia_prima.rules.state import FAILURE, OUTCOMES, PHASES, SUCCESS
from tests.worlds.materia_prima.draw.drawn import played

PACK = load("inquisition")
PLAYED = [one["id"] for one in PACK.entries["scenario"] if one["provenance"] != languages.DRILL]
VOCABULARY = {
    "term": {
        *v.STATS, *v.VALUES, *v.KINDS, *v.VERBS, *v.GIFTS, *v.ITEM_SLOTS, *v.TARGETS, *v.DIFFICULTIES,
        "fragment", "alchemists", "homunculi", "extra figure", words.WHERE[v.CENTRE],
    },
    "colour": set(v.COLOURS),
    "outcome": set(OUTCOMES),
    "cause": set(prompts.CAUSES),
    "phase": set(PHASES),
    "kept": set(v.KEPT),
    "question": {*prompts.KINDS[2:]},
    "intend": {*talk.INTENTIONS, "heard"},
    "effect": set(v.EFFECTS),
}  # fmt: skip


@pytest.mark.parametrize("section", VOCABULARY)
def test_every_word_of_a_vocabulary_has_a_phrase(section: str) -> None:
    said = {key.partition(".")[2] for key in phrase.table("en") if key.startswith(f"{section}.")}
    assert said == VOCABULARY[section]


def test_every_reason_of_a_refusal_is_translated() -> None:
    said = {key.removeprefix("reason.") for key in phrase.table("de") if key.startswith("reason.")}
    assert said == set(reasons.WORDS)


@pytest.mark.parametrize("scenario", scenarios())
def test_a_game_is_told_in_both_languages_at_every_moment(scenario: str) -> None:
    for game in played(scenario, 3, 5, plies=40):
        english, german = game.describe(language="en"), game.describe(language="de")
        assert german != english
        assert len(german.splitlines()) > len(english.splitlines()) // 2
        assert game.text() == game.text(language="en") != game.text(language="de")
        assert game.asks(language="de") != game.asks()
        assert len(game.happened(language="de")) == len(game.happened())
        for action in game.legal()[:5]:
            assert game.meaning(action, language="de") != game.meaning(action)
        assert game.svg(language="de") != game.svg()
        assert "{" not in german


def test_what_is_recorded_and_what_agents_see_is_the_same_in_every_language() -> None:
    for game in played("licences", 3, 5, plies=60):
        seat = game.seat or 0
        plain = game.observe("text"), game.to_position(), game.outcome, game.view(seat).meaning(0), game.words(0)
        with speaking("de"):
            assert plain == (
                game.observe("text"), game.to_position(), game.outcome, game.view(seat).meaning(0), game.words(0)
            )  # fmt: skip


def test_an_answer_is_read_in_the_same_words_in_every_language() -> None:
    game = Game("prologue", 2, 7)
    with speaking("de"):
        assert all(game.read(game.words(action)) == action for action in game.legal())


def test_the_verdict_speaks_and_the_outcome_does_not() -> None:
    *_, game = played("drill-errand", 2, 3, plies=400)
    assert game.outcome is not None
    with speaking("de"):
        verdict = game.verdict()
        assert game.outcome.result in OUTCOMES
    assert verdict is not None
    assert verdict.result == phrase.table("de")[f"outcome.{game.outcome.result}"]
    assert (verdict.day, verdict.success) == (game.outcome.day, game.outcome.success)
    assert verdict.reasons != game.outcome.reasons


def test_a_success_after_an_extension_is_named_with_its_level_in_every_language() -> None:
    late = [Outcome("success", 9, (), 0.0, success=True, listed=listed) for listed in account.LATE]
    assert tuple(map(account.result, late)) == account.LATE
    with speaking("de"):
        assert [account.result(one) for one in late] == ["Erfolg auf einfach", "Erfolg auf normal"]


# --- the story --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spoken", ["en", "de"])
@pytest.mark.parametrize("scenario", PLAYED)
def test_the_card_of_a_scenario_tells_mission_icons_and_a_reason_for_each_rule(scenario: str, spoken: str) -> None:
    with speaking(spoken):
        card = cards.scenario_card(PACK, PACK.index("scenario", scenario), 3)
    entry = PACK.entries["scenario"][PACK.index("scenario", scenario)]
    assert card.title == PACK.texts[spoken].names[scenario]
    assert card.mission != card.goals
    assert card.opening
    assert [icon.goal for icon in card.icons] == [icon.goal for icon in card.icons if icon.goal in card.goals]
    assert len(card.icons) == len(entry["mission"])
    assert len(card.rules) == sum(bool(given) for given in entry["special"].values())
    assert all(rule.words and rule.reason for rule in card.rules)


def test_a_game_opens_and_closes_with_its_story() -> None:
    game = Game("hunt", 2, 3)
    begins = [" ".join(PACK.introductions["hunt"].split()), PACK.story("scenario", "hunt", "mission")]
    assert game.opening()[:2] == begins
    assert game.closing() == []
    said = " ".join(game.opening())
    seated = [PACK.story("flavour", PACK.ids["alchemist"][one.alchemist]) for one in game.view(0).state.seat[:2]]
    hunters = [PACK.story("flavour", f"type.{letter}") for letter in "bcd"]
    assert all(told and told in said for told in seated + hunters)
    told = [[*cards.closing(PACK, "hunt", end, "tithe")] for end in (SUCCESS, FAILURE)]
    assert told[0][0] == PACK.story("scenario", "hunt", "success")
    assert told[1][0] == PACK.story("scenario", "hunt", "failure")
    assert told[0][1] == told[1][1] == PACK.story("scenario", "hunt", "branch", "tithe")
    assert Game("drill-hunt", 2, 3).opening() == []


@pytest.mark.parametrize(
    ("outcomes", "stones", "how"),
    [
        (["success", "success"], [True, True], "flawless"),
        (["success", "failure", "success"], [True, True], "won"),
        (["abort", "success"], [True, False], "scarred"),
        (["success", "abort"], [True, True], "lost"),
    ],
)
def test_the_epilogue_follows_how_the_campaign_went(outcomes: list[str], stones: list[bool], how: str) -> None:
    begun = campaign.begin(seed=3, names=["Ada", "Ben"])
    played = tuple(campaign.Played("prologue", outcome, 12) for outcome in outcomes)
    players = tuple(replace(one, stone=stone) for one, stone in zip(begun.players, stones, strict=True))
    ended = replace(begun, played=played, players=players, next="")
    assert story.ending(ended) == how
    assert story.epilogue(ended) == [PACK.story("campaign", "inquisition", "epilogue", how)]
    assert len({PACK.story("campaign", "inquisition", "epilogue", one) for one in languages.EPILOGUES}) == 4


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the published pack, to be edited."""
    return Path(shutil.copytree(PACK.path, tmp_path / "pack"))


def test_faults_of_a_story_are_told_with_language_and_key_all_at_once(pack: Path) -> None:
    told = (pack / "story.toml").read_text(encoding="utf-8")
    told = told.replace("[en.scenario.vault.branch]\nwatch =", "[en.scenario.vault.branch]\nwhatever =")
    told = told.replace('no_sailing = "Bis', 'sailing = "Bis').replace("[de.flavour]", "[de.savour]")
    (pack / "story.toml").write_text(told + '\n[xx.flavour]\n"town.t" = "?"\n', encoding="utf-8")
    with pytest.raises(BrokenPack) as caught:
        load(str(pack))
    found = {(one.file, one.entry, one.field, one.words) for one in caught.value.faults}
    assert {
        ("story.toml", "en.scenario.vault.branch", "whatever", "is no text of a story of this pack"),
        ("story.toml", "en.scenario.vault.branch", "watch", "is missing"),
        ("story.toml", "de.scenario.tithe.because", "sailing", "is no text of a story of this pack"),
        ("story.toml", "de.scenario.tithe.because", "no_sailing", "is missing"),
        ("story.toml", "de.flavour", "town.g", "is missing"),
    } <= found
    assert any(
        one.file == "story.toml" and one.entry == "xx" and "is unknown" in one.words for one in caught.value.faults
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [("3", "must be a text, not 3"), ('"<b>"', "holds less-than sign"), (f'"{"x" * 1201}"', "has 1201 characters")],
)
def test_texts_of_a_story_are_plain_and_short(text: str, words: str, pack: Path) -> None:
    told = (pack / "story.toml").read_text(encoding="utf-8")
    old = 'opening = """\nThe year'
    assert old in told
    (pack / "story.toml").write_text(told.replace(old, f'opening = {text}\nspare = """\nThe year'), encoding="utf-8")
    with pytest.raises(BrokenPack) as caught:
        load(str(pack))
    assert any(one.field == "opening" and words in one.words for one in caught.value.faults)


def test_no_text_changes_the_hash_and_a_pack_may_speak_one_language_and_tell_nothing(pack: Path) -> None:
    (pack / "story.toml").unlink()
    names = (pack / "names.toml").read_text(encoding="utf-8")
    (pack / "names.toml").write_text(names[: names.index("[de]")], encoding="utf-8")
    alone = load(str(pack))
    assert alone.hash == PACK.hash
    assert alone.story("scenario", "vault", "success") == ""
    with speaking("de"):
        assert alone.name("gold") == "Gold"
        assert alone.name("vault") == PACK.names["vault"] != PACK.name("vault")
        assert alone.introduction("vault") == PACK.introductions["vault"]


def test_a_pack_in_german_alone_is_called_by_its_german_names_everywhere(pack: Path) -> None:
    names = (pack / "names.toml").read_text(encoding="utf-8")
    (pack / "names.toml").write_text(names[names.index("[de]") :], encoding="utf-8")
    assert load(str(pack)).name("vault") == PACK.texts["de"].names["vault"]


# --- the command line -------------------------------------------------------------------------------


def test_a_german_game_is_told_in_german_and_recorded_as_ever(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {one: tmp_path / f"{one}.jsonl" for one in ("en", "de")}
    told = {}
    for spoken, file in files.items():
        line = f"play --seats expert,expert --scenario drill-errand --seed 4 --language {spoken} --record"
        assert cli.main([*line.split(), str(file)]) == 0
        told[spoken] = capsys.readouterr().out
    assert "Tag 1 von 4" in told["de"]
    assert "day 1 of 4" in told["en"]
    plies = [file.read_text(encoding="utf-8").splitlines()[1:] for file in files.values()]
    assert plies[0] == plies[1]
    assert json.loads(plies[0][-1])["outcome"]["result"] in OUTCOMES
    page = tmp_path / "game.html"
    assert cli.main(["replay", str(files["de"]), "--html", str(page), "--language", "de"]) == 0
    text = page.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    assert ">das Spiel beginnt<" in text
    assert "<!--say" not in text
    assert '<li class="day">Tag 2' in text


def test_a_language_that_nobody_speaks_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["play", "--language", "xx"])
    assert "there is no --language 'xx', there are: en, de" in capsys.readouterr().err
