"""Messages read by the rules, one after the other: none touches what another one said of another matter."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import tkg


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[tkg.Graph]:
    with tkg.open(tmp_path / "words.db", embedder=None, durability="normal") as graph:
        yield graph


def tell(graph: tkg.Graph, *said: str) -> None:
    told = [
        {"speaker": "Mia", "content": words, "timestamp": f"2026-03-0{day}T12:00:00+00:00"}
        for day, words in enumerate(said, start=1)
    ]
    graph.ingest(told)


def held(graph: tkg.Graph, subject: str) -> list[tuple[str, str]]:
    return [(fact.predicate, str(fact.object)) for fact in graph.find(subject)]


def test_an_office_that_somebody_moves_into_ends_nobodys_job(graph: tkg.Graph) -> None:
    tell(graph, "Alice works at Acme.", "Bob moved to Acme's old office.")
    assert held(graph, "Alice") == [("works_for", "Acme")]
    assert held(graph, "Bob") == []


def test_another_matter_of_the_same_firm_leaves_the_title(graph: tkg.Graph) -> None:
    tell(graph, "Ana is CTO of Orbi.", "Ana administers Orbi's Git organisation.", "Ana works at Orbi.")
    assert sorted(held(graph, "Ana")) == [("job_title", "CTO"), ("works_for", "Orbi")]


def test_used_to_and_no_longer_are_ends(graph: tkg.Graph) -> None:
    tell(graph, "Alice works at Acme.", "Alice no longer works at Acme.", "Bob used to work at Acme.")
    assert held(graph, "Alice") == held(graph, "Bob") == []


def test_a_title_from_next_year_is_not_held_yet(graph: tkg.Graph) -> None:
    tell(graph, "Will Smith leads Acme from 2027.", "The thermostat was set to 21C at noon.")
    assert held(graph, "Acme") == []
    (plan,) = graph.timeline(modality="planned")
    assert (plan.predicate, str(plan.object), plan.valid_from_text) == ("led_by", "Will Smith", "2027")
