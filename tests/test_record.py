"""`record`: what is kept of a statement, what is refused, and that a refusal leaves no trace."""

from dataclasses import FrozenInstanceError
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tkg import errors

REFUSED: list[tuple[dict[str, Any], type[tkg.TkgError], str]] = [
    ({"valid_from": "not a date"}, errors.BadTime, "not a date"),
    ({"valid_from": "2021-02-30"}, errors.BadTime, "2021-02-30"),
    ({"valid_from": "forever"}, errors.BadTime, "forever"),
    ({"valid_to": "always"}, errors.BadTime, "always"),
    ({"valid_from": "0000"}, errors.BadTime, "0000"),
    ({"observed": "soon"}, errors.BadTime, "soon"),
    ({"observed": "unknown"}, errors.BadTime, "unknown"),
    ({"valid": 5}, errors.BadTime, "EDTF"),
    ({"valid": "2021/2020"}, errors.EmptyInterval, "2021"),
    ({"valid_from": "2021-05-01", "valid_to": "2021-05-01"}, errors.EmptyInterval, "2021-05-01"),
    ({"valid_from": "2022", "valid_to": "2021"}, errors.EmptyInterval, "2022"),
    ({"valid_from": "2022", "valid_through": "2021"}, errors.EmptyInterval, "2022"),
    ({"valid_to": "2022", "valid_through": "2021"}, errors.InputError, "valid_through"),
    ({"valid": "2021/2022", "valid_through": "2021"}, errors.InputError, "valid_through"),
    ({"valid": "2021/2022", "valid_from": "2020"}, errors.InputError, "valid gives both bounds"),
    ({"valid": "2021/2022", "valid_to": "2023"}, errors.InputError, "valid gives both bounds"),
    ({"valid_form": "2020"}, errors.InputError, "'valid_form'"),
    ({"modality": "wished"}, errors.BadModality, "wished"),
    ({"modality": ""}, errors.BadModality, "modality"),
    ({"confidence": 1.5}, errors.InputError, "1.5"),
    ({"confidence": -0.1}, errors.InputError, "-0.1"),
    ({"confidence": float("nan")}, errors.InputError, "nan"),
    ({"confidence": "high"}, errors.InputError, "high"),
    ({"confidence": True}, errors.InputError, "True"),
    ({"source": 7}, errors.BadName, "7"),
    ({"attrs": {"x": b"y"}}, errors.InputError, "JSON"),
    ({"attrs": {"x": float("nan")}}, errors.InputError, "nan"),
    ({"attrs": {"x": -float("inf")}}, errors.InputError, "inf"),
    ({"attrs": {"x": "\ud800"}}, errors.InputError, "surrogates"),
    ({"ref": "\ud800"}, errors.BadName, "surrogates"),
    ({"ref": 7}, errors.InputError, "ref 7"),
    ({"key": ["k"]}, errors.InputError, "key ['k']"),
    ({"actor": ["ann"]}, errors.InputError, "actor ['ann']"),
    ({"reason": 7}, errors.InputError, "reason 7"),
    ({"key": "\ud800"}, errors.BadName, "key"),
    ({"actor": "\ud800"}, errors.BadName, "actor"),
    ({"reason": "\ud800"}, errors.BadName, "reason"),
    ({"predicate": b"lives_in"}, errors.BadName, "predicate b'lives_in'"),
    ({"predicate": ["lives_in"]}, errors.BadName, "predicate ['lives_in']"),
    ({"predicate": 1.5}, errors.BadName, "predicate 1.5"),
    ({"predicate": "employs", "object": 7}, errors.WrongKind, "works_for"),
    ({"object": None}, errors.InputError, "end"),
    ({"object": b"Rome"}, errors.WrongKind, "value"),
    ({"object": 12}, errors.WrongKind, "lives_in"),
    ({"object": tkg.Text("by the sea")}, errors.WrongKind, "lives_in"),
    ({"predicate": "note", "object": tkg.Quantity(True, "kg")}, errors.WrongKind, "True"),
    ({"predicate": "note", "object": tkg.Quantity("60", "kg")}, errors.WrongKind, "'60'"),  # type: ignore[arg-type]
    ({"predicate": "note", "object": datetime(2021, 3, 14, tzinfo=UTC)}, errors.WrongKind, "2021-03-14"),
    ({"predicate": "note", "object": tkg.Entity("x", 3)}, errors.BadName, "type of the object 3"),  # type: ignore[arg-type]
    ({"predicate": "note", "subject": tkg.Entity("x", 3)}, errors.BadName, "type of the subject 3"),  # type: ignore[arg-type]
    ({"subject": 123}, errors.BadName, "123"),
    ({"subject": tkg.Entity("Acme", "organisation")}, errors.WrongKind, "lives_in"),
]


