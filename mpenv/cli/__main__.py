"""`python -m mpenv.cli`."""

import sys

from mpenv.cli import main

sys.exit(main())
