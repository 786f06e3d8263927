"""`timeline` and `range`: all of valid time, and a stretch of it."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

import tkg
from tests.conftest import line
from tkg import errors


@pytest.fixture(autouse=True)
def homes(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2018", valid_to="2020-03-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-03-01")
    graph.record("Ann", "lives_in", "Nice", valid_from="2021-02-01", valid_to="2021-05-01")


def test_the_segments_meet_and_never_overlap(graph: tkg.Graph) -> None:
    assert line(graph, "Ann", "lives_in") == [
        ("Oslo", "2018", "2020-03-01"),
        ("Rome", "2020-03-01", "2021-02-01"),
        ("Nice", "2021-02-01", "2021-05-01"),
        ("Rome", "2021-05-01", None),
    ]


@pytest.mark.parametrize("policy", ["latest", "all", "confidence"])
def test_neighbours_of_one_value_are_one_segment_whichever_claims_they_are_of(graph: tkg.Graph, policy: Any) -> None:
    graph.record("Bob", "lives_in", "Oslo", valid_from="2019-01-01", valid_to="2020-01-01", source="x")
    graph.record("Bob", "lives_in", "Oslo", valid_from="2020-01-01", valid_to="2021-01-01", source="y")
    graph.record("Bob", "lives_in", "Oslo", valid_from="2022-01-01", valid_to="2023-01-01", source="y")
    assert line(graph, "Bob", "lives_in", policy=policy) == [
        ("Oslo", "2019-01-01", "2021-01-01"),
        ("Oslo", "2022-01-01", "2023-01-01"),
    ]
    assert len(graph.timeline("Bob", "lives_in")[0].claims) == 2


@pytest.mark.parametrize(
    ("start", "end", "match", "found"),
    [
        ("2020", None, "overlaps", ["Oslo", "Rome"]),
        ("2021", None, "overlaps", ["Rome", "Nice", "Rome"]),
        ("2021", None, "within", ["Nice"]),
        ("2021", None, "starts_within", ["Nice", "Rome"]),
        ("2021-03", None, "throughout", ["Nice"]),
        ("2021-03/2021-04", None, "throughout", ["Nice"]),
        ("2021-03/2021-05", None, "throughout", []),
        ("2021-02-01/2021-04-30", None, "within", ["Nice"]),
        ("2020-03-01", None, "overlaps", ["Rome"]),
        ("2020-02-29", None, "overlaps", ["Oslo"]),
        ("2018/2019", None, "within", []),
        ("2018/2020", None, "within", ["Oslo"]),
        ("../2017", None, "overlaps", []),
        ("../2018", None, "overlaps", ["Oslo"]),
        ("2021-05/..", None, "overlaps", ["Rome"]),
        ("2030/..", None, "throughout", ["Rome"]),
        ("../..", None, "overlaps", ["Oslo", "Rome", "Nice", "Rome"]),
        ("2019", "2020", "overlaps", ["Oslo"]),
        ("2020-03-01", "2020-03-02", "overlaps", ["Rome"]),
        (date(2020, 2, 1), date(2020, 3, 1), "overlaps", ["Oslo"]),
        (
            datetime(2020, 2, 29, 23, tzinfo=UTC),
            datetime(2020, 3, 1, 0, 0, 0, 1, tzinfo=UTC),
            "overlaps",
            ["Oslo", "Rome"],
        ),
    ],
)
def test_a_stretch(graph: tkg.Graph, start: Any, end: Any, match: Any, found: list[str]) -> None:
    facts = graph.range(start, end, subject="Ann", predicate="lives_in", match=match)
    assert [fact.object for fact in facts] == found


@pytest.mark.parametrize(
    ("stretches", "match", "found"),
    [
        (["2019", "2021-03"], "overlaps", ["Oslo", "Nice"]),
        (["2021-03", "2019"], "overlaps", ["Oslo", "Nice"]),
        (["2019", "2018/2019"], "overlaps", ["Oslo"]),
        ([("2021-02-01", "2021-05-01"), "2018/2020"], "within", ["Oslo", "Nice"]),
        (["2018", "2021-05/.."], "starts_within", ["Oslo", "Rome"]),
        (["2017", "2021-03"], "throughout", ["Nice"]),
        (("../2017", "2021-04"), "overlaps", ["Nice"]),
        ([date(2020, 2, 1)], "overlaps", ["Oslo"]),
    ],
)
def test_one_of_several_stretches(graph: tkg.Graph, stretches: Any, match: Any, found: list[str]) -> None:
    facts = graph.range(stretches, subject="Ann", predicate="lives_in", match=match)
    assert [fact.object for fact in facts] == found


@pytest.mark.parametrize("options", [{"subject": "Ann"}, {"predicate": "lives_in"}, {"object": "Nice"}, {}])
def test_a_stretch_of_whatever_is_named(graph: tkg.Graph, options: dict[str, Any]) -> None:
    assert [fact.object for fact in graph.range("2021-03", **options)] == ["Nice"]


def test_the_facts_of_a_stretch_are_whole_segments(graph: tkg.Graph) -> None:
    (fact,) = graph.range("2021-03", subject="Ann")
    assert (fact.valid_from_text, fact.valid_to_text) == ("2021-02-01", "2021-05-01")


@pytest.mark.parametrize(
    ("start", "end", "match", "error"),
    [
        ("soon", None, "overlaps", errors.BadTime),
        ("2021/soon", None, "overlaps", errors.BadTime),
        ("2021", "soon", "overlaps", errors.BadTime),
        ("2021", None, "touches", errors.InputError),
        ("2022", "2021", "overlaps", errors.EmptyInterval),
        ("2022/2021", None, "overlaps", errors.EmptyInterval),
        ("2022-01-01", "2022-01-01", "overlaps", errors.EmptyInterval),
        ("2022", "2022-01-01", "throughout", errors.EmptyInterval),
        ([], None, "overlaps", errors.InputError),
        (["2021"], "2022", "overlaps", errors.InputError),
        ([("2021", "2022", "2023")], None, "overlaps", errors.InputError),
        (["2021", ("2022", "2021")], None, "overlaps", errors.EmptyInterval),
        (["2021", "soon"], None, "overlaps", errors.BadTime),
    ],
)
def test_a_stretch_that_cannot_be_meant(
    graph: tkg.Graph, start: Any, end: str | None, match: Any, error: type[tkg.TkgError]
) -> None:
    with pytest.raises(error):
        graph.range(start, end, match=match)


def test_a_timeline_is_of_all_valid_time(graph: tkg.Graph) -> None:
    assert line(graph.as_of(valid_at="2019-01-01"), "Ann", "lives_in") == line(graph, "Ann", "lives_in")
    assert graph.timeline("Ann")[0].believed_since == graph.claims()[0].recorded_at


def test_a_timeline_is_nominal(graph: tkg.Graph) -> None:
    with pytest.raises(errors.InputError, match="find"):
        graph.timeline("Ann", certainty="certain")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ({"valid_from": "2019-05", "valid_to": "2021"}, ("month", "2019-05", "year", "2021")),
        ({"valid_from": "2019-05-01", "valid_to": "unknown"}, ("day", "2019-05-01", "unknown", None)),
        ({"valid_from": "always"}, ("always", None, "ongoing", None)),
        ({"valid": "2019/2020"}, ("year", "2019", "year", "2021")),
        ({"valid_from": "2019-05-01T10:00:00Z"}, ("instant", "2019-05-01T10:00:00+00:00", "ongoing", None)),
    ],
)
def test_a_bound_tells_how_exactly_it_is_known(
    graph: tkg.Graph, said: dict[str, str], shown: tuple[str, str | None, str, str | None]
) -> None:
    graph.record("Cat", "lives_in", "Oslo", **said)  # type: ignore[arg-type]
    (fact,) = graph.timeline("Cat", "lives_in")
    found = (fact.valid_from_grain, fact.valid_from_text, fact.valid_to_grain, fact.valid_to_text)
    assert found[:3] == shown[:3]
    assert found[3] == shown[3] or shown[2] == "unknown"


def test_a_bound_at_the_same_instant_is_shown_as_its_own_claim_says_it(graph: tkg.Graph) -> None:
    """Bergen ends where Oslo begins: of the one it is known to the year, of the other to the day."""
    graph.record("Dan", "lives_in", "Oslo", valid_from="2021-01-01")
    graph.record("Dan", "lives_in", "Bergen", valid_from="2019-01-01", valid_to="2021")
    assert line(graph, "Dan", "lives_in") == [("Bergen", "2019-01-01", "2021"), ("Oslo", "2021-01-01", None)]
