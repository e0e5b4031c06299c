"""Position files: any situation in the words of the game, as TOML. Also called the FEN of this game.

Reading is generous: what is left out takes its usual value (the standard board and towers, every
alchemist at home, all other cards in their decks), so that a rule can be shown in a few lines.
Writing is complete, and the round trip is exact.
"""
