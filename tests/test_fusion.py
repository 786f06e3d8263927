"""Signals and the one score they make."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tkg.fusion import WEIGHTS, by_entity, by_meaning, by_time, by_time_named, by_words, contributions, score
from tkg.intervals import MAX, MIN, Stretch

THREE = ("meaning", "words", "entity")
DAY = 86_400_000_000
YEAR = 365 * DAY


def test_the_score_is_what_is_said_over_what_could_be_said() -> None:
    signals = {"meaning": {"hit": 0.72}, "words": {"hit": 0.60}, "entity": {"hit": 0.60}}
    parts = contributions(signals)["hit"]
    assert parts == {"meaning": 0.72, "words": 0.60, "entity": pytest.approx(0.30)}
    assert score(parts, THREE) == pytest.approx(1.62 / 2.5) == pytest.approx(0.648)


@pytest.mark.parametrize("asked", [("meaning",), ("meaning", "words"), tuple(WEIGHTS)])
def test_a_threshold_means_the_same_whatever_was_asked(asked: tuple[str, ...]) -> None:
    parts = contributions({name: {"hit": 0.8} for name in asked})["hit"]
    assert score(parts, asked) == pytest.approx(0.8)


def test_any_one_signal_brings_a_hit() -> None:
    found = contributions({"meaning": {"a": 1.0}, "words": {}, "entity": {"b": 1.0}})
    assert set(found) == {"a", "b"}
    assert score(found["b"], THREE) == pytest.approx(0.5 / 2.5)


def test_cosines_count_from_what_is_usual() -> None:
    found = by_meaning({"a": 0.84, "b": 0.78, "c": 0.70, "d": 0.5}, usual=0.72, best=0.84)
    assert found == {"a": 1.0, "b": pytest.approx(0.5), "c": pytest.approx(1.7e-6), "d": pytest.approx(1.5e-6)}


@pytest.mark.parametrize("cosines", [{}, {"a": 0.7}, {"a": 0.72, "b": 0.72}])
def test_nothing_stands_out_where_all_is_usual(cosines: dict[str, float]) -> None:
    assert by_meaning(cosines, usual=0.72, best=max(cosines.values(), default=0.0)) == {
        each: pytest.approx(1e-6 * (1 + cosine)) for each, cosine in cosines.items()
    }


def test_words_count_in_parts_of_the_best() -> None:
    assert by_words({"a": 8.0, "b": 2.0, "c": 0.0}, best=8.0) == {"a": 1.0, "b": 0.25}
    assert by_words({}, best=0.0) == {}


@pytest.mark.parametrize(("facts", "share"), [(0, 1.0), (1, 1.0), (2, 1 / 1.001), (11, 1 / 1.1), (101, 1 / 11)])
def test_a_name_of_many_facts_says_less(facts: int, share: float) -> None:
    assert by_entity(0.9, facts) == pytest.approx(0.9 * share)


@pytest.mark.parametrize(
    ("asked", "time", "close"),
    [
        # One day of the year that is asked about, and the other way round.
        ((0, YEAR), (7 * DAY, 8 * DAY), 1),
        ((0, DAY), (-5 * YEAR, 5 * YEAR), 1),
        # A day or a year that lies in what is ongoing, always was, or always holds.
        ((0, DAY), (-5 * YEAR, MAX), 1),
        ((0, DAY), (MIN, 5 * YEAR), 1),
        ((0, YEAR), (MIN, MAX), 1),
        ((0, DAY), (0, MAX), 1),
        # From when something was the case, and what has no end.
        ((0, MAX), (-YEAR, MAX), 1),
        ((0, MAX), (-YEAR, YEAR), 0.5),
        # A part of each, of one length or of two.
        ((0, 2 * DAY), (DAY, 3 * DAY), 0.5),
        ((0, 4 * DAY), (3 * DAY, YEAR), 0.25),
        ((0, YEAR), (-DAY, 3 * DAY), 0.75),
        ((0, DAY), (DAY // 4, MAX), 0.75),
        # What was said at an instant.
        ((0, DAY), (DAY // 2, DAY // 2 + 1), 1),
        # Apart, in lengths of what is asked about, which is a day at least.
        ((0, DAY), (2 * DAY, MAX), 1 / 2),
        ((0, YEAR), (3 * YEAR, 4 * YEAR), 1 / 3),
        ((0, 1), (-2 * DAY, -DAY), pytest.approx(1 / 2)),
    ],
)
def test_what_is_common_counts_in_parts_of_the_shorter(asked: Stretch, time: Stretch, close: float) -> None:
    assert by_time([asked], [time]) == close


@pytest.mark.parametrize(
    ("asked", "named", "close"),
    [((0, YEAR), (7 * DAY, 8 * DAY), 1), ((0, DAY), (0, 10 * DAY), 0.1), ((0, DAY), (2 * DAY, 3 * DAY), 1 / 2)],
)
def test_words_about_a_longer_time_are_less_to_the_point(asked: Stretch, named: Stretch, close: float) -> None:
    assert by_time_named([asked], [named]) == close


def test_the_closest_of_several_times_counts() -> None:
    days = [(at * DAY, (at + 1) * DAY) for at in (0, 10)]
    assert by_time(days, [(-3 * DAY, -2 * DAY), (9 * DAY + DAY // 2, 10 * DAY + DAY // 2)]) == 0.5
    assert by_time(days, []) == by_time([], days) == 0


_moments = st.one_of(st.integers(-YEAR, YEAR), st.sampled_from([MIN, MAX]))
_stretches = st.tuples(_moments, _moments).filter(lambda pair: pair[0] < pair[1])


@given(_stretches, _stretches)
def test_closeness_is_from_0_to_1_and_full_where_one_lies_in_the_other(one: Stretch, other: Stretch) -> None:
    close = by_time([one], [other])
    assert 0 <= close <= 1
    common = (max(one[0], other[0]), min(one[1], other[1]))
    if common in (one, other):
        assert close == 1


def test_no_signal_is_no_score() -> None:
    assert score({}, ()) == 0.0


_values = st.dictionaries(st.integers(0, 5), st.floats(0, 1))


@given(st.dictionaries(st.sampled_from(sorted(WEIGHTS)), _values, min_size=1))
def test_a_score_is_from_0_to_1(signals: dict[str, dict[int, float]]) -> None:
    for parts in contributions(signals).values():
        assert 0 <= score(parts, signals) <= 1 + 1e-9


@given(st.dictionaries(st.sampled_from(sorted(WEIGHTS)), _values, min_size=1), st.floats(0, 1))
def test_more_of_a_signal_is_never_less_of_a_score(signals: dict[str, dict[int, float]], more: float) -> None:
    name = min(signals)
    before = {each: score(parts, signals) for each, parts in contributions(signals).items()}
    raised = {each: max(value, more) for each, value in signals[name].items()}
    after = {each: score(parts, signals) for each, parts in contributions({**signals, name: raised}).items()}
    assert all(after[each] >= before[each] for each in before)
