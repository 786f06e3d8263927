"""Which slots have to be folded under another policy or certainty: that others are not, and that none is forgotten."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import tkg
import tkg.derive
from tests.conftest import Opener, objects
from tkg.belief import fold

Traits = dict[tuple[Any, str], tuple[bool, bool]]


def traits(graph: tkg.Graph) -> Traits:
    """(subject, predicate) -> whether several sources speak there, and whether a bound is imprecise."""
    store = graph._store
    rows = store.connection.execute("SELECT s, p, source, vague FROM slot").fetchall()
    return {
        (store.terms.value(s), store.names.predicate_name(p)): (source is None, vague == 1)
        for s, p, source, vague in rows
    }


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by the number of claims of each slot that a read folds."""
    folded: list[int] = []

    def counted(claims: Any, *given: Any, **named: Any) -> Any:
        folded.append(len(claims))
        return fold(claims, *given, **named)

    monkeypatch.setattr("tkg.reader.fold", counted)
    return folded


def test_a_slot_of_one_source_and_exact_bounds_has_no_row(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01", valid_to="2022-01-01")
    assert traits(graph) == {}


def test_another_source_and_an_imprecise_bound_are_noted(graph: tkg.Graph) -> None:
    for subject, source, start in (("Ann", "HR", "2021-01-01"), ("Bob", "Ann", "2021"), ("Cat", "HR", "2021-02")):
        graph.record(subject, "lives_in", "Oslo", valid_from="2020-01-01", source="Ann")
        graph.record(subject, "lives_in", "Rome", valid_from=start, source=source)
    graph.record("Dan", "lives_in", "Oslo", valid_from="2020-01-01", valid_to="2022")
    graph.record("Eve", "lives_in", "Oslo")
    assert traits(graph) == {
        ("Ann", "lives_in"): (True, False),
        ("Bob", "lives_in"): (False, True),
        ("Cat", "lives_in"): (True, True),
        ("Dan", "lives_in"): (False, True),
        ("Eve", "lives_in"): (False, True),
    }


def test_it_is_not_taken_back_so_that_it_holds_for_the_past_too(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="Ann", confidence=0.9)
    other = graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", source="HR", confidence=0.1)
    graph.retract(other)
    assert traits(graph) == {("Ann", "lives_in"): (True, False)}
    assert objects(graph, "Ann", "lives_in", policy="confidence", known_at=other.recorded_at) == ["Oslo"]
    assert objects(graph, "Ann", "lives_in", known_at=other.recorded_at) == ["Rome"]


def test_a_merge_can_make_two_sources_meet(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="Ann", confidence=0.9)
    graph.record("Ann Lee", "lives_in", "Rome", valid_from="2020-01-01", source="HR", confidence=0.1)
    assert traits(graph) == {}
    graph.merge("Ann", "Ann Lee")
    assert traits(graph) == {("Ann Lee", "lives_in"): (True, False)}
    assert objects(graph, "Ann", "lives_in", policy="confidence") == ["Oslo"]


def test_what_latest_does_not_believe_is_found_under_another_policy(graph: tkg.Graph) -> None:
    """No row of belief is there, but one that says that the slot has to be folded."""
    graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01", source="HR", confidence=0.9)
    graph.end("Ann", "works_for", "Acme", valid_from="2021-01-01", source="rumour", confidence=0.2)
    assert graph.find("Ann", valid_at="2022-01-01") == []
    assert [fact.object for fact in graph.find("Ann", valid_at="2022-01-01", policy="confidence")] == ["Acme"]
    assert [fact.object for fact in graph.find(object="Acme", valid_at="2022-01-01", policy="confidence")] == ["Acme"]


@pytest.mark.parametrize(
    ("options", "contested", "vague"),
    [
        ({}, 0, 0),
        ({"policy": "confidence"}, 1, 0),
        ({"policy": "role"}, 1, 0),
        ({"policy": "all"}, 1, 0),
        ({"certainty": "certain"}, 0, 1),
        ({"certainty": "possible", "policy": "confidence"}, 1, 1),
    ],
)
def test_only_those_slots_are_folded(
    graph: tkg.Graph, folds: list[int], options: Any, contested: int, vague: int
) -> None:
    for year in range(2000, 2010):
        graph.record("Ann", "lives_in", f"place {year}", valid_from=f"{year}-01-01")
        graph.record("Ann", "works_for", f"firm {year}", valid_from=f"{year}-01-01")
    graph.record("Bob", "lives_in", "Oslo", valid_from="2000-01-01", source="x")
    graph.record("Bob", "lives_in", "Rome", valid_from="2000-01-01", source="y")
    graph.record("Cat", "lives_in", "Oslo", valid_from="2000")
    folds.clear()
    found = graph.find(valid_at="2005-06-01", **options)
    assert {fact.subject for fact in found} == {"Ann", "Bob", "Cat"}
    assert sorted(folds) == [1] * vague + [2] * contested


def test_a_value_of_a_slot_that_is_folded_is_found_by_its_name(graph: tkg.Graph, folds: list[int]) -> None:
    graph.record("Ann", "likes", "tea", valid_from="2021")
    graph.record("Ann", "likes", "jazz", valid_from="2021")
    folds.clear()
    assert objects(graph, "Ann", "likes", valid_at="2021-06-01", certainty="possible") == ["jazz", "tea"]
    assert len(folds) == 2
    assert [f.object for f in graph.find("Ann", "likes", "tea", valid_at="2021-06-01", certainty="possible")] == ["tea"]
    assert len(folds) == 3


@pytest.mark.parametrize("other", ["a", "b"])
def test_a_long_slot_is_known_by_its_source(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch, other: str) -> None:
    """Beyond some claims, and where values are not told in order, it is derived by a part, and the others not read."""
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", 5)
    for year in (2000, *range(2011, 2000, -1)):
        graph.record("Ann", "lives_in", f"place {year}", valid_from=f"{year}-01-01", source="a")
    assert traits(graph) == {("Ann", "lives_in"): (False, False)}
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source=other)
    assert traits(graph) == {("Ann", "lives_in"): (other == "b", False)}
    graph.record("Ann", "lives_in", "Rome", valid_from="2021", source=other)
    assert traits(graph) == {("Ann", "lives_in"): (other == "b", True)}


