"""Games of others, each in a process of its own. Each is a different game: a ratio says what a decision costs."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from mpenv.bench.interleave import Side
from mpenv.bench.peers.process import Process

Say = Callable[[str], None]

HERE = Path(__file__).parent
ENVIRONMENTS = Path("build/peers")  # of a checkout: those of peers whose versions are not ours
INSTALL = "pip install 'mpenv[bench]', or make bench"


class Peer(NamedTuple):
    """A library with games, and the file that plays them."""

    words: str
    script: Path
    install: str = INSTALL

    @property
    def python(self) -> Path:
        """Of its own environment where it has one, else the one that runs here."""
        own = ENVIRONMENTS / self.script.stem / "bin" / "python"
        return own.absolute() if own.exists() else Path(sys.executable)


def _apart(words: str, name: str) -> Peer:
    """A peer that `make bench` installs into an environment of its own."""
    return Peer(words, HERE / f"{name}.py", f"make bench installs it into {ENVIRONMENTS / name}")


PEERS = (
    Peer("OpenSpiel", HERE / "openspiel.py"),
    Peer("PettingZoo", HERE / "pettingzoo.py"),
    _apart("catanatron", "catanatron"),
    _apart("JaxMARL", "jaxmarl"),
    _apart("Pgx", "pgx"),
)


class Playing(NamedTuple):
    """The peers that are there: their sides by name, and the versions of what they are made of, by peer."""

    sides: dict[str, Side]
    versions: dict[str, dict[str, str]]


@contextmanager
def playing(say: Say, peers: Sequence[Peer] = PEERS) -> Iterator[Playing]:
    """Start all that are installed and end them afterwards; of what is missing one line says how to get it."""
    found = Playing({}, {})
    with ExitStack() as ends:
        started = [(peer, ends.enter_context(Process(peer.words, peer.python, peer.script))) for peer in peers]
        for peer, process in started:  # they import at the same time
            hello = process.hello()
            if hello.missing:
                say(f"{peer.words}: not all is measured, {', '.join(hello.missing)} is missing: {peer.install}")
            if hello.games:
                found.sides.update({game: process.side(game) for game in hello.games})
                found.versions[peer.words] = hello.versions
        yield found
