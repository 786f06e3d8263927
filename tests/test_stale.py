"""Staleness: what nobody is known to have seen for longer than its predicate allows says so."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.command_line import CommandLine
from tests.conftest import SetClock
from tkg import Ontology, errors


@pytest.fixture
def fresh_for_180_days(graph: tkg.Graph) -> tkg.Graph:
    """So are homes; and homes resume, jobs do not."""
    graph.declare("lives_in", stale_after="180 days")
    graph.declare("works_for", stale_after="P180D")
    return graph


def stale(view: tkg.View, at: str, predicate: str = "lives_in", **options: Any) -> list[tuple[Any, bool]]:
    return [(fact.object, fact.stale) for fact in view.find("Ann", predicate, valid_at=at, **options)]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("2024-02-01", False),  # the day on which it was seen
        ("2024-07-30", False),  # 180 days after it, in a leap year: 28 + 31 + 30 + 31 + 30 + 30
        ("2024-07-30T00:00:00.000001Z", True),
        ("2024-07-31", True),
        ("2030-01-01", True),
        ("2023-06-01", False),  # it had begun, and was seen later
        ("2023-12-31", False),
    ],
)
def test_it_counts_from_the_last_sighting(fresh_for_180_days: tkg.Graph, at: str, expected: bool) -> None:
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", observed="2024-02-01")
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", observed="2022-02-01", source="HR")
    assert stale(fresh_for_180_days, at) == [("Oslo", expected)]


def test_without_a_sighting_from_its_start(fresh_for_180_days: tkg.Graph) -> None:
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2024-01-01")
    assert stale(fresh_for_180_days, "2024-06-29") == [("Oslo", False)]
    assert stale(fresh_for_180_days, "2024-06-30") == [("Oslo", True)]


def test_of_an_unknown_start_from_the_time_of_recording(fresh_for_180_days: tkg.Graph, clock: SetClock) -> None:
    clock.set("2027-01-01T12:00:00")
    fresh_for_180_days.record("Ann", "lives_in", "Oslo")
    assert stale(fresh_for_180_days, "2027-06-30T12:00:00Z") == [("Oslo", False)]
    assert stale(fresh_for_180_days, "2027-06-30T12:01:00Z") == [("Oslo", True)]


def test_a_sighting_again_makes_it_fresh(fresh_for_180_days: tkg.Graph) -> None:
    first = fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    fact = fresh_for_180_days.get("Ann", "lives_in", valid_at="2022-01-01")
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", observed="2021-12-01", source="HR")
    assert stale(fresh_for_180_days, "2022-01-01") == [("Oslo", False)]
    assert stale(fresh_for_180_days, "2022-01-01", known_at=first.recorded_at) == [("Oslo", True)]
    assert stale(fresh_for_180_days, "2022-01-01", without=["HR"]) == [("Oslo", True)]
    assert fact is not None
    assert fact.stale, "as of the view that answered"


def test_what_was_said_to_hold_until_some_time_is_taken_at_its_word(fresh_for_180_days: tkg.Graph) -> None:
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", valid_to="2022-01-01")
    assert stale(fresh_for_180_days, "2021-12-31") == [("Oslo", False)]
    fresh_for_180_days.record("Ann", "works_for", "Acme", valid_from="2020-01-01", valid_to="forever")
    assert stale(fresh_for_180_days, "2026-01-01", "works_for") == [("Acme", False)]
    fresh_for_180_days.declare("born_on", stale_after="P1D")
    fresh_for_180_days.record("Ann", "born_on", "1990-03")
    assert stale(fresh_for_180_days, "2026-01-01", "born_on") == [("1990-03", False)]


def test_what_another_value_ended_is_stale_before_it_ended(fresh_for_180_days: tkg.Graph) -> None:
    """Nobody knows how long Oslo went on after it was last seen, only what came then."""
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", observed="2020-02-01")
    fresh_for_180_days.record("Ann", "lives_in", "Rome", valid_from="2022-01-01")
    assert stale(fresh_for_180_days, "2020-07-01") == [("Oslo", False)]
    assert stale(fresh_for_180_days, "2021-12-31") == [("Oslo", True)]
    assert stale(fresh_for_180_days, "2022-01-01") == [("Rome", False)]


def test_a_sighting_in_another_stretch_does_not_count(fresh_for_180_days: tkg.Graph) -> None:
    """Of a job until 2022 and a new one there in 2024, seen in 2025."""
    fresh_for_180_days.record("Ann", "works_for", "Acme", valid_from="2020-01-01")
    fresh_for_180_days.record("Ann", "works_for", "Globex", valid_from="2022-01-01", valid_to="2024-01-01")
    fresh_for_180_days.record("Ann", "works_for", "Acme", valid_from="2024-01-01", observed="2025-01-01")
    assert stale(fresh_for_180_days, "2021-12-31", "works_for") == [("Acme", True)]
    assert stale(fresh_for_180_days, "2025-06-30", "works_for") == [("Acme", False)]
    assert stale(fresh_for_180_days, "2025-07-01", "works_for") == [("Acme", True)]


def test_of_a_value_that_came_back_from_when_it_did(fresh_for_180_days: tkg.Graph) -> None:
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2015-01-01")
    fresh_for_180_days.record("Ann", "lives_in", "Rome", valid_from="2020-06-01", valid_to="2020-09-01")
    assert stale(fresh_for_180_days, "2020-05-31") == [("Oslo", True)]
    assert stale(fresh_for_180_days, "2020-09-01") == [("Oslo", False)]


def test_a_predicate_that_declares_none_is_never_stale(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="always")
    assert stale(graph, "2026-01-01") == [("Oslo", False)]
    graph.declare("lives_in", stale_after="P100Y")
    assert stale(graph, "2026-01-01") == [("Oslo", True)], "since it has no beginning and was never seen"


def test_values_of_a_predicate_with_many_are_seen_each_by_itself(graph: tkg.Graph) -> None:
    graph.declare("knows", stale_after="P1Y")
    graph.record("Ann", "knows", "Bob", valid_from="2020-01-01")
    graph.record("Ann", "knows", "Cat", valid_from="2020-01-01", observed="2022-01-01")
    assert stale(graph, "2022-06-01", "knows") == [("Bob", True), ("Cat", False)]


def test_by_other_names(graph: tkg.Graph) -> None:
    """By an inverse, an alias, and a name that was merged."""
    graph.declare("works at", stale_after="P1Y")
    graph.record("Acme", "employs", "Ann", valid_from="2020-01-01")
    graph.record("Annie", "works_for", "Acme", observed="2021-12-01")
    assert stale(graph, "2022-06-01", "works_for") == [("Acme", True)]
    graph.merge("Annie", "Ann")
    assert stale(graph, "2022-06-01", "works_for") == [("Acme", False)]


@pytest.mark.parametrize("policy", ["latest", "confidence", "all"])
def test_under_every_policy_and_certainty(fresh_for_180_days: tkg.Graph, policy: str) -> None:
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", observed="2020-02-01")
    assert stale(fresh_for_180_days, "2021-01-01", policy=policy) == [("Oslo", True)]
    assert stale(fresh_for_180_days, "2021-01-01", policy=policy, certainty="possible") == [("Oslo", True)]


def test_what_is_stale_is_not_among_what_is_certain(fresh_for_180_days: tkg.Graph) -> None:
    graph = fresh_for_180_days
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", observed="2020-02-01")
    graph.record("Ann", "works_for", "Acme", valid_from="2020-01-01", observed="2020-12-01")
    graph.record("Ann", "likes", "tea", valid_from="2020-01-01")
    graph.record("Bob", "lives_in", "Rome", valid_from="2020-12-01")
    at = graph.as_of(valid_at="2021-01-01", certainty="certain")
    assert {fact.object for fact in at.find("Ann")} == {"Acme", "tea"}
    assert [fact.object for fact in at.find(predicate="lives_in")] == ["Rome"]
    assert len(graph.find(valid_at="2021-01-01")) == 4


# --- what is declared ---


def test_a_declaration_changes_answers_from_then_on_and_none_before(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.declare("lives_in", stale_after=timedelta(days=365))
    second = graph.as_of().known_at
    graph.declare("lives_in", stale_after="10 years")
    assert stale(graph, "2022-01-01", known_at=first.recorded_at) == [("Oslo", False)]
    assert stale(graph, "2022-01-01", known_at=second) == [("Oslo", True)]
    assert stale(graph, "2022-01-01") == [("Oslo", False)]
    assert stale(graph, "2032-01-01") == [("Oslo", True)]


@pytest.mark.parametrize("never", ["never", None])
def test_it_is_taken_back_by_never(fresh_for_180_days: tkg.Graph, never: str | None) -> None:
    fresh_for_180_days.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    fresh_for_180_days.declare("lives_in", resumes=True)
    assert stale(fresh_for_180_days, "2022-01-01") == [("Oslo", True)]
    fresh_for_180_days.declare("lives_in", stale_after=never)
    assert stale(fresh_for_180_days, "2022-01-01") == [("Oslo", False)]
    assert fresh_for_180_days.reads_as("lives_in")[0].stale_after is None
    assert fresh_for_180_days.reads_as("works_for")[0].stale_after == "P180D"


@pytest.mark.parametrize("given", ["soon", "", 3, "P0D", True])
def test_what_is_no_length_of_time_is_refused(graph: tkg.Graph, given: Any) -> None:
    with pytest.raises(errors.BadSchema, match=r"stale_after: .*180 days.*or never"):
        graph.declare("lives_in", stale_after=given)


def test_an_ontology_declares_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[predicate.lives_in]\ncardinality = "one"\nstale_after = "half a year"\n')
    assert Ontology.load(tmp_path / "mine.toml").get("lives_in").rule() == {"cardinality": "one", "stale_after": "P6M"}
    with tkg.open(tmp_path / "a.db", ontology=tmp_path / "mine.toml") as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-31")
        assert stale(graph, "2020-07-31") == [("Oslo", False)]
        assert stale(graph, "2020-08-01") == [("Oslo", True)]


# --- the command line ---


def test_the_command_line_says_what_is_stale(tmp_path: Path) -> None:
    cli = CommandLine(tmp_path / "a.db")
    cli.run("record", "Ann", "lives_in", "Oslo", "--valid-from", "2020-01-01", "--observed", "2020-02-01")
    assert cli.json("get", "Ann", "lives_in")["stale"] is False
    result = cli.run("ontology", "adopt", "lives_in", "--stale-after", "180 days")
    assert "stale_after P180D" in result.stdout
    assert cli.json("get", "Ann", "lives_in")["stale"] is True
    found = cli.json("find", "Ann", "--valid-at", "2020-03-01")
    assert [fact["stale"] for fact in found] == [False]
    assert [fact["stale"] for fact in cli.json("timeline", "Ann", "--valid-at", "2022-03-01")] == [True]
    result = cli.run("find", "Ann")
    assert result.stdout == "Ann\tlives_in\tOslo\t2020-01-01\t…\n"
    assert result.stderr == "Ann lives_in Oslo is stale: last observed 2020-02-01T00:00:00+00:00\n"
    assert "stale_after never" in cli.run("ontology", "adopt", "lives_in", "--stale-after", "never").stdout
    assert cli.run("get", "Ann", "lives_in").stderr == ""
