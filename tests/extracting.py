"""What the tests of extraction share: messages of one fact each, and an extractor whose server has a script."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.llm_server import Request, Scripted, ScriptedServer, completion, facts, proposal
from tkg.extract.llm import Model, ModelExtractor

SAID_AT = "2026-03-04T12:00:00Z"
_WORKS = re.compile(r"(\w+) works at (\w+)")


def said(content: str, speaker: str = "Ana", **more: Any) -> dict[str, Any]:
    """A message."""
    return {"speaker": speaker, "content": content, "timestamp": SAID_AT, **more}


def jobs(count: int, start: int = 0) -> list[dict[str, Any]]:
    """Messages of one conversation that say one fact each."""
    return [said(f"P{n} works at Firm{n}", id=f"m{n}") for n in range(start, start + count)]


@contextmanager
def asking(script: Any, **given: Any) -> Iterator[tuple[ModelExtractor, ScriptedServer]]:
    """An extractor and the server that it asks, which answers from a script or, given one reply, always that."""
    most = {name: given.pop(name) for name in ("most_messages", "most_characters") if name in given}
    with ScriptedServer(script if isinstance(script, list) else forever(script)) as server:
        yield ModelExtractor(Model("small", base_url=server.base_url, **given), **most), server


def forever(reply: Any) -> Iterator[Any]:
    """The same reply again and again."""
    while True:
        yield reply


def new_turns(request: Request) -> list[tuple[int, str]]:
    """The number and the text of each turn that is to be read."""
    lines = request.told.partition("BEGIN\n")[2].partition("\nEND")[0].splitlines()
    turns = [json.loads(line) for line in lines]
    return [(turn["turn"], turn["text"]) for turn in turns if not turn.get("context")]


def reading(request: Request) -> Scripted:
    """A reply with the fact of every new turn that says who works where."""
    found = [(number, match) for number, text in new_turns(request) if (match := _WORKS.search(text))]
    return completion(
        facts(*(proposal(match[0], match[1], "works_for", match[2], turn=number) for number, match in found))
    )
