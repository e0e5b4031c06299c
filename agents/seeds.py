"""Seeds for agents: drawn from the game's, which can not be read back from them."""

import hashlib


def agent_seed(seed: int) -> int:
    """The seed that agents get in the game of this seed: a one-way hash of it."""
    return int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=6).digest(), "little")
