"""Claims of one slot -> belief: each step of the contract by example, and the oracle's timeline on random claims."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.spec.oracle import NEG, POS, Oracle
from tkg.belief import Rule, Sweep, fold, standing
from tkg.bounds import Said, stint, unit
from tkg.intervals import MAX, MIN
from tkg.policy import Policy
from tkg.restate import Reading

VALUES, SOURCES = "ABC", ("x", "y", "z")
ONE, ONCE, MANY = Rule(one=True), Rule(one=True, resumes=False), Rule()


@dataclass(frozen=True)
class Told:
    """One claim of the slot, as text."""

    value: str | None
    start: str | None = None
    end: str | None = None
    seen: str | None = None
    source: str = "x"
    is_end: bool = False
    confidence: float = 1.0


def recorded_at(place: int) -> str:
    return (date(2030, 1, 1) + timedelta(days=place)).isoformat()


def readings(told: Sequence[Told], rule: Rule) -> list[Reading]:
    found = []
    for place, claim in enumerate(told, start=1):
        observed = unit(claim.seen or recorded_at(place))[0]
        start, end, ongoing, empty = stint(Said(claim.start, claim.end), observed, rule.extent)
        if empty:
            continue
        said = None if claim.value is None else VALUES.index(claim.value)
        seen = (observed,) if claim.seen and start.at <= observed < end.at else ()
        value = None if claim.is_end else said
        found.append(
            Reading(
                place, place, SOURCES.index(claim.source), said, value, claim.is_end, start, end, ongoing, observed,
                seen, claim.confidence,
            )
        )  # fmt: skip
    return found


def believed(told: Sequence[Told], rule: Rule = ONE, policy: Policy = Policy()) -> list[tuple[str, str, str]]:  # noqa: B008
    """(value, start, end) in text; the infinities are empty."""
    return [
        (VALUES[segment.value], _date(segment.start), _date(segment.end))
        for segment in fold(readings(told, rule), rule, policy)
    ]


def _date(at: int) -> str:
    return "" if at in (MIN, MAX) else (date(1970, 1, 1) + timedelta(microseconds=at)).isoformat()


EXAMPLES: dict[str, tuple[Rule, list[Told], list[tuple[str, str, str]]]] = {
    "a later start takes over": (
        ONE,
        [Told("A", "2019-03-01"), Told("B", "2023-07-01")],
        [("A", "2019-03-01", "2023-07-01"), ("B", "2023-07-01", "")],
    ),
    "in whatever order they are told": (
        ONE,
        [Told("B", "2023-07-01"), Told("A", "2019-03-01")],
        [("A", "2019-03-01", "2023-07-01"), ("B", "2023-07-01", "")],
    ),
    "a period in the middle gives way again": (
        ONE,
        [Told("A", "2020-01-01"), Told("B", "2021-01-01", "2022-01-01")],
        [("A", "2020-01-01", "2021-01-01"), ("B", "2021-01-01", "2022-01-01"), ("A", "2022-01-01", "")],
    ),
    "but a job does not come back": (
        ONCE,
        [Told("A", "2020-01-01"), Told("B", "2021-01-01", "2022-01-01")],
        [("A", "2020-01-01", "2021-01-01"), ("B", "2021-01-01", "2022-01-01")],
    ),
    "a sighting beats an older start": (
        ONCE,
        [Told("A", seen="2023-06-01"), Told("B", "2023-01-01", seen="2023-09-01")],
        [("B", "2023-01-01", "2023-06-01"), ("A", "2023-06-01", "2023-09-01"), ("B", "2023-09-01", "")],
    ),
    "values stand side by side": (
        MANY,
        [Told("A", "2020-01-01")],
        [("A", "2020-01-01", "")],
    ),
    "the end of a value uncovers nothing older": (
        ONE,
        [Told("A", "2019-01-01"), Told("B", "2020-01-01"), Told("B", "2021-01-01", is_end=True)],
        [("A", "2019-01-01", "2020-01-01"), ("B", "2020-01-01", "2021-01-01")],
    ),
    "and holds if it arrives first": (
        ONE,
        [Told("B", "2021-01-01", is_end=True), Told("B", "2020-01-01")],
        [("B", "2020-01-01", "2021-01-01")],
    ),
    "unless the value was seen again": (
        ONE,
        [Told("B", "2020-01-01", seen="2021-06-01"), Told("B", "2021-01-01", is_end=True)],
        [("B", "2020-01-01", "2021-01-01"), ("B", "2021-06-01", "")],
    ),
    "an end of the slot competes like a value": (
        ONE,
        [Told("A", "2020-01-01"), Told(None, "2021-01-01", is_end=True), Told("B", "2022-01-01")],
        [("A", "2020-01-01", "2021-01-01"), ("B", "2022-01-01", "")],
    ),
    "a bounded claim is cut short and what it hid returns": (
        ONE,
        [Told("A", "2019-01-01"), Told("B", "2020-01-01", "2024-01-01"), Told("B", "2021-01-01", is_end=True)],
        [("A", "2019-01-01", "2020-01-01"), ("B", "2020-01-01", "2021-01-01"), ("A", "2021-01-01", "")],
    ),
    "the exact start replaces the year": (
        ONE,
        [Told("A", "2019"), Told("A", "2019-03-15")],
        [("A", "2019-03-15", "")],
    ),
    "an end told later keeps the exacter start": (
        ONE,
        [Told("A", "2019-03-15"), Told("A", "2019", "2021-01-01")],
        [("A", "2019-03-15", "2021-01-01")],
    ),
    "forever does not yield to a later start": (
        ONE,
        [Told("B", "2020-01-01", source="y"), Told("A", "2019-01-01", "forever")],
        [("A", "2019-01-01", "")],
    ),
    "touching stretches of a value are one": (
        ONE,
        [Told("A", "2019-01-01", "2020-01-01"), Told("A", "2020-01-01", "2021-01-01", source="y")],
        [("A", "2019-01-01", "2021-01-01")],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_by_example(name: str) -> None:
    rule, told, expected = EXAMPLES[name]
    assert believed(told, rule) == expected


DISPUTE = [
    Told("A", "2020-01-01", source="x", confidence=0.9),
    Told("B", "2020-01-01", source="y", confidence=0.5),
]


@pytest.mark.parametrize(
    ("policy", "values"),
    [
        (Policy("latest"), "B"),
        (Policy("confidence"), "A"),
        (Policy("source_priority", (0, 1)), "A"),
        (Policy("source_priority", (1, 0)), "B"),
        (Policy("source_priority", (2,)), "B"),
        (Policy("all"), "AB"),
    ],
)
def test_a_contradiction_is_settled_by_the_policy(policy: Policy, values: str) -> None:
    assert "".join(sorted(value for value, _, _ in believed(DISPUTE, ONE, policy))) == values


def test_a_trusted_source_does_not_yield_to_a_doubtful_one() -> None:
    told = [Told("A", "2020-01-01", confidence=0.9), Told("B", "2022-01-01", source="y", confidence=0.5)]
    assert believed(told, ONE, Policy("confidence")) == [("A", "2020-01-01", "")]
    assert believed(told, ONE) == [("A", "2020-01-01", "2022-01-01"), ("B", "2022-01-01", "")]


def test_a_hidden_value_keeps_its_effect() -> None:
    claims = readings([Told("A", "2020-01-01"), Told("B", "2021-01-01")], ONE)
    erased = [claims[0], claims[1]._replace(value=None)]
    assert [(s.value, _date(s.start), _date(s.end)) for s in fold(erased, ONE)] == [(0, "2020-01-01", "2021-01-01")]


days = st.integers(0, 11).map(lambda n: f"20{10 + n}-01-01")
dates = st.one_of(days, days, days.map(lambda day: day[:4]))
claims_of_a_slot = st.lists(
    st.builds(
        Told,
        value=st.sampled_from(VALUES),
        start=st.one_of(dates, dates, st.sampled_from(["always", "unknown", None])),
        end=st.one_of(st.none(), dates, st.sampled_from(["unknown", "forever", "ongoing"])),
        seen=st.one_of(st.none(), days),
        source=st.sampled_from(SOURCES),
        is_end=st.booleans(),
        confidence=st.sampled_from([0.1, 0.5, 0.9]),
    ),
    min_size=1,
    max_size=7,
)
policies = st.sampled_from(
    [Policy(), Policy("confidence"), Policy("all"), Policy("source_priority", (1, 0)), Policy("source_priority", (2,))]
)


def oracle_of(told: Sequence[Told], rule: Rule) -> Any:
    cardinality = "one" if rule.one else "many"
    oracle = Oracle({"p": {"cardinality": cardinality, "resumes": rule.resumes, "extent": rule.extent}})
    for place, claim in enumerate(told, start=1):
        said = {"from": claim.start, "to": claim.end, "observed": claim.seen, "o": claim.value}
        op = {
            "op": "end" if claim.is_end else "assert",
            "id": str(place),
            "at": recorded_at(place),
            "s": "s",
            "p": "p",
            "source": claim.source,
            "confidence": claim.confidence,
            **{name: text for name, text in said.items() if text is not None},
        }
        if any(reading.place == place for reading in readings(told, rule)):
            oracle.apply(op)
    return oracle


@settings(max_examples=400, deadline=None)
@given(claims_of_a_slot, st.sampled_from([ONE, ONCE]), policies, st.sampled_from(["", "no value too"]))
def test_the_fold_is_the_oracles_timeline(told: list[Told], rule: Rule, policy: Policy, ends: str) -> None:
    if ends:
        told = [replace(claim, value=None) if claim.is_end and claim.source == "x" else claim for claim in told]
    claims, oracle = readings(told, rule), oracle_of(told, rule)
    given: dict[str, Any] = {"policy": policy.name, "sources": [SOURCES[number] for number in policy.priority]}
    infinite = {NEG: MIN, POS: MAX}
    expected = {
        (VALUES.index(value), infinite.get(start, start), infinite.get(end, end))
        for _, _, value, start, end in oracle.timeline(POS - 1, **given)
    }
    assert {tuple(segment) for segment in fold(claims, rule, policy)} == expected
    for point in Sweep(claims, rule, policy).points():
        for at in (point - 1, point, point + 1) if point > MIN else (MIN, MIN + 1):
            found = {VALUES[value] for value in policy.settle(standing(claims, rule, at, policy))}
            assert found == {value for _, _, value in oracle.facts(max(at, NEG), POS - 1, **given)}
