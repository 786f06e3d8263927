"""Facts and claims are values: they show what they are when the graph is closed."""

from datetime import UTC, datetime
from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tkg.errors import StorageError


def test_a_fact_shows_what_it_is(reopen: Opener) -> None:
    with reopen() as graph:
        claim = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01", valid_to="2024-05-01")
        (fact,) = graph.timeline("Ann")
    assert (fact.subject, fact.predicate, fact.object) == ("Ann", "lives_in", "Oslo")
    assert (fact.valid_from, fact.valid_to) == (datetime(2020, 1, 1, tzinfo=UTC), datetime(2024, 5, 1, tzinfo=UTC))
    assert (fact.valid_from_text, fact.valid_from_grain) == ("2020-01", "month")
    assert (fact.recorded_from, fact.recorded_to) == (claim.recorded_at, None)
    assert fact.to_dict()["valid_to"] == "2024-05-01"
    assert "Oslo" in repr(fact)
    assert claim.to_dict()["object"] == "Oslo"


def test_so_do_conflicts_beliefs_explanations_and_reports(reopen: Opener) -> None:
    with reopen() as graph:
        for source, place in (("a", "Oslo"), ("b", "Rome")):
            graph.record("Ann", "lives_in", place, valid_from="2020-01-01", source=source)
        (fact,) = graph.find("Ann")
        made = (graph.conflicts(), graph.beliefs(), graph.explain(fact), graph.verify(), graph.diff("2000-01-01"))
    assert all("Rome" in repr(item) for item in (*made[:3], made[4]))
    assert made[2].to_dict()["policy"] == "latest"
    assert made[3].ok


@pytest.mark.parametrize("name", ["claims", "evidence", "contested", "certain", "believed_since", "last_observed"])
def test_what_is_fetched_when_asked_says_that_the_graph_is_closed(reopen: Opener, name: str) -> None:
    with reopen() as graph:
        graph.record("Ann", "lives_in", "Oslo")
        (fact,) = graph.find("Ann")
    with pytest.raises(StorageError, match="closed"):
        getattr(fact, name)


def test_a_closed_graph_says_so_and_closing_twice_is_fine(reopen: Opener) -> None:
    graph = reopen()
    view = graph.as_of(valid_at="2021-01-01")
    graph.close()
    graph.close()
    calls: list[Any] = [graph.find, view.find, graph.as_of, graph.verify, lambda: graph.record("Ann", "likes", "tea")]
    for call in calls:
        with pytest.raises(StorageError, match="closed"):
            call()


def test_an_endless_fact_has_no_sentinel_in_any_zone(tmp_path: Any) -> None:
    for zone in ("Asia/Shanghai", "America/Los_Angeles"):
        with tkg.open(tmp_path / f"{zone.replace('/', '-')}.db", zone=zone) as graph:
            graph.record("Ann", "born_in", "Oslo")
            (fact,) = graph.find("Ann")
        assert (fact.valid_from, fact.valid_to, fact.recorded_to) == (None, None, None)
        assert fact.to_dict()["valid_to"] is None
