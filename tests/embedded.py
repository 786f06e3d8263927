"""What the tests of kept vectors share: the vectors of one graph, and what they should be."""

from typing import Any

import numpy as np

import tkg
from tests.embedding import hashed
from tkg.embed import Embedder
from tkg.entries import Entries
from tkg.entry_table import Kind
from tkg.vectors import Vectors

EVERY = tuple(Kind)


def of(graph: tkg.Graph, embedder: Embedder) -> Vectors:
    return Vectors(graph._store, embedder, Entries(graph._store))


def catch_up(graph: tkg.Graph) -> None:
    Entries(graph._store).catch_up()


def rows(graph: tkg.Graph, query: str) -> list[tuple[Any, ...]]:
    return graph._store.connection.execute(query).fetchall()


def kept(graph: tkg.Graph) -> dict[str, list[bytes]]:
    """The vectors of every text that an entry stands for."""
    entries, found = Entries(graph._store), dict[str, list[bytes]]()
    with graph._store.snapshot():
        for (id_,) in rows(graph, "SELECT id FROM entry ORDER BY id"):
            made = rows(graph, f"SELECT vector FROM vector WHERE entry = {id_}")
            found.setdefault(entries.text(id_), []).extend(vector for (vector,) in made)
    return found


def assert_embedded(graph: tkg.Graph) -> None:
    """Every entry has the one vector of its text."""
    for text, found in kept(graph).items():
        row = hashed([text])[0]
        assert [each == (row / np.linalg.norm(row)).astype("<f2").tobytes() for each in found] == [True], text


def say(graph: tkg.Graph, count: int, scope: str = "default", first: int = 0) -> None:
    """So many facts, each with an entity of its own."""
    graph.record_many(
        [{"subject": f"person{n}", "predicate": "age", "object": n} for n in range(first, first + count)], scope=scope
    )
    catch_up(graph)


def scope_ids(graph: tkg.Graph) -> list[int]:
    return [id_ for (id_,) in rows(graph, "SELECT id FROM scope ORDER BY id")]
