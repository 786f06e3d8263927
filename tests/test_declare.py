"""`declare`: what is declared of a predicate changes from now on, and no past answer."""

from typing import Any

import pytest

import tkg
from tests.conftest import line, objects
from tkg import errors


def test_one_value_instead_of_many_from_now_on(graph: tkg.Graph) -> None:
    graph.record("Ann", "team", "red", valid_from="2019-01-01")
    last = graph.record("Ann", "team", "blue", valid_from="2020-01-01")
    assert objects(graph, "Ann", "team") == ["blue", "red"]
    graph.declare("team", cardinality="one")
    assert line(graph, "Ann", "team") == [("red", "2019-01-01", "2020-01-01"), ("blue", "2020-01-01", None)]
    assert objects(graph, "Ann", "team", known_at=last.recorded_at) == ["blue", "red"]


def test_what_is_not_given_stays(graph: tkg.Graph) -> None:
    graph.declare("team", cardinality="one")
    graph.declare("team", resumes=False)
    graph.record("Ann", "team", "red", valid_from="2019-01-01")
    graph.record("Ann", "team", "blue", valid_from="2020-01-01", valid_to="2021-01-01")
    assert line(graph, "Ann", "team") == [("red", "2019-01-01", "2020-01-01"), ("blue", "2020-01-01", "2021-01-01")]
    graph.declare("team", resumes=True)
    assert line(graph, "Ann", "team")[-1] == ("red", "2021-01-01", None)


def test_the_extent_fills_in_what_claims_do_not_say(graph: tkg.Graph) -> None:
    graph.record("Ann", "spoke_at", "PyCon", valid_from="2021-05-01")
    assert line(graph, "Ann", "spoke_at") == [("PyCon", "2021-05-01", None)]
    graph.declare("spoke_at", extent="event")
    assert line(graph, "Ann", "spoke_at") == [("PyCon", "2021-05-01", "2021-05-02")]
    graph.declare("spoke_at", extent="timeless")
    assert line(graph, "Ann", "spoke_at") == [("PyCon", "2021-05-01", None)]


def test_an_alias_declares_what_it_stands_for(graph: tkg.Graph) -> None:
    graph.declare("works at", cardinality="many")
    for name in ("Acme", "Globex"):
        graph.record("Ann", "works_for", name, valid_from="2020-01-01")
    assert objects(graph, "Ann", "works_for") == ["Acme", "Globex"]


def test_the_kind_of_values_is_checked_from_then_on(graph: tkg.Graph) -> None:
    graph.record("Ann", "shoe_size", "large")
    graph.declare("shoe_size", object="number", unit="cm")
    with pytest.raises(errors.WrongKind, match="shoe_size takes number in cm"):
        graph.record("Ann", "shoe_size", "large")
    graph.record("Ann", "shoe_size", tkg.Quantity(27, "cm"))
    assert objects(graph, "Ann", "shoe_size") == [tkg.Quantity(27, "cm"), "large"]


def test_a_bare_number_is_in_the_unit_that_is_declared(graph: tkg.Graph) -> None:
    graph.declare("mass", cardinality="one", object="number", unit="kg")
    graph.record("Ann", "mass", 70, valid_from="2020-01-01", source="a")
    graph.record("Ann", "mass", tkg.Quantity(70, "kg"), valid_from="2020-01-01", source="b")
    graph.record("Bob", "mass", tkg.Quantity(70.0, "kg"), valid_from="2020-01-01")
    graph.record("Cat", "age", 70, valid_from="2020-01-01")
    assert graph.conflicts() == []
    (fact,) = graph.timeline("Ann", "mass")
    assert (fact.object, len(fact.claims)) == (tkg.Quantity(70, "kg"), 2)
    for asked in (70, 70.0, tkg.Quantity(70, "kg")):
        assert [found.subject for found in graph.find(predicate="mass", object=asked)] == ["Ann", "Bob"]
    assert graph.find("Ann", "mass", tkg.Quantity(70, "lb")) == []
    assert objects(graph, "Cat", "age") == [70]
    with pytest.raises(errors.WrongKind, match="mass takes number in kg"):
        graph.record("Ann", "mass", tkg.Quantity(154, "lb"))


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"cardinality": "two"},
        {"cardinality": 1},
        {"resumes": "yes"},
        {"resumes": 0},
        {"extent": "forever"},
        {"colour": "red"},
        {"object": "tea pot"},
        {"unit": "kg"},
        {"aliases": ["x"]},
        {"inverse": "x"},
    ],
)
def test_a_declaration_that_cannot_hold(graph: tkg.Graph, rule: dict[str, Any]) -> None:
    rows = list(graph._store.connection.iterdump())
    with pytest.raises(errors.BadSchema):
        graph.declare("team", **rule)
    assert list(graph._store.connection.iterdump()) == rows
