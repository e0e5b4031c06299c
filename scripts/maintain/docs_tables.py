"""Write the parts of the pages that come from the code and from measurements: `make docs-tables`."""

import dataclasses
import inspect
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import mpenv
from mpenv.agents import codes, errors, registry
from mpenv.agents.learned import config
from mpenv.agents.materia_prima import temperament
from mpenv.agents.materia_prima.by_errand import catalogue as errand_catalogue
from mpenv.agents.materia_prima.by_errand import words as errand_words
from mpenv.agents.materia_prima.features import FEATURES
from mpenv.agents.process.stdio import Stdio
from mpenv.bench import page as speed_page
from mpenv.play import decisions
from mpenv.worlds.materia_prima import ACTIONS, WORLD, Game, catalogue, observe, rulebook
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.studies import teammate_study
from mpenv.worlds.materia_prima.studies.calibration import report
from mpenv.worlds.materia_prima.studies.calibration.plan import EXPERT, LEVELS, RANDOM
from mpenv.worlds.materia_prima.switches import MOST_DAYS, MOST_SIGHT, MOST_SUPPLY, NAMES, SWITCHES, WITHOUT
from mpenv.worlds.materia_prima.view import View
from scripts.maintain import docs_learned_play, docs_learning, docs_reporting, docs_results

