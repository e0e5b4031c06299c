"""The phrases that pictures, texts, questions and logs of this world are made of, a file for each language."""

from pathlib import Path

from mpenv.language import Phrases

phrase = Phrases(Path(__file__).parent)

__all__ = ["phrase"]
