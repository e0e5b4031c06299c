"""Measuring: how fast the engine is, how well agents play."""
