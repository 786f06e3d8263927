"""What a peer is asked to do, and the loop in which its process does it.

A peer runs in its own virtual environment, so in a process of its own. Requests come as lines of JSON on stdin, one at
a time, answers go out on stdout; times are taken here, around the calls alone. `Side` is what each side implements;
ours, which runs in the process of the benchmark, has the same methods.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from benchmarks.peers.data import HALVES, Fact, half, read

Question = list[Any]
Triples = list[list[str]]


class Side(Protocol):
    """A product, open on a file of its own in a directory."""

    @property
    def packages(self) -> tuple[str, ...]:
        """Those whose versions are told."""

    def prepare(self, listed: list[Fact], which: int) -> None:
        """Bring one half of the facts into the form in which the product takes in many: a file, or nothing."""

    def load(self, listed: list[Fact], which: int) -> None:
        """Take in that half as fast as the product can, at a recorded time of its own."""

    def loaded(self) -> None:
        """All is in: what the product wants done after a bulk load."""

    def add(self, fact: Fact) -> None:
        """Write a single fact, committed when this returns."""

    def ask_all(self, what: str, listed: list[Question]) -> tuple[list[float], list[Any]]:
        """Questions one after the other: the seconds that each took, and the answers as the product gives them."""

    def triples(self, what: str, question: Question, answer: Any) -> Triples:
        """An answer as (subject, predicate, object), to be compared."""

    def size_bytes(self) -> int:
        """All files of the store."""

    def close(self) -> None:
        """Close the store."""


def one_by_one(ask: Callable[[Any], Any], listed: list[Any]) -> tuple[list[float], list[Any]]:
    """Each question timed by itself."""
    seconds, answers = [], []
    for question in listed:
        began = time.perf_counter()
        answer = ask(question)
        seconds.append(time.perf_counter() - began)
        answers.append(answer)
    return seconds, answers


def answered(side: Side, request: dict[str, Any]) -> dict[str, Any]:
    """What a request asks for."""
    kind = request["do"]
    if kind == "versions":
        return {name: version(name) for name in side.packages}
    if kind == "load":
        return _load(side, read(Path(request["facts"])))
    if kind == "add":
        return {"seconds": one_by_one(side.add, [Fact(*row) for row in request["facts"]])[0]}
    if kind == "ask":
        return _ask(side, request["what"], request["questions"], told=request["told"])
    if kind == "size":
        return {"bytes": side.size_bytes()}
    raise ValueError(f"no such request: {kind}")


def _load(side: Side, listed: list[Fact]) -> dict[str, float]:
    seconds = 0.0
    for which in HALVES:
        side.prepare(half(listed, which), which)
        began = time.perf_counter()
        side.load(half(listed, which), which)
        seconds += time.perf_counter() - began
        # The moment between the halves, which a question can be asked as of, has to be one on any clock.
        time.sleep(0.01)
    side.loaded()
    return {"seconds": seconds}


def _ask(side: Side, what: str, listed: list[Question], *, told: bool) -> dict[str, Any]:
    """With the answers if they are to be `told`."""
    seconds, answers = side.ask_all(what, listed)
    shown = [sorted(side.triples(what, *pair)) for pair in zip(listed, answers, strict=True)] if told else []
    return {"seconds": seconds, "answers": shown}


def serve(side: Side) -> None:
    """Answer requests until stdin ends. What the product prints goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answered(side, json.loads(line))), file=answers, flush=True)
    side.close()


def directory_bytes(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
