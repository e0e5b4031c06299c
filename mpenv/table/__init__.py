"""The table where people and agents play together."""
