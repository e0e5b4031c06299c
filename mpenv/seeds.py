"""Seeds of games and seeds of agents: an agent draws from a number that does not lead to the chance of its game.

The chance of a game is a public function of its seed, so whoever knows the seed knows every die to come. Agents get a
one-way hash of it. A small seed can still be found by trying, so games that judge strangers draw theirs from a secret.
"""

import hashlib
import secrets
from typing import NamedTuple, Protocol

SECRET_BYTES = 16
SEED_BITS = 63

# The first seeds of rows of games, far from each other. Training uses others, so nothing is tuned on these games.
EVALUATION_SEED = 1_000_000
TEAMMATE_STUDY_SEED = 2_000_000
CALIBRATION_SEED = 5_000_000
PACK_STATS_SEED = 1


def agent_seed(game_seed: int) -> int:
    """Return the seed of the agents of a game: a one-way hash of the game's."""
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
    """A player of one seat, as far as a game begins with it."""

    def reset(self, seat: int, seed: int) -> None: ...


def begin(player: Player, seat: int, game_seed: int) -> None:
    """Begin a game for a player; the one place from which agents get a seed."""
    player.reset(seat, agent_seed(game_seed))
