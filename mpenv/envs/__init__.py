"""Adapters: environments of other libraries, over the games of any world."""
