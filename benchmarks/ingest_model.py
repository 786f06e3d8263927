"""What does it cost to read messages with a model, the model apart? And does what comes back make anything grow?

    .venv/bin/python benchmarks/ingest_model.py [--messages 1000] [--profile]

A server in a process of its own answers at once, over real HTTP, with one fact for every turn that says one. So what is
measured is all the rest: the queue, the prompt, the client, the checks of what came back, anchoring and writing.

    now        messages a second of `ingest`, and calls a message, in batches of 10
    later      milliseconds a message to store and queue, all in one call, and each in a call of its own; then `work`
    recalled   a fact that a memory recalls and an assistant repeats is handed in 50 times; the model always proposes it
    replayed   600 messages are handed in 10 times

Every message has a fact, with a quote and time words; fifty people change their employers, so that there are known
facts to be shown. Nothing is embedded. Exit status 1 if a bar is missed; those of time are for a quiet machine.
"""

import argparse
import contextlib
import cProfile
import json
import multiprocessing
import os
import platform
import pstats
import re
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import tkg
from benchmarks.showing import concluded, workplace
from tkg.extract.llm import Model, ModelExtractor

RESULTS = Path(__file__).resolve().parent / "results" / "ingest_model.json"
PEOPLE, ONE_BY_ONE, RECALLED, REPLAYED, TIMES = 50, 200, 50, 600, 10
MESSAGES_A_SECOND, CALLS_A_MESSAGE, LATER_MS = 100.0, 0.2, 5.0
_BEGINS = datetime(2025, 1, 1, 9, tzinfo=UTC)
_FACT = re.compile(r"(\w+) has worked at (\w+) (since \w+ \d{4})")


class Handler(BaseHTTPRequestHandler):
    """Answers with a fact for every turn that says one, those that are shown as context among them."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        told = str(asked["messages"][-1]["content"])
        turns = [json.loads(line) for line in told.partition("BEGIN\n")[2].partition("\nEND")[0].splitlines()]
        items = [item(turn["turn"], said) for turn in turns if (said := _FACT.search(turn["text"]))]
        message = {"role": "assistant", "content": json.dumps({"items": items})}
        usage = {"prompt_tokens": len(told) // 4, "completion_tokens": 200 * len(items)}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        body = json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def item(turn: int, said: re.Match[str]) -> dict[str, Any]:
    """What a turn says, as the model has to put it."""
    return {
        "turn": turn, "op": "record", "subject": said[1], "subject_type": "person", "predicate": "works_for",
        "object": said[2], "object_type": "organization", "was": None, "statement": f"{said[0]}.", "quotes": [said[0]],
        "start_text": said[3], "end_text": None, "start_guess": None, "end_guess": None, "modality": "asserted",
        "tense": "present", "still_holds": True, "confidence": 0.9, "about": None,
    }  # fmt: skip


def serve(port: Connection) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    port.send(server.server_port)
    server.serve_forever()


@contextmanager
def model() -> Iterator[Model]:
    """A model that answers at once, in a process of its own."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(there,), daemon=True)
    process.start()
    try:
        yield Model("scripted", base_url=f"http://127.0.0.1:{here.recv()}/v1")
    finally:
        process.terminate()
        process.join()


def messages(count: int) -> list[dict[str, Any]]:
    """Conversations of ten turns, two hours apart, each turn with a fact."""
    told = []
    for number in range(count):
        talk, turn = divmod(number, 10)
        at = _BEGINS + timedelta(hours=2 * talk, minutes=turn)
        person = f"Person{number % PEOPLE}"
        since = f"{(_BEGINS + timedelta(days=30 * (number // PEOPLE) - 900)):%B %Y}"
        content = f"{person} has worked at Firm{number} since {since}."
        told.append({"speaker": f"Speaker{talk % 20}", "content": content, "timestamp": at, "id": f"m{number}"})
    return told


def opened(path: Path, model: Model) -> tkg.Graph:
    return tkg.open(path, extractor=ModelExtractor(model), embedder=None)


def now(work: Path, model: Model, count: int, profile: cProfile.Profile | None) -> dict[str, Any]:
    told = messages(count)
    with opened(work / "now.db", model) as graph:
        graph.ingest(messages(1))  # loads what is loaded once: the client, the tables of the time words
        with profile or contextlib.nullcontext():
            began = time.perf_counter()
            done = graph.ingest(told)
            seconds = time.perf_counter() - began
        return {
            "messages": done.messages,
            "seconds": round(seconds, 2),
            "messages_a_second": round(done.messages / seconds, 1),
            "calls": done.spent.calls,
            "calls_a_message": round(done.spent.calls / done.messages, 3),
            "recorded": done.recorded,
            "passed_over": len(done.passed_over),
            "not_extracted": done.waiting + done.failed,
            "verified": graph.verify().ok,
        }


