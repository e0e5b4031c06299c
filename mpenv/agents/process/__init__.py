"""Agents in processes of their own: isolated Python agents, and programs in any language."""
