"""Seeds of games and agents: an agent's seed is a one-way hash, which does not reveal the chance of its game.

The chance of a game is a public function of its seed, so whoever knows the seed can compute every die to come. A small
seed can still be found by trying, so games that judge foreign agents draw theirs from a secret.
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
LEARNING_SEED = 4_000_000_000  # of the games on which trained teams are judged


def agent_seed(game_seed: int) -> int:
    """Seed of the agents of a game: a one-way hash of the game's seed."""
    return int.from_bytes(hashlib.blake2b(str(game_seed).encode(), digest_size=6).digest(), "little")


def new_secret() -> bytes:
    """Draw a secret for `Seeds`."""
    return secrets.token_bytes(SECRET_BYTES)


class Seeds(NamedTuple):
    """Seeds of consecutive games: `first`, `first + 1`, ...; with a secret, a keyed hash of those."""

    first: int
    secret: bytes = b""

    def of(self, number: int) -> int:
        """Seed of game `number`, counted from 0."""
        if not self.secret:
            return self.first + number
        words = str(self.first + number).encode()
        return int.from_bytes(hashlib.blake2b(words, key=self.secret, digest_size=8).digest(), "little") >> (
            64 - SEED_BITS
        )


class Player(Protocol):
    """Anything that can take a seat."""

    def reset(self, seat: int, seed: int) -> None: ...


def begin(player: Player, seat: int, game_seed: int) -> None:
    """Begin a game for a player; the only place from which agents get a seed."""
    player.reset(seat, agent_seed(game_seed))
