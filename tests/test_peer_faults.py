"""Faults that other stores of temporal facts have, each with the right answer by the contract.

They come of closing the old row when a new one is written, of one time axis where there are two, and of taking a fact
for the same as another by its words alone.
"""

from datetime import date

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tests.told import Told, lives, said
from tkg import errors
from tkg.statement import Statement


def test_a_rehire_in_the_same_words_is_a_second_interval(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01", valid_to="2022-01-01")
    graph.record("Ann", "works_for", "Acme", valid_from="2024-01-01")
    assert line(graph, "Ann", "works_for") == [("Acme", "2020-01-01", "2022-01-01"), ("Acme", "2024-01-01", None)]
    assert objects(graph, "Ann", "works_for", valid_at="2023-01-01") == []


def test_two_that_contradict_from_one_day_on_are_a_conflict_settled_by_policy_and_both_kept(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="HR", confidence=0.9)
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", source="Bob", confidence=0.4)
    (conflict,) = graph.conflicts("Ann", valid_at="2021-01-01")
    assert set(conflict.values) == {"Oslo", "Rome"}
    assert objects(graph, "Ann", "lives_in") == ["Rome"]  # recorded last
    assert objects(graph, "Ann", "lives_in", policy="confidence") == ["Oslo"]
    assert objects(graph, "Ann", "lives_in", policy="source_priority", priority=["HR", "Bob"]) == ["Oslo"]
    assert objects(graph, "Ann", "lives_in", policy="all") == ["Oslo", "Rome"]
    assert [(claim.object, claim.retracted_at) for claim in graph.claims()] == [("Oslo", None), ("Rome", None)]


def test_an_old_fact_without_a_known_start_is_superseded(graph: tkg.Graph, clock: SetClock) -> None:
    graph.record("Ann", "lives_in", "Oslo")
    clock.forward(days=90)
    graph.record("Ann", "lives_in", "Rome", valid_from=clock.now)
    assert objects(graph, "Ann", "lives_in", valid_at=clock.now) == ["Rome"]
    assert [(value, end is None) for value, _, end in line(graph, "Ann", "lives_in")] == [
        ("Oslo", False),
        ("Rome", True),
    ]


def test_an_open_fact_resumes_after_an_interim_holder(graph: tkg.Graph) -> None:
    graph.declare("head_of_state", cardinality="one")
    graph.record("Utopia", "head_of_state", "Ann", valid_from="2020-01-01")
    graph.record("Utopia", "head_of_state", "Bob", valid_from="2021-03-01", valid_to="2021-06-01")
    assert line(graph, "Utopia", "head_of_state") == [
        ("Ann", "2020-01-01", "2021-03-01"),
        ("Bob", "2021-03-01", "2021-06-01"),
        ("Ann", "2021-06-01", None),
    ]


def test_a_corrected_end_is_the_end_now_and_the_old_one_as_believed_before(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01", valid_to="2023-01-01")
    graph.correct(first, valid_to="2022-01-01")
    assert line(graph, "Ann", "works_for") == [("Acme", "2020-01-01", "2022-01-01")]
    assert line(graph, "Ann", "works_for", known_at=first.recorded_at) == [("Acme", "2020-01-01", "2023-01-01")]
    assert objects(graph, "Ann", "works_for", valid_at="2022-07-01") == []
    assert objects(graph, "Ann", "works_for", valid_at="2022-07-01", known_at=first.recorded_at) == ["Acme"]


def test_a_fact_with_an_end_to_come_is_current(graph: tkg.Graph, clock: SetClock) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01", valid_to="2030-01-01")
    assert objects(graph, "Ann", "works_for") == ["Acme"]
    clock.set("2029-12-31")
    assert objects(graph, "Ann", "works_for") == ["Acme"]
    clock.set("2030-01-01")
    assert objects(graph, "Ann", "works_for") == []


@pytest.mark.parametrize("restated", [True, False])
def test_both_ends_of_a_lease_that_moves_are_there_by_recorded_time(graph: tkg.Graph, restated: bool) -> None:
    """Said anew by the same source, or corrected: an earlier end than the one that was believed."""
    first = graph.record("Ann", "leases", "Flat 5", valid_from="2020-01-01", valid_to="2025-01-01")
    if restated:
        second = graph.record("Ann", "leases", "Flat 5", valid_from="2020-01-01", valid_to="2023-01-01")
    else:
        second = graph.correct(first, valid_to="2023-01-01")
    history = [(fact.valid_to_text, fact.recorded_from, fact.recorded_to) for fact in graph.history("Ann", "leases")]
    assert history == [
        ("2025-01-01", first.recorded_at, second.recorded_at),
        ("2023-01-01", second.recorded_at, None),
    ]
    assert objects(graph, "Ann", "leases", valid_at="2024-01-01") == []
    assert objects(graph, "Ann", "leases", valid_at="2024-01-01", known_at=first.recorded_at) == ["Flat 5"]


def test_a_late_fact_between_two_others_is_right_and_the_earlier_belief_intact(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "A", valid_from="2020-01-01")
    before = graph.record("Ann", "lives_in", "B", valid_from="2023-01-01").recorded_at
    graph.record("Ann", "lives_in", "C", valid_from="2021-01-01")
    assert line(graph, "Ann", "lives_in") == [
        ("A", "2020-01-01", "2021-01-01"),
        ("C", "2021-01-01", "2023-01-01"),
        ("B", "2023-01-01", None),
    ]
    assert line(graph, "Ann", "lives_in", known_at=before) == [
        ("A", "2020-01-01", "2023-01-01"),
        ("B", "2023-01-01", None),
    ]


def test_removing_the_message_of_a_superseding_fact_brings_back_what_it_superseded(graph: tkg.Graph) -> None:
    told = Told(finds={"first": [{"value": "Oslo"}], "second": [{"value": "Rome"}]})
    graph.ingest([said("first"), said("second", 2)], extractor=told)
    assert lives(graph) == ["Rome"]
    before = graph.as_of()
    rome = graph.get("Ann", "lives_in")
    assert rome is not None
    removed = graph.remove([rome.evidence[0].episode], extractor=told)
    assert removed.retracted == 1
    assert lives(graph) == ["Oslo"]
    assert lives(before) == ["Rome"]


def test_retracting_a_superseding_fact_brings_back_what_it_superseded(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    rome = graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    graph.retract(rome)
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2019-01-01", None)]
    assert objects(graph, "Ann", "lives_in", known_at=rome.recorded_at) == ["Rome"]


def test_an_inverted_interval_is_refused_and_leaves_no_trace(graph: tkg.Graph) -> None:
    for start, end in (("2022-01-01", "2021-01-01"), ("2021-01-01", "2021-01-01")):
        with pytest.raises(errors.EmptyInterval, match=end):
            graph.record("Ann", "lives_in", "Oslo", valid_from=start, valid_to=end)
    kept = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    with pytest.raises(errors.EmptyInterval):
        graph.correct(kept, valid_to="2019-01-01")
    assert graph.claims() == [kept]
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2020-01-01", None)]


def test_an_id_that_nothing_has_is_refused(graph: tkg.Graph) -> None:
    for use in (
        lambda: graph.retract(99),
        lambda: graph.correct(99, object="Rome"),
        lambda: graph.undo(99),
        lambda: graph.erase(99),
        lambda: graph.split([(99, "subject")], "Ann"),
        lambda: graph.claim(99),
    ):
        with pytest.raises(errors.UnknownClaim, match="99"):
            use()
    with pytest.raises(errors.UnknownEpisode, match="99"):
        graph.remove([99])
    assert graph.claims() == []


def test_either_of_two_stretches_is_either(graph: tkg.Graph) -> None:
    for value, start, end in (("Oslo", "2018", "2020"), ("Rome", "2021", "2022"), ("Nice", "2024", "2025")):
        graph.record("Ann", "visited", value, valid_from=f"{start}-01-01", valid_to=f"{end}-01-01")

    def found(*stretches: str | tuple[date, date]) -> list[object]:
        return [fact.object for fact in graph.range(list(stretches), subject="Ann")]

    assert found("2019", "2024-06") == ["Oslo", "Nice"]
    assert found((date(2019, 6, 1), date(2019, 7, 1)), "2021") == ["Oslo", "Rome"]
    assert found("2020", "2023") == []  # not all that lies from one to the other
    assert found("2018", "2019") == ["Oslo"]


def test_either_of_two_dates_in_a_filter_is_either(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    for value, year in (("Oslo", 2018), ("Rome", 2021), ("Nice", 2024)):
        graph.record("Ann", "visited", value, valid_from=f"{year}-05-01", valid_to=f"{year}-06-01")

    def found(*either: dict[str, object]) -> set[object]:
        hits = graph.search("where was Ann", filters={"OR": list(either)})
        return {fact.object for fact in hits.facts}

    assert found({"valid_from": {"gte": "2018", "lt": "2019"}}, {"valid_from": "2024"}) == {"Oslo", "Nice"}
    assert found({"valid_to": {"lte": "2019"}}, {"valid_from": {"gte": "2024"}}) == {"Oslo", "Nice"}
    assert found({"valid_from": "2020"}, {"valid_from": "2023"}) == set()


def test_a_bulk_write_that_fails_midway_leaves_nothing_of_the_batch(graph: tkg.Graph) -> None:
    kept = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    good = [Statement(f"P{number}", "lives_in", "Rome", valid_from="2020-01-01") for number in range(50)]
    bad = Statement("P50", "lives_in", "Rome", valid_from="2021-01-01", valid_to="2020-01-01")
    with pytest.raises(errors.EmptyInterval) as refused:
        graph.record_many([*good, bad, *good])
    assert "statement 50 of 101" in refused.value.__notes__[0]
    assert graph.claims() == [kept]
    assert [fact.subject for fact in graph.find()] == ["Ann"]
    assert graph.find("P1") == graph.history("P1") == []
    assert graph.verify().ok
    assert len(graph.record_many(good)) == 50
