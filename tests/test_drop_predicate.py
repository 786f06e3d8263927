"""`drop_predicate` and `keep_predicate`: what was extracted under a predicate is retracted, and live again."""

import pytest

import tkg
from tests.conftest import Opener, objects
from tests.triples import Triples, telling
from tkg import dropping, errors


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    return reopen(extractor=Triples(), embedder=None)


def is_dropped(graph: tkg.Graph, name: str) -> bool:
    with graph._store.snapshot():
        return dropping.is_dropped(graph._store, name)


def live(graph: tkg.Graph, scope: str | None = None) -> list[object]:
    return [claim.object for claim in graph.claims(scope=scope) if claim.retracted_at is None]


def test_what_was_extracted_is_retracted_in_every_scope_with_the_reason(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp", "Bob plays_in Orbi", "Ann likes tea"))
    graph.ingest(telling("Cy plays_in Zeta"), scope="other")
    before = graph.as_of(known_at=graph.claims()[-1].recorded_at)
    assert graph.drop_predicate("plays_in", reason="a guess of the model") == 3
    assert (live(graph), live(graph, "other")) == (["tea"], [])
    assert objects(graph, "Ann", "plays_in") == []
    assert objects(before, "Ann", "plays_in") == ["Kapp"]
    reasons = graph._store.connection.execute("SELECT DISTINCT reason FROM standing").fetchall()
    assert reasons == [("a guess of the model",)]
    assert graph.verify().ok


def test_what_was_recorded_by_hand_stays_even_if_it_was_said_again(graph: tkg.Graph) -> None:
    graph.record("Ann", "plays_in", "Kapp", source="Mia", observed="2024-06-12T10:00:00Z")
    assert graph.ingest(telling("Ann plays_in Kapp", "Bob plays_in Kapp")).restated == 1
    assert graph.drop_predicate("plays_in") == 1
    assert [(fact.subject, fact.object) for fact in graph.find()] == [("Ann", "Kapp")]


def test_a_correction_by_hand_stays(graph: tkg.Graph) -> None:
    (claim,) = graph.ingest(telling("Ann plays_in Kapp")).claims
    graph.correct(claim, object="Orbi")
    assert graph.drop_predicate("plays_in") == 0
    assert live(graph) == ["Orbi"]


def test_what_reads_as_it_goes_with_it(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann performs_in Kapp"))
    graph.map_predicate("performs_in", "plays_in")
    assert graph.drop_predicate("plays_in") == 1
    assert is_dropped(graph, "performs_in")
    assert graph.keep_predicate("plays_in") == 1


def test_to_keep_it_makes_live_what_the_drop_retracted_and_nothing_else(graph: tkg.Graph) -> None:
    told = telling("Ann plays_in Kapp", "Ann plays_in Orbi", "Ann plays_in Zeta", "Ann plays_in Beta")
    first, second, third, _ = graph.ingest(told).claims
    graph.retract(first)
    assert graph.drop_predicate("plays_in") == 3
    graph.undo(second)
    graph.undo(third)
    graph.retract(third)
    assert graph.keep_predicate("plays_in", reason="asked again") == 1
    assert live(graph) == ["Orbi", "Beta"]
    assert not is_dropped(graph, "plays_in")
    assert graph.verify().ok


def test_of_two_versions_of_a_statement_one_is_live(graph: tkg.Graph) -> None:
    first, second = graph.ingest(telling("Ann plays_in Kapp", "Ann plays_in Orbi not Kapp")).claims
    assert live(graph) == ["Orbi"]
    assert graph.drop_predicate("plays_in") == 1
    graph.undo(first)
    assert graph.keep_predicate("plays_in") == 0
    assert live(graph) == ["Kapp"]
    graph.undo(second)
    assert live(graph) == ["Orbi"]


def test_only_the_last_drop_is_taken_back(graph: tkg.Graph) -> None:
    (claim,) = graph.ingest(telling("Ann plays_in Kapp")).claims
    graph.drop_predicate("plays_in")
    graph.keep_predicate("plays_in")
    graph.retract(claim)
    assert graph.drop_predicate("plays_in") == 0
    assert graph.keep_predicate("plays_in") == 0
    assert live(graph) == []


def test_what_was_erased_meanwhile_stays_away(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp", "Bob plays_in Kapp"))
    graph.drop_predicate("plays_in")
    graph.erase(entity="Ann")
    assert graph.keep_predicate("plays_in") == 1
    assert [fact.subject for fact in graph.find()] == ["Bob"]
    assert graph.verify().ok


def test_a_predicate_can_be_dropped_before_anybody_says_it(graph: tkg.Graph) -> None:
    assert graph.drop_predicate("plays_in") == 0
    assert is_dropped(graph, "plays_in")
    assert not is_dropped(graph, "never said")


def test_what_is_mapped_after_it_was_dropped_goes_by_what_it_reads_as(graph: tkg.Graph) -> None:
    graph.drop_predicate("plays_in")
    graph.map_predicate("plays_in", "member_of")
    assert not is_dropped(graph, "plays_in")
    graph.unmap_predicate("plays_in")
    assert is_dropped(graph, "plays_in")


def test_a_dropped_name_that_is_mapped_can_be_kept_still(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp"))
    graph.drop_predicate("plays_in")
    graph.map_predicate("plays_in", "member_of")
    assert [(each.name, each.dropped) for each in graph.undeclared()] == [("plays_in", True)]
    assert graph.find("Ann") == []
    assert graph.keep_predicate("plays_in") == 1
    assert objects(graph, "Ann", "member_of") == ["Kapp"]


def test_an_older_belief_comes_back_where_a_dropped_claim_hid_it(graph: tkg.Graph) -> None:
    graph.declare("dwells_in", cardinality="one")
    graph.record("Ann", "dwells_in", "Bonn", valid_from="2020-01-01", source="Mia")
    graph.ingest(telling("Ann dwells_in Wien"))
    assert objects(graph, "Ann", "dwells_in") == ["Wien"]
    graph.drop_predicate("dwells_in")
    assert objects(graph, "Ann", "dwells_in") == ["Bonn"]
    graph.keep_predicate("dwells_in")
    assert objects(graph, "Ann", "dwells_in") == ["Wien"]


@pytest.mark.parametrize(
    ("before", "verb", "name", "error"),
    [
        (["plays_in"], "drop", "plays_in", errors.AlreadyDropped),
        ([], "drop", "works at", errors.AlreadyMapped),
        ([], "drop", " ", errors.BadName),
        ([], "keep", "plays_in", errors.NotDropped),
        ([], "keep", "lives_in", errors.NotDropped),
        (["plays_in", "kept"], "keep", "plays_in", errors.NotDropped),
    ],
)
def test_what_cannot_be(graph: tkg.Graph, before: list[str], verb: str, name: str, error: type[tkg.TkgError]) -> None:
    for step in before:
        graph.keep_predicate("plays_in") if step == "kept" else graph.drop_predicate(step)
    rows = list(graph._store.connection.iterdump())
    with pytest.raises(error):
        graph.drop_predicate(name) if verb == "drop" else graph.keep_predicate(name)
    assert list(graph._store.connection.iterdump()) == rows


def test_the_same_call_with_its_key_gives_the_same_count_and_drops_once(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp"), scope="other")
    assert [graph.drop_predicate("plays_in", key="k") for _ in range(2)] == [1, 1]
    assert [graph.keep_predicate("plays_in", key="l") for _ in range(2)] == [1, 1]


def test_beliefs_derived_anew_are_the_same(graph: tkg.Graph) -> None:
    graph.ingest(telling("Ann plays_in Kapp", "Bob plays_in Orbi"))
    graph.drop_predicate("plays_in")
    graph.keep_predicate("plays_in")
    kept = graph._store.connection.execute("SELECT * FROM belief_hist").fetchall()
    graph.rebuild()
    assert graph._store.connection.execute("SELECT * FROM belief_hist").fetchall() == kept
    assert graph.verify().ok
