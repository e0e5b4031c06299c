"""Learners of other libraries, each fed with recorded games to see whether rewards reach the right decisions."""
