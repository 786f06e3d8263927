"""Are the answers that are timed the right ones? Each is compared with the oracle of the contract, at a small size.

The oracle (tests/spec/oracle.py) takes the operations of the workload as they are, and works out every answer from the
log, point by point, with no index and no stored rectangle. The same operations go into a file through the public API.
Then the API, the raw SQL and the oracle are asked the same questions.
"""

import random
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import tkg
from benchmarks.bitemporal.files import Loader, Point, Ticking, declared, microseconds
from benchmarks.bitemporal.raw_reads import Raw
from benchmarks.bitemporal.reads import READS, WAYS, Disagreement, Read, answer, raw_answer
from benchmarks.bitemporal.workload import (
    FIRST_RECORDED,
    PREDICATES,
    SCHEMA,
    TICK,
    Batch,
    Workload,
    subject_name,
)
from tests.spec.oracle import Oracle
from tkg.intervals import MAX, MIN, moment

SUBJECTS, SEED, HISTORIES = 4, 3, 10
_NO_BEGINNING, _NO_END = "no beginning", "no end"


def check(operations: int = 300, questions: int = 100) -> dict[str, int]:
    """Compare all answers over so many operations; what was compared. Raises Disagreement."""
    oracle = Oracle(SCHEMA)
    clock = Ticking()
    with tempfile.TemporaryDirectory(prefix="tkg-brute-force-") as directory:
        path = Path(directory) / "small.db"
        with tkg.open(path, ontology=declared(), durability="normal", clock=clock) as graph:
            loader, done, batches = Loader(graph, clock), 0, list[Batch]()
            for batch in Workload(SUBJECTS, SEED, batch_of=5).batches():
                loader.carry_out(batch)
                tell(oracle, batch)
                batches.append(batch)
                done += len(batch.operations)
                if done >= operations:
                    break
            clock.at_us = microseconds(FIRST_RECORDED + TICK * len(batches))
            raw = Raw(path, clock())
            try:
                rows = sum(_compare(read, graph, raw, oracle, points(len(batches), questions)) for read in READS)
                rows += _compare_histories(graph, oracle, points(len(batches), HISTORIES))
                rows += _compare_ways(graph, oracle, points(len(batches), questions // 3))
            finally:
                raw.close()
    asked = len(READS) * questions + len(WAYS) * (questions // 3) + HISTORIES
    return {"operations": done, "questions": asked, "rows": rows}


def tell(oracle: Any, batch: Batch) -> None:
    """The same batch for the oracle."""
    for operation in batch.operations:
        oracle.apply({**operation, "at": batch.at.isoformat()})


def points(batches: int, number: int) -> list[Point]:
    chosen = random.Random(5)
    return [
        Point.of(
            subject_name(chosen.randrange(SUBJECTS)),
            chosen.choice(PREDICATES),
            datetime(2000, 1, 1, tzinfo=UTC) + timedelta(chosen.randrange(365 * 34)),
            FIRST_RECORDED + TICK * chosen.randrange(batches),
        )
        for _ in range(number)
    ]


def _compare(read: Read, graph: tkg.Graph, raw: Raw, oracle: Any, asked: list[Point]) -> int:
    rows = 0
    for point in asked:
        if read.name.endswith("get(s, p)") and SCHEMA[point.predicate]["cardinality"] == "many":
            continue
        ours = answer(read.api(graph, point))
        _same(read.name, point, ours, raw_answer(read, point, read.raw(raw, point)), "raw SQL")
        _same(read.name, point, {row[:3] for row in ours}, _believed(oracle, read, graph, point), "the oracle")
        # The oracle's facts have no bounds, its timelines have.
        bounded = {(*row[:3], *map(_shown, row[3:5])) for row in ours}
        known_at = graph._store.clock() if read.oracle["known_at"] == "now" else point.known_at_us
        segments = _segments(oracle, read, point, known_at)
        expected = segments if read.oracle["query"] == "timeline" else segments & bounded
        _same(read.name, point, bounded, expected, "the oracle's timeline")
        rows += len(ours)
    return rows


def _believed(oracle: Any, read: Read, graph: tkg.Graph, point: Point) -> set[tuple[str, ...]]:
    now = moment(graph._store.clock()).isoformat()
    values = {**point._asdict(), "now": now}
    question = {key: values.get(name, name) for key, name in read.oracle.items()}
    question = {key: each.isoformat() if isinstance(each, datetime) else each for key, each in question.items()}
    return {tuple(row[:3]) for row in oracle.query(question)}


def _segments(oracle: Any, read: Read, point: Point, known_at: int) -> set[tuple[str, ...]]:
    names = {key: getattr(point, name) for key, name in read.oracle.items() if key in ("s", "p")}
    question = {"query": "timeline", "known_at": moment(known_at).isoformat(), **names}
    return {(*row[:3], row[3] or _NO_BEGINNING, row[4] or _NO_END) for row in oracle.query(question)}


def _shown(at_us: int) -> str:
    if at_us in (MIN, MAX):
        return _NO_BEGINNING if at_us == MIN else _NO_END
    return moment(at_us).date().isoformat()


def _compare_histories(graph: tkg.Graph, oracle: Any, asked: list[Point]) -> int:
    """Both intervals of every rectangle of a slot; a read as of a past moment gives one of these."""
    rows = 0
    for point in asked:
        ours = answer(graph.history(point.subject, point.predicate))
        shown = {(*row[:3], *map(_shown, row[3:5]), row[5], row[6]) for row in ours}
        found = oracle.query({"query": "history", "s": point.subject, "p": point.predicate})
        theirs = {
            (*row[:3], row[3] or _NO_BEGINNING, row[4] or _NO_END, _instant(row[5]), _instant(row[6])) for row in found
        }
        _same("history(s, p)", point, shown, theirs, "the oracle")
        rows += len(shown)
    return rows


def _instant(text: str | None) -> int:
    return MAX if text is None else microseconds(datetime.fromisoformat(text).replace(tzinfo=UTC))


def _compare_ways(graph: tkg.Graph, oracle: Any, asked: list[Point]) -> int:
    rows = 0
    for way, given in WAYS.items():
        mode = given.get("certainty", "nominal")
        told = {name: value for name, value in given.items() if name == "policy"}
        for point in asked:
            view = graph.as_of(valid_at=point.valid_at, known_at=point.known_at)
            ours = {row[:3] for row in answer(view.find(point.subject, **given))}
            question = {"query": "facts", "s": point.subject, "mode": mode, **told}
            question |= {"valid_at": point.valid_at.isoformat(), "known_at": point.known_at.isoformat()}
            _same(way, point, ours, {tuple(row) for row in oracle.query(question)}, "the oracle")
            rows += len(ours)
    return rows


def _same(name: str, point: Point, ours: Any, theirs: Any, who: str) -> None:
    if ours != theirs:
        raise Disagreement(f"{name} of {point}: we say {sorted(ours - theirs)}, {who} says {sorted(theirs - ours)}")
