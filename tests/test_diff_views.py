"""`diff` of two views of one graph: what one believes and the other does not."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.command_line import CommandLine
from tests.conftest import Opener
from tkg import errors
from tkg.facts import Diff

SINCE = "2020-01-01"


@pytest.fixture
def told(graph: tkg.Graph) -> tkg.Graph:
    """HR and Bob disagree where Ann lives since 2020, and agree on where Cat does; Bob knows of Dan, too."""
    said = "Ann Oslo HR, Ann Rome Bob, Cat Nice HR, Cat Nice Bob, Dan Bonn Bob"
    for subject, place, source in map(str.split, said.split(", ")):
        graph.record(subject, "lives_in", place, valid_from=SINCE, source=source)
    return graph


def shown(diff: Diff) -> tuple[list[tuple[Any, Any]], list[tuple[Any, Any]]]:
    """The added and the removed facts as (subject, object)."""
    return tuple([(fact.subject, fact.object) for fact in side] for side in (diff.added, diff.removed))  # type: ignore[return-value]


BY_HR = ([("Ann", "Oslo")], [("Ann", "Rome"), ("Dan", "Bonn")])


def test_what_one_source_believes_against_what_all_do(told: tkg.Graph) -> None:
    by_hr = told.as_of(sources=["HR"])
    assert shown(by_hr.diff(told)) == BY_HR
    assert shown(told.diff(by_hr)) == BY_HR[::-1]
    assert shown(told.diff(told, by_hr)) == BY_HR
    assert shown(by_hr.diff(by_hr)) == ([], [])
    assert shown(by_hr.diff(told, subject="Ann")) == ([("Ann", "Oslo")], [("Ann", "Rome")])
    assert shown(by_hr.diff(told, predicate="works_for")) == ([], [])


def test_the_facts_of_each_side_are_those_of_its_view(told: tkg.Graph) -> None:
    diff = told.as_of(sources=["HR"]).diff(told, subject="Ann")
    assert [[claim.source for claim in fact.claims] for fact in (*diff.added, *diff.removed)] == [["HR"], ["Bob"]]
    assert [fact.contested for fact in (*diff.added, *diff.removed)] == [False, True]


def test_options_of_the_call_are_those_of_both_sides(told: tkg.Graph) -> None:
    by_hr = told.as_of(sources=["HR"])
    assert shown(by_hr.diff(told, valid_at="2019-01-01")) == ([], [])
    assert shown(by_hr.diff(told, valid_at="2021-01-01")) == BY_HR
    assert shown(by_hr.diff(told, sources=["Bob"])) == ([], [])
    assert shown(by_hr.diff(told, policy="all")) == ([], [("Ann", "Rome"), ("Dan", "Bonn")])


def test_two_policies(told: tkg.Graph) -> None:
    trusting_hr = told.as_of(policy="source_priority", priority=["HR"])
    assert shown(trusting_hr.diff(told)) == ([("Ann", "Oslo")], [("Ann", "Rome")])


def test_a_moment_is_this_view_as_of_then(told: tkg.Graph) -> None:
    first = told.claims()[0].recorded_at
    by_hr = told.as_of(sources=["HR"])
    assert shown(by_hr.diff(first)) == ([("Cat", "Nice")], [])
    assert shown(by_hr.diff(told.as_of(known_at=first, sources=["HR"]))) == ([("Cat", "Nice")], [])
    assert shown(by_hr.diff(told, first)) == ([("Ann", "Oslo")], [("Ann", "Rome"), ("Cat", "Nice"), ("Dan", "Bonn")])


def test_two_valid_instants(told: tkg.Graph) -> None:
    told.record("Ann", "lives_in", "Lima", valid_from="2022-01-01", source="HR")
    then, later = (told.as_of(valid_at=f"{year}-06-01") for year in (2021, 2022))
    assert shown(later.diff(then)) == ([("Ann", "Lima")], [("Ann", "Rome")])


def test_a_pinned_view_is_compared_as_it_is(told: tkg.Graph) -> None:
    pinned = told.as_of()
    told.record("Eve", "lives_in", "Oslo", valid_from=SINCE, source="HR")
    assert shown(told.diff(pinned)) == ([("Eve", "Oslo")], [])
    assert shown(pinned.diff(pinned.as_of(without=["HR"]))) == ([], [])


def test_views_that_have_nothing_in_common_are_refused(told: tkg.Graph, reopen: Opener) -> None:
    with pytest.raises(errors.InputError, match="scopes 'other' and 'default'"):
        told.diff(told.as_of(scope="other"))
    with pytest.raises(errors.InputError, match="one view is of an instant"):
        told.diff(told.as_of(valid_at="2021-01-01"))
    with pytest.raises(errors.InputError, match="one view is of an instant"):
        told.as_of(valid_at="last spring").diff(told.as_of(valid_at="2021-01-01"))
    with pytest.raises(errors.InputError, match="this one is of another"):
        told.diff(reopen())
    with pytest.raises(errors.BadTime):
        told.diff("whenever")


def test_views_of_an_event_loop(path: Path, told: tkg.Graph) -> None:
    told.close()

    async def main() -> tuple[Diff, Diff]:
        async with await tkg.aopen(path, embedder=None) as graph:
            by_hr = await graph.as_of(sources=["HR"])
            return await by_hr.diff(graph), await graph.diff(graph, known_b=by_hr)

    with tkg.open(path):
        assert [shown(diff) for diff in asyncio.run(main())] == [BY_HR, BY_HR]


# --- the command line ---


@pytest.fixture
def cli(path: Path, told: tkg.Graph) -> CommandLine:
    told.close()
    return CommandLine(path)


def test_the_command_line_compares_sources_and_policies(cli: CommandLine) -> None:
    assert [row[:4] for row in cli.rows("diff", "--source", "HR")] == [
        ["-", "Ann", "lives_in", "Rome"], ["-", "Dan", "lives_in", "Bonn"], ["+", "Ann", "lives_in", "Oslo"],
    ]  # fmt: skip
    (row,) = cli.rows("diff", "--without", "Bob", "--subject", "Dan")
    assert row[:4] == ["-", "Dan", "lives_in", "Bonn"]
    ranked = cli.json("diff", "--priority", "HR", "--valid-at", "2021-01-01")
    assert [fact["object"] for fact in (*ranked["added"], *ranked["removed"])] == ["Oslo", "Rome"]
    result = cli.run("diff", "--valid-at", "2021-01-01", status=2)
    assert "--source" in result.stderr
    assert "--policy" in result.stderr


def test_the_command_line_answers_by_some_sources(cli: CommandLine) -> None:
    assert cli.json("get", "Ann", "lives_in", "--source", "HR")["object"] == "Oslo"
    assert [fact["object"] for fact in cli.json("find", "--without", "Bob")] == ["Oslo", "Nice"]
    assert cli.json("find", "--source", "nobody") == []
    assert [row[2] for row in cli.rows("timeline", "Ann", "--source", "HR", "--source", "Bob")] == ["Rome"]
    assert cli.json("conflicts", "--source", "HR") == []
    assert cli.refused("find", "--policy", "source_priority", "--source", "HR") == "bad_policy"
    found = cli.json("search", "Ann lives_in", "--source", "HR", "--embedder", "none")
    assert {hit["fact"]["object"] for hit in found["hits"]} <= {"Oslo", "Nice"}
