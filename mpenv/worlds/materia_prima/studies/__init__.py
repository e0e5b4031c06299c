"""Studies of this world: difficulty, play statistics, solved endings."""
