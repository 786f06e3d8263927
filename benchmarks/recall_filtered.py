"""Does a search that is filtered find what scoring all that the filter keeps would find?

    .venv/bin/python benchmarks/recall_filtered.py [--work DIR] [--locomo PATH] [--chronoqa PATH] [--json]

100,000 vectors: those of the 12,000 real texts of LoCoMo and ChronoQA (see `recall_locomo.py` and
`recall_chronoqa.py`), and copies of them with noise, an eighth of a vector's length. Each is that of a message, with a
label that says which hundredth, tenth, or half it is in, at random. 200 real questions are asked with filters on the
label that keep a half, a tenth, a hundredth and a thousandth, by meaning alone, `k=10`. Measured is the part of the ten
nearest among what is kept, by scoring all of it, that is found. Once as the index is (it scores all up to 100,000
vectors), and once with a graph over all of them, as it has beyond that. Exit status 1 if one at a half or a tenth is
under 0.97.

`--work` keeps the vectors and the file for the next run. Without the data the script says so and exits with 0.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import tkg
from benchmarks import recall_chronoqa, recall_locomo
from benchmarks.locomo import default_data as locomo_data
from benchmarks.locomo import sessions
from benchmarks.showing import concluded, show, workplace
from tkg.embed import Function, Nano, unit_vectors
from tkg.hits import EpisodeHit
from tkg.index import Index

RESULTS = Path(__file__).resolve().parent / "results" / "recall_filtered.json"
ROWS, ASKED, K, BAR = 100_000, 200, 10, 0.97
NOISE = 1 / 8
KEPT = {"a half": 500, "a tenth": 100, "a hundredth": 10, "a thousandth": 1}
GATED = ("a half", "a tenth")
FIRST = datetime(2000, 1, 1, tzinfo=UTC)
Rows = npt.NDArray[np.float32]


def embedded(texts: Sequence[str], path: Path, *, questions: bool = False) -> Rows:
    """The vectors of real texts, made once and kept at `path`."""
    if path.exists():
        kept: Rows = np.load(path)
        return kept
    embedder, rows = Nano(), []
    for start in range(0, len(texts), 64):
        batch = list(texts[start : start + 64])
        given = embedder.questions(batch) if questions else embedder.passages(batch)
        rows.append(unit_vectors(given, batch, embedder))
        show("embedded", start + len(batch), len(texts))
    made = np.concatenate(rows)
    np.save(path, made)
    return made


def spread(real: Rows, count: int, seed: int) -> Rows:
    """The real vectors and noisy copies of them."""
    chosen = np.random.default_rng(seed)
    rows = real[np.arange(count) % len(real)].copy()
    noise = chosen.standard_normal((count - len(real), real.shape[1]), np.float32) / np.sqrt(real.shape[1])
    rows[len(real) :] += NOISE * noise
    unit: Rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def embedder_of(rows: Rows, asked: Rows) -> Function:
    """Gives the vector whose number a text ends in."""

    def numbered(texts: Iterable[str]) -> list[int]:
        return [int(text.split()[-1]) for text in texts]

    return Function(lambda texts: rows[numbered(texts)], "benchmark/given", rows.shape[1], lambda t: asked[numbered(t)])


def build(path: Path, labels: Sequence[int], embedder: Function) -> None:
    """A message for each row, a day apart, so that each stands by itself."""
    with tkg.open(path, embedder=embedder, durability="normal") as graph:
        for label in sorted(set(labels)):
            mine = [number for number, other in enumerate(labels) if other == label]
            graph.ingest(
                [
                    {
                        "speaker": "x",
                        "content": f"{number}",
                        "timestamp": FIRST + timedelta(hours=2 * number),
                        "id": f"{number}",
                    }
                    for number in mine
                ],
                labels={"part": f"{label:03}"},
            )
            show("stored", label + 1, 1000)
        graph.work(progress=show)


def nearest(rows: Rows, labels: npt.NDArray[np.int64], question: Rows, below: int) -> set[int]:
    """The ten nearest among what a filter keeps, by scoring all of it."""
    kept = np.flatnonzero(labels < below)
    cosines = rows[kept] @ question
    return set(kept[np.argsort(-cosines, kind="stable")[:K]].tolist())


def measure(locomo: Path, chronoqa: Path, work: Path) -> dict[str, Any]:
    passages, asked_zh = recall_chronoqa.read(chronoqa)
    turns = [f"{turn['speaker']}: {turn['content']}" for each in sessions(locomo) for turn in each.messages]
    english = [question.text for question in recall_locomo.questions(locomo)]
    chosen = random.Random(11)
    questions = chosen.sample(english, ASKED // 2) + chosen.sample([each.text for each in asked_zh], ASKED // 2)
    real = embedded([*turns, *passages], work / "recall_filtered_texts.npy")
    asked = embedded(questions, work / "recall_filtered_questions.npy", questions=True)
    rows = spread(real, ROWS, 5)
    labels = np.random.default_rng(6).integers(0, 1000, ROWS)
    embedder, path = embedder_of(rows, asked), work / "recall_filtered.db"
    if not path.exists():
        build(path, labels.tolist(), embedder)
    figures: dict[str, dict[str, float]] = {}
    for way, exact_up_to in (("as it is", None), ("with a graph", ROWS // 2)):
        with tkg.open(path, embedder=embedder) as graph:
            finder = graph._searching.finder
            if exact_up_to is not None:
                finder.index = Index(work / "recall_filtered_graph.hnsw", exact_up_to=exact_up_to)
                graph.work(progress=show)
            figures[way] = {name: found_of_nearest(graph, rows, labels, asked, below) for name, below in KEPT.items()}
    return {
        "vectors": ROWS,
        "real": len(real),
        "questions": len(asked),
        f"recall_at_{K}": figures,
        "ok": all(figures[way][name] >= BAR for way in figures for name in GATED),
    }


def found_of_nearest(graph: tkg.Graph, rows: Rows, labels: npt.NDArray[np.int64], asked: Rows, below: int) -> float:
    only_meaning = dict.fromkeys(("words", "parts", "entity", "time", "graph"), 0.0)
    filters, found = {"metadata.part": {"lt": f"{below:03}"}}, 0
    for number, question in enumerate(asked):
        hits = graph.search(f"question {number}", what="episodes", k=K, filters=filters, weights=only_meaning)
        ids = {int(id_) for hit in hits if isinstance(hit, EpisodeHit) for id_ in hit.message_ids}
        found += len(ids & nearest(rows, labels, question, below))
        show(f"asked, below {below}", number + 1, len(asked))
    return round(found / (K * len(asked)), 4)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--locomo", type=Path, default=locomo_data(), help="locomo10.json")
    parser.add_argument("--chronoqa", type=Path, default=recall_chronoqa.default_data(), help="chronoqa.csv")
    parser.add_argument("--work", type=Path, help="a directory to keep vectors and the file in")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    for path in (arguments.locomo, arguments.chronoqa):
        if not path.exists():
            print(f"skipped: no data at {path} (give its path, or set TKG_DATA)", file=sys.stderr)
            return 0
    with workplace(arguments.work) as work:
        return concluded(measure(arguments.locomo, arguments.chronoqa, work), RESULTS)


if __name__ == "__main__":
    raise SystemExit(main())
