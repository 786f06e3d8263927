"""An extractor for tests that takes messages at their word: "Ann plays_in Kapp", "Ann plays_in Kapp not Orbi"."""

from collections.abc import Sequence
from typing import Any

from tkg.extract import Candidate, Message, Skipped
from tkg.ontology import Ontology


class Triples:
    """A message of three words is a fact, one with "not" and another value a correction of it."""

    name = "triples/1"

    def extract(self, message: Message, ontology: Ontology) -> Sequence[Candidate | Skipped]:
        subject, predicate, value, *rest = message.content.split()
        given: dict[str, Any] = {"op": "record"} if not rest else {"op": "correct", "was": rest[1]}
        quote = message.content
        return [
            Candidate(subject=subject, predicate=predicate, object=value, span=(0, len(quote)), quote=quote, **given)
        ]


def telling(*contents: str, speaker: str = "Mia", hour: int = 10) -> list[dict[str, Any]]:
    """Messages with these words, a minute apart."""
    return [
        {"speaker": speaker, "content": content, "timestamp": f"2024-06-12T{hour}:{minute:02}:00Z"}
        for minute, content in enumerate(contents)
    ]
