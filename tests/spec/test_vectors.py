"""Every worked example of the contract, on a real file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.spec.adapter import Adapter, make
from tests.spec.run_vectors import run

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))["vectors"]


def test_no_vector_is_missing() -> None:
    assert len(VECTORS) == 202
    assert sum(len(vector["queries"]) for vector in VECTORS) == 521


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    made: list[Adapter] = []

    def kept(schema: dict[str, Any]) -> Adapter:
        made.append(make(schema))
        return made[-1]

    try:
        assert run(vector, kept) == []
        assert made[0].graph.verify().ok
    finally:
        made[0].close()
