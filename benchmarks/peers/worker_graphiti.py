"""Graphiti with Kuzu on disk, in its own environment, without a model.

A fact is an edge with the embedding of its words, from a stub that sums a vector for each word; edges are written with
Graphiti's own bulk function. It has no call for "the facts of an entity as of a day", so that is asked in Cypher, as
its documentation does. Recorded time it has on rows, and no way to ask as of it.
"""

import asyncio
import hashlib
import logging
import os
import sys
import time as clock
import warnings
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"

import numpy as np
from graphiti_core.driver.kuzu_driver import KuzuDriver
from graphiti_core.edges import EntityEdge
from graphiti_core.embedder.client import EmbedderClient
from graphiti_core.nodes import EntityNode
from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk

from benchmarks.peers.data import Fact, time
from benchmarks.peers.worker import Question, Triples, serve

_DIMENSION, _BATCH = 384, 1_000
_AS_OF = """
    MATCH (n:Entity {uuid: $uuid})-[:RELATES_TO]->(e:RelatesToNode_)-[:RELATES_TO]->(m:Entity)
    WHERE e.valid_at <= $at AND (e.invalid_at IS NULL OR e.invalid_at > $at) RETURN m.name AS name
"""


def embedded(text: str) -> list[float]:
    total = np.zeros(_DIMENSION, dtype=np.float32)
    for word in text.lower().split():
        seed = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "little")
        total += np.random.default_rng(seed).standard_normal(_DIMENSION).astype(np.float32)
    found: list[float] = (total / (np.linalg.norm(total) or 1)).tolist()
    return found


class Stub(EmbedderClient):
    async def create(self, input_data: Any) -> list[float]:
        return embedded(input_data if isinstance(input_data, str) else input_data[0])

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        return [embedded(text) for text in input_data_list]


class Graphiti:
    packages = ("graphiti-core", "kuzu")

    def __init__(self, directory: Path) -> None:
        logging.disable(logging.CRITICAL)
        warnings.filterwarnings("ignore")
        self._path = directory / "graphiti.kuzu"
        self._loop = asyncio.new_event_loop()
        self._driver = KuzuDriver(db=str(self._path))
        if not hasattr(self._driver, "_database"):
            self._driver._database = ""
        self._nodes: dict[str, Any] = {}
        self._edges: list[Any] = []

    def prepare(self, listed: list[Fact], which: int) -> None:
        """Nodes are written, and edges made with their embeddings, before the clock starts."""
        now = datetime.now(UTC)
        new = []
        for name in dict.fromkeys(name for fact in listed for name in (fact.subject, fact.object)):
            if name not in self._nodes:
                node = EntityNode(name=name, group_id="", labels=["Thing"], created_at=now, summary="")
                node.name_embedding = embedded(name)
                self._nodes[name] = node
                new.append(node)
        self._wait(add_nodes_and_edges_bulk(self._driver, [], [], new, [], Stub()))
        self._edges = [self._edge(fact, now) for fact in listed]

    def load(self, listed: list[Fact], which: int) -> None:
        for low in range(0, len(self._edges), _BATCH):
            batch = self._edges[low : low + _BATCH]
            self._wait(add_nodes_and_edges_bulk(self._driver, [], [], [], batch, Stub()))

    def loaded(self) -> None:
        self._edges = []

    def add(self, fact: Fact) -> None:
        raise NotImplementedError("a single write asks a model")

    def ask_all(self, what: str, listed: list[Question]) -> tuple[list[float], list[Any]]:
        async def ask() -> tuple[list[float], list[Any]]:
            seconds, answers = [], []
            for subject, _, at, _ in listed:
                uuid, valid_at = self._nodes[subject].uuid, time(at)
                began = clock.perf_counter()
                rows, _, _ = await self._driver.execute_query(_AS_OF, uuid=uuid, at=valid_at)
                seconds.append(clock.perf_counter() - began)
                answers.append(rows)
            return seconds, answers

        found: tuple[list[float], list[Any]] = self._wait(ask())
        return found

    def triples(self, what: str, question: Question, answer: Any) -> Triples:
        return [[question[0], question[1], row["name"]] for row in answer]

    def size_bytes(self) -> int:
        return sum(path.stat().st_size for path in self._path.parent.glob(f"{self._path.name}*") if path.is_file())

    def close(self) -> None:
        self._wait(self._driver.close())
        self._loop.close()

    def _wait(self, task: Any) -> Any:
        return self._loop.run_until_complete(task)

    def _edge(self, fact: Fact, now: datetime) -> Any:
        words = f"{fact.subject} works at {fact.object} since {fact.start}"
        return EntityEdge(
            source_node_uuid=self._nodes[fact.subject].uuid,
            target_node_uuid=self._nodes[fact.object].uuid,
            group_id="",
            name=fact.predicate,
            fact=words,
            created_at=now,
            valid_at=time(fact.start),
            invalid_at=None if fact.end is None else time(fact.end),
            expired_at=None if fact.end is None else now,
            fact_embedding=embedded(words),
            episodes=[],
        )


if __name__ == "__main__":
    serve(Graphiti(Path(sys.argv[1])))
