"""`python scripts/train.py configs/train/quickstart.toml` is `mpenv train configs/train/quickstart.toml`."""

import sys

from mpenv.cli import main

if __name__ == "__main__":
    sys.exit(main(["train", *sys.argv[1:]]))
