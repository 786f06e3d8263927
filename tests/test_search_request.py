"""What a search can be asked for: how many hits, from which score on, by which weights; and what is refused."""

from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import by_words
from tests.searching import ann_moved, facts, texts
from tkg import errors
from tkg.fusion import WEIGHTS
from tkg.question import Question


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    return reopen(embedder=by_words(dimension=512))


@pytest.fixture
def moved(graph: tkg.Graph) -> tkg.Graph:
    return ann_moved(graph)


def test_as_many_hits_as_are_wanted_and_the_best(graph: tkg.Graph) -> None:
    for number in range(30):
        graph.record(f"P{number}", "likes", f"tea number {number}")
    assert texts(graph.search("tea number 7", k=1)) == ["P7 likes tea number 7"]
    assert [len(graph.search("tea", k=k)) for k in (1, 10, 29, 31, 10**30)] == [1, 10, 29, 30, 30]


def test_what_a_filter_leaves_is_found_however_far_it_is(graph: tkg.Graph) -> None:
    graph.record_many([{"subject": f"P{n}", "predicate": "likes", "object": "pasta with tomatoes"} for n in range(30)])
    graph.record("Bob", "late_with", "tax return", source="Bob")
    assert texts(graph.search("food with tomatoes", filters={"source": "Bob"})) == ["Bob late with tax return"]
    assert len(graph.search("pasta", k=100)) == 31


def test_a_threshold_cuts_off_what_is_below_it(moved: tkg.Graph) -> None:
    moved.record("Bob", "lives_in", "Nice", valid_from="2020-01-01")
    every = moved.search("Does Bob live in Nice?")
    scores = [hit.score for hit in every]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1]
    for limit in scores:
        assert texts(moved.search("Does Bob live in Nice?", threshold=limit)) == [
            hit.text for hit in every if hit.score >= limit
        ]
    assert texts(moved.search("opera", threshold=1)) == []


def test_the_largest_weights_give_scores_that_are_numbers(moved: tkg.Graph) -> None:
    for weights in (dict.fromkeys(WEIGHTS, 1e6), {"words": 1_000_000}):
        hits = moved.search("Where did Ann live in 2021?", weights=weights)
        assert len(hits) > 0
        assert all(0 <= hit.score <= 1 for hit in hits)


def test_without_any_weight_nothing_scores(moved: tkg.Graph) -> None:
    assert {hit.score for hit in moved.search("Where does Ann live?", weights=dict.fromkeys(WEIGHTS, 0))} <= {0.0}


@pytest.mark.parametrize("name", ["吉野家控股公司", "𠮷野家控股公司", "ㇰㇱ野家控股公司"])
def test_a_name_is_found_inside_of_any_characters_that_are_written_together(graph: tkg.Graph, name: str) -> None:
    """Also of those beyond the first 65,536, and of the small ones of Ainu."""
    question = f"我们去过{name}么"
    assert name in Question(question).names
    graph.record("李雷", "works_for", name)
    hit = facts(graph.search(question, weights={"meaning": 0, "words": 0}, explain=True))[0]
    assert "entity" in hit.signals


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"text": ""}, "give it some words"),
        ({"text": " \n"}, "give it some words"),
        ({"text": 3}, "give it some words"),
        ({"k": 0}, "k=0"),
        ({"k": 2.5}, "k=2.5"),
        ({"k": True}, "k=True"),
        ({"what": "claims"}, "what='claims': use facts"),
        ({"threshold": "0.5"}, "threshold='0.5'.*from 0 to 1"),
        ({"threshold": float("nan")}, "threshold=nan"),
        ({"threshold": 1.5}, "threshold=1.5"),
        ({"weights": 3}, "weights=3: a mapping"),
        ({"weights": {"luck": 1}}, "'luck'.*meaning"),
        ({"weights": {"words": -1}}, "'words': -1"),
        ({"weights": {"words": float("inf")}}, "'words': inf"),
        ({"weights": {"words": 1_000_001}}, "'words': 1000001}: numbers from 0 to 1,000,000 for meaning"),
        ({"weights": {"words": 1.7e308, "meaning": 1.7e308}}, r"'words': 1.7e\+308"),
        ({"filters": 3}, "3 is no filter"),
        ({"filters": []}, "is no filter"),
        ({"policy": "best"}, "'best' is no policy"),
        ({"modality": "dreamt"}, "'dreamt' is no modality"),
        ({"filters": {"valid_from": "2015"}, "policy": "confidence"}, "filters on valid time take policy='latest'"),
    ],
)
def test_what_cannot_be_meant_is_refused(moved: tkg.Graph, given: dict[str, Any], message: str) -> None:
    with pytest.raises(errors.InputError, match=message):
        moved.search(**{"text": "Ann", **given})


def test_a_question_of_half_characters_is_refused(graph: tkg.Graph) -> None:
    with pytest.raises(tkg.errors.BadName, match="surrogates"):
        graph.search("\ud800")


@pytest.mark.parametrize("searched_before", [True, False])
def test_a_closed_graph_says_so(graph: tkg.Graph, searched_before: bool) -> None:
    view = graph.as_of()
    if searched_before:
        graph.search("Ann")
    graph.close()
    for closed in (graph, view):
        with pytest.raises(tkg.errors.StorageError, match="closed"):
            closed.search("Ann")
