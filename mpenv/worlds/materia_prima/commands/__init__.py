"""The verbs that this world brings to the command line."""
