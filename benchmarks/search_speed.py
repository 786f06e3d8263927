"""How long does a search take, and how long one more fact, as a file grows?

    .venv/bin/python benchmarks/search_speed.py [--facts 20000 100000] [--graphiti PYTHON] [--work DIR] [--json]

A tenth as many subjects as facts, each with ten employers in a row, so that nine facts of ten are superseded. Asked is
"where does ... work" for subjects at random, once over all of valid time and once as of a day, `k=10`. The embedder is
a made-up one (each word a random vector, a text their sum), so that the time is that of the search alone; what it takes
to embed the question is taken off. Then single facts are recorded, and for each is measured what the next search does
to take it in, the embedding apart. Median and 95th percentile over 200 questions and 100 facts.

With `--graphiti`, a Python that has `graphiti-core[kuzu]`, the same is asked of Graphiti by `--peer` (a script that
prints JSON with `hybrid_edge` and `hybrid_edge_asof`), at 20,000 facts, before and after, in the same run. Exit status
1 if a bar is missed; the bars are for a quiet machine.

`--work` keeps the files for the next run. 1,000,000 facts take 6 GB of memory and about half an hour to build.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import tkg
from benchmarks.showing import concluded, show, workplace
from tkg.embed import Function
from tkg.entry_table import Kind

CHECKOUT = Path(__file__).resolve().parents[1]
RESULTS = CHECKOUT / "benchmarks" / "results" / "search_speed.json"
PEER = CHECKOUT.parent / "shared" / "peers" / "bench_graphiti.py"
DIMENSION, ASKED, ADDED, BATCH = 384, 200, 100, 10_000
AS_OF = "2005-07-01"
BARS_MS = {20_000: 10.0, 100_000: 40.0, 1_000_000: 150.0}
BAR_ADD_MS, BAR_AT = 1.0, 100_000
TIMES_FASTER, COMPARED_AT = 10, 20_000


class Sums:
    """The sum of a random vector for each word; `seconds` is how long it has taken."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._words: dict[str, npt.NDArray[np.float32]] = {}

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        began = time.perf_counter()
        found = np.array([np.sum([self._word(word) for word in text.lower().split()], axis=0) for text in texts])
        self.seconds += time.perf_counter() - began
        return found

    def _word(self, word: str) -> npt.NDArray[np.float32]:
        if word not in self._words:
            seed = int.from_bytes(word.encode()[-8:], "little")
            self._words[word] = np.random.default_rng(seed).standard_normal(DIMENSION, np.float32)
        return self._words[word]


def name(prefix: str, number: int) -> str:
    """A word of letters for each number."""
    letters = ""
    for _ in range(4):
        letters, number = chr(97 + number % 26) + letters, number // 26
    return prefix + letters


def build(graph: tkg.Graph, facts: int) -> None:
    chosen = random.Random(7)
    companies = max(20, facts // 50)
    batch: list[dict[str, Any]] = []
    for number in range(facts):
        subject, turn = divmod(number, 10)
        start = date(2000, 1, 1) + timedelta(days=365 * turn + chosen.randrange(300))
        company = name("Co", chosen.randrange(companies))
        batch.append({"subject": name("P", subject), "predicate": "works_for", "object": company, "valid_from": start})
        if len(batch) == BATCH or number == facts - 1:
            graph.record_many(batch)
            batch = []
            show("recorded", number + 1, facts)
    graph.work(progress=show)


def spread_ms(times_s: list[float]) -> dict[str, float]:
    ordered = sorted(times_s)
    return {
        "median_ms": round(statistics.median(ordered) * 1e3, 2),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)] * 1e3, 2),
    }


def timed(sums: Sums, call: Callable[[], object]) -> float:
    """How long a call takes, the embedding apart."""
    embedding, began = sums.seconds, time.perf_counter()
    call()
    return time.perf_counter() - began - (sums.seconds - embedding)


def measure(path: Path, facts: int) -> dict[str, Any]:
    sums = Sums()
    embedder = Function(sums, "benchmark/sums", DIMENSION)
    is_new = not path.exists()
    with tkg.open(path, embedder=embedder, durability="normal") as graph:
        if is_new:
            build(graph, facts)
        chosen = random.Random(3)

        def question() -> str:
            return f"where does {name('P', chosen.randrange(facts // 10))} work"

        began = time.perf_counter()
        graph.search(question())
        first_s = time.perf_counter() - began
        figures: dict[str, Any] = {"facts": facts, "first_search_s": round(first_s, 2)}
        for label, options in (("search", {}), ("search_as_of", {"valid_at": AS_OF})):
            times = [timed(sums, lambda o=options: graph.search(question(), **o)) for _ in range(ASKED)]  # type: ignore[misc]
            figures[label] = spread_ms(times)
        finder, added = graph._searching.finder, []
        for number in range(ADDED):
            graph.record(f"Newcomer {time.time_ns()}", "works_for", name("Co", number))
            added.append(timed(sums, lambda: finder.prepare(graph.scope, (Kind.FACT,))))
        figures["take_in_one"] = spread_ms(added)
        figures["file_bytes"] = path.stat().st_size
    return figures


def graphiti(python: str, peer: Path, facts: int) -> dict[str, Any]:
    command = [python, str(peer), "--n", str(facts), "--triplets", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return {key: found[key] for key in ("hybrid_edge", "hybrid_edge_asof", "graphiti", "kuzu")}


def judged(runs: dict[int, dict[str, Any]], peer: dict[str, Any] | None) -> dict[str, bool]:
    """Which bars are met."""
    met = {}
    for facts, run in runs.items():
        for label in ("search", "search_as_of"):
            if facts in BARS_MS:
                met[f"{label} at {facts}"] = run[label]["median_ms"] < BARS_MS[facts]
        if facts == BAR_AT:
            met[f"one fact at {facts}"] = run["take_in_one"]["median_ms"] < BAR_ADD_MS
    if peer is not None and COMPARED_AT in runs:
        ours = runs[COMPARED_AT]
        for label, theirs in (("search", "hybrid_edge"), ("search_as_of", "hybrid_edge_asof")):
            met[f"{label} against graphiti"] = peer[theirs]["p50_ms"] >= TIMES_FASTER * ours[label]["median_ms"]
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--facts", type=int, nargs="+", default=[20_000, 100_000], help="sizes to measure at")
    parser.add_argument("--work", type=Path, help="a directory to keep the files in")
    parser.add_argument("--graphiti", metavar="PYTHON", help="a Python with graphiti-core[kuzu]")
    parser.add_argument("--peer", type=Path, default=PEER, help="the script that drives Graphiti")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    peer = None if arguments.graphiti is None else graphiti(arguments.graphiti, arguments.peer, COMPARED_AT)
    runs = {}
    with workplace(arguments.work) as work:
        for facts in arguments.facts:
            runs[facts] = measure(work / f"search_speed_{facts}.db", facts)
    met = judged(runs, peer)
    result = {
        "runs": list(runs.values()),
        "graphiti": peer,
        "met": met,
        "ok": all(met.values()),
        "python": platform.python_version(),
        "cpus": os.cpu_count(),
    }
    return concluded(result, RESULTS)


if __name__ == "__main__":
    raise SystemExit(main())
