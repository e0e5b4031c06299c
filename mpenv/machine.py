"""The machine that a measurement was made on."""

import platform
import re
from pathlib import Path


def processor() -> str:
    """Return the name of the processor, where the system has it."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"^model name\s*: (.+)$", info.read_text(), re.MULTILINE) if info.exists() else []
    return names[0] if names else platform.processor()
