"""MemPalace's temporal knowledge graph, through its public API, in its own environment.

It has valid time alone. Dates without a time would include their last day, so times are written out, which makes its
intervals half-open as ours. The bulk load is its replication call, `apply_row`, since `add_triple` takes hours for a
large store; while that runs, commits do not wait for the disk. What is timed are single calls of `add_triple`.
"""

import sys
from pathlib import Path
from typing import Any

from mempalace.knowledge_graph import KnowledgeGraph

from benchmarks.peers.data import Fact
from benchmarks.peers.worker import Question, Triples, directory_bytes, one_by_one, serve


class Mempalace:
    packages = ("mempalace",)

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._graph = KnowledgeGraph(db_path=str(directory / "mempalace.sqlite3"))
        self._entities: set[str] = set()

    def prepare(self, listed: list[Fact], which: int) -> None:
        pass

    def load(self, listed: list[Fact], which: int) -> None:
        self._graph._conn().execute("PRAGMA synchronous = OFF")
        for number, fact in enumerate(listed):
            for name in (fact.subject, fact.object):
                if name not in self._entities:
                    self._entities.add(name)
                    row = {"id": self._id(name), "name": name, "type": "unknown", "properties": "{}"}
                    self._graph.apply_row("entities", row)
            self._graph.apply_row(
                "triples",
                {
                    "id": f"{which} {number}",
                    "subject": self._id(fact.subject),
                    "predicate": fact.predicate,
                    "object": self._id(fact.object),
                    "valid_from": fact.start,
                    "valid_to": fact.end,
                    "confidence": 1.0,
                },
            )

    def loaded(self) -> None:
        self._graph._conn().execute("PRAGMA synchronous = FULL")

    def add(self, fact: Fact) -> None:
        self._graph.add_triple(fact.subject, fact.predicate, fact.object, valid_from=fact.start, valid_to=fact.end)

    def ask_all(self, what: str, listed: list[Question]) -> tuple[list[float], list[Any]]:
        if what == "subject":
            return one_by_one(lambda question: self._graph.query_entity(question[0], as_of=question[2]), listed)
        return one_by_one(lambda question: self._graph.query_relationship(question[1], as_of=question[2]), listed)

    def triples(self, what: str, question: Question, answer: Any) -> Triples:
        return [[row["subject"], row["predicate"], row["object"]] for row in answer]

    def size_bytes(self) -> int:
        return directory_bytes(self._directory)

    def close(self) -> None:
        self._graph.close()

    def _id(self, name: str) -> str:
        return name.lower().replace(" ", "_")


if __name__ == "__main__":
    serve(Mempalace(Path(sys.argv[1])))
