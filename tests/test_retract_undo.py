"""`retract` and `undo`: the record was wrong, and then that was wrong."""

from typing import Any

import pytest

import tkg
from tests.conftest import SetClock, line, objects
from tkg import errors


def test_what_a_retracted_claim_had_hidden_is_believed_again(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    wrong = graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    gone = graph.retract(wrong, reason="a joke")
    assert (gone.id, gone.retracted_at is not None) == (wrong.id, True)
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2019-01-01", None)]
    graph.undo(wrong)
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2019-01-01", "2020-01-01"), ("Rome", "2020-01-01", None)]


def test_a_retraction_is_about_the_record_and_an_end_about_the_world(graph: tkg.Graph, clock: SetClock) -> None:
    claim = graph.record("Ann", "uses", "Kapp", valid_from="2026-01-01")
    graph.record("Bob", "uses", "Kapp", valid_from="2026-01-01")
    clock.forward(days=1)
    graph.retract(claim)
    graph.end("Bob", "uses", "Kapp", valid_from="2026-05-01")
    assert graph.timeline("Ann", "uses") == []
    assert objects(graph, "Ann", "uses", valid_at="2026-02-01", known_at=claim.recorded_at) == ["Kapp"]
    assert line(graph, "Bob", "uses") == [("Kapp", "2026-01-01", "2026-05-01")]


def test_a_new_later_statement_is_believed_after_a_retraction(graph: tkg.Graph) -> None:
    graph.retract(graph.record("Ann", "likes", "tea"))
    assert objects(graph, "Ann", "likes") == []
    graph.record("Ann", "likes", "tea")
    assert objects(graph, "Ann", "likes") == ["tea"]


def test_a_plan_that_is_off(graph: tkg.Graph) -> None:
    plan = graph.record("Ann", "lives_in", "Rome", valid_from="2027", modality="planned")
    graph.retract(plan, reason="called off")
    assert graph.timeline("Ann", "lives_in", modality="planned") == []


def test_undo_of_a_correction_takes_the_replacement_back(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    second = graph.correct(first, object="Bergen")
    revived = graph.undo(first)
    assert revived.retracted_at is None
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2020-01-01", None)]
    assert [claim.retracted_at is None for claim in graph.claims()] == [True, False]
    graph.undo(second)
    assert line(graph, "Ann", "lives_in") == [("Bergen", "2020-01-01", None)]


def test_a_revived_claim_has_its_old_place(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.retract(first)
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    graph.undo(first)
    assert line(graph, "Ann", "lives_in") == [("Rome", "2020-01-01", None)]


def test_every_state_in_between_stays_on_record(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "likes", "tea", valid_from="2020-01-01")
    gone = graph.retract(claim)
    graph.undo(claim)
    spans = [(b.recorded_from, b.recorded_to) for b in graph.beliefs("Ann", "likes", valid_at="2021-01-01")]
    assert spans[0] == (claim.recorded_at, gone.retracted_at)
    assert (len(spans), spans[1][1]) == (2, None)


def test_of_a_claim_in_the_wrong_state_it_is_refused(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "likes", "tea")
    with pytest.raises(errors.NotRetracted, match=str(claim.id)):
        graph.undo(claim)
    graph.retract(claim)
    with pytest.raises(errors.AlreadyRetracted, match=str(claim.id)):
        graph.retract(claim.id)
    assert objects(graph, "Ann", "likes") == []


def test_of_a_claim_that_is_not_there_it_is_refused(graph: tkg.Graph) -> None:
    other = graph.record("Ann", "likes", "tea", scope="other")
    for target in (other, 0, 99, 2**70, -(2**70)):
        for verb in (graph.retract, graph.undo):
            with pytest.raises(errors.UnknownClaim):
                verb(target)
    assert objects(graph, "Ann", "likes", scope="other") == ["tea"]


@pytest.mark.parametrize("target", ["x", "1", 1.0, True, None, [1]])
def test_what_is_no_claim_is_refused(graph: tkg.Graph, target: Any) -> None:
    graph.record("Ann", "likes", "tea")
    for verb in (graph.retract, graph.undo, graph.correct):
        with pytest.raises(errors.InputError, match="no claim"):
            verb(target)
    assert objects(graph, "Ann", "likes") == ["tea"]
