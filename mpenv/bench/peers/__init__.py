"""Games of other libraries, each library in a process of its own.

They are different games: a ratio compares the cost of a decision.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from mpenv.bench.interleave import Side
from mpenv.bench.peers.process import Process

Say = Callable[[str], None]

HERE = Path(__file__).parent
ENVIRONMENTS = Path("build/peers")  # in a checkout: virtual environments of peers with other dependencies
INSTALL = "pip install 'mpenv[bench]', or make bench"


class Peer(NamedTuple):
    """A library with games, and the script that plays them."""

    words: str
    script: Path
    install: str = INSTALL

    @property
    def python(self) -> Path:
        """Return the Python of its virtual environment where it has one, else ours."""
        own = ENVIRONMENTS / self.script.stem / "bin" / "python"
        return own.absolute() if own.exists() else Path(sys.executable)


def _in_own_environment(words: str, name: str) -> Peer:
    """Return a peer that `make bench` installs into a virtual environment of its own."""
    return Peer(words, HERE / f"{name}.py", f"make bench installs it into {ENVIRONMENTS / name}")


PEERS = (
    Peer("OpenSpiel", HERE / "openspiel.py"),
    Peer("PettingZoo", HERE / "pettingzoo.py"),
    _in_own_environment("catanatron", "catanatron"),
    _in_own_environment("JaxMARL", "jaxmarl"),
    _in_own_environment("Pgx", "pgx"),
)


class Playing(NamedTuple):
    """The installed peers: sides by name, and versions of packages by peer."""

    sides: dict[str, Side]
    versions: dict[str, dict[str, str]]


@contextmanager
def playing(say: Say, peers: Sequence[Peer] = PEERS) -> Iterator[Playing]:
    """Start all installed peers and end them afterwards; name what is missing and how to install it."""
    found = Playing({}, {})
    with ExitStack() as ends:
        started = [(peer, ends.enter_context(Process(peer.words, peer.python, peer.script))) for peer in peers]
        for peer, process in started:  # they import at the same time
            hello = process.hello()
            if hello.missing:
                say(f"{peer.words}: not every game is measured, {', '.join(hello.missing)} is missing: {peer.install}")
            if hello.games:
                found.sides.update({game: process.side(game) for game in hello.games})
                found.versions[peer.words] = hello.versions
        yield found
