"""`as_of`: a pinned view, which stays the same whatever is written later."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tkg import errors


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
    assert (view.find(), view.timeline(), view.history()) == ([], [], [])


@pytest.mark.parametrize("text", ["2021", "2021-03"])
def test_a_period_is_no_point(graph: tkg.Graph, text: str) -> None:
    with pytest.raises(errors.AmbiguousTime, match=rf"valid_at='{text}'.*range\('{text}'\)"):
        graph.as_of(valid_at=text)
    with pytest.raises(errors.AmbiguousTime, match=rf"known_at='{text}'.*name a day"):
        graph.as_of(known_at=text)


def test_times_are_given_by_name_only(graph: tkg.Graph) -> None:
    with pytest.raises(TypeError):
        graph.as_of("2021-01-01")  # type: ignore[call-arg, arg-type]


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