HOME = Path(__file__).resolve().parents[2]
HERE = HOME / "docs"
RUN = HERE / "bench.json"
COMPANY = HERE / "teammates.json"
CALIBRATION = HERE / "calibration.json"
RESULTS = HERE / "results.json"
LEARNING = HERE / "learning.json"
PART = re.compile(r"(<!-- made by `make docs-tables`: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)

# A table at which most figures, cards and inquisitors are there that an action can name.
SITUATION = """
scenario = "great-work"
day = 5
[alarm]
active = "alarm.03"
[inquisition]
slots = [
  { cards = ["A1"], figures = ["5,-2"] },
  { cards = ["C1"], figures = ["0,0"] },
  { cards = ["E1"], figures = ["2,2"] },
]
[recipes]
pool = [
  "homunculus.1a", "homunculus.1b", "homunculus.1c", "homunculus.1d",
  "equipment.1a", "equipment.1b", "equipment.1c", "equipment.1d", "stone.1a", "stone.1b", "stone.1c", "stone.1d",
]
[[seat]]
alchemist = "green"
items = ["equipment.1e", "equipment.1f worn"]
fragments = ["stone.1e"]
[[seat.figure]]
name = "alchemist"
at = "4,-2"
actions = 3
[[seat]]
alchemist = "grey"
[[seat]]
alchemist = "brown"
[[seat]]
alchemist = "yellow"
[[prompt]]
kind = "turn"
seat = "green"
"""


def table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


# --- the environment ----------------------------------------------------------------------------


def environment() -> str:
    """What PettingZoo's pages of games have on top."""
    env = mpenv.env()
    one = env.possible_agents[0]
    shown: Any = env.observation_space(one)
    seen = shown["observation"]
    most = WORLD.agents(v.SEATS)
    rows: list[tuple[object, ...]] = [
        ("import", "`from mpenv import materia_prima_v1`"),
        ("actions", "discrete, with a mask"),
        ("parallel API", "yes"),
        ("manual control", "`mpenv play`"),
        ("agents", f"2 to {v.SEATS}: `{most[0]}` ... `{most[-1]}`"),
        ("action space", f"`Discrete({ACTIONS})` for each agent"),
        ("action values", f"0 to {ACTIONS - 1}; [what each id means](actions.md)"),
        ("observation shape", f"`{seen.shape}` {seen.dtype} (encoder `flat`), beside the mask `({ACTIONS},)` int8"),
        ("observation values", f"{seen.low.min():g} to {seen.high.max():g}"),
        ("state shape", f"`{env.state_space.shape}` {env.state_space.dtype}, for critics"),
    ]
    return table(("", ""), rows)


def encoders() -> str:
    """The observation of each encoder of those who act."""

    def rows() -> Iterator[tuple[object, ...]]:
        for name, about in observe.every().items():
            low, high = (int(bound) for bound in (about.bounds()[0].min(), about.bounds()[1].max()))
            shape = (
                f"`Dict` of {len(about.parts)} arrays, int8 and int16"
                if about.parts
                else f"`Box(({about.size},))`, float32"
            )
            yield f"`{name}`", shape, f"{about.size:,}", f"{low} to {high}"

    return table(("encoder", "observation", "numbers", "values"), rows())


# --- actions ------------------------------------------------------------------------------------


def blocks() -> str:
    """The catalogue, a line for each block."""
    game = Game.from_position(SITUATION)

    def rows() -> Iterator[tuple[object, ...]]:
        for one in catalogue.BLOCKS:
            last = one.start + one.size - 1
            ids = f"{one.start}" if one.size == 1 else f"{one.start} to {last}"
            yield f"`{one.name}`", ids, one.use, f"`{game.words(one.start)}`"

    return table(("block", "ids", "meaning", "the first of them"), rows())


def errands() -> str:
    """The catalogue of errands, a line for each kind."""
    game = Game.from_position(SITUATION)

    def rows() -> Iterator[tuple[object, ...]]:
        for one in errand_catalogue.KINDS:
            first = catalogue.ACTIONS + one.start
            ids = f"{first}" if one.size == 1 else f"{first} to {first + one.size - 1}"
            said = errand_words.write(game.pack, game._state, game.seat or 0, first)
            yield f"`{one.name}`", ids, one.use, f"`{said}`"

    return table(("errand", "ids", "meaning", "the first of them"), rows())


def ids() -> str:
    """Every id with its notation."""
    game = Game.from_position(SITUATION)
    return table(
        ("id", "block", "notation"),
        [(i, f"`{catalogue.block_of(i).name}`", f"`{game.words(i)}`") for i in range(ACTIONS)],
    )


# --- agents -------------------------------------------------------------------------------------


def view() -> str:
    """What a view offers, by the first lines of its docstrings."""

    def rows() -> Iterator[tuple[object, ...]]:
        for name, member in vars(View).items():
            told = inspect.getdoc(member)
            if name.startswith("_") or not told:
                continue
            call = name
            if inspect.isfunction(member):
                call += (
                    f"({', '.join(_parameter(one) for one in list(inspect.signature(member).parameters.values())[1:])})"
                )
            yield f"`view.{call}`", told.splitlines()[0].rstrip(".")

    return table(("", ""), rows())


def names() -> str:
    """The agents that have a name here."""
    ours = [one for one in registry.listed() if one.package == "mpenv"]
    rows = ((f"`{one.name}`", one.sentence, "held out" if one.held_out else "") for one in ours)
    return table(("code", "", ""), rows)


def forms() -> str:
    """The forms of codes."""
    return table(("code", ""), [(f"`{form}`", words) for form, words in codes.FORMS.items()])


def kinds() -> str:
    """What a fault of an agent is called."""
    return table(("kind", "what the agent did"), [(f"`{kind}`", words) for kind, words in errors.KINDS.items()])


def transcript() -> str:
    """Messages between mpenv and the smallest agent, up to its second answer."""
    said: list[tuple[str, bytes]] = []
    agent = Stdio(f"stdio:{sys.executable} {HOME / 'scripts/examples/stdio_first.py'}")
    agent._channel.listen = lambda whose, words: said.append((whose, words))
    game = Game("drill-errand", seed=3)
    seat = game.seat or 0
    agent.reset(seat, 7)
    for _ in itertools.islice(decisions(game, [agent] * game.seats), 2):
        pass
    agent.close()
    return "\n".join(["```text", *(f"{whose} {_broken(words)}" for whose, words in said), "```"])


def habits() -> str:
    """How players plan: each habit with its bounds, what is usual, and what the expert does."""
    usual, expert = temperament.usual()["habits"], temperament.temperament_of("expert").habits
    rows = (
        (f"`{name}`", about.meaning, f"{about.low} to {about.high}", usual[name], expert[name])
        for name, about in temperament.habits().items()
    )
    return table(("habit", "meaning", "bounds", "usual", "expert"), rows)


def features() -> str:
    """What answers are judged by, and what the expert thinks of it."""
    expert = temperament.temperament_of("expert").weights
    rows = ((f"`{name}`", meaning, f"{expert[name]:g}") for name, meaning in FEATURES.items())
    return table(("feature", "hundredths of what", "weight for the expert"), rows)


def teammates() -> str:
    """Every scripted player in his own words, with the numbers that are not usual."""
    usual = temperament.usual()

    def rows() -> Iterator[tuple[object, ...]]:
        for one in temperament.temperaments().values():
            other = {**one.habits, **one.weights}
            same = {**usual["habits"], **usual["weights"]}
            told = ", ".join(f"{name} {value:g}" for name, value in other.items() if value != same[name])
            yield f"`{one.name}`", one.sentence, "held out" if one.held_out else "", told

    return table(("name", "", "", "other than usual"), rows())


def company_success() -> str:
    return teammate_study.success_table(teammate_study.read(COMPANY))


def company_beside() -> str:
    return teammate_study.success_table(teammate_study.read(COMPANY), beside=True)


def company_shares() -> str:
    return teammate_study.shares_table(teammate_study.read(COMPANY))


def calibration(part: str) -> Callable[[], str]:
    """A table of the committed run of `make calibrate`."""
    return lambda: report.LINES[part](json.loads(CALIBRATION.read_text(encoding="utf-8")))


def scenarios() -> str:
    """What each scenario asks for, and how often the usual teams meet it with two, three and four seats."""
    shares: dict[tuple[str, str, str], list[str]] = {}
    for cell in json.loads(CALIBRATION.read_text(encoding="utf-8"))["difficulty"]:
        for team, one in cell["teams"].items():
            place = cell["scenario"], cell["difficulty"] or "normal", team
            shares.setdefault(place, []).append(f"{100 * one['share']:.0f}")

    def rows() -> Iterator[tuple[object, ...]]:
        columns = [*((level, EXPERT) for level in LEVELS), ("normal", docs_results.ALONE), ("normal", RANDOM)]
        for one in load("inquisition").entries["scenario"]:
            told = [" / ".join(shares.get((one["id"], *column), [])) for column in columns]
            if any(told):
                asks = [v.COOPERATION[tag] for tag in one["cooperation"]]
                yield f"`{one['id']}`", ", ".join(asks) or "(12 days, no levels)", *told

    return table(("scenario", "asks for", "scripted team, easy", "normal", "hard", "hermits", "random"), rows())


def reference(part: str) -> Callable[[], str]:
    """A table of the committed run of `make results`, beside that of `make calibrate`."""

    def made() -> str:
        run, calibrated = (json.loads(path.read_text(encoding="utf-8")) for path in (RESULTS, CALIBRATION))
        return docs_results.TABLES[part](run, calibrated)

    return made


def _broken(words: bytes) -> str:
    """A line of JSON, with the answers on lines of their own."""
    line = words.decode().strip()
    return line.replace('"legal": [{', '"legal": [\n    {').replace('"}, {"id"', '"},\n    {"id"')


def _parameter(one: inspect.Parameter) -> str:
    return one.name if one.default is one.empty else f"{one.name}={one.default!r}"


# --- training -----------------------------------------------------------------------------------


def settings(section: str, kind: type) -> str:
    """The settings of a section of training configurations, by the declarations of its dataclass."""

    def rows() -> Iterator[tuple[object, ...]]:
        for one in dataclasses.fields(kind):
            if "meaning" in one.metadata:
                default = "" if one.default in (None, dataclasses.MISSING) else f"`{_written(one.default)}`"
                yield f"`{section}{one.name}`", default, one.metadata["meaning"]

    return table(("setting", "default", "meaning"), rows())


def _written(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else f"{value:_}" if isinstance(value, int) else str(value)


def settings_run() -> str:
    return settings("", config.TrainConfig)


def settings_learner() -> str:
    return settings("learner.", config.LearnerConfig)


# --- rules --------------------------------------------------------------------------------------


EFFECTS = {
    "die_faces": ("the six results of every die", "MP-ALCH-7"),
    "event_attack": ("what events give to the attack is more dice, or added to their total", "MP-EVENT-10"),
    "tower_figures_mark": ("figures in their towers lay markers", "MP-ALARM-4"),
    "base_from_top_card": ("the card displayed last gives the base values of its type", "MP-INQ-9"),
    "pool_refill": ("a recipe that is made is replaced from its deck", "MP-ACT-TRANSMUTE-2"),
    "private_slot": ("the ability `private recipe` works", "MP-ABIL-4"),
    "ask_payment": ("the owner names the store that pays each element", "MP-ACT-TRANSMUTE-3"),
    "new_homunculus_acts": ("when a new homunculus has its first turn", "MP-ALCH-3"),
    "pick_up": ("how loose elements are picked up", "MP-ACT-DROP-2"),
    "free_placement": ("where players who place towers themselves may put them", "MP-SETUP-13"),
    "lost_homunculus": ("where the card of a defeated homunculus goes", "MP-INQ-30"),
    "private_research": ("recipes that a research draws are seen by who drew them only", "MP-ACT-RESEARCH-1"),
    "table_talk": ("before the turns of a day each seat says what it intends", "MP-ALCH-1"),
    "supply": ("how many of each element there are", "MP-SETUP-12"),
    "sight": ("how far each seat sees from its figures", "MP-BASE-SCEN-7"),
    "days": ("how many days the game lasts, at any difficulty", "MP-SETUP-19"),
    "without": ("verbs and kinds of town missions that nobody can use; no inquisitors", "MP-ALCH-4"),
}


def switches() -> str:
    """The rule switches, as the rules are written first."""
    values = {name: ", ".join(f"`{one!r}`" for one in switch.values) for name, switch in SWITCHES.items()}
    values["die_faces"] = f"`{list(v.PRINTED_FACES)}`, any six from 0 to {v.DIE_FACES - 1}"
    values["sight"] = f"as the scenario says, `'all'`, a number from 1 to {MOST_SIGHT}"
    values["days"] = f"those of the difficulty, a number from 1 to {MOST_DAYS}"
    values["without"] = f"`[]`, a list of {', '.join(f'`{one}`' for one in WITHOUT)}"
    values["supply"] = f"`'unlimited'`, a number from 1 to {MOST_SUPPLY}"
    return table(
        ("switch", "values, the usual one first", "what it changes", "see"),
        [(f"`{name}`", values[name], *EFFECTS[name]) for name in NAMES],
    )


def readings() -> str:
    return table(("where", "how it is played"), list(rulebook.rulings()))


def chapters() -> str:
    """How many rules each chapter has."""
    book = rulebook.book()
    titles = list(dict.fromkeys(one.chapter for one in book))

    def rows() -> Iterator[tuple[object, ...]]:
        for title in titles:
            rules = [one for one in book if one.chapter == title]
            begin = ", ".join(f"`{name}`" for name in rulebook.chapters(rules))
            yield begin, title, len(rules)
        yield "", "all", len(book)

    return table(("ids begin with", "chapter", "rules"), rows())


BOOK = ("Introduction", "Setup", "Course of play", "Alarm phase", "Alchemist phase", "Inquisition phase",
        "End of a scenario", "Legend", "ours")  # fmt: skip


def headings() -> str:
    """The ids of each heading of the printed rulebook, in its order."""
    found: dict[str, list[str]] = {}
    for one in rulebook.book():
        found.setdefault(one.source.removesuffix(" (follows)"), []).append(one.id)

    def place(heading: str) -> tuple[int, str, list[int]]:
        chapter = next(number for number, name in enumerate(BOOK) if heading.startswith(name))
        return chapter, re.sub(r"[\d-]+.*", "", heading), [int(number) for number in re.findall(r"\d+", heading)]

    return table(("in the rulebook", "ids"), [(one, ", ".join(found[one])) for one in sorted(found, key=place)])


def rules() -> str:
    """Every rule in a line, with its place in the rulebook and its functions, the primary one first."""

    def rows() -> Iterator[tuple[object, ...]]:
        for one in rulebook.book():
            others = ", ".join(f"`{_where(place)}`" for place in one.also)
            yield one.id, one.line, one.source, f"`{_where(one.primary)}`" if one.primary else one.exempt, others

    return table(("id", "rule", "in the rulebook", "played by", "also in"), rows())


def _where(place: rulebook.Place) -> str:
    path = place.path.removeprefix("mpenv/worlds/materia_prima/")
    return path if place.name == "entries" else f"{path.removesuffix('.py').replace('/', '.')}.{place.name}"


# --- pages --------------------------------------------------------------------------------------


def speed(part: speed_page.Part) -> Callable[[], str]:
    """A table of the committed run of `make bench`."""
    return lambda: table(*part(json.loads(RUN.read_text(encoding="utf-8"))))


MADE: dict[str, Callable[[], str]] = {
    one.__name__: one
    for one in (
        environment,
        encoders,
        blocks,
        errands,
        ids,
        view,
        names,
        forms,
        kinds,
        transcript,
        teammates,
        habits,
        features,
        company_success,
        company_beside,
        company_shares,
        scenarios,
        settings_run,
        settings_learner,
        switches,
        readings,
        chapters,
        headings,
        rules,
    )
}
MADE |= {one.__name__: speed(one) for one in speed_page.PARTS}
MADE |= {f"calibration_{part}": calibration(part) for part in report.LINES}
MADE |= {f"results_{part}": reference(part) for part in docs_results.TABLES}
MADE |= dict(docs_learning.parts(LEARNING))
MADE |= dict(docs_learned_play.parts(docs_learned_play.FIGURES))


MADE["reporting"] = docs_reporting.block


def made(name: str) -> str:
    """A part by its name: a table, or a file in full."""
    if "/" in name:
        language = {".py": "python", ".toml": "toml"}[Path(name).suffix]
        return f"```{language}\n{(HOME / name).read_text(encoding='utf-8')}```"
    return MADE[name]()


def filled(page: str) -> str:
    """A page with its parts made anew."""
    return PART.sub(lambda found: f"{found[1]}{made(found[2])}\n{found[3]}", page)


def main() -> int:
    for path in [HOME / "README.md", *sorted(HERE.glob("*.md"))]:
        page = path.read_text(encoding="utf-8")
        path.write_text(filled(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
