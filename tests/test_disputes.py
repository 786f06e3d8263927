"""Graded disputes: against a plain definition over all completions gone through one by one, and by example."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.completing import LAST, MANY, ONCE, ONE, completed, slots, standing
from tests.test_completions import told
from tkg.belief import Rule, Sweep
from tkg.bounds import Bound, Grain, unit
from tkg.disputes import GRADES, Dispute, Grade, disputes_at, disputes_over
from tkg.intervals import MAX, MIN
from tkg.policy import Policy
from tkg.restate import Reading, restate

Graded = dict[frozenset[int | None], Grade]
UNITS = {Grain.YEAR, Grain.MONTH, Grain.ABOUT}
ALL = Policy("all")


# --- the plain definition ---


def instants(bound: Bound) -> Iterable[int]:
    """All of a bound within the first instants and the last ones that the random slots have."""
    return range(max(bound.early, -20), min(bound.late, 40) + 1)


def meet(one: tuple[Bound, Bound], other: tuple[Bound, Bound]) -> bool:
    """Whether two stretches, each with its start and end, hold together only within the end of one and the start of
    the other, both known as a unit of time, and the units overlap."""
    held = [
        {v for start in instants(each[0]) for end in instants(each[1]) for v in range(start, end)}
        for each in (one, other)
    ]
    together = held[0] & held[1]
    for end, start in ((one[1], other[0]), (other[1], one[0])):
        overlap = len(set(instants(end)) & set(instants(start))) > 1
        if {end.grain, start.grain} <= UNITS and overlap and together <= {*instants(end), *instants(start)}:
            return True
    return False


def graded(claims: Sequence[Reading], rule: Rule, at: int) -> Graded:
    """Each pair of values that stand in some completion, or nominally, with its grade."""
    restated = {claim.place: claim for claim in restate(claims)}
    found: dict[frozenset[int | None], Grade] = {}
    stood: list[set[int | None]] = []
    worlds = list(completed(claims, at))
    for world in (*worlds, list(restated.values())):
        sweep = Sweep(world, rule, ALL, restated=True)
        sweep.advance(at)
        stand = sweep.survivors()
        stood.append({each.value for each in stand})
        for one, other in combinations(stand, 2):
            if one.value != other.value:
                bounds = []
                for each in (one, other):
                    claim, end = restated[each.claim.place], sweep.end_of(each.claim)
                    bounds.append((claim.start if end is None else restated[end.place].start, claim.end))
                values = frozenset((one.value, other.value))
                grade: Grade = "boundary" if meet(*bounds) else "possible"
                found[values] = max(grade, found.get(values, "boundary"), key=GRADES.index)
    always = set.intersection(*stood[: len(worlds)])
    return {values: "certain" if values <= always else grade for values, grade in found.items()}


def grades(disputes: Iterable[Dispute]) -> Graded:
    return {dispute.values: dispute.grade for dispute in disputes}


@pytest.mark.parametrize("rule", [ONE, ONCE, MANY], ids=["one", "once", "many"])
@given(data=st.data(), at=st.integers(0, LAST))
@settings(max_examples=120)
def test_each_pair_has_the_grade_that_all_completions_give_it(rule: Rule, data: st.DataObject, at: int) -> None:
    claims = data.draw(slots(rule))
    expected = graded(claims, rule, at)
    assert grades(disputes_at(claims, rule, at, "possible")) == expected
    sure = {values: grade for values, grade in expected.items() if grade == "certain"}
    assert grades(disputes_at(claims, rule, at, "certain")) == sure
    nominal = {
        frozenset((one.value, other.value))
        for one, other in combinations(standing(restate(claims), rule, at, ALL), 2)
        if one.value != other.value
    }
    assert grades(disputes_at(claims, rule, at)) == {values: expected[values] for values in nominal}


@pytest.mark.parametrize("rule", [ONE, ONCE], ids=["one", "once"])
@given(data=st.data())
@settings(max_examples=40)
def test_over_a_stretch_each_part_has_the_gravest_grade_of_its_beginning_and_its_middle(
    rule: Rule, data: st.DataObject
) -> None:
    claims = data.draw(slots(rule, most=4))
    bounds = [bound for claim in restate(claims) for bound in (claim.start, claim.end)]
    seen = {when for claim in restate(claims) for when in claim.seen}
    cuts = sorted({0, LAST, *seen, *(when for bound in bounds for when in bound[:3])} & set(range(LAST + 1)))
    over = disputes_over(claims, rule, 0, LAST, "possible")
    assert all(one.end <= other.start for one, other in pairwise(over))
    for start, end in pairwise(cuts):
        expected: Graded = {}
        for at in (start, (start + end) // 2):
            for values, grade in grades(disputes_at(claims, rule, at, "possible")).items():
                expected[values] = max(grade, expected.get(values, "boundary"), key=GRADES.index)
        found = [part for part in over if part.start <= start and end <= part.end]
        assert [grades(part.disputes) for part in found] == ([expected] if expected else [])


def test_neighbouring_parts_that_are_disputed_alike_are_one() -> None:
    """A third source agrees with the first for a while, which changes nothing."""
    claims = [
        told(1, 1, "2000-01-01", "2010-01-01", source=1),
        told(2, 2, "2000-01-01", "2010-01-01", source=2),
        told(3, 1, "2003-01-01", "2006-01-01", source=3),
    ]
    day = {year: unit(f"{year}-01-01")[0] for year in (2000, 2001, 2010)}
    (part,) = disputes_over(claims, ONE, MIN, MAX)
    assert (part.start, part.end) == (day[2000], day[2010])
    assert part.disputes == (Dispute(frozenset((1, 2)), "certain", frozenset((1, 2, 3))),)
    (later,) = disputes_over(claims, ONE, day[2001], MAX)
    assert (later.start, later.end) == (day[2001], day[2010])