def test_the_claim_shows_what_was_said(graph: tkg.Graph, clock: SetClock) -> None:
    claim = graph.record(
        "Ann Lee",
        "works_for",
        "Acme",
        valid_from="2019-03",
        valid_to=date(2023, 7, 1),
        observed="2020-01-01",
        source=" HR ",
        confidence=0.8,
        attrs={"page": 3},
        ref="hr-7",
        actor="ann",
    )
    assert (claim.op, claim.subject, claim.predicate, claim.object) == ("record", "Ann Lee", "works_for", "Acme")
    assert (claim.valid_from, claim.valid_to, claim.valid) == ("2019-03", "2023-07-01", None)
    assert claim.observed == datetime(2020, 1, 1, tzinfo=UTC)
    assert (claim.source, claim.confidence, claim.modality) == ("HR", 0.8, "asserted")
    assert (claim.attrs, claim.ref, claim.scope) == ({"page": 3}, "hr-7", "default")
    assert (claim.recorded_at, claim.retracted_at, claim.erased) == (clock.now, None, None)
    assert claim.statement == claim.id


def test_what_is_not_said_stays_unsaid(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "likes", "tea")
    assert (claim.valid_from, claim.valid_to, claim.valid, claim.observed) == (None, None, None, None)
    assert (claim.source, claim.confidence, claim.attrs, claim.ref) == ("", 1.0, None, None)


def test_a_claim_is_a_value(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "likes", "tea")
    with pytest.raises(FrozenInstanceError):
        claim.object = "coffee"  # type: ignore[misc]
    assert graph.claims() == [claim]
    assert hash(claim) == hash(graph.claims()[0])


def test_a_claim_as_json(graph: tkg.Graph) -> None:
    claim = graph.record(
        "Ann", "weighs", tkg.Quantity(60, "kg"), valid_from="2020", observed="2020-05-01", source="scale"
    )
    shown = claim.to_dict()
    assert (shown["object"], shown["valid_from"], shown["source"]) == ({"value": 60, "unit": "kg"}, "2020", "scale")
    assert (shown["observed"], shown["retracted_at"]) == ("2020-05-01T00:00:00+00:00", None)


@pytest.mark.parametrize(("said", "error", "named"), REFUSED, ids=lambda x: str(x) if isinstance(x, dict) else None)
def test_what_cannot_be_meant_is_refused_without_a_trace(
    graph: tkg.Graph, said: dict[str, Any], error: type[tkg.TkgError], named: str
) -> None:
    graph.record("Ann", "lives_in", "Oslo")
    before = list(graph._store.connection.iterdump())
    with pytest.raises(error) as refused:
        graph.record(**{"subject": "Bob", "predicate": "lives_in", "object": "Rome", "scope": "new", **said})
    assert type(refused.value) is error
    assert named in str(refused.value)
    assert list(graph._store.connection.iterdump()) == before


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("unit", ["", "kg"])
def test_a_number_of_five_thousand_digits_is_refused_without_a_trace(graph: tkg.Graph, sign: int, unit: str) -> None:
    """Python itself refuses to write out as many."""
    number = sign * 10**4999
    before = list(graph._store.connection.iterdump())
    with pytest.raises(errors.BadName, match="up to 300"):
        graph.record("Ann", "note", tkg.Quantity(number, unit) if unit else number)
    assert list(graph._store.connection.iterdump()) == before


