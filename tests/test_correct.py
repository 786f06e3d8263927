"""`correct`: the record was wrong; the replacement keeps the place of its target."""

from typing import Any

import pytest

import tkg
from tests.conftest import Line, SetClock, line, objects
from tkg import errors


def test_what_was_believed_before_stays_on_record(graph: tkg.Graph, clock: SetClock) -> None:
    hired = graph.record("Ann", "works_for", "Acme", valid_from="2019-03-01", source="HR")
    clock.forward(days=3)
    fixed = graph.correct(hired, valid_from="2019-09-01", reason="the contract says September")
    assert (fixed.object, fixed.valid_from, fixed.source) == ("Acme", "2019-09-01", "HR")
    assert (fixed.statement, fixed.recorded_at) == (hired.id, clock.now)
    assert objects(graph, "Ann", "works_for", valid_at="2019-05-01") == []
    then = graph.as_of(valid_at="2019-05-01", known_at=hired.recorded_at)
    assert objects(then, "Ann", "works_for") == ["Acme"]
    assert [claim.retracted_at for claim in graph.claims()] == [fixed.recorded_at, None]


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"object": "Bergen"}, "object", "Bergen"),
        ({"subject": "Bob"}, "subject", "Bob"),
        ({"predicate": "owns"}, "predicate", "owns"),
        ({"source": "HR"}, "source", "HR"),
        ({"confidence": 0.25}, "confidence", 0.25),
        ({"modality": "planned"}, "modality", "planned"),
        ({"attrs": {"page": 2}}, "attrs", {"page": 2}),
        ({"valid_from": "2018"}, "valid_from", "2018"),
        ({"valid_to": "2025"}, "valid_to", "2025"),
        ({"ref": "new"}, "ref", "new"),
    ],
)
def test_what_is_not_said_is_kept(graph: tkg.Graph, changes: dict[str, Any], field: str, value: Any) -> None:
    claim = graph.record(
        "Ann", "lives_in", "Oslo", valid_from="2020", valid_to="2024", observed="2021-01-01", source="Ann",
        confidence=0.5, attrs={"page": 1},
    )  # fmt: skip
    fixed = graph.correct(claim, **changes)
    kept = {"id", "ref", "recorded_at", "retracted_at"}
    names = set(claim.to_dict()) - kept - {field}
    assert {name: getattr(fixed, name) for name in names} == {name: getattr(claim, name) for name in names}
    assert getattr(fixed, field) == value


def test_an_observation_is_kept_unless_another_is_given(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo", observed="2021-01-01")
    graph.correct(claim, object="Bergen")
    assert line(graph, "Ann", "lives_in") == [("Bergen", "2021-01-01", None)]


def test_an_unknown_start_stays_where_it_was_first_said(graph: tkg.Graph, clock: SetClock) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo")
    clock.forward(days=10)
    graph.correct(claim, object="Bergen")
    (fact,) = graph.timeline("Ann", "lives_in")
    assert (fact.object, fact.valid_from) == ("Bergen", claim.recorded_at)


def test_the_replacement_fixes_its_target_only(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    graph.correct(first, object="Bergen")
    assert line(graph, "Ann", "lives_in") == [("Rome", "2020-01-01", None)]


def test_a_correction_of_a_correction(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    second = graph.correct(first, object="Bergen")
    third = graph.correct(second, valid_from="2021-01-01")
    assert (third.statement, third.object) == (first.id, "Bergen")
    assert line(graph, "Ann", "lives_in") == [("Bergen", "2021-01-01", None)]
    with pytest.raises(errors.AlreadyRetracted):
        graph.correct(first, object="Rome")


KEPT_SIDES: list[tuple[dict[str, Any], dict[str, Any], Line]] = [
    ({"valid_from": "2019", "valid_through": "2021"}, {"valid_from": "2018"}, [("Oslo", "2018", "2022")]),
    ({"valid_from": "2019", "valid_through": "2021"}, {"valid_to": "2023-05-01"}, [("Oslo", "2019", "2023-05-01")]),
    (
        {"valid_from": "2019", "valid_through": "2021"},
        {"valid_through": "2023-05-01"},
        [("Oslo", "2019", "2023-05-02")],
    ),
    ({"valid": "2019/2021"}, {"valid_from": "2018"}, [("Oslo", "2018", "2022")]),
    ({"valid": "2019/2021"}, {"valid_to": "2023-05-01"}, [("Oslo", "2019", "2023-05-01")]),
    ({"valid": "2019/.."}, {"valid_from": "2018"}, [("Oslo", "2018", None)]),
    ({"valid": "../2021"}, {"valid_to": "2023-05-01"}, [("Oslo", None, "2023-05-01")]),
    ({"valid": "2019"}, {"valid_from": "2018"}, [("Oslo", "2018", "2020")]),
    ({"valid": "2019"}, {"valid_to": "2021-05-01"}, [("Oslo", "2019", "2021-05-01")]),
    ({"valid": "2019/2021"}, {"valid": "2017/2018"}, [("Oslo", "2017", "2019")]),
    ({"valid": "2019/2021"}, {"valid_from": "2018", "valid_to": "2020"}, [("Oslo", "2018", "2020")]),
    ({"valid_from": "2019", "valid_to": "2021"}, {"valid_through": "2021"}, [("Oslo", "2019", "2022")]),
    ({"valid_from": "2019", "valid_to": "2021"}, {"valid_from": "2018-06-01"}, [("Oslo", "2018-06-01", "2021")]),
    ({"valid_from": "2019", "valid_to": "2021"}, {"valid_to": "ongoing"}, [("Oslo", "2019", None)]),
]


@pytest.mark.parametrize(("said", "changes", "expected"), KEPT_SIDES)
def test_correcting_one_side_keeps_the_other(
    graph: tkg.Graph, said: dict[str, Any], changes: dict[str, Any], expected: Line
) -> None:
    graph.correct(graph.record("Ann", "lives_in", "Oslo", **said), **changes)
    assert line(graph, "Ann", "lives_in") == expected


def test_an_end_is_corrected_too(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    ended = graph.end("Ann", "lives_in", "Oslo", valid_from="2021-01-01")
    fixed = graph.correct(ended, valid_from="2022-01-01")
    assert fixed.op == "end"
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2020-01-01", "2022-01-01")]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"op": "end"}, errors.InputError),
        ({"when": "2020"}, errors.InputError),
        ({"valid_from": "soon"}, errors.BadTime),
        ({"valid_to": "2019"}, errors.EmptyInterval),
        ({"object": 7}, errors.WrongKind),
        ({"modality": "wished"}, errors.BadModality),
        ({"confidence": 2}, errors.InputError),
        ({"ref": "taken"}, errors.DuplicateId),
    ],
)
def test_a_refused_correction_changes_nothing(
    graph: tkg.Graph, changes: dict[str, Any], error: type[tkg.TkgError]
) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", ref="taken")
    with pytest.raises(error):
        graph.correct(claim, **changes)
    assert graph.claims() == [claim]


def test_only_a_live_claim_of_this_scope_can_be_corrected(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo", scope="other")
    for target in (claim, 999):
        with pytest.raises(errors.UnknownClaim):
            graph.correct(target, object="Rome")
    graph.retract(claim, scope="other")
    with pytest.raises(errors.AlreadyRetracted):
        graph.correct(claim, object="Rome", scope="other")


def test_the_reason_is_kept_with_the_retraction(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo")
    graph.correct(claim, object="Rome", reason="misheard")
    rows = graph._store.connection.execute("SELECT claim, live, reason FROM standing").fetchall()
    assert rows == [(claim.id, 0, "misheard")]
