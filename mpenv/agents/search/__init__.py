"""Search: planners that think ahead in worlds that a view could be of; they know no game but by its `World`."""
