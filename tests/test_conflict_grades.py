"""How grave a conflict is: certain, possible, or only a boundary that two values share; at an instant and over time."""

from datetime import UTC, datetime
from typing import Any

import pytest

import tkg
from tests.command_line import CommandLine
from tests.conftest import Opener
from tkg import errors
from tkg.facts import Conflict


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def told(graph: tkg.Graph, **stretches: str) -> tkg.Graph:
    """Where Ann lived, each place by a source of its own: from/to in EDTF, both units included."""
    for place, stretch in stretches.items():
        graph.record("Ann", "lives_in", place, valid=stretch, source=f"who says {place}")
    return graph


def grades(conflicts: list[Conflict]) -> list[tuple[tuple[Any, ...], str]]:
    return [(conflict.values, conflict.grade) for conflict in conflicts]


def test_two_values_that_meet_in_a_year_are_a_succession(graph: tkg.Graph) -> None:
    told(graph, Oslo="2000/2004", Rome="2004/2008")
    assert grades(graph.conflicts(valid_at="2004-06-01")) == [(("Oslo", "Rome"), "boundary")]
    assert graph.conflicts(valid_at="2003-06-01") == graph.conflicts(valid_at="2005-06-01") == []


@pytest.mark.parametrize(
    ("oslo", "rome", "grade"),
    [
        ("2000/2004", "2004-03/2008", "boundary"),  # it may have ended in March
        ("2000/2004-03", "2004/2008", "boundary"),
        ("2004/2004", "2004/2004", "boundary"),
        ("2000/2004", "2004-03-15/2008", "possible"),  # one of the two is known to the day
        ("2000/2005", "2004/2008", "possible"),  # at no instant do both hold for sure
        ("2000/2006", "2004/2008", "certain"),
        ("2000/2005", "2005-02/2005-03", "boundary"),
        ("1999/..", "2004/2008", None),  # a change in the world
    ],
)
def test_of_what_is_known_less_exactly_and_of_what_overlaps(
    graph: tkg.Graph, oslo: str, rome: str, grade: str | None
) -> None:
    """Somewhere in it: the gravest over all of time."""
    told(graph, Oslo=oslo, Rome=rome)
    found = [conflict.grade for conflict in graph.conflicts(during="../..", certainty="possible")]
    gravest = max(found, key=("boundary", "possible", "certain").index, default=None)
    assert gravest == grade


def test_what_holds_in_every_reading_is_certain(graph: tkg.Graph) -> None:
    told(graph, Oslo="2000/2010", Rome="2004/2006")
    at = {year: grades(graph.conflicts(valid_at=f"{year}-06-01")) for year in (2003, 2004, 2005, 2006, 2007)}
    disputed = ("Oslo", "Rome")
    assert at == {
        2003: [],
        2004: [(disputed, "possible")],
        2005: [(disputed, "certain")],
        2006: [(disputed, "possible")],
        2007: [],
    }


def test_two_homes_since_one_year_may_be_a_succession_too(graph: tkg.Graph) -> None:
    """Nominally they began in the same instant, and so each stands; any other reading has one after the other."""
    graph.record("Ann", "lives_in", "Oslo", valid_from="2021", source="x")
    graph.record("Ann", "lives_in", "Rome", valid_from="2021", source="y")
    assert grades(graph.conflicts(valid_at="2023-01-01")) == [(("Oslo", "Rome"), "possible")]


def test_certainty_says_which_are_listed(graph: tkg.Graph) -> None:
    told(graph, Oslo="2000/2003", Rome="2003-02/2008", Bonn="2007/2008")
    at: dict[str, Any] = {"valid_at": "2003-01-15"}
    assert graph.conflicts(**at) == []
    graph.record("Ann", "lives_in", "Kiel", valid_from="2003-01-01", valid_to="2003-02-01", source="z")
    assert grades(graph.conflicts(**at)) == [(("Oslo", "Kiel"), "possible")]
    assert grades(graph.conflicts(valid_at="2003-03-15")) == [(("Oslo", "Rome"), "boundary")]
    assert graph.conflicts(valid_at="2003-03-15", certainty="certain") == []
    assert grades(graph.conflicts(valid_at="2007-06-01", certainty="possible")) == [(("Rome", "Bonn"), "possible")]


