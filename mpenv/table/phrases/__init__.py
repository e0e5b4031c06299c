"""The phrases of the terminal and the replay viewer, a file for each language."""

from pathlib import Path

from mpenv.language import Phrases

phrase = Phrases(Path(__file__).parent)

__all__ = ["phrase"]
