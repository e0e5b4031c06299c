"""Fuzzers: each breaks one file by a seed and loads it; `attack(seed)` says what went wrong, or None."""
