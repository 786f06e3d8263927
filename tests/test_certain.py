"""`Fact.certain`: whether a fact holds at the instant asked about however imprecise bounds fall out."""

from typing import Any

import pytest

import tkg
from tests.command_line import CommandLine
from tests.conftest import Opener


@pytest.fixture
def moved(graph: tkg.Graph) -> tkg.Graph:
    """Ann has lived in Oslo since a day of 2019 that is known, and moved to Rome at some time in 2021."""
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019-03-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2021")
    return graph


def certain(graph: tkg.Graph, **options: Any) -> dict[Any, bool]:
    return {fact.object: fact.certain for fact in graph.find("Ann", "lives_in", **options)}


def test_a_fact_is_certain_where_no_reading_of_the_bounds_has_another(moved: tkg.Graph) -> None:
    assert certain(moved, valid_at="2020-12-31") == {"Oslo": True}
    assert certain(moved, valid_at="2021-06-01") == {"Rome": False}
    assert certain(moved, valid_at="2022-01-01") == {"Rome": True}


def test_what_is_certain_says_so_and_what_is_only_possible_does_not(moved: tkg.Graph) -> None:
    assert certain(moved, valid_at="2021-06-01", certainty="possible") == {"Oslo": False, "Rome": False}
    assert certain(moved, valid_at="2021-06-01", certainty="certain") == {}
    assert certain(moved, valid_at="2022-06-01", certainty="certain") == {"Rome": True}


def test_of_a_timeline_it_is_about_the_beginning_of_each(moved: tkg.Graph) -> None:
    assert [(f.object, f.certain) for f in moved.timeline("Ann", "lives_in")] == [("Oslo", True), ("Rome", False)]


def test_of_a_stretch_it_is_about_the_first_instant_at_which_the_fact_holds(moved: tkg.Graph) -> None:
    found = certain(moved, valid_at="in 2021", reference_time="2023-01-01")
    assert found == {"Rome": False}
    assert certain(moved, valid_at="in 2022", reference_time="2023-01-01") == {"Rome": True}


def test_it_is_as_of_the_recorded_time_of_the_answer(moved: tkg.Graph) -> None:
    rome = moved.claims("Ann")[-1]
    moved.correct(rome, valid_from="2021-02-14")
    assert certain(moved, valid_at="2021-06-01") == {"Rome": True}
    assert certain(moved, valid_at="2021-06-01", known_at=rome.recorded_at) == {"Rome": False}


def test_it_depends_on_the_policy_of_the_answer(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2021", source="HR", confidence=0.9)
    graph.record("Ann", "lives_in", "Rome", valid_from="2021", source="Bob", confidence=0.4)
    assert certain(graph, valid_at="2023-01-01") == {"Rome": False}
    assert certain(graph, valid_at="2023-01-01", policy="confidence") == {"Oslo": True}
    assert certain(graph, valid_at="2023-01-01", policy="source_priority", priority=["Bob"]) == {"Rome": True}


def test_one_of_many_values_is_certain_by_itself(graph: tkg.Graph) -> None:
    graph.record("Ann", "likes", "tea", valid_from="2020-01-01")
    graph.record("Ann", "likes", "mint", valid_from="2021")
    found = {fact.object: fact.certain for fact in graph.find("Ann", "likes", valid_at="2021-05-01")}
    assert found == {"tea": True, "mint": False}


def test_an_unknown_beginning_is_certain_from_when_it_was_seen(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", observed="2021-06-01")
    assert certain(graph, valid_at="2021-05-01", certainty="possible") == {"Oslo": False}
    assert certain(graph, valid_at="2021-06-01") == {"Oslo": True}


def test_the_command_line_says_so_in_json_where_it_is_asked_for(reopen: Opener, path: Any) -> None:
    with reopen() as graph:
        graph.record("Ann", "lives_in", "Rome", valid_from="2021")
    cli, at = CommandLine(path), ("--valid-at", "2021-06-01")
    assert "certain" not in cli.json("get", "Ann", "lives_in", *at)
    assert cli.json("get", "Ann", "lives_in", *at, "--certainty", "nominal")["certain"] is False
    assert [fact["certain"] for fact in cli.json("find", "Ann", *at, "--certainty", "possible")] == [False]
    assert cli.json("find", "Ann", *at, "--certainty", "certain") == []
    assert cli.rows("get", "Ann", "lives_in", "--valid-at", "2022-06-01", "--certainty", "certain")[0][2] == "Rome"
