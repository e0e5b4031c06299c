"""Agents that learned: the learner, its run folders, and policies that play."""
