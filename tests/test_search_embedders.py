"""Search and its embedder: when it is asked, how often, and what is found where it fails."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import tkg
from tests.conftest import Opener
from tests.embedding import DIMENSION, by_words, hashed
from tests.searching import said, texts
from tkg.embed import Function
from tkg.errors import BadEmbedding, EmbedderError, WrongEmbedder


def refusing(_: Sequence[str]) -> Any:
    raise EmbedderError("nobody answers")


def record(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo")
    graph.record("Bob", "lives_in", "Rome")
    graph.ingest([said("Oslo is cold.", id="m1"), said("Rome is warm.", "2024-06-13T10:00:00Z")])


def test_a_write_never_asks_the_embedder_and_a_search_asks_once_for_each_text(reopen: Opener) -> None:
    told: list[str] = []
    graph = reopen(embedder=by_words(told=told))
    record(graph)
    claim = graph.record("Cy", "lives_in", "Nice")
    graph.correct(claim, object="Pisa")
    graph.merge("Cy", "Cy Lee")
    assert told == []
    graph.search("Oslo", what="facts")
    assert {"Ann lives in Oslo", "Bob lives in Rome", "Cy Lee lives in Pisa"} <= set(told)
    assert not any("cold" in text for text in told)
    graph.search("Oslo", what="all")
    assert sorted(told) == sorted(set(told))
    before = list(told)
    graph.search("Oslo", what="all")
    graph.search("Rome", what="all", valid_at="2030-01-01")
    assert told == before
    graph.record("Dee", "lives_in", "Nice")
    assert texts(graph.search("Where does Dee live?", k=1)) == ["Dee lives in Nice"]
    assert set(told) - set(before) == {"Dee lives in Nice"}


def test_what_was_embedded_is_not_again_after_opening_or_ingesting_again(reopen: Opener) -> None:
    told: list[str] = []
    graph = reopen(embedder=by_words(told=told))
    record(graph)
    graph.search("Oslo", what="all")
    before = list(told)
    graph.close()
    graph = reopen(embedder=by_words(told=told))
    graph.ingest([said("Oslo is cold.", id="m1"), said("Rome is warm.", "2024-06-13T10:00:00Z")])
    graph.record("Ann", "lives_in", "Oslo")
    assert len(graph.search("Oslo", what="all")) > 0
    assert told == before


def test_what_is_said_in_two_scopes_is_embedded_once(reopen: Opener) -> None:
    told: list[str] = []
    graph = reopen(embedder=by_words(told=told))
    for scope in ("one", "two"):
        graph.record("Ann", "lives_in", "Oslo", scope=scope)
        assert texts(graph.search("Ann", scope=scope)) == ["Ann lives in Oslo"]
    assert told.count("Ann lives in Oslo") == 1


def test_without_embedding_what_is_new_is_found_by_its_words_and_counted(reopen: Opener) -> None:
    told: list[str] = []
    graph = reopen(embedder=by_words(told=told))
    record(graph)
    hits = graph.search("Oslo", embed=False)
    assert (texts(hits), hits.pending, hits.without, told) == (["Ann lives in Oslo"], 2, (), [])
    assert graph.search("Oslo").pending == 0


def test_work_embeds_all_that_is_pending_in_every_scope(reopen: Opener) -> None:
    told: list[str] = []
    graph = reopen(embedder=by_words(told=told))
    record(graph)
    graph.record("Cy", "lives_in", "Nice", scope="other")
    count = graph.work().embedded
    assert count > 7
    before = list(told)
    assert graph.work().embedded == 0
    for scope in ("default", "other"):
        assert graph.search("Nice", what="all", scope=scope).pending == 0
    assert told == before


def test_without_an_embedder_the_other_signals_find(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    record(graph)
    hits = graph.search("Oslo", what="all", explain=True)
    assert {"Ann lives in Oslo", "Oslo is cold.", "Oslo"} <= set(texts(hits))
    assert (hits.pending, hits.without) == (0, ())
    assert all(hit.signals.get("meaning", 0) < 0.001 for hit in hits)


@pytest.mark.parametrize(("passage", "question"), [(refusing, hashed), (hashed, refusing), (refusing, refusing)])
def test_an_embedder_that_does_not_answer_leaves_words_and_the_answer_says_so(
    reopen: Opener, caplog: pytest.LogCaptureFixture, passage: Any, question: Any
) -> None:
    graph = reopen(embedder=Function(passage, "refusing", DIMENSION, question))
    record(graph)
    with caplog.at_level(logging.WARNING, "tkg.search"):
        hits = graph.search("Where is Oslo?")
    assert texts(hits)[0] == "Ann lives in Oslo"
    assert len(hits.without) == [passage, question].count(refusing) == len(caplog.records)
    assert all("nobody answers" in line for line in hits.without)
    assert hits.pending == (2 if passage is refusing else 0)


def test_an_embedder_that_answers_again_makes_up_for_it(reopen: Opener) -> None:
    down = [True]

    def now_and_then(_: Sequence[str]) -> None:
        if down[0]:
            raise EmbedderError("nobody answers")

    graph = reopen(embedder=by_words(first=now_and_then))
    record(graph)
    assert graph.search("Oslo").pending == 2
    down[0] = False
    hits = graph.search("Oslo", explain=True)
    assert (hits.pending, hits.without) == (0, ())
    assert "meaning" in hits[0].signals


def test_vectors_of_zeros_say_nothing_and_hide_nothing(reopen: Opener) -> None:
    graph = reopen(embedder=Function(lambda given: np.zeros((len(given), 4)), "zeros", 4))
    record(graph)
    hits = graph.search("Oslo", what="all", explain=True)
    assert "Ann lives in Oslo" in texts(hits)
    assert all(hit.signals.get("meaning", 0) < 0.001 for hit in hits)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_question_whose_vector_is_no_number_is_refused(reopen: Opener, value: float) -> None:
    graph = reopen(embedder=Function(lambda given: np.ones((len(given), 4)), "broken", 4, _giving(value)))
    record(graph)
    with pytest.raises(BadEmbedding, match="no number"):
        graph.search("Oslo")


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_texts_whose_vectors_are_no_numbers_are_found_by_their_words_and_told(reopen: Opener, value: float) -> None:
    graph = reopen(embedder=Function(_giving(value), "broken", 4, lambda given: np.ones((len(given), 4))))
    record(graph)
    hits = graph.search("Oslo")
    assert texts(hits)[0] == "Ann lives in Oslo"
    assert len(hits.without) == 1
    assert "no number" in hits.without[0]
    assert hits.pending > 0
    with pytest.raises(BadEmbedding, match="no number"):
        graph.work()


def _giving(value: float) -> Callable[[Sequence[str]], Any]:
    return lambda given: np.full((len(given), 4), value)


def test_a_function_that_raises_leaves_a_search_to_the_words(reopen: Opener) -> None:
    def down(_: Sequence[str]) -> Any:
        raise ConnectionError("no route")

    graph = reopen(embedder=Function(down, "down", 4))
    record(graph)
    hits = graph.search("Oslo")
    assert texts(hits)[0] == "Ann lives in Oslo"
    assert any("down raised ConnectionError: no route" in line for line in hits.without)


def test_a_vector_of_another_length_is_refused(reopen: Opener) -> None:
    graph = reopen(embedder=Function(lambda given: np.ones((len(given), 3)), "short", 4))
    record(graph)
    with pytest.raises(BadEmbedding, match=r"shape \(1, 3\)"):
        graph.search("Oslo")


def test_the_file_is_searched_with_the_embedder_that_it_was_indexed_with(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    record(graph)
    graph.search("Oslo")
    graph.close()
    with pytest.raises(WrongEmbedder, match=r"test/words.*another.*reindex --embedder"):
        reopen(embedder=by_words("another")).search("Oslo")
    with pytest.raises(WrongEmbedder, match="reindex --embedder"):
        reopen(embedder=by_words(dimension=8)).search("Oslo")
    assert texts(reopen(embedder=None).search("Oslo")) == ["Ann lives in Oslo"]
    assert texts(reopen(embedder=by_words()).search("Oslo"))[0] == "Ann lives in Oslo"


def test_another_embedder_takes_over_by_reindex_and_every_fact_stays(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    record(graph)
    graph.search("Oslo")
    before = graph.timeline()
    told: list[str] = []
    graph.reindex(by_words("another", 32, told=told))
    assert "Ann lives in Oslo" in told
    assert graph.timeline() == before
    assert texts(graph.search("Oslo", k=1)) == ["Ann lives in Oslo"]
    graph.close()
    assert texts(reopen(embedder=by_words("another", 32)).search("Oslo", k=1)) == ["Ann lives in Oslo"]


def test_the_built_in_embedder_finds_a_meaning_without_a_common_word(graph: tkg.Graph) -> None:
    graph.record("Ann", "has_pet", "a Siamese cat named Momo")
    graph.record("Ann", "works_for", "Acme")
    graph.record("Ann", "likes", "mountain hiking")
    assert texts(graph.search("Which animal lives with her?", k=1)) == ["Ann has pet a Siamese cat named Momo"]
    assert texts(graph.search("她养了什么宠物？", k=1)) == ["Ann has pet a Siamese cat named Momo"]
