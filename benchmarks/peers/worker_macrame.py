"""macrame-db, through its public API, in its own environment.

It has no predicates of one value, so every edge comes with its own end. Both axes are asked with `load_subgraph` of one
hop, which is narrowed by the type of edge; the valid axis alone in the same way, without a recorded time.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import macrame

from benchmarks.peers.data import Fact, time
from benchmarks.peers.worker import Question, Triples, directory_bytes, one_by_one, serve

_BUDGET_BYTES = 1 << 20
_SINCE = "2000-01-01T00:00:00.000000Z"


class Macrame:
    packages = ("macrame-db",)

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._file = directory / "macrame.db"
        self._database = macrame.Database.open(str(self._file))
        self._concepts: set[str] = set()
        self._moments: list[datetime] = []

    def prepare(self, listed: list[Fact], which: int) -> None:
        pass

    def load(self, listed: list[Fact], which: int) -> None:
        self._name(name for fact in listed for name in (fact.subject, fact.object))
        self._database.bulk_import_deferred([self._edge(fact) for fact in listed])
        self._moments.append(datetime.now(UTC))

    def loaded(self) -> None:
        self._database.analyze()

    def add(self, fact: Fact) -> None:
        self._name((fact.subject, fact.object))
        self._database.assert_edge(self._edge(fact))

    def ask_all(self, what: str, listed: list[Question]) -> tuple[list[float], list[Any]]:
        with_recorded = what == "slot of both axes"
        dated = [(subject, predicate, time(at), self._moments[which]) for subject, predicate, at, which in listed]

        def ask(question: Any) -> Any:
            subject, predicate, valid_at, recorded = question
            found = self._database.load_subgraph(
                subject,
                1,
                _BUDGET_BYTES,
                edge_types=[predicate],
                as_of_valid=valid_at,
                as_of_recorded=recorded if with_recorded else None,
            )
            return found.out_edges(subject)

        return one_by_one(ask, dated)

    def triples(self, what: str, question: Question, answer: Any) -> Triples:
        return [[question[0], question[1], edge.node] for edge in answer]

    def size_bytes(self) -> int:
        self._database.checkpoint()
        return directory_bytes(self._directory)

    def close(self) -> None:
        self._database.close()

    def _name(self, names: Any) -> None:
        new = sorted(set(names) - self._concepts)
        if new:
            self._database.write_concepts([macrame.ConceptUpsert(name, name, valid_from=_SINCE) for name in new])
            self._concepts.update(new)

    def _edge(self, fact: Fact) -> Any:
        end = None if fact.end is None else time(fact.end)
        return macrame.EdgeAssertion(
            fact.subject, fact.object, fact.predicate, valid_from=time(fact.start), valid_to=end
        )


if __name__ == "__main__":
    serve(Macrame(Path(sys.argv[1])))