def test_a_new_value_takes_over_from_its_start(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2019-03-01")
    graph.record("Ann", "works_for", "Globex", valid_from="2023-07-01")
    assert line(graph, "Ann", "works_for") == [("Acme", "2019-03-01", "2023-07-01"), ("Globex", "2023-07-01", None)]


def test_an_old_fact_told_late_does_not_overwrite_a_newer_one(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Initech", valid_from="2026-01-01")
    graph.record("Ann", "works_for", "Acme", valid_from="2024-01-01")
    assert line(graph, "Ann", "works_for") == [("Acme", "2024-01-01", "2026-01-01"), ("Initech", "2026-01-01", None)]


def test_an_unknown_start_reaches_back_to_the_observation_only(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", observed="2024-02-20")
    assert graph.get("Ann", "lives_in", valid_at="2024-02-19") is None
    fact = graph.get("Ann", "lives_in", valid_at="2024-02-20")
    assert fact is not None
    assert (fact.object, fact.valid_from_grain) == ("Oslo", "unknown")


def test_without_an_observation_it_began_by_the_recorded_time(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo")
    fact = graph.get("Ann", "lives_in")
    assert fact is not None
    assert (fact.valid_from, fact.valid_from_grain, fact.valid_to) == (claim.recorded_at, "unknown", None)


def test_through_includes_the_whole_unit(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019", valid_through="2020")
    graph.record("Bob", "lives_in", "Oslo", valid_from="2019", valid_to="2020")
    graph.record("Cat", "lives_in", "Oslo", valid_from="2019-05-01", valid_through="2019-05-01")
    assert graph.timeline("Ann", "lives_in")[0].valid_to == datetime(2021, 1, 1, tzinfo=UTC)
    assert graph.timeline("Bob", "lives_in")[0].valid_to == datetime(2020, 1, 1, tzinfo=UTC)
    assert graph.timeline("Cat", "lives_in")[0].valid_to == datetime(2019, 5, 2, tzinfo=UTC)


def test_an_event_fills_its_unit_and_a_timeless_fact_has_no_bounds(graph: tkg.Graph) -> None:
    graph.record("Ann", "visited", "Rome", valid_from="2021-05")
    graph.record("Ann", "born_in", "Oslo")
    (visit,), (birth,) = graph.timeline("Ann", "visited"), graph.timeline("Ann", "born_in")
    assert (visit.valid_from_text, visit.valid_to) == ("2021-05", datetime(2021, 6, 1, tzinfo=UTC))
    assert (birth.valid_from, birth.valid_to) == (None, None)


def test_another_modality_does_not_compete(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01", modality="planned")
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2020-01-01", None)]
    assert line(graph, "Ann", "lives_in", modality="planned") == [("Rome", "2021-01-01", None)]


def test_the_same_said_twice_is_two_claims_and_one_fact(graph: tkg.Graph) -> None:
    for source in ("Ann", "Bob"):
        graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source=source)
    (fact,) = graph.find("Ann", "lives_in")
    assert [claim.source for claim in fact.claims] == ["Ann", "Bob"]
    assert not fact.contested


def test_a_ref_names_one_claim_of_a_scope(graph: tkg.Graph) -> None:
    graph.record("Ann", "likes", "tea", ref="r1")
    with pytest.raises(errors.DuplicateId, match="r1"):
        graph.record("Ann", "likes", "coffee", ref="r1")
    assert graph.record("Ann", "likes", "coffee", ref="r1", scope="other").ref == "r1"
    assert objects(graph, "Ann", "likes") == ["tea"]


def test_a_claim_is_had_by_its_id(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "likes", "tea")
    before = graph.as_of()
    gone = graph.retract(claim)
    assert graph.claim(claim.id) == gone
    assert before.claim(claim.id) == claim
    for view, id_ in ((graph, claim.id + 1), (graph.as_of(known_at="2000-01-01"), claim.id)):
        with pytest.raises(errors.UnknownClaim, match=str(id_)):
            view.claim(id_)


def test_a_strict_graph_takes_declared_predicates_only(reopen: Opener) -> None:
    graph = reopen(strict=True)
    graph.record("Ann", "lives at", "Oslo")
    with pytest.raises(errors.UnknownPredicate, match="mentors"):
        graph.record("Ann", "mentors", "Bob")
    graph.declare("mentors", cardinality="many")
    assert graph.record("Ann", "mentors", "Bob").object == "Bob"


def test_times_are_read_and_shown_in_the_zone_of_the_file(tmp_path: Any, clock: SetClock) -> None:
    with tkg.open(tmp_path / "oslo.db", zone="Europe/Oslo", clock=clock) as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from="2024-01-01T13:30:45-08:00", valid_to="2024-07-01")
        (fact,) = graph.timeline("Ann", "lives_in")
        assert fact.valid_from == datetime(2024, 1, 1, 21, 30, 45, tzinfo=UTC)
        assert fact.valid_from_text == "2024-01-01T22:30:45+01:00"
        assert (fact.valid_to_text, fact.valid_to) == ("2024-07-01", datetime(2024, 7, 1, tzinfo=graph.zone))
        assert graph.get("Ann", "lives_in", valid_at="2024-01-01T22:30:44") is None
        assert graph.get("Ann", "lives_in", valid_at="2024-01-01T22:30:45") is not None


def test_what_was_seen_on_a_date_is_shown_as_that_date_in_any_zone(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "zoned.db", zone="America/New_York") as graph:
        seen = graph.record("Ann", "likes", "tea", observed="2024-01-02")
        (fact,) = graph.timeline("Ann", "likes")
        assert (fact.valid_from_text, fact.valid_from_grain) == ("2024-01-02", "unknown")
        assert seen.observed is not None
        assert seen.observed.isoformat() == "2024-01-02T00:00:00-05:00"
