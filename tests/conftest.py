"""Test processes run side by side: threads that wait for one another leave the cores to the rest."""

import os

# Read when torch is loaded. Networks are small here: on a busy machine two threads that spin took ten times what one
# takes.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("OMP_NUM_THREADS", "1")
