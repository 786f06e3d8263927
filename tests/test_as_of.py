"""`as_of`: a pinned view, which stays the same whatever is written later."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tkg import errors
from tkg.facts import Fact


def test_both_axes(graph: tkg.Graph, clock: SetClock) -> None:
    hired = graph.record("Ann", "works_for", "Acme", valid_from="2019-03-01")
    clock.forward(days=1)
    graph.correct(hired, valid_from="2019-09-01")
    assert objects(graph.as_of(valid_at="2019-05-01"), "Ann", "works_for") == []
    assert objects(graph.as_of(valid_at="2019-05-01", known_at=hired.recorded_at), "Ann", "works_for") == ["Acme"]
    assert objects(graph.as_of(known_at=hired.recorded_at), "Ann", "works_for", valid_at="2019-05-01") == ["Acme"]


def test_a_pinned_view_never_changes(graph: tkg.Graph, clock: SetClock) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    graph.record("Bob", "lives_in", "Rome", valid_from="2019-01-01")
    view = graph.as_of(valid_at="2020-01-01")

    def answers() -> list[Any]:
        facts = [*view.find(), *view.timeline(), *view.history(), *view.timeline(policy="all")]
        shown = [(f.to_dict() | {"recorded_to": None}, f.contested, f.believed_since, f.claims) for f in facts]
        beliefs = [(belief.subject, belief.object, belief.recorded_from) for belief in view.beliefs()]
        return [shown, beliefs, view.conflicts(), [view.last_observed("Ann", "lives_in")]]

    before = answers()
    graph.record("Ann", "lives_in", "Paris", valid_from="2019-06-01")
    graph.correct(first, object="Bergen")
    graph.merge("Bob", "Ann")
    graph.map_predicate("lives_in", "dwells_in")
    graph.declare("dwells_in", cardinality="many")
    graph.retract(graph.record("Ann", "dwells_in", "Nice", valid_from="2019-01-01"))
    clock.forward(days=400)
    assert answers() == before
    assert objects(graph, "Ann", "lives_in") != objects(view, "Ann", "lives_in")


def test_a_fact_of_a_pinned_view_stays_the_same_value(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01")
    view = graph.as_of(valid_at="2022-01-01")

    def facts() -> list[Fact]:
        return [*view.find(), *view.timeline(), *view.history()]

    before = facts()
    graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    graph.retract(claim)
    assert facts() == before
    assert [hash(fact) for fact in facts()] == [hash(fact) for fact in before]
    assert len(before) == 3
    assert len({*before, *facts()}) == 1
    assert graph.history("Ann")[1] != before[0]


def test_a_moment_to_come_is_clamped_to_the_last_commit(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo")
    view = graph.as_of(known_at="2030-01-01")
    assert view.known_at == claim.recorded_at
    graph.record("Ann", "lives_in", "Rome")
    assert objects(view, "Ann", "lives_in", valid_at="2031-01-01") == ["Oslo"]


def test_the_view_of_now_moves_on_and_says_so(graph: tkg.Graph) -> None:
    assert (graph.valid_at, graph.known_at) == (None, None)
    pinned = graph.as_of()
    graph.record("Ann", "lives_in", "Oslo")
    assert (objects(graph, "Ann", "lives_in"), objects(pinned, "Ann", "lives_in")) == (["Oslo"], [])


def test_before_anything_was_known_there_is_nothing(graph: tkg.Graph) -> None:
    graph.record("Ann", "born_in", "Oslo")
    view = graph.as_of(known_at="2000-01-01")
    assert [*view.find(), *view.timeline(), *view.history()] == []


@pytest.mark.parametrize("text", ["2021", "2021-03"])
def test_a_period_is_no_point(graph: tkg.Graph, text: str) -> None:
    with pytest.raises(errors.AmbiguousTime, match=rf"valid_at='{text}'.*range\('{text}'\)"):
        graph.as_of(valid_at=text)
    with pytest.raises(errors.AmbiguousTime, match=rf"known_at='{text}'.*name a day"):
        graph.as_of(known_at=text)


def test_times_are_given_by_name_only(graph: tkg.Graph) -> None:
    as_of: Any = graph.as_of
    with pytest.raises(TypeError):
        as_of("2021-01-01")


@pytest.mark.parametrize("at", ["2026-07-05", date(2026, 7, 5), datetime(2026, 7, 5, tzinfo=UTC)])
def test_on_the_day_of_the_change_the_new_value_holds(graph: tkg.Graph, at: Any) -> None:
    graph.record("Ann", "lives_in", "A", valid_from="2020-01-01", valid_to="2026-07-05")
    graph.record("Ann", "lives_in", "B", valid_from="2026-07-05")
    assert objects(graph, "Ann", "lives_in", valid_at=at) == ["B"]
    assert objects(graph, "Ann", "lives_in", valid_at="2026-07-04T23:59:59.999999Z") == ["A"]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York"])
def test_a_civil_date_is_found_by_its_date_in_every_zone(tmp_path: Path, clock: SetClock, zone: str) -> None:
    with tkg.open(tmp_path / "zoned.db", zone=zone, clock=clock) as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from="2021-03-14", valid_to="2021-03-15")
        found = [objects(graph, "Ann", "lives_in", valid_at=f"2021-03-{day}") for day in (13, 14, 15)]
        assert found == [[], ["Oslo"], []]


def test_a_civil_date_asked_about_is_shown_as_its_midnight_in_the_zone(tmp_path: Path, clock: SetClock) -> None:
    zone = ZoneInfo("Asia/Shanghai")
    with tkg.open(tmp_path / "zoned.db", zone=zone.key, clock=clock) as graph:
        assert graph.as_of(valid_at="2021-05-01").valid_at == datetime(2021, 5, 1, tzinfo=zone)
        shown = graph.as_of(valid_at="2021-05-01T09:30Z").valid_at
        assert shown == datetime(2021, 5, 1, 17, 30, tzinfo=zone)
        assert shown.utcoffset() == timedelta(hours=8)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York"])
def test_times_near_the_ends_of_the_calendar_can_be_shown_in_every_zone(
    tmp_path: Path, clock: SetClock, zone: str
) -> None:
    """In New York the first hours of the year 1 lie in no year that there is, in Shanghai the last ones of 9999."""
    first, last = datetime(1, 1, 1, 0, 30, tzinfo=UTC), datetime(9999, 12, 31, 20, tzinfo=UTC)
    with tkg.open(tmp_path / "zoned.db", zone=zone, clock=clock) as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from=first, valid_to=last, observed=first)
        (fact,) = graph.timeline("Ann")
        assert (fact.valid_from, fact.valid_to, fact.last_observed, fact.claims[0].observed) == (
            first, last, first, first
        )  # fmt: skip
        assert datetime.fromisoformat(fact.to_dict()["valid_from"]) == first
        assert datetime.fromisoformat(fact.to_dict()["valid_to"]) == last
        assert graph.as_of(valid_at="0001-01-01").valid_at == datetime(1, 1, 1, tzinfo=ZoneInfo(zone))
        for at in (first, last):
            assert graph.as_of(valid_at=at).valid_at == at


def test_a_view_takes_the_options_of_reads_and_passes_them_on(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", scope="other", modality="planned")
    view = graph.as_of(scope="other", modality="planned", valid_at="2021-01-01")
    assert (view.scope, objects(view, "Ann", "lives_in")) == ("other", ["Oslo"])
    assert objects(view, "Ann", "lives_in", modality="asserted") == []
    narrower = view.as_of(valid_at="2019-01-01")
    assert (narrower.scope, objects(narrower, "Ann", "lives_in")) == ("other", [])
    assert narrower.known_at == view.known_at


def test_a_view_of_a_view_cannot_know_more(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    assert objects(graph.as_of(known_at=first.recorded_at).as_of(valid_at="2021-01-01"), "Ann", "lives_in") == ["Oslo"]


def test_what_another_process_writes_is_seen_by_now_and_not_by_the_pinned_view(reopen: Opener) -> None:
    graph, other = reopen(), reopen()
    view = graph.as_of()
    other.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    other.merge("Ann", "Ann Lee")
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2020-01-01", None)]
    assert line(view, "Ann", "lives_in") == []
