"""`undeclared`: what waits to be settled, most used first, with the declared predicate that is nearest in meaning."""

from collections.abc import Sequence
from datetime import date

import numpy as np
import numpy.typing as npt
import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import by_words, hashed
from tests.triples import Triples, telling
from tkg.embed import Function
from tkg.nearest import Nearest, Way
from tkg.ontology import Predicate
from tkg.undeclared import Undeclared
from tkg.values import Text, Value


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    return reopen(extractor=Triples(), embedder=None)


def names(graph: tkg.Graph) -> list[str]:
    return [each.name for each in graph.undeclared()]


def test_most_used_first_with_what_they_are_between(graph: tkg.Graph) -> None:
    graph.record(tkg.Entity("Ann", "person"), "shoe_size", 42)
    graph.record(tkg.Entity("Rex", "animal"), "shoe_size", tkg.Quantity(7, "cm"))
    graph.record("Ann", "plays_in", tkg.Entity("Kapp", "band"))
    graph.record("Ann", "likes", "tea")
    assert graph.undeclared() == [
        Undeclared("shoe_size", 2, ("animal", "person"), ("number",), "Rex shoe_size 7 cm"),
        Undeclared("plays_in", 1, (), ("band",), "Ann plays_in Kapp"),
    ]


def test_claims_are_counted_in_all_scopes_and_words_shown_of_one(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp"), scope="other")
    graph.ingest(telling("Bob sings_in Kapp"))
    shown = {each.name: (each.claims, each.example) for each in graph.undeclared()}
    assert shown == {"plays_in": (1, None), "sings_in": (1, "Bob sings_in Kapp")}


def test_the_example_is_the_quote_of_the_latest_claim(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp", "Bob  plays_in   Orbi"))
    assert [each.example for each in graph.undeclared()] == ["Bob  plays_in   Orbi"]


def test_the_sentence_of_the_extractor_comes_before_the_quote(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp"))
    graph._store.connection.execute("DROP TRIGGER derivation_no_update")
    graph._store.connection.execute("UPDATE derivation SET statement = 'Ann plays in the band Kapp'")
    assert [each.example for each in graph.undeclared()] == ["Ann plays in the band Kapp"]


def test_what_reads_as_another_counts_there_with_its_sides_turned(graph: tkg.Graph) -> None:
    graph.record(tkg.Entity("Kapp", "band"), "has_player", tkg.Entity("Ann", "person"))
    graph.map_predicate("has_player", "plays_in", flip=True)
    assert graph.undeclared() == [Undeclared("plays_in", 1, ("person",), ("band",), "Ann plays_in Kapp")]


@pytest.mark.parametrize("settled", ["declared", "mapped", "retracted", "erased"])
def test_what_is_settled_is_not_listed(graph: tkg.Graph, settled: str) -> None:
    claim = graph.record("Ann", "plays_in", "Kapp")
    assert names(graph) == ["plays_in"]
    if settled == "declared":
        graph.declare("plays_in", cardinality="many")
    elif settled == "mapped":
        graph.map_predicate("plays_in", "member_of")
    elif settled == "retracted":
        graph.retract(claim)
    else:
        graph.erase(entity="Ann")
    assert names(graph) == []


def test_a_map_that_is_taken_back_makes_it_wait_again(graph: tkg.Graph) -> None:
    graph.record("Ann", "works at", "Acme")
    assert names(graph) == []
    graph.unmap_predicate("works at")
    assert names(graph) == ["works at"]


def test_what_is_dropped_is_listed_last_declared_or_not(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp", "Ann plays_in Orbi", "Ann sings_in Kapp"))
    graph.drop_predicate("plays_in", reason="noise")
    graph.drop_predicate("likes")
    assert graph.undeclared() == [
        Undeclared("sings_in", 1, example="Ann sings_in Kapp"),
        Undeclared("likes", 0, dropped=True),
        Undeclared("plays_in", 0, dropped=True, reason="noise"),
    ]
    graph.keep_predicate("plays_in")
    graph.keep_predicate("likes")
    assert names(graph) == ["plays_in", "sings_in"]


# --- what is nearest ---


def test_the_nearest_is_proposed_and_nothing_is_mapped(reopen: Opener) -> None:
    told: list[str] = []
    embedder = Function(hashed, "test/words", 64, lambda texts: told.extend(texts) or hashed(texts))  # type: ignore[func-returns-value]
    graph = reopen(embedder=embedder)
    assert graph.undeclared() == []
    assert told == []
    graph.record("Ann", "is_employed_by", "Acme")
    (waiting,) = graph.undeclared()
    assert waiting.nearest is not None
    assert (waiting.nearest.predicate, waiting.nearest.flip) == ("works_for", False)
    assert waiting.nearest.score == pytest.approx(2 / 6**0.5)
    assert [fact.predicate for fact in graph.find("Ann")] == ["is_employed_by"]
    assert len(told) == len(set(told))


def test_another_direction_is_proposed_as_one(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    graph.record("Acme", "now_employs", "Ann")
    (waiting,) = graph.undeclared()
    assert waiting.nearest is not None
    assert (waiting.nearest.predicate, waiting.nearest.flip) == ("works_for", True)


def test_a_dropped_predicate_that_is_declared_has_no_nearest(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    graph.drop_predicate("likes")
    assert [each.nearest for each in graph.undeclared()] == [None]


WAYS = (
    Way(Predicate("lives_in", subject="person", object="place"), False, ("lives_in",)),
    Way(Predicate("lives_in", subject="person", object="place"), True, ("has_resident",)),
    Way(Predicate("weighs", subject="person", object="number", unit="kg"), False, ("weight",)),
    Way(Predicate("born_on", subject="person", object="date"), False, ("born_on",)),
    Way(Predicate("near"), True, ("lives_in_the_place_of",)),
)


@pytest.mark.parametrize(
    ("said", "subject", "value", "expected"),
    [
        ("lives_in", None, None, "lives_in"),
        ("lives_in", None, "Oslo", "lives_in"),
        ("lives_in", tkg.Entity("Ann", "person"), tkg.Entity("Oslo", "place"), "lives_in"),
        ("lives_in", tkg.Entity("Acme", "firm"), "Oslo", "near"),
        ("lives_in", None, tkg.Entity("Acme", "firm"), "near"),
        ("lives_in", None, 42, "weighs"),
        ("weight", None, tkg.Quantity(42, "lb"), None),
        ("lives_in", None, date(2020, 1, 2), "born_on"),
        ("lives_in", None, Text("by the sea"), None),
        ("lives_in", None, True, None),
        ("has_resident", "Oslo", "Ann", "lives_in"),
    ],
)
def test_only_what_can_take_the_subject_and_the_value_counts(
    said: str, subject: Value | None, value: Value | None, expected: str | None
) -> None:
    found = Nearest(WAYS, by_words()).to(said, subject, value)
    assert (None if found is None else found.predicate) == expected


def test_each_name_is_embedded_once_and_only_when_it_is_needed() -> None:
    told: list[str] = []

    def questions(texts: Sequence[str]) -> npt.NDArray[np.float64]:
        told.extend(texts)
        return hashed(texts)

    nearest = Nearest(WAYS, Function(hashed, "test/words", 64, questions))
    assert told == []
    for _ in range(2):
        found = nearest.to("livesIn")
        assert found is not None
        assert (found.predicate, found.flip, round(found.score, 6)) == ("lives_in", False, 1.0)
    assert sorted(told) == ["born on", "has resident", "lives in", "lives in the place of", "weight"]
