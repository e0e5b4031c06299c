"""Agents in their own processes: isolated Python agents, and programs in any language."""
