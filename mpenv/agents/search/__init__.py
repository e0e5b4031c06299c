"""Search: planners over worlds sampled from a view; any game works that comes as a `World`."""
