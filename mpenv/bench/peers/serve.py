"""Measure the games of one peer on request: `python -P serve.py PEER.py`, one line of JSON in, one line out.

It runs in environments without mpenv, and imports nothing but the peer.
"""

import json
import os
import runpy
import sys
from importlib import metadata


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # one core, as for our sides with one thread
    # Prints of a library go to stderr, so that stdout holds nothing but answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(**words: object) -> None:
        print(json.dumps(words), file=answers, flush=True)

    peer = runpy.run_path(sys.argv[1])
    games, missing = {}, []
    for name, make in peer["GAMES"].items():
        try:
            games[name] = make()
        except ImportError as fault:
            missing.append(fault.name or str(fault))
    packages = {one.metadata["Name"].lower().replace("-", "_"): one.version for one in metadata.distributions()}
    answer(
        games=list(games),
        missing=sorted(set(missing)),
        versions={one: packages[one] for one in peer["PACKAGES"] if one in packages},
    )
    for line in sys.stdin:
        request = json.loads(line)
        answer(rate=games[request["game"]](request["seconds"]))


if __name__ == "__main__":
    main()
