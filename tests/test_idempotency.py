"""`key=` on every verb: the same call again changes nothing and gives what it gave."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, objects
from tkg import errors
from tkg.erasure import Receipt
from tkg.facts import Claim

Verb = Callable[[tkg.Graph, Claim, str], Any]

VERBS: dict[str, Verb] = {
    "record": lambda g, c, key: g.record("Ann", "lives_in", "Rome", valid_from="2021", key=key),
    "end": lambda g, c, key: g.end("Ann", "lives_in", "Oslo", valid_from="2021", key=key),
    "record_many": lambda g, c, key: g.record_many([tkg.Statement("Ann", "likes", o) for o in ("tea", "rum")], key=key),
    "correct": lambda g, c, key: g.correct(c, valid_from="2019", key=key),
    "retract": lambda g, c, key: g.retract(c, key=key),
    "merge": lambda g, c, key: g.merge("Ann", "Ann Lee", key=key),
    "split": lambda g, c, key: g.split([(c, "subject")], "Another Ann", key=key),
    "map_predicate": lambda g, c, key: g.map_predicate("dwells_in", "lives_in", key=key),
    "unmap_predicate": lambda g, c, key: g.unmap_predicate("works at", key=key),
    "drop_predicate": lambda g, c, key: g.drop_predicate("dwells_in", key=key),
    "declare": lambda g, c, key: g.declare("likes", cardinality="one", key=key),
    "assign_role": lambda g, c, key: g.assign_role("HR", "tool", key=key),
}


@pytest.fixture
def claim(graph: tkg.Graph) -> Claim:
    return graph.record("Ann", "lives_in", "Oslo", valid_from="2020")


@pytest.mark.parametrize("verb", VERBS)
def test_the_same_call_again_changes_nothing(graph: tkg.Graph, claim: Claim, verb: str) -> None:
    given = VERBS[verb](graph, claim, "k")
    before = list(graph._store.connection.iterdump())
    assert VERBS[verb](graph, claim, "k") == given
    assert list(graph._store.connection.iterdump()) == before
    assert graph.verify().ok


@pytest.mark.parametrize("verb", VERBS)
def test_another_call_with_that_key_is_refused(graph: tkg.Graph, claim: Claim, verb: str) -> None:
    VERBS[verb](graph, claim, "k")
    before = list(graph._store.connection.iterdump())
    with pytest.raises(errors.KeyReused, match="'k'"):
        graph.record("Bob", "likes", "chess", key="k")
    assert list(graph._store.connection.iterdump()) == before


def test_undo_too(graph: tkg.Graph, claim: Claim) -> None:
    graph.retract(claim)
    given = graph.undo(claim, key="k")
    assert graph.undo(claim, key="k") == given
    with pytest.raises(errors.NotRetracted):
        graph.undo(claim, key="other")


@pytest.mark.parametrize("whole", [False, True])
def test_an_erasure_that_is_done_again_erases_nothing(graph: tkg.Graph, claim: Claim, whole: bool) -> None:
    def erase(**options: Any) -> Receipt:
        return graph.erase(entity="Ann", **options) if whole else graph.erase(claim, **options)

    first = erase(key="k")
    before = list(graph._store.connection.iterdump())
    again = erase(key="k")
    assert (again.claims, again.place) == (first.claims, 0) == ((claim.id,), 0)
    assert first.place > claim.id
    assert list(graph._store.connection.iterdump()) == before
    with pytest.raises(errors.KeyReused, match="'k'"):
        graph.erase(claim if whole else None, entity=None if whole else "Ann", key="k")
    assert list(graph._store.connection.iterdump()) == before


def test_a_call_that_was_refused_has_not_used_its_key(graph: tkg.Graph) -> None:
    with pytest.raises(errors.BadTime):
        graph.record("Ann", "likes", "tea", valid_from="soon", key="k")
    assert graph.record("Ann", "likes", "tea", key="k").object == "tea"


def test_a_key_is_of_one_scope(graph: tkg.Graph) -> None:
    for scope in ("one", "two"):
        graph.record("Ann", "likes", scope, key="k", scope=scope)
    assert [objects(graph, "Ann", "likes", scope=scope) for scope in ("one", "two")] == [["one"], ["two"]]


def test_without_a_key_every_call_is_another_one(graph: tkg.Graph) -> None:
    first, second = (graph.record("Ann", "likes", "tea") for _ in range(2))
    assert first.id != second.id


@pytest.mark.parametrize(
    "change", [{"object": "rum"}, {"valid_from": "2020"}, {"source": "x"}, {"attrs": {"a": 1}}, {"op": "end"}]
)
def test_what_differs_in_anything_said_is_another_call(graph: tkg.Graph, change: dict[str, Any]) -> None:
    said = {"subject": "Ann", "predicate": "likes", "object": "tea"}
    graph.record_many([said], key="k")
    with pytest.raises(errors.KeyReused):
        graph.record_many([{**said, **change}], key="k")


@pytest.mark.parametrize(
    ("value", "other"),
    [
        ("42", tkg.Text("42")),
        ("42", 42),
        ("Apple", tkg.Entity("Apple", "organisation")),
        (tkg.Entity("Apple", "person"), tkg.Entity("Apple", "organisation")),
        (True, 1),
        (1, tkg.Quantity(1, "kg")),
        (date(2021, 3, 14), "2021-03-14"),
    ],
)
def test_values_of_other_kinds_are_other_calls(
    graph: tkg.Graph, value: tkg.values.Value, other: tkg.values.Value
) -> None:
    for key, one, two in (("k1", value, other), ("k2", other, value)):
        given = graph.record("Ann", "note", one, key=key)
        with pytest.raises(errors.KeyReused):
            graph.record("Ann", "note", two, key=key)
        assert graph.record("Ann", "note", one, key=key) == given


@pytest.mark.parametrize("said", [{"confidence": 1}, {"confidence": 1.0}, {"source": ""}, {"valid_from": None}, {}])
def test_a_default_that_is_said_is_the_same_call(graph: tkg.Graph, said: dict[str, Any]) -> None:
    given = graph.record("Ann", "likes", "tea", key="k")
    assert graph.record("Ann", "likes", "tea", key="k", **said) == given


def test_it_holds_across_openings_and_a_retry_gets_its_claim(reopen: Opener) -> None:
    given = reopen().record("Ann", "likes", "tea", key="k")
    again = reopen()
    assert again.record("Ann", "likes", "tea", key="k") == given
    again.retract(given)
    assert again.record("Ann", "likes", "tea", key="k").retracted_at is not None
    assert objects(again, "Ann", "likes") == []
