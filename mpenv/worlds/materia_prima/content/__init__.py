"""The printed game as data: packs, their loader, and the tables the rules read."""
