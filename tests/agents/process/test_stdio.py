"""Agents in other processes: what they say is checked, what they take is bounded, and none is left behind."""

import copy
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mpenv.agents import Agent, AgentFault, make
from mpenv.agents.process.channel import LONGEST, Limits, resident
from mpenv.world import View
from mpenv.worlds.materia_prima import Game

BEGIN = """
import json, os, sys, time
def say(words): print(words, flush=True)
def asked():
    while True:
        said = json.loads(sys.stdin.readline())
        if said["kind"] == "act": return said
sys.stdin.readline()
say('{"protocol": 1, "wants": []}')
"""
HASTE = Limits(seconds=0.7, start=5)


@pytest.fixture(scope="module")
def view() -> View:
    game = Game(seed=1)
    assert game.seat is not None
    return game.view(game.seat)


def written(folder: Path, text: str) -> str:
    (folder / "bot.py").write_text(text)
    return f"stdio:{sys.executable} -S {folder / 'bot.py'}"


def begun_agent(code: str, limits: Limits = HASTE) -> Agent:
    agent = make(code, limits)
    agent.reset(1, 7)
    return agent


def held_in_the_end(agent: object) -> int:
    """The bytes that its group holds; what was killed takes a moment to go."""
    deadline = time.monotonic() + 5
    while (held := resident(group_of(agent))) and time.monotonic() < deadline:
        time.sleep(0.01)
    return held


def group_of(agent: object) -> int:
    return int(agent._channel._process.pid)  # type: ignore[attr-defined]


HOSTILE = [
    ("say('hello')", "nonsense", r"line 2 is not JSON: 'hello'"),
    ("say('[1]')", "nonsense", r"line 2 is not a JSON object: '\[1\]'"),
    ("say('{\"question\": 1, \"action\": NaN}')", "nonsense", "NaN is not a JSON number"),
    ("say('{\"question\": 1, \"action\": -Infinity}')", "nonsense", "-Infinity is not a JSON number"),
    ("say('{\"question\": 1, \"action\": ' + '9' * 5000 + '}')", "nonsense", "line 2 is not JSON"),
    ("say('{\"question\": 1, \"action\": ' + '9' * 4000 + '}')", "illegal", r"'?99+ \.\.\. is not one of"),
    ("say('[' * 50000)", "nonsense", "line 2 is not JSON"),
    ("os.write(1, b'\\xff\\xfe\\n')", "nonsense", "line 2 is not JSON"),
    ("say('{\"question\": 1, \"action\": 3.0}')", "nonsense", "its action is 3.0, not a number or a notation"),
    ("say('{\"question\": 1, \"action\": true}')", "nonsense", "its action is True"),
    ("say('{\"question\": 1, \"action\": null}')", "nonsense", "its action is None"),
    ("say('{\"question\": 1}')", "nonsense", "its action is None"),
    ("say('{\"question\": 1, \"action\": 0, \"why\": 7}')", "nonsense", "its `why` is 7, not text"),
    ("say('{\"question\": true, \"action\": 0}')", "nonsense", "it answers question True"),
    ("say('{\"question\": 0, \"action\": 0}')", "nonsense", "it answers question 0 instead of question 1"),
    ("say('{\"loading\": true}')", "nonsense", "it answers question None"),
    ("say('{\"question\": 1, \"action\": 9999}')", "illegal", "9999 is not one of the 7 legal answers"),
    ("say('{\"question\": 1, \"action\": \"fly home\"}')", "illegal", "'fly home' is not one of the 7 legal answers"),
    ("say('{\"question\": 1, \"action\": 0}\\n{\"question\": 2, \"action\": 0}')", "nonsense", "more than one line"),
    ("os.write(1, b'x' * 70000); time.sleep(9)", "nonsense", f"line 2 has more than {LONGEST:,} bytes"),
    ("\nwhile True: os.write(1, b'x' * 4096)", "nonsense", f"line 2 has more than {LONGEST:,} bytes"),
    ("\nwhile True: os.write(2, b'x' * 4096)", "hung", "no answer within 0.7 s; last line of its stderr: xxx"),
    ("time.sleep(99)", "hung", "no answer within 0.7 s"),
    ("os.write(1, b'{\"question\": 1,'); time.sleep(99)", "hung", "no answer within"),
    ("os.write(1, b'{\"question\": 1,')", "left", "it ended with exit code 0 in the middle of line 2"),
    ("print('Oh no', file=sys.stderr); sys.exit(3)", "left", "exit code 3; last line of its stderr: Oh no"),
    ("os.close(1); os.close(2); time.sleep(99)", "left", "it closed its output"),
    ("os.kill(os.getpid(), 11)", "left", "it ended with exit code -11"),
    ("os.fork(); time.sleep(99)", "hung", "no answer within"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "kind", "words"), HOSTILE, ids=[one[0][:40] for one in HOSTILE])
def test_what_cannot_be_an_answer_ends_the_agent_and_is_told(
    body: str, kind: str, words: str, view: View, tmp_path: Path
) -> None:
    agent = begun_agent(written(tmp_path, f"{BEGIN}asked(); {body}"))
    with pytest.raises(AgentFault, match=words) as caught:
        agent.act(view)
    assert (caught.value.kind, caught.value.seat) == (kind, 1)
    assert str(caught.value).startswith(f"agent 'stdio:{sys.executable}")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 800
    assert held_in_the_end(agent) == 0
    with pytest.raises(AgentFault, match="stopped after an earlier fault"):
        agent.act(view)


