"""Where people sit: games and replays in the terminal."""
