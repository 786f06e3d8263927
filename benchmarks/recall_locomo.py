"""Does a search find the turn that answers a question, in long real talk?

    .venv/bin/python benchmarks/recall_locomo.py [--data PATH] [--work DIR] [--json]

The ten LoCoMo conversations go in session by session, each conversation a scope of its own, as `locomo.py` does it.
Then each question of the categories 1 to 4 that has evidence is asked as it stands, without a language model.
Measured is the part of a question's evidence turns that is among the first ten turns found, on average over the
questions; the same for BM25 alone (FTS5 over each turn with its speaker, English stems), and for the search without
its signal of time; and the part of the evidence sessions that is among the first five different sessions found. Exit
status 1 if one of the bars is missed.

The data is looked for as by `locomo.py`. `--work` keeps the file, and with it the vectors, for the next run.
"""

import argparse
import json
import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import tkg
from benchmarks.locomo import default_data, sessions
from benchmarks.showing import concluded, show, workplace
from tkg.fulltext import STOP_WORDS
from tkg.hits import EpisodeHit

RESULTS = Path(__file__).resolve().parent / "results" / "recall_locomo.json"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
TURNS, SESSIONS = 10, 5
BAR, MORE_THAN_WORDS, BAR_SESSIONS = 0.72, 0.11, 0.90
_TURN = re.compile(r"D(\d+):(\d+)")


class Asked(NamedTuple):
    """A question with the ids of the turns that answer it."""

    scope: str
    text: str
    category: int
    evidence: frozenset[str]


def questions(data: Path) -> Iterator[Asked]:
    """The questions that have evidence among the turns. Ids are written in several ways, as 'D8:6; D9:17' and D1:03."""
    for item in json.loads(data.read_text(encoding="utf-8")):
        turns = {
            turn["dia_id"]
            for name, session in item["conversation"].items()
            if isinstance(session, list) and name.startswith("session_")
            for turn in session
        }
        for question in item["qa"]:
            ids = (f"D{int(s)}:{int(t)}" for said in question.get("evidence", []) for s, t in _TURN.findall(said))
            evidence = frozenset(ids) & turns
            if question["category"] in CATEGORIES and evidence:
                yield Asked(item["sample_id"], question["question"], question["category"], evidence)


def prepared(data: Path, path: Path) -> None:
    """The conversations in one file, embedded."""
    with tkg.open(path) as graph:
        for session in sessions(data):
            graph.ingest(session.messages, scope=session.scope)
        graph.work(progress=show)


def found_by_search(graph: tkg.Graph, question: Asked, k: int, weights: dict[str, float]) -> list[str]:
    hits = graph.search(question.text, what="episodes", scope=question.scope, k=k, weights=weights)
    return list(dict.fromkeys(id_ for hit in hits if isinstance(hit, EpisodeHit) for id_ in hit.message_ids))


def words_alone(data: Path) -> Callable[[Asked, int], list[str]]:
    """BM25 over the words of each turn, and nothing else."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE turn USING fts5 (scope UNINDEXED, id UNINDEXED, words, tokenize='porter')")
    for session in sessions(data):
        for turn in session.messages:
            words = f"{turn['speaker']} {turn['content']}"
            connection.execute("INSERT INTO turn VALUES (?, ?, ?)", (session.scope, turn["id"], words))

    def search(question: Asked, k: int) -> list[str]:
        query = "SELECT id FROM turn WHERE turn MATCH ? AND scope = ? ORDER BY rank LIMIT ?"
        words = dict.fromkeys(re.findall(r"\w+", question.text.lower()))
        match = " OR ".join(f'"{word}"' for word in words if word not in STOP_WORDS)
        return [id_ for (id_,) in connection.execute(query, (match, question.scope, k))]

    return search


def recall(evidence: Iterable[str], found: Iterable[str]) -> float:
    wanted = set(evidence)
    return len(wanted & set(found)) / len(wanted)


def first_sessions(turns: Iterable[str], k: int) -> list[str]:
    return list(dict.fromkeys(turn.partition(":")[0] for turn in turns))[:k]


def averaged(values: list[tuple[Asked, float]]) -> dict[str, float]:
    """The average of all questions, and of each category."""
    by_category = defaultdict(list)
    for question, value in values:
        by_category[CATEGORIES[question.category]].append(value)
    each = {name: round(fmean(found), 4) for name, found in sorted(by_category.items())}
    return {"all": round(fmean(value for _, value in values), 4), **each}


def measure(data: Path, work: Path) -> dict[str, Any]:
    listed = list(questions(data))
    path = work / "recall_locomo.db"
    prepared(data, path)
    words, without_time = words_alone(data), {"time": 0.0}
    kept: dict[str, list[tuple[Asked, float]]] = defaultdict(list)
    with tkg.open(path) as graph:
        for number, question in enumerate(listed, 1):
            found = found_by_search(graph, question, TURNS, {})
            kept["search"].append((question, recall(question.evidence, found[:TURNS])))
            found = found_by_search(graph, question, TURNS, without_time)
            kept["without time"].append((question, recall(question.evidence, found[:TURNS])))
            kept["words alone"].append((question, recall(question.evidence, words(question, TURNS))))
            deep = first_sessions(found_by_search(graph, question, 10 * TURNS, {}), SESSIONS)
            kept["sessions"].append((question, recall(first_sessions(question.evidence, 100), deep)))
            show("asked", number, len(listed))
    figures = {name: averaged(values) for name, values in kept.items()}
    all_, alone = figures["search"]["all"], figures["words alone"]["all"]
    return {
        "questions": len(listed),
        f"turns_recall_at_{TURNS}": {name: figures[name] for name in ("search", "without time", "words alone")},
        f"sessions_recall_at_{SESSIONS}": figures["sessions"],
        "more_than_words_alone": round(all_ - alone, 4),
        "ok": all_ >= BAR and all_ - alone >= MORE_THAN_WORDS and figures["sessions"]["all"] >= BAR_SESSIONS,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=default_data(), help="locomo10.json")
    parser.add_argument("--work", type=Path, help="a directory to keep the file in")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    if not arguments.data.exists():
        print(f"skipped: no LoCoMo data at {arguments.data} (give --data PATH, or set TKG_DATA)", file=sys.stderr)
        return 0
    with workplace(arguments.work) as work:
        return concluded(measure(arguments.data, work), RESULTS)


if __name__ == "__main__":
    raise SystemExit(main())
