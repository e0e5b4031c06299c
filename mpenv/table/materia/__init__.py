"""Tables at which one world is played."""
