"""The rulebook: each rule with its line, its place in the book, the functions that play it, the tests that prove it."""

from mpenv.worlds.materia_prima.rulebook.contents import Place, Rule, book, chapters, chosen, rulings
from mpenv.worlds.materia_prima.rulebook.search import Hits, find
from mpenv.worlds.materia_prima.rulebook.text import dump, page

__all__ = ["Hits", "Place", "Rule", "book", "chapters", "chosen", "dump", "find", "page", "rulings"]
