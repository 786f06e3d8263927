"""The signals of a search: what each brings, how they become the score, and what it goes without where one fails."""

import logging
import math
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import by_words
from tests.searching import facts, texts
from tkg.embed import Function
from tkg.fusion import WEIGHTS

ALONE = ("meaning", "words", "parts", "entity", "graph")


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    return reopen(embedder=by_words())


def only(*names: str) -> dict[str, float]:
    """Weights that leave only some signals."""
    return {name: WEIGHTS[name] if name in names else 0.0 for name in WEIGHTS}


# --- what each says ---


@pytest.mark.parametrize("weights", [None, {"words": 3.0}, {"meaning": 0.0, "entity": 2.0}])
def test_the_score_is_what_the_signals_add_over_what_they_could(graph: tkg.Graph, weights: Any) -> None:
    """A question that names an entity asks four of them, and a fifth if that is connected with something."""
    graph.record("Ann", "works_for", "Acme", valid_from="2015-01-01")
    graph.record("Acme", "located_in", "Bergen", valid_from="2010-01-01")
    graph.record("Bob", "works_for", "Globex", valid_from="2015-01-01")
    hits = facts(graph.search("Where does Ann work?", weights=weights, explain=True))
    used = {**WEIGHTS, **(weights or {})}
    possible = sum(used[name] for name in ("meaning", "words", "entity", "graph"))
    assert len(hits) == 3
    for hit in hits:
        assert hit.score == pytest.approx(sum(hit.signals.values()) / possible)
        assert all(0 < hit.signals[name] <= used[name] + 1e-9 for name in hit.signals)
    assert hits[0].signals["words"] == pytest.approx(used["words"])
    assert hits[0].signals["entity"] == pytest.approx(used["entity"])


