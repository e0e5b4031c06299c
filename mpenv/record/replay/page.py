"""A game as one web page that stands for itself: the picture, a slider over all plies, and the log in words.

The pictures are kept as pieces: each piece that ever appears once, and for every ply which pieces changed.
"""

import base64
import hashlib
import html
import json
from importlib import resources
from pathlib import Path

from mpenv.language import spoken
from mpenv.record.phrases import phrase
from mpenv.record.replay.reading import clean
from mpenv.record.replay.story import Story
from mpenv.terms import Terms
from mpenv.world import Game, Outcome

PLAIN = ("start", "back", "toggle", "play", "pause", "next", "end", "which", "decision", "of")  # phrases of the page
OF_ROUND = ("day_back", "day_on")


class GamePage:
    """Collects the pictures of a game: made at its start, then `add` after every action."""

    def __init__(self, game: Game, terms: Terms) -> None:
        self.game, self.day, self.terms = game, game.day, terms
        self._frame, self._opening = game.frame("auto"), game.opening()
        self._markup: dict[str, int] = {}
        self._shown: dict[str, int] = {}
        self._plies: list[list[int]] = []
        begin = f'<a href="#ply=0">{_safe(phrase("page.begins"))}</a>{_list(game.happened())}'
        self._log = [f'<li data-ply="0">{begin}</li>']
        self._days = {game.day: 0}
        self._record_changes()

    def add(self, words: str) -> None:
        """Add an action that was just played, in these words."""
        self._record_changes()
        ply, happened = len(self._plies) - 1, self.game.happened()
        dawn = len(happened)
        if self.game.day != self.day:
            self.day = self.game.day
            self._days[self.day] = ply
            dawn = next((k for k, line in enumerate(happened) if self.terms.begun(line) == self.day), dawn)
        self._log.append(f'<li data-ply="{ply}"><a href="#ply={ply}">{_safe(words)}</a>{_list(happened[:dawn])}</li>')
        if self._days.get(self.day) == ply:
            begins = _safe(phrase("page.day", round=self.terms.said.round.capitalize(), day=self.day))
            self._log.append(f'<li class="day">{begins}{_list(happened[dawn + 1 :])}</li>')

    def _record_changes(self) -> None:
        """Record which parts of the picture changed."""
        changes = list[int]()
        for key, markup in self.game.pieces():
            drawn = self._markup.setdefault(markup, len(self._markup))
            if self._shown.get(key) != drawn:
                place = list(self._shown).index(key) if key in self._shown else len(self._shown)
                self._shown[key] = drawn
                changes += [place, drawn]
        self._plies.append(changes)

    def page(self, title: str, lines: list[str], parted: str = "") -> str:
        """The web page; `lines` stand under the title, `parted` says why a replay ends early."""
        data = {"keys": len(self._shown), "plies": self._plies, "days": list(self._days.items())}
        template = (resources.files("mpenv.record") / "page.html").read_text(encoding="utf-8")
        outcome, word = self.game.verdict(), self.terms.said.round
        filled = {
            **{f"say {key}": _safe(phrase(f"page.{key}")) for key in PLAIN},
            **{f"say {key}": _safe(phrase(f"page.{key}", round=word)) for key in OF_ROUND},
            "language": spoken(),
            "story": _opening(self._opening),
            "script": _hash(template),
            "title": _safe(title),
            "about": "".join(f"<p>{_safe(line)}</p>" for line in lines),
            "parted": f'<p class="parted">{_safe(parted)}</p>' if parted else "",
            "outcome": "" if outcome is None else _outcome(outcome, self.terms),
            "round": _safe(word),
            "picture": self._frame + "".join("<g></g>" for _ in self._shown) + "</svg>",
            "log": "\n".join([*self._log, *(f'<li class="told">{_safe(one)}</li>' for one in self.game.closing())]),
            "last": str(len(self._plies) - 1),
            "pieces": "\n".join(f"<g>{markup}</g>" for markup in self._markup),
            "data": json.dumps(data, separators=(",", ":")),  # numbers only, so nothing to escape
        }
        for name, text in filled.items():
            template = template.replace(f"<!--{name}-->", text)
        return template


def _hash(template: str) -> str:
    """Hash of the only script that a browser may run in the page."""
    script = template.partition("<script>")[2].partition("</script>")[0]
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _safe(words: str) -> str:
    return html.escape(words, quote=True)


def _list(events: list[str]) -> str:
    """Events of a step as a list: dice, cards and their effects."""
    lines = "".join(f"<li>{_safe(words)}</li>" for words in events)
    return f"<ul>{lines}</ul>" if lines else ""


def _outcome(outcome: Outcome, terms: Terms) -> str:
    kind = "success" if outcome.success else "other"
    how = phrase("page.outcome", round=terms.said.round, day=outcome.day, why="; ".join(outcome.reasons))
    return f'<p id="outcome" class="{kind}"><b>{_safe(outcome.listed)}</b> {_safe(how)}</p>'


def _opening(paragraphs: list[str]) -> str:
    """The story before the game, folded in, of a world that tells one."""
    told = "".join(f"<p>{_safe(paragraph)}</p>" for paragraph in paragraphs)
    return f'<details class="story"><summary>{_safe(phrase("page.story"))}</summary>{told}</details>' if told else ""


def page(story: Story, lines: list[str]) -> str:
    """A replay as a web page, as far as it can be played again."""
    game = story.at(0)
    built = GamePage(game, story.world.terms)
    for entry in story.log:
        game.apply(entry.action)
        built.add(entry.words)
    return built.page(clean(Path(story.replay.name).name), lines, str(story.parted) if story.parted else "")
