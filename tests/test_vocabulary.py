"""A vocabulary in a file: recorded before all time in a new one, from then on in one that is in use."""

from pathlib import Path

import pytest

import tkg
from tkg import Ontology
from tkg.errors import ManyValues


def values(graph: tkg.Graph, **point: str) -> set[str]:
    return {str(fact.object) for fact in graph.as_of(**point).find("Ann", "home")}  # type: ignore[arg-type]


def two_homes(graph: tkg.Graph) -> None:
    graph.record("Ann", "home", "Oslo", valid_from="2020-01-01")
    graph.record("Ann", "home", "Rome", valid_from="2022-01-01")


def test_a_new_file_takes_the_shipped_vocabulary_with_its_other_names(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "a.db") as graph:
        graph.record("Acme", "employs", "Ann", valid_from="2020-01-01")
        fact = graph.get("Ann", "works_for")
        assert fact is not None
        assert (fact.subject, fact.object) == ("Ann", "Acme")


def test_a_vocabulary_holds_as_of_any_moment_of_a_new_file(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "a.db", ontology=Ontology.of({"home": "one"})) as graph:
        two_homes(graph)
        assert values(graph, valid_at="2023-01-01") == {"Rome"}


def test_a_vocabulary_brought_later_changes_answers_from_then_on_and_none_before(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with tkg.open(path, ontology=Ontology.of({})) as graph:
        two_homes(graph)
        before = graph.claims()[-1].recorded_at.isoformat()
    with tkg.open(path, ontology=Ontology.of({"home": "one"})) as graph:
        assert values(graph, valid_at="2023-01-01") == {"Rome"}
        assert values(graph, valid_at="2023-01-01", known_at=before) == {"Oslo", "Rome"}
        assert graph.verify().ok


def test_the_same_vocabulary_again_takes_back_nothing_that_was_declared_since(tmp_path: Path) -> None:
    path, ontology = tmp_path / "a.db", Ontology.of({"home": "one"})
    with tkg.open(path, ontology=ontology) as graph:
        two_homes(graph)
        graph.declare("home", cardinality="many")
    with tkg.open(path, ontology=ontology) as graph:
        assert values(graph, valid_at="2023-01-01") == {"Oslo", "Rome"}


def test_opening_without_a_vocabulary_keeps_the_one_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with tkg.open(path, ontology=Ontology.of({"home": "one"})) as graph:
        two_homes(graph)
    with tkg.open(path) as graph:
        assert values(graph, valid_at="2023-01-01") == {"Rome"}


def test_an_alias_brought_later_reads_as_its_predicate_from_then_on(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with tkg.open(path, ontology=Ontology.of({"home": "one"})) as graph:
        graph.record("Ann", "home", "Oslo", valid_from="2020-01-01")
        graph.record("Ann", "lodges in", "Rome", valid_from="2022-01-01")
        two = graph.find("Ann", valid_at="2023-01-01")
        assert len(two) == 2
    with tkg.open(path, ontology=Ontology.of({"home": {"cardinality": "one", "aliases": ["lodges in"]}})) as graph:
        assert values(graph, valid_at="2023-01-01") == {"Rome"}


def test_an_undeclared_predicate_has_many_values(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "a.db", ontology=Ontology.of({})) as graph:
        two_homes(graph)
        with pytest.raises(ManyValues):
            graph.get("Ann", "home", valid_at="2023-01-01")
