"""Position files: any situation in the words of the game, as TOML. Also called the FEN of this game.

Reading is generous: what is left out takes its usual value (the standard board and towers, every
alchemist at home, all other cards in their decks), so that a rule can be shown in a few lines.
A turn that is asked, alone and without `actions` or `extra` of any figure, has just begun.
Writing is complete, and the round trip is exact.
"""