def test_what_is_erased_is_worked_out_anew(graph: tkg.Graph) -> None:
    graph.record("Ann", "knows", "Bob", valid_from="2021")
    graph.record("Ann", "lives_in", "Oslo", valid_from="2021")
    graph.erase(entity="Bob")
    assert traits(graph) == {("Ann", "lives_in"): (False, True)}


# --- files ---


@pytest.fixture
def intruder(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


@pytest.mark.parametrize(
    ("change", "sound"),
    [
        ("DELETE FROM slot", False),
        ("UPDATE slot SET vague = 0", False),
        ("UPDATE slot SET source = 1", False),
        ("UPDATE slot SET vague = 1", True),  # that it says too much costs time
    ],
)
def test_verify_finds_what_is_not_noted(
    graph: tkg.Graph, intruder: sqlite3.Connection, change: str, sound: bool
) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2021", source="x")
    graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01", source="y")
    assert graph.verify().ok
    intruder.execute(change)
    report = graph.verify()
    assert report.ok is sound
    assert {(found.what, found.table) for found in report.differences} == (set() if sound else {("missing", "slot")})
    graph.rebuild()
    assert graph.verify().ok
    assert traits(graph) == {("Ann", "lives_in"): (True, True)}


def test_a_file_of_which_it_is_not_known_is_folded_until_its_beliefs_are_derived_anew(
    reopen: Opener, intruder: sqlite3.Connection, folds: list[int]
) -> None:
    """As an upgrade leaves a file with claims: see test_migrate."""
    with reopen() as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="x", confidence=0.9)
        graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", source="y", confidence=0.1)
        graph.record("Bob", "lives_in", "Oslo", valid_from="2020-01-01")
    intruder.execute("DELETE FROM slot")
    intruder.execute("INSERT INTO meta VALUES ('slots', 'incomplete')")
    with reopen() as graph:
        folds.clear()
        assert [fact.object for fact in graph.find(policy="confidence")] == ["Oslo", "Oslo"]
        assert sorted(folds) == [1, 2]
        assert graph.verify().ok
        graph.rebuild()
        folds.clear()
        assert [fact.object for fact in graph.find(policy="confidence")] == ["Oslo", "Oslo"]
        assert folds == [2]
    assert intruder.execute("SELECT * FROM meta WHERE key = 'slots'").fetchall() == []
