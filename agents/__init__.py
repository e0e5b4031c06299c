"""Agents that play: who they are, how they are found, and the ones that come along."""