@pytest.mark.parametrize(
    ("greeting", "words"),
    [
        ("Loading the model ...", "line 1 is not JSON: 'Loading the model ...'"),
        ('{"protocol": 2}', "it uses protocol 2, mpenv uses protocol 1"),
        ('{"protocol": true}', "it uses protocol True"),
        ("{}", "it uses protocol None"),
        ('{"protocol": 1, "wants": "text"}', "its `wants` is not a list of names: 'text'"),
        ('{"protocol": 1, "wants": ["smell"]}', "it wants an unknown encoding: there is no encoder 'smell'"),
    ],
)
def test_a_handshake_that_fails_says_why(greeting: str, words: str, view: View, tmp_path: Path) -> None:
    agent = begun_agent(written(tmp_path, f"import sys, time\nprint({greeting!r}, flush=True)\ntime.sleep(9)"))
    with pytest.raises(AgentFault) as caught:
        agent.act(view)
    assert words in str(caught.value)


def test_a_line_between_two_questions_is_refused(view: View, tmp_path: Path) -> None:
    body = "say(json.dumps({'question': asked()['question'], 'action': 0})); time.sleep(.1); say('one more'); asked()"
    agent = begun_agent(written(tmp_path, BEGIN + body))
    assert agent.act(view) == 0
    time.sleep(0.3)
    with pytest.raises(AgentFault, match="it sent a line before any question: 'one more'"):
        agent.act(view)


def test_an_answer_is_an_id_or_a_notation_and_why_is_kept_as_one_harmless_line(view: View, tmp_path: Path) -> None:
    body = """
for key in ("id", "notation"):
    q = asked(); sys.stderr.write("x" * 300000)
    told = {"question": q["question"], "action": q["legal"][1][key], "why": "red\\x1b[31m\\nand  blue", "new": 1}
    say(json.dumps(told))
"""
    agent = begun_agent(written(tmp_path, BEGIN + body), Limits(seconds=9))
    assert [agent.act(view), agent.act(view)] == [view.legal[1]] * 2
    assert agent.explain() == "red [31m and blue"  # type: ignore[attr-defined]


def test_what_it_wants_is_what_it_gets(view: View, tmp_path: Path) -> None:
    body = """
import json, sys
print(sys.stdin.readline(), file=sys.stderr)
print('{"protocol": 1, "wants": ["text", "mask", "flat", "entities"]}', flush=True)
begin, ask = sys.stdin.readline(), sys.stdin.readline()
open(sys.argv[0] + ".said", "w").write(begin + ask)
print(json.dumps({"question": 1, "action": 0}), flush=True)
"""
    assert begun_agent(written(tmp_path, body), Limits(seconds=9)).act(view) == 0
    begin, ask = map(json.loads, (tmp_path / "bot.py.said").read_text().splitlines())
    assert begin == {"kind": "reset", "seat": 1, "seed": 7, "names": ["yellow", "brown"]}
    assert {name: ask[name] for name in ("kind", "question", "seat", "seconds")} == {
        "kind": "act", "question": 1, "seat": view.seat, "seconds": 9,
    }  # fmt: skip
    told = [{"id": one, "notation": view.words(one), "words": view.meaning(one)} for one in view.legal]
    assert ask["legal"] == told
    assert ask["text"] == view.encode("text")
    assert ask["mask"] == view.mask.tolist()
    assert ask["flat"] == view.encode("flat").tolist()
    assert ask["entities"].keys() == view.encode("entities").keys()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system does not tell how much a process holds")
@pytest.mark.parametrize(
    "body",
    [
        "m = [bytearray(1 << 20) for _ in range(400)]; time.sleep(9)",
        "os.fork(); os.fork(); m = [bytearray(1 << 20) for _ in range(80)]; time.sleep(9)",
    ],
)
def test_too_much_memory_of_it_and_its_children_ends_them_all(body: str, view: View, tmp_path: Path) -> None:
    agent = begun_agent(written(tmp_path, f"{BEGIN}asked(); {body}"), Limits(seconds=9, memory=200))
    with pytest.raises(AgentFault, match="the limit is 200 MB") as caught:
        agent.act(view)
    assert caught.value.kind == "memory"
    assert held_in_the_end(agent) == 0


STUBBORN = "import os, signal, time; signal.signal(15, signal.SIG_IGN); os.fork(); time.sleep(99)"  # hears no end
PARENT = """
import sys, time
from mpenv.agents import make
agent = make(sys.argv[1]); agent.reset(0, 0)
print(agent._channel._process.pid, flush=True)
time.sleep(float(sys.argv[2]))
"""


@pytest.mark.parametrize(("seconds", "hard"), [(0, False), (99, True)], ids=["it ends", "it is killed hard"])
def test_no_agent_outlives_who_started_it(seconds: int, hard: bool, tmp_path: Path) -> None:
    words = [sys.executable, "-c", PARENT, written(tmp_path, STUBBORN), str(seconds)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        group = int(parent.stdout.readline())
        if hard:
            assert alive(group)
            parent.send_signal(signal.SIGKILL)
    assert gone(group)


def gone(group: int) -> bool:
    """Is nobody left of it, soon?"""
    deadline = time.monotonic() + 5
    while alive(group) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not alive(group)


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_agent_ends_when_nobody_holds_it_any_more(view: View, tmp_path: Path) -> None:
    agent = begun_agent(written(tmp_path, STUBBORN))
    group = group_of(agent)
    with pytest.raises(TypeError, match="runs in a process of its own and cannot be copied"):
        copy.deepcopy(agent)
    assert alive(group)
    del agent
    assert gone(group)
