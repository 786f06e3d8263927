"""anatid on DuckDB, through its public API, in its own environment.

A fact is a memory about its subject, of the kind of its predicate, with the object as its content. `remember` takes no
end, so the load goes through `load_parquet`, which does and is its only bulk door; the files for it are written with
DuckDB before the clock starts, each half with a recorded time of its own. A question is `context` of the subject,
narrowed to a kind.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
from anatid import Anatid, AsOf

from benchmarks.peers.data import Fact, time
from benchmarks.peers.worker import Question, Triples, directory_bytes, one_by_one, serve

_RECORDED = (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC))
_ASKED_AS_OF = (datetime(2026, 1, 15, tzinfo=UTC), datetime(2026, 2, 15, tzinfo=UTC))
_TABLE = (
    "CREATE OR REPLACE TABLE fact AS SELECT * FROM read_json(?, format = 'newline_delimited', columns = "
    "{number: 'BIGINT', entity: 'BIGINT', p: 'VARCHAR', o: 'VARCHAR', a: 'TIMESTAMP', b: 'TIMESTAMP'})"
)
_ENTITIES = (
    "COPY (SELECT number AS entity_id, 1::BIGINT AS tenant_id, 'entity' AS kind, name, TIMESTAMP '2000-01-01' AS "
    "valid_from, TIMESTAMP '2026-01-01' AS tx_from FROM read_json(?, format = 'newline_delimited', columns = "
    "{number: 'BIGINT', name: 'VARCHAR'})) TO '{to}' (FORMAT PARQUET)"
)
_MEMORIES = (
    "COPY (SELECT 10000000 + number AS memory_id, 1::BIGINT AS tenant_id, o AS content, p AS kind, {at} AS created_at, "
    "a AS valid_from, b AS valid_to, {at} AS tx_from, 1.0 AS confidence, 0 AS access_count, 1 AS version FROM fact) "
    "TO '{to}' (FORMAT PARQUET)"
)
_ABOUT = (
    "COPY (SELECT 50000000 + number AS edge_id, 10000000 + number AS src, entity AS dst, 1::BIGINT AS tenant_id, "
    "1.0 AS weight, a AS valid_from, b AS valid_to, {at} AS tx_from, 1 AS version FROM fact) TO '{to}' (FORMAT PARQUET)"
)


class AnatidSide:
    packages = ("anatid", "duckdb")

    def __init__(self, directory: Path) -> None:
        logging.disable(logging.CRITICAL)
        self._files, self._bulk = directory / "store", directory / "bulk"
        for each in (self._files, self._bulk):
            each.mkdir()
        self._store = Anatid.open(self._files / "anatid.db", tenant=1, embedding_dim=8)
        self._writer = duckdb.connect()
        self._entities: dict[str, int] = {}
        self._facts = 0

    def prepare(self, listed: list[Fact], which: int) -> None:
        folder = self._folder(which)
        folder.mkdir()
        new = dict.fromkeys(fact.subject for fact in listed if fact.subject not in self._entities)
        for name in new:
            self._entities[name] = 1_000_000 + len(self._entities)
        names, rows = self._bulk / "names.jsonl", self._bulk / "facts.jsonl"
        _write(names, [{"number": self._entities[name], "name": name} for name in new])
        _write(
            rows,
            [
                {
                    "number": self._facts + number,
                    "entity": self._entities[fact.subject],
                    "p": fact.predicate,
                    "o": fact.object,
                    "a": fact.start.rstrip("Z"),
                    "b": fact.end and fact.end.rstrip("Z"),
                }
                for number, fact in enumerate(listed)
            ],
        )
        self._facts += len(listed)
        at = f"TIMESTAMP '{_RECORDED[which]:%Y-%m-%d}'"
        self._writer.execute(_TABLE, [str(rows)])
        if new:
            self._writer.execute(_ENTITIES.replace("{to}", str(folder / "entities.parquet")), [str(names)])
        for query, name in ((_MEMORIES, "memories"), (_ABOUT, "edges_about")):
            self._writer.execute(query.replace("{at}", at).replace("{to}", str(folder / f"{name}.parquet")))

    def load(self, listed: list[Fact], which: int) -> None:
        self._store.load_parquet(self._folder(which), rebuild_fts=False, build_csr=False)

    def loaded(self) -> None:
        pass

    def add(self, fact: Fact) -> None:
        self._store.remember(
            fact.object, entities=[fact.subject], kind=fact.predicate, valid_from=time(fact.start).replace(tzinfo=None)
        )

    def ask_all(self, what: str, listed: list[Question]) -> tuple[list[float], list[Any]]:
        with_recorded = what == "slot of both axes"
        dated = [
            (subject, predicate, AsOf(time(at), _ASKED_AS_OF[which] if with_recorded else None))
            for subject, predicate, at, which in listed
        ]
        return one_by_one(lambda asked: self._store.context(asked[0], kinds=[asked[1]], as_of=asked[2]), dated)

    def triples(self, what: str, question: Question, answer: Any) -> Triples:
        return [[question[0], memory.kind, memory.content] for memory in answer]

    def size_bytes(self) -> int:
        self._store.checkpoint()
        return directory_bytes(self._files)

    def close(self) -> None:
        self._store.close()
        self._writer.close()

    def _folder(self, which: int) -> Path:
        return self._bulk / f"half_{which}"


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    serve(AnatidSide(Path(sys.argv[1])))
