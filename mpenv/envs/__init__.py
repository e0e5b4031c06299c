"""Environments: the same games through the interfaces that learners know."""
