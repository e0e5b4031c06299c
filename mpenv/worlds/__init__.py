"""Worlds: one folder each."""
