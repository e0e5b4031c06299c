"""Errands as actions: at its turn a seat chooses what to go for, and the steps play themselves."""
