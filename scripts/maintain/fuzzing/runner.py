"""Run every fuzzer for many seeds, in processes of their own, and go on where the last run stopped.

A process that dies, an attack that takes over half a second of processor time, and one that makes the process 200 MB
larger are faults as well; each is reported with its seed.
"""

import argparse
import importlib
import json
import multiprocessing
import os
import resource
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from mpenv import files

FUZZERS = ("snapshots", "datasets", "checkpoints", "texts")
CHUNK = 500
WARM = 40  # attacks that may take their time: rules load, originals are made
SECONDS, MEGABYTES = 0.5, 200
SAID_EVERY = 30.0  # seconds
Attack = Callable[[int], str | None]
Job = tuple[str, int, int]  # a fuzzer, its first seed, how many


def attack_of(name: str) -> Attack:
    found: Attack = importlib.import_module(f"scripts.maintain.fuzzing.{name}").attack
    return found


def serve(pipe: Connection) -> None:
    """Do one chunk after another; the seed is sent before each attack, so that a death can be told."""
    warmed = set[str]()
    while (job := pipe.recv()) is not None:
        name, first, count = job
        attack = attack_of(name)
        if name not in warmed:
            for seed in range(WARM):
                pipe.send(("at", name, seed))
                attack(seed)
            warmed.add(name)
        for seed in range(first, first + count):
            pipe.send(("at", name, seed))
            for fault in measured(attack, seed):
                pipe.send(("fault", name, f"{seed}: {fault}"))
        pipe.send(("done", name, first))


def measured(attack: Attack, seed: int) -> list[str]:
    """What goes wrong in one attack, time and memory included.

    A fault is attacked once more: an attack is the same each time, but on a busy machine the time of a process is not.
    """
    faults = _measured(attack, seed)
    return faults and _measured(attack, seed)


def _measured(attack: Attack, seed: int) -> list[str]:
    start, before = time.process_time(), peak()
    try:
        said = attack(seed)
    except Exception as fault:
        said = f"{type(fault).__name__}: {fault}"[:300]
    faults = [said] if said else []
    if (took := time.process_time() - start) > SECONDS:
        faults.append(f"took {took:.2f} s of processor time")
    if (grew := (peak() - before) >> 10) > MEGABYTES:
        faults.append(f"took {grew} MB")
    return faults


def peak() -> int:
    """The most memory this process ever held, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Worker:
    """A process that attacks, and what it is at."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Job | None = None
        self.at = ""

    def give(self, job: Job | None) -> None:
        self.job = job
        self.pipe.send(job)


def run(jobs: list[Job], workers: int, heard: Callable[[str, str, Any], None]) -> None:
    """Hand out the jobs; a worker that dies is replaced, and its seed told."""
    jobs = jobs[::-1]
    busy = [Worker() for _ in range(min(workers, len(jobs)))]
    for one in busy:
        one.give(jobs.pop())
    while busy:
        for pipe in wait([one.pipe for one in busy]):
            worker = next(one for one in busy if one.pipe is pipe)
            try:
                kind, name, said = worker.pipe.recv()
            except (EOFError, OSError):
                worker.process.join()
                if worker.job is None or not worker.at:
                    raise RuntimeError(
                        f"a fuzzer died before it began, with exit code {worker.process.exitcode}"
                    ) from None
                name, first, count = worker.job
                heard("fault", name, f"{worker.at}: the process died with exit code {worker.process.exitcode}")
                after = max(first, int(worker.at) + 1)
                busy.remove(worker)
                fresh = Worker()
                busy.append(fresh)
                fresh.give((name, after, first + count - after))
                continue
            if kind == "at":
                worker.at = str(said)
                continue
            heard(kind, name, said)
            if kind == "done":
                if jobs:
                    worker.give(jobs.pop())
                else:
                    worker.give(None)
                    worker.process.join()
                    busy.remove(worker)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="attacks of all fuzzers together")
    parser.add_argument("--only", choices=FUZZERS, action="append", help="these fuzzers, all when left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--state", type=Path, default=Path("runs/fuzzing.json"), help="where it goes on from")
    given = parser.parse_args()
    names = given.only or list(FUZZERS)
    done: dict[str, Any] = {"done": [], "faults": []}
    if given.state.is_file():
        done = json.loads(given.state.read_text())
    each = -(-given.count // len(names))
    jobs = [(name, first, min(CHUNK, each - first)) for first in range(0, each, CHUNK) for name in names]
    jobs = [(name, first, count) for name, first, count in jobs if f"{name} {first} {count}" not in done["done"]]
    counts = {(name, first): count for name, first, count in jobs}
    start, said, total = time.perf_counter(), time.perf_counter(), 0
    given.state.parent.mkdir(parents=True, exist_ok=True)

    def heard(kind: str, name: str, words: Any) -> None:
        nonlocal said, total
        if kind == "fault":
            done["faults"].append(f"{name} {words}")
            print(f"FAULT  {name} {words}", flush=True)
            return
        last = max(first for one, first in counts if one == name and first <= int(words))
        done["done"].append(f"{name} {last} {counts[name, last]}")
        total += counts[name, last]
        files.write(given.state, json.dumps(done))
        if time.perf_counter() - said > SAID_EVERY:
            said = time.perf_counter()
            print(f"{total:,} attacks in {said - start:.0f} s, {len(done['faults'])} faults", flush=True)

    run(jobs, given.jobs, heard)
    for fault in done["faults"]:
        print(f"WRONG  {fault}")
    print(
        f"{total:,} attacks by {', '.join(names)} in {time.perf_counter() - start:.0f} s, {len(done['faults'])} faults"
    )
    return 1 if done["faults"] else 0
