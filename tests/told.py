"""What the tests of reading anew and of reviewing share: an extractor that is told what it finds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import tkg
from tkg.extract import Candidate, Message, Skipped
from tkg.ontology import Ontology

DAY = "2024-06-{:02}T10:00:00Z"


@dataclass
class Told:
    """An extractor that finds in each message what it is told to: subject, predicate, object, and what else."""

    name: str = "told/1"
    finds: dict[str, Sequence[dict[str, Any]]] = field(default_factory=dict)

    def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
        return [self._candidate(message.content, **found) for found in self.finds.get(message.content, ())]

    def _candidate(self, content: str, value: Any, quote: str | None = None, **given: Any) -> Candidate:
        words = content if quote is None else quote
        start = content.index(words)
        whole = {"op": "record", "subject": "Ann", "predicate": "lives_in", **given}
        return Candidate(object=value, span=(start, start + len(words)), quote=words, **whole)


def said(content: str, day: int = 1, **more: Any) -> dict[str, Any]:
    return {"speaker": "Ann", "content": content, "timestamp": DAY.format(day), **more}


def lives(graph: tkg.Graph | Any) -> list[Any]:
    return [fact.object for fact in graph.find("Ann", "lives_in")]


def standing(graph: tkg.Graph) -> list[tuple[Any, ...]]:
    return [(claim.id, claim.object) for claim in graph.claims() if claim.retracted_at is None]
