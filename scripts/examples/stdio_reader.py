"""Where a language model would sit: `mpenv play --explain --seats "expert,stdio:python stdio_reader.py"`."""

import json
import sys

LIKED = ("make", "transmute", "deliver", "fight", "mine", "research", "put", "move")


def complete(prompt, answers):
    """What a model would be asked: the text of the table, with the answers at its end. This one looks for words."""
    mine = prompt.split("you are ")[1].split("\n")[0]
    carries = next(line for line in prompt.split("\n") if line.startswith(f"{mine}: at ")).split("; ")[1]
    for word in LIKED:
        found = [one for one in answers if f" {word}" in f" {one['notation']} {one['words']}"]
        if found:
            best = max(found, key=lambda one: ("mine of" in one["words"], -one["id"]))
            return best["notation"], f"{mine} {carries}, and {best['words']}"
    return answers[0]["notation"], "nothing else comes to mind"


for line in sys.stdin:
    said = json.loads(line)
    if said["kind"] == "hello":
        print(json.dumps({"protocol": 1, "name": "reader", "wants": ["text"]}), flush=True)
    elif said["kind"] == "act":
        action, why = complete(said["text"], said["legal"])
        print(json.dumps({"question": said["question"], "action": action, "why": why}), flush=True)
