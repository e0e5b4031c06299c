"""Test processes run side by side: threads that wait for one another leave the cores to the rest."""

import os

# Read when torch is loaded: its networks are small here, and threads that spin take ten times what one thread takes.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("OMP_NUM_THREADS", "1")
