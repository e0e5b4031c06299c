"""Speed of the engine and of its peers, in one run."""
