"""Validation of states that come from outside: limits of each field, and the laws of the table."""
