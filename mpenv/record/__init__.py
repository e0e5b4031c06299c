"""Records of games: replays that play themselves again."""
