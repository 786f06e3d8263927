"""`map_predicate`: one predicate read as another, or as the other way round of another."""

import pytest

import tkg
from tests.conftest import line, objects
from tkg import errors
from tkg.ontology import Predicate


def test_claims_of_both_compete_in_one_slot(graph: tkg.Graph) -> None:
    graph.record("Ann", "dwells_in", "Oslo", valid_from="2019-01-01")
    last = graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    assert objects(graph, "Ann", "dwells_in") == ["Oslo"]
    graph.map_predicate("dwells_in", "lives_in")
    for name in ("dwells_in", "lives_in"):
        assert line(graph, "Ann", name) == [("Oslo", "2019-01-01", "2021-01-01"), ("Rome", "2021-01-01", None)]
    assert [fact.predicate for fact in graph.find("Ann")] == ["lives_in"]
    assert [claim.predicate for claim in graph.claims()] == ["dwells_in", "lives_in"]
    assert objects(graph, "Ann", "dwells_in", known_at=last.recorded_at) == ["Oslo"]


def test_a_flip_turns_subject_and_object(graph: tkg.Graph) -> None:
    graph.record("Acme", "has_worker", "Ann", valid_from="2019-01-01")
    graph.map_predicate("has_worker", "works_for", flip=True)
    assert line(graph, "Ann", "works_for") == [("Acme", "2019-01-01", None)]
    assert [(f.subject, f.predicate, f.object) for f in graph.find("Acme", "has_worker")] == [
        ("Ann", "works_for", "Acme")
    ]
    graph.record("Globex", "has_worker", "Ann", valid_from="2020-01-01")
    assert objects(graph, "Ann", "works_for") == ["Globex"]


def test_two_flips_are_none(graph: tkg.Graph) -> None:
    graph.record("Ann", "p", "Bob")
    graph.map_predicate("p", "q", flip=True)
    graph.map_predicate("q", "r", flip=True)
    assert [(fact.subject, fact.predicate, fact.object) for fact in graph.find()] == [("Ann", "r", "Bob")]


def test_an_end_without_a_value_says_nothing_the_other_way_round(graph: tkg.Graph) -> None:
    graph.declare("boss_of", cardinality="one")
    graph.record("Ann", "boss_of", "Bob", valid_from="2019-01-01")
    graph.end("Ann", "boss_of", valid_from="2020-01-01")
    graph.map_predicate("boss_of", "led_by", flip=True)
    assert line(graph, "Bob", "led_by") == [("Ann", "2019-01-01", None)]


@pytest.mark.parametrize(
    ("before", "pair", "error"),
    [
        ([], ("p", "p"), errors.IntoItself),
        ([("p", "q")], ("q", "p"), errors.Cycle),
        ([("p", "q")], ("p", "q"), errors.AlreadyMapped),
        ([("p", "r"), ("q", "r")], ("p", "q"), errors.AlreadyMapped),
        ([], ("works at", "works_for"), errors.AlreadyMapped),
        ([], ("works_for", "works at"), errors.Cycle),
        ([], (" ", "q"), errors.BadName),
    ],
)
def test_a_map_that_cannot_be(
    graph: tkg.Graph, before: list[tuple[str, str]], pair: tuple[str, str], error: type[tkg.TkgError]
) -> None:
    for old, into in before:
        graph.map_predicate(old, into)
    rows = list(graph._store.connection.iterdump())
    with pytest.raises(error):
        graph.map_predicate(*pair)
    assert list(graph._store.connection.iterdump()) == rows


def test_it_holds_in_every_scope(graph: tkg.Graph) -> None:
    graph.record("Ann", "dwells_in", "Oslo", scope="one")
    graph.map_predicate("dwells_in", "lives_in")
    assert objects(graph, "Ann", "lives_in", scope="one") == ["Oslo"]


def test_a_view_says_what_a_predicate_reads_as(graph: tkg.Graph) -> None:
    for name, flip in (("works_for", False), ("works at", False), ("employs", True)):
        predicate, flipped = graph.reads_as(name)
        assert (predicate.name, predicate.cardinality, predicate.object, flipped) == (
            "works_for", "one", "organisation", flip,
        )  # fmt: skip
    before = graph.as_of()
    graph.map_predicate("toils_for", "employs", flip=True)
    assert (graph.reads_as("toils_for")[0].name, graph.reads_as("toils_for")[1]) == ("works_for", False)
    assert (before.reads_as("toils_for")[0].name, before.reads_as("toils_for")[1]) == ("toils_for", False)
    assert graph.reads_as("never said") == (Predicate("never said"), False)
    with pytest.raises(errors.BadName):
        graph.reads_as(" ")
