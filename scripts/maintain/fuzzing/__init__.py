"""Fuzzers: files and bytes of strangers, broken at random by a seed, and loaded.

Each module has `attack(seed)`: it returns None when what it broke was refused by an error of ours, or still made sense,
and else a line that says what went wrong. `make fuzz` runs them all under limits of time and memory.
"""
