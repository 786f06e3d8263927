"""The scoring of benchmarks/rules.py on messages made up here, and that its data is well formed."""

from typing import Any

import pytest

from benchmarks.rules import HALVES, SPEAKERS, Row, judge, load, plain, reaches, report, row, same_times
from tkg.extract import Candidate
from tkg.ontology import Ontology
from tkg.values import Entity

LIVES: dict[str, Any] = {
    "op": "record",
    "subject": "Mira",
    "predicate": "lives_in",
    "object": "Kiel",
    "modality": "asserted",
}


def message(*facts: dict[str, Any], number: int = 1) -> Row:
    return row({"id": f"en-{number:03}", "text": "-", "facts": list(facts)})


def candidate(value: str = "Kiel", **more: Any) -> Candidate:
    given = {"op": "record", "subject": "Mira", "predicate": "lives_in", "span": (0, 1), "quote": "-", **more}
    return Candidate(object=Entity(value, "place"), **given)


def test_a_proposal_is_right_if_all_five_parts_are() -> None:
    for wrong in ({"op": "end"}, {"subject": "Kofi"}, {"predicate": "born_in"}, {"modality": "planned"}):
        assert report([judge(message(LIVES), [candidate(**wrong)])])["precision"] == 0
    assert report([judge(message(LIVES), [candidate("Graz")])])["precision"] == 0
    assert report([judge(message(LIVES), [candidate("kiel")])])["precision"] == 1


def test_a_fact_is_matched_once_and_precision_and_recall_are_shares() -> None:
    judged = [judge(message(LIVES, {**LIVES, "object": "Graz"}), [candidate(), candidate()]), judge(message(), [])]
    found = report(judged)
    assert (found["facts"], found["proposals"], found["right"], found["wrong"]) == (2, 2, 1, 1)
    assert (found["precision"], found["recall"], found["without_a_fact"]) == (0.5, 0.5, 1)
    assert found["by_predicate"] == {"lives_in": {"facts": 2, "found": 1, "recall": 0.5, "wrong": 1}}


def test_what_is_optional_counts_nowhere_and_other_ways_of_saying_it_count() -> None:
    optional = message({**LIVES, "optional": True})
    for candidates in ([], [candidate()]):
        found = report([judge(optional, candidates)])
        assert (found["facts"], found["proposals"], found["precision"], found["recall"]) == (0, 0, None, None)
    also = message({**LIVES, "also": [{"object": "Kiel-Gaarden"}]})
    assert report([judge(also, [candidate("Kiel-Gaarden")])])["precision"] == 1


def test_time_words_agree_if_one_holds_the_other() -> None:
    (gold,) = message({**LIVES, "start": "since 2019"}).facts
    assert same_times(candidate(start_text="2019"), gold)
    assert not same_times(candidate(start_text="2018"), gold)
    assert not same_times(candidate(), gold)


def test_a_precision_of_no_proposals_does_not_pass() -> None:
    assert [reaches(value) for value in (0.97, 0.969, None)] == [True, False, False]


@pytest.mark.parametrize(
    ("number", "halves"),
    [
        (7, ("seen",)),
        (8, ("held-out",)),
        (301, ("fresh", "fresh-odd")),
        (302, ("fresh", "fresh-even")),
        (601, ("last",)),
    ],
)
def test_the_number_of_a_message_says_what_it_may_be_used_for(number: int, halves: tuple[str, ...]) -> None:
    assert message(number=number).halves == halves


def test_names_are_compared_without_case_and_articles() -> None:
    assert plain(" The Kiel Club.") == plain("kiel club")


@pytest.mark.parametrize("language", SPEAKERS)
def test_the_data_names_predicates_of_the_ontology_and_quotes_the_time_words(language: str) -> None:
    rows, predicates = load(language), {predicate.name for predicate in Ontology.shipped()}
    assert len({each.text for each in rows}) == len({each.id for each in rows}) == len(rows) >= 150
    assert sum(not each.facts for each in rows) * 2 >= len(rows)
    assert {half for each in rows for half in each.halves} == set(HALVES)
    for half in HALVES:
        part = [each for each in rows if half in each.halves]
        assert sum(not each.facts for each in part) * 2 >= len(part)
    for each in rows:
        for fact in each.facts:
            assert fact.predicate in predicates
            assert fact.start in plain(each.text)
            assert fact.end in plain(each.text)