def test_a_value_that_is_raised_over_what_it_superseded_says_by_how_much(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2015-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2020-01-01")
    now, before = facts(graph.search("Oslo", explain=True))
    assert now.signals["slot"] > 0
    assert "slot" not in before.signals
    assert sum(now.signals.values()) == pytest.approx(sum(before.signals.values()))
    assert now.score == before.score


def test_signals_are_told_only_if_asked_for(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo")
    assert graph.search("Ann")[0].signals == {}


@pytest.mark.parametrize("name", ALONE)
def test_a_hit_of_one_signal_alone_can_appear(reopen: Opener, name: str) -> None:
    """Signals rank and never gate: with the others silent, each brings something by itself."""

    def passages(given: Sequence[str]) -> Any:
        return np.array([[1.0, 0.0] if "Bergen" in text else [0.0, 1.0] for text in given])

    def questions(given: Sequence[str]) -> Any:
        return np.array([[1.0, 0.0]] * len(given))

    graph = reopen(embedder=Function(passages, "to-bergen", 2, questions))
    graph.record("Anna", "works_for", "Acme")
    graph.record("Acme", "located_in", "Bergen")
    graph.record("Bob", "speaks", "Norwegian")
    found = texts(graph.search("Anna, or whoever speaks a language", weights=only(name), threshold=0.001))
    expected = {
        "meaning": ["Acme located in Bergen"],
        "words": ["Anna works for Acme", "Bob speaks Norwegian"],
        "parts": ["Anna works for Acme", "Bob speaks Norwegian"],
        "entity": ["Anna works for Acme"],
        "graph": ["Acme located in Bergen"],
    }
    assert sorted(found) == expected[name]


def test_what_is_no_better_than_usual_comes_last_and_in_its_order(reopen: Opener) -> None:
    """Five cosines, of which 0.4 is the median: from there to the best they count from 0 to 1."""
    cosines = {"tea": 0.1, "milk": 0.9, "wine": 0.3, "beer": 0.5, "mead": 0.4}

    def passages(given: Sequence[str]) -> Any:
        found = [cosines[text.split()[-1]] for text in given]
        return [[cosine, math.sqrt(1 - cosine**2)] for cosine in found]

    graph = reopen(embedder=Function(passages, "angles", 2, lambda given: [[1, 0]] * len(given)))
    for drink in cosines:
        graph.record("Ann", "likes", drink)
    hits = facts(graph.search("quench", weights=only("meaning")))
    assert [str(hit.fact.object) for hit in hits] == ["milk", "beer", "mead", "wine", "tea"]
    assert [hit.score for hit in hits[:2]] == pytest.approx([1, 0.2], abs=0.005)
    # Of 16 bits, the median may be a little off itself; what is below it is not.
    assert hits[2].score < 0.005
    assert [hit.score for hit in hits[3:]] == pytest.approx([1.3e-6, 1.1e-6], rel=0.005)


def test_a_time_ranks_by_how_much_of_a_fact_lies_in_it(graph: tkg.Graph) -> None:
    """All of the first, 31 days of 62 and 151 of 365."""
    graph.record("A", "speaks", "Latin", valid_from="2014-06-01", valid_to="2015-06-01")
    graph.record("B", "speaks", "Latin", valid_from="2015-12-01", valid_to="2016-02-01")
    graph.record("C", "speaks", "Latin", valid_from="2015-01-01", valid_to="2016-01-01")
    hits = facts(graph.search("Who spoke Latin in 2015?", weights=only("time"), explain=True))
    found = {str(hit.fact.subject): hit.signals["time"] / WEIGHTS["time"] for hit in hits}
    assert list(found) == ["C", "B", "A"]
    assert found == {"C": pytest.approx(1), "B": pytest.approx(31 / 62), "A": pytest.approx(151 / 365)}


def test_two_hops_bring_what_is_known_of_what_is_connected(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2015-01-01")
    graph.record("Acme", "located_in", "Bergen", valid_from="2010-01-01")
    graph.record("Globex", "located_in", "Rome", valid_from="2010-01-01")
    question = "Which city is Ann's employer in?"
    assert texts(graph.search(question, weights={"meaning": 0})) == ["Ann works for Acme", "Acme located in Bergen"]
    before = texts(graph.search(question, valid_at="2012-01-01", weights={"meaning": 0}))
    assert "Acme located in Bergen" not in before


def test_a_generic_entity_says_less(graph: tkg.Graph) -> None:
    """A firm of 101 people counts 1 / (1 + 0.001 * 100^2) = 1/11 of a whole one, its one customer Zed a whole one."""
    for number in range(101):
        graph.record(f"P{number}", "works_for", "Acme")
    graph.record("Zed", "speaks", "Latin")
    hits = facts(graph.search("Zed, Acme", k=200, weights=only("entity"), explain=True))
    assert texts(hits)[0] == "Zed speaks Latin"
    assert hits[0].signals["entity"] == pytest.approx(0.5)
    assert {round(hit.signals["entity"], 6) for hit in hits[1:]} == {round(0.5 / 11, 6)}
    assert len(hits) > 40


def test_each_part_of_a_question_brings_its_own(reopen: Opener) -> None:
    """One of two things that are compared has far more words in common with the question than the other."""
    graph = reopen(embedder=None)
    for number in range(60):
        graph.record(f"P{number}", "chairs", "the council of the city of Oslo")
    graph.record("Zed", "chairs", "Bergen")
    found = texts(graph.search("Who came first, the chair of the council of the city of Oslo or that of Bergen?", k=5))
    assert "Zed chairs Bergen" in found


# --- a reranker ---


def longest_last(_: str, given: Sequence[str]) -> list[float]:
    return [-len(text) for text in given]


@pytest.fixture
def tea(graph: tkg.Graph) -> tkg.Graph:
    for number in range(12):
        graph.record(f"P{number}", "likes", "tea " * (12 - number) + "or milk")
    return graph


def test_a_reranker_orders_the_hits_anew_before_they_are_cut(tea: tkg.Graph) -> None:
    assert [str(fact.subject) for fact in tea.search("tea", k=3, reranker=longest_last).facts] == ["P9", "P10", "P11"][
        ::-1
    ]
    shown: list[Any] = []

    def looking(question: str, given: Sequence[str]) -> list[float]:
        shown.append((question, list(given)))
        return [0.0] * len(given)

    assert texts(tea.search("tea", k=3, reranker=looking)) == texts(tea.search("tea", k=3))
    assert shown == [("tea", texts(tea.search("tea", k=50)))]


def raising(_: str, given: Sequence[str]) -> list[float]:
    raise RuntimeError("out of luck")


@pytest.mark.parametrize(
    "reranker",
    [
        raising,
        lambda _, given: [1.0] * (len(given) - 1),
        lambda _, given: [math.nan] * len(given),
        lambda _, given: [math.nan, *range(len(given) - 1)],
        lambda _, given: ["best"] * len(given),
        lambda _, given: None,
        list,
        3,
    ],
)
def test_a_reranker_that_fails_leaves_the_order_and_says_so(
    tea: tkg.Graph, caplog: pytest.LogCaptureFixture, reranker: Any
) -> None:
    with caplog.at_level(logging.WARNING, "tkg.search"):
        hits = tea.search("tea", k=5, reranker=reranker)
    assert texts(hits) == texts(tea.search("tea", k=5))
    (record,), (without,) = caplog.records, hits.without
    assert record.getMessage() == f"searched without {without}"
    assert without.startswith("the reranker, which ")


def test_a_reranker_may_use_the_graph_and_holds_up_nobody_meanwhile(tea: tkg.Graph) -> None:
    held: list[bool] = []

    def asking(_: str, given: Sequence[str]) -> list[float]:
        other = threading.Thread(target=lambda: tea.record("P1", "likes", "water"))
        other.start()
        other.join(timeout=10)
        held.append(other.is_alive())
        return longest_last("", given)

    assert len(tea.search("tea", k=3, reranker=asking)) == 3
    assert held == [False]


def test_after_a_reranker_all_that_holds_now_is_before_what_it_superseded(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    graph.record("Ann", "lives_in", "Oslo", valid_from="2010", valid_to="2015", source="A")
    graph.record("Ann", "lives_in", "Rome", valid_from="2016", source="A")
    graph.record("Ann", "lives_in", "Lima", valid_from="2016", source="B")

    def oslo_first(_: str, given: Sequence[str]) -> list[float]:
        return [float("Oslo" in text) for text in given]

    found = texts(graph.search("Ann", policy="all", reranker=oslo_first))
    assert sorted(found[:2]) == ["Ann lives in Lima", "Ann lives in Rome"]
    assert found[2:] == ["Ann lives in Oslo"]


def test_nothing_is_reranked_where_nothing_is_found(reopen: Opener) -> None:
    assert texts(reopen(embedder=None).search("tea", reranker=raising)) == []
