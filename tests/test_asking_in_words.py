"""Reads take times as people write them, seen from a reference time, and say what they took them to mean."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import tkg
from tests.conftest import Opener, SetClock, objects
from tkg import errors

SEEN_FROM = "2026-11-30"


@pytest.fixture(autouse=True)
def homes(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2018-01-01", valid_to="2026-04-10")
    graph.record("Ann", "lives_in", "Rome", valid_from="2026-04-10", valid_to="2026-09-01")
    graph.record("Ann", "lives_in", "Nice", valid_from="2026-11-24")


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("yesterday", "2026-11-29"),
        ("last Tuesday", "2026-11-24"),
        ("上周三", "2026-11-25"),
        ("10 April 2026", "2026-04-10"),
        ("2026年4月9日", "2026-04-09"),
    ],
)
def test_words_for_a_day_ask_what_its_date_asks(graph: tkg.Graph, words: str, date: str) -> None:
    view = graph.as_of(valid_at=words, reference_time=SEEN_FROM)
    assert view.valid_at == graph.as_of(valid_at=date).valid_at
    assert objects(view, "Ann", "lives_in") == objects(graph, "Ann", "lives_in", valid_at=date) != []


def test_words_for_a_time_of_the_clock_are_an_instant_in_the_zone_of_the_file(tmp_path: Path, clock: SetClock) -> None:
    with tkg.open(tmp_path / "zoned.db", zone="Asia/Shanghai", clock=clock) as graph:
        view = graph.as_of(valid_at="yesterday at 3pm", reference_time="2026-11-30T20:00:00Z")
        assert view.valid_at == datetime(2026, 11, 30, 7, tzinfo=UTC)
        assert not view.is_of_a_stretch


def test_a_time_that_the_clocks_skip_is_moved_and_said_to_be(tmp_path: Path, clock: SetClock) -> None:
    with tkg.open(tmp_path / "zoned.db", zone="Europe/Oslo", clock=clock) as graph:
        view = graph.as_of(valid_at="29 March 2026 at 2:30am", reference_time=SEEN_FROM)
        assert view.valid_at == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
        assert "did not exist in Europe/Oslo" in str(view.asked[0])


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("last spring", ["Oslo", "Rome"]),
        ("in April 2026", ["Oslo", "Rome"]),
        ("May 2026", ["Rome"]),
        ("in 2021", ["Oslo"]),
        ("three months ago", ["Rome"]),
        ("last week", ["Nice"]),
        ("since May 2026", ["Nice", "Rome"]),
        ("from June to July 2026", ["Rome"]),
        ("去年", ["Oslo"]),
    ],
)
def test_words_for_a_stretch_ask_for_all_that_holds_in_it(graph: tkg.Graph, words: str, found: list[str]) -> None:
    assert objects(graph, "Ann", "lives_in", valid_at=words, reference_time=SEEN_FROM) == found


def test_each_fact_of_a_stretch_has_its_whole_interval_and_says_what_was_asked(graph: tkg.Graph) -> None:
    facts = graph.find("Ann", "lives_in", valid_at="last spring", reference_time=SEEN_FROM)
    assert [(fact.object, fact.valid_from_text, fact.valid_to_text) for fact in facts] == [
        ("Oslo", "2018-01-01", "2026-04-10"),
        ("Rome", "2026-04-10", "2026-09-01"),
    ]
    for fact in facts:
        (asked,) = fact.asked
        assert str(asked) == f"last spring, seen from 2026-11-30 → 2026-03-01/2026-05-31 by {asked.rule}"
        assert asked.rule.startswith("en.")
        assert asked.to_dict() == {
            "option": "valid_at",
            "words": "last spring",
            "reference_time": "2026-11-30T00:00:00+00:00",
            "meaning": "2026-03-01/2026-05-31",
            "rule": asked.rule,
            "note": None,
        }


def test_a_fact_of_a_stretch_is_explained_at_the_first_instant_at_which_it_holds_then(graph: tkg.Graph) -> None:
    graph.record("Bob", "works_for", "Acme", valid_from="2020-01-01", source="x")
    graph.record("Bob", "works_for", "Globex", valid_from="2020-01-01", valid_to="2026-03-01", source="y")
    (fact,) = graph.find("Bob", "works_for", valid_at="last spring", reference_time=SEEN_FROM)
    assert (fact.object, fact.contested) == ("Acme", False)
    reasons = {item.claim.object: item.reason for item in graph.explain(fact).beaten}
    assert reasons == {"Globex": "is over"}


def test_get_gives_the_one_fact_of_a_stretch(graph: tkg.Graph) -> None:
    fact = graph.get("Ann", "lives_in", valid_at="May 2026", reference_time=SEEN_FROM)
    assert fact is not None
    assert fact.object == "Rome"
    assert graph.get("Ann", "lives_in", valid_at="October 2026", reference_time=SEEN_FROM) is None
    with pytest.raises(errors.ManyValues, match=r"2 values in 2026-03-01/2026-05-31 \('Oslo', 'Rome'\): use find"):
        graph.get("Ann", "lives_in", valid_at="last spring", reference_time=SEEN_FROM)


@pytest.mark.parametrize("at", [SEEN_FROM, date(2026, 11, 30), datetime(2026, 11, 30, 9, tzinfo=UTC)])
def test_a_reference_time_is_a_day_or_an_instant(graph: tkg.Graph, at: Any) -> None:
    assert objects(graph, "Ann", "lives_in", valid_at="last week", reference_time=at) == ["Nice"]
    for coarse in ("2026", "2026-11"):
        with pytest.raises(errors.AmbiguousTime, match=f"reference_time='{coarse}'"):
            graph.find("Ann", valid_at="last week", reference_time=coarse)


def test_a_reference_time_is_read_in_the_zone_of_the_file(tmp_path: Path, clock: SetClock) -> None:
    zone = ZoneInfo("Asia/Shanghai")
    with tkg.open(tmp_path / "zoned.db", zone=zone.key, clock=clock) as graph:
        view = graph.as_of(valid_at="yesterday", reference_time="2026-11-29T20:00:00Z")
        assert view.asked[0].reference == datetime(2026, 11, 30, 4, tzinfo=zone)
        assert view.valid_at == datetime(2026, 11, 29, tzinfo=zone)


def test_without_a_reference_time_words_count_from_the_clock_of_the_graph(reopen: Opener, clock: SetClock) -> None:
    graph = reopen()
    clock.set("2026-04-11T12:00:00Z")
    (fact,) = graph.find("Ann", "lives_in", valid_at="yesterday")
    assert fact.object == "Rome"
    assert fact.asked[0].reference.date() == date(2026, 4, 11)


def test_a_view_keeps_its_reference_time_for_later_questions(graph: tkg.Graph) -> None:
    view = graph.as_of(reference_time=SEEN_FROM)
    assert (view.asked, view.valid_at) == ((), None)
    assert objects(view, "Ann", "lives_in", valid_at="last spring") == ["Oslo", "Rome"]


def test_a_view_of_a_stretch_can_be_asked_of_an_instant_again(graph: tkg.Graph) -> None:
    view = graph.as_of(valid_at="last spring", reference_time=SEEN_FROM)
    assert view.is_of_a_stretch
    assert "last spring" in repr(view)
    assert objects(view, "Ann", "lives_in") == ["Oslo", "Rome"]
    (fact,) = view.find("Ann", "lives_in", valid_at="2026-05-01")
    assert (fact.object, fact.asked) == ("Rome", ())
    assert not view.as_of(valid_at="2026-05-01").is_of_a_stretch


def test_recorded_time_is_asked_in_words_too(reopen: Opener, clock: SetClock) -> None:
    graph = reopen()
    clock.set("2026-11-20T12:00:00Z")
    graph.record("Ann", "likes", "tea")
    clock.set("2026-11-29T12:00:00Z")
    graph.record("Ann", "likes", "jazz")
    known = {"known_at": "yesterday", "reference_time": SEEN_FROM}
    assert objects(graph, "Ann", "likes", **known) == ["tea"]
    assert [asked.option for asked in graph.as_of(**known).asked] == ["known_at"]  # type: ignore[arg-type]
    with pytest.raises(errors.AmbiguousTime, match=r"known_at='last week' is 2026-11-23/2026-11-29.*name a day"):
        graph.find("Ann", known_at="last week", reference_time=SEEN_FROM)


def test_the_difference_over_a_stretch(graph: tkg.Graph, clock: SetClock) -> None:
    before = graph.as_of().known_at
    assert before is not None
    clock.forward(days=1)
    graph.record("Ann", "lives_in", "Bonn", valid_from="2026-05-20", valid_to="2026-06-01")
    found = graph.diff(before, subject="Ann", valid_at="last spring", reference_time=SEEN_FROM)
    assert {fact.object for fact in found.added} == {"Bonn", "Rome"}
    assert [fact.object for fact in found.removed] == ["Rome"]


def test_what_is_of_one_instant_refuses_a_stretch(graph: tkg.Graph) -> None:
    with pytest.raises(errors.AmbiguousTime, match=r"valid_at='last spring' is 2026-03-01/2026-05-31.*name a day"):
        graph.beliefs("Ann", "lives_in", valid_at="last spring", reference_time=SEEN_FROM)


@pytest.mark.parametrize("certainty", ["certain", "possible"])
def test_certainty_is_asked_of_one_instant(graph: tkg.Graph, certainty: Any) -> None:
    with pytest.raises(errors.InputError, match="one instant"):
        graph.find("Ann", valid_at="last spring", reference_time=SEEN_FROM, certainty=certainty)


@pytest.mark.parametrize("words", ["03/04/2025", "Friday", "next Tuesday"])
def test_words_with_several_readings_are_refused_with_them(graph: tkg.Graph, words: str) -> None:
    with pytest.raises(errors.UnclearTime, match=r"can be 20\d\d-\d\d-\d\d or 20\d\d-\d\d-\d\d.*ISO date"):
        graph.find("Ann", valid_at=words, reference_time=SEEN_FROM)


@pytest.mark.parametrize("words", ["for three weeks", "every Friday", "500 BC"])
def test_words_without_a_date_are_refused(graph: tkg.Graph, words: str) -> None:
    with pytest.raises(errors.UnclearTime, match=r"gives no date.*ISO date"):
        graph.find("Ann", valid_at=words, reference_time=SEEN_FROM)


@pytest.mark.parametrize("text", ["Oslo", "", "2021/2022", "2021-13-01", "2021-02-30T10:00", "../.."])
def test_what_is_no_time_at_all_is_refused(graph: tkg.Graph, text: str) -> None:
    with pytest.raises(errors.BadTime):
        graph.find("Ann", valid_at=text, reference_time=SEEN_FROM)


@pytest.mark.parametrize("text", ["2021", "2021-03"])
def test_iso_text_is_never_read_as_words(graph: tkg.Graph, text: str) -> None:
    with pytest.raises(errors.AmbiguousTime, match="not a point"):
        graph.find("Ann", valid_at=text, reference_time=SEEN_FROM)
    assert graph.as_of(valid_at="2021-03-14", reference_time=SEEN_FROM).asked == ()
