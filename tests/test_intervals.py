"""The half-open algebra: the thirteen relations, matching a window, gluing pieces, and the two conversions."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tkg.intervals import MAX, MIN, Match, Relation, allen, coalesce, matches, microseconds, moment

small = st.integers(0, 8)
piece = st.tuples(st.sampled_from("ab"), small, st.integers(1, 4)).map(lambda p: (p[0], p[1], p[1] + p[2]))

RELATIONS: dict[tuple[int, int, int, int], Relation] = {
    (1, 2, 3, 4): "before",
    (1, 3, 3, 4): "meets",
    (1, 3, 2, 4): "overlaps",
    (1, 2, 1, 4): "starts",
    (2, 3, 1, 4): "during",
    (2, 4, 1, 4): "finishes",
    (1, 4, 1, 4): "equals",
    (1, 4, 2, 4): "finished_by",
    (1, 4, 2, 3): "contains",
    (1, 4, 1, 2): "started_by",
    (2, 4, 1, 3): "overlapped_by",
    (3, 4, 1, 3): "met_by",
    (3, 4, 1, 2): "after",
}


@pytest.mark.parametrize(("bounds", "relation"), RELATIONS.items())
def test_each_relation(bounds: tuple[int, int, int, int], relation: Relation) -> None:
    assert allen(*bounds) == relation


def test_there_are_thirteen_relations() -> None:
    assert set(RELATIONS.values()) == set(get_args(Relation))


def test_an_endless_interval_still_has_a_relation() -> None:
    assert allen(MIN, MAX, 0, 1) == "contains"
    assert allen(MIN, 0, 0, MAX) == "meets"


@given(small, st.integers(1, 4), small, st.integers(1, 4))
def test_overlap_is_sharing_an_instant(a: int, length: int, c: int, other: int) -> None:
    shared = set(range(a, a + length)) & set(range(c, c + other))
    assert matches(a, a + length, c, c + other, "overlaps") == bool(shared)
    assert (allen(a, a + length, c, c + other) in ("before", "meets", "met_by", "after")) == (not shared)


@pytest.mark.parametrize(
    ("segment", "expected"),
    [
        ((0, 10), {"overlaps", "throughout"}),
        ((3, 5), {"overlaps", "throughout", "within", "starts_within"}),
        ((3, 4), {"overlaps", "within", "starts_within"}),
        ((4, 9), {"overlaps", "starts_within"}),
        ((1, 3), set()),
        ((5, 7), set()),
        ((MIN, 4), {"overlaps"}),
    ],
)
def test_a_segment_and_the_window_from_3_to_5(segment: tuple[int, int], expected: set[Match]) -> None:
    assert {match for match in get_args(Match) if matches(*segment, 3, 5, match)} == expected


@given(st.lists(piece))
def test_glued_pieces_cover_the_same_instants_and_never_touch(pieces: list[tuple[str, int, int]]) -> None:
    glued = list(coalesce(pieces))
    for item in "ab":
        covered = {x for name, start, end in pieces if name == item for x in range(start, end)}
        mine = sorted((start, end) for name, start, end in glued if name == item)
        assert [x for start, end in mine for x in range(start, end)] == sorted(covered)
        assert all(before[1] < after[0] for before, after in pairwise(mine))


def test_an_instant_is_the_same_in_any_zone() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert microseconds(datetime(1970, 1, 1, 9, tzinfo=tokyo)) == 0
    assert microseconds(datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)) == -1
    assert moment(0, tokyo) == datetime(1970, 1, 1, tzinfo=UTC)
    assert moment(1, tokyo).isoformat() == "1970-01-01T09:00:00.000001+09:00"


@pytest.mark.parametrize("infinity", [MIN, MAX])
def test_the_infinities_are_no_datetimes(infinity: int) -> None:
    with pytest.raises(OverflowError):
        moment(infinity)
