"""The phrases of campaigns: the page of a chronicle and the evening at the table, a file for each language."""

from pathlib import Path

from mpenv.language import Phrases

phrase = Phrases(Path(__file__).parent)

__all__ = ["phrase"]
