"""Trained agents: the learner (`ppo`), its settings (`config`), training runs and their folders, trained policies."""
