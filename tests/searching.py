"""What the tests of search share: short forms of hits, messages, and a fact as it is found."""

from collections.abc import Iterable, Sequence
from typing import Any

import tkg
from tkg.facts import Fact
from tkg.hits import EpisodeHit, FactHit, Hits


def texts(hits: Iterable[Any]) -> list[str]:
    """What was found, in order, as words."""
    return [hit.text for hit in hits]


def values(hits: Iterable[Any]) -> list[str]:
    """The objects of the facts that were found, in order."""
    return [str(hit.fact.object) for hit in hits]


def marked(hits: Iterable[Any]) -> list[tuple[str, bool, str | None]]:
    """Each fact with whether it is current, and the value that holds now instead."""
    return [
        (str(hit.fact.object), hit.is_current, None if hit.superseded_by is None else str(hit.superseded_by.object))
        for hit in hits
    ]


def facts(hits: Hits) -> Sequence[FactHit]:
    """The hits, all of which are facts."""
    found = [hit for hit in hits if isinstance(hit, FactHit)]
    assert len(found) == len(hits)
    return found


def episodes(hits: Hits) -> Sequence[EpisodeHit]:
    """The hits, all of which are episodes."""
    found = [hit for hit in hits if isinstance(hit, EpisodeHit)]
    assert len(found) == len(hits)
    return found


def said(content: str, when: str = "2024-06-12T10:00:00Z", speaker: str = "Mia", **more: Any) -> dict[str, Any]:
    """A message."""
    return {"speaker": speaker, "content": content, "timestamp": when, **more}


def key(fact: Fact) -> tuple[str, str, str, str | None, str | None]:
    """What a fact says and over which interval, to be compared between two reads."""
    return str(fact.subject), fact.predicate, str(fact.object), fact.valid_from_text, fact.valid_to_text


def jobs(graph: tkg.Graph, years: range) -> None:
    """Ann changes her firm on 1 March of each year."""
    statements = [
        {"subject": "Ann", "predicate": "works_for", "object": f"Firm {year}", "valid_from": f"{year}-03-01"}
        for year in years
    ]
    graph.record_many(statements)


def ann_moved(graph: tkg.Graph) -> tkg.Graph:
    """Ann has moved from Oslo to Rome."""
    graph.record("Ann", "lives_in", "Oslo", valid_from="2015-01-01", valid_to="2020-01-01", source="HR")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", source="web")
    return graph