def test_each_pair_of_values_has_its_own_grade(graph: tkg.Graph) -> None:
    told(graph, Oslo="2000/2004", Rome="2001/2010", Bonn="2004/2008")
    (conflict,) = graph.conflicts(valid_at="2004-06-01")
    assert (conflict.values, conflict.grade) == (("Oslo", "Rome", "Bonn"), "possible")
    assert {pair.values: pair.grade for pair in conflict.pairs} == {
        ("Oslo", "Rome"): "possible",
        ("Oslo", "Bonn"): "boundary",
        ("Rome", "Bonn"): "possible",
    }
    assert [claim.object for claim in conflict.claims] == ["Oslo", "Rome", "Bonn"]


def test_that_there_is_no_value_is_one_of_them(graph: tkg.Graph) -> None:
    told(graph, Oslo="2000/2004")
    graph.end("Ann", "lives_in", valid="2004/2006", source="HR")
    assert grades(graph.conflicts(valid_at="2004-06-01")) == [(("Oslo", None), "boundary")]


def test_over_all_of_time_with_when_it_is_so(graph: tkg.Graph) -> None:
    told(graph, Oslo="2000/2004", Rome="2004/2008", Bonn="2006/..")
    found = [(conflict.values, conflict.grade, conflict.stretch) for conflict in graph.conflicts(during="../..")]
    assert found == [
        (("Oslo", "Rome"), "boundary", (day("2004-01-01"), day("2005-01-01"))),
        (("Rome", "Bonn"), "possible", (day("2006-01-01"), day("2007-01-01"))),
        (("Rome", "Bonn"), "certain", (day("2007-01-01"), day("2008-01-01"))),
        (("Rome", "Bonn"), "possible", (day("2008-01-01"), day("2009-01-01"))),
    ]
    assert graph.conflicts("Ann", "lives_in", during="2005") == []
    (part,) = graph.conflicts(during="2004-03")
    assert part.stretch == (day("2004-03-01"), day("2004-04-01"))
    assert part.to_dict()["stretch"] == ["2004-03-01T00:00:00+00:00", "2004-04-01T00:00:00+00:00"]


def test_words_for_a_stretch_ask_for_the_same(graph: tkg.Graph) -> None:
    told(graph, Oslo="2000/2004", Rome="2004/2008")
    found = graph.conflicts(valid_at="in 2004", reference_time="2010-01-01")
    assert found == graph.conflicts(during="2004")
    assert [conflict.stretch for conflict in found] == [(day("2004-01-01"), day("2005-01-01"))]


def test_one_source_never_disagrees_with_itself(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid="2000/2010")
    graph.record("Ann", "lives_in", "Rome", valid="2004/2006")
    assert graph.conflicts(during="../..", certainty="possible") == []


def test_the_policy_changes_nothing(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid="2000/2010", source="x", confidence=0.9)
    graph.record("Ann", "lives_in", "Rome", valid="2000/2010", source="y", confidence=0.1)
    at: dict[str, Any] = {"valid_at": "2005-01-01"}
    assert graph.conflicts(**at) == graph.conflicts(**at, policy="confidence") != []


def test_a_stretch_that_is_none_is_refused(graph: tkg.Graph) -> None:
    with pytest.raises(errors.EmptyInterval, match="during='2022/2020'"):
        graph.conflicts(during="2022/2020")
    with pytest.raises(errors.InputError, match="not both"):
        graph.conflicts(during="2022", valid_at="2022-05-01")
    with pytest.raises(errors.BadTime):
        graph.conflicts(during="Oslo")


def test_the_command_line_shows_the_grade_and_when(reopen: Opener, path: Any) -> None:
    with reopen() as graph:
        told(graph, Oslo="2000/2004", Rome="2004/2008")
    cli = CommandLine(path)
    rows = cli.rows("conflicts", "Ann", "--during", "../..")
    assert [(row[2], *row[6:]) for row in rows] == [
        ("Oslo", "boundary", "2004-01-01", "2005-01-01"),
        ("Rome", "boundary", "2004-01-01", "2005-01-01"),
    ]
    (conflict,) = cli.json("conflicts", "--valid-at", "2004-06-01")
    assert (conflict["grade"], conflict["stretch"]) == ("boundary", None)
    assert conflict["pairs"] == [{"values": ["Oslo", "Rome"], "grade": "boundary"}]
    assert cli.json("conflicts", "--valid-at", "2004-06-01", "--certainty", "certain") == []
    outcome = cli.run("conflicts", "--valid-at", "2004-06-01", "--during", "2004", status=2)
    assert "give one of them" in outcome.stderr
