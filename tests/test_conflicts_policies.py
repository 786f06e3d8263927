"""What sources disagree about: `conflicts`, and the four policies that settle it."""

from typing import Any

import pytest

import tkg
from tests.conftest import objects


@pytest.fixture
def dispute(graph: tkg.Graph) -> tkg.Graph:
    """Who says what about where Ann lives since 2020."""
    for source, place, confidence in (("HR", "Oslo", 0.9), ("Bob", "Rome", 0.4), ("Cat", "Rome", 0.5)):
        graph.record("Ann", "lives_in", place, valid_from="2020-01-01", source=source, confidence=confidence)
    return graph


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({}, ["Rome"]),
        ({"policy": "latest"}, ["Rome"]),
        ({"policy": "confidence"}, ["Oslo"]),
        ({"policy": "source_priority", "priority": ["HR"]}, ["Oslo"]),
        ({"policy": "source_priority", "priority": ["Bob", "HR"]}, ["Rome"]),
        ({"policy": "source_priority", "priority": ["nobody"]}, ["Rome"]),
        ({"policy": "source_priority", "priority": ("nobody", "HR")}, ["Oslo"]),
        ({"policy": "all"}, ["Oslo", "Rome"]),
    ],
)
def test_each_policy(dispute: tkg.Graph, options: dict[str, Any], found: list[str]) -> None:
    assert objects(dispute, "Ann", "lives_in", **options) == found
    assert objects(dispute.as_of(**options), "Ann", "lives_in") == found
    assert [fact.object for fact in dispute.timeline("Ann", "lives_in", **options)] == found


def test_a_conflict_names_the_values_and_the_claims(dispute: tkg.Graph) -> None:
    (conflict,) = dispute.conflicts()
    assert (conflict.subject, conflict.predicate) == ("Ann", "lives_in")
    assert sorted(map(str, conflict.values)) == ["Oslo", "Rome"]
    assert sorted(claim.source for claim in conflict.claims) == ["Bob", "Cat", "HR"]


def test_a_disputed_fact_says_so(dispute: tkg.Graph) -> None:
    fact = dispute.get("Ann", "lives_in")
    assert fact is not None
    assert fact.contested
    dispute.record("Bob", "lives_in", "Oslo", valid_from="2020-01-01", source="HR")
    undisputed = dispute.get("Bob", "lives_in")
    assert undisputed is not None
    assert not undisputed.contested


def test_there_is_none_where_nothing_is_disputed(dispute: tkg.Graph) -> None:
    assert dispute.conflicts(valid_at="2019-12-31") == []
    assert dispute.conflicts("Bob") == []
    assert dispute.conflicts("Ann", "works_for") == []
    assert dispute.conflicts(modality="planned") == []
    assert len(dispute.conflicts("Ann", "lives in")) == 1


def test_a_change_in_the_world_is_no_conflict(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="HR")
    graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01", source="Bob")
    assert graph.conflicts() == []
    assert objects(graph, "Ann", "lives_in", policy="all") == ["Rome"]


def test_a_retraction_settles_a_conflict(dispute: tkg.Graph) -> None:
    for claim in dispute.claims():
        if claim.object == "Rome":
            dispute.retract(claim)
    assert dispute.conflicts() == []
    assert objects(dispute, "Ann", "lives_in") == ["Oslo"]


def test_a_source_that_says_there_is_none_disputes_a_value(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01", valid_to="2030-01-01", source="Ann")
    graph.end("Ann", "works_for", valid_from="2020-01-01", valid_to="2030-01-01", source="HR")
    (conflict,) = graph.conflicts()
    assert set(conflict.values) == {"Acme", None}
    assert objects(graph, "Ann", "works_for") == []
    assert objects(graph, "Ann", "works_for", policy="all") == ["Acme"]


def test_a_doubtful_source_does_not_end_what_a_trusted_one_says(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01", source="HR", confidence=0.9)
    graph.end("Ann", "works_for", "Acme", valid_from="2021-01-01", source="rumour", confidence=0.2)
    assert objects(graph, "Ann", "works_for") == []
    assert objects(graph, "Ann", "works_for", policy="confidence") == ["Acme"]
    assert objects(graph, "Ann", "works_for", policy="source_priority", priority=["HR"]) == ["Acme"]
    assert objects(graph, "Ann", "works_for", policy="source_priority", priority=["rumour"]) == []


def test_a_source_overrules_itself_however_sure_it_was(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", confidence=0.9)
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", confidence=0.1)
    assert objects(graph, "Ann", "lives_in", policy="confidence") == ["Rome"]
    assert graph.conflicts() == []


def test_a_correction_counts_by_its_own_time(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="x")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", source="y")
    assert objects(graph, "Ann", "lives_in") == ["Rome"]
    graph.correct(first, object="Bergen")
    assert objects(graph, "Ann", "lives_in") == ["Bergen"]
