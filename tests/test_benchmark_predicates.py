"""The scoring of benchmarks/predicates.py on names made up here, and that its data is well formed."""

from typing import Any

import numpy as np
import pytest

from benchmarks.predicates import LANGUAGES, LEADS, SCORES, Grid, Judged, judge, load, report, row, ways
from tests.embedding import by_words
from tkg.nearest import Near
from tkg.ontology import Ontology
from tkg.spelling import normal_form

ONTOLOGY = Ontology.of(
    {
        "works_for": {"object": "organisation", "inverse": "employs"},
        "weighs": {"object": "number", "aliases": ["body weight"]},
        "lives_in": {"object": "place"},
    }
)


def judged(said: str, score: float, lead: float, right: bool, flip: bool = False) -> Judged:
    gold = {"predicate": "works_for" if right else None, "turned": flip}
    return Judged(row({"id": said, "said": said, "object": "person", **gold}), Near("works_for", flip, score), lead)


def test_the_nearest_is_looked_for_in_both_directions_and_by_the_kind_of_value() -> None:
    told: list[dict[str, Any]] = [
        {"id": "1", "said": "now_works_for", "predicate": "works_for", "turned": False, "object": "organisation"},
        {"id": "2", "said": "now_employs", "predicate": "works_for", "turned": True, "object": "person"},
        {"id": "3", "said": "lives_in", "predicate": None, "turned": False, "object": "number"},
    ]
    found = judge([row(item) for item in told], ways(ONTOLOGY), by_words())
    assert [(each.near.predicate, each.near.flip, each.is_right) for each in found] == [
        ("works_for", False, True), ("works_for", True, True), ("weighs", False, False),
    ]  # fmt: skip
    assert found[0].lead == pytest.approx(2 / 6**0.5)
    assert found[2].lead == found[2].near.score, "there is no second that takes a number"


def test_the_pair_that_is_chosen_maps_nothing_wrongly_and_the_most_rightly() -> None:
    some = [
        judged("a", 0.95, 0.05, right=True),
        judged("b", 0.93, 0.08, right=True),
        judged("c", 0.94, 0.03, right=False),
    ]
    grid, every = Grid(some), np.ones(3, bool)
    pair = grid.strictest(every)
    assert grid.counts(pair, every) == (2, 0)
    assert (SCORES[pair[0]], LEADS[pair[1]]) == (0.93, 0.05)
    assert grid.counts((0, 0), every) == (2, 1)
    assert grid.counts((0, 0), np.array([True, False, False])) == (1, 0)


def test_what_is_turned_round_is_never_mapped() -> None:
    grid = Grid([judged("a", 0.99, 0.1, right=True, flip=True)])
    assert grid.counts((0, 0), np.ones(1, bool)) == (0, 0)


def test_the_figures_of_names_that_are_told_apart_and_of_such_that_are_not() -> None:
    apart = [judged(f"a{n}", 0.99, 0.1, right=True) for n in range(10)]
    apart += [judged(f"b{n}", 0.82, 0.0, right=False) for n in range(10)]
    found = report(apart)
    assert (found["first"], found["held_out_precision"], found["halves_with_a_wrong_map"]) == (1.0, 1.0, 0.0)
    mixed = [judged(f"a{n}", 0.9 + n / 100, 0.0, right=n % 2 == 0) for n in range(9)]
    assert report(mixed)["held_out_precision"] < 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_data_has_synonyms_and_as_many_near_misses_that_no_vocabulary_names(language: str) -> None:
    rows, ontology = load(language), Ontology.shipped()
    known = {normal_form(name) for way in ways(ontology) for name in way.names}
    assert len({each.id for each in rows}) == len({normal_form(each.said) for each in rows}) == len(rows) >= 100
    assert sum(each.gold is None for each in rows) * 2 >= len(rows)
    for each in rows:
        assert normal_form(each.said) not in known
        if each.gold is not None:
            predicate = ontology.predicates[each.gold[0]]
            assert predicate.inverse or not each.gold[1]
