"""`certain` and `possible`: against all completions gone through one by one, and on slots far too large for that."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.completing import LAST, MANY, ONCE, ONE, ONGOING, POLICIES, outcomes, slots
from tkg import completions
from tkg.belief import Rule
from tkg.bounds import Bound, Grain, unit
from tkg.completions import values_at
from tkg.errors import TooImprecise
from tkg.intervals import MIN
from tkg.policy import Policy
from tkg.restate import Reading

NOBODY: set[int] = set()


def when(text: str) -> Bound:
    low, high, grain = unit(text)
    return Bound(low, low, low if grain is Grain.DAY else high, grain)


def told(place: int, value: int | None, start: str, end: str | None = None, **given: Any) -> Reading:
    """A claim, told in the order of `place`, by a source of its own unless it is named."""
    to = ONGOING if end is None else when(end)
    is_end = given.get("is_end", False)
    return Reading(
        place=place,
        statement=place,
        source=given.get("source", place),
        said=value,
        value=None if is_end else value,
        is_end=is_end,
        start=when(start),
        end=to,
        ongoing=end is None,
        observed=unit("2024-01-01")[0],
        seen=tuple(unit(seen)[0] for seen in given.get("seen", ())),
        confidence=given.get("confidence", 1.0),
    )


def both(
    claims: Sequence[Reading], at: str, rule: Rule = ONE, policy: Policy = POLICIES[0]
) -> tuple[set[int], set[int]]:
    """What is certain at an instant, and what is possible."""
    instant = unit(at)[0]
    return set(values_at(claims, rule, instant, "certain", policy)), set(
        values_at(claims, rule, instant, "possible", policy)
    )


# --- the definition ---


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@pytest.mark.parametrize("rule", [ONE, ONCE, MANY], ids=["one", "once", "many"])
@given(data=st.data(), at=st.integers(0, LAST))
@settings(max_examples=40)
def test_it_is_what_all_or_some_completions_say(rule: Rule, policy: Policy, data: st.DataObject, at: int) -> None:
    claims = data.draw(slots(rule))
    believed = outcomes(claims, rule, at, policy)
    assert values_at(claims, rule, at, "certain", policy) == frozenset.intersection(*believed)
    assert values_at(claims, rule, at, "possible", policy) == frozenset.union(*believed)


# --- examples ---


def test_what_an_imprecise_start_and_end_leave_open() -> None:
    claims = [told(1, 1, "2021", "2023-06")]
    assert both(claims, "2020-12-31") == (NOBODY, NOBODY)
    assert both(claims, "2021-06-01") == (NOBODY, {1})
    assert both(claims, "2022-06-01") == ({1}, {1})
    assert both(claims, "2023-06-15") == (NOBODY, {1})
    assert both(claims, "2023-07-01") == (NOBODY, NOBODY)


def test_an_older_value_may_still_hold_while_a_newer_one_may_have_begun() -> None:
    claims = [told(1, 1, "2020-01-01"), told(2, 2, "2021")]
    assert both(claims, "2021-06-01") == (NOBODY, {1, 2})
    assert both(claims, "2022-01-01") == ({2}, {2})


def test_of_two_values_from_one_year_either_may_be_the_later() -> None:
    claims = [told(1, 1, "2021"), told(2, 2, "2021")]
    assert both(claims, "2022-06-01") == (NOBODY, {1, 2})


def test_a_sighting_settles_which_of_them() -> None:
    claims = [told(1, 1, "2021", seen=["2022-05-01"]), told(2, 2, "2021")]
    assert both(claims, "2022-06-01") == ({1}, {1})


def test_an_end_in_the_year_of_the_start_comes_after_it_or_does_not_count() -> None:
    claims = [told(1, 1, "2021"), told(2, 1, "2021", is_end=True)]
    assert both(claims, "2022-06-01") == (NOBODY, {1})


def test_a_bounded_claim_that_may_be_cut_short_may_uncover_what_it_hid() -> None:
    claims = [
        told(1, 1, "2020-01-01", "2030-01-01", source=1),
        told(2, 2, "2020-06-01", "2030-01-01", source=1),
        told(3, 2, "2021", source=1, is_end=True),
    ]
    assert both(claims, "2021-06-01") == (NOBODY, {1, 2})
    assert both(claims, "2022-06-01") == ({1}, {1})


def test_where_nothing_returns_a_start_that_may_be_the_later_one_puts_out() -> None:
    claims = [told(1, 1, "2021"), told(2, 2, "2021", "2022-03-01")]
    assert both(claims, "2022-06-01") == ({1}, {1})
    assert both(claims, "2022-06-01", ONCE) == (NOBODY, {1})


def test_a_source_that_ranks_lower_changes_nothing() -> None:
    claims = [told(1, 1, "2021", confidence=0.9), told(2, 2, "2021", confidence=0.4)]
    assert both(claims, "2022-06-01", policy=Policy("confidence")) == ({1}, {1})
    assert both(claims, "2022-06-01", policy=Policy("source_priority", (2,))) == ({2}, {2})
    assert both(claims, "2021-06-01", policy=Policy("confidence")) == (NOBODY, {1, 2})


def test_under_the_policy_that_keeps_all_both_may_stand() -> None:
    bounded = [told(1, 1, "2021", "2030-01-01"), told(2, 2, "2020-01-01", "2030-01-01")]
    assert both(bounded, "2021-06-01", policy=Policy("all")) == ({2}, {1, 2})
    assert both(bounded, "2022-06-01", policy=Policy("all")) == ({1, 2}, {1, 2})


# --- large slots ---


@pytest.mark.parametrize("count", [30, 100])
@pytest.mark.parametrize("rule", [ONE, ONCE], ids=["one", "once"])
def test_many_sources_that_all_say_the_same_year(count: int, rule: Rule) -> None:
    """Each may have been the first to hold, and the last to begin."""
    claims = [told(place, place, "2021") for place in range(1, count + 1)]
    everybody = set(range(1, count + 1))
    assert both(claims, "2021-06-01", rule) == (NOBODY, everybody)
    assert both(claims, "2022-06-01", rule) == (NOBODY, everybody)
    assert both(claims, "2020-06-01", rule) == (NOBODY, NOBODY)


def test_three_hundred_sources_that_all_say_the_same_year() -> None:
    claims = [told(place, place, "2021", source=place % 3) for place in range(1, 301)]
    assert both(claims, "2022-06-01") == (NOBODY, set(range(1, 301)))


@pytest.mark.parametrize("rule", [ONE, ONCE], ids=["one", "once"])
def test_of_many_sources_the_surest_one_decides(rule: Rule) -> None:
    claims = [told(place, place, "2021", confidence=place / 200) for place in range(1, 101)]
    assert both(claims, "2022-06-01", rule, Policy("confidence")) == ({100}, {100})
    assert both(claims, "2022-06-01", rule, Policy("source_priority", (17, 3))) == ({17}, {17})
    assert both(claims, "2021-06-01", rule, Policy("confidence"))[0] == NOBODY


@pytest.mark.parametrize("sources", [1, 2, 7])
@pytest.mark.parametrize("rule", [ONE, ONCE], ids=["one", "once"])
def test_a_hundred_yearly_successions(sources: int, rule: Rule) -> None:
    claims = [told(n, n, str(1900 + n), source=n % sources) for n in range(100)]
    assert both(claims, "1950-06-01", rule) == (NOBODY, {49, 50})
    assert both(claims, "2010-01-01", rule) == ({99}, {99})
    every_second = claims[::2]
    assert both(every_second, "1950-06-01", rule) == (NOBODY, {48, 50})
    assert both(every_second, "1951-06-01", rule) == ({50}, {50})


def test_a_hundred_yearly_terms() -> None:
    claims = [told(n, n, str(1900 + n), str(1901 + n)) for n in range(100)]
    assert both(claims, "1950-06-01") == (NOBODY, {49, 50})


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@pytest.mark.parametrize("rule", [ONE, ONCE], ids=["one", "once"])
def test_sixty_imprecise_ends(rule: Rule, policy: Policy) -> None:
    """Of one value, said in the same year by as many sources of the same rank and role."""
    claims = [told(100, 1, "2000-01-01")]
    claims += [told(100 + n, 1, "2021", is_end=True) for n in range(1, 61)]
    assert both(claims, "2020-06-01", rule, policy) == ({1}, {1})
    assert both(claims, "2021-06-01", rule, policy) == (NOBODY, {1})
    assert both(claims, "2022-06-01", rule, policy) == (NOBODY, NOBODY)


def test_sixty_values_each_with_an_imprecise_end() -> None:
    claims = [told(n, n, "2000-01-01", "2030-01-01", source=1) for n in range(1, 61)]
    claims += [told(100 + n, n, "2021", source=1, is_end=True) for n in range(1, 61)]
    assert both(claims, "2021-06-01") == (NOBODY, set(range(1, 61)))
    assert both(claims, "2022-06-01") == (NOBODY, NOBODY)


def test_what_depends_too_much_on_each_other_is_refused_rather_than_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """That nothing is believed would take that the end, or the later value, puts out the other and is not put out."""
    before_2002 = when("2002-01-01")._replace(early=MIN, grain=Grain.UNKNOWN)
    claims = [
        told(1, 1, "2003-01-01", source=1),
        told(2, 2, "2004", source=1),
        told(3, None, "2002-01-01", source=1, is_end=True)._replace(start=before_2002),
    ]
    assert both(claims, "2004-06-01", ONCE) == (NOBODY, {1, 2})
    monkeypatch.setattr(completions, "MOST", 0)
    with pytest.raises(TooImprecise, match="Ann works_for has 3 claims"):
        values_at(claims, ONCE, unit("2004-06-01")[0], "certain", name="Ann works_for")
