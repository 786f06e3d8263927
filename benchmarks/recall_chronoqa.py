"""Does a search find the passages that answer a question, in Chinese news?

    .venv/bin/python benchmarks/recall_chronoqa.py [--data PATH] [--work DIR] [--json]

The 6,351 distinct gold passages of ChronoQA go in as messages, each a document by itself, in one scope. Then each of
the 5,176 questions is asked as it stands, as of its own date, without a language model. Measured is the part of a
question's gold passages that is among the first ten found (and, where only the first counts, whether that one is
gold, as a part of all that are), on average over the questions and over those of the type "aggregate", which name two
things or more; the same for BM25 over pairs of characters, and for the search without its signal of time. Exit status
1 if one of the bars is missed.

The data (czy1999/ChronoQA, CC BY 4.0) is not part of the project. It is looked for at `--data`, else under
`$TKG_DATA`, else at `../shared/data` beside the checkout; where it is missing the script says so and exits with 0.
`--work` keeps the file, and with it the vectors, for the next run.
"""

import argparse
import ast
import csv
import os
import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import tkg
from benchmarks.showing import concluded, show, workplace
from tkg.hits import EpisodeHit

CHECKOUT = Path(__file__).resolve().parents[1]
RESULTS = CHECKOUT / "benchmarks" / "results" / "recall_chronoqa.json"
AGGREGATE = "aggregate"
BAR_AGGREGATE, BAR_FIRST = 0.88, 0.78
STORED_AT = "2024-01-01T00:00Z"
_RUN = re.compile(r"[\u4e00-\u9fff]+|[A-Za-z0-9]+(?:\.[0-9]+)*")


class Asked(NamedTuple):
    """A question, when it was asked, and the numbers of the passages that answer it."""

    text: str
    at: datetime
    kind: str
    gold: frozenset[int]


def default_data() -> Path:
    root = os.environ.get("TKG_DATA")
    return (Path(root) if root else CHECKOUT.parent / "shared" / "data") / "chronoqa" / "chronoqa.csv"


def read(data: Path) -> tuple[list[str], list[Asked]]:
    """The distinct passages, and the questions."""
    passages: dict[str, int] = {}
    asked = []
    with data.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            gold = [passages.setdefault(text, len(passages)) for text in ast.literal_eval(row["golden_chunks"])]
            asked.append(Asked(row["question"], date_of(row["question_date"]), row["temporal_type"], frozenset(gold)))
    return list(passages), asked


def date_of(said: str) -> datetime:
    """The date of a question, written in several ways ('2024-6-15', '1月20日'); without a year it is one of 2024."""
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    if numbers[0] < 32:
        numbers.insert(0, 2024)
    year, month, day = (*numbers, 1, 1)[:3]
    return datetime(year, month, day, tzinfo=UTC)


def prepared(passages: list[str], path: Path) -> None:
    """The passages in one file, embedded."""
    with tkg.open(path, durability="normal") as graph:
        for number, text in enumerate(passages):
            message = {"speaker": "", "role": "document", "content": text, "timestamp": STORED_AT, "id": str(number)}
            graph.ingest([message], labels={"document": str(number)})
            show("stored", number + 1, len(passages))
        graph.work(progress=show)


def found_by_search(graph: tkg.Graph, question: Asked, k: int, weights: dict[str, float]) -> list[int]:
    hits = graph.search(question.text, what="episodes", k=k, reference_time=question.at, weights=weights)
    return [int(id_) for hit in hits if isinstance(hit, EpisodeHit) for id_ in hit.message_ids]


def pairs_alone(passages: list[str]) -> Callable[[Asked, int], list[int]]:
    """BM25 over pairs of characters, and nothing else."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE passage USING fts5 (words)")
    connection.executemany(
        "INSERT INTO passage (rowid, words) VALUES (?, ?)",
        [(number, " ".join(_pairs(text))) for number, text in enumerate(passages)],
    )

    def search(question: Asked, k: int) -> list[int]:
        match = " OR ".join(f'"{pair}"' for pair in dict.fromkeys(_pairs(question.text)))
        query = "SELECT rowid FROM passage WHERE passage MATCH ? ORDER BY rank LIMIT ?"
        return [number for (number,) in connection.execute(query, (match, k))]

    return search


def _pairs(text: str) -> Iterator[str]:
    for run in _RUN.findall(text.lower()):
        if run[0].isascii() or len(run) == 1:
            yield run
        else:
            yield from (run[at : at + 2] for at in range(len(run) - 1))


def measure(data: Path, work: Path) -> dict[str, Any]:
    passages, asked = read(data)
    path = work / "recall_chronoqa.db"
    prepared(passages, path)
    alone, without_time = pairs_alone(passages), {"time": 0.0}
    kept: dict[tuple[str, str], list[float]] = defaultdict(list)
    with tkg.open(path) as graph:
        for number, question in enumerate(asked, 1):
            found = {
                "search": found_by_search(graph, question, 10, {}),
                "without time": found_by_search(graph, question, 10, without_time),
                "pairs alone": alone(question, 10),
            }
            for name, listed in found.items():
                for k in (1, 10):
                    value = len(question.gold & set(listed[:k])) / len(question.gold)
                    kept[name, f"all recall@{k}"].append(value)
                    if question.kind == AGGREGATE:
                        kept[name, f"aggregate recall@{k}"].append(value)
            show("asked", number, len(asked))
    figures: dict[str, dict[str, float]] = defaultdict(dict)
    for (name, figure), values in kept.items():
        figures[name][figure] = round(fmean(values), 4)
    best = figures["search"]
    first = fmean(1 / len(question.gold) for question in asked)
    return {
        "passages": len(passages),
        "questions": len(asked),
        "highest_possible_recall@1": round(first, 4),
        **figures,
        "ok": best[f"{AGGREGATE} recall@10"] >= BAR_AGGREGATE and best["all recall@1"] >= BAR_FIRST,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=default_data(), help="chronoqa.csv")
    parser.add_argument("--work", type=Path, help="a directory to keep the file in")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    if not arguments.data.exists():
        print(f"skipped: no ChronoQA data at {arguments.data} (give --data PATH, or set TKG_DATA)", file=sys.stderr)
        return 0
    with workplace(arguments.work) as work:
        return concluded(measure(arguments.data, work), RESULTS)


if __name__ == "__main__":
    raise SystemExit(main())
