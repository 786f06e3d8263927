"""What the tests of reading with a model share: a batch, and what an extractor makes of what a scripted server says."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.llm_server import Scripted, ScriptedServer, completion, proposal
from tkg.errors import ExtractionError
from tkg.extract.llm import LLM, Batch, Model, Reply, Turn
from tkg.extract.protocol import Usage

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
ONE = Usage(calls=1, tokens_in=100, tokens_out=20)
ACME = proposal("I work at Acme", "Ana", "works_at", "Acme")


def turn(text: str, number: int = 1, speaker: str = "Ana", role: str = "user", is_context: bool = False) -> Turn:
    return Turn(number, speaker, role, NOON, text, is_context)


BATCH = Batch((turn("I work at Acme and live in Oslo."),))


def extract(server: ScriptedServer, batch: Batch = BATCH, **given: Any) -> Reply:
    async def reading() -> Reply:
        llm = LLM(Model(**({"name": "m", "base_url": server.base_url} | given)))
        try:
            return await llm.extract(batch)
        finally:
            await llm.aclose()

    return asyncio.run(reading())


def said(content: str | None, batch: Batch = BATCH, **given: Any) -> Reply:
    with ScriptedServer([completion(content, **given)]) as server:
        return extract(server, batch)


def failure(*script: Scripted, batch: Batch = BATCH, **given: Any) -> tuple[ExtractionError, int]:
    """The error of a script, and how many requests reached the server."""
    with ScriptedServer(script) as server:
        with pytest.raises(ExtractionError) as caught:
            extract(server, batch, **given)
        return caught.value, len(server.requests)
