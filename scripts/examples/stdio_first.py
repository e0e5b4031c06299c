"""An agent that knows nothing of mpenv: `mpenv evaluate "stdio:python scripts/examples/stdio_first.py"`."""

import json
import random
import sys


def answer(question, rng):
    """The first answer that does something, and why."""
    busy = [one for one in question["legal"] if "end" not in one["notation"].split()]
    chosen = rng.choice(busy or question["legal"])
    return {"question": question["question"], "action": chosen["id"], "why": chosen["words"]}


def say(words):
    print(json.dumps(words), flush=True)  # a line that stays in a buffer is never read


rng = random.Random(0)
for line in sys.stdin:  # ends when nobody asks any more
    said = json.loads(line)
    if said["kind"] == "hello":
        say({"protocol": 1, "name": "first", "wants": []})
    elif said["kind"] == "reset":  # wants no answer
        rng = random.Random(f"{said['seed']} {said['seat']}")
        print(f"playing {said['names'][said['seat']]}", file=sys.stderr)  # stdout is for answers only
    elif said["kind"] == "act":
        say(answer(said, rng))
