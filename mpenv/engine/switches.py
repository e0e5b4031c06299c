"""Switches of this process: numba, or None where `NUMBA_DISABLE_JIT=1` plays the rules as plain Python."""

import importlib
import os
from typing import Any

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
BOUNDSCHECK = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
numba: Any = None if PLAIN else importlib.import_module("numba")
