"""`end`: the world changed and no other value took over."""

import pytest

import tkg
from tests.conftest import Line, SetClock, line, objects
from tkg import errors


def test_a_value_is_over_and_uncovers_nothing_older(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    claim = graph.end("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    assert (claim.op, claim.object) == ("end", "Rome")
    assert line(graph, "Ann", "lives_in") == [
        ("Oslo", "2019-01-01", "2020-01-01"),
        ("Rome", "2020-01-01", "2021-01-01"),
    ]


def test_an_end_of_another_value_ends_nothing(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    graph.end("Ann", "lives_in", "Oslo", valid_from="2021-01-01")
    assert line(graph, "Ann", "lives_in") == [("Rome", "2020-01-01", None)]


def test_an_end_may_arrive_before_what_it_ends(graph: tkg.Graph) -> None:
    graph.end("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    assert line(graph, "Ann", "lives_in") == [("Rome", "2020-01-01", "2021-01-01")]


def test_seen_again_after_the_end_it_holds_again(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    graph.end("Ann", "lives_in", "Rome", valid_from="2021-01-01", valid_to="2022-01-01")
    assert line(graph, "Ann", "lives_in") == [("Rome", "2020-01-01", "2021-01-01"), ("Rome", "2022-01-01", None)]


def test_without_a_value_the_slot_is_empty_and_stays_so(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    graph.end("Ann", "lives_in", valid_from="2021-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2022-01-01")
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2019-01-01", "2021-01-01"), ("Rome", "2022-01-01", None)]


def test_one_of_many_values_is_over(graph: tkg.Graph) -> None:
    for drink in ("tea", "coffee"):
        graph.record("Ann", "likes", drink, valid_from="2020-01-01")
    graph.end("Ann", "likes", "tea", valid_from="2021-01-01")
    assert objects(graph, "Ann", "likes") == ["coffee"]
    assert objects(graph, "Ann", "likes", valid_at="2020-06-01") == ["coffee", "tea"]


@pytest.mark.parametrize("predicate", ["likes", "never declared", "employs"])
def test_of_many_values_one_has_to_be_named(graph: tkg.Graph, predicate: str) -> None:
    graph.record("Ann", predicate, "Acme")
    with pytest.raises(errors.EndNeedsValue, match=predicate):
        graph.end("Ann", predicate)
    assert len(graph.claims()) == 1


def test_former_with_the_date_not_known(graph: tkg.Graph) -> None:
    graph.record("Lin", "job_title", "CFO", valid_from="2023-06-01")
    graph.end("Lin", "job_title", "CFO", observed="2025-10-15")
    assert objects(graph, "Lin", "job_title", valid_at="2024-01-01") == ["CFO"]
    assert objects(graph, "Lin", "job_title", valid_at="2025-10-15") == []
    assert objects(graph, "Lin", "job_title") == []
    (fact,) = graph.timeline("Lin", "job_title")
    assert (fact.valid_to_text, fact.valid_to_grain) == ("2025-10-15", "unknown")


def test_the_belief_before_the_end_stays_on_record(graph: tkg.Graph, clock: SetClock) -> None:
    hired = graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01")
    clock.forward(days=1)
    graph.end("Ann", "works_for", "Acme", valid_from="2021-01-01")
    assert objects(graph, "Ann", "works_for", valid_at="2022-01-01") == []
    assert objects(graph, "Ann", "works_for", valid_at="2022-01-01", known_at=hired.recorded_at) == ["Acme"]


@pytest.mark.parametrize(("seen", "resumes"), [("2021-06-01T10:00:00Z", True), ("2020-06-01T10:00:00Z", False)])
def test_a_sighting_after_the_end_outweighs_it(graph: tkg.Graph, seen: str, resumes: bool) -> None:
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", observed=seen)
    graph.end("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    again: Line = [("Rome", "2021-06-01T10:00:00+00:00", None)]
    assert line(graph, "Ann", "lives_in") == [("Rome", "2020-01-01", "2021-01-01"), *(again if resumes else [])]
