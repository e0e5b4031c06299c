"""`python -m tests.fuzzing`."""

import sys

from tests.fuzzing.runner import main

if __name__ == "__main__":
    sys.exit(main())
