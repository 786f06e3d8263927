"""Recorded time rises strictly, whatever the machine's clock does."""

import time

import pytest

import tkg
from tests.conftest import Opener, SetClock
from tkg.clock import forward, system_clock


def test_the_system_clock_counts_microseconds_since_1970() -> None:
    before = time.time_ns() // 1000
    assert before <= system_clock() <= time.time_ns() // 1000


@pytest.mark.parametrize(("now", "last", "expected"), [(10, 5, 10), (5, 5, 6), (3, 5, 6), (6, 5, 6), (-2, -1, 0)])
def test_a_transaction_is_recorded_now_or_just_after_the_last_one(now: int, last: int, expected: int) -> None:
    assert forward(now, last) == expected


def test_two_writes_in_one_microsecond_have_an_order(graph: tkg.Graph, clock: SetClock) -> None:
    clock.tick_us = 0
    first = graph.record("Ann", "likes", "tea")
    second = graph.record("Ann", "likes", "coffee")
    assert first.recorded_at == clock.now
    assert (second.recorded_at - first.recorded_at).total_seconds() == 1e-6


def test_a_clock_put_back_does_not_take_recorded_time_back(reopen: Opener, clock: SetClock) -> None:
    first = reopen().record("Ann", "likes", "tea")
    clock.set("2020-01-01")
    graph = reopen()
    second = graph.record("Ann", "likes", "coffee")
    assert (second.recorded_at - first.recorded_at).total_seconds() == 1e-6
    assert [fact.object for fact in graph.find("Ann", "likes", valid_at="2027-01-01", known_at=first.recorded_at)] == [
        "tea"
    ]


def test_the_statements_of_one_call_share_an_instant(graph: tkg.Graph) -> None:
    claims = graph.record_many([{"subject": "Ann", "predicate": "likes", "object": o} for o in ("tea", "coffee")])
    assert claims[0].recorded_at == claims[1].recorded_at
    assert claims[0].id < claims[1].id
