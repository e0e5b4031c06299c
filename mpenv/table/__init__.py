"""Games and replays in the terminal, for people."""
