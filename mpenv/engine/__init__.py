"""Compiles the rules of worlds, and loops over their games; it knows no world and no learning library."""
