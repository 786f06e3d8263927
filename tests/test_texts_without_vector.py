"""Texts of which an embedder makes no vector: they wait and are told, and keep back no other."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import tkg
from tests.conftest import Opener
from tests.embedded import EVERY, assert_embedded, kept, of, rows, say
from tests.embedding import DIMENSION, by_words, hashed
from tkg import vectors
from tkg.embed import Function
from tkg.entry_table import Kind
from tkg.errors import BadEmbedding


class Poisoned:
    """An embedder by words that gives no numbers for some texts, and knows which it was asked for."""

    def __init__(self, *bad: str, value: float = np.nan) -> None:
        self.bad, self.value, self.told = set(bad), value, list[list[str]]()
        self.embedder = Function(self._passages, "test/words", DIMENSION, hashed)

    def _passages(self, texts: Sequence[str]) -> Any:
        self.told.append(list(texts))
        found = hashed(texts)
        found[[text in self.bad for text in texts]] = self.value
        return found


def without_vector(graph: tkg.Graph) -> set[str]:
    return {text for text, found in kept(graph).items() if not found}


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("bad", [["person0"], ["person3"], ["person6"], ["person2", "person3"], ["person0", "person6"]])
def test_a_text_whose_vector_is_no_number_keeps_back_no_other(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch, bad: list[str], value: float
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 4)
    say(graph, 7)
    poisoned = Poisoned(*bad, value=value)
    found = of(graph, poisoned.embedder)
    with pytest.raises(BadEmbedding, match=f"no number .* for '{bad[0]}'"):
        found.embed(None, EVERY)
    assert without_vector(graph) == set(bad)
    assert found.pending_in_all() == len(bad)
    say(graph, 2, first=7)
    poisoned.told.clear()
    with pytest.raises(BadEmbedding, match=f"for '{bad[0]}'"):
        found.embed(None, EVERY)
    assert without_vector(graph) == set(bad)
    asked = sorted(text for texts in poisoned.told for text in texts)
    assert asked == sorted([*bad, "person7", "person8", "person7 age 7", "person8 age 8"])
    poisoned.bad.clear()
    assert found.embed(None, EVERY) == len(bad)
    assert found.pending_in_all() == 0
    assert_embedded(graph)


def test_a_row_that_is_none_or_too_short_is_that_of_its_text_alone(graph: tkg.Graph) -> None:
    say(graph, 4)

    def ragged(texts: Sequence[str]) -> Any:
        given: list[Any] = [row.tolist() for row in hashed(texts)]
        given[1], given[2] = None, given[2][:3]
        return given

    with pytest.raises(BadEmbedding, match="no rows of numbers of one length"):
        of(graph, Function(ragged, "test/words", DIMENSION)).embed(None, [Kind.ENTITY])
    assert {text for text in without_vector(graph) if " " not in text} == {"person1", "person2"}


@pytest.mark.parametrize("given", [3.0, [], np.zeros((5, DIMENSION))], ids=["number", "nothing", "too many"])
def test_rows_that_are_not_one_for_each_text_are_those_of_none(graph: tkg.Graph, given: Any) -> None:
    say(graph, 4)
    with pytest.raises(BadEmbedding):
        of(graph, Function(lambda _: given, "test/words", DIMENSION)).embed(None, [Kind.ENTITY])
    assert rows(graph, "SELECT COUNT(*) FROM vector") == [(0,)]
    found = of(graph, by_words())
    found.embed(None, EVERY)
    assert_embedded(graph)


def test_an_embedder_that_gives_numbers_for_no_text_is_asked_once(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 4)
    monkeypatch.setattr(vectors, "BROKEN", 4)
    say(graph, 9)
    poisoned = Poisoned(*(f"person{n} age {n}" for n in range(9)))
    with pytest.raises(BadEmbedding, match="no number"):
        of(graph, poisoned.embedder).embed(None, EVERY)
    assert len(poisoned.told) == 1
    assert rows(graph, "SELECT key FROM index_state WHERE key LIKE 'embedded:%'") == []
    of(graph, by_words()).embed(None, EVERY)
    assert_embedded(graph)


def test_many_texts_without_a_vector_do_not_keep_back_what_is_new(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    say(graph, 9)
    poisoned = Poisoned(*(f"person{n} age {n}" for n in range(0, 9, 2)))
    found = of(graph, poisoned.embedder)
    with pytest.raises(BadEmbedding):
        found.embed(None, EVERY)
    assert without_vector(graph) == poisoned.bad
    say(graph, 1, first=9)
    poisoned.told.clear()
    with pytest.raises(BadEmbedding):
        found.embed(None, EVERY)
    assert without_vector(graph) == poisoned.bad
    # Of those that were refused before, one batch is enough to see that they still are.
    assert sum(text in poisoned.bad for texts in poisoned.told for text in texts) == 2


def test_what_was_refused_and_is_gone_is_not_pending(graph: tkg.Graph) -> None:
    say(graph, 2)
    poisoned = Poisoned("person1", "person1 age 1")
    found = of(graph, poisoned.embedder)
    with pytest.raises(BadEmbedding):
        found.embed(None, EVERY)
    assert found.pending_in_all() == 2
    graph.erase(graph.claims("person1")[0])
    assert found.pending_in_all() == 0
    assert found.embed(None, EVERY) == 0


def test_what_one_was_refused_another_can_make(reopen: Opener) -> None:
    graph, other = reopen(), reopen()
    say(graph, 3)
    poisoned = Poisoned("person1")
    with pytest.raises(BadEmbedding):
        of(graph, poisoned.embedder).embed(None, EVERY)
    new = of(other, by_words("another"))
    assert new.embed(None, EVERY, beside=True) == 6
    new.choose()
    assert_embedded(graph)
    assert new.pending_in_all() == 0
