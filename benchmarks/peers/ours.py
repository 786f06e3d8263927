"""tkg, asked and told the same as the peers, in the process of the benchmark.

Many facts come in with `import_facts` from a file. Recorded times are those of the clock.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import tkg
from benchmarks.peers.data import Fact, time
from benchmarks.peers.worker import Question, Triples, directory_bytes, one_by_one
from tkg import engine
from tkg.engine import Durability
from tkg.facts import Fact as Believed


class Ours:
    packages = ("tkg",)

    def __init__(self, directory: Path, predicates: list[str], durability: Durability) -> None:
        self._directory = directory
        ontology = tkg.Ontology.of({name: {"cardinality": "one"} for name in predicates})
        self._graph = tkg.open(directory / "tkg.db", ontology=ontology, durability=durability)
        self._moments: list[datetime] = []

    def prepare(self, listed: list[Fact], which: int) -> None:
        rows = [
            json.dumps({name: value for name, value in _said(fact).items() if value is not None}) for fact in listed
        ]
        self._file(which).write_text("\n".join(rows) + "\n", encoding="utf-8")

    def load(self, listed: list[Fact], which: int) -> None:
        self._graph.import_facts(self._file(which))
        self._moments.append(datetime.now(UTC))

    def loaded(self) -> None:
        for path in self._directory.glob("*.jsonl"):
            path.unlink()

    def add(self, fact: Fact) -> None:
        self._graph.record(fact.subject, fact.predicate, fact.object, valid_from=fact.start, valid_to=fact.end)

    def ask_all(self, what: str, listed: list[Question]) -> tuple[list[float], list[Any]]:
        graph = self._graph
        if what == "slot of both axes":
            dated = [(s, p, time(at), self._moments[which]) for s, p, at, which in listed]
            return one_by_one(lambda q: graph.as_of(valid_at=q[2], known_at=q[3]).get(q[0], q[1]), dated)
        at_times = [(s, p, time(at)) for s, p, at, _ in listed]
        if what == "slot":
            return one_by_one(lambda q: graph.get(q[0], q[1], valid_at=q[2]), at_times)
        if what == "subject":
            return one_by_one(lambda q: graph.find(q[0], valid_at=q[2]), at_times)
        if what == "predicate, each fact looked at":
            return one_by_one(lambda q: _looked_at(graph.find(predicate=q[1], valid_at=q[2])), at_times)
        return one_by_one(lambda q: graph.find(predicate=q[1], valid_at=q[2]), at_times)

    def triples(self, what: str, question: Question, answer: Any) -> Triples:
        facts = answer if isinstance(answer, Sequence) else [] if answer is None else [answer]
        return [[str(fact.subject), fact.predicate, str(fact.object)] for fact in facts]

    def size_bytes(self) -> int:
        engine.empty_log(self._graph._store.connection)
        return directory_bytes(self._directory)

    def close(self) -> None:
        self._graph.close()

    def _file(self, which: int) -> Path:
        return self._directory / f"facts_{which}.jsonl"


def _said(fact: Fact) -> dict[str, Any]:
    return {
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "valid_from": fact.start,
        "valid_to": fact.end,
    }


def _looked_at(facts: Sequence[Believed]) -> Sequence[Believed]:
    for fact in facts:
        _ = fact.subject, fact.object, fact.valid_from_text, fact.valid_to_text
    return facts