def later(work: Path, model: Model, count: int) -> dict[str, Any]:
    told = messages(count)
    with opened(work / "later.db", model) as graph:
        began = time.perf_counter()
        graph.ingest(told, mode="later")
        together = time.perf_counter() - began
        began = time.perf_counter()
        done = graph.work().ingested
        worked = time.perf_counter() - began
    with opened(work / "one_by_one.db", model) as graph:
        each = [timed(lambda m=message: graph.ingest([m], mode="later")) for message in told[:ONE_BY_ONE]]  # type: ignore[misc]
    return {
        "together_ms": round(together * 1e3 / count, 3),
        "one_by_one_ms": round(statistics.median(each) * 1e3, 3),
        "one_by_one_p95_ms": round(sorted(each)[int(len(each) * 0.95)] * 1e3, 3),
        "work_messages_a_second": round(count / worked, 1),
        "recorded": done.recorded,
        "not_extracted": done.waiting + done.failed,
    }


def timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def recalled(work: Path, model: Model) -> dict[str, Any]:
    """The fact once from a user, then from a memory, with a question after it and the assistant's answer."""
    (first,) = messages(1)
    with opened(work / "recalled.db", model) as graph:
        graph.ingest([first])
        for day in range(1, RECALLED + 1):
            at = first["timestamp"] + timedelta(days=day)
            memory = {"speaker": "memory", "role": "memory", "content": first["content"], "timestamp": at}
            question = {"speaker": first["speaker"], "content": "Where does Person0 work?", "timestamp": at}
            answer = {"speaker": "assistant", "role": "assistant", "content": first["content"], "timestamp": at}
            graph.ingest([memory, question, answer])
        return {"times": RECALLED, "facts": len(graph.timeline()), "claims": len(graph.claims())}


def replayed(work: Path, model: Model) -> dict[str, Any]:
    path, told = work / "replayed.db", messages(REPLAYED)
    sizes, counts = [], []
    for _ in range(TIMES):
        with opened(path, model) as graph:
            graph.ingest(told)
        counts.append(rows(path))
        sizes.append(path.stat().st_size)
    grown = {table: counts[-1][table] - there for table, there in counts[0].items() if counts[-1][table] != there}
    return {"times": TIMES, "messages": REPLAYED, "rows_grown": grown, "bytes_grown": sizes[-1] - sizes[0]}


def rows(path: Path) -> dict[str, int]:
    """How many rows each table has."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: connection.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for name in tables}


def judged(result: dict[str, Any]) -> dict[str, bool]:
    """Which bars are met."""
    at_once, queued = result["now"], result["later"]
    whole = at_once["recorded"], at_once["not_extracted"], at_once["verified"]
    return {
        "messages a second": at_once["messages_a_second"] >= MESSAGES_A_SECOND,
        "calls a message": at_once["calls_a_message"] <= CALLS_A_MESSAGE,
        "every fact, now": whole == (at_once["messages"] - 1, 0, True),
        "every fact, later": (queued["recorded"], queued["not_extracted"]) == (at_once["messages"], 0),
        "later, together": queued["together_ms"] < LATER_MS,
        "later, one by one": queued["one_by_one_ms"] < LATER_MS,
        "recalled, one fact": (result["recalled"]["facts"], result["recalled"]["claims"]) == (1, 1),
        "replayed, no growth": not result["replayed"]["rows_grown"] and result["replayed"]["bytes_grown"] == 0,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--messages", type=int, default=1_000, help="messages of `now` and `later` (default 1,000)")
    parser.add_argument("--profile", action="store_true", help="profile `now`, and print what takes its time")
    arguments = parser.parse_args()
    profile = cProfile.Profile() if arguments.profile else None
    with workplace(None) as work, model() as asked:
        result: dict[str, Any] = {
            "now": now(work, asked, arguments.messages, profile),
            "later": later(work, asked, arguments.messages),
            "recalled": recalled(work, asked),
            "replayed": replayed(work, asked),
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            "cpus": os.cpu_count(),
        }
    if profile is not None:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
    met = judged(result)
    return concluded({**result, "met": met, "ok": all(met.values())}, RESULTS)


if __name__ == "__main__":
    raise SystemExit(main())
