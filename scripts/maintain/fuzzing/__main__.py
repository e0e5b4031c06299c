"""`python -m scripts.maintain.fuzzing`."""

import sys

from scripts.maintain.fuzzing.runner import main

if __name__ == "__main__":
    sys.exit(main())
