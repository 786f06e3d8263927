"""`history`, `beliefs` and `diff`: how our knowledge changed."""

from typing import Any

import pytest

import tkg
from tests.conftest import SetClock
from tkg.facts import Claim

Told = tuple[Claim, Claim, Claim]


@pytest.fixture
def told(graph: tkg.Graph, clock: SetClock) -> Told:
    """Oslo since 2019, a day later Rome since 2021, another day later it was 2020."""
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    clock.forward(days=1)
    second = graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    clock.forward(days=1)
    return first, second, graph.correct(second, valid_from="2020-01-01")


@pytest.mark.parametrize("policy", ["latest", "confidence", "all"])
def test_history_is_every_rectangle(graph: tkg.Graph, told: Told, policy: Any) -> None:
    k1, k2, k3 = (claim.recorded_at for claim in told)
    rows = [
        (fact.object, fact.valid_from_text, fact.valid_to_text, fact.recorded_from, fact.recorded_to)
        for fact in graph.history("Ann", "lives_in", policy=policy)
    ]
    assert rows == [
        ("Oslo", "2019-01-01", None, k1, k2),
        ("Oslo", "2019-01-01", "2021-01-01", k2, k3),
        ("Rome", "2021-01-01", None, k2, k3),
        ("Oslo", "2019-01-01", "2020-01-01", k3, None),
        ("Rome", "2020-01-01", None, k3, None),
    ]


def test_history_as_of_leaves_out_what_was_recorded_later(graph: tkg.Graph, told: Told) -> None:
    _, k2, _ = (claim.recorded_at for claim in told)
    rows = graph.history("Ann", "lives_in", known_at=k2)
    assert [(fact.object, fact.recorded_to) for fact in rows] == [("Oslo", k2), ("Oslo", None), ("Rome", None)]
    beliefs = graph.beliefs("Ann", "lives_in", valid_at="2020-06-01", known_at=k2)
    assert [(belief.object, belief.recorded_to) for belief in beliefs] == [("Oslo", None)]


def test_the_run_of_a_segment_is_the_same_however_it_is_asked_for(graph: tkg.Graph, told: Told) -> None:
    _, k2, k3 = (claim.recorded_at for claim in told)
    for policy in ("latest", "all", "confidence"):
        fact = graph.get("Ann", "lives_in", valid_at="2022-01-01", known_at=k2, policy=policy)
        assert fact is not None
        assert (fact.object, fact.recorded_from, fact.recorded_to) == ("Rome", k2, k3)


def test_believed_since_looks_past_changes_of_the_bounds(graph: tkg.Graph, told: Told) -> None:
    _, k2, k3 = (claim.recorded_at for claim in told)
    fact = graph.get("Ann", "lives_in", valid_at="2022-01-01")
    assert fact is not None
    assert (fact.recorded_from, fact.believed_since) == (k3, k2)
    earlier = graph.get("Ann", "lives_in", valid_at="2020-06-01")
    assert earlier is not None
    assert (earlier.object, earlier.believed_since) == ("Rome", k3)


def test_a_restatement_changes_no_row(graph: tkg.Graph, told: Told) -> None:
    before = [(fact, fact.recorded_from, fact.recorded_to) for fact in graph.history()]
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01", source="Bob")
    assert [(fact, fact.recorded_from, fact.recorded_to) for fact in graph.history()] == before


def test_a_better_known_bound_of_the_same_segment_is_one_run(graph: tkg.Graph) -> None:
    first = graph.record("Bob", "lives_in", "Oslo", valid_from="2019")
    graph.record("Bob", "lives_in", "Oslo", valid_from="2019-01-01")
    (fact,) = graph.history("Bob", "lives_in")
    assert (fact.recorded_from, fact.recorded_to) == (first.recorded_at, None)
    assert [(fact.valid_from_grain, fact.recorded_from) for fact in graph.find("Bob")] == [("day", first.recorded_at)]
    then = graph.get("Bob", "lives_in", known_at=first.recorded_at)
    assert then is not None
    assert (then.valid_from_grain, then.recorded_to) == ("year", None)


def test_beliefs_of_one_instant(graph: tkg.Graph, told: Told) -> None:
    k1, _, k3 = (claim.recorded_at for claim in told)
    rows = [
        (belief.object, belief.recorded_from, belief.recorded_to)
        for belief in graph.beliefs("Ann", "lives_in", valid_at="2020-06-01")
    ]
    assert rows == [("Oslo", k1, k3), ("Rome", k3, None)]


def test_beliefs_are_of_now_by_default(graph: tkg.Graph, told: Told) -> None:
    assert [belief.object for belief in graph.beliefs("Ann", "lives_in")] == ["Oslo", "Rome"]


def test_diff_of_all_valid_time(graph: tkg.Graph, told: Told) -> None:
    diff = graph.diff(told[0].recorded_at, told[1].recorded_at)
    shown = [
        [(fact.object, fact.valid_from_text, fact.valid_to_text) for fact in side]
        for side in (diff.added, diff.removed)
    ]
    assert shown == [
        [("Oslo", "2019-01-01", "2021-01-01"), ("Rome", "2021-01-01", None)],
        [("Oslo", "2019-01-01", None)],
    ]


def test_diff_of_one_instant_takes_no_notice_of_bounds(graph: tkg.Graph, told: Told) -> None:
    diff = graph.diff(told[1].recorded_at, valid_at="2020-06-01")
    assert [fact.object for fact in (*diff.added, *diff.removed)] == ["Rome", "Oslo"]
    assert graph.diff(told[1].recorded_at, valid_at="2022-01-01") == tkg.facts.Diff((), ())


def test_diff_backwards_is_the_other_way_round(graph: tkg.Graph, told: Told) -> None:
    forth = graph.diff(told[0].recorded_at, told[2].recorded_at)
    back = graph.diff(told[2].recorded_at, told[0].recorded_at)
    assert (forth.added, forth.removed) == (back.removed, back.added)


@pytest.mark.parametrize("policy", ["latest", "all"])
def test_diff_with_a_moment_before_everything(graph: tkg.Graph, told: Told, policy: Any) -> None:
    diff = graph.diff("2000-01-01", subject="Ann", policy=policy)
    assert ([fact.object for fact in diff.added], diff.removed) == (["Oslo", "Rome"], ())
