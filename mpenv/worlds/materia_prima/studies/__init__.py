"""Studies of this world: how hard it is, how teams play it, endings that are solved."""
