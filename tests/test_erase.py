"""`erase`: the content is gone at every recorded time; that there was a claim, and when, stays."""

import sqlite3
from pathlib import Path

import pytest

import tkg
from tests.conftest import Opener, line, objects
from tkg import errors

SECRET = "Zyx Qwertz"


def dump(graph: tkg.Graph) -> str:
    """All that is in the file."""
    return "\n".join(graph._store.connection.iterdump())


def test_one_claim_keeps_its_effect(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    claim = graph.record("Ann", "lives_in", SECRET, valid_from="2020-01-01", attrs={"note": SECRET})
    graph.record("Ann", "lives_in", "Rome", valid_from="2022-01-01")
    receipt = graph.erase(claim, reason="request 114")
    assert receipt.claims == (claim.id,)
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2019-01-01", "2020-01-01"), ("Rome", "2022-01-01", None)]
    stub = graph.claims()[1]
    assert (stub.id, stub.erased, stub.object, stub.attrs) == (claim.id, "claim", None, None)
    assert (stub.recorded_at, stub.op) == (claim.recorded_at, "record")


def test_what_is_told_of_an_erased_entity_afterwards_brings_nothing_back(graph: tkg.Graph) -> None:
    graph.record("Bob", "works_for", "Acme")
    first = graph.record("Ann", "works_for", "Acme", valid_from="2019-01-01")
    graph.erase(entity="Ann")
    graph.record("Ann", "works_for", "Globex", valid_from="2024-01-01")
    assert line(graph, "Ann", "works_for") == [("Globex", "2024-01-01", None)]
    assert graph.timeline("Ann", known_at=first.recorded_at) == []
    assert graph.verify().ok


def test_nothing_comes_back_as_of_before(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", SECRET, valid_from="2020-01-01")
    view = graph.as_of(valid_at="2021-01-01", known_at=claim.recorded_at)
    assert objects(view, "Ann", "lives_in") == [SECRET]
    assert view.erased_since == ()
    graph.erase(claim)
    assert objects(view, "Ann", "lives_in") == []
    assert len(view.erased_since) == 1
    assert graph.erased_since == ()
    assert graph.history("Ann", "lives_in") == []


def test_an_entity_goes_as_subject_and_object_under_every_name(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo")
    kept = [
        graph.record(SECRET, "lives_in", "Oslo"),
        graph.record("Ann", "knows", SECRET),
        graph.record("Ann", "knows", "Bob"),
        graph.record("Zyx", "likes", "tea"),
    ]
    graph.merge(SECRET, "Zyx")
    receipt = graph.erase(entity="Zyx", reason="request 114")
    assert receipt.claims == (kept[0].id, kept[1].id, kept[3].id)
    assert [(fact.subject, fact.object) for fact in graph.find()] == [("Ann", "Oslo"), ("Ann", "Bob")]
    stubs = [claim for claim in graph.claims() if claim.erased]
    assert [(stub.id, stub.erased, stub.subject, stub.predicate, stub.object) for stub in stubs] == [
        (id_, "entity", None, None, None) for id_ in receipt.claims
    ]


def test_it_is_in_no_table_any_more(graph: tkg.Graph) -> None:
    graph.ingest([{"speaker": "Ann", "content": f"I live in {SECRET}.", "timestamp": "2024-05-01T10:00:00Z"}])
    graph.record(SECRET, "likes", "tea", attrs={"note": SECRET}, valid_from="2020")
    graph.retract(graph.record("Ann", "knows", SECRET))
    graph.erase(entity=SECRET)
    assert SECRET not in dump(graph)
    assert graph.verify().ok


def test_the_reasons_given_about_an_erased_claim_go_with_it(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo")
    graph.retract(claim, reason=f"she lives in {SECRET}")
    graph.erase(claim)
    assert graph._store.connection.execute("SELECT live, reason FROM standing").fetchall() == [(0, None)]


def test_the_reasons_of_every_write_about_an_erased_entity_go_with_it(graph: tkg.Graph) -> None:
    reason = f"as {SECRET} told us"
    first = graph.record("Ann", "lives_in", "Oslo", reason=reason)
    second = graph.correct(first, valid_from="2020", reason=reason)
    graph.retract(graph.record("Ann", "likes", "tea"), reason=reason)
    graph.split([(second, "subject")], "Anna", reason=reason)
    graph.merge("Anna", "Ann", reason=reason)
    graph.record("Bob", "likes", "tea", reason="of another person")
    graph.erase(entity="Ann")
    assert SECRET not in dump(graph)
    assert graph._store.connection.execute("SELECT reason FROM tx WHERE reason IS NOT NULL").fetchall() == [
        ("of another person",)
    ]


def test_an_erased_name_is_in_no_words_no_source_and_no_speaker(graph: tkg.Graph) -> None:
    said_at = "2024-05-01T10:00:00Z"
    told = [
        {"speaker": "Zed", "content": "I live in Oslo.", "timestamp": said_at},
        {"speaker": "Ann", "content": "I meant Zed, not Hamburg.", "timestamp": said_at},
    ]
    graph.ingest(told)
    ((skipped,),) = graph._store.connection.execute("SELECT skipped FROM extraction WHERE recorded = 0").fetchall()
    assert "Zed" in skipped
    graph.record("Zed", "likes", "tea", attrs={"seen by": "Zed"}, source="Zed")
    kept = graph.record("Ann", "lives_in", "Rome", source="Zed")
    graph.record("Ann", "likes", "tea", source="Bob")
    graph.erase(entity="Zed")
    assert "Zed" not in dump(graph)
    assert [(claim.subject, claim.source) for claim in graph.claims("Ann")] == [("Ann", "[erased]"), ("Ann", "Bob")]
    assert graph.claims("Ann")[0].id == kept.id
    assert graph.verify().ok
    assert graph.ingest(told).stored == 0
    assert "Zed" not in dump(graph)


def test_an_erased_source_that_speaks_again_is_the_same_source(graph: tkg.Graph) -> None:
    """So it keeps its place among the sources, and what it says now overrules what it said before."""
    graph.record("Zed", "likes", "tea")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", source="Zed")
    graph.record("Ann", "lives_in", "Nice", valid_from="2020-01-01", source="Bob")
    graph.erase(entity="Zed")
    assert objects(graph, "Ann", "lives_in", policy="source_priority", priority=["Zed"]) == ["Rome"]
    graph.record("Ann", "lives_in", "Paris", valid_from="2020-01-01", source="Zed")
    assert objects(graph, "Ann", "lives_in", policy="source_priority", priority=["Zed"]) == ["Paris"]
    assert objects(graph, "Ann", "lives_in", policy="all") == ["Nice", "Paris"]


def test_the_quote_of_an_erased_claim_is_masked_and_the_other_words_stay(graph: tkg.Graph) -> None:
    text = "I live in Oslo. I work for Acme."
    graph.ingest([{"speaker": "Ann", "content": text, "timestamp": "2024-05-01T10:00:00Z"}])
    (home,) = [claim for claim in graph.claims() if claim.predicate == "lives_in"]
    graph.erase(home)
    ((kept,),) = graph._store.connection.execute("SELECT text FROM episode").fetchall()
    assert len(kept) == len(text)
    assert "Oslo" not in kept
    assert "I work for Acme" in kept
    graph.ingest([{"speaker": "Ann", "content": text, "timestamp": "2024-05-01T10:00:00Z"}])
    assert objects(graph, "Ann", "lives_in") == []


def test_a_pinned_view_and_verify_agree_after_erasing_what_was_corrected_and_merged(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    second = graph.correct(first, object=SECRET)
    graph.record("Anne", "lives_in", "Rome", valid_from="2021-01-01")
    graph.merge("Anne", "Ann")
    graph.erase(second)
    assert graph.verify().ok
    assert line(graph, "Ann", "lives_in") == [("Rome", "2021-01-01", None)]
    assert [(f.subject, f.object) for f in graph.history()] == [("Ann", "Oslo"), ("Anne", "Rome"), ("Ann", "Rome")]


def test_the_same_value_said_again_later_is_a_new_claim(graph: tkg.Graph) -> None:
    graph.erase(graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01"))
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="other")
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2020-01-01", None)]


def test_an_erased_claim_cannot_be_used_again(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo")
    graph.erase(claim)
    for use in (
        lambda: graph.retract(claim),
        lambda: graph.undo(claim),
        lambda: graph.correct(claim, object="Rome"),
        lambda: graph.split([(claim, "subject")], "X"),
    ):
        with pytest.raises(errors.UnknownClaim):
            use()


def test_what_is_not_there_is_refused(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo", scope="other")
    for target in (99, claim):
        with pytest.raises(errors.UnknownClaim):
            graph.erase(target)
    with pytest.raises(errors.UnknownClaim, match="Nobody"):
        graph.erase(entity="Nobody")
    with pytest.raises(errors.InputError):
        graph.erase()
    with pytest.raises(errors.InputError):
        graph.erase(claim, entity="Ann")
    assert objects(graph, "Ann", "lives_in", scope="other") == ["Oslo"]


def test_it_leaves_other_scopes_alone(graph: tkg.Graph) -> None:
    for scope in ("one", "two"):
        graph.record("Ann", "lives_in", "Oslo", scope=scope)
    graph.erase(entity="Ann", scope="one")
    assert graph.find(scope="one") == []
    assert objects(graph, "Ann", "lives_in", scope="two") == ["Oslo"]


def test_another_process_sees_it_at_once(reopen: Opener) -> None:
    graph, other = reopen(), reopen()
    claim = graph.record("Ann", "lives_in", SECRET, valid_from="2020-01-01")
    assert objects(other, "Ann", "lives_in") == [SECRET]
    graph.erase(claim)
    assert objects(other, "Ann", "lives_in") == []
    assert other.find(object=SECRET) == []


def test_the_triggers_are_back_after_it(graph: tkg.Graph, path: Path) -> None:
    graph.erase(graph.record("Ann", "lives_in", "Oslo"))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        graph._store.connection.execute("UPDATE claim SET confidence = 0")
