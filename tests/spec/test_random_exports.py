"""Random logs, exported and restored: the same bytes, the same rows of belief, and a graph that verifies.

The logs are those of the contract (`properties`), with erasures among them, recorded at the times that they bring.
`TKG_SPEC_SEED` runs others.
"""

import io
import os
import random
from typing import Any

import pytest

import tkg
from tests.spec.adapter import Adapter
from tests.spec.properties import KINDS, SCHEMA, Rejected, random_log

SEED = int(os.environ.get("TKG_SPEC_SEED", "1"))
LOGS = 60
TABLES = ("belief_cur", "belief_hist")


def exported(graph: tkg.Graph) -> str:
    stream = io.StringIO()
    graph.export(stream)
    return stream.getvalue()


def beliefs(graph: tkg.Graph) -> list[set[Any]]:
    return [set(graph._store.connection.execute(f"SELECT * FROM {table}")) for table in TABLES]


@pytest.mark.parametrize("chunk", range(4))
def test_what_is_restored_is_what_was_exported(chunk: int) -> None:
    r = random.Random(SEED * 104_729 + chunk)
    for number in range(LOGS // 4):
        kinds = KINDS + (("erase",) if number % 2 else ()) + ("assert", "end") * 4
        log = random_log(r, r.randrange(5, 25), r.choice((("",), ("a", "b", "c"))), kinds)
        graph = Adapter(SCHEMA)
        try:
            for operation in log:
                try:
                    graph.apply(operation)
                except Rejected:
                    continue
            text = exported(graph.graph)
            path = graph.path.with_suffix(".restored")
            tkg.restore(path, text.splitlines(keepends=True))
            with tkg.open(path, embedder=None) as again:
                assert exported(again) == text, log
                assert beliefs(again) == beliefs(graph.graph), log
                assert again.verify().ok
            path.unlink()
        finally:
            graph.close()
