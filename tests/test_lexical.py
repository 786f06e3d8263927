"""Words ranked by BM25 within one scope and kind, however common a word is and whatever other scopes say."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tkg
from tkg import lexical
from tkg.basis import Options, reading
from tkg.entries import Entries
from tkg.entry_table import Kind
from tkg.fulltext import asked, tokens
from tkg.lexical import Lexical
from tkg.word_index import WordIndex

SAID_AT = "2024-05-01T10:00Z"


SCOPES = count()


@pytest.fixture(scope="module")
def graph() -> Iterator[tkg.Graph]:
    with tkg.open(":memory:", embedder=None) as opened:
        for number in range(5):
            message = {"speaker": "x", "content": "the quick red fox", "timestamp": SAID_AT, "id": f"{number}"}
            opened.ingest([message], scope="other", labels={"number": str(number)})
        yield opened


@contextmanager
def ranked(graph: tkg.Graph, question: str, texts: list[str]) -> Iterator[Lexical]:
    """A question against some messages in a scope of their own, each in a conversation of its own."""
    scope = f"scope {next(SCOPES)}"
    for number, text in enumerate(texts):
        message = {"speaker": "x", "content": text, "timestamp": SAID_AT, "id": f"{number}"}
        graph.ingest([message], scope=scope, labels={"number": str(number)})
    Entries(graph._store).catch_up()
    with reading(graph._store, Options(scope=scope)) as reader:
        index = WordIndex(graph._store.connection, reader.scope)
        lengths = [1 + len(tokens(text)) for text in texts]
        size = replace(index.size(Kind.PASSAGE), average=sum(lengths) / len(lengths))
        yield Lexical(index, Kind.PASSAGE, asked(question), size)


def plain(question: str, texts: list[str]) -> list[float]:
    """BM25 as the textbook has it, over the messages with their speaker."""
    documents = [["x", *tokens(text)] for text in texts]
    average = sum(map(len, documents)) / len(documents)
    scores = []
    for document in documents:
        counts, score = Counter(document), 0.0
        for word in asked(question).words:
            having = sum(word in other for other in documents)
            idf = log(1 + (len(documents) - having + 0.5) / (having + 0.5))
            tf = counts[word]
            score += idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * len(document) / average))
        scores.append(score)
    return scores


WORDS = st.lists(st.sampled_from(["red", "blue", "fox", "hen", "猫", "上海"]), min_size=1, max_size=6).map(" ".join)


TALK = st.lists(WORDS, min_size=1, max_size=8)
SLOW = settings(deadline=None, max_examples=50)


@SLOW
@given(question=WORDS, texts=TALK)
def test_scores_are_those_of_bm25_over_the_scope_alone(graph: tkg.Graph, question: str, texts: list[str]) -> None:
    with ranked(graph, question, texts) as found:
        entries = sorted(found.index.sample(Kind.PASSAGE, 100))
        scores = found.scores(entries)
    assert [scores.get(entry, 0.0) for entry in entries] == pytest.approx(plain(question, texts))


@SLOW
@given(question=WORDS, texts=TALK)
def test_whatever_has_a_word_comes_up(graph: tkg.Graph, question: str, texts: list[str]) -> None:
    with ranked(graph, question, texts) as found:
        entries = sorted(found.index.sample(Kind.PASSAGE, 100))
        came_up = set(found.ordered)
    assert came_up == {entry for entry, score in zip(entries, plain(question, texts), strict=True) if score > 0}


def test_the_rarest_words_come_first(graph: tkg.Graph) -> None:
    with ranked(graph, "red fox", ["red", "red", "red", "fox", "hen"]) as found:
        entries = sorted(found.index.sample(Kind.PASSAGE, 100))
        assert list(found.ordered) == [entries[3], *entries[:3]]


def test_a_phrase_counts_where_its_words_stand_together(graph: tkg.Graph) -> None:
    with ranked(graph, "OC-41252", ["oc 41252", "41252 oc", "hen"]) as found:
        first, second, third = sorted(found.index.sample(Kind.PASSAGE, 100))
        scores = found.scores([first, second, third])
    assert scores[first] > scores[second]
    assert third not in scores


def test_common_words_bring_up_what_has_all_of_them_beside_the_rare_ones(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lexical, "COMMON", 3)
    texts = ["red"] * 4 + ["fox"] * 4 + ["red fox", "hen", "red fox"]
    with ranked(graph, "red fox hen", texts) as found:
        entries = sorted(found.index.sample(Kind.PASSAGE, 100))
        assert {entries[8], entries[9], entries[10]} <= set(found.ordered)


def test_only_common_words_bring_up_the_newest(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexical, "COMMON", 3)
    with ranked(graph, "red", ["red"] * 9) as found:
        entries = sorted(found.index.sample(Kind.PASSAGE, 100))
        assert sorted(found.ordered) == entries[-3:]


def test_how_common_a_common_word_is_is_judged_by_the_first_that_have_it(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lexical, "COMMON", 4)
    with ranked(graph, "red", ["red", "hen"] * 10) as found:
        # Four of the first seven: as if 11.4 of twenty had it.
        weight = found.weights["red",]
    expected = 4 / (7 / 20)
    assert weight == pytest.approx(log(1 + (20 - expected + 0.5) / (expected + 0.5)))
