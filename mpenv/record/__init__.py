"""Recorded games: replays of single games, and datasets of decisions."""
