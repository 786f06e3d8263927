"""Completions gone through one by one, the plain way, and random slots small enough for that.

Times are small numbers here, and all integers of a range are tried, so nothing is left to a grid. A range without
beginning is tried at "no beginning" and at as many instants before everything else as the slot has claims.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from hypothesis import assume
from hypothesis import strategies as st

from tkg.belief import Rule, Standing, Sweep
from tkg.bounds import Bound, Grain
from tkg.intervals import MAX, MIN
from tkg.policy import Policy
from tkg.restate import Reading, restate

ONE, ONCE, MANY = Rule(one=True), Rule(one=True, resumes=False), Rule()
LAST = 10
ROLES = {0: "user", 1: "assistant"}
POLICIES = (
    Policy(),
    Policy("confidence"),
    Policy("source_priority", (1, 0)),
    Policy("role", (), ("user", "assistant"), ROLES.get),
    Policy("all"),
)
ONGOING, FOREVER = Bound(MAX, MAX, MAX, Grain.ONGOING), Bound(MAX, MAX, MAX, Grain.FOREVER)


def completed(claims: Sequence[Reading], at: int, most: int = 1_500) -> Iterator[Sequence[Reading]]:
    """Each completion of a slot, restated. Drops a Hypothesis example with more than `most`."""
    restated = restate(claims)
    choices = [_choices(claim, at, len(restated)) for claim in restated]
    assume(prod(map(len, choices)) <= most)
    return product(*choices)


def standing(world: Sequence[Reading], rule: Rule, at: int, policy: Policy) -> list[Standing]:
    """The claims that stand in one completion."""
    sweep = Sweep(world, rule, policy, restated=True)
    sweep.advance(at)
    return sweep.survivors()


def outcomes(claims: Sequence[Reading], rule: Rule, at: int, policy: Policy) -> set[frozenset[int]]:
    """What is believed at `at` in each completion."""
    return {policy.settle(standing(world, rule, at, policy)) for world in completed(claims, at)}


def _choices(claim: Reading, at: int, count: int) -> list[Reading]:
    """A claim at every instant of its ranges. Of ends only one on each side of `at` is kept for each start, and of the
    starts after it one: no step of belief tells them apart."""
    found: dict[tuple[int, bool], Reading] = {}
    for start in _instants(claim.start, count):
        for end in _instants(claim.end, count):
            if start < end:
                x, y = (Bound(when, when, when, Grain.DAY) for when in (start, end))
                found.setdefault((min(start, at + 1), end > at), claim._replace(start=x, end=y))
    return list(found.values())


def _instants(bound: Bound, count: int) -> list[int]:
    if bound.early == bound.late:
        return [bound.at]
    if bound.early > MIN:
        return list(range(bound.early, bound.late + 1))
    return [MIN, MIN + 1, *range(-count - 1, bound.late + 1)]


@st.composite
def bounds(draw: st.DrawFn, low: int, high: int) -> Bound:
    early = draw(st.integers(low, high))
    late = early + draw(st.sampled_from((0, 0, 1, 2, 3)))
    return Bound(early, draw(st.sampled_from((early, early, late))), late, Grain.YEAR if early < late else Grain.DAY)


@st.composite
def claims(draw: st.DrawFn, rule: Rule, place: int) -> Reading:
    """One claim of any kind: bounded, ongoing or an end, with bounds that are exact, imprecise or unknown."""
    observed = draw(st.integers(0, LAST))
    unknown = Bound(MIN, observed, observed, Grain.UNKNOWN)
    start = draw(st.one_of(bounds(0, 7), bounds(0, 7), st.just(unknown), st.just(Bound(MIN, MIN, MIN, Grain.ALWAYS))))
    after = bounds(max(start.early, 0) + 1, LAST)
    end = draw(st.one_of(st.just(ONGOING), st.just(ONGOING), after, after, st.just(unknown), st.just(FOREVER)))
    if start.at >= end.at and not start == end == unknown:
        end = FOREVER
    is_end = draw(st.integers(0, 3)) == 0
    said = draw(st.integers(0, 2)) if rule.one else 0
    told = None if is_end and draw(st.booleans()) else said
    seen = draw(st.lists(st.integers(0, LAST), max_size=2, unique=True))
    erased = draw(st.integers(0, 19)) == 0
    return Reading(
        place=place,
        statement=place,
        source=draw(st.integers(0, 2)),
        said=told,
        value=None if is_end or erased else told,
        is_end=is_end,
        start=start,
        end=end,
        ongoing=end is ONGOING,
        observed=observed,
        seen=tuple(when for when in seen if start.at <= when < end.at),
        confidence=draw(st.sampled_from((0.3, 0.5, 0.5, 0.9))),
    )


@st.composite
def slots(draw: st.DrawFn, rule: Rule, most: int = 6) -> list[Reading]:
    """The claims of a slot, in any order. One may be a correction: told late, in the place of an early statement."""
    count = draw(st.integers(1, most))
    found = [draw(claims(rule, place)) for place in range(1, count + 1)]
    if draw(st.booleans()):
        corrected = draw(st.integers(0, count - 1))
        found[corrected] = found[corrected]._replace(place=count + 1)
    return draw(st.permutations(found))
