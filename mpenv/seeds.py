"""Seeds of games and seeds of agents: an agent draws from a number that does not lead to the chance of its game.

The chance of a game is a public function of its seed, so whoever knows the seed knows every die to come. Agents get a
one-way hash of it. A small seed can still be found by trying, so games that judge strangers draw theirs from a secret.
"""

import hashlib
import secrets
from typing import NamedTuple, Protocol

SECRET_BYTES = 16
SEED_BITS = 63


def agent_seed(game_seed: int) -> int:
    """Return what the agents of a game draw from; the same for the same game, and no way back."""
    return int.from_bytes(hashlib.blake2b(str(game_seed).encode(), digest_size=6).digest(), "little")


def new_secret() -> bytes:
    """Draw a secret for `Seeds`."""
    return secrets.token_bytes(SECRET_BYTES)


class Seeds(NamedTuple):
    """The seeds of a row of games: `first`, `first + 1`, ...; with a secret each is a keyed hash of that number."""

    first: int
    secret: bytes = b""

    def of(self, number: int) -> int:
        """Return the seed of game `number`, counted from 0."""
        if not self.secret:
            return self.first + number
        words = str(self.first + number).encode()
        return int.from_bytes(hashlib.blake2b(words, key=self.secret, digest_size=8).digest(), "little") >> (
            64 - SEED_BITS
        )


class Player(Protocol):
    """Somebody who sits on a seat."""

    def reset(self, seat: int, seed: int) -> None: ...


def begin(player: Player, seat: int, game_seed: int) -> None:
    """Tell a player that a game begins; the one place from which agents get a seed."""
    player.reset(seat, agent_seed(game_seed))
