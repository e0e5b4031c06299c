"""One file for each action: why it may not be done, and doing it."""
