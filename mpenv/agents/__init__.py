"""Agents: who can sit at a table, and by which code they are called."""

from mpenv.agents.errors import AgentFault
from mpenv.agents.protocol import Agent
from mpenv.agents.registry import known, make

__all__ = ["Agent", "AgentFault", "known", "make"]
